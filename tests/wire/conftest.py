"""Both event loops, and pairs of channels of every kind."""

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from wire_pairs import PAIRS, Pair, Run

LIMIT_S = 240.0


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Run a coroutine on one of the loops, within a limit."""
    factory = uvloop.new_event_loop if request.param == "uvloop" else None

    async def limited(work: Coroutine[Any, Any, Any]) -> Any:
        async with asyncio.timeout(LIMIT_S):
            return await work

    def start(work: Coroutine[Any, Any, Any]) -> Any:
        with asyncio.Runner(loop_factory=factory) as runner:
            return runner.run(limited(work))

    return start


@pytest.fixture(params=list(PAIRS))
def pair(request: pytest.FixtureRequest) -> Pair:
    return PAIRS[request.param]
