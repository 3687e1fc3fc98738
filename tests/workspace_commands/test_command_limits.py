"""The guards and limits of commands one by one, at their boundaries: what is still allowed, and what is not."""

import math
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness, eventually, processes_with

from understudy.workspace.commands import ByteTail, Command, Sandbox, contains, outermost_folders
from understudy.workspace.commands import scratch as scratch_module
from understudy.workspace.commands.command import validate_command
from understudy.workspace.commands.folders import open_without_links, verify_roots
from understudy.workspace.commands.git_protection import protected_paths, restorer, snapshot
from understudy.workspace.commands.git_protection.protected_paths import ProtectedPaths, find_protected_paths
from understudy.workspace.commands.git_protection.restorer import Restorer
from understudy.workspace.commands.git_protection.snapshot import (
    File,
    Fingerprinted,
    Folder,
    Link,
    SnapshotBudget,
    capture,
)
from understudy.workspace.commands.isolation import bubblewrap as bubblewrap_module
from understudy.workspace.commands.isolation import find_hidden_paths, landlock
from understudy.workspace.commands.isolation.sandbox import SandboxAccess, was_denied
from understudy.workspace.commands.process import (
    SupervisedProgram,
    limit_monitor,
    prepare_supervisor,
    process_tree,
    supervisor,
)
from understudy.workspace.commands.process.job import Job, _drain
from understudy.workspace.commands.process.limit_monitor import LimitMonitor, TerminationReason
from understudy.workspace.commands.sandbox_selection import _select_bubblewrap
from understudy.workspace.commands.scratch import remove_stale_folders, scratch_folder
from understudy.workspace.errors import ExecutionFailed, InvalidArgument
from understudy.workspace.limits import MAX_PROTECTED_FILE_BYTES, MAX_SNAPSHOT_FILE_BYTES, Limits

pytestmark = pytest.mark.requirement("WAP-07")


def command(**changes: object) -> Command:
    fields = {"line": "true", "cwd": "/", "cwd_fd": -1, "roots": (), "timeout": 1.0, "environment": {}}
    return Command(**{**fields, "limits": Limits(), **changes})


# Validation.


@pytest.mark.parametrize(
    ("changes", "accepted"),
    [
        ({"line": "x" * (128 * 1024 - 1)}, True),
        ({"line": "x" * (128 * 1024)}, False),
        ({"line": "é" * (64 * 1024 - 1)}, True),
        ({"line": "é" * (64 * 1024)}, False),
        ({"line": " \n\t"}, False),
        ({"line": "a\0b"}, False),
        ({"line": "a\ud800"}, False),
        ({"stdin": "a\ud800"}, False),
        ({"stdin": "a\0b"}, True),
        ({"timeout": 0.001}, True),
        ({"timeout": 0.0}, False),
        ({"timeout": -1.0}, False),
        ({"timeout": math.nan}, False),
        ({"environment": {"A": "x" * (96 * 1024 - 3)}}, True),
        ({"environment": {"A": "x" * (96 * 1024 - 2)}}, False),
        ({"environment": {"A": "é" * (48 * 1024)}}, False),
        ({"environment": {"A": "x\0"}}, False),
    ],
)
def test_a_command_is_validated_at_its_limits(changes: dict[str, object], accepted: bool) -> None:
    checked = command(**changes)
    if accepted:
        validate_command(checked)
    else:
        with pytest.raises(InvalidArgument):
            validate_command(checked)


# Folders.


@pytest.mark.parametrize(
    ("folder", "path", "inside"),
    [
        ("/a", "/a", True),
        ("/a", "/a/b", True),
        ("/a", "/ab", False),
        ("/a/b", "/a", False),
        ("/", "/a", True),
        ("/", "/", True),
    ],
)
def test_a_folder_contains_itself_and_what_is_below_it(folder: str, path: str, inside: bool) -> None:
    assert contains(folder, path) is inside


def test_the_outermost_folders_are_those_inside_no_other() -> None:
    assert outermost_folders(["/a/b", "/a", "/ab", "/a", "/c/d"]) == ["/a", "/ab", "/c/d"]
    assert outermost_folders(["/x", "/"]) == ["/"]


