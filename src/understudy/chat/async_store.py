"""The session store for the event loop: calls run in threads, in the order of the calls.

Owns the events as objects, the leases that its caller holds, and the threads, not what is stored. Several callers
can share one store and its threads, each through a view with leases of its own: the calls of one view run one after
the other, those of different views side by side if there are several threads. The first call starts a thread and
opens the store, so that an agent whose client never starts a session touches no file. The threads are daemons
because a write that hangs in the kernel must not keep the process alive after its client has disconnected;
`concurrent.futures` joins its threads at exit.
"""

import asyncio
import contextlib
import queue
import secrets
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
    UsageClaim,
)

__all__ = ["AsyncSessionStore"]

T = TypeVar("T")
_Call = tuple[Callable[[SessionStore], Any], "asyncio.Future[Any]"]


class StoreLane:
    """Calls that run in order. One thread at a time works on a lane."""

    def __init__(self) -> None:
        self.calls: deque[_Call] = deque()
        self.is_scheduled = False


class StoreThreads:
    def __init__(self, open_store: Callable[[], SessionStore], count: int = 1) -> None:
        """Must be called inside the event loop. `count`: how many lanes run at the same time."""
        self._open_store = open_store
        self._count = count
        self.store: SessionStore | None = None
        """The store, once it is open."""
        self._open_lock = threading.Lock()
        self._lock = threading.Lock()
        """For the lanes' calls and whether they are scheduled."""
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[StoreLane | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._waiting = 0
        self._scheduled_lanes = 0
        """How many lanes wait for a thread or have one."""
        self._stopped: asyncio.Future[None] = self._loop.create_future()
        self._ended = 0
        """How many threads have ended."""
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return self._waiting

    def submit(self, lane: StoreLane, call: Callable[[SessionStore], T]) -> "asyncio.Future[T]":
        if self._closed:
            raise StoreClosed("The session store is closed.")
        if self._waiting >= MAX_QUEUED_STORE_CALLS:
            raise StoreBusy(f"{MAX_QUEUED_STORE_CALLS} calls wait for the session store already. Try again.")
        result: asyncio.Future[T] = self._loop.create_future()
        with self._lock:
            lane.calls.append((call, result))
            self._waiting += 1
            if not lane.is_scheduled:
                lane.is_scheduled = True
                self._scheduled_lanes += 1
                self._queue.put(lane)
            is_thread_missing = len(self._threads) < min(self._count, self._scheduled_lanes)
        if is_thread_missing:
            name = f"understudy-store-{len(self._threads) + 1}"
            self._threads.append(threading.Thread(target=self._serve, name=name, daemon=True))
            self._threads[-1].start()
        return result

    async def close(self, timeout_s: float) -> None:
        """Let the queued calls finish, close the store, and reject further calls.

        Raises TimeoutError if a thread is still busy after `timeout_s`; it then finishes in the background.
        """
        if not self._closed:
            self._closed = True
            for _ in self._threads:
                self._queue.put(None)
        if self._threads:
            async with asyncio.timeout(timeout_s):
                await asyncio.shield(self._stopped)

    def is_alive(self) -> bool:
        """Whether a thread runs."""
        return any(thread.is_alive() for thread in self._threads)

    # The following run in the threads.

    def _serve(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nothing waits for the calls any more
            while (lane := self._queue.get()) is not None:
                self._run_calls(lane)
                del lane
            with self._lock:
                self._ended += 1
                is_last = self._ended == len(self._threads)
            if is_last:
                self._close_store()

    def _run_calls(self, lane: StoreLane) -> None:
        """Run the calls of a lane until it has none."""
        while True:
            with self._lock:
                if not lane.calls:
                    lane.is_scheduled = False
                    self._scheduled_lanes -= 1
                    return
                call, result = lane.calls.popleft()
                self._waiting -= 1
            try:
                outcome = call(self._opened_store())
            except BaseException as error:  # noqa: BLE001 - the waiting task handles it
                self._loop.call_soon_threadsafe(_set_exception, result, error)
            else:
                self._loop.call_soon_threadsafe(_set_result, result, outcome)
                del outcome
            del call, result

    def _opened_store(self) -> SessionStore:
        with self._open_lock:
            if self.store is None:
                self.store = self._open_store()
            return self.store

    def _close_store(self) -> None:
        try:
            if self.store is not None:
                self.store.close()
        except BaseException as error:  # noqa: BLE001 - close() raises it
            self._loop.call_soon_threadsafe(_set_exception, self._stopped, error)
        else:
            self._loop.call_soon_threadsafe(_set_result, self._stopped, None)


def _set_result(result: asyncio.Future[T], outcome: T) -> None:
    if not result.done():
        result.set_result(outcome)


def _set_exception(result: asyncio.Future[Any], error: BaseException) -> None:
    if not result.done():
        expected = isinstance(error, Exception) and not isinstance(error, StopIteration)
        result.set_exception(
            error if expected else RuntimeError(f"the session store raised {type(error).__name__}")
        )


@dataclass(slots=True)
class _HeldLease:
    lease: Lease
    events: int | None = None
    """The number of events that the holder expects in the session; None if it has to be read."""


class AsyncSessionStore:
    """Each method queues its call at once and returns a future; cancelling the future does not stop the call."""

    def __init__(
        self,
        open_store: Callable[[], SessionStore],
        *,
        owner: str = "",
        threads: int = 1,
    ) -> None:
        """`owner`: whose sessions all calls see. `threads`: how many views can be served at the same time."""
        self._threads = StoreThreads(open_store, threads)
        self._lane = StoreLane()
        self._owner = owner
        self._leases: dict[str, _HeldLease] = {}
        self._is_view = False
        self._notice_taken = False

    def view(self, owner: str | None = None) -> "AsyncSessionStore":
        """Return a store that shares the threads and the open store, with leases of its own.

        Its writes carry only the leases that it acquired itself. Closing it closes nothing: that is up to the
        store that it was made from. `owner`: whose sessions it sees, if not those of this store's owner.
        """
        view = object.__new__(AsyncSessionStore)
        view._threads = self._threads
        view._lane = StoreLane()
        view._owner = self._owner if owner is None else owner
        view._leases = {}
        view._is_view = True
        view._notice_taken = False
        return view

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return self._threads.waiting

    def take_notice(self) -> str | None:
        """Return the store's notice for the user, once: that a damaged database was set aside."""
        if self._notice_taken or self._threads.store is None:
            return None
        self._notice_taken = True
        return self._threads.store.notice

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
        return self._submit(partial(self._append, session=session, data=data, title=title))

    def change(
        self,
        session: str,
        *,
        roots: Sequence[str] | None = None,
        title: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> asyncio.Future[StoredSession]:
        return self._submit(
            lambda store: store.change(
                session,
                roots=roots,
                title=title,
                settings=settings,
                owner=self._owner,
                epoch=self._epoch(session),
            )
        )

    def events(self, session: str, after: int = 0) -> asyncio.Future[list[Event]]:
        """Return the events after the first `after`."""
        return self._submit(lambda store: _read_events(store, session, self._owner, after))

    def new_events(self, session: str, after: int) -> asyncio.Future[tuple[list[Event], int]]:
        """Return the events after the first `after`, and the number of all events."""
        return self._submit(lambda store: _read_new_events(store, session, self._owner, after))

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

    def claim_usage(
        self, owner: str, holder: str, kind: str, *, count: int, limit: int, ttl_s: float, day: int
    ) -> asyncio.Future[UsageClaim]:
        return self._submit(
            lambda store: store.claim_usage(
                holder, kind, count=count, limit=limit, ttl_s=ttl_s, day=day, owner=owner
            )
        )

    def report_usage(
        self,
        holder: str,
        counts: Mapping[tuple[str, str], int],
        tokens: Mapping[str, int],
        *,
        ttl_s: float,
        day: int,
    ) -> asyncio.Future[dict[str, int]]:
        return self._submit(lambda store: store.report_usage(holder, counts, tokens, ttl_s=ttl_s, day=day))

    async def close(self, timeout_s: float) -> None:
        """Let the queued calls finish, close the store, and reject further calls. Of a view: do nothing.

        Raises TimeoutError if a thread is still busy after `timeout_s`; it then finishes in the background.
        """
        if not self._is_view:
            await self._threads.close(timeout_s)

    def _submit(self, call: Callable[[SessionStore], T]) -> asyncio.Future[T]:
        return self._threads.submit(self._lane, call)

    # The following run in a thread, one at a time for this object; nothing else uses `_leases`.

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


def _get_session(store: SessionStore, session: str, owner: str) -> StoredSession:
    found = store.get(session, owner=owner)
    if found is None:
        raise NoSession(f"There is no session {session[:100]!r}. session/list shows those that there are.")
    return found


def _read_events(store: SessionStore, session: str, owner: str, after: int = 0) -> list[Event]:
    return _read_new_events(store, session, owner, after)[0]


def _read_new_events(store: SessionStore, session: str, owner: str, after: int) -> tuple[list[Event], int]:
    found: list[Event] = []
    count = after
    for event in store.events(session, after=after, owner=owner):
        count = event.seq
        # An event that a later version added, or a damaged one, is skipped: the others can still be read.
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            found.append(decode_event(event.data))
    return found, count


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
