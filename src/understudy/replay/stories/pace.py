"""The time of a simulated user: virtual with an agent in this process, real with an agent of another program.

On the virtual clock pauses take no time: it stands still while the agent works, and moves when everybody waits.
"""

import asyncio
import heapq
import itertools
import time
from typing import Any, Protocol

from understudy.replay.stories.limits import SETTLE_STEPS, THREAD_POLL_S

__all__ = ["Pace", "RealPace", "VirtualClock"]


class Pace(Protocol):
    def now(self) -> float:
        """Seconds on a monotonic clock."""
        ...

    async def pause(self, seconds: float) -> None:
        """Let that much time pass for the agent."""
        ...

    async def wait_for(self, task: "asyncio.Task[Any]", seconds: float) -> bool:
        """Let time pass until the task is done, at most `seconds`; return whether it is done."""
        ...


class RealPace:
    def now(self) -> float:
        return time.monotonic()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait_for(self, task: "asyncio.Task[Any]", seconds: float) -> bool:
        await asyncio.wait({task}, timeout=seconds)
        return task.done()


class VirtualClock:
    """The clock of an agent in this process (`understudy.nes.Clock`), and the pace of its user."""

    def __init__(self, start: float = 1000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the user has let that much time pass."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._numbers), woken))
        await woken

    async def pause(self, seconds: float) -> None:
        end = self._now + seconds
        await _settle()
        while (wake := self._next_wake()) is not None and wake <= end:
            await self._advance_to(wake)
        await self._advance_to(end)

    async def wait_for(self, task: "asyncio.Task[Any]", seconds: float) -> bool:
        end = self._now + seconds
        while True:
            await _settle()
            if task.done():
                return True
            wake = self._next_wake()
            if wake is not None and wake <= end:
                await self._advance_to(wake)
            elif wake is not None:  # the agent waits for longer than its user
                self._now = end
                return False
            else:  # the agent works in a thread: no virtual time passes
                await asyncio.wait({task}, timeout=THREAD_POLL_S)

    def _next_wake(self) -> float | None:
        while self._sleepers and self._sleepers[0][2].done():  # cancelled
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    async def _advance_to(self, moment: float) -> None:
        self._now = max(self._now, moment)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            woken = heapq.heappop(self._sleepers)[2]
            if not woken.done():
                woken.set_result(None)
        await _settle()


async def _settle() -> None:
    """Let every task run that can run."""
    for _ in range(SETTLE_STEPS):
        await asyncio.sleep(0)
