"""A request that is answered later: after a pause of the user, because the newest edit is still being typed, or
once the files of a new session have been read.

A session holds at most one: the newest. The first event that ends it decides the reason of its empty answer.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any, TypeVar

from understudy.nes.clock import Clock
from understudy.nes.reasons import Reason

__all__ = ["HeldAnswer", "HeldRequest"]

T = TypeVar("T")


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


class HeldAnswer(Coroutine[Any, Any, T]):
    """The coroutine that answers a held request. The request is released when it ends, also if it never started."""

    def __init__(self, answer: Coroutine[Any, Any, T], release: Callable[[], None]) -> None:
        self._answer = answer
        self._release = release

    def send(self, value: Any) -> Any:
        try:
            return self._answer.send(value)
        except BaseException:
            self._release()
            raise

    def throw(self, *error: Any) -> Any:
        try:
            return self._answer.throw(*error)
        except BaseException:
            self._release()
            raise

    def close(self) -> None:
        try:
            self._answer.close()
        finally:
            self._release()

    def __await__(self) -> Generator[Any, Any, T]:
        try:
            return (yield from self._answer.__await__())
        finally:
            self._release()
