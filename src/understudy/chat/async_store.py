"""The session store for the event loop: one daemon thread runs every call, in the order of the calls.

Owns the thread and the order of the calls, not what is stored. The first call starts the thread and opens the
store, so that an agent whose client never starts a session touches no file. The thread is a daemon because a
write that hangs in the kernel must not keep the process alive after its client has disconnected;
`concurrent.futures` joins its threads at exit.
"""

import asyncio
import contextlib
import queue
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from understudy.chat.events import Event, TurnEnded, UserPrompted, decode_event, encode_event
from understudy.chat.limits import MAX_BATCH_EVENTS, MAX_QUEUED_STORE_CALLS
from understudy.chat.store import (
    Lease,
    LeaseLost,
    NoSession,
    Page,
    SessionStore,
    StoreBusy,
    StoreClosed,
    StoredSession,
)

__all__ = ["AsyncSessionStore"]

T = TypeVar("T")
_Call = tuple[Callable[[SessionStore], Any], "asyncio.Future[Any]"]


@dataclass(slots=True)
class _HeldLease:
    lease: Lease
    events: int | None = None
    """The number of events that the holder expects in the session; None if it has to be read."""


class AsyncSessionStore:
    """Each method queues its call at once and returns a future; cancelling the future does not stop the call."""

    def __init__(self, open_store: Callable[[], SessionStore], *, owner: str = "") -> None:
        """`owner`: whose sessions all calls see."""
        self._open_store = open_store
        self._owner = owner
        self._leases: dict[str, _HeldLease] = {}
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
        return self._submit(
            lambda store: store.create(session, cwd, roots, settings=settings, owner=self._owner)
        )

    def get(self, session: str) -> asyncio.Future[StoredSession]:
        return self._submit(lambda store: _get_session(store, session, self._owner))

    def list_page(
        self, *, cwd: str | None, roots: tuple[str, ...] | None, cursor: str | None, limit: int
    ) -> asyncio.Future[Page]:
        return self._submit(
            lambda store: store.list(cwd=cwd, roots=roots, cursor=cursor, limit=limit, owner=self._owner)
        )

    def append(
        self, session: str, events: Sequence[Event], *, title: str | None = None
    ) -> asyncio.Future[StoredSession]:
        """Append events; with the epoch and the expected sequence if a lease of the session is held."""
        data = [encode_event(event) for event in events]
        return self._submit(lambda store: self._append(store, session, data, title))

    def change(
        self,
        session: str,
        *,
        roots: Sequence[str] | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> asyncio.Future[StoredSession]:
        return self._submit(
            lambda store: store.change(
                session, roots=roots, settings=settings, owner=self._owner, epoch=self._epoch(session)
            )
        )

    def events(self, session: str) -> asyncio.Future[list[Event]]:
        return self._submit(lambda store: _read_events(store, session, self._owner))

    def is_turn_open(self, session: str) -> asyncio.Future[bool]:
        """Whether the last turn of a session has a prompt but no end: the process that ran it died, or runs it."""
        return self._submit(lambda store: _is_turn_open(store, session, self._owner))

    def fork(
        self, source: str, session: str, cwd: str, roots: Sequence[str], settings: Mapping[str, str]
    ) -> asyncio.Future[StoredSession]:
        return self._submit(
            lambda store: store.fork(source, session, cwd, roots, settings=settings, owner=self._owner)
        )

    def delete(self, session: str) -> asyncio.Future[bool]:
        return self._submit(
            lambda store: store.delete(session, owner=self._owner, epoch=self._epoch(session))
        )

    def acquire(self, session: str, holder: str, ttl_s: float) -> asyncio.Future[Lease]:
        """Take the lease of a session; writes to the session carry its epoch from now on."""
        return self._submit(lambda store: self._acquire(store, session, holder, ttl_s))

    def renew(self, session: str, ttl_s: float) -> asyncio.Future[Lease]:
        """Extend the held lease of a session. Raises LeaseLost, also if none is held."""
        return self._submit(lambda store: self._renew(store, session, ttl_s))

    def release(self, session: str) -> asyncio.Future[bool]:
        """End the held lease of a session. Return False if none was held any more."""
        return self._submit(lambda store: self._release(store, session))

    def holder(self, session: str) -> asyncio.Future[Lease | None]:
        """Return the live lease of a session, whoever holds it."""
        return self._submit(lambda store: store.holder(session, owner=self._owner))

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

    # The following run in the thread, which alone uses `_leases`.

    def _epoch(self, session: str) -> int | None:
        held = self._leases.get(session)
        return None if held is None else held.lease.epoch

    def _append(
        self, store: SessionStore, session: str, data: Sequence[bytes], title: str | None
    ) -> StoredSession:
        held = self._leases.get(session)
        if held is None:
            return store.append(session, data, title=title, owner=self._owner)
        expected = held.events
        if expected is None:
            expected = _get_session(store, session, self._owner).events
        held.events = None  # until the answer arrives it is unknown whether the events are stored
        stored = store.append(
            session,
            data,
            title=title,
            owner=self._owner,
            epoch=held.lease.epoch,
            expected=expected,
            key=secrets.token_hex(12),
        )
        held.events = stored.events
        return stored

    def _acquire(self, store: SessionStore, session: str, holder: str, ttl_s: float) -> Lease:
        lease = store.acquire(session, holder, ttl_s, owner=self._owner)
        self._leases[session] = _HeldLease(lease)
        return lease

    def _renew(self, store: SessionStore, session: str, ttl_s: float) -> Lease:
        held = self._leases.get(session)
        if held is None:
            raise LeaseLost(f"The lease of session {session} is not held.", holder=None, until=None)
        held.lease = store.renew(held.lease, ttl_s, owner=self._owner)
        return held.lease

    def _release(self, store: SessionStore, session: str) -> bool:
        held = self._leases.pop(session, None)
        return held is not None and store.release(held.lease, owner=self._owner)

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


def _get_session(store: SessionStore, session: str, owner: str) -> StoredSession:
    found = store.get(session, owner=owner)
    if found is None:
        raise NoSession(f"There is no session {session[:100]!r}. session/list shows those that there are.")
    return found


def _read_events(store: SessionStore, session: str, owner: str, after: int = 0) -> list[Event]:
    found: list[Event] = []
    for event in store.events(session, after=after, owner=owner):
        # An event that a later version added, or a damaged one, is skipped: the others can still be read.
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            found.append(decode_event(event.data))
    return found


def _is_turn_open(store: SessionStore, session: str, owner: str) -> bool:
    count = _get_session(store, session, owner).events
    size = MAX_BATCH_EVENTS
    while True:  # from the end, in growing parts: a session may be long, its last turn rarely is
        first = max(count - size, 0)
        for event in reversed(_read_events(store, session, owner, after=first)):
            if isinstance(event, UserPrompted | TurnEnded):
                return isinstance(event, UserPrompted)
        if first == 0:
            return False
        size *= 8


def _set_result(result: asyncio.Future[T], outcome: T) -> None:
    if not result.done():
        result.set_result(outcome)


def _set_exception(result: asyncio.Future[Any], error: BaseException) -> None:
    if not result.done():
        expected = isinstance(error, Exception) and not isinstance(error, StopIteration)
        result.set_exception(
            error if expected else RuntimeError(f"the session store raised {type(error).__name__}")
        )
