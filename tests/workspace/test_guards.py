"""Every guard and constant of containment by itself: roots, path resolution, opening beneath, targets of writes."""

import ctypes
import dataclasses
import errno
import os
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from understudy.workspace import (
    Denied,
    ExecutionFailed,
    InvalidArgument,
    NotFound,
    Stop,
    TimedOut,
    Workspace,
    WorkspaceError,
)
from understudy.workspace.files import write_target
from understudy.workspace.files.write_target import open_target, require_hash
from understudy.workspace.limits import MAX_FOLDER_CREATION_ATTEMPTS, MAX_OPENAT2_ATTEMPTS, MAX_SYMLINKS
from understudy.workspace.paths import (
    O_PATH,
    PATH_MAX,
    Place,
    Root,
    find_deepest_root,
    is_within,
    openat,
    raise_for_os_error,
)
from understudy.workspace.paths.roots import list_mounts_below, open_roots

needs_openat2 = pytest.mark.skipif(not openat._openat2_works, reason="this kernel has no openat2")


@pytest.mark.parametrize(
    ("paths", "reason"),
    [("/", "bad_arguments"), (Path("/"), "bad_arguments"), ([], "bad_arguments"), ([""], "bad_path")],
    ids=["a string", "a path", "none", "an empty name"],
)
def test_what_names_no_folder_opens_no_root(paths: Any, reason: str) -> None:
    """The letters of a string are names of folders too, and an empty name would be the current folder."""
    with pytest.raises(InvalidArgument) as caught:
        open_roots(paths)
    assert caught.value.reason == reason


@pytest.fixture
def opened_root(root: Path) -> Iterator[Root]:
    (opened,) = open_roots([root])
    yield opened
    os.close(opened.fd)


# Roots


@pytest.mark.parametrize("field", ["device", "inode"])
def test_a_root_is_known_by_its_device_and_by_its_inode(opened_root: Root, field: str) -> None:
    opened_root.verify_identity()
    other = dataclasses.replace(opened_root, **{field: getattr(opened_root, field) + 1})
    with pytest.raises(Denied) as caught:
        other.verify_identity()
    assert caught.value.reason == "root_replaced"


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("/a", "/a", True),
        ("/a/b", "/a", True),
        ("/a/b/c", "/a/b", True),
        ("/ab", "/a", False),
        ("/a", "/a/b", False),
        ("/", "/a", False),
        ("/a", "/", True),
        ("/", "/", True),
    ],
)
def test_a_path_is_within_a_folder_by_whole_components(path: str, folder: str, expected: bool) -> None:
    assert is_within(path, folder) is expected
    root = Root(folder, folder, -1, 0, 0, private=(folder,))
    assert root.contains(path) is expected
    assert root.is_private(path) is expected


def test_the_deepest_root_is_the_longest_that_contains_the_path() -> None:
    outer, inner, other = (Root(path, path, -1, 0, 0) for path in ("/a", "/a/b", "/x"))
    for roots in ([outer, inner, other], [other, inner, outer]):
        assert find_deepest_root(roots, "/a/b/c") is inner
        assert find_deepest_root(roots, "/a/b") is inner
        assert find_deepest_root(roots, "/a/bc") is outer
        assert find_deepest_root(roots, "/y") is None


def test_mounts_below_are_strictly_below_and_by_whole_components() -> None:
    everything = list_mounts_below("/")
    if not everything:
        pytest.skip("this system lists no mounts")
    assert "/proc" in everything
    assert "/" not in everything
    assert "/proc" not in list_mounts_below("/proc")
    assert not any(point.startswith("/proc") for point in list_mounts_below("/pro"))


