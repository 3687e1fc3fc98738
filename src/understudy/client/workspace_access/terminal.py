"""One terminal: a command in its sandbox, run by a thread until its last process has ended.

It has no input and no interactive shell. `terminals` decides who may have one, and how many.
"""

import asyncio
import codecs
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from understudy.abandoned_tasks import retrieve_exception
from understudy.client.limits import MAX_PENDING_LISTENER_CHARS
from understudy.schema import acp
from understudy.workspace import Stop, Workspace, WorkspaceError
from understudy.workspace.commands import (
    ByteTail,
    Command,
    CommandOutcome,
    StreamName,
    reports_no_network,
    require_sandbox,
    run_streaming,
    validate_command,
)

__all__ = ["Terminal", "TerminalCommand", "TerminalOutput"]


class TerminalOutput:
    """The last `limit` bytes of stdout and stderr, in order of arrival. Uses at most twice the limit in memory.

    The terminal's thread writes it; the event loop's thread reads it.
    """

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
        """Add a message of the client to the output."""
        self._append(text)

    def read(self) -> tuple[str, bool]:
        """The retained output, and whether earlier output was dropped."""
        with self._lock:
            data, truncated = self._tail.data, self._tail.truncated
        # Drop an incomplete character at the beginning.
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
    """The command of a terminal, after its validation."""

    shell_line: str
    cwd: str
    environment: dict[str, str]
    output_limit: int
    network: bool = False


class Terminal:
    """Starts its command when it is made. For the event loop's thread."""

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
        """Resolved when the command is about to start, or with the error why it is not."""
        self.exited: asyncio.Future[acp.TerminalExitStatus] = self._loop.create_future()
        """The exit status: set when its last process has ended."""
        # Not a thread of the loop's pool, which a few terminals would fill; and the kernel kills a sandbox when
        # the thread that started it ends.
        self._thread = threading.Thread(target=self._run_thread, name="understudy-terminal", daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """Kill the command and everything that it started. It has ended when `exited` is set."""
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
        workspace, terminal_command = self._workspace, self._command
        with workspace.open_folder(terminal_command.cwd) as (fd, folder):
            command = Command(
                line=terminal_command.shell_line,
                cwd=folder.path,
                cwd_fd=fd,
                roots=tuple(root.path for root in workspace.roots),
                root_fds=tuple(root.fd for root in workspace.roots),
                timeout=_NO_TIMEOUT_S,
                environment=terminal_command.environment,
                readable=workspace.readable,
                network=terminal_command.network,
                limits=workspace.limits,
            )
            require_sandbox(workspace.sandbox)
            validate_command(command)
            self._call_in_loop(lambda: _resolve(self.started))
            try:
                outcome = run_streaming(
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
        offline = not command.network and workspace.sandbox.name != "off"
        if outcome.exit_code and offline and reports_no_network(self._output.read()[0]):
            self._output.add_note("\n[The command had no network.]\n")
        return self._exit_status(outcome)

    def _exit_status(self, outcome: CommandOutcome) -> acp.TerminalExitStatus:
        changed = [*outcome.restore_result.reverted, *outcome.restore_result.not_reverted]
        if changed:
            remaining = (
                f" NOT undone: {', '.join(outcome.restore_result.not_reverted[:5])}."
                if outcome.restore_result.not_reverted
                else ""
            )
            self._output.add_note(
                f"\n[Changes of repository internals were undone: {', '.join(changed[:5])}.{remaining}]\n"
            )
        if outcome.planted:
            self._output.add_note(
                "\n[The command left a repository whose settings or hooks run programs: "
                f"{', '.join(outcome.planted)}. Look at it before a program such as git uses it.]\n"
            )
        if outcome.termination is not None:
            if outcome.termination.reason != "cancelled":
                self._output.add_note(f"\n[{outcome.termination.message}]\n")
            return acp.TerminalExitStatus(signal="SIGKILL")
        return acp.TerminalExitStatus(exit_code=outcome.exit_code, signal=_signal_name(outcome.exit_code))

    def _finish(self, status: acp.TerminalExitStatus, problem: Exception | None) -> None:
        if not self.started.done():
            self.started.set_exception(problem or RuntimeError("the terminal did not begin"))
            retrieve_exception(self.started)
        if not self.exited.done():
            self.exited.set_result(status)

    def _queue_text(self, text: str) -> None:
        """Called by the thread: collect text until the event loop passes it to the listener."""
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
        except RuntimeError:  # the event loop is closed
            self._stop.cancel()


def _resolve(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


def _signal_name(code: int | None) -> str | None:
    """The name of signal n in a shell's exit code 128 + n."""
    if code is None or code <= 128:
        return None
    try:
        return signal.Signals(code - 128).name
    except ValueError:
        return None
