"""Work that must not be left half: held on to when nobody waits for it any more, and one at a time for a session.

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
        """With how many hold or want each."""
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def exclusive(self, session_id: str) -> AsyncGenerator[None]:
        """Nobody else is in here with the same name."""
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
        """Once begun it goes on, whoever stops waiting for it."""
        return await asyncio.shield(self._track(work))

    async def run_or_undo(self, work: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[None]]) -> T:
        """Make something even if whoever asked for it stops waiting; then it is undone."""
        task = self._track(work)

        async def take_back() -> None:
            await undo(await task)

        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._track(take_back())
            raise

    async def wait_all(self, timeout_s: float) -> None:
        """Wait for everything that is held."""
        if self._tasks:
            await run_with_timeout(timeout_s, "what had begun", asyncio.wait(set(self._tasks)))

    def _track(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that somebody keeps: the loop alone would not."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._untrack)
        return task

    def _untrack(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited was told; nobody else needs to be


async def run_with_timeout(timeout_s: float, what: str, work: Awaitable[object]) -> None:
    """Wait for the last things, but not for ever, and without letting one's failure keep the others from ending."""
    try:
        async with asyncio.timeout(timeout_s):
            await work
    except TimeoutError:
        logger.warning("%s took longer than %g s and was given up", what, timeout_s)
    except Exception:
        logger.exception("%s failed", what)
