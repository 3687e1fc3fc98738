"""Moving bytes between us and a running command until it has ended: input in, both outputs out.

One loop in the calling thread, so that neither side can block the other. Limits are the watch's business.
"""

import contextlib
import os
import selectors
import subprocess
from collections.abc import Generator
from typing import Final

from understudy.workspace.commands.job import Job
from understudy.workspace.commands.output import Sink, StreamName

__all__ = ["pump"]

_CHUNK: Final = 1 << 16
_LAST_CHUNKS: Final = 32
"""Pipes hold at most 1 MiB; more after the end comes from someone who got hold of a pipe."""


def pump(job: Job, stdin: bytes | None, output: Sink) -> None:
    """Return as soon as the process has ended, whoever still holds its pipes open."""
    process = job.process
    names: dict[int, StreamName] = {job.stdout: "stdout", job.stderr: "stderr"}
    waiting = memoryview(stdin or b"")
    with selectors.DefaultSelector() as selector, _end_of(process) as ended:
        for fd in names:
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ)
        if ended is not None:
            selector.register(ended, selectors.EVENT_READ)
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
            selector.register(process.stdin.fileno(), selectors.EVENT_WRITE)
        # Without a descriptor for the process's end it has to be asked.
        tick = 0.1 if ended is not None else 0.02
        while process.poll() is None:
            if job.verdict is not None:
                job.insist()
            for key, events in selector.select(tick):
                fd = key.fd
                if events & selectors.EVENT_WRITE:
                    waiting = _write(fd, waiting)
                    if not waiting and process.stdin is not None:
                        # A command must see the end of its input.
                        selector.unregister(fd)
                        with contextlib.suppress(OSError):
                            process.stdin.close()
                elif fd in names and not _read(fd, names[fd], output):
                    selector.unregister(fd)
    _drain(names, output)


def _write(fd: int, waiting: memoryview) -> memoryview:
    """Write what fits and return the rest; nothing when nobody reads any more."""
    try:
        return waiting[os.write(fd, waiting[:_CHUNK]) :]
    except BlockingIOError:
        return waiting
    except OSError:
        return waiting[:0]


def _read(fd: int, name: StreamName, output: Sink) -> bool:
    """Take one chunk; False at the end of the stream."""
    try:
        chunk = os.read(fd, _CHUNK)
    except BlockingIOError:
        return True
    if chunk:
        output.feed(name, chunk)
    return bool(chunk)


def _drain(names: dict[int, StreamName], output: Sink) -> None:
    for fd, name in names.items():
        for _ in range(_LAST_CHUNKS):
            try:
                chunk = os.read(fd, _CHUNK)
            except BlockingIOError:
                break
            if not chunk:
                break
            output.feed(name, chunk)


@contextlib.contextmanager
def _end_of(process: "subprocess.Popen[bytes]") -> Generator[int | None]:
    """A descriptor that becomes readable when the process ends; None where the system has no such thing."""
    fd = None
    with contextlib.suppress(AttributeError, OSError):
        fd = os.pidfd_open(process.pid)
    try:
        yield fd
    finally:
        if fd is not None:
            os.close(fd)
