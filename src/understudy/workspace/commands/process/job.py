"""One started command: its process, and the one way in which it is ended from outside.

The two kinds of launch (`bubblewrap`, `supervised`) are subclasses; `running` drives either.
"""

import subprocess
import threading
import time
from abc import ABC, abstractmethod
from typing import IO

from understudy.workspace.commands.limits import KILL_TIMEOUT_S
from understudy.workspace.commands.process.limit_monitor import TerminationReason

__all__ = ["Job", "shell_exit_code"]


class Job(ABC):
    """Owns a child process until `close()`. `end` may be called from any thread, any number of times."""

    sandbox_process_count: int
    """Processes below the child that belong to the sandbox and not to the command."""
    read_only_mounts: frozenset[str] = frozenset()
    """Guarded paths that are read-only mounts for the command."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self._lock = threading.RLock()  # a signal handler may end it while this thread holds it
        self._closed = False
        self._terminated_at: float | None = None
        self.termination: TerminationReason | None = None

    def terminate(self, termination: TerminationReason) -> None:
        """End the whole tree. The first verdict is the one that is reported."""
        with self._lock:
            if self._closed:
                return
            if self.termination is None:
                self.termination = termination
                self._terminated_at = time.monotonic()
            self._kill()

    def kill_if_overdue(self) -> None:
        """After a patient while, end even the process that should have ended the others."""
        with self._lock:
            if self._closed or self._terminated_at is None:
                return
            if time.monotonic() - self._terminated_at > KILL_TIMEOUT_S:
                self.process.kill()
            else:
                self._kill()

    def close(self) -> None:
        """Leave nothing: no process, no zombie, no descriptor."""
        with self._lock:
            self._closed = True
            try:
                if self.process.poll() is None:
                    self._kill()
                    try:
                        self.process.wait(KILL_TIMEOUT_S)
                    except subprocess.TimeoutExpired:
                        self.process.kill()
                        self.process.wait()
            finally:
                for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                    if stream is not None:
                        try:
                            stream.close()
                        except OSError:
                            # Input that the command did not take.
                            continue
                self._release_resources()

    @property
    def stdout_fd(self) -> int:
        return _stream_fd(self.process.stdout)

    @property
    def stderr_fd(self) -> int:
        return _stream_fd(self.process.stderr)

    @abstractmethod
    def wait_until_ready(self) -> None:
        """Wait until the command runs inside its sandbox; raise when that could not be done."""

    @abstractmethod
    def exit_code(self) -> int:
        """The command's exit code, after the process has ended."""

    @abstractmethod
    def _kill(self) -> None: ...

    @abstractmethod
    def _release_resources(self) -> None: ...


def _stream_fd(stream: "IO[bytes] | None") -> int:
    if stream is None:
        raise RuntimeError("a command is always started with pipes")
    return stream.fileno()


def shell_exit_code(status: int) -> int:
    """A Popen return code the way a shell says it."""
    return 128 - status if status < 0 else status
