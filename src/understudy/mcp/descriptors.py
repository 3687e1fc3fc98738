"""The process's standard streams, taken over by the protocol.

While the server runs, fd 0 is empty and fd 1 is the log: whatever prints in this process or in a child
cannot touch a frame. The real streams live on private descriptors that no child inherits.
"""

import fcntl
import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

__all__ = ["claimed"]

PIPE_SIZE: Final = 1 << 20
_F_SETPIPE_SZ: Final = 1031


@contextmanager
def claimed() -> Generator[tuple[int, int]]:
    """Private descriptors of the real standard input and output; put back on the way out."""
    source = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3)
    sink = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 3)
    sys.stdout.flush()
    empty = os.open(os.devnull, os.O_RDONLY)
    try:
        log = os.dup(2)
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY)
    os.dup2(empty, 0)
    os.dup2(log, 1)
    os.close(empty)
    os.close(log)
    # A pipe or socket is ours alone to switch; a terminal or file would stay switched for its other users.
    mode = os.fstat(sink).st_mode
    switched = os.get_blocking(sink) and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))
    try:
        if switched:
            os.set_blocking(sink, False)
        if stat.S_ISFIFO(mode) and sys.platform == "linux":
            with suppress(OSError):  # A bigger pipe: fewer turns for a big frame. Not everyone may.
                fcntl.fcntl(sink, _F_SETPIPE_SZ, PIPE_SIZE)
        yield source, sink
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        if switched:
            with suppress(OSError):
                os.set_blocking(sink, True)
        os.dup2(source, 0)
        os.dup2(sink, 1)
        os.close(source)
        os.close(sink)
