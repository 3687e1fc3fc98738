"""The threads that run the calls of session stores, and the store that they share.

Owns the threads, the opening and closing of the store, and the order of the calls: those of one lane run one after
the other, those of different lanes side by side if there are several threads. The first call starts a thread and
opens the store, so that an agent whose client never starts a session touches no file. The threads are daemons
because a write that hangs in the kernel must not keep the process alive after its client has disconnected;
`concurrent.futures` joins its threads at exit.
"""

import asyncio
import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from understudy.chat.limits import MAX_QUEUED_STORE_CALLS
from understudy.chat.store import SessionStore, StoreBusy, StoreClosed

__all__ = ["StoreLane", "StoreThreads"]

T = TypeVar("T")
_Call = tuple[Callable[[SessionStore], Any], "asyncio.Future[Any]"]


class StoreLane:
    """Calls that run in order. One thread at a time works on a lane."""

    def __init__(self, threads: "StoreThreads") -> None:
        self._threads = threads
        self.calls: deque[_Call] = deque()
        self.is_scheduled = False

    def submit(self, call: Callable[[SessionStore], T]) -> "asyncio.Future[T]":
        return self._threads.submit(self, call)


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
                self._queue.put(lane)
            is_thread_missing = len(self._threads) < min(self._count, self._queue.qsize() + 1)
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
