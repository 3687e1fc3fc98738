"""One WebSocket to a remote agent, for a `wire.WebSocketChannel`. Opens it once; `channel` opens another one."""

import asyncio
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from understudy.client.limits import REMOTE_PING_INTERVAL_S, REMOTE_PING_TIMEOUT_S
from understudy.client.remote.address import RemoteAddress
from understudy.client.remote.refusals import refused, unreachable
from understudy.wire import MAX_FRAME_BYTES

__all__ = ["CookieJar", "RemoteSocket", "open_socket"]


class CookieJar:
    """The cookies of one server by name: load balancers know by them which replica to ask."""

    def __init__(self) -> None:
        self._cookies: dict[str, str] = {}

    def store(self, lines: list[str]) -> None:
        for line in lines:
            try:
                parsed = SimpleCookie(line)
            except CookieError:
                continue
            for name, morsel in parsed.items():
                if morsel["max-age"] == "0":
                    self._cookies.pop(name, None)
                else:
                    self._cookies[name] = morsel.value

    def headers(self) -> Mapping[str, str]:
        if not self._cookies:
            return {}
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}


class RemoteSocket:
    """Binary messages are ignored."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def receive(self) -> str | None:
        try:
            while True:
                message = await self._connection.recv()
                if isinstance(message, str):
                    return message
        except ConnectionClosed:
            return None

    async def send_text(self, text: str) -> None:
        try:
            await self._connection.send(text)
        except ConnectionClosed as error:
            raise ConnectionError(str(error)) from None

    @property
    def close_reason(self) -> str:
        return self._connection.close_reason or ""

    async def close(self) -> None:
        await self._connection.close()


async def open_socket(address: RemoteAddress, cookies: CookieJar, timeout_s: float) -> RemoteSocket:
    """Raises RemoteRefused, and AgentGone for what may succeed at the next attempt."""
    try:
        connection = await connect_websocket(
            address.url,
            additional_headers={**address.headers, **cookies.headers()},
            open_timeout=timeout_s,
            max_size=MAX_FRAME_BYTES,
            compression=None,
            ping_interval=REMOTE_PING_INTERVAL_S,
            ping_timeout=REMOTE_PING_TIMEOUT_S,
        )
    except InvalidStatus as error:
        body = (error.response.body or b"").decode("utf-8", "replace")
        raise refused(address.url, error.response.status_code, body, address.headers) from None
    except (
        OSError,
        TimeoutError,
        InvalidHandshake,
        InvalidURI,
        asyncio.IncompleteReadError,
        EOFError,
    ) as error:
        raise unreachable(address.url, error) from None
    if connection.response is not None:
        cookies.store(connection.response.headers.get_all("Set-Cookie"))
    return RemoteSocket(connection)
