"""A request that is answered later: after a pause of the user, because the newest edit is still being typed, or
once the files of a new session have been read.

A session holds at most one: the newest. The first event that ends it decides the reason of its empty answer.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from understudy.nes.clock import Clock
from understudy.nes.reasons import Reason

__all__ = ["HeldRequest"]


class HeldRequest:
    def __init__(self, uri: str, clock: Clock) -> None:
        self.uri = uri
        self.end_reason: Reason | None = None
        self._clock = clock
        self._waiting: asyncio.Future[None] | None = None

    def end(self, reason: Reason) -> None:
        """End the wait now; the request is answered without a suggestion."""
        if self.end_reason is None:
            self.end_reason = reason
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait_until(self, time: float, min_seconds: float) -> Reason | None:
        """Wait for that time of the clock, or for the end; return the reason if it has ended.

        Waits at least `min_seconds`, because a clock may wake its sleepers a moment early.
        """
        return await self.wait_for(self._clock.sleep(max(time - self._clock.now(), min_seconds)))

    async def wait_for(self, awaited: Coroutine[Any, Any, object]) -> Reason | None:
        """Wait for the coroutine, or for the end; return the reason if the request has ended."""
        if self.end_reason is not None:
            awaited.close()
            return self.end_reason
        self._waiting = asyncio.get_running_loop().create_future()
        task = asyncio.ensure_future(awaited)
        try:
            await asyncio.wait({task, self._waiting}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            task.cancel()
            self._waiting = None
        return self.end_reason
