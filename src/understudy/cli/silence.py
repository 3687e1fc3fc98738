"""Says in a sentence what a command waits for when the agent sends nothing for a while.

Some agents retry their model's server for minutes and tell it only to a log of their own. The notice is repeated
after twice the time, so that it stays rare.
"""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager

from understudy.cli import limits
from understudy.schema import acp

__all__ = ["STARTING", "WORKING", "SilenceNotice"]

STARTING = "It is still starting, or opening the session."
WORKING = (
    "It may be waiting for its model, for the network, or for a login that it does not ask for here. "
    "Ctrl-C cancels the turn; --timeout S limits it."
)
_ENDED = ("completed", "failed", "cancelled")


class SilenceNotice:
    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._timer: asyncio.TimerHandle | None = None
        self._is_watching = False
        self._pauses = 0
        self._running_calls: dict[str, str] = {}
        """The titles of the tool calls that have not ended, by id."""
        self.reason = STARTING
        self.read_log: Callable[[], str] = str
        """Returns the end of what the agent printed on stderr."""

    @contextmanager
    def watching(self) -> Generator[None]:
        """Give notices while the body runs."""
        self._is_watching = True
        self._schedule(limits.SILENCE_NOTICE_DELAY_S)
        try:
            yield
        finally:
            self._is_watching = False
            if self._timer is not None:
                self._timer.cancel()

    @contextmanager
    def paused(self) -> Generator[None]:
        """While the user is asked something, nobody waits for the agent."""
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1
            self._schedule(limits.SILENCE_NOTICE_DELAY_S)

    def begin_turn(self) -> None:
        self.reason = WORKING
        self._schedule(limits.SILENCE_NOTICE_DELAY_S)

    def record(self, update: acp.SessionUpdate) -> None:
        """The agent has sent an update."""
        if isinstance(update, acp.ToolCall | acp.ToolCallProgress):
            call_id = update.tool_call_id
            if update.status in _ENDED:
                self._running_calls.pop(call_id, None)
            else:
                self._running_calls[call_id] = update.title or self._running_calls.get(call_id, "a tool")
        self._schedule(limits.SILENCE_NOTICE_DELAY_S)

    def _schedule(self, delay_s: float, silent_s: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._is_watching:
            return
        self._timer = asyncio.get_running_loop().call_later(
            delay_s, self._report, delay_s, silent_s + delay_s
        )

    def _report(self, delay_s: float, silent_s: float) -> None:
        """`silent_s` are the seconds since the agent's last message, `delay_s` those since the last notice."""
        if not self._pauses:
            self._warn(f"The agent has sent nothing for {silent_s:g} seconds. {self._describe()}")
        self._schedule(2 * delay_s, silent_s)

    def _describe(self) -> str:
        if self._running_calls:
            return f"It is running: {[*self._running_calls.values()][-1]}."
        printed = self.read_log().strip().splitlines()
        last = f" It printed last: {printed[-1].strip()[: limits.MAX_NOTICE_LOG_CHARS]}" if printed else ""
        return f"{self.reason}{last}"
