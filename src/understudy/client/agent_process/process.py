"""The agent's process: how it is started, what it says on its standard error, and its end.

It runs under the workspace's supervisor, the small process that makes itself the reaper of all that a program
leaves behind. So even a detached grandchild ends with the agent, and everything ends when our own process is
gone, also by kill -9, because the supervisor's control pipe closes then. Knows no ACP.

What is started when an agent is: a program as it is, or whatever a sandbox puts around it.
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
    MAX_LOG_EXCERPT_CHARS,
    STDERR_TAIL_BYTES,
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
    """What is started, and what is done around it: a plain program, or one in a sandbox."""

    @property
    def argv(self) -> Sequence[str]:
        """The first is the path of a program."""
        ...

    @property
    def environ(self) -> Mapping[str, str]: ...

    @property
    def cwd(self) -> str: ...

    @property
    def pass_fds(self) -> Sequence[int]:
        """Descriptors that the program gets under the same numbers."""
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
        """Told in any case, also if the start failed."""
        ...

    def kill(self) -> None:
        """End the tree at once, by force."""
        ...

    def close(self) -> None:
        """All processes have ended: put away what is left."""
        ...


@dataclass(frozen=True, slots=True)
class PlainLaunch:
    """A program as it is. The supervisor holds its tree together."""

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
    """The command with its program's path. Raises AgentGone if there is no such program."""
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
    """Reads a descriptor until it ends; never lets its writer wait."""

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
        """What an error adds to its sentence; nothing if nothing was said."""
        whole = strip_control_chars(self.text).strip()
        said = whole[-MAX_LOG_EXCERPT_CHARS:]
        if len(whole) > MAX_LOG_EXCERPT_CHARS:
            said = said.partition("\n")[2].strip() or said  # no half line
        return f" Its log ends with:\n{said}" if said else ""

    def close(self) -> None:
        """Take what is there, and read no more."""
        if self._reading:
            for _ in range(8):
                self._read()
                if not self._reading:
                    return
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
    """Without what a terminal would obey: another program wrote this, and people will read it."""
    return "".join(mark for mark in text if mark.isprintable() or mark in "\n\t")


class AgentProcess:
    """Started when it is made; `close` ends it, and all that it started."""

    def __init__(self, launch: Launch) -> None:
        self._loop = asyncio.get_running_loop()
        self._launch = launch
        self._tree_exited = asyncio.Event()
        self._closed = False
        self.exit_timeout_s = EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S
        """Seconds that it has to leave after its input was closed."""
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

    async def wait_for_exit(self, seconds: float) -> bool:
        """Whether the last process of the tree has ended, after waiting for it so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._tree_exited.wait()
        return self._tree_exited.is_set()

    @property
    def exit_description(self) -> str:
        """How the agent ended, to follow its name in a sentence."""
        kind, *rest = self._supervisor.status.split() or ["running"]
        match kind, rest:
            case "exit", [code]:
                return f"ended with exit status {code}"
            case "signal", [number]:
                return f"was ended by {_signal_name(int(number))}"
            case "error", [stage, number]:
                # The supervisor's word for the last step, becoming the program, is one for commands.
                step = "" if stage == "shell" else f"{stage}: "
                return f"cannot be started ({step}{os.strerror(int(number))})"
            case _:
                return "was killed" if self._tree_exited.is_set() else "closed its output"

    @property
    def sandbox_problem(self) -> str:
        """Why a sandbox did not let the agent in."""
        return self._launch.problem

    @property
    def sandbox_warnings(self) -> Sequence[str]:
        """What a sandbox cannot hold here."""
        return self._launch.warnings

    @property
    def sandbox_changes(self) -> Sequence[str]:
        """After its end: what it changed in a sandbox's roots that other programs trust, in sentences."""
        return self._launch.changes

    async def close(self) -> None:
        """End it: its input first, then a request to terminate, then the whole tree, by force."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError):
            self._stdin.close()
        os.set_blocking(self._stdout.fileno(), False)
        # What it still wants to say is read and dropped: at a full or closed pipe it might not end well.
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
        """Whoever was cancelled while it waited comes here early: then the supervisor ends the tree at once."""
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
