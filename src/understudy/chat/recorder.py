"""One turn's way to the store and to the client: kept first, then shown, in one order.

Text arrives in small pieces. Each is shown at once and kept with its neighbours a moment later, so that a process
that is killed loses a fraction of a second of it at most. After `close` nothing is shown or kept any more, whatever
a late thread still has to say.
"""

import asyncio
import secrets
from typing import Final

from understudy.chat.events import Event, Said, Thought
from understudy.chat.keeper import Keeper
from understudy.chat.outbound import Outbound
from understudy.chat.replay import message_chunk, thought_chunk, update_of
from understudy.schema.acp import SessionInfoUpdate, SessionUpdate

__all__ = ["Recorder"]

HELD: Final = 0.2
"""Seconds that streamed text may wait before it is kept."""


class Recorder:
    def __init__(self, session: str, keeper: Keeper, outbound: Outbound) -> None:
        self.session = session
        self._keeper = keeper
        self._outbound = outbound
        self._loop = asyncio.get_running_loop()
        self._pieces: list[str] = []
        self._thinking = False
        self._since = 0.0
        self._closed = False
        self.message_id = secrets.token_hex(8)

    def next_message(self) -> None:
        """What is said from now on belongs to another message."""
        self.message_id = secrets.token_hex(8)

    async def say(self, text: str) -> None:
        await self._stream(text, thinking=False)

    async def think(self, text: str) -> None:
        await self._stream(text, thinking=True)

    async def add(self, *events: Event, title: str | None = None, show: bool = True) -> None:
        """Keep events, behind all that was said before them, and show them."""
        if self._closed:
            return
        stored = await self._keeper.append(self.session, [*self._take(), *events], title=title)
        if title is not None:
            await self.show(SessionInfoUpdate(title=stored.title, updated_at=stored.updated_at))
        if show:
            for event in events:
                for update in update_of(event):
                    await self.show(update)

    async def show(self, update: SessionUpdate) -> None:
        """Show what is not kept: progress, usage."""
        if not self._closed:
            await self._outbound.update(self.session, update)

    async def flush(self) -> None:
        held = self._take()
        if held and not self._closed:
            await self._keeper.append(self.session, held)

    async def finish(self, *events: Event) -> None:
        """The last of the turn: kept and shown, with the time of it; then nothing more."""
        stored = await self._keeper.append(self.session, [*self._take(), *events])
        await self.show(SessionInfoUpdate(updated_at=stored.updated_at))
        self._closed = True

    def close(self) -> None:
        self._closed = True

    @property
    def closed(self) -> bool:
        return self._closed

    async def _stream(self, text: str, *, thinking: bool) -> None:
        if self._closed or not text:
            return
        if self._pieces and (thinking != self._thinking or self._loop.time() - self._since > HELD):
            await self.flush()
        if not self._pieces:
            self._thinking, self._since = thinking, self._loop.time()
        self._pieces.append(text)
        await self.show((thought_chunk if thinking else message_chunk)(text, self.message_id))

    def _take(self) -> list[Event]:
        text = "".join(self._pieces)
        self._pieces.clear()
        if not text:
            return []
        if self._thinking:
            return [Thought(text=text, message_id=self.message_id)]
        return [Said(text=text, message_id=self.message_id)]
