"""Runs a server on the standard streams of the process, on the fastest event loop that is installed."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from understudy.wire.descriptors import claim_stdio

__all__ = ["run_on_stdio"]

T = TypeVar("T")


def run_on_stdio(serve: Callable[[int, int], Coroutine[Any, Any, T]]) -> T:
    """Claim the standard streams, run `serve(source, sink)`, and give the streams back."""
    with claim_stdio() as (source, sink), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(serve(source, sink))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop if it is installed: a round trip takes a third of the time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
