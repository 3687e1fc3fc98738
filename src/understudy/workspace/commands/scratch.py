"""The private folder of one command: its TMPDIR and the empty things that are mounted over hidden ones.

Fresh, for us alone, and gone afterwards whatever the command left in it.
"""

import contextlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Generator
from dataclasses import dataclass

__all__ = ["Scratch", "scratch"]


@dataclass(frozen=True, slots=True)
class Scratch:
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
def scratch() -> Generator[Scratch]:
    made = Scratch(os.path.realpath(tempfile.mkdtemp(prefix="understudy-")))
    try:
        for folder in (made.tmp, made.shared_memory, made.empty_folder):
            os.mkdir(folder, 0o700)
        os.close(os.open(made.empty_file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o400))
        yield made
    finally:
        _remove(made.base)


def _remove(base: str) -> None:
    try:
        shutil.rmtree(base)
    except (OSError, RecursionError):
        # Folders without rights, or nested deeper than Python can follow: `rm` manages both.
        _open_up(base)
        subprocess.run(
            ["rm", "-rf", "--", base], check=False, stderr=subprocess.DEVNULL, env={"PATH": os.defpath}
        )


def _open_up(base: str) -> None:
    with contextlib.suppress(OSError, RecursionError):
        for path, folders, _, fd in os.fwalk(base, onerror=None):
            for name in folders:
                mode = os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode
                if not stat.S_ISLNK(mode) and stat.S_IMODE(mode) & 0o700 != 0o700:
                    os.chmod(os.path.join(path, name), 0o700)
