"""One terminal: a command in its sandbox, attended by a thread until its last process is gone.

It has no input and no shell of its own. Who may have one, and how many, is `terminals`' business.
"""

import asyncio
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from understudy.client.serving.tail import Tail
from understudy.schema import acp
from understudy.workspace import Stop, Workspace, WorkspaceError
from understudy.workspace.commands import Command, Ended, live
from understudy.workspace.commands.command import check
from understudy.workspace.commands.running import require_sandbox

__all__ = ["Order", "Terminal"]

_FOREVER: Final = 10 * 365 * 86_400.0
_SHOWN_AT_ONCE: Final = 1 << 18
"""Characters that wait for a listener at most; of a flood it gets the last part."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run, after the first checks."""

    line: str
    cwd: str
    environment: dict[str, str]
    output_limit: int


class Terminal:
    """Made and used in the loop's thread."""

    def __init__(self, order: Order, workspace: Workspace, on_text: Callable[[str], None] | None) -> None:
        self._order = order
        self.output_limit = order.output_limit
        self._workspace = workspace
        self._loop = asyncio.get_running_loop()
        self._stop = Stop()
        self._listener = on_text
        self._lock = threading.Lock()
        self._unshown = ""
        self._tail = Tail(order.output_limit, None if on_text is None else self._show)
        self.begun: asyncio.Future[None] = self._loop.create_future()
        """The command is about to run; or why it is not."""
        self.ended: asyncio.Future[acp.TerminalExitStatus] = self._loop.create_future()
        """How it ended: set when no process of it is left."""
        # Not a worker of the loop's pool, which a few terminals would fill; and the kernel ends a sandbox
        # with the thread that has started it.
        self._thread = threading.Thread(target=self._attend, name="understudy-terminal", daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """End it and all that it has started. It is over when `ended` is set."""
        self._stop.cancel()

    def output(self) -> acp.TerminalOutputResponse:
        text, truncated = self._tail.read()
        status = self.ended.result() if self.ended.done() else None
        return acp.TerminalOutputResponse(output=text, truncated=truncated, exit_status=status)

    def _attend(self) -> None:
        problem: Exception | None = None
        status = acp.TerminalExitStatus()
        try:
            status = self._live()
        except WorkspaceError as error:
            problem = error
        except Exception as error:
            problem = error
            raise
        finally:
            self._from_thread(lambda: self._over(status, problem))

    def _live(self) -> acp.TerminalExitStatus:
        workspace, order = self._workspace, self._order
        with workspace.open_folder(order.cwd) as (fd, place):
            command = Command(
                line=order.line,
                cwd=place.path,
                cwd_fd=fd,
                roots=tuple(root.path for root in workspace.roots),
                root_fds=tuple(root.fd for root in workspace.roots),
                timeout=_FOREVER,
                environment=order.environment,
                limits=workspace.limits,
            )
            require_sandbox(workspace.sandbox)
            check(command)
            self._from_thread(lambda: _resolve(self.begun))
            try:
                ended = live(
                    command,
                    sandbox=workspace.sandbox,
                    stop=self._stop,
                    output=self._tail,
                    inherit=workspace.inherit,
                )
            except WorkspaceError as error:
                if self._stop.cancelled:
                    return acp.TerminalExitStatus(signal="SIGKILL")
                self._tail.say(f"\n[{error.message}]\n")
                return acp.TerminalExitStatus(exit_code=126)
        return self._status(ended)

    def _status(self, ended: Ended) -> acp.TerminalExitStatus:
        changed = [*ended.changed.undone, *ended.changed.left]
        if changed:
            left = f" NOT undone: {', '.join(ended.changed.left[:5])}." if ended.changed.left else ""
            self._tail.say(
                f"\n[Changes of repository internals were undone: {', '.join(changed[:5])}.{left}]\n"
            )
        if ended.verdict is not None:
            if ended.verdict.reason != "cancelled":
                self._tail.say(f"\n[{ended.verdict.message}]\n")
            return acp.TerminalExitStatus(signal="SIGKILL")
        return acp.TerminalExitStatus(exit_code=ended.code, signal=_signal_of(ended.code))

    def _over(self, status: acp.TerminalExitStatus, problem: Exception | None) -> None:
        if not self.begun.done():
            self.begun.set_exception(problem or RuntimeError("the terminal did not begin"))
            self.begun.exception()  # if nobody waits for it any more, nobody else looks
        if not self.ended.done():
            self.ended.set_result(status)

    def _show(self, text: str) -> None:
        """Called by the thread: what was not shown yet goes to the loop in one piece."""
        with self._lock:
            waiting = bool(self._unshown)
            self._unshown = (self._unshown + text)[-_SHOWN_AT_ONCE:]
        if not waiting:
            self._from_thread(self._shown)

    def _shown(self) -> None:
        with self._lock:
            text, self._unshown = self._unshown, ""
        if self._listener is not None and text:
            self._listener(text)

    def _from_thread(self, call: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:  # the loop is closed: nobody is left to be told
            self._stop.cancel()


def _resolve(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


def _signal_of(code: int | None) -> str | None:
    """The signal that a shell's 128 + n speaks of."""
    if code is None or code <= 128:
        return None
    try:
        return signal.Signals(code - 128).name
    except ValueError:
        return None
