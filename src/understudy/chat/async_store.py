"""The session store for the event loop: one daemon thread runs every call, in the order of the calls.

Owns the thread and the order of the calls, not what is stored. The first call starts the thread and opens the
store, so that an agent whose client never starts a session touches no file. The thread is a daemon because a
write that hangs in the kernel must not keep the process alive after its client has disconnected;
`concurrent.futures` joins its threads at exit.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from understudy.chat.events import Event, decode_event, encode_event
from understudy.chat.limits import MAX_QUEUED_STORE_CALLS
from understudy.chat.store import NoSession, Page, SessionStore, StoreBusy, StoreClosed, StoredSession

__all__ = ["AsyncSessionStore"]

T = TypeVar("T")
_Call = tuple[Callable[[SessionStore], Any], "asyncio.Future[Any]"]


class AsyncSessionStore:
    """Each method queues its call at once and returns a future; cancelling the future does not stop the call."""

    def __init__(self, open_store: Callable[[], SessionStore]) -> None:
        self._open_store = open_store
        self._store: SessionStore | None = None
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        self._closed = False
        self._notice_taken = False

    def take_notice(self) -> str | None:
        """Return the store's notice for the user, once: that a damaged database was set aside."""
        if self._notice_taken or self._store is None:
            return None
        self._notice_taken = True
        return self._store.notice

    def create(
        self, session: str, cwd: str, roots: Sequence[str], settings: Mapping[str, str]
    ) -> asyncio.Future[StoredSession]:
        return self._submit(lambda store: store.create(session, cwd, roots, settings=settings))

    def get(self, session: str) -> asyncio.Future[StoredSession]:
        return self._submit(lambda store: _get_session(store, session))

    def list_page(
        self, *, cwd: str | None, roots: tuple[str, ...] | None, cursor: str | None, limit: int
    ) -> asyncio.Future[Page]:
        return self._submit(lambda store: store.list(cwd=cwd, roots=roots, cursor=cursor, limit=limit))

    def append(
        self, session: str, events: Sequence[Event], *, title: str | None = None
    ) -> asyncio.Future[StoredSession]:
        data = [encode_event(event) for event in events]
        return self._submit(lambda store: store.append(session, data, title=title))

    def change(
        self,
        session: str,
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> asyncio.Future[StoredSession]:
        return self._submit(lambda store: store.change(session, roots=roots, title=title, settings=settings))

    def events(self, session: str) -> asyncio.Future[list[Event]]:
        return self._submit(lambda store: _read_events(store, session))

    def fork(
        self, source: str, session: str, cwd: str, roots: Sequence[str], settings: Mapping[str, str]
    ) -> asyncio.Future[StoredSession]:
        return self._submit(lambda store: store.fork(source, session, cwd, roots, settings=settings))

    def delete(self, session: str) -> asyncio.Future[bool]:
        return self._submit(lambda store: store.delete(session))

    async def close(self, timeout_s: float) -> None:
        """Let the queued calls finish, close the store, and reject further calls.

        Raises TimeoutError if the thread is still busy after `timeout_s`; it then finishes in the background.
        """
        self._closed = True
        if self._thread is None:
            return
        self._queue.put(None)
        async with asyncio.timeout(timeout_s):
            await asyncio.shield(self._stopped)

    def _submit(self, call: Callable[[SessionStore], T]) -> asyncio.Future[T]:
        if self._closed:
            raise StoreClosed("The session store is closed.")
        if self._queue.qsize() >= MAX_QUEUED_STORE_CALLS:
            raise StoreBusy(f"{MAX_QUEUED_STORE_CALLS} calls wait for the session store already. Try again.")
        result: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((call, result))
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="understudy-store", daemon=True)
            self._thread.start()
        return result

    def _serve(self) -> None:
        """Run the queued calls. Runs in the thread."""
        with contextlib.suppress(RuntimeError):  # the loop is closed: nothing waits for the calls any more
            while (queued := self._queue.get()) is not None:
                call, result = queued
                try:
                    if self._store is None:
                        self._store = self._open_store()
                    outcome = call(self._store)
                except BaseException as error:  # noqa: BLE001 - the waiting task handles it
                    self._loop.call_soon_threadsafe(_set_exception, result, error)
                else:
                    self._loop.call_soon_threadsafe(_set_result, result, outcome)
                    del outcome
                del queued, call, result
            try:
                if self._store is not None:
                    self._store.close()
            except BaseException as error:  # noqa: BLE001 - close() raises it
                self._loop.call_soon_threadsafe(_set_exception, self._stopped, error)
            else:
                self._loop.call_soon_threadsafe(_set_result, self._stopped, None)


def _get_session(store: SessionStore, session: str) -> StoredSession:
    found = store.get(session)
    if found is None:
        raise NoSession(f"There is no session {session[:100]!r}. session/list shows those that there are.")
    return found


def _read_events(store: SessionStore, session: str) -> list[Event]:
    found: list[Event] = []
    for event in store.events(session):
        # An event that a later version added, or a damaged one, is skipped: the others can still be read.
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            found.append(decode_event(event.data))
    return found


def _set_result(result: asyncio.Future[T], outcome: T) -> None:
    if not result.done():
        result.set_result(outcome)


def _set_exception(result: asyncio.Future[Any], error: BaseException) -> None:
    if not result.done():
        expected = isinstance(error, Exception) and not isinstance(error, StopIteration)
        result.set_exception(
            error if expected else RuntimeError(f"the session store raised {type(error).__name__}")
        )
