"""The process of one command: starting it under the supervisor, moving its input and output, ending it.

`Job` is the interface that `runner` uses; `SupervisedJob` is a command without bubblewrap, and
`isolation.bubblewrap` has the other subclass. `pump_io` moves input and output in one loop in the calling thread,
so that neither side can block the other. Limits are checked by `limit_monitor`.
"""

import contextlib
import os
import selectors
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import IO, Final

from understudy.workspace.commands.command import Command, OutputSink, StreamName
from understudy.workspace.commands.control_groups import join_groups
from understudy.workspace.commands.isolation.landlock import LandlockRules
from understudy.workspace.commands.isolation.seccomp import SeccompFilter
from understudy.workspace.commands.process import process_tree
from understudy.workspace.commands.process.limit_monitor import TerminationReason
from understudy.workspace.commands.process.supervised_process import SupervisedProgram, prepare_supervisor
from understudy.workspace.errors import ExecutionFailed
from understudy.workspace.limits import KILL_TIMEOUT_S, MAX_DRAINED_CHUNKS, PIPE_CHUNK_BYTES

__all__ = ["Job", "SupervisedJob", "pump_io", "shell_exit_code"]

_MARKER_VARIABLE: Final = "UNDERSTUDY_COMMAND"


class Job(ABC):
    """Owns a child process until `close`. `terminate` may be called from any thread, any number of times."""

    sandbox_process_count: int
    """How many processes below the child belong to the sandbox and not to the command."""
    read_only_mounts: frozenset[str] = frozenset()
    """Protected paths that are read-only mounts for the command."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        # Reentrant: a signal handler may call `terminate` while this thread holds the lock.
        self._lock = threading.RLock()
        self._closed = False
        self._terminated_at: float | None = None
        self.termination: TerminationReason | None = None

    def terminate(self, termination: TerminationReason) -> None:
        """Kill the whole process tree. The first reason is the one that is reported."""
        with self._lock:
            if self._closed:
                return
            if self.termination is None:
                self.termination = termination
                self._terminated_at = time.monotonic()
            self._kill()

    def kill_if_overdue(self) -> None:
        """Kill the tree again; after KILL_TIMEOUT_S kill the child itself, which should have ended the others."""
        with self._lock:
            if self._closed or self._terminated_at is None:
                return
            if time.monotonic() - self._terminated_at > KILL_TIMEOUT_S:
                self.process.kill()
            else:
                self._kill()

    def close(self) -> None:
        """End and reap every process, and close every descriptor."""
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
                            # Input that the command did not read.
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
        """Wait until the command runs inside its sandbox. Raises ExecutionFailed if it cannot."""

    @abstractmethod
    def exit_code(self) -> int:
        """The exit code of the command, once the process has exited."""

    @abstractmethod
    def _kill(self) -> None: ...

    @abstractmethod
    def _release_resources(self) -> None: ...


class SupervisedJob(Job):
    """A command under the supervisor, with Landlock or without a sandbox."""

    sandbox_process_count = 0

    def __init__(
        self,
        command: Command,
        environment: Mapping[str, str],
        landlock_rules: LandlockRules | None,
        *,
        seccomp_filter: SeccompFilter | None = None,
        writable: Sequence[str] = (),
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
            seccomp=seccomp_filter,
            writable=writable,
            marker_variable=_MARKER_VARIABLE,
        )
        with prepare_supervisor(program) as prepared:
            launch = replace(prepared, argv=join_groups(command.groups, prepared.argv))
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
    """Convert a return code of Popen to an exit code as a shell reports it."""
    return 128 - status if status < 0 else status


def pump_io(job: Job, stdin: bytes | None, output: OutputSink) -> None:
    """Move input and output until the process has exited, even if a descendant still holds its pipes open."""
    process = job.process
    names: dict[int, StreamName] = {job.stdout_fd: "stdout", job.stderr_fd: "stderr"}
    pending_input = memoryview(stdin or b"")
    with selectors.DefaultSelector() as selector, _exit_descriptor(process) as exit_fd:
        for fd in names:
            os.set_blocking(fd, False)
            selector.register(fd, selectors.EVENT_READ)
        if exit_fd is not None:
            selector.register(exit_fd, selectors.EVENT_READ)
        if process.stdin is not None:
            os.set_blocking(process.stdin.fileno(), False)
            selector.register(process.stdin.fileno(), selectors.EVENT_WRITE)
        # Without a descriptor for the exit the process has to be polled.
        interval_s = 0.1 if exit_fd is not None else 0.02
        while process.poll() is None:
            if job.termination is not None:
                job.kill_if_overdue()
            for key, events in selector.select(interval_s):
                fd = key.fd
                if events & selectors.EVENT_WRITE:
                    pending_input = _write_chunk(fd, pending_input)
                    if not pending_input and process.stdin is not None:
                        # Close it, so that the command sees the end of its input.
                        selector.unregister(fd)
                        with contextlib.suppress(OSError):
                            process.stdin.close()
                elif fd in names and not _read_chunk(fd, names[fd], output):
                    selector.unregister(fd)
    _drain(names, output)


def _write_chunk(fd: int, pending_input: memoryview) -> memoryview:
    """Write what the pipe takes and return the rest; return nothing if the pipe has no reader."""
    try:
        return pending_input[os.write(fd, pending_input[:PIPE_CHUNK_BYTES]) :]
    except BlockingIOError:
        return pending_input
    except OSError:
        return pending_input[:0]


def _read_chunk(fd: int, name: StreamName, output: OutputSink) -> bool:
    """Read one chunk. Return False at the end of the stream."""
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
    """A descriptor that becomes readable when the process exits; None where the system has no pidfd."""
    fd = None
    with contextlib.suppress(AttributeError, OSError):
        fd = os.pidfd_open(process.pid)
    try:
        yield fd
    finally:
        if fd is not None:
            os.close(fd)
