"""The session store for the loop: every call goes to one thread, in order, and holds nobody up.

Owns the thread and the order, not what is stored. The store is opened at the first call, so that an agent whose
client never starts a session touches no file.
"""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from understudy.chat.events import Event, decode_event, encode_event
from understudy.chat.store import NoSession, Page, SessionStore, StoredSession
from understudy.tools import WorkerPool
from understudy.workspace import Stop

__all__ = ["AsyncSessionStore"]

T = TypeVar("T")


class AsyncSessionStore:
    def __init__(self, open_store: Callable[[], SessionStore]) -> None:
        self._open_store = open_store
        self._store: SessionStore | None = None
        self._workers = WorkerPool(max_threads=1, max_calls=4096)
        self._notice_taken = False

    def take_notice(self) -> str | None:
        """Something that the user must know of the store, once: that a damaged one was set aside."""
        if self._notice_taken or self._store is None:
            return None
        self._notice_taken = True
        return self._store.notice

    async def create(
        self, session: str, cwd: str, roots: Sequence[str], settings: Mapping[str, str]
    ) -> StoredSession:
        return await self._run(lambda store: store.create(session, cwd, roots, settings=settings))

    async def get(self, session: str) -> StoredSession:
        found = await self._run(lambda store: store.get(session))
        if found is None:
            raise NoSession(
                f"There is no session {session[:100]!r}. session/list shows those that there are."
            )
        return found

    async def list_page(
        self, *, cwd: str | None, roots: tuple[str, ...] | None, cursor: str | None, limit: int
    ) -> Page:
        return await self._run(lambda store: store.list(cwd=cwd, roots=roots, cursor=cursor, limit=limit))

    async def append(
        self,
        session: str,
        events: Sequence[Event],
        *,
        title: str | None = None,
    ) -> StoredSession:
        data = [encode_event(event) for event in events]
        return await self._run(lambda store: store.append(session, data, title=title))

    async def change(
        self,
        session: str,
        *,
        roots: Sequence[str] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> StoredSession:
        return await self._run(lambda store: store.change(session, roots=roots, settings=settings))

    async def events(self, session: str) -> list[Event]:

        def read(store: SessionStore) -> list[Event]:
            found: list[Event] = []
            for event in store.events(session):
                # A kind that a later version added, or a damaged one: the others still tell their story.
                with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
                    found.append(decode_event(event.data))
            return found

        return await self._run(read)

    async def fork(
        self,
        source: str,
        session: str,
        cwd: str,
        roots: Sequence[str],
        settings: Mapping[str, str],
    ) -> StoredSession:
        return await self._run(lambda store: store.fork(source, session, cwd, roots, settings=settings))

    async def delete(self, session: str) -> bool:
        return await self._run(lambda store: store.delete(session))

    async def close(self, timeout_s: float) -> None:
        """Let what was handed over be written, then close."""

        def end() -> None:
            if self._store is not None:
                self._store.close()

        await self._workers.run(end, Stop())
        await self._workers.close(timeout_s)

    async def _run(self, work: Callable[[SessionStore], T]) -> T:
        def do() -> T:
            if self._store is None:
                self._store = self._open_store()
            return work(self._store)

        return await self._workers.run(do, Stop())
