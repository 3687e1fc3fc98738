"""Tools of the command tests: a workspace in which lines are run, and eyes on /proc."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from understudy.workspace.commands import Command, CommandResult, Sandbox, run
from understudy.workspace.commands.command import OutputCallback
from understudy.workspace.limits import Limits
from understudy.workspace.stop import Stop


@dataclass
class Bench:
    """A workspace of one or more roots in which lines are run."""

    root: Path
    roots: tuple[Path, ...]
    limits: Limits = field(default_factory=Limits)

    def order(self, line: str, *, cwd: Path | None = None, **changes: object) -> tuple[Command, int]:
        folder = cwd or self.root
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        command = Command(
            line=line,
            cwd=str(folder),
            cwd_fd=fd,
            roots=tuple(map(str, self.roots)),
            timeout=30,
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
        command, fd = self.order(line, cwd=cwd, **changes)
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


def processes_with(marker: str) -> list[int]:
    """Processes whose command line carries the marker; ourselves left out."""
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


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    """Ask until it is so, or until the time is over."""
    limit = time.monotonic() + seconds
    pause = threading.Event()
    while not condition():
        if time.monotonic() > limit:
            return False
        pause.wait(0.01)
    return True
