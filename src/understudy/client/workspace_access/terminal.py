"""One terminal: a command in its sandbox, attended by a thread until its last process is gone.

It has no input and no shell of its own. Who may have one, and how many, is `terminals`' business.

The last part of what a terminal's command has said, within a number of bytes.

The thread that attends the command feeds it; the loop's thread reads it.
"""

import asyncio
import codecs
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from understudy.client.calls import retrieve_exception
from understudy.client.limits import MAX_PENDING_LISTENER_CHARS
from understudy.schema import acp
from understudy.workspace import Stop, Workspace, WorkspaceError
from understudy.workspace.commands import (
    ByteTail,
    Command,
    CommandOutcome,
    StreamName,
    require_sandbox,
    run_streaming,
    validate_command,
)

__all__ = ["Terminal", "TerminalCommand", "TerminalOutput"]


class TerminalOutput:
    """Both streams in the order in which they came, as text. Memory is bounded by twice the limit."""

    def __init__(self, limit: int, on_text: Callable[[str], None] | None = None) -> None:
        self._on_text = on_text
        self._lock = threading.Lock()
        self._tail = ByteTail(limit)
        new = codecs.getincrementaldecoder("utf-8")
        self._decoders = {name: new(errors="replace") for name in ("stdout", "stderr")}

    def feed(self, name: StreamName, chunk: bytes) -> None:
        self._append(self._decoders[name].decode(chunk))

    def close(self) -> None:
        for decoder in self._decoders.values():
            self._append(decoder.decode(b"", final=True))

    def add_note(self, text: str) -> None:
        """A word of our own among the command's."""
        self._append(text)

    def read(self) -> tuple[str, bool]:
        """What is kept, and whether something before it is not."""
        with self._lock:
            data, truncated = self._tail.data, self._tail.truncated
        # Half a character at the beginning is no character.
        return data.decode(errors="ignore"), truncated

    def _append(self, text: str) -> None:
        if not text:
            return
        data = text.encode()
        with self._lock:
            self._tail.append(data)
        if self._on_text is not None:
            self._on_text(text)


_NO_TIMEOUT_S: Final = 10 * 365 * 86_400.0


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """What to run, after the first checks."""

    shell_line: str
    cwd: str
    environment: dict[str, str]
    output_limit: int


class Terminal:
    """Made and used in the loop's thread."""

    def __init__(
        self, command: TerminalCommand, workspace: Workspace, on_text: Callable[[str], None] | None
    ) -> None:
        self._command = command
        self.output_limit = command.output_limit
        self._workspace = workspace
        self._loop = asyncio.get_running_loop()
        self._stop = Stop()
        self._listener = on_text
        self._lock = threading.Lock()
        self._pending_text = ""
        self._output = TerminalOutput(command.output_limit, None if on_text is None else self._queue_text)
        self.started: asyncio.Future[None] = self._loop.create_future()
        """The command is about to run; or why it is not."""
        self.exited: asyncio.Future[acp.TerminalExitStatus] = self._loop.create_future()
        """How it ended: set when no process of it is left."""
        # Not a worker of the loop's pool, which a few terminals would fill; and the kernel ends a sandbox
        # with the thread that has started it.
        self._thread = threading.Thread(target=self._run_thread, name="understudy-terminal", daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """End it and all that it has started. It is over when `ended` is set."""
        self._stop.cancel()

    def output(self) -> acp.TerminalOutputResponse:
        text, truncated = self._output.read()
        status = self.exited.result() if self.exited.done() else None
        return acp.TerminalOutputResponse(output=text, truncated=truncated, exit_status=status)

    def _run_thread(self) -> None:
        problem: Exception | None = None
        status = acp.TerminalExitStatus()
        try:
            status = self._run_command()
        except WorkspaceError as error:
            problem = error
        except Exception as error:
            problem = error
            raise
        finally:
            self._call_in_loop(lambda: self._finish(status, problem))

    def _run_command(self) -> acp.TerminalExitStatus:
        workspace, order = self._workspace, self._command
        with workspace.open_folder(order.cwd) as (fd, place):
            command = Command(
                line=order.shell_line,
                cwd=place.path,
                cwd_fd=fd,
                roots=tuple(root.path for root in workspace.roots),
                root_fds=tuple(root.fd for root in workspace.roots),
                timeout=_NO_TIMEOUT_S,
                environment=order.environment,
                limits=workspace.limits,
            )
            require_sandbox(workspace.sandbox)
            validate_command(command)
            self._call_in_loop(lambda: _resolve(self.started))
            try:
                ended = run_streaming(
                    command,
                    sandbox=workspace.sandbox,
                    stop=self._stop,
                    output=self._output,
                    inherited_variables=workspace.inherited_variables,
                )
            except WorkspaceError as error:
                if self._stop.cancelled:
                    return acp.TerminalExitStatus(signal="SIGKILL")
                self._output.add_note(f"\n[{error.message}]\n")
                return acp.TerminalExitStatus(exit_code=126)
        return self._exit_status(ended)

    def _exit_status(self, ended: CommandOutcome) -> acp.TerminalExitStatus:
        changed = [*ended.restore_result.reverted, *ended.restore_result.not_reverted]
        if changed:
            left = (
                f" NOT undone: {', '.join(ended.restore_result.not_reverted[:5])}."
                if ended.restore_result.not_reverted
                else ""
            )
            self._output.add_note(
                f"\n[Changes of repository internals were undone: {', '.join(changed[:5])}.{left}]\n"
            )
        if ended.termination is not None:
            if ended.termination.reason != "cancelled":
                self._output.add_note(f"\n[{ended.termination.message}]\n")
            return acp.TerminalExitStatus(signal="SIGKILL")
        return acp.TerminalExitStatus(exit_code=ended.exit_code, signal=_signal_name(ended.exit_code))

    def _finish(self, status: acp.TerminalExitStatus, problem: Exception | None) -> None:
        if not self.started.done():
            self.started.set_exception(problem or RuntimeError("the terminal did not begin"))
            retrieve_exception(self.started)
        if not self.exited.done():
            self.exited.set_result(status)

    def _queue_text(self, text: str) -> None:
        """Called by the thread: what was not shown yet goes to the loop in one piece."""
        with self._lock:
            waiting = bool(self._pending_text)
            self._pending_text = (self._pending_text + text)[-MAX_PENDING_LISTENER_CHARS:]
        if not waiting:
            self._call_in_loop(self._flush_text)

    def _flush_text(self) -> None:
        with self._lock:
            text, self._pending_text = self._pending_text, ""
        if self._listener is not None and text:
            self._listener(text)

    def _call_in_loop(self, call: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:  # the loop is closed: nobody is left to be told
            self._stop.cancel()


def _resolve(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


def _signal_name(code: int | None) -> str | None:
    """The signal that a shell's 128 + n speaks of."""
    if code is None or code <= 128:
        return None
    try:
        return signal.Signals(code - 128).name
    except ValueError:
        return None
