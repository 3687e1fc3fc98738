"""A harness that runs commands in a temporary workspace, and helpers that find processes in /proc."""

import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from understudy.workspace.commands import Command, CommandResult, Sandbox, run
from understudy.workspace.commands.command import OutputCallback
from understudy.workspace.commands.process import supervised_process
from understudy.workspace.errors import ExecutionFailed, TimedOut, WorkspaceError
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop


@dataclass
class CommandHarness:
    """A workspace of one or more roots in which commands are run."""

    root: Path
    roots: tuple[Path, ...]
    limits: Limits = field(default_factory=Limits)

    def build_command(self, line: str, *, cwd: Path | None = None, **changes: object) -> tuple[Command, int]:
        folder = cwd or self.root
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        command = Command(
            line=line,
            cwd=str(folder),
            cwd_fd=fd,
            roots=tuple(map(str, self.roots)),
            timeout=240,
            environment={},
            limits=self.limits,
        )
        return replace(command, **changes), fd

    def run(
        self,
        line: str,
        sandbox: Sandbox,
        *,
        stop: Stop | None = None,
        on_output: OutputCallback | None = None,
        inherit: tuple[str, ...] = (),
        cwd: Path | None = None,
        **changes: object,
    ) -> CommandResult:
        command, fd = self.build_command(line, cwd=cwd, **changes)
        try:
            return run(
                command,
                sandbox=sandbox,
                stop=stop or Stop(),
                on_output=on_output,
                inherited_variables=inherit,
            )
        finally:
            os.close(fd)

    def run_until_time_limit(
        self, line: str, sandbox: Sandbox, *, printed: str, **changes: object
    ) -> TimedOut:
        """Run a command that does not end, with a time limit that is long enough for it to print `printed`.

        On a busy machine the start of the sandbox alone may take longer than a short limit.
        """
        for timeout in (1.0, 5.0, 25.0):
            try:
                self.run(line, sandbox, timeout=timeout, **changes)
            except TimedOut as error:
                if printed in error.details["stdout"] or timeout == 25.0:
                    return error
        raise AssertionError("the command ended by itself")


ORDINARY_USER = 65534
"""nobody: an account that every system has, and that owns nothing."""


@dataclass
class OrdinaryUserHarness(CommandHarness):
    """Runs commands as an ordinary user, from a process of a superuser: in a forked child with another user id.

    `folder` belongs to that user. It holds the root, the home folder, and copies of the supervisor, because the
    repository and the interpreter may be closed to other users.
    """

    folder: Path = field(default_factory=Path)

    def run(self, line: str, sandbox: Sandbox, **changes: object) -> CommandResult:
        read_fd, write_fd = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside other threads
            child = os.fork()
        if child == 0:
            os.close(read_fd)
            answer: object = RuntimeError("the child failed")
            try:
                self._become_ordinary()
                answer = super().run(line, sandbox, **changes)
            except WorkspaceError as error:
                answer = (type(error).__name__, error.sentence, error.details)
            except BaseException as error:
                answer = RuntimeError(repr(error))
            finally:
                with os.fdopen(write_fd, "wb") as pipe:
                    pickle.dump(answer, pipe)
                os._exit(0)
        os.close(write_fd)
        with os.fdopen(read_fd, "rb") as pipe:
            answer = pickle.load(pipe)
        os.waitpid(child, 0)
        match answer:
            case CommandResult():
                return answer
            case (name, sentence, {"reason": reason, **details}):
                raise {"TimedOut": TimedOut}.get(name, ExecutionFailed)(sentence, reason, **details)
            case _:
                raise AssertionError(answer)

    def _become_ordinary(self) -> None:
        os.setgroups([])
        os.setgid(ORDINARY_USER)
        os.setuid(ORDINARY_USER)
        os.environ["HOME"] = str(self.folder / "home")
        tempfile.tempdir = str(self.folder / "tmp")
        supervised_process._SUPERVISOR_FILE = str(self.folder / "supervisor.py")  # pyright: ignore
        if not os.access(sys.executable, os.X_OK):
            sys.executable = "/usr/bin/python3"


def make_ordinary_user_harness() -> OrdinaryUserHarness:
    """The caller removes `folder`."""
    if os.geteuid() != 0:
        pytest.skip("only a superuser can become another user")
    folder = Path(tempfile.mkdtemp(prefix="understudy-user-", dir="/var/tmp"))
    source = Path(supervised_process._SUPERVISOR_FILE).parent  # pyright: ignore
    for name in ("supervisor.py", "metadata_broker.py"):
        shutil.copy(source / name, folder / name)
    for name in ("root", "home", "tmp"):
        (folder / name).mkdir()
    for path in (folder, *folder.iterdir()):
        os.chown(path, ORDINARY_USER, ORDINARY_USER)
    return OrdinaryUserHarness(folder / "root", (folder / "root",), folder=folder)


def processes_with(marker: str) -> list[int]:
    """The processes with the marker in their command line, except this one."""
    found: list[int] = []
    for name in os.listdir("/proc"):
        if not name.isdecimal() or int(name) == os.getpid():
            continue
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if marker.encode() in words:
            found.append(int(name))
    return found


def eventually(condition: Callable[[], bool], seconds: float = 240) -> bool:
    """Poll a condition until it holds. Return False after `seconds`.

    Polls less often after a while: a look at all processes costs time that the awaited program needs.
    """
    limit = time.monotonic() + seconds
    pause = threading.Event()
    interval = 0.01
    while not condition():
        if time.monotonic() > limit:
            return False
        pause.wait(interval)
        interval = min(interval * 1.3, 0.1)
    return True
