"""Reserves the standard streams of the process for the protocol, and runs a server on them.

While a server runs, fd 0 is empty and fd 1 is the log, so that nothing printed in this process or in a child
can corrupt a frame. The real streams are on private descriptors that no child inherits.
"""

import asyncio
import fcntl
import os
import stat
import sys
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from understudy.wire.limits import PIPE_BYTES

__all__ = ["claim_stdio", "make_nonblocking", "run_on_stdio"]

_F_SETPIPE_SZ: Final = 1031

T = TypeVar("T")


@contextmanager
def claim_stdio() -> Generator[tuple[int, int]]:
    """Yield private descriptors of the real standard input and output; restore fd 0 and 1 at the end."""
    source = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3)
    sink = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 3)
    sys.stdout.flush()
    log = _dup_log_fd()
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(log, 1)
    os.close(empty)
    os.close(log)
    try:
        if stat.S_ISFIFO(os.fstat(sink).st_mode) and sys.platform == "linux":
            with suppress(
                OSError
            ):  # A larger pipe needs fewer loop iterations for a large frame. Not every user may set it.
                fcntl.fcntl(sink, _F_SETPIPE_SZ, PIPE_BYTES)
        yield source, sink
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os.dup2(source, 0)
        os.dup2(sink, 1)
        os.close(source)
        os.close(sink)


def run_on_stdio(serve: Callable[[int, int], Coroutine[Any, Any, T]]) -> T:
    """Claim the standard streams, run `serve(source, sink)`, and give the streams back."""
    with claim_stdio() as (source, sink), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(serve(source, sink))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop if it is installed: a round trip takes a third of the time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _dup_log_fd() -> int:
    """A new descriptor for the log. If there is no standard error, fd 2 is reserved, so that no file gets it."""
    with suppress(OSError):
        return os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != 2:
        os.dup2(nowhere, 2)
        return nowhere
    os.set_inheritable(2, True)
    return os.dup(2)


def make_nonblocking(fd: int) -> Callable[[], None]:
    """Make writes non-blocking; return a function that restores the mode.

    Only for a pipe or socket: the mode of a terminal or file is shared with its other users.
    """
    mode = os.fstat(fd).st_mode
    if not os.get_blocking(fd) or not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return lambda: None
    os.set_blocking(fd, False)

    def restore() -> None:
        with suppress(OSError):
            os.set_blocking(fd, True)

    return restore
