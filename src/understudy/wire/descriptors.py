"""The process's standard streams, taken over by the protocol.

While a server runs, fd 0 is empty and fd 1 is the log: whatever prints in this process or in a child
cannot touch a frame. The real streams live on private descriptors that no child inherits.
"""

import fcntl
import os
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

from understudy.wire.limits import PIPE_BYTES

__all__ = ["claim_stdio", "make_nonblocking"]

_F_SETPIPE_SZ: Final = 1031


@contextmanager
def claim_stdio() -> Generator[tuple[int, int]]:
    """Private descriptors of the real standard input and output; put back on the way out."""
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
            with suppress(OSError):  # A bigger pipe: fewer turns for a big frame. Not everyone may.
                fcntl.fcntl(sink, _F_SETPIPE_SZ, PIPE_BYTES)
        yield source, sink
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os.dup2(source, 0)
        os.dup2(sink, 1)
        os.close(source)
        os.close(sink)


def _dup_log_fd() -> int:
    """A new descriptor for the log. Where there is no standard error, nothing else may take its place."""
    with suppress(OSError):
        return os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if nowhere != 2:
        os.dup2(nowhere, 2)
        return nowhere
    os.set_inheritable(2, True)
    return os.dup(2)


def make_nonblocking(fd: int) -> Callable[[], None]:
    """Let writes return instead of waiting; what it gives back undoes that.

    A pipe or socket is ours alone to switch; a terminal or file would stay switched for its other users.
    """
    mode = os.fstat(fd).st_mode
    if not os.get_blocking(fd) or not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        return lambda: None
    os.set_blocking(fd, False)

    def restore() -> None:
        with suppress(OSError):
            os.set_blocking(fd, True)

    return restore
