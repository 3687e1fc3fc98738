"""A harness that runs commands in a temporary workspace, and helpers that find processes in /proc."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from understudy.workspace.commands import Command, CommandResult, Sandbox, run
from understudy.workspace.commands.command import OutputCallback
from understudy.workspace.errors import TimedOut
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
