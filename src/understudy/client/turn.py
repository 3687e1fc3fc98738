"""One prompt and what comes of it: the updates in their order, then the reason why the turn ended.

A turn begins when it is iterated. Whoever leaves the loop before its end, by `break`, by an exception or by
being cancelled, has cancelled the turn at the agent.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from understudy.client.calling import forgotten
from understudy.client.errors import AgentFailed, AgentGone, ClientError
from understudy.client.flow import Flow
from understudy.rpc import CANCELLED
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.client.sessions import Session

__all__ = ["Ending", "StopReason", "Turn"]

StopReason = acp.StopReason | str
"""Why a turn ended. One that is not of this protocol's list is a newer agent's, and kept as it is."""


class Ending(acp.Message):
    """A PromptResponse whose stop reason may be one of tomorrow."""

    stop_reason: str
    usage: Any = None

    def used(self) -> acp.Usage | None:
        try:
            return msgspec.convert(self.usage, acp.Usage | None)
        except msgspec.ValidationError:
            return None  # The schema counts it as absent.


class Turn:
    """`async for update in turn`; `stop_reason` and `usage` stand when the loop has ended."""

    def __init__(
        self, session: "Session", ask: Callable[[], Coroutine[Any, Any, Ending]], flow: Flow
    ) -> None:
        self._session = session
        self._ask = ask
        self._flow = flow
        self._waiting: deque[tuple[acp.SessionUpdate, int]] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._asking: asyncio.Task[Ending] | None = None
        self._left = False
        self._problem: ClientError | None = None
        self.cancelled = False
        """Whether it was taken back by this side."""
        self.stop_reason: StopReason | None = None
        self.usage: acp.Usage | None = None

    def __aiter__(self) -> "Following":
        return Following(self)

    async def finish(self) -> StopReason:
        """Run to the end; the updates are seen by the session's `on_update` alone."""
        async for _ in self:
            pass
        assert self.stop_reason is not None  # noqa: S101 - or the loop had raised
        return self.stop_reason

    async def text(self) -> str:
        """Run to the end; all that the agent said."""
        said = [
            update.content.text
            async for update in self
            if isinstance(update, acp.AgentMessageChunk) and isinstance(update.content, acp.TextContent)
        ]
        return "".join(said)

    @property
    def running(self) -> bool:
        return self._asking is not None and not self._asking.done()

    @property
    def left(self) -> bool:
        """Whether it runs, but nobody follows it any more."""
        return self._left

    @property
    def unread(self) -> int:
        """Updates that have come and were not taken yet."""
        return len(self._waiting)

    async def over(self, seconds: float) -> bool:
        """Whether the agent has answered, after waiting for it so long."""
        if self._asking is not None:
            await asyncio.wait([self._asking], timeout=seconds)
        return not self.running

    def put(self, update: acp.SessionUpdate, size: int) -> None:
        """An update of the session while the turn runs, and how long it was on the wire."""
        if self._left:
            return
        self._waiting.append((update, size))
        self._size += size
        self._news.set()
        self._tell()

    def fail(self, problem: ClientError) -> None:
        """What the caller did for the turn was wrong: whoever follows it is told, and so leaves it."""
        self._problem = problem
        self._news.set()

    async def begin(self) -> None:
        if self._asking is not None or self._left:
            raise ClientError("A turn can be followed once.", "turn_over")
        self._asking = await self._session.begin(self, self._ask)
        self._asking.add_done_callback(self._answered)

    async def next(self) -> acp.SessionUpdate | None:
        """The next update, when there is one; None when the turn has ended. Raises why it failed."""
        assert self._asking is not None  # noqa: S101
        while not self._waiting:
            if self._problem is not None:
                raise self._problem
            if self._asking.done():
                self._end(self._asking)
                return None
            self._news.clear()
            self._flow.hungry(self)
            try:
                await self._news.wait()
            finally:
                self._flow.fed(self)
        update, size = self._waiting.popleft()
        self._size -= size
        self._tell()
        return update

    def leave(self) -> None:
        """Nobody follows any more. A turn that still runs is cancelled at the agent."""
        if self._left:
            return
        self._left = True
        self._waiting.clear()
        self._size = 0
        self._tell()
        if self.running:
            self._session.abandon()

    async def aclose(self) -> None:
        """Leave it, and wait until the agent has ended it."""
        self.leave()
        if self._asking is not None:
            await asyncio.wait([self._asking])

    def _answered(self, task: "asyncio.Task[Ending]") -> None:
        forgotten(task)
        self._news.set()

    def _end(self, asking: "asyncio.Task[Ending]") -> None:
        if asking.cancelled():  # Not by whoever follows the turn, who must not be taken for cancelled.
            raise AgentGone("The connection was closed before the turn had ended.")
        try:
            answer = asking.result()
        except AgentFailed as error:
            # Agents are to answer a cancelled turn with its stop reason; some answer with this.
            if not (self.cancelled and error.rpc_code == CANCELLED):
                raise
            self.stop_reason = "cancelled"
            return
        self.stop_reason, self.usage = answer.stop_reason, answer.used()

    def _tell(self) -> None:
        self._flow.unread(self, len(self._waiting), self._size)


class Following:
    """A loop over a turn. It is forgotten when the loop is left, whichever way, and the turn with it."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._begun = False
        self._loop = asyncio.get_running_loop()

    def __aiter__(self) -> "Following":
        return self

    async def __anext__(self) -> acp.SessionUpdate:
        if not self._begun:
            await self._turn.begin()
            self._begun = True
        try:
            update = await self._turn.next()
        except BaseException:
            self._turn.leave()
            raise
        if update is None:
            self._turn.leave()
            raise StopAsyncIteration
        return update

    def __del__(self) -> None:
        if not self._begun or self._turn.left:
            return
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            self._turn.leave()
            return
        with suppress(RuntimeError):  # Collected in another thread, or when the loop has been closed.
            self._loop.call_soon_threadsafe(self._turn.leave)
