"""Both ways of opening beneath a descriptor give the same guarantee."""

import errno
import os
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
