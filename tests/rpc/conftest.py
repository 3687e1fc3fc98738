"""A peer under test: in memory, and as a process on each of the event loops."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from echo_program import routes
from far_side import Process, with_peer

Exchange = Callable[..., list[dict[str, Any]]]


def _in_memory(*frames: bytes) -> list[dict[str, Any]]:
    async def scene() -> list[dict[str, Any]]:
        async with with_peer(routes()) as (far, _):
            return await far.exchange(*frames)

    return asyncio.run(scene())


@pytest.fixture(scope="module", params=["memory", "asyncio", "uvloop"])
def exchange(request: pytest.FixtureRequest) -> Iterator[Exchange]:
    """Frames → their answers. A process is the same one for all tests of a module: it must survive them."""
    if request.param == "memory":
        yield _in_memory
        return
    with Process(request.param) as process:
        yield process.exchange
        process.finish()


@pytest.fixture(params=["asyncio", "uvloop"])
def process(request: pytest.FixtureRequest) -> Iterator[Process]:
    with Process(request.param) as started:
        yield started
