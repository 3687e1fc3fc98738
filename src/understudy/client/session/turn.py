"""One turn: a prompt, its updates in order, and the reason why it ended.

A turn begins when it is iterated. Leaving the loop before its end, by `break`, an exception or cancellation,
cancels the turn at the agent.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import msgspec

from understudy.client.calls import Backpressure
from understudy.client.errors import AgentFailed, AgentGone, ClientError
from understudy.rpc import CANCELLED
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.client.session.session import Session

__all__ = ["PromptResult", "StopReason", "Turn"]

StopReason = acp.StopReason | str
"""Why a turn ended. A value that the protocol does not list comes from a newer agent, and is passed on."""


class PromptResult(acp.Message):
    """A PromptResponse that accepts unknown stop reasons."""

    stop_reason: str
    usage: Any = None
    meta: Any = msgspec.field(default=None, name="_meta")

    def parse_usage(self) -> acp.Usage | None:
        try:
            return msgspec.convert(self.usage, acp.Usage | None)
        except msgspec.ValidationError:
            return None  # invalid usage counts as absent

    def parse_meta(self) -> dict[str, Any]:
        return cast("dict[str, Any]", self.meta) if isinstance(self.meta, dict) else {}


class Turn:
    """`async for update in turn`; `stop_reason`, `usage` and `meta` are set when the loop has ended.

    Example: `async for update in session.prompt("Go on."): print(update)`.
    """

    def __init__(
        self,
        session: "Session",
        send_prompt: Callable[[], Coroutine[Any, Any, PromptResult]],
        backpressure: Backpressure,
    ) -> None:
        self._session = session
        self._send_prompt = send_prompt
        self._backpressure = backpressure
        self._queue: deque[tuple[acp.SessionUpdate, int]] = deque()
        self._queue_bytes = 0
        self._wakeup = asyncio.Event()
        self._prompt_task: asyncio.Task[PromptResult] | None = None
        self._abandoned = False
        self._error: ClientError | None = None
        self.cancelled = False
        """Whether this side cancelled it."""
        self.stop_reason: StopReason | None = None
        self.usage: acp.Usage | None = None
        self.meta: dict[str, Any] = {}
        """The `_meta` of the agent's answer."""

    def __aiter__(self) -> "TurnIterator":
        return TurnIterator(self)

    async def finish(self) -> StopReason:
        """Run to the end and return the stop reason; only the session's `on_update` sees the updates."""
        async for _ in self:
            pass
        assert self.stop_reason is not None  # noqa: S101 - or the loop had raised
        return self.stop_reason

    async def text(self) -> str:
        """Run to the end and return the agent's whole message."""
        parts = [
            update.content.text
            async for update in self
            if isinstance(update, acp.AgentMessageChunk) and isinstance(update.content, acp.TextContent)
        ]
        return "".join(parts)

    @property
    def running(self) -> bool:
        return self._prompt_task is not None and not self._prompt_task.done()

    @property
    def abandoned(self) -> bool:
        """Whether its loop was left."""
        return self._abandoned

    @property
    def unread(self) -> int:
        """The number of updates that were received and not read yet."""
        return len(self._queue)

    async def wait_until_finished(self, seconds: float) -> bool:
        """Wait for the end of the turn, at most this long. Return whether it has ended."""
        if self._prompt_task is not None:
            await asyncio.wait([self._prompt_task], timeout=seconds)
        return not self.running

    def enqueue(self, update: acp.SessionUpdate, size: int) -> None:
        """Add an update of the session, with its size on the wire."""
        if self._abandoned:
            return
        self._queue.append((update, size))
        self._queue_bytes += size
        self._wakeup.set()
        self._report_unread()

    def fail(self, error: ClientError) -> None:
        """Raise an error of the caller in the loop over the turn."""
        self._error = error
        self._wakeup.set()

    async def begin(self) -> None:
        """Send the prompt. Raises ClientError if the turn was iterated before."""
        if self._prompt_task is not None or self._abandoned:
            raise ClientError("A turn can be followed once.", "turn_over")
        self._prompt_task = await self._session.begin_turn(self, self._send_prompt)
        self._prompt_task.add_done_callback(lambda _: self._wakeup.set())

    async def next_update(self) -> acp.SessionUpdate | None:
        """Wait for the next update; None at the end of the turn. Raises the error of a failed turn."""
        assert self._prompt_task is not None  # noqa: S101
        while not self._queue:
            if self._error is not None:
                raise self._error
            if self._prompt_task.done():
                self._apply_result(self._prompt_task)
                return None
            self._wakeup.clear()
            self._backpressure.reader_waiting(self)
            try:
                await self._wakeup.wait()
            finally:
                self._backpressure.reader_resumed(self)
        update, size = self._queue.popleft()
        self._queue_bytes -= size
        self._report_unread()
        return update

    def abandon(self) -> None:
        """The loop was left: drop unread updates, and cancel the turn at the agent if it is running."""
        if self._abandoned:
            return
        self._abandoned = True
        self._queue.clear()
        self._queue_bytes = 0
        self._report_unread()
        if self.running:
            self._session.abandon_turn()

    async def aclose(self) -> None:
        """Cancel the turn, and wait until the agent has ended it."""
        self.abandon()
        if self._prompt_task is not None:
            await asyncio.wait([self._prompt_task])

    def _apply_result(self, prompt_task: "asyncio.Task[PromptResult]") -> None:
        if prompt_task.cancelled():  # by the connection; the caller itself was not cancelled
            raise AgentGone("The connection was closed before the turn had ended.")
        try:
            response = prompt_task.result()
        except AgentFailed as error:
            # An agent should answer a cancelled turn with a stop reason; some answer with this error.
            if not (self.cancelled and error.rpc_code == CANCELLED):
                raise
            self.stop_reason = "cancelled"
            return
        self.stop_reason, self.usage = response.stop_reason, response.parse_usage()
        self.meta = response.parse_meta()

    def _report_unread(self) -> None:
        self._backpressure.report_unread(self, len(self._queue), self._queue_bytes)


class TurnIterator:
    """The loop over a turn. When it is garbage collected, because the loop was left, the turn is abandoned."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._started = False
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> "TurnIterator":
        return self

    async def __anext__(self) -> acp.SessionUpdate:
        if not self._started:
            await self._turn.begin()
            self._started = True
        try:
            update = await self._turn.next_update()
        except BaseException:
            self._turn.abandon()
            raise
        if update is None:
            self._turn.abandon()
            raise StopAsyncIteration
        return update

    def __del__(self) -> None:
        if not self._started or self._turn.abandoned:
            return
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            self._turn.abandon()
            return
        with suppress(RuntimeError):  # the event loop is closed
            self._loop.call_soon_threadsafe(self._turn.abandon)
