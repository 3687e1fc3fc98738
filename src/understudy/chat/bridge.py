"""From a tool's worker thread to the loop and back: ask something there, and wait for the answer here."""

import asyncio
import concurrent.futures
from collections.abc import Coroutine
from typing import Any, TypeVar

from understudy.workspace import ExecutionFailed, Stop

__all__ = ["run_on_loop"]

T = TypeVar("T")


def run_on_loop(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, T],
    stop: Stop,
    timeout_s: float | None = None,
) -> T:
    """The answer of a coroutine that runs on `loop`. Raises as `stop` does if that is raised meanwhile."""
    try:
        waiting = asyncio.run_coroutine_threadsafe(coroutine, loop)
    except RuntimeError:  # the loop is closed: everything is ending
        coroutine.close()
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    try:
        with stop.on_cancel(lambda: (waiting.cancel(), None)[1]):
            return waiting.result(timeout_s)
    except concurrent.futures.CancelledError:
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    except TimeoutError:
        waiting.cancel()
        raise
