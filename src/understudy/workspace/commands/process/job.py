"""One started command: its process, and the one way in which it is ended from outside.

The two kinds of launch (`bubblewrap`, `supervised`) are subclasses; `running` drives either.

Moving bytes between us and a running command until it has ended: input in, both outputs out.

One loop in the calling thread, so that neither side can block the other. Limits are the watch's business.
"""

import contextlib
import os
import selectors
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from typing import IO, Final

from understudy.workspace.commands.command import Command, OutputSink, StreamName
from understudy.workspace.commands.isolation.landlock import LandlockRules
from understudy.workspace.commands.process import process_tree
from understudy.workspace.commands.process.limit_monitor import TerminationReason
from understudy.workspace.commands.process.supervised_process import SupervisedProgram, prepare_supervisor
from understudy.workspace.errors import ExecutionFailed
from understudy.workspace.limits import KILL_TIMEOUT_S, MAX_DRAINED_CHUNKS, PIPE_CHUNK_BYTES

__all__ = ["Job", "SupervisedJob", "pump_io", "shell_exit_code"]

_MARKER_VARIABLE: Final = "UNDERSTUDY_COMMAND"


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


class SupervisedJob(Job):
    """A command under the supervisor, held by Landlock or by no sandbox."""

    sandbox_process_count = 0

    def __init__(
        self,
        command: Command,
        environment: Mapping[str, str],
        landlock_rules: LandlockRules | None,
        *,
        file_size: int,
        oom_score: int,
    ) -> None:
        program = SupervisedProgram(
            argv=["/bin/sh", "-c", command.line],
            environment=environment,
            cwd=command.cwd_fd,
            rlimits={
                "RLIMIT_CORE": 0,
                "RLIMIT_FSIZE": file_size,
                "RLIMIT_NPROC": process_tree.process_rlimit(command.limits.max_processes),
            },
            oom_score=oom_score,
            niceness=process_tree.COMMAND_NICENESS,
            landlock=landlock_rules,
            marker_variable=_MARKER_VARIABLE,
        )
        with prepare_supervisor(program) as launch:
            process = launch.spawn(stdin=subprocess.DEVNULL if command.stdin is None else subprocess.PIPE)
        self._pipes = launch.pipes
        super().__init__(process)

    def wait_until_ready(self) -> None:
        """Return at once: the supervisor needs no confirmation, and reports a failed start in its status."""

    def exit_code(self) -> int:
        """The code in the supervisor's status; without a status it was killed or did not start."""
        kind, *rest = self._pipes.status.split() or ["lost"]
        match kind:
            case "exit":
                return int(rest[0])
            case "signal":
                return 128 + int(rest[0])
            case "error":
                raise ExecutionFailed(
                    f"The command could not be started ({rest[0]}: {os.strerror(int(rest[1]))}).", "os_error"
                )
            case _:
                return shell_exit_code(self.process.returncode) or 137

    def _kill(self) -> None:
        self._pipes.kill_tree()

    def _release_resources(self) -> None:
        self._pipes.close()


def _stream_fd(stream: "IO[bytes] | None") -> int:
    if stream is None:
        raise RuntimeError("a command is always started with pipes")
    return stream.fileno()


def shell_exit_code(status: int) -> int:
    """A Popen return code the way a shell says it."""
    return 128 - status if status < 0 else status


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
