"""One started command: its process, and the one way in which it is ended from outside.

The two kinds of launch (`bubblewrap`, `supervised`) are subclasses; `running` drives either.
"""

import subprocess
import threading
import time
from abc import ABC, abstractmethod
from typing import IO, Final

from understudy.workspace.commands.watch import Verdict

__all__ = ["Job", "exit_code_of"]

_PATIENCE: Final = 8.0


class Job(ABC):
    """Owns a child process until `close()`. `end` may be called from any thread, any number of times."""

    overhead: int
    """Processes below the child that belong to the sandbox and not to the command."""
    held: frozenset[str] = frozenset()
    """Guarded paths that are read-only mounts for the command."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self._lock = threading.RLock()  # a signal handler may end it while this thread holds it
        self._closed = False
        self._ended_at: float | None = None
        self.verdict: Verdict | None = None

    def end(self, verdict: Verdict) -> None:
        """End the whole tree. The first verdict is the one that is reported."""
        with self._lock:
            if self._closed:
                return
            if self.verdict is None:
                self.verdict = verdict
                self._ended_at = time.monotonic()
            self._kill()

    def insist(self) -> None:
        """After a patient while, end even the process that should have ended the others."""
        with self._lock:
            if self._closed or self._ended_at is None:
                return
            if time.monotonic() - self._ended_at > _PATIENCE:
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
                        self.process.wait(_PATIENCE)
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
                self._release()

    @property
    def stdout(self) -> int:
        return _descriptor(self.process.stdout)

    @property
    def stderr(self) -> int:
        return _descriptor(self.process.stderr)

    @abstractmethod
    def ready(self) -> None:
        """Wait until the command runs inside its sandbox; raise when that could not be done."""

    @abstractmethod
    def exit_code(self) -> int:
        """The command's exit code, after the process has ended."""

    @abstractmethod
    def _kill(self) -> None: ...

    @abstractmethod
    def _release(self) -> None: ...


def _descriptor(stream: "IO[bytes] | None") -> int:
    if stream is None:
        raise RuntimeError("a command is always started with pipes")
    return stream.fileno()


def exit_code_of(status: int) -> int:
    """A Popen return code the way a shell says it."""
    return 128 - status if status < 0 else status
