"""A clock that a test advances: pauses of the user without waiting for them."""

import asyncio

__all__ = ["VirtualClock"]


class VirtualClock:
    def __init__(self, start: float = 1000.0) -> None:
        self._now = start
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        wake = asyncio.get_running_loop().create_future()
        entry = (self._now + seconds, wake)
        self._sleepers.append(entry)
        try:
            await wake
        finally:
            self._sleepers.remove(entry)

    @property
    def sleepers(self) -> int:
        """How many coroutines sleep now."""
        return len(self._sleepers)

    async def advance(self, seconds: float) -> None:
        """Let the time pass, once the messages on their way are processed.

        Sleepers wake in order, each at its time, and run before the time goes on.
        """
        await _let_others_run()
        end = self._now + seconds
        while due := [entry for entry in self._sleepers if entry[0] <= end and not entry[1].done()]:
            at, wake = min(due, key=lambda entry: entry[0])
            self._now = max(self._now, at)
            wake.set_result(None)
            await _let_others_run()  # what the sleeper does next, such as sleeping again
        self._now = end


async def _let_others_run() -> None:
    for _ in range(50):
        await asyncio.sleep(0)