def test_a_folder_is_not_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    base = tmp_path.resolve()
    os.close(open_without_links(f"{base}/real/inner"))
    os.close(supervisor.open_without_links(os.fsencode(f"{base}/real/inner")))
    for path in (f"{base}/link", f"{base}/link/inner"):
        with pytest.raises(OSError):
            open_without_links(path)
    with pytest.raises(OSError):
        supervisor.open_without_links(os.fsencode(f"{base}/link/inner"))


def test_a_root_must_be_a_canonical_folder_and_that_of_its_descriptor(tmp_path: Path) -> None:
    base = tmp_path.resolve()
    (base / "root").mkdir()
    (base / "other").mkdir()
    (base / "link").symlink_to("root")
    (base / "file").touch()
    fds = {name: os.open(base / name, os.O_RDONLY) for name in ("root", "other")}
    try:
        verify_roots(command(roots=(f"{base}/root",)))
        verify_roots(command(roots=(f"{base}/root",), root_fds=(fds["root"],)))
        for name, given in (("link", ()), ("file", ()), ("missing", ()), ("root", (fds["other"],))):
            with pytest.raises(ExecutionFailed) as caught:
                verify_roots(command(roots=(f"{base}/{name}",), root_fds=given))
            assert caught.value.reason == "root_replaced"
    finally:
        for fd in fds.values():
            os.close(fd)


# Hidden paths.


