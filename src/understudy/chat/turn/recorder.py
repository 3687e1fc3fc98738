"""The recorder of a turn: events are stored first and then sent to the client, in one order.

Streamed text arrives in small pieces. Each piece is sent at once, and stored together with the following ones
after STREAM_FLUSH_INTERVAL_S, so that a killed process loses a fraction of a second of text at most. After `close`
nothing is sent or stored, even if abandoned work still tries to.
"""

import asyncio
import secrets

from understudy.chat.async_store import AsyncSessionStore
from understudy.chat.events import AgentText, AgentThought, Event
from understudy.chat.history import event_updates, message_chunk, thought_chunk
from understudy.chat.limits import STREAM_FLUSH_INTERVAL_S
from understudy.chat.outbound import Outbound
from understudy.schema.acp import SessionInfoUpdate, SessionUpdate

__all__ = ["Recorder"]


class Recorder:
    def __init__(self, session_id: str, store: AsyncSessionStore, outbound: Outbound) -> None:
        self.session_id = session_id
        self._store = store
        self._outbound = outbound
        self._loop = asyncio.get_running_loop()
        self._buffered_pieces: list[str] = []
        self._buffering_thought = False
        self._buffered_since = 0.0
        self._closed = False
        self.message_id = secrets.token_hex(8)

    def start_message(self) -> None:
        """Start a new message: what follows has another message id."""
        self.message_id = secrets.token_hex(8)

    async def stream_text(self, text: str) -> None:
        await self._stream(text, thinking=False)

    async def stream_thought(self, text: str) -> None:
        await self._stream(text, thinking=True)

    async def record(self, *events: Event, title: str | None = None, show: bool = True) -> None:
        """Store events, after the buffered text, and send them to the client unless `show` is False."""
        if self._closed:
            return
        stored = await self._store.append(self.session_id, [*self._take_buffered(), *events], title=title)
        if title is not None:
            await self.send_update(SessionInfoUpdate(title=stored.title, updated_at=stored.updated_at))
        if show:
            for event in events:
                updates = event_updates(
                    event,
                    live_notices=self._outbound.shows_notices,
                    compactions=self._outbound.shows_compactions,
                )
                for update in updates:
                    await self.send_update(update)

    async def send_update(self, update: SessionUpdate) -> None:
        """Send an update that is not stored: progress, usage."""
        if not self._closed:
            await self._outbound.send_update(self.session_id, update)

    async def flush(self) -> None:
        """Store the buffered text."""
        buffered = self._take_buffered()
        if buffered and not self._closed:
            await self._store.append(self.session_id, buffered)

    async def finish(self, *events: Event) -> None:
        """Store the last events of the turn, send the session's new `updatedAt`, and close the recorder."""
        stored = await self._store.append(self.session_id, [*self._take_buffered(), *events])
        await self.send_update(SessionInfoUpdate(updated_at=stored.updated_at))
        self._closed = True

    def close(self) -> None:
        self._closed = True

    @property
    def closed(self) -> bool:
        return self._closed

    async def _stream(self, text: str, *, thinking: bool) -> None:
        if self._closed or not text:
            return
        if self._buffered_pieces and (
            thinking != self._buffering_thought
            or self._loop.time() - self._buffered_since > STREAM_FLUSH_INTERVAL_S
        ):
            await self.flush()
        if not self._buffered_pieces:
            self._buffering_thought, self._buffered_since = thinking, self._loop.time()
        self._buffered_pieces.append(text)
        await self.send_update((thought_chunk if thinking else message_chunk)(text, self.message_id))

    def _take_buffered(self) -> list[Event]:
        text = "".join(self._buffered_pieces)
        self._buffered_pieces.clear()
        if not text:
            return []
        if self._buffering_thought:
            return [AgentThought(text=text, message_id=self.message_id)]
        return [AgentText(text=text, message_id=self.message_id)]
