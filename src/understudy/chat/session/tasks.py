"""Tasks that keep running when their caller is cancelled, and a lock per session.

Knows tasks and locks, not what they are for.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

__all__ = ["SessionTasks", "run_with_timeout"]

T = TypeVar("T")
logger = logging.getLogger(__name__)


class SessionTasks:
    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}
        """Each lock with the number of tasks that hold it or wait for it."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def exclusive(self, session_id: str) -> AsyncGenerator[None]:
        """Hold the lock of a session."""
        lock, users = self._locks.get(session_id, (asyncio.Lock(), 0))
        self._locks[session_id] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks.pop(session_id)
            if users > 1:
                self._locks[session_id] = (lock, users - 1)

    async def run_shielded(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the work to its end even if the caller is cancelled."""
        return await asyncio.shield(self._track(work))

    async def run_or_undo(self, work: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[None]]) -> T:
        """Run the work to its end; if the caller is cancelled meanwhile, undo its result."""
        task = self._track(work)

        async def undo_result() -> None:
            try:
                result = await task
            except Exception:
                logger.debug("the work of a cancelled caller failed", exc_info=True)
                return
            try:
                await undo(result)
            except Exception:
                logger.exception("the work of a cancelled caller could not be undone")

        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._track(undo_result())
            raise

    async def wait_all(self, timeout_s: float) -> None:
        """Wait for all tracked tasks."""
        if self._tasks:
            await run_with_timeout(timeout_s, "unfinished session tasks", asyncio.wait(set(self._tasks)))

    def _track(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task and hold a reference to it: the loop holds only a weak one."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._untrack)
        return task

    def _untrack(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it; the caller got it already


async def run_with_timeout(timeout_s: float, what: str, work: Awaitable[object]) -> None:
    """Await a step of the shutdown; a timeout or a failure is logged, so that the next steps still run."""
    try:
        async with asyncio.timeout(timeout_s):
            await work
    except TimeoutError:
        logger.warning("%s took longer than %g s and was given up", what, timeout_s)
    except Exception:
        logger.exception("%s failed", what)