@pytest.fixture
def numeric_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without an entry in the password database, as in a container: only HOME counts."""

    def missing(_: int) -> None:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", missing)


@pytest.mark.usefixtures("numeric_user")
def test_hidden_paths_are_existing_outermost_and_contain_no_root(home: Path, tmp_path: Path) -> None:
    environ = {"HOME": str(home)}
    assert find_hidden_paths(environ, []) == []
    (home / ".ssh").mkdir()
    (home / ".aws" / "root").mkdir(parents=True)
    real = tmp_path.resolve() / "keys"
    real.mkdir()
    (home / ".gnupg").symlink_to(real)
    assert find_hidden_paths(environ, []) == sorted([f"{home}/.ssh", f"{home}/.aws", str(real)])
    assert find_hidden_paths(environ, [f"{home}/.aws/root"]) == sorted([f"{home}/.ssh", str(real)])
    assert find_hidden_paths(environ, [f"{home}/.ssh"]) == sorted([f"{home}/.aws", str(real)])


@pytest.mark.parametrize(
    ("variable", "hidden"),
    [
        ("UNDERSTUDY_STATE_DIR", "{0}"),
        ("UNDERSTUDY_CONFIG_DIR", "{0}"),
        ("XDG_STATE_HOME", "{0}/understudy"),
        ("XDG_CONFIG_HOME", "{0}/understudy"),
    ],
)
@pytest.mark.usefixtures("numeric_user")
def test_our_own_folders_are_hidden_wherever_variables_put_them(
    home: Path, tmp_path: Path, variable: str, hidden: str
) -> None:
    base = tmp_path.resolve() / "elsewhere"
    (base / "understudy").mkdir(parents=True)
    assert find_hidden_paths({"HOME": str(home), variable: str(base)}, []) == [hidden.format(base)]
    assert find_hidden_paths({"HOME": str(home), variable: "relative"}, []) == []


# Landlock.


@pytest.mark.parametrize(
    ("abi", "refer", "truncate", "ioctl", "scoped"),
    [
        (1, False, False, False, 0),
        (2, True, False, False, 0),
        (3, True, True, False, 0),
        (4, True, True, False, 0),
        (5, True, True, True, 0),
        (6, True, True, True, 3),
        (7, True, True, True, 3),
    ],
)
def test_landlock_withholds_every_right_that_a_version_knows(
    abi: int, refer: bool, truncate: bool, ioctl: bool, scoped: int
) -> None:
    rules = landlock.build_rules(abi, writable=["/w"], readable=["/r"], hidden=[])
    assert rules.scope_flags == scoped
    assert bool(rules.handled_rights & landlock.REFER) is refer
    assert bool(rules.handled_rights & landlock.TRUNCATE) is truncate
    assert bool(rules.handled_rights & landlock.IOCTL_DEV) is ioctl
    granted = dict(rules.rules)
    assert granted["/w"] == rules.handled_rights & ~landlock.IOCTL_DEV
    assert granted["/r"] == landlock.EXECUTE | landlock.READ_FILE | landlock.READ_DIR
    assert not granted["/dev/null"] & landlock.READ_DIR
    for rights in granted.values():
        assert not rights & ~rules.handled_rights


def test_what_is_hidden_gets_no_landlock_rule_and_its_siblings_do(tmp_path: Path) -> None:
    base = tmp_path.resolve() / "tree"
    (base / "a" / "secret").mkdir(parents=True)
    (base / "a" / "open").mkdir()
    (base / "a" / "file").touch()
    (base / "b").mkdir()
    (base / "link").symlink_to("a/secret")
    rules = dict(landlock._rules_around(str(base), [f"{base}/a/secret"]))
    assert set(rules) == {f"{base}/a/open", f"{base}/a/file", f"{base}/b"}
    assert not rules[f"{base}/a/file"] & landlock.READ_DIR


# Denials.


def test_a_denial_is_read_only_from_the_beginning_of_a_line(tmp_path: Path) -> None:
    sandbox = Sandbox("bubblewrap")
    access = SandboxAccess(command(), "/tmp", [])
    message = "Read-only file system"
    assert was_denied(sandbox, access, "x" * (1000 - len(message)) + message)
    assert not was_denied(sandbox, access, "x" * (1001 - len(message)) + message)
    assert not was_denied(sandbox, access, "Device or resource busy")
    assert was_denied(sandbox, access, ".git: Device or resource busy")


def test_landlock_denials_are_told_from_a_files_own_permissions(tmp_path: Path) -> None:
    base = tmp_path.resolve()
    for name in ("root", "hidden", "outside"):
        (base / name).mkdir()
    access = SandboxAccess(
        command(cwd=f"{base}/root", roots=(f"{base}/root",)), f"{base}/tmp", [f"{base}/hidden"]
    )
    assert access.is_denied(f"{base}/hidden/key")
    assert access.is_denied(f"{base}/outside/new")
    assert access.is_denied("../outside/new")
    for path in (f"{base}/root/x", "x", f"{base}/tmp/x", "/dev/null"):
        assert not access.is_denied(path)
    read_only = SandboxAccess(command(cwd=f"{base}/root", roots=(f"{base}/root",), read_only=True), "/t", [])
    assert read_only.is_denied("x")


# Protected paths.


def git_folder(folder: Path) -> str:
    (folder / ".git").mkdir(parents=True)
    return str(folder / ".git")


def found_in(root: Path, cwd: Path | None = None) -> list[str]:
    return [one.path for one in find_protected_paths([str(root)], str(cwd or root))]


def test_repositories_are_found_down_to_the_depth_limit(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protected_paths, "MAX_SCAN_DEPTH", 2)
    inside = git_folder(root / "1" / "2")
    beyond = git_folder(root / "1" / "2" / "3")
    assert found_in(root) == [inside]
    # On the path to the working folder they are found at any depth.
    assert set(found_in(root, root / "1" / "2" / "3")) == {inside, beyond}


def test_the_number_of_repositories_and_of_scanned_folders_is_limited(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = git_folder(root)
    for number in range(6):
        git_folder(root / f"f{number}")
    assert len(found_in(root)) == 7
    monkeypatch.setattr(protected_paths, "MAX_PROTECTED_REPOSITORIES", 3)
    assert len(found_in(root)) == 3
    assert found_in(root)[0] == own
    monkeypatch.setattr(protected_paths, "MAX_PROTECTED_REPOSITORIES", 0)
    assert found_in(root) == [own]
    monkeypatch.setattr(protected_paths, "MAX_PROTECTED_REPOSITORIES", 100)
    monkeypatch.setattr(protected_paths, "MAX_SCANNED_FOLDERS", 4)
    assert len(found_in(root)) == 5
    deeper = git_folder(root / "f0" / "inner")
    monkeypatch.setattr(protected_paths, "MAX_SCANNED_FOLDERS", 100)
    assert deeper in found_in(root)
    monkeypatch.setattr(protected_paths, "MAX_SCANNED_FOLDERS", 1)
    assert deeper not in found_in(root)


@pytest.mark.parametrize("folder", ["node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"])
def test_dependency_folders_are_not_scanned_but_protected_when_worked_in(root: Path, folder: str) -> None:
    path = git_folder(root / folder / "x")
    assert found_in(root) == []
    assert found_in(root, root / folder / "x") == [path]


def test_a_pointer_is_protected_and_its_target_only_inside_the_roots(root: Path, outside: Path) -> None:
    inner, outer = git_folder(root / "store"), git_folder(outside / "store")
    for name, target in (("in", inner), ("out", outer), ("bad", "x\0y")):
        (root / name).mkdir()
        (root / name / ".git").write_bytes(f"gitdir: {target}\n".encode())
    found = {(one.path, one.names) for one in find_protected_paths([str(root)], str(root))}
    assert {path for path, names in found if names == (".git",)} == {
        str(root / name) for name in ("in", "out", "bad")
    }
    assert inner in {path for path, _ in found}
    assert outer not in {path for path, _ in found}


@pytest.mark.parametrize(
    ("names", "is_repository"),
    [
        (("HEAD", "objects", "refs"), True),
        (("HEAD", "commondir"), True),
        (("HEAD", "objects"), False),
        (("HEAD", "refs"), False),
        (("objects", "refs"), False),
        (("commondir",), False),
    ],
)
def test_a_bare_repository_is_recognized_as_git_does(
    root: Path, names: tuple[str, ...], is_repository: bool
) -> None:
    for name in names:
        (root / name).touch()
    assert found_in(root) == ([str(root)] if is_repository else [])
    assert protected_paths.is_git_folder(names) is is_repository


# Snapshots and restoring.


@pytest.fixture
def folder_fd(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path, os.O_RDONLY)
    yield fd
    os.close(fd)


def budget() -> SnapshotBudget:
    return SnapshotBudget(lambda: None)


@pytest.mark.parametrize(
    ("name", "limit"), [("config", MAX_PROTECTED_FILE_BYTES), ("hooks/file", MAX_SNAPSHOT_FILE_BYTES)]
)
@pytest.mark.parametrize("excess", [0, 1])
def test_a_file_is_copied_up_to_its_size_limit(
    tmp_path: Path, folder_fd: int, name: str, limit: int, excess: int
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    os.truncate(path, limit + excess)
    entry = capture(folder_fd, name.split("/")[0], budget())
    if isinstance(entry, Folder):
        entry = entry.entries["file"]
    assert isinstance(entry, Fingerprinted if excess else File)


def test_folders_are_copied_down_to_the_depth_limit(
    tmp_path: Path, folder_fd: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "0" / "1" / "2").mkdir(parents=True)
    (tmp_path / "0" / "1" / "2" / "file").touch()
    monkeypatch.setattr(snapshot, "MAX_SNAPSHOT_DEPTH", 2)
    spent = budget()
    outer = capture(folder_fd, "0", spent)
    assert isinstance(outer, Folder)
    inner = outer.entries["1"]
    assert isinstance(inner, Folder)
    assert isinstance(inner.entries["2"], Fingerprinted)
    assert not spent.all_uncopied_known


def test_links_are_not_followed_and_special_files_do_not_block(tmp_path: Path, folder_fd: int) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    assert capture(folder_fd, "link", budget()) == Link("/etc/passwd")
    assert isinstance(capture(folder_fd, "pipe", budget()), Fingerprinted)
    assert capture(folder_fd, "missing", budget()) is None
    # A regular file may be replaced by a pipe between the check and the reading.
    assert snapshot._read_file(folder_fd, "pipe", 10) == b""


def test_only_so_many_protected_folders_stay_open(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restorer, "MAX_OPEN_PROTECTED_FOLDERS", 2)
    for number in range(4):
        git_folder(root / f"f{number}")
    places = find_protected_paths([str(root)], str(root))
    with closing(Restorer(places)) as copies:
        assert [copy.fd is not None for copy in copies._copies] == [True, True, False, False]


@pytest.mark.parametrize(("limit", "removed"), [(3, True), (2, False)])
def test_a_large_folder_is_renamed_and_not_removed_if_it_may_hold_something_uncopied(
    tmp_path: Path, folder_fd: int, monkeypatch: pytest.MonkeyPatch, limit: int, removed: bool
) -> None:
    monkeypatch.setattr(snapshot, "MAX_UNCOPIED_SCAN_ENTRIES", limit)
    (tmp_path / "planted").mkdir()
    for name in "abc":
        (tmp_path / "planted" / name).touch()
    spent = budget()
    spent.uncopied.add((0, 0))
    new_name = snapshot.remove(folder_fd, "planted", spent)
    assert (new_name is None) is removed
    assert not (tmp_path / "planted").exists()


# Bubblewrap's plan.


def test_only_so_many_protected_paths_get_mounts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap_module, "MAX_PROTECTING_MOUNTS", 2)
    places = [ProtectedPaths(str(root), f"f{number}", ("config",)) for number in range(3)]
    for place in places:
        Path(place.path).mkdir()
        Path(place.path, "config").touch()
    skipped = ProtectedPaths(str(root), "f0", ("commondir",), use_mounts=False)
    mounts = bubblewrap_module._protecting_mounts([skipped, *places])
    assert [path for kind, _, path in mounts if kind == "--ro-bind"] == [
        f"{root}/f0/config",
        f"{root}/f1/config",
    ]


def test_a_link_under_a_protected_name_is_not_mounted(root: Path) -> None:
    (root / "config").symlink_to("/etc/passwd")
    (root / "hooks").mkdir()
    mounts = bubblewrap_module._protecting_mounts([ProtectedPaths(str(root), "", ("config", "hooks"))])
    assert mounts == [("--ro-bind", f"{root}/hooks", f"{root}/hooks")]


@pytest.mark.parametrize("read_only", [False, True])
def test_only_the_roots_and_private_folders_are_writable_in_a_plan(root: Path, read_only: bool) -> None:
    (root / ".git" / "hooks").mkdir(parents=True)
    order = command(roots=(str(root),), cwd=str(root), read_only=read_only)
    with scratch_folder() as scratch:
        plan = bubblewrap_module.build_plan(
            order, scratch, hidden=[], protected=find_protected_paths([str(root)], str(root))
        )
    private = {"/dev/shm", plan.tmp}
    git = f"{root}/.git"
    assert set(plan.writable) == (private if read_only else private | {str(root), git})
    words = plan.arguments
    binds = {words[at + 2] for at, word in enumerate(words) if word == "--bind"}
    assert binds == set(plan.writable)
    assert plan.read_only_mounts == (frozenset() if read_only else frozenset({f"{git}/hooks"}))


def test_bubblewrap_is_not_taken_from_a_relative_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: None if path else f"./{name}")
    sandbox, _ = _select_bubblewrap()
    assert (sandbox.name, sandbox.problem) == ("none", "bubblewrap is not installed")


# Scratch folders.


@pytest.mark.parametrize(
    ("age", "locked", "removed"), [(61, False, True), (30, False, False), (61, True, False)]
)
def test_a_scratch_folder_is_stale_if_it_is_old_and_unlocked(age: int, locked: bool, removed: bool) -> None:
    with scratch_folder() as used:
        path = Path(used.base)
        if not locked:
            path = path.with_name(f"{scratch_module._PREFIX}left")
            path.mkdir()
        then = time.time() - age
        os.utime(path, (then, then))
        remove_stale_folders()
        assert path.exists() is not removed
        if not locked and not removed:
            path.rmdir()


# Output.


@pytest.mark.parametrize(
    ("limit", "chunks", "data", "truncated"),
    [
        (4, [b"ab"], b"ab", False),
        (4, [b"abcd"], b"abcd", False),
        (4, [b"abcde"], b"bcde", True),
        (4, [b"abcd", b"efgh", b"i"], b"fghi", True),
        (4, [b"x" * 100, b"ab"], b"xxab", True),
        (0, [b""], b"", False),
        (0, [b"a"], b"", True),
    ],
)
def test_a_byte_tail_keeps_the_last_bytes(
    limit: int, chunks: list[bytes], data: bytes, truncated: bool
) -> None:
    tail = ByteTail(limit)
    for chunk in chunks:
        tail.append(chunk)
        assert len(tail._buffer) <= 2 * limit
    assert (tail.data, tail.truncated) == (data, truncated)


def test_output_after_the_end_is_read_only_so_far() -> None:
    """Whoever got hold of the pipe could write for ever."""
    out, into = os.pipe()
    os.set_blocking(out, False)
    received: list[int] = []
    over = threading.Event()

    class Sink:
        def feed(self, name: str, chunk: bytes) -> None:
            received.append(len(chunk))
            while not over.is_set() and not os.write(into, b"x" * len(chunk)):
                pass

        def close(self) -> None: ...

    try:
        os.write(into, b"x" * 1000)
        _drain({out: "stdout"}, Sink())
    finally:
        over.set()
        os.close(out)
        os.close(into)
    assert received == [1000] * 32


# Limits of a running command.


class FakeJob(Job):
    """A process that ignores what should end it."""

    sandbox_process_count = 0

    def __init__(self) -> None:
        super().__init__(subprocess.Popen(["sleep", "100"], stdin=subprocess.DEVNULL))
        self.kills = 0

    def wait_until_ready(self) -> None: ...

    def exit_code(self) -> int:
        return 0

    def _kill(self) -> None:
        self.kills += 1

    def _release_resources(self) -> None: ...


def test_a_process_that_does_not_end_the_others_is_killed_itself_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = FakeJob()
    first, second = TerminationReason("cancelled", "1"), TerminationReason("time_limit", "2")
    job.kill_if_overdue()
    assert job.kills == 0
    job.terminate(first)
    job.terminate(second)
    job.kill_if_overdue()
    assert (job.termination, job.kills, job.process.poll()) == (first, 3, None)
    monkeypatch.setattr("understudy.workspace.commands.process.job.KILL_TIMEOUT_S", 0.0)
    job.kill_if_overdue()
    assert job.process.wait(240) == -signal.SIGKILL
    job.close()
    job.terminate(second)
    assert (job.termination, job.kills) == (first, 3)


def monitor(reasons: list[str], **limits: int) -> LimitMonitor:
    return LimitMonitor(
        os.getpid(),
        sandbox_process_count=1,
        deadline=time.monotonic() + 3600,
        timeout=3600,
        limits=Limits(**limits),
        folders=["/"],
        terminate=lambda reason: reasons.append(reason.reason),
    )


@pytest.mark.parametrize(("processes", "exceeded"), [(5, False), (6, True)])
def test_the_sandboxs_own_processes_are_not_counted(
    monkeypatch: pytest.MonkeyPatch, processes: int, exceeded: bool
) -> None:
    monkeypatch.setattr(
        process_tree, "descendants", lambda pid, *, max_count: list(range(processes))[:max_count]
    )
    monkeypatch.setattr(process_tree, "resident_bytes", lambda pids: 0)
    found = monitor([], max_processes=4)._check_processes()
    assert (found is not None) is exceeded


@pytest.mark.parametrize(
    ("resident", "proportional", "exceeded"), [(100, 0, False), (101, 100, False), (101, 101, True)]
)
def test_memory_is_measured_exactly_before_it_counts(
    monkeypatch: pytest.MonkeyPatch, resident: int, proportional: int, exceeded: bool
) -> None:
    monkeypatch.setattr(process_tree, "resident_bytes", lambda pids: resident)
    monkeypatch.setattr(process_tree, "proportional_bytes", lambda pids: proportional)
    monkeypatch.setattr(limit_monitor, "_is_memory_low", lambda: False)
    found = monitor([], max_memory=100)._check_processes()
    assert (found is not None and found.reason == "memory_limit") is exceeded


@pytest.mark.parametrize("low_before", [False, True])
def test_a_machine_that_was_short_of_memory_before_is_not_the_commands_doing(
    monkeypatch: pytest.MonkeyPatch, low_before: bool
) -> None:
    monkeypatch.setattr(limit_monitor, "_is_memory_low", lambda: low_before)
    watching = monitor([])
    monkeypatch.setattr(limit_monitor, "_is_memory_low", lambda: True)
    assert (watching._check_processes() is None) is low_before


@pytest.mark.parametrize("full_before", [False, True])
def test_a_disk_that_was_full_before_is_not_the_commands_doing(
    monkeypatch: pytest.MonkeyPatch, full_before: bool
) -> None:
    monkeypatch.setattr(limit_monitor, "_is_disk_full", lambda folder: full_before)
    watching = monitor([])
    monkeypatch.setattr(limit_monitor, "_is_disk_full", lambda folder: True)
    assert (watching._check_disks() is None) is full_before


def test_the_first_limit_that_is_exceeded_ends_the_monitoring(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons: list[str] = []
    watching = monitor(reasons)
    monkeypatch.setattr(watching, "_check_disks", lambda: TerminationReason("disk_limit", "full"))
    with watching:
        assert eventually(lambda: bool(reasons))
        assert eventually(lambda: not watching._thread.is_alive())
    assert reasons == ["disk_limit"]


# The supervisor.


def program(**changes: object) -> SupervisedProgram:
    fields = {"argv": ["/bin/sh", "-c", "exit 3"], "environment": {"A": "1"}, "cwd": "/"}
    return SupervisedProgram(**{**fields, **changes})


def test_a_supervised_program_reports_its_status() -> None:
    with prepare_supervisor(program()) as launch:
        process = launch.spawn()
    with process:
        assert process.wait(240) == 3
    assert not launch.pipes.read_status()
    assert launch.pipes.read_status()
    assert launch.pipes.status == "exit 3"
    launch.pipes.close()
    launch.pipes.close()
    # The numbers of the closed descriptors may belong to others by now.
    pairs = [os.pipe() for _ in range(8)]
    launch.pipes.kill_tree()
    for out, into in pairs:
        os.close(into)
        assert os.read(out, 10) == b""
        os.close(out)


def test_a_request_to_kill_ends_the_whole_tree(marker: str) -> None:
    line = f"setsid sleep {marker} & trap '' TERM; echo up; sleep {marker}; sleep {marker}"
    with prepare_supervisor(program(argv=["/bin/sh", "-c", line])) as launch:
        process = launch.spawn()
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        launch.pipes.kill_tree()
        launch.pipes.kill_tree()
        process.wait(240)
    launch.pipes.close()
    assert launch.pipes.status == "signal 9"


@pytest.mark.parametrize("variable", [None, "UNDERSTUDY_TEST"])
def test_without_a_supervisor_the_marked_processes_are_killed(marker: str, variable: str | None) -> None:
    line = f"setsid sleep {marker} & echo $!; wait"
    with prepare_supervisor(program(argv=["/bin/sh", "-c", line], marker_variable=variable)) as launch:
        process = launch.spawn()
    with process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    launch.pipes.close()
    assert launch.pipes.status == ""
    if variable is None:
        os.kill(child, signal.SIGKILL)
    # The shell, which has the marker in its own line, ends shortly after its child.
    assert eventually(lambda: processes_with(marker) == [])


def test_the_supervisor_gets_none_of_our_variables_and_the_program_only_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    argv = ["/bin/sh", "-c", "/usr/bin/env -u PWD -u _ -u SHLVL -u OLDPWD; echo end; read line"]
    with prepare_supervisor(program(argv=argv, marker_variable="MARK")) as launch:
        assert set(launch.environment) <= {"LD_LIBRARY_PATH"}
        process = launch.spawn()
    with process:
        assert process.stdout is not None
        lines = list(iter(process.stdout.readline, b"end\n"))
        supervisors = Path(f"/proc/{process.pid}/environ").read_bytes()
    launch.pipes.close()
    assert {line.partition(b"=")[0] for line in lines} == {b"A", b"MARK"}
    assert b"SECRET_TOKEN" not in supervisors


def test_a_supervisor_that_cannot_be_prepared_leaves_no_descriptor() -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError), prepare_supervisor(program(cwd="/nowhere")):
        pass
    with pytest.raises(ZeroDivisionError), prepare_supervisor(program()):
        raise ZeroDivisionError
    assert set(os.listdir("/proc/self/fd")) == before


def test_a_program_that_cannot_be_executed_is_an_error_with_its_stage() -> None:
    with prepare_supervisor(program(argv=["/nowhere/program"])) as launch:
        process = launch.spawn()
    with process:
        assert process.wait(240) == 127
    launch.pipes.close()
    assert launch.pipes.status == "error shell 2"


def test_a_supervised_command_keeps_to_its_own_folder_descriptor(harness: CommandHarness) -> None:
    """The path may lead elsewhere when the command starts; the descriptor counts."""
    moved = Path(f"{harness.root}-moved")
    order, fd = harness.build_command("pwd -P")
    try:
        os.rename(harness.root, moved)
        harness.root.mkdir()
        with prepare_supervisor(program(argv=["/bin/pwd", "-P"], cwd=order.cwd_fd)) as launch:
            process = launch.spawn()
        with process:
            assert process.stdout is not None
            assert process.stdout.read().decode().strip() == str(moved)
        launch.pipes.close()
    finally:
        os.close(fd)
