"""The process of an agent: its start, its standard error, and its end. Knows no ACP.

The agent runs under the supervisor (`workspace.commands.process`), so even a detached grandchild ends with it,
and everything ends with our own process, also by kill -9. `Launch` is what is started: a program as it is, or
the program that a sandbox starts in its place.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Protocol

from understudy.client.errors import AgentGone
from understudy.client.limits import (
    EXIT_AFTER_KILL_TIMEOUT_S,
    EXIT_AFTER_SIGTERM_TIMEOUT_S,
    EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S,
    LAST_OUTPUT_BYTES,
    MAX_LOG_EXCERPT_CHARS,
    STDERR_TAIL_BYTES,
    STDERR_TAIL_READS,
)
from understudy.wire import LineChannel
from understudy.workspace.commands import ByteTail
from understudy.workspace.commands.process import (
    SupervisedProgram,
    SupervisorPipes,
    prepare_supervisor,
    terminate_program,
)

__all__ = ["AgentProcess", "Launch", "PlainLaunch", "StderrTail", "resolve_command", "strip_control_chars"]


MARKER_VARIABLE: Final = "UNDERSTUDY_CLIENT"


class Launch(Protocol):
    """What is started, with hooks around it: a plain program, or one in a sandbox."""

    @property
    def argv(self) -> Sequence[str]:
        """The first word is the path of a program."""
        ...

    @property
    def environ(self) -> Mapping[str, str]: ...

    @property
    def cwd(self) -> str: ...

    @property
    def pass_fds(self) -> Sequence[int]:
        """Descriptors that the program inherits under the same numbers."""
        ...

    @property
    def problem(self) -> str:
        """Why a sandbox did not start the program; empty if it did, or if there is no sandbox."""
        ...

    @property
    def warnings(self) -> Sequence[str]:
        """What a sandbox cannot protect here, in sentences."""
        ...

    @property
    def changes(self) -> Sequence[str]:
        """After `close`: what the program changed in a sandbox's roots that other programs trust, in sentences."""
        ...

    def after_spawn(self) -> None:
        """Called after the start, also if it failed."""
        ...

    def kill(self) -> None:
        """Kill the process tree."""
        ...

    def close(self) -> None:
        """Called when all processes have ended: clean up."""
        ...


@dataclass(frozen=True, slots=True)
class PlainLaunch:
    """A program without a sandbox."""

    argv: Sequence[str]
    environ: Mapping[str, str]
    cwd: str
    pass_fds: Sequence[int] = ()
    problem: str = ""
    warnings: Sequence[str] = ()
    changes: Sequence[str] = ()

    def after_spawn(self) -> None: ...

    def kill(self) -> None: ...

    def close(self) -> None: ...


def resolve_command(command: Sequence[str], environ: Mapping[str, str], cwd: str) -> list[str]:
    """Resolve the program of a command to its path. Raises AgentGone if there is no such program."""
    if not command or not command[0]:
        raise AgentGone("No command was given for the agent.")
    name = command[0]
    if "/" in name:
        path = str(Path(cwd, name))
        usable = os.path.isfile(path) and os.access(path, os.X_OK)
        problem = "cannot be executed" if os.path.exists(path) else "was not found"
    else:
        path = shutil.which(name, path=environ.get("PATH", os.defpath)) or ""
        usable, problem = bool(path), "was not found on the PATH"
    if not usable:
        raise AgentGone(f"The agent cannot be started: {name} {problem}.")
    return [path, *command[1:]]


class StderrTail:
    """The end of an agent's standard error, which is read all the time, so that its writer never blocks."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._tail = ByteTail(STDERR_TAIL_BYTES)
        self._reading = True
        os.set_blocking(fd, False)
        self._loop.add_reader(fd, self._read)

    @property
    def text(self) -> str:
        return self._tail.data.decode("utf-8", "replace")

    @property
    def error_suffix(self) -> str:
        """The end of the log, to follow the sentence of an error; empty if there is no log."""
        log = strip_control_chars(self.text).strip()
        excerpt = log[-MAX_LOG_EXCERPT_CHARS:]
        if len(log) > MAX_LOG_EXCERPT_CHARS:
            excerpt = excerpt.partition("\n")[2].strip() or excerpt  # drop an incomplete line
        return f" Its log ends with:\n{excerpt}" if excerpt else ""

    def read_available(self) -> None:
        """Read what is in the pipe, at most STDERR_TAIL_READS times."""
        for _ in range(STDERR_TAIL_READS):
            if self._reading:
                self._read()

    def close(self) -> None:
        """Read what is in the pipe, and stop reading."""
        self.read_available()
        if self._reading:
            self._stop()

    def _read(self) -> None:
        data = b""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._fd, 1 << 16)
            if not data:
                self._stop()
        self._tail.append(data)

    def _stop(self) -> None:
        self._reading = False
        self._loop.remove_reader(self._fd)


def strip_control_chars(text: str) -> str:
    """Remove control characters, because another program wrote the text and it may be shown on a terminal."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t")


