"""Moving bytes between us and a running command until it has ended: input in, both outputs out.

One loop in the calling thread, so that neither side can block the other. Limits are the watch's business.
"""

import contextlib
import os
import selectors
import subprocess
from collections.abc import Generator

from understudy.workspace.commands.limits import MAX_DRAINED_CHUNKS, PIPE_CHUNK_BYTES
from understudy.workspace.commands.output import OutputSink, StreamName
from understudy.workspace.commands.process.job import Job

__all__ = ["pump_io"]


def pump_io(job: Job, stdin: bytes | None, output: OutputSink) -> None:
    """Return as soon as the process has ended, whoever still holds its pipes open."""
    process = job.process
    names: dict[int, StreamName] = {job.stdout_fd: "stdout", job.stderr_fd: "stderr"}
    waiting = memoryview(stdin or b"")
    with selectors.DefaultSelector() as selector, _exit_descriptor(process) as ended:
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
            if job.termination is not None:
                job.kill_if_overdue()
            for key, events in selector.select(tick):
                fd = key.fd
                if events & selectors.EVENT_WRITE:
                    waiting = _write_chunk(fd, waiting)
                    if not waiting and process.stdin is not None:
                        # A command must see the end of its input.
                        selector.unregister(fd)
                        with contextlib.suppress(OSError):
                            process.stdin.close()
                elif fd in names and not _read_chunk(fd, names[fd], output):
                    selector.unregister(fd)
    _drain(names, output)


def _write_chunk(fd: int, waiting: memoryview) -> memoryview:
    """Write what fits and return the rest; nothing when nobody reads any more."""
    try:
        return waiting[os.write(fd, waiting[:PIPE_CHUNK_BYTES]) :]
    except BlockingIOError:
        return waiting
    except OSError:
        return waiting[:0]


def _read_chunk(fd: int, name: StreamName, output: OutputSink) -> bool:
    """Take one chunk; False at the end of the stream."""
    try:
        chunk = os.read(fd, PIPE_CHUNK_BYTES)
    except BlockingIOError:
        return True
    if chunk:
        output.feed(name, chunk)
    return bool(chunk)


def _drain(names: dict[int, StreamName], output: OutputSink) -> None:
    for fd, name in names.items():
        for _ in range(MAX_DRAINED_CHUNKS):
            try:
                chunk = os.read(fd, PIPE_CHUNK_BYTES)
            except BlockingIOError:
                break
            if not chunk:
                break
            output.feed(name, chunk)


@contextlib.contextmanager
def _exit_descriptor(process: "subprocess.Popen[bytes]") -> Generator[int | None]:
    """A descriptor that becomes readable when the process ends; None where the system has no such thing."""
    fd = None
    with contextlib.suppress(AttributeError, OSError):
        fd = os.pidfd_open(process.pid)
    try:
        yield fd
    finally:
        if fd is not None:
            os.close(fd)
