"""Run ripgrep as a counter: which files of a large tree match, and how often.

Only names and numbers are taken from it; every character that a caller sees is read by this process beneath
the root. So nothing depends on how ripgrep resolves paths, and a huge result costs no more than its file
names.

ripgrep is confined, because it walks by name: a folder that is replaced by a link while it runs could lead it
outside. Landlock restricts a thread and the processes that the thread starts. So a short-lived thread gives
up its own right to read anything but the searched folder (and the libraries that a program needs to start),
and only then starts ripgrep. Without Landlock, ripgrep is started unconfined; then a race could make it
count, but never show, content outside.
"""

import contextlib
import ctypes
import os
import re
import resource
import selectors
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from understudy.workspace.limits import (
    LOW_PRIORITY,
    RIPGREP_MEMORY_BYTES,
    RIPGREP_POLL_INTERVAL_S,
    RIPGREP_READ_BYTES,
    RIPGREP_READ_DELAY_S,
)
from understudy.workspace.paths import Place, WalkFilter
from understudy.workspace.patterns import SearchPattern
from understudy.workspace.stop import Stop

__all__ = [
    "RipgrepFailed",
    "build_arguments",
    "count_matches",
    "find_files_with_words",
    "ripgrep_path",
    "start_confined",
]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_NO_NEW_PRIVILEGES: Final = 38
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_HANDLED_RIGHTS: Final = (1 << 13) - 1 & ~1  # every right of the first version, except execution
_SYSTEM_PATH: Final = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin"
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
    """Call `start`, which starts `program`, in a thread that can read nothing but the open `folder`."""
    outcome: list[subprocess.Popen[bytes] | BaseException] = []

    def work() -> None:
        try:
            _restrict_thread(program, folder)
            outcome.append(start())
        except BaseException as error:  # noqa: BLE001 - raised again in the calling thread
            outcome.append(error)

    if not _has_landlock():
        return start()
    thread = threading.Thread(target=work, name="understudy-fence", daemon=True)
    thread.start()
    thread.join()
    (result,) = outcome
    if isinstance(result, BaseException):
        raise result
    return result


def _has_landlock() -> bool:
    return sys.platform == "linux" and _libc().syscall(_CREATE_RULESET, None, 0, 1) > 0


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _restrict_thread(program: str, folder: int) -> None:
    """Drop every file access right of this thread, irrevocably, except for the paths named here."""
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


# A name may contain a newline but never a NUL, and a number contains neither.
_RECORD = re.compile(rb"(?:\./)?([^\0]*)\0(\d+)\n")
_NAME = re.compile(rb"(?:\./)?([^\0]+)\0")
_GITIGNORE_OPTIONS: Final = (
    "--no-require-git",
    "--no-ignore-parent",
    "--no-ignore-dot",
    "--no-ignore-global",
    "--no-ignore-exclude",
)


class RipgrepFailed(Exception):
    """ripgrep failed; the caller must search in process."""


@cache
def ripgrep_path() -> str | None:
    """The rg next to this Python executable, else that of the system.

    Not the first on the PATH, which may begin with a folder of a root, like `node_modules/.bin`: a command could
    write an rg there, which would then run with more rights than the command.
    """
    beside = Path(sys.executable).parent / "rg"
    return str(beside) if os.access(beside, os.X_OK) else shutil.which("rg", path=_SYSTEM_PATH)


def build_arguments(
    pattern: SearchPattern, filters: WalkFilter, start: Place, mounts: tuple[str, ...]
) -> list[str] | None:
    """ripgrep's arguments for this search; None if ripgrep would interpret them differently in any way."""
    program = ripgrep_path()
    at_root = start.relative == "."
    if program is None or pattern.ripgrep_pattern is None:
        return None
    if filters.gitignore and (filters.include or not at_root):
        return None  # ripgrep searches a file that a glob includes even if it is ignored
    globs: list[str] = []
    for patterns, mark in ((filters.include, ""), (filters.exclude, "!")):
        if patterns is None:
            continue
        translated = patterns.to_ripgrep(exclude=mark == "!")
        if translated is None or (patterns.is_rooted and not at_root):
            return None
        globs += [f"--glob={mark}{glob}" for glob in translated]
    for mount in mounts:
        below = mount[len(start.path.rstrip("/")) + 1 :]
        if any(char in below for char in "*?[]{}\\!"):
            return None
        globs.append(f"--glob=!/{below}/")
    ignore = _GITIGNORE_OPTIONS if filters.gitignore else ("--no-ignore",)
    return [
        program,
        "--no-config",
        "--no-messages",
        "--hidden",
        "--no-follow",
        "--no-mmap",
        "--null",
        "--count-matches",
        "--with-filename",
        "--color=never",
        *ignore,
        *globs,
        "--ignore-case" if pattern.ignore_case else "--case-sensitive",
        f"--regexp={pattern.ripgrep_pattern}",
        "--",
        "./",
    ]