class AgentProcess:
    """Starts the agent when it is made; `close` ends it and everything that it started."""

    def __init__(self, launch: Launch) -> None:
        self._loop = asyncio.get_running_loop()
        self._launch = launch
        self._tree_exited = asyncio.Event()
        self._closed = False
        self.exit_timeout_s = EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S
        """How long it may take to exit after its stdin was closed."""
        try:
            self._process, self._supervisor = _start(launch)
        except OSError as error:
            launch.after_spawn()
            launch.close()
            raise AgentGone(f"The agent cannot be started: {error.strerror or error}.") from None
        launch.after_spawn()
        self.channel = LineChannel(self._stdout.fileno(), self._stdin.fileno())
        self.stderr_tail = StderrTail(self._stderr.fileno())
        self._loop.add_reader(self._supervisor.status_fd, self._read_status)

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None  # noqa: S101
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None  # noqa: S101
        return self._process.stdout

    @property
    def _stderr(self) -> IO[bytes]:
        assert self._process.stderr is not None  # noqa: S101
        return self._process.stderr

    @property
    def has_exited(self) -> bool:
        return self._tree_exited.is_set()

    async def wait_for_exit(self, seconds: float) -> bool:
        """Wait for the end of the process tree, at most this long. Return whether it has ended."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._tree_exited.wait()
        return self._tree_exited.is_set()

    def read_last_output(self) -> bytes:
        """Return the beginning of what the agent wrote and the channel did not read.

        The channel reads nothing more once the agent does not take a message, as when it has ended already.
        """
        os.set_blocking(self._stdout.fileno(), False)
        with contextlib.suppress(BlockingIOError):
            return os.read(self._stdout.fileno(), LAST_OUTPUT_BYTES)
        return b""

    @property
    def exit_description(self) -> str:
        """How the agent ended, as the predicate of a sentence."""
        kind, *rest = self._supervisor.status.split() or ["running"]
        match kind, rest:
            case "exit", [code]:
                return f"ended with exit status {code}"
            case "signal", [number]:
                return f"was ended by {_signal_name(int(number))}"
            case "error", [stage, number]:
                # The supervisor calls its last step, executing the program, "shell".
                step = "" if stage == "shell" else f"{stage}: "
                return f"cannot be started ({step}{os.strerror(int(number))})"
            case _:
                return "was killed" if self._tree_exited.is_set() else "closed its output"

    @property
    def sandbox_problem(self) -> str:
        """Why the sandbox did not start the agent."""
        return self._launch.problem

    @property
    def sandbox_warnings(self) -> Sequence[str]:
        """What the sandbox cannot protect here, in sentences."""
        return self._launch.warnings

    @property
    def sandbox_changes(self) -> Sequence[str]:
        """After `close`: what the agent changed in the roots that other programs trust, in sentences."""
        return self._launch.changes

    async def close(self) -> None:
        """End the agent: close its stdin, then SIGTERM, then kill the whole tree."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError):
            self._stdin.close()
        os.set_blocking(self._stdout.fileno(), False)
        # Read and drop the rest of its output: it might not exit cleanly at a full or closed pipe.
        self._loop.add_reader(self._stdout.fileno(), self._discard_output)
        try:
            if not await self.wait_for_exit(self.exit_timeout_s):
                terminate_program(self._process.pid)
                if not await self.wait_for_exit(EXIT_AFTER_SIGTERM_TIMEOUT_S):
                    self._kill()
                    await self.wait_for_exit(EXIT_AFTER_KILL_TIMEOUT_S)
        finally:
            self._release()

    def _kill(self) -> None:
        self._supervisor.kill_tree()
        self._launch.kill()

    def _release(self) -> None:
        """Reap the supervisor and release everything. If `close` was cancelled, the tree is killed at once."""
        self._kill()
        self._loop.remove_reader(self._supervisor.status_fd)
        self._loop.remove_reader(self._stdout.fileno())
        self.stderr_tail.close()
        try:
            self._process.wait(EXIT_AFTER_KILL_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            self._supervisor.close()
            self._stdout.close()
            self._stderr.close()
            self._launch.close()

    def _read_status(self) -> None:
        if self._supervisor.read_status():
            self._loop.remove_reader(self._supervisor.status_fd)
            self._tree_exited.set()

    def _discard_output(self) -> None:
        fd = self._stdout.fileno()
        with contextlib.suppress(BlockingIOError):
            if not os.read(fd, 1 << 16):
                self._loop.remove_reader(fd)


def _start(launch: Launch) -> "tuple[subprocess.Popen[bytes], SupervisorPipes]":
    program = SupervisedProgram(
        argv=launch.argv,
        environment=launch.environ,
        cwd=launch.cwd,
        marker_variable=MARKER_VARIABLE,
    )
    with prepare_supervisor(program) as prepared:
        return prepared.spawn(pass_fds=launch.pass_fds), prepared.pipes


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
