"""Small HTTP responses of the server, and its reading of headers. Works without a framework, on ASGI messages."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

import msgspec
from starlette.types import Receive, Scope, Send

from understudy.serve.limits import DISCARD_TIMEOUT_S, MAX_DISCARDED_BYTES

__all__ = [
    "Headers",
    "discard_body",
    "find_header",
    "refuse",
    "send_empty",
    "send_error",
    "send_json",
    "send_text",
]

Headers = Sequence[tuple[bytes, bytes]]
"""ASGI headers: the names are in lower case."""
_NO_STORE: Final = (b"cache-control", b"no-store")


def find_header(headers: Headers, name: bytes) -> str | None:
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return None


async def send_empty(send: Send, status: int) -> None:
    await _send(send, status, b"", [])


async def send_json(send: Send, status: int, body: bytes, headers: Headers = ()) -> None:
    await _send(send, status, body, [(b"content-type", b"application/json"), *headers])


async def send_text(
    send: Send, status: int, text: str, content_type: str = "text/plain; charset=utf-8"
) -> None:
    await _send(send, status, text.encode(), [(b"content-type", content_type.encode())])


async def send_error(send: Send, status: int, message: str, headers: Headers = ()) -> None:
    await send_json(send, status, msgspec.json.encode({"error": message}), headers)


async def discard_body(receive: Receive, timeout_s: float = DISCARD_TIMEOUT_S) -> None:
    """Read the body of a refused request: Hypercorn breaks off an HTTP/2 connection whose body is not read.

    Not for long: whoever has no token must not keep a connection open by sending nothing.
    """
    size = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(timeout_s):
            while size < MAX_DISCARDED_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, message: str) -> None:
    """Answer a request, or the handshake of a WebSocket, with an error."""
    headers: list[tuple[bytes, bytes]] = []
    if status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="understudy"'))
    if scope["type"] == "http":
        await discard_body(receive)
        await send_error(send, status, message, headers)
        return
    body = msgspec.json.encode({"error": message})
    headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


async def _send(send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    headers = [*headers, _NO_STORE, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