def count_matches(
    command: list[str], start: Place, stop: Stop, on_wait: Callable[[], None]
) -> Iterator[tuple[str, int]]:
    """Run the command in the folder `start`; yield the relative path and the count of each file with matches.

    `on_wait` is called at intervals while ripgrep reports nothing.
    """
    process = _start(command, start)
    with process, stop.on_cancel(process.kill):
        try:
            for record in _read_records(process, stop, on_wait, _RECORD):
                yield os.fsdecode(record[1]), int(record[2])
        finally:
            process.kill()
    if process.returncode not in (0, 1) and not stop.cancelled:
        raise RipgrepFailed


def find_files_with_words(
    words: Sequence[str], start: Place, stop: Stop, excluded_folders: Iterable[str], max_file_bytes: int
) -> Iterator[str]:
    """Yield the relative paths of the files below `start` that contain one of the words as a whole word.

    Hidden and ignored files are left out. Runs at a low priority. Raises RipgrepFailed.
    """
    program = ripgrep_path()
    if program is None or not words:
        raise RipgrepFailed
    command = [
        program,
        *("--no-config", "--no-messages", "--no-follow", "--no-mmap", "--null", "--color=never"),
        *("--files-with-matches", "--fixed-strings", "--word-regexp", "--case-sensitive"),
        *_GITIGNORE_OPTIONS,
        f"--max-filesize={max_file_bytes}",
        *(f"--glob=!{folder}/" for folder in sorted(excluded_folders)),
        *(f"--regexp={word}" for word in words),
        "--",
        "./",
    ]
    process = _start(command, start)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
    with process, stop.on_cancel(process.kill):
        try:
            for record in _read_records(process, stop, lambda: None, _NAME):
                yield os.fsdecode(record[1])
        finally:
            process.kill()
    if process.returncode not in (0, 1) and not stop.cancelled:
        raise RipgrepFailed


def _start(command: list[str], start: Place) -> "subprocess.Popen[bytes]":
    folder = start.open(os.O_RDONLY | os.O_DIRECTORY)
    null_fd = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)  # opened here, because the confined thread cannot
    try:
        process = start_confined(
            lambda: subprocess.Popen(
                command,
                cwd=f"/proc/self/fd/{folder}" if sys.platform == "linux" else start.path,
                stdin=null_fd,
                stdout=subprocess.PIPE,
                stderr=null_fd,
                env={},
                start_new_session=True,
            ),
            command[0],
            folder,
        )
    except OSError as error:
        raise RipgrepFailed from error
    finally:
        os.close(folder)
        os.close(null_fd)
    if hasattr(resource, "prlimit"):
        with contextlib.suppress(OSError):
            resource.prlimit(process.pid, resource.RLIMIT_AS, (RIPGREP_MEMORY_BYTES, RIPGREP_MEMORY_BYTES))
    return process


def _read_records(
    process: subprocess.Popen[bytes], stop: Stop, on_wait: Callable[[], None], pattern: re.Pattern[bytes]
) -> Iterator[re.Match[bytes]]:
    assert process.stdout is not None  # noqa: S101 - requested above
    out = process.stdout.fileno()
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(out, selectors.EVENT_READ)
        while True:
            stop.check()
            left = stop.remaining()
            if not selector.select(
                timeout=RIPGREP_POLL_INTERVAL_S if left is None else min(left, RIPGREP_POLL_INTERVAL_S)
            ):
                on_wait()
                continue
            data = os.read(out, RIPGREP_READ_BYTES)
            if not data:
                break
            if len(data) < RIPGREP_READ_BYTES // 4:
                # ripgrep writes file by file, and each wake-up of this process takes a core away from it.
                time.sleep(RIPGREP_READ_DELAY_S)
            rest += data
            position = 0
            for record in pattern.finditer(rest):
                position = record.end()
                yield record
            rest = rest[position:]
    process.wait()
