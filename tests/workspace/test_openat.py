"""Both ways of opening beneath a descriptor give the same guarantee."""

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.workspace.paths import openat

Opener = Callable[[int, str, int, int], int]


@pytest.fixture(params=["openat2", "walk"])
def opener(request: pytest.FixtureRequest) -> Opener:
    if request.param == "walk":
        return openat._open_by_walking
    if not openat._openat2_works:
        pytest.skip("this kernel has no openat2")
    return openat._openat2


@pytest.fixture
def directory(root: Path) -> int:
    (root / "a").mkdir()
    (root / "a" / "file").write_text("x")
    (root / "link").symlink_to("a")
    (root / "a" / "leaf").symlink_to("file")
    (root / "out").symlink_to("/etc")
    return os.open(root, os.O_RDONLY | os.O_DIRECTORY)


@pytest.mark.requirement("DIR-09")
@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("link/file", errno.ELOOP),
        ("a/leaf", errno.ELOOP),
        ("out/passwd", errno.ELOOP),
        ("out", errno.ELOOP),
        ("../x", errno.EXDEV),
        ("a/../../x", errno.EXDEV),
        ("a/missing", errno.ENOENT),
        ("missing/x", errno.ENOENT),
        ("a/file/x", errno.ENOTDIR),
    ],
)
def test_links_and_parents_are_refused(opener: Opener, directory: int, path: str, number: int) -> None:
    with pytest.raises(OSError) as caught:
        opener(directory, path, os.O_RDONLY | os.O_CLOEXEC, 0)
    assert caught.value.errno == number


def test_existing_files_and_folders_are_opened(opener: Opener, directory: int) -> None:
    for path in ("a/file", "./a/file", "a//file"):
        fd = opener(directory, path, os.O_RDONLY | os.O_CLOEXEC, 0)
        assert os.read(fd, 10) == b"x"
        assert not os.get_inheritable(fd)
        os.close(fd)
    for path in (".", "a"):
        os.close(opener(directory, path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, 0))


def kernel_has_openat2(directory: int) -> bool:
    """Whether the system call works, found out without the module under test."""
    libc = ctypes.CDLL(None, use_errno=True)
    how = struct.pack("QQQ", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, 0, 0)
    descriptor = libc.syscall(437, directory, b".", how, ctypes.c_size_t(len(how)))
    if descriptor >= 0:
        os.close(descriptor)
    return descriptor >= 0


@pytest.mark.skipif(sys.platform != "linux", reason="openat2 is a system call of Linux")
def test_openat2_is_used_where_the_kernel_has_it(directory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert openat._openat2_works is kernel_has_openat2(directory)
    used: list[str] = []
    for name in ("_openat2", "_open_by_walking"):
        monkeypatch.setattr(openat, name, lambda *_, name=name: used.append(name) or -1)
    for works in (True, False):
        monkeypatch.setattr(openat, "_openat2_works", works)
        openat.open_beneath(directory, "a", os.O_RDONLY)
    assert used == ["_openat2", "_open_by_walking"]


@pytest.mark.skipif(openat._statx is None, reason="this system has no statx")
def test_the_mount_id_of_statx_is_the_one_in_proc(directory: int) -> None:
    from_proc = str(openat._mount_id_from_proc(directory))
    if not from_proc.startswith("mnt_id:"):
        pytest.skip("this system has no /proc")
    assert openat._mount_id(directory) == int(from_proc.split()[1])


@pytest.mark.parametrize("result", [0, -1])
def test_a_statx_that_reports_no_mount_id_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, directory: int, result: int
) -> None:
    monkeypatch.setattr(openat, "_statx", lambda *_: result)  # as kernels before 5.8 do, or a filter
    assert openat._mount_id(directory) == openat._mount_id_from_proc(directory)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has openat2")
@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EPERM])
def test_an_openat2_that_the_kernel_or_a_filter_refuses_is_not_used(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(openat, "_openat2", refused)
    assert openat._probe_openat2() is False


def test_a_new_file_has_the_mode_that_was_asked_for(opener: Opener, directory: int) -> None:
    before = os.umask(0)
    try:
        for name, mode in (("private", 0o600), ("shared", 0o644)):
            fd = opener(directory, f"a/{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
            assert os.fstat(fd).st_mode & 0o777 == mode
            os.close(fd)
    finally:
        os.umask(before)


def test_a_link_itself_is_not_opened_as_a_path(opener: Opener, directory: int) -> None:
    for path in ("link", "a/leaf"):
        with pytest.raises(OSError) as caught:
            opener(directory, path, os.O_PATH | os.O_CLOEXEC, 0)
        assert caught.value.errno == errno.ELOOP
