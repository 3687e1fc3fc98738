"""A fence around ripgrep: it walks by name, so a folder swapped for a link could lead it out while it runs.

Landlock binds a thread and what the thread starts. So a short-lived thread takes away its own right to read
anything but the searched folder (and the libraries that a program needs to start), and only then starts the
program. Where there is no Landlock the program starts without; then a race could make it count, though
never show, what lies outside.
"""

import contextlib
import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Final

__all__ = ["start_confined"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES: Final = 38
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_HANDLED_RIGHTS: Final = (1 << 13) - 1 & ~1  # all that the first version knows, but for starting programs
_LIBRARY_PATHS: Final = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/nix/store",
    "/gnu/store",
)


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def start_confined(
    start: Callable[[], "subprocess.Popen[bytes]"], program: str, folder: int
) -> "subprocess.Popen[bytes]":
    """Call `start`, which starts `program`, where nothing but the open `folder` can be read."""
    outcome: list[subprocess.Popen[bytes] | BaseException] = []

    def work() -> None:
        try:
            _restrict_thread(program, folder)
            outcome.append(start())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            outcome.append(error)

    if not _has_landlock():
        return start()
    thread = threading.Thread(target=work, name="understudy-fence", daemon=True)
    thread.start()
    thread.join()
    (made,) = outcome
    if isinstance(made, BaseException):
        raise made
    return made


def _has_landlock() -> bool:
    return sys.platform == "linux" and _libc().syscall(_CREATE_RULESET, None, 0, 1) > 0


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _restrict_thread(program: str, folder: int) -> None:
    """Take from this thread, for good, every right to files but the ones named here."""
    libc = _libc()
    handled = ctypes.c_uint64(_HANDLED_RIGHTS)
    ruleset = _check_syscall(libc.syscall(_CREATE_RULESET, ctypes.byref(handled), ctypes.c_size_t(8), 0))
    try:
        _allow_path(libc, ruleset, folder, _READ_FILE | _READ_DIR)
        for path in (program, *_LIBRARY_PATHS):
            with contextlib.suppress(OSError):
                fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
                try:
                    _allow_path(libc, ruleset, fd, _READ_FILE)
                finally:
                    os.close(fd)
        _check_syscall(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        _check_syscall(libc.syscall(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def _allow_path(libc: ctypes.CDLL, ruleset: int, fd: int, rights: int) -> None:
    rule = _PathBeneath(rights, fd)
    _check_syscall(libc.syscall(_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0))


def _check_syscall(value: int) -> int:
    if value < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return value
