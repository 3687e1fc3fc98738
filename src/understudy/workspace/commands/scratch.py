"""The private folder of one command: its TMPDIR, and the empty file and folder that are mounted over hidden paths.

Created for each command, accessible to our user only, and removed afterwards, whatever the command left in it.
"""

import contextlib
import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from understudy.workspace.limits import SCRATCH_MIN_STALE_AGE_S

__all__ = ["ScratchFolder", "remove_stale_folders", "scratch_folder"]

_PREFIX: Final = "understudy-command-"
_FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class ScratchFolder:
    """The paths inside the folder at `base`."""

    base: str

    @property
    def tmp(self) -> str:
        return os.path.join(self.base, "tmp")

    @property
    def shared_memory(self) -> str:
        return f"{self.base}/shm"

    @property
    def empty_folder(self) -> str:
        return f"{self.base}/empty"

    @property
    def empty_file(self) -> str:
        return f"{self.base}/blank"


@contextlib.contextmanager
def scratch_folder() -> Generator[ScratchFolder]:
    """Create a folder, locked while it is in use, and remove it on exit."""
    scratch = ScratchFolder(os.path.realpath(tempfile.mkdtemp(prefix=_PREFIX)))
    lock = os.open(scratch.base, _FOLDER_FLAGS)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for folder in (scratch.tmp, scratch.shared_memory, scratch.empty_folder):
            os.mkdir(folder, 0o700)
        os.close(os.open(scratch.empty_file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o400))
        yield scratch
    finally:
        _remove_tree(scratch.base)
        os.close(lock)


def remove_stale_folders() -> None:
    """Remove folders that killed processes left behind: those whose lock is free."""
    parent = os.path.realpath(tempfile.gettempdir())
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX):
                _remove_if_stale(entry.path)


def _remove_if_stale(path: str) -> None:
    with contextlib.suppress(OSError):
        lock = os.open(path, _FOLDER_FLAGS)
        try:
            status = os.fstat(lock)
            # A new folder may not be locked yet.
            if status.st_uid == os.geteuid() and time.time() - status.st_mtime > SCRATCH_MIN_STALE_AGE_S:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove_tree(path)
        finally:
            os.close(lock)


def _remove_tree(base: str) -> None:
    try:
        shutil.rmtree(base)
    except (OSError, RecursionError):
        # Folders without permissions, or nested deeper than Python can recurse: `rm` removes both.
        _make_removable(base)
        subprocess.run(
            ["rm", "-rf", "--", base], check=False, stderr=subprocess.DEVNULL, env={"PATH": os.defpath}
        )


def _make_removable(base: str) -> None:
    with contextlib.suppress(OSError, RecursionError):
        for path, folders, _, fd in os.fwalk(base, onerror=None):
            for name in folders:
                mode = os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode
                if not stat.S_ISLNK(mode) and stat.S_IMODE(mode) & 0o700 != 0o700:
                    os.chmod(os.path.join(path, name), 0o700)
