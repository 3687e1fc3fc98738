"""ripgrep as a counter: which files of a large tree match, and how often.

Only names and numbers come from it; every character that a caller sees is read by us beneath the root. So
nothing depends on ripgrep's own idea of paths, and a huge answer costs no more than its file names.
"""

import contextlib
import os
import re
import resource
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from understudy.workspace.paths.resolution import Place
from understudy.workspace.paths.walk import WalkFilter
from understudy.workspace.patterns import SearchPattern
from understudy.workspace.search.confined_process import start_confined
from understudy.workspace.search.limits import (
    RIPGREP_MEMORY_BYTES,
    RIPGREP_POLL_INTERVAL_S,
    RIPGREP_READ_BYTES,
    RIPGREP_READ_DELAY_S,
)
from understudy.workspace.stop import Stop

__all__ = ["RipgrepFailed", "build_arguments", "count_matches", "ripgrep_path"]


# A name may have a newline in it, but never a NUL, and a number has neither.
_RECORD = re.compile(rb"(?:\./)?([^\0]*)\0(\d+)\n")


class RipgrepFailed(Exception):
    """ripgrep could not do it; the caller searches by itself."""


@cache
def ripgrep_path() -> str | None:
    """The rg beside this Python, else the one on the PATH."""
    beside = Path(sys.executable).parent / "rg"
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("rg")
    return found if found is not None and os.path.isabs(found) else None


def build_arguments(
    pattern: SearchPattern, filters: WalkFilter, start: Place, mounts: tuple[str, ...]
) -> list[str] | None:
    """ripgrep's arguments for this search, or None if it would not mean exactly the same."""
    program = ripgrep_path()
    at_root = start.relative == "."
    if program is None or pattern.ripgrep_pattern is None:
        return None
    if filters.gitignore and (filters.include or not at_root):
        return None  # what ripgrep is told to include it takes even if it is ignored
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
    ignore = (
        [
            "--no-require-git",
            "--no-ignore-parent",
            "--no-ignore-dot",
            "--no-ignore-global",
            "--no-ignore-exclude",
        ]
        if filters.gitignore
        else ["--no-ignore"]
    )
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
    """Run it in the open folder `start` and yield each file that it finds, by its path below, with its count.

    `waiting` is called now and then while nothing is found.
    """
    folder = start.open(os.O_RDONLY | os.O_DIRECTORY)
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)  # opened out here: behind the fence it cannot be
    try:
        process = start_confined(
            lambda: subprocess.Popen(
                command,
                cwd=f"/proc/self/fd/{folder}" if sys.platform == "linux" else start.path,
                stdin=nothing,
                stdout=subprocess.PIPE,
                stderr=nothing,
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
        os.close(nothing)
    if hasattr(resource, "prlimit"):
        with contextlib.suppress(OSError):
            resource.prlimit(process.pid, resource.RLIMIT_AS, (RIPGREP_MEMORY_BYTES, RIPGREP_MEMORY_BYTES))
    with process, stop.on_cancel(process.kill):
        try:
            yield from _read_counts(process, stop, on_wait)
        finally:
            process.kill()
    if process.returncode not in (0, 1) and not stop.cancelled:
        raise RipgrepFailed


def _read_counts(
    process: subprocess.Popen[bytes], stop: Stop, on_wait: Callable[[], None]
) -> Iterator[tuple[str, int]]:
    assert process.stdout is not None  # noqa: S101 - asked for above
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
                # It writes file by file, and each time that we wake it has one core less to search with.
                time.sleep(RIPGREP_READ_DELAY_S)
            rest += data
            position = 0
            for record in _RECORD.finditer(rest):
                position = record.end()
                yield os.fsdecode(record[1]), int(record[2])
            rest = rest[position:]
    process.wait()