@pytest.mark.parametrize(
    ("private", "allowed"),
    [(".", False), ("..", False), ("inside", True), ("../root-elsewhere", True), ("../roo", True)],
)
def test_a_root_may_contain_a_private_folder_but_not_be_in_one(
    root: Path, private: str, allowed: bool
) -> None:
    folder = (root / private).resolve()
    folder.mkdir(exist_ok=True)
    if not allowed:
        with pytest.raises(Denied) as caught:
            open_roots([root], [folder])
        assert caught.value.reason == "out_of_scope"
        return
    (opened,) = open_roots([root], [folder])
    assert opened.private == ((str(folder),) if private == "inside" else ())
    os.close(opened.fd)


def test_a_private_folder_is_outside_for_every_way_in(root: Path) -> None:
    (root / "own" / "deep").mkdir(parents=True)
    (root / "own" / "deep" / "key").write_text("secret")
    (root / "owner").write_text("plain")
    (root / "link").symlink_to("own/deep")
    with Workspace([root], private=[root / "own"]) as workspace:
        for path in ("own", "own/deep/key", "link/key", str(root / "own" / "new")):
            with pytest.raises(Denied) as caught:
                workspace.resolve(path)
            assert caught.value.reason == "out_of_scope"
        for relative in ("own", "own/deep/key"):
            with pytest.raises(OSError) as refused:
                Place(workspace.primary, relative).open(os.O_RDONLY)
            assert refused.value.errno == errno.EXDEV
        assert workspace.resolve("owner").relative == "owner"


# Resolving


