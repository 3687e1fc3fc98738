"""Pairs of connected channels of every kind."""

import os
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from websocket_ends import websocket_pair

from understudy.wire import MAX_FRAME_BYTES, Channel, LineChannel, memory_pair

__all__ = ["PAIRS", "Pair", "Run"]

Run = Callable[[Coroutine[Any, Any, Any]], Any]
Pair = Callable[..., AbstractAsyncContextManager[tuple[Channel, Channel]]]


@asynccontextmanager
async def memory(most: int = MAX_FRAME_BYTES) -> AsyncGenerator[tuple[Channel, Channel]]:
    near, far = memory_pair(most)
    yield near, far
    near.close()
    far.close()


@asynccontextmanager
async def pipes(most: int = MAX_FRAME_BYTES) -> AsyncGenerator[tuple[Channel, Channel]]:
    there, back = os.pipe(), os.pipe()
    near, far = LineChannel(back[0], there[1], most), LineChannel(there[0], back[1], most)
    try:
        yield near, far
    finally:
        near.close()
        far.close()
        for fd in (*there, *back):
            os.close(fd)


@asynccontextmanager
async def sockets(most: int = MAX_FRAME_BYTES) -> AsyncGenerator[tuple[Channel, Channel]]:
    one, two = socket.socketpair()
    with one, two:
        near = LineChannel(one.fileno(), one.fileno(), most)
        far = LineChannel(two.fileno(), two.fileno(), most)
        yield near, far
        near.close()
        far.close()


PAIRS: dict[str, Pair] = {"memory": memory, "pipes": pipes, "sockets": sockets, "websocket": websocket_pair}
