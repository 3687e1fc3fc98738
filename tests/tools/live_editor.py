"""A small real editor and its terminal: unsaved texts over a folder, and a shell that runs commands.

The editor is careless on purpose. It follows links, writes in place and replaces undecodable bytes, so that any
request that should not have reached it does damage that a test detects.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from understudy.tools.editor_api import terminal_cancelled_error, terminal_timeout_error
from understudy.workspace import Denied, Stop
from understudy.workspace.commands import CommandResult

__all__ = ["Editor", "Terminal"]


class Editor:
    """The texts of open files; a write is saved at once, as editors do for agents."""

    def __init__(self, *, can_read: bool = True, can_write: bool = True) -> None:
        self.can_read = can_read
        self.can_write = can_write
        self.refuses = False
        self.unsaved: dict[str, str] = {}
        self.reads: list[str] = []
        self.writes: list[tuple[str, str]] = []
        self.before_answer: Callable[[], None] = lambda: None
        self.lock = threading.Lock()

    def type(self, path: Path, text: str) -> None:
        """Change the unsaved text, as a user who types."""
        self.unsaved[str(path)] = text

    def read(self, path: str) -> str | None:
        assert self.can_read, "an editor that cannot read was asked to"
        with self.lock:
            self.reads.append(path)
            text = self.unsaved.get(path)
        if text is None:
            try:
                text = Path(path).read_bytes().decode(errors="replace")
            except OSError:
                text = None
        self.before_answer()
        return text

    def write(self, path: str, text: str) -> None:
        assert self.can_write, "an editor that cannot write was asked to"
        if self.refuses:
            raise Denied("The editor says no.", "os_error")
        data = text.encode()
        with self.lock:
            self.writes.append((path, text))
            self.unsaved.pop(path, None)
            Path(path).write_bytes(data)

    @property
    def untouched(self) -> bool:
        return not self.reads and not self.writes


class Terminal:
    """A shell with both streams in one, as a terminal has them."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, dict[str, str]]] = []
        self.networks: list[bool] = []
        self.started = threading.Event()

    def run(
        self,
        line: str,
        cwd: str,
        environment: Mapping[str, str],
        timeout: float,
        output_limit: int,
        stop: Stop,
        network: bool = False,
    ) -> CommandResult:
        self.lines.append((line, cwd, dict(environment)))
        self.networks.append(network)
        begun = time.monotonic()
        shell = subprocess.Popen(
            ["/bin/sh", "-c", line],
            cwd=cwd,
            env={"PATH": os.environ.get("PATH", "/usr/bin:/bin"), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

        def end() -> None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)

        late = False
        with stop.on_cancel(end):
            self.started.set()
            try:
                said, _ = shell.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                late = True
                end()
                said, _ = shell.communicate(timeout=240)
        text = said[-output_limit:].decode(errors="replace")
        truncated = len(said) > output_limit
        duration = round((time.monotonic() - begun) * 1000)
        if stop.cancelled:
            raise terminal_cancelled_error(text, truncated=truncated, duration_ms=duration)
        if late:
            raise terminal_timeout_error(timeout, text, truncated=truncated, duration_ms=duration)
        code = shell.returncode
        return CommandResult(text, "", code if code >= 0 else 128 - code, truncated, duration)
