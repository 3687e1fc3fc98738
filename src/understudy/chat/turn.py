"""One turn: from a prompt to its stop reason. It can be cancelled at any point and always ends.

The work runs in a task of its own; whatever becomes of it, what was said and done so far is kept and shown, and
nothing follows the answer.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from understudy.chat import commands
from understudy.chat.commanding import CommandPort
from understudy.chat.content import resolve, title_of
from understudy.chat.conversation import Conversation, Totals
from understudy.chat.engine import Engine
from understudy.chat.events import Ended, Noticed, Prompted
from understudy.chat.lending import ClientBuffers
from understudy.chat.offer import offered_tools
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.targets import targets
from understudy.chat.using import CalledOff, ToolUser
from understudy.models.port import ModelError
from understudy.schema.acp import (
    ContentBlock,
    ImageContent,
    ResourceLink,
    RuntimeContextItem,
    StopReason,
    TextContent,
    Usage,
)
from understudy.workspace import Stop

__all__ = ["Turn", "TurnResult"]

logger = logging.getLogger(__name__)

LAST_WORDS: Final = 1.0
"""Seconds for keeping a cancelled turn's end before it is answered all the same."""
GRACE: Final = 0.05
"""Seconds that cancelled work has to put its things away before the turn goes on without it."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    stop_reason: StopReason
    usage: Usage | None = None
    meta: dict[str, Any] | None = None


@dataclass(slots=True, eq=False)
class Turn:
    session: Session
    engine: Engine
    blocks: Sequence[ContentBlock]
    context: Sequence[RuntimeContextItem] = field(default=(), repr=False)
    """This turn's runtime context. It lives here and in the requests of this turn, nowhere else."""
    totals: Totals = field(default_factory=Totals)
    meta: dict[str, Any] = field(default_factory=dict[str, Any])
    _begun: bool = False
    _cancelled: bool = False
    _work: "asyncio.Task[StopReason] | None" = None
    _abandoned: asyncio.Event = field(default_factory=asyncio.Event)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)

    def cancel(self) -> None:
        if self._cancelled:
            return
        self._cancelled = True
        if self._work is not None:
            self._work.cancel()
        asyncio.get_running_loop().call_later(GRACE, self._abandoned.set)

    async def stop(self) -> None:
        """Cancel, and wait until the turn has ended."""
        self.cancel()
        await self._ended.wait()

    async def run(self) -> TurnResult:
        recorder = Recorder(self.session.id, self.engine.keeper, self.engine.outbound)
        user = ToolUser({}, recorder, self.session.permissions, self.engine.outbound)
        try:
            ending = await self._watched(self._perform(recorder, user))
            if self._begun:
                await self._conclude(recorder, user, ending)
            return TurnResult(ending, self.totals.usage(), self.meta or None)
        except BaseException:
            if self._begun:
                with contextlib.suppress(Exception):  # the first trouble is the one to tell of
                    await user.abandon()
                    await recorder.finish(self._end("error"))
            raise
        finally:
            recorder.close()
            self.release()

    async def _conclude(self, recorder: Recorder, user: ToolUser, ending: StopReason) -> None:
        """Keep and tell the end. A cancelled turn does not wait long for a disk that others hold."""

        async def conclude() -> None:
            await user.abandon()
            await recorder.finish(self._end(ending))

        last = asyncio.ensure_future(conclude())
        if ending != "cancelled":
            await last
            return
        await asyncio.wait({last}, timeout=LAST_WORDS)
        if not last.done() or last.exception() is not None:
            logger.warning("the end of a cancelled turn could not be kept in time")
            last.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _end(self, stop_reason: StopReason | Literal["error"]) -> Ended:
        totals = self.totals
        return Ended(stop_reason=stop_reason, usage=totals.usage(), used=totals.used, size=totals.size)

    def release(self) -> None:
        """The session is free for the next prompt."""
        if self.session.turn is self:
            self.session.turn = None
        self._ended.set()

    async def _watched(self, work: Coroutine[Any, Any, StopReason]) -> StopReason:
        """Run the work until it ends, or until it has been cancelled and does not."""
        self._work = asyncio.ensure_future(work)
        if self._cancelled:
            self._work.cancel()
        given_up = asyncio.ensure_future(self._abandoned.wait())
        try:
            await asyncio.wait({self._work, given_up}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the request was cancelled, not the turn
            self._work.cancel()
            self._work.add_done_callback(_retrieve)
            await asyncio.wait({self._work}, timeout=GRACE)
            raise
        finally:
            given_up.cancel()
        if not self._work.done():
            logger.warning("work of a cancelled turn goes on behind it")
            self._work.add_done_callback(_retrieve)
            self._work.cancel()
            return "cancelled"
        if self._cancelled:  # whatever became of the work meanwhile
            _retrieve(self._work)
            return "cancelled"
        try:
            return self._work.result()
        except (CalledOff, asyncio.CancelledError):
            return "cancelled"

    async def _perform(self, recorder: Recorder, user: ToolUser) -> StopReason:
        text = self.blocks[0].text if isinstance(self.blocks[0], TextContent) else ""
        command = commands.find(text)
        mistyped = None if command else commands.unknown(text)
        session, models = self.session, self.engine.models
        if command is None and mistyped is None and session.model is not None:
            await models.check(session.model)  # before anything is kept: without a key there is no turn
        await self._begin(recorder, wordy=command is None and mistyped is None)
        if command is None and session.model is not None and session.connecting is not None:
            await asyncio.wait({session.connecting})  # only a model uses servers, so only it waits for them
        await self._tell_troubles(recorder)
        user.tools = offered_tools(session, self.engine, recorder)
        if command is not None:
            slash, rest = command
            port = CommandPort(session, self.engine, recorder, user, targets(self.blocks))
            await slash.run(port, rest)
            return "end_turn"
        if mistyped is not None or session.model is None:
            answer = mistyped or commands.no_model_answer(self.engine.config_file)
            await recorder.add(Noticed(text=answer, as_message=True, message_id=recorder.message_id))
            return "end_turn"
        conversation = Conversation(session, self.engine, recorder, user, self.totals, self.meta)
        try:
            async with models.lease(session.model) as model:
                self.meta |= await conversation.prepare(model, self.context)
                await self._tell_troubles(recorder)
                return await conversation.run(model)
        except ModelError as error:
            if error.trouble == "auth":
                raise
            await recorder.add(Noticed(text=error.message, as_message=True, message_id=recorder.message_id))
            return "end_turn"

    async def _begin(self, recorder: Recorder, *, wordy: bool) -> None:
        """Read what the prompt links to, and keep the prompt before anything is done about it.

        `wordy`: the session may be named after it. A slash command is no name.
        """
        session, engine = self.session, self.engine
        attached: list[str] = []
        images: list[ImageContent] = []
        if any(isinstance(block, ResourceLink) for block in self.blocks):
            stop = Stop()
            buffers = ClientBuffers(engine.outbound, session.id, asyncio.get_running_loop(), stop)
            resolved = await engine.workers.run(
                session.in_use.guard(lambda: resolve(self.blocks, session.workspace, buffers, stop=stop)),
                stop,
            )
            attached, images = resolved.attached, resolved.images
            session.troubles += resolved.troubles
        prompted = Prompted(
            blocks=list(self.blocks), attached=attached, images=images, message_id=secrets.token_hex(8)
        )
        title = title_of(prompted) if wordy and not session.titled else None
        session.titled = session.titled or title is not None
        self._begun = True  # from here on something is kept, even if this is cancelled now
        await recorder.add(prompted, title=title, show=False)  # the client shows its own words itself

    async def _tell_troubles(self, recorder: Recorder) -> None:
        """Servers that did not start, links and instructions that could not be read, a store set aside."""
        troubles, self.session.troubles = self.session.troubles, []
        for trouble in troubles:
            text = trouble if trouble.endswith("\n") else f"{trouble}\n"
            await recorder.add(Noticed(text=text, message_id=recorder.message_id))


def _retrieve(work: "asyncio.Task[StopReason]") -> None:
    """Nobody waits for it any more, and how it ended is of no interest."""
    if work.done() and not work.cancelled():
        work.exception()
