"""The clock by which the service measures the user's pauses. A test injects its own and advances it.

Not for limits of work: those are measured by the engine itself.
"""

import asyncio
import time
from typing import Protocol

__all__ = ["Clock", "RealClock"]


class Clock(Protocol):
    def now(self) -> float:
        """Monotonic seconds; the clock of `Edit.time`."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds of this clock."""
        ...


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
