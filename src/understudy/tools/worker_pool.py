"""The threads in which tools run, so that no tool blocks the protocol.

Owns a bounded number of daemon threads and the calls that run in them. Daemon threads, because a read that
hangs in the kernel must not keep the process alive after its client has disconnected. (`concurrent.futures`
joins its threads at exit, and handing work to it is slower by a third.)
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from understudy.tools.limits import MAX_CONCURRENT_CALLS, MAX_WORKER_THREADS
from understudy.workspace import Stop, TooLarge

__all__ = ["WorkerPool"]


T = TypeVar("T")
WorkItem = tuple[Callable[[], Any], asyncio.Future[Any], Stop]


class WorkerPool:
    """Runs blocking work for one event loop. Methods are called on the loop, except the thread's own.

    Example: `await WorkerPool().run(work, Stop())`.
    """

    def __init__(self, max_threads: int = MAX_WORKER_THREADS, max_calls: int = MAX_CONCURRENT_CALLS) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[WorkItem | None] = queue.SimpleQueue()
        self._max_threads = max_threads
        self._max_calls = max_calls
        self._thread_count = 0
        self._running: set[Stop] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def run(self, work: Callable[[], T], stop: Stop) -> T:
        """Run `work` in a thread; if the awaiting task is cancelled, `stop` is cancelled at once.

        A call counts until its work has really ended, so that cancelled work is bounded too.
        """
        if self._closed or len(self._running) >= self._max_calls:
            raise TooLarge(
                f"{len(self._running)} calls are in progress, which is the most at a time.",
                "too_large",
                advice="Wait for some of them, or cancel them.",
                limit=self._max_calls,
            )
        result: asyncio.Future[T] = self._loop.create_future()
        self._running.add(stop)
        self._idle.clear()
        self._queue.put((work, result, stop))
        if self._thread_count < min(len(self._running), self._max_threads):
            self._thread_count += 1
            threading.Thread(target=self._run_worker, name="understudy-tool", daemon=True).start()
        try:
            return await result
        except asyncio.CancelledError:
            stop.cancel()
            raise

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return self._queue.qsize()

    def cancel_all(self) -> None:
        """Cancel every call that is running or queued."""
        for stop in tuple(self._running):
            stop.cancel()

    async def close(self, timeout_s: float) -> bool:
        """Cancel every call, reject new ones and wait up to `timeout_s`; return whether all have ended."""
        self._closed = True
        self.cancel_all()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._idle.wait()
        for _ in range(self._thread_count):
            self._queue.put(None)
        return self._idle.is_set()

    def _run_worker(self) -> None:
        while True:
            job = self._queue.get()
            if job is None:
                return
            work, result, stop = job
            outcome: Any = None
            error: BaseException | None = None
            try:
                outcome = work()
            except BaseException as raised:  # noqa: BLE001 - raised again in the awaiting task
                error = raised
            try:
                self._loop.call_soon_threadsafe(self._finish, result, stop, outcome, error)
            except RuntimeError:
                return  # the loop is closed, so no task is awaiting the result
            del job, work, result, stop, outcome, error

    def _finish(
        self, result: asyncio.Future[Any], stop: Stop, outcome: Any, error: BaseException | None
    ) -> None:
        self._running.discard(stop)
        if not self._running:
            self._idle.set()
        if result.done():
            return
        if error is None:
            result.set_result(outcome)
        elif isinstance(error, Exception) and not isinstance(error, StopIteration):
            result.set_exception(error)
        else:
            result.set_exception(RuntimeError(f"a tool raised {type(error).__name__}"))
