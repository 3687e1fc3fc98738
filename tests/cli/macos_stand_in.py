"""Runs `understudy` as if this were macOS: another platform name, and without what only Linux has.

Started as a program. It is no macOS: it shows that the paths without openat2, Landlock, bubblewrap and /proc are
taken, and work.
"""

import ctypes
import os
import shutil
import sys
import tempfile
import urllib.request  # noqa: F401 - on a Mac it loads a module that Python has only there

LINUX_ONLY = ("O_PATH", "O_TMPFILE", "memfd_create", "pidfd_open", "sched_getaffinity", "sched_setaffinity")

sys.platform = "darwin"
for name in LINUX_ONLY:
    if hasattr(os, name):
        delattr(os, name)
tempfile._O_TMPFILE_WORKS = False  # type: ignore[attr-defined] # it asked when it was imported

_which = shutil.which


def which_without_bubblewrap(command: str, *arguments: object, **more: object) -> str | None:
    return None if command == "bwrap" else _which(command, *arguments, **more)  # type: ignore[arg-type]


shutil.which = which_without_bubblewrap  # type: ignore[assignment]


class NoSystemCalls(ctypes.CDLL):
    """`syscall` and `prctl` are Linux's: whoever calls them by number has taken the wrong path."""

    def __getattr__(self, name: str) -> object:
        if name in ("syscall", "prctl"):
            raise AttributeError(f"{name} was looked up on a system that has no such call")
        return super().__getattr__(name)


ctypes.CDLL = NoSystemCalls  # type: ignore[misc]

from understudy.cli.main import main  # noqa: E402 - after the platform was changed

sys.exit(main())
