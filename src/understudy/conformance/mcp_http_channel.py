"""A channel to an MCP server over Streamable HTTP: every message is a POST, answered by JSON or by an event stream.

For the checks of `understudy check mcp URL`, which record all messages. Not a client for agents: it opens no stream
of its own for messages that the server sends unasked.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any, Final

import httpx2
import msgspec

from understudy.client import AgentGone
from understudy.conformance.message_log import as_object
from understudy.tls import certificate_checks
from understudy.wire import MAX_FRAME_BYTES, Receiver

__all__ = ["McpHttpChannel"]

_HEADERS: Final = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "Accept-Encoding": "identity",  # compressed data has no known size
}
_SESSION: Final = "Mcp-Session-Id"
_VERSION: Final = "MCP-Protocol-Version"


class _TooLarge(Exception):
    pass


async def _read(answer: httpx2.Response) -> bytes:
    """Return the body. Raises _TooLarge."""
    body = bytearray()
    async for part in _parts(answer):
        body += part
        if len(body) > MAX_FRAME_BYTES:
            raise _TooLarge
    return bytes(body)


async def _lines(answer: httpx2.Response) -> AsyncGenerator[bytes]:
    """Yield the lines of an event stream. Raises _TooLarge."""
    rest = bytearray()
    async for part in _parts(answer):
        *ended, begun = part.replace(b"\r", b"\n").split(b"\n")
        for piece in ended:
            yield bytes(rest + piece)
            rest.clear()
        rest += begun
        if len(rest) > MAX_FRAME_BYTES:
            raise _TooLarge
    if rest:
        yield bytes(rest)


async def _parts(answer: httpx2.Response) -> AsyncGenerator[bytes]:
    if answer.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise _TooLarge
    async for part in answer.aiter_raw():
        yield part


class McpHttpChannel:
    """Implements `wire.Channel`. A notification is sent before what follows it; requests run beside each other."""

    def __init__(self, url: str, headers: Mapping[str, str], timeout_s: float) -> None:
        self._url = url
        self._client = httpx2.AsyncClient(
            headers={**_HEADERS, **headers},
            timeout=httpx2.Timeout(timeout_s, read=None),
            verify=certificate_checks(url),
        )
        self._receiver: Receiver | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._last: asyncio.Task[None] | None = None
        self.failure: AgentGone | None = None

    def open(self, receiver: Receiver) -> None:
        self._receiver = receiver

    def pause(self) -> None:
        """Does nothing: the log above takes everything."""

    def resume(self) -> None: ...

    def send(self, frame: bytes) -> None:
        previous, task = self._last, asyncio.get_running_loop().create_task(self._send(frame, self._last))
        is_request = b'"id"' in frame
        # What is sent during a request must not wait for its answer; initialize is answered before all else.
        self._last = previous if is_request and previous is not None else task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def has_room(self) -> bool:
        return True

    async def wait_for_room(self) -> None: ...

    async def flush(self, seconds: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def close(self) -> None:
        self._receiver = None
        for task in self._tasks:
            task.cancel()

    async def disconnect(self) -> None:
        """End the session of the server, after `close`."""
        if _SESSION in self._client.headers:
            try:
                await self._client.delete(self._url)
            except httpx2.HTTPError as error:
                self.failure = AgentGone(f"{self._url} cannot be reached: {error}.")
        await self._client.aclose()

    async def _send(self, frame: bytes, previous: "asyncio.Task[None] | None") -> None:
        if previous is not None:
            await asyncio.wait([previous])
        try:
            async with self._client.stream("POST", self._url, content=frame) as answer:
                if answer.status_code >= 400 and not await self._is_message(answer):
                    self._fail(f"{self._url} answers with status {answer.status_code}.")
                    return
                self._client.headers.update(
                    {_SESSION: answer.headers[_SESSION]} if _SESSION in answer.headers else {}
                )
                if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                    async for line in _lines(answer):
                        if line.startswith(b"data:"):
                            self._deliver(line.removeprefix(b"data:").strip())
                else:
                    self._deliver(await _read(answer))
        except _TooLarge:
            self._fail(
                f"{self._url} sent a message of more than {MAX_FRAME_BYTES >> 20} MiB, or a compressed one."
            )
        except httpx2.HTTPError as error:
            self._fail(f"{self._url} cannot be reached: {error or type(error).__name__}.")

    async def _is_message(self, answer: Any) -> bool:
        """Whether a refusal is a JSON-RPC error, which answers the request as any other does."""
        body = await _read(answer)
        try:
            return "error" in (as_object(msgspec.json.decode(body)) or {})
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False

    def _deliver(self, frame: bytes) -> None:
        if not frame or self._receiver is None:
            return
        self._receiver.frames_received([frame])
        try:
            message = as_object(msgspec.json.decode(frame)) or {}
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        version = (as_object(message.get("result")) or {}).get("protocolVersion")
        if isinstance(version, str):
            self._client.headers[_VERSION] = version

    def _fail(self, message: str) -> None:
        self.failure = AgentGone(message)
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()