@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        ("a/" * (PATH_MAX // 2 - 1) + "b", True),  # 4095 bytes
        ("a/" * (PATH_MAX // 2 - 1) + "bc", False),  # 4096 bytes
        ("a/" * (PATH_MAX // 2 - 2) + "bé", True),  # 4095 bytes, 4094 characters
        ("a/" * (PATH_MAX // 2 - 1) + "é", False),  # 4096 bytes, 4095 characters
    ],
)
def test_a_path_has_less_than_path_max_bytes(workspace: Workspace, path: str, accepted: bool) -> None:
    assert PATH_MAX == 4096
    if accepted:
        assert workspace.resolve(path).relative == path
        return
    with pytest.raises(InvalidArgument) as caught:
        workspace.resolve(path)
    assert caught.value.reason == "bad_path"
    assert caught.value.message == "The path is longer than 4095 bytes."  # said by us, before any system call


@pytest.mark.parametrize("path", ["", "a\0b", "\0", "\ud800"])
def test_a_text_that_cannot_be_a_path_is_refused(workspace: Workspace, path: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        workspace.resolve(path)
    assert caught.value.reason == "bad_path"


@pytest.mark.parametrize(("links", "reason"), [(MAX_SYMLINKS, None), (MAX_SYMLINKS + 1, "link_loop")])
def test_as_many_links_are_followed_as_the_kernel_follows(
    workspace: Workspace, root: Path, links: int, reason: str | None
) -> None:
    (root / "link0").write_text("end")
    for number in range(links):
        (root / f"link{number + 1}").symlink_to(f"link{number}")
    if reason is None:
        assert workspace.resolve(f"link{links}").relative == "link0"
        assert (root / f"link{links}").read_text() == "end"
        return
    with pytest.raises(InvalidArgument) as caught:
        workspace.resolve(f"link{links}")
    assert caught.value.reason == reason


@pytest.mark.parametrize("path", ["file/", "file/.", "link/"])
def test_a_path_that_is_spelled_as_a_folder_must_not_be_a_file(
    workspace: Workspace, root: Path, path: str
) -> None:
    (root / "file").write_text("x")
    (root / "link").symlink_to("file")
    with pytest.raises(WorkspaceError) as caught:
        workspace.resolve(path)
    assert caught.value.reason == "not_a_directory"


def test_a_missing_path_may_be_spelled_as_a_folder(workspace: Workspace) -> None:
    assert workspace.resolve("missing/").relative == "missing"


def test_a_link_into_proc_is_refused_whatever_its_text_says(workspace: Workspace, root: Path) -> None:
    if not os.path.exists("/proc/self/cwd"):
        pytest.skip("this system has no /proc")
    (root / "link").symlink_to(f"/proc/{os.getpid()}/cwd")
    before = os.getcwd()
    os.chdir(root)  # so that the magic link's text leads into the root
    try:
        with pytest.raises(Denied) as caught:
            workspace.resolve("link/a")
    finally:
        os.chdir(before)
    assert caught.value.reason == "out_of_scope"
    assert "/proc" in caught.value.message


@pytest.mark.parametrize(
    ("number", "error", "reason"),
    [
        (errno.ENOENT, NotFound, "missing"),
        (errno.ENOTDIR, NotFound, "not_a_directory"),
        (errno.EXDEV, Denied, "out_of_scope"),
        (errno.ELOOP, Denied, "out_of_scope"),
        (errno.ENAMETOOLONG, InvalidArgument, "bad_path"),
        (errno.EACCES, Denied, "os_error"),
        (errno.EPERM, Denied, "os_error"),
        (errno.EROFS, Denied, "os_error"),
        (errno.EIO, ExecutionFailed, "os_error"),
        (errno.ENOSPC, ExecutionFailed, "os_error"),
    ],
)
def test_errors_of_the_system_have_one_meaning_each(
    number: int, error: type[WorkspaceError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        raise_for_os_error(OSError(number, os.strerror(number)), "a\udcff")
    assert type(caught.value) is error
    assert caught.value.reason == reason
    assert caught.value.details["path"] == "a\\xff"


# Opening beneath a descriptor


def fail_first(attempts: int, number: int, calls: list[int]) -> Callable[..., int]:
    """The real system call, but its first attempts fail with an error number."""
    real = openat._syscall

    def call(*arguments: Any) -> int:
        calls.append(0)
        if len(calls) <= attempts:
            ctypes.set_errno(number)
            return -1
        return real(*arguments)

    return call


@needs_openat2
@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EINTR])
def test_openat2_is_repeated_as_often_as_the_limit_says(
    opened_root: Root, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    assert MAX_OPENAT2_ATTEMPTS == 8
    calls: list[int] = []
    monkeypatch.setattr(openat, "_syscall", fail_first(MAX_OPENAT2_ATTEMPTS - 1, number, calls))
    os.close(openat.open_beneath(opened_root.fd, ".", os.O_RDONLY))
    assert len(calls) == MAX_OPENAT2_ATTEMPTS


@needs_openat2
@pytest.mark.parametrize(("number", "expected"), [(errno.EAGAIN, 8), (errno.EINTR, 8), (errno.EACCES, 1)])
def test_openat2_fails_closed(
    opened_root: Root, monkeypatch: pytest.MonkeyPatch, number: int, expected: int
) -> None:
    calls: list[int] = []
    monkeypatch.setattr(openat, "_syscall", fail_first(100, number, calls))
    with pytest.raises(OSError) as caught:
        openat.open_beneath(opened_root.fd, ".", os.O_RDONLY)
    assert caught.value.errno == number
    assert len(calls) == expected


@pytest.fixture(params=["openat2", "walk", "walk, mount id from /proc", "walk, device only"])
def open_beneath(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Every way to open beneath a descriptor, the ones for older systems included."""
    if request.param == "openat2":
        if not openat._openat2_works:
            pytest.skip("this kernel has no openat2")
        return openat._openat2
    if request.param != "walk":
        monkeypatch.setattr(openat, "_statx", None)
    if request.param == "walk, device only":
        monkeypatch.setattr(openat, "_mount_id_from_proc", lambda fd: os.fstat(fd).st_dev)
    return openat._open_by_walking


@pytest.mark.skipif(not os.path.ismount("/proc"), reason="needs a mount that is always there")
@pytest.mark.parametrize("path", ["proc", "proc/version", "proc/no-such-name", "proc/self/status"])
def test_nothing_behind_a_mount_point_is_opened_or_reported_as_missing(
    open_beneath: Callable[..., int], path: str
) -> None:
    start = os.open("/", os.O_RDONLY | os.O_DIRECTORY)
    try:
        with pytest.raises(OSError) as caught:
            open_beneath(start, path, os.O_RDONLY | os.O_CLOEXEC, 0)
    finally:
        os.close(start)
    assert caught.value.errno == errno.EXDEV


@pytest.fixture
def bind_mount(root: Path, outside: Path) -> Iterator[Path]:
    """A folder in the root that is a mount of a folder outside, on the same device."""
    point = root / "mounted"
    point.mkdir()
    try:
        subprocess.run(["mount", "--bind", outside, point], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this machine does not let us mount: {error}")
    yield point
    subprocess.run(["umount", point], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
@pytest.mark.parametrize("way", ["openat2", "statx", "proc"])
def test_nothing_is_created_behind_a_bind_mount(
    opened_root: Root, bind_mount: Path, outside: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openat, "_openat2_works", way == "openat2" and openat._openat2_works)
    if way == "proc":
        monkeypatch.setattr(openat, "_statx", None)
    for path in ("mounted/new", "mounted/deep/new", "mounted"):
        with pytest.raises(OSError) as caught:
            openat.open_beneath(opened_root.fd, path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        assert caught.value.errno in (errno.EXDEV, errno.EEXIST if path == "mounted" else errno.EXDEV)
    assert sorted(path.name for path in outside.iterdir()) == ["secret.txt"]


def test_both_sources_of_a_mount_id_tell_the_same_mounts_apart(opened_root: Root) -> None:
    if openat._statx is None or not os.path.ismount("/proc"):
        pytest.skip("this system has no statx or no /proc")
    proc = os.open("/proc", os.O_RDONLY)
    again = os.open(opened_root.path, O_PATH)
    try:
        for mount_id in (openat._mount_id, openat._mount_id_from_proc):
            assert mount_id(opened_root.fd) == mount_id(again) != mount_id(proc)
        number = openat._mount_id(proc)
        if isinstance(number, int):
            assert str(openat._mount_id_from_proc(proc)).split() == ["mnt_id:", str(number)]
    finally:
        os.close(proc)
        os.close(again)


def test_a_folder_that_may_not_be_read_can_be_passed_through(
    open_beneath: Callable[..., int], root: Path
) -> None:
    (root / "closed").mkdir()
    (root / "closed" / "file").write_text("x")
    (root / "closed").chmod(0o311)
    start = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.close(open_beneath(start, "closed/file", os.O_RDONLY | os.O_CLOEXEC, 0))
    finally:
        os.close(start)
        (root / "closed").chmod(0o700)


# The workspace


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (stat.S_IFDIR, "a folder"),
        (stat.S_IFIFO, "a named pipe"),
        (stat.S_IFSOCK, "a socket"),
        (stat.S_IFCHR, "a device"),
        (stat.S_IFBLK, "a device"),
        (stat.S_IFLNK, "a link"),
        (0, "a special file"),
    ],
)
def test_only_a_regular_file_is_a_regular_file(mode: int, words: str) -> None:
    Workspace.require_regular_file(os.stat_result((stat.S_IFREG, *[0] * 9)), "x")
    with pytest.raises(InvalidArgument) as caught:
        Workspace.require_regular_file(os.stat_result((mode, *[0] * 9)), "x")
    assert caught.value.reason == "not_a_file"
    assert words in caught.value.sentence
    assert ("exploreFiles" in caught.value.advice) is (mode == stat.S_IFDIR)


def test_a_file_is_checked_again_after_it_was_opened_for_reading(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a").write_text("x")
    os.mkfifo(root / "pipe")
    place = workspace.resolve("a")
    real = Place.open

    def swap_before_reading(self: Place, flags: int, mode: int = 0) -> int:
        if not flags & O_PATH:
            os.rename(root / "pipe", root / "a")
        return real(self, flags, mode)

    monkeypatch.setattr(Place, "open", swap_before_reading)
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    with pytest.raises(InvalidArgument) as caught:
        workspace.open_regular(place, "a")
    assert caught.value.reason == "not_a_file"
    after = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    assert after == before


def test_a_closed_workspace_resolves_nothing(root: Path) -> None:
    with Workspace([root]) as workspace:
        workspace.resolve(".")
    with pytest.raises(Denied):
        workspace.resolve(".")
    workspace.close()


def test_a_link_that_leads_out_has_no_target(workspace: Workspace, root: Path, outside: Path) -> None:
    (root / "out").symlink_to(outside)
    (root / "in").symlink_to(".")
    (root / "dangling").symlink_to("missing")
    assert workspace.stat_link_target(Place(workspace.primary, "out")) is None
    assert workspace.stat_link_target(Place(workspace.primary, "dangling")) is None
    assert workspace.stat_link_target(Place(workspace.primary, "in")) is not None


# Targets of writes


@pytest.mark.parametrize("path", ["folder/", "folder/.", ".", "missing/"])
def test_a_target_is_never_a_folder(workspace: Workspace, root: Path, path: str) -> None:
    (root / "folder").mkdir()
    target = open_target(workspace, workspace.resolve(path), path, Stop())
    with pytest.raises(InvalidArgument) as caught, target:
        raise AssertionError("it was opened")
    assert caught.value.reason == "not_a_file"


def touch_later(path: Path) -> None:
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))


def grow_unnoticed(path: Path) -> None:
    status = path.stat()
    path.write_bytes(path.read_bytes() + b"x")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def replace_unnoticed(path: Path) -> None:
    status = path.stat()
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    os.rename(other, path)


def replace_by_link(path: Path) -> None:
    os.rename(path, path.with_name("moved"))
    path.symlink_to("moved")


@pytest.mark.parametrize(
    "meddle", [touch_later, grow_unnoticed, replace_unnoticed, replace_by_link, Path.unlink]
)
def test_a_file_that_changed_since_it_was_opened_is_not_replaced(
    workspace: Workspace, root: Path, meddle: Callable[[Path], None]
) -> None:
    path = root / "a"
    path.write_text("old")
    with open_target(workspace, workspace.resolve("a"), "a", Stop()) as target:
        meddle(path)
        with pytest.raises(InvalidArgument) as caught:
            target.save([b"new"], require_unchanged=True)
        assert caught.value.reason == "changed_since_read"
        assert not path.exists() or path.read_text() != "new"
        target.save([b"new"])
    assert path.read_text() == "new"


def test_exclusive_saving_never_replaces(workspace: Workspace, root: Path) -> None:
    with open_target(workspace, workspace.resolve("a"), "a", Stop()) as target:
        (root / "a").write_text("somebody else's")
        with pytest.raises(InvalidArgument) as caught:
            target.save([b"new"], exclusive=True)
    assert caught.value.reason == "already_exists"
    assert (root / "a").read_text() == "somebody else's"


@pytest.mark.parametrize("saved", [True, False])
def test_folders_made_on_the_way_stay_only_if_something_was_saved(
    workspace: Workspace, root: Path, saved: bool
) -> None:
    (root / "there").mkdir()
    path = "there/x/y/a"
    with open_target(workspace, workspace.resolve(path), path, Stop(), create_folders=True) as target:
        assert (root / "there/x/y").is_dir()
        if saved:
            target.save([b"new"])
    assert (root / "there/x").exists() is saved
    assert (root / "there").is_dir()


@pytest.mark.parametrize(("umask", "mode"), [(0, 0o777), (0o022, 0o755), (0o077, 0o700)])
def test_only_the_umask_limits_who_may_use_a_folder_made_on_the_way(
    workspace: Workspace, root: Path, umask: int, mode: int
) -> None:
    before = os.umask(umask)
    try:
        with open_target(workspace, workspace.resolve("x/a"), "x/a", Stop(), create_folders=True):
            assert stat.S_IMODE((root / "x").stat().st_mode) == mode
    finally:
        os.umask(before)


def test_a_dry_run_makes_no_folder_and_saves_nothing(workspace: Workspace, root: Path) -> None:
    target_of = open_target(
        workspace, workspace.resolve("x/a"), "x/a", Stop(), create_folders=True, dry_run=True
    )
    with target_of as target:
        assert target.folder_fd is None
        with pytest.raises(ValueError, match="cannot be saved"):
            target.save([b"new"])
    assert list(root.iterdir()) == []


def test_a_missing_folder_is_an_error_unless_it_is_to_be_made(workspace: Workspace, root: Path) -> None:
    target = open_target(workspace, workspace.resolve("x/a"), "x/a", Stop())
    with pytest.raises(NotFound) as caught, target:
        raise AssertionError("it was opened")
    assert "createDirectories" in caught.value.advice
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(("failures", "works"), [(7, True), (8, False)])
def test_folders_that_vanish_are_made_again_as_often_as_the_limit_says(
    workspace: Workspace, root: Path, failures: int, works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_FOLDER_CREATION_ATTEMPTS == 8
    real = write_target._create_folders
    attempts: list[Place] = []

    def vanish(folder: Place, created_folders: list[Place]) -> int:
        attempts.append(folder)
        if len(attempts) <= failures:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return real(folder, created_folders)

    monkeypatch.setattr(write_target, "_create_folders", vanish)

    def write() -> None:
        with open_target(workspace, workspace.resolve("x/a"), "x/a", Stop(), create_folders=True) as target:
            target.save([b"new"])

    if works:
        write()
        assert (root / "x/a").read_text() == "new"
    else:
        with pytest.raises(NotFound):
            write()
    assert len(attempts) == MAX_FOLDER_CREATION_ATTEMPTS


def test_one_change_of_a_file_at_a_time(workspace: Workspace, root: Path) -> None:
    (root / "a").write_text("old")
    place = workspace.resolve("a")
    with open_target(workspace, place, "a", Stop()):
        with pytest.raises(TimedOut), open_target(workspace, place, "a", Stop(0.01)):
            raise AssertionError("two have it")
        with open_target(workspace, place, "a", Stop(), lock_scope="other half"):
            pass
        waiting = threading.Event()
        order: list[str] = []

        def wait_for_it() -> None:
            waiting.set()
            with open_target(workspace, place, "a", Stop(60)):
                order.append("second")

        thread = threading.Thread(target=wait_for_it)
        thread.start()
        waiting.wait()
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert write_target._path_locks == {}


@pytest.mark.parametrize(
    ("current", "expected", "sentence"),
    [
        ("ab", "ab", None),
        ("ab", "AB", None),
        ("ab", "abc", "'x' has changed since it was read."),
        ("", "ab", "'x' has changed since it was read."),
        (None, "ab", "'x' is gone since it was read."),
    ],
)
def test_a_hash_proves_which_content_was_seen(
    current: str | None, expected: str, sentence: str | None
) -> None:
    if sentence is None:
        require_hash(current, expected, "x")
        return
    with pytest.raises(InvalidArgument) as caught:
        require_hash(current, expected, "x")
    assert caught.value.sentence == sentence
    assert caught.value.details["currentHash"] == current


def test_a_file_that_may_not_be_read_is_not_replaced(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Workspace, place: Place, path: str) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    (root / "a").write_text("old")
    monkeypatch.setattr(Workspace, "open_regular", refuse)  # root may read everything
    target = open_target(workspace, workspace.resolve("a"), "a", Stop())
    with pytest.raises(Denied, match="may not be read"), target:
        raise AssertionError("it was opened")
