"""Both ends of a WebSocket over a real connection: uvicorn's, and the `websockets` library's as the client."""

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from understudy.web.tabs import TabSocket
from understudy.wire import MAX_FRAME_BYTES, WebSocketChannel

__all__ = ["LibrarySocket", "client_of", "served", "websocket_pair"]

SMALL = 1 << 16
"""Bytes that the system may hold for a connection: a test of backpressure need not fill megabytes."""


class LibrarySocket:
    """A client's connection of the `websockets` library as a channel's socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def receive(self) -> str | None:
        try:
            return await self._connection.recv(decode=True)
        except ConnectionClosed:
            return None

    async def send_text(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except ConnectionClosed as closed:
            raise ConnectionResetError from closed


@asynccontextmanager
async def served(serve: Callable[[TabSocket], Awaitable[None]]) -> AsyncGenerator[int]:
    """The port of a server that accepts each WebSocket and hands it over."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["type"] == "websocket"
        tab = TabSocket(receive, send)
        await tab.accept()
        await serve(tab)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        config = uvicorn.Config(
            app,
            log_config=None,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        server = _Quiet(config)
        port = listener.getsockname()[1]
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        try:
            yield port
        finally:
            server.should_exit = True
            await serving


class _Quiet(uvicorn.Server):
    """Leaves the test's signals alone."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


@asynccontextmanager
async def client_of(port: int) -> AsyncGenerator[ClientConnection]:
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    end.setblocking(False)
    await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", port))
    async with connect(
        f"ws://127.0.0.1:{port}/",
        sock=end,
        compression=None,
        max_size=MAX_FRAME_BYTES,
        max_queue=1,
        close_timeout=1,
    ) as connection:
        yield connection


@asynccontextmanager
async def websocket_pair(
    most: int = MAX_FRAME_BYTES,
) -> AsyncGenerator[tuple[WebSocketChannel, WebSocketChannel]]:
    arrived: asyncio.Future[TabSocket] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def serve(tab: TabSocket) -> None:
        arrived.set_result(tab)
        await over.wait()

    async with served(serve) as port, client_of(port) as connection:
        near = WebSocketChannel(LibrarySocket(connection), most)
        far = WebSocketChannel(await arrived, most)
        try:
            yield near, far
        finally:
            near.close()
            far.close()
            over.set()
