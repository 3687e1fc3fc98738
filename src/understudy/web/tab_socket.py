"""One tab's WebSocket, as ASGI has it: texts in and out, and a code and a sentence at its end."""

import asyncio
import contextlib
from typing import Final

from starlette.types import Receive, Send

from understudy.web.limits import SOCKET_CLOSE_TIMEOUT_S

__all__ = ["AGENT_ENDED", "BAD_FRAME", "NOT_STARTED", "SHUT_DOWN", "TOO_LARGE", "TOO_MANY_TABS", "TabSocket"]

SHUT_DOWN: Final = 1001
TOO_LARGE: Final = 1009
NOT_STARTED: Final = 4001
AGENT_ENDED: Final = 4002
TOO_MANY_TABS: Final = 4003
BAD_FRAME: Final = 4400

MAX_CLOSE_REASON_BYTES: Final = 123
"""Bytes: a close frame holds no more."""


class TabSocket:
    """The socket of a WebSocketChannel. Knows no agent."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.is_closed = False
        """Whether the other side has gone, or said what may not be said."""
        self.has_bad_frame = False

    async def accept(self) -> None:
        await self._receive()  # websocket.connect, always the first
        await self._send({"type": "websocket.accept"})

    async def receive(self) -> str | None:
        if self.is_closed:
            return None
        message = await self._receive()
        if message["type"] == "websocket.receive":
            text: str | None = message.get("text")
            if text is not None:
                return text
            self.has_bad_frame = True
        self.is_closed = True
        return None

    async def send_text(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str) -> None:
        """Say why, to a page that is still there and listens."""
        words = " ".join(reason.split()).encode()[:MAX_CLOSE_REASON_BYTES].decode("utf-8", "ignore")
        # It has gone, or was closed by the server below, or takes nothing, not even this.
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):
            async with asyncio.timeout(SOCKET_CLOSE_TIMEOUT_S):
                await self._send({"type": "websocket.close", "code": code, "reason": words})
