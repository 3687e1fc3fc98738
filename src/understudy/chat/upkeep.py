"""Work that must not be left half: held on to when nobody waits for it any more, and one at a time for a session.

Knows tasks and locks, not what they are for.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, TypeVar

__all__ = ["Upkeep", "within"]

T = TypeVar("T")
logger = logging.getLogger(__name__)


class Upkeep:
    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}
        """With how many hold or want each."""
        self._held: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def alone(self, name: str) -> AsyncGenerator[None]:
        """Nobody else is in here with the same name."""
        lock, users = self._locks.get(name, (asyncio.Lock(), 0))
        self._locks[name] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks.pop(name)
            if users > 1:
                self._locks[name] = (lock, users - 1)

    async def through(self, work: Coroutine[Any, Any, T]) -> T:
        """Once begun it goes on, whoever stops waiting for it."""
        return await asyncio.shield(self._hold(work))

    async def whole(self, making: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[None]]) -> T:
        """Make something even if whoever asked for it stops waiting; then it is undone."""
        task = self._hold(making)

        async def take_back() -> None:
            await undo(await task)

        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._hold(take_back())
            raise

    async def settled(self, seconds: float) -> None:
        """Wait for everything that is held."""
        if self._held:
            await within(seconds, "what had begun", asyncio.wait(set(self._held)))

    def _hold(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that somebody keeps: the loop alone would not."""
        task = asyncio.ensure_future(work)
        self._held.add(task)
        task.add_done_callback(self._let_go)
        return task

    def _let_go(self, task: asyncio.Task[Any]) -> None:
        self._held.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited was told; nobody else needs to be


async def within(seconds: float, what: str, work: Awaitable[object]) -> None:
    """Wait for the last things, but not for ever, and without letting one's failure keep the others from ending."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        logger.warning("%s took longer than %g s and was given up", what, seconds)
    except Exception:
        logger.exception("%s failed", what)
