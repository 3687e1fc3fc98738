"""`/acp` over Streamable HTTP: POST, GET and DELETE as the RFD has them. What a message means is not known here."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

import msgspec
from starlette.types import Receive, Scope, Send

from understudy.serve.connections import Connections, HttpConnection, TooManyConnections
from understudy.serve.event_streams import SESSION_METHODS, ClientMessage, EventStream, decode_message
from understudy.serve.limits import (
    DISCARD_TIMEOUT_S,
    INITIALIZE_TIMEOUT_S,
    KEEP_ALIVE_INTERVAL_S,
    MAX_ID_CHARS,
    OUTPUT_STALL_TIMEOUT_S,
    REQUEST_BODY_TIMEOUT_S,
)
from understudy.serve.responses import Headers, discard_body, find_header, send_empty, send_error, send_json
from understudy.serve.users import User
from understudy.wire import MAX_FRAME_BYTES

__all__ = ["HttpEndpoint"]

CONNECTION_HEADER: Final = b"acp-connection-id"
SESSION_HEADER: Final = b"acp-session-id"


class _TooLarge(Exception):
    pass


class _Refusal(Exception):
    body_read = False

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class HttpEndpoint:
    """An ASGI application for requests whose user is known."""

    def __init__(
        self,
        connections: Connections,
        keep_alive_interval_s: float = KEEP_ALIVE_INTERVAL_S,
        stall_timeout_s: float = OUTPUT_STALL_TIMEOUT_S,
        body_timeout_s: float = REQUEST_BODY_TIMEOUT_S,
        discard_timeout_s: float = DISCARD_TIMEOUT_S,
    ) -> None:
        self._connections = connections
        self._keep_alive_interval_s = keep_alive_interval_s
        self._stall_timeout_s = stall_timeout_s
        self._body_timeout_s = body_timeout_s
        self._discard_timeout_s = discard_timeout_s

    async def serve(
        self, scope: Scope, receive: Receive, send: Send, user: User, cookie: Sequence[tuple[bytes, bytes]]
    ) -> None:
        """`cookie`: headers that give a new client its affinity cookie."""
        try:
            match scope["method"]:
                case "POST":
                    await self._post(scope, receive, send, user, cookie)
                case "GET":
                    await self._get(scope, receive, send, user)
                case "DELETE":
                    self._find(scope, user).channel.disconnect()
                    await send_empty(send, 202)
                case method:
                    raise _Refusal(
                        405, f"{method} is not a method of this endpoint: use POST, GET or DELETE."
                    )
        except _Refusal as refusal:
            if not refusal.body_read:
                await discard_body(receive, self._discard_timeout_s)
            await send_error(send, refusal.status, refusal.message)

    async def _post(
        self, scope: Scope, receive: Receive, send: Send, user: User, cookie: Sequence[tuple[bytes, bytes]]
    ) -> None:
        headers: Headers = scope["headers"]
        content_type = find_header(headers, b"content-type") or ""
        if content_type.split(";")[0].strip().lower() != "application/json":
            raise _Refusal(415, "The Content-Type must be application/json.")
        try:
            async with asyncio.timeout(self._body_timeout_s):
                body = await _read_body(receive)
        except TimeoutError:
            raise _Refusal(408, "The body of the request did not arrive in time.") from None
        except _TooLarge:
            raise _Refusal(413, f"A message may have {MAX_FRAME_BYTES >> 20} MiB at most.") from None
        try:
            await self._receive_message(send, headers, scope, body, user, cookie)
        except _Refusal as refusal:
            refusal.body_read = True
            raise

    async def _receive_message(
        self,
        send: Send,
        headers: Headers,
        scope: Scope,
        body: bytes,
        user: User,
        cookie: Sequence[tuple[bytes, bytes]],
    ) -> None:
        if body.lstrip()[:1] == b"[":
            raise _Refusal(501, "Batches of messages are not supported. Send one message in a request.")
        try:
            message = decode_message(body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise _Refusal(400, "The body is not a JSON-RPC message.") from None
        if message.method == "initialize":
            await self._initialize(send, body, message, user, find_header(headers, CONNECTION_HEADER), cookie)
            return
        http = self._find(scope, user)
        _check_session(http, headers, message)
        http.touch()
        await http.channel.deliver(body, message)
        await send_empty(send, 202)

    async def _initialize(
        self,
        send: Send,
        body: bytes,
        message: ClientMessage,
        user: User,
        connection_id: str | None,
        cookie: Sequence[tuple[bytes, bytes]],
    ) -> None:
        if connection_id is not None:
            raise _Refusal(400, "initialize begins a connection: send it without Acp-Connection-Id.")
        if not message.is_request or message.id is None:
            raise _Refusal(400, "initialize is a request and needs an id.")
        try:
            self._connections.check_room(user)
        except TooManyConnections as error:
            raise _Refusal(503, str(error)) from None
        http = self._connections.open_http(user)
        try:
            answer = await http.channel.request(body, message, INITIALIZE_TIMEOUT_S)
        except (TimeoutError, ConnectionError):
            http.channel.disconnect()
            raise _Refusal(504, "The agent did not answer initialize.") from None
        except BaseException:
            http.channel.disconnect()
            raise
        headers = [(CONNECTION_HEADER, http.connection.id.encode()), *cookie]
        await send_json(send, 200, answer, headers)

    async def _get(self, scope: Scope, receive: Receive, send: Send, user: User) -> None:
        headers: Headers = scope["headers"]
        accept = (find_header(headers, b"accept") or "").lower()
        if "text/event-stream" not in accept and "*/*" not in accept:
            raise _Refusal(406, "Accept must name text/event-stream: the answers come as an event stream.")
        http = self._find(scope, user)
        session = _session_header(headers)
        stream = http.channel.connection_stream if session is None else http.channel.session_stream(session)
        if stream is None:
            raise _Refusal(
                429, "This connection has as many session streams as one may have. Close sessions."
            )
        http.touch()
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                ],
            }
        )
        await self._write_events(http, stream, receive, send)

    async def _write_events(
        self, http: HttpConnection, stream: EventStream, receive: Receive, send: Send
    ) -> None:
        reader = stream.open()
        gone = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await send({"type": "http.response.body", "body": b": open\n\n", "more_body": True})
            while not gone.done():
                reading = asyncio.ensure_future(stream.next_frames(reader, self._keep_alive_interval_s))
                await asyncio.wait({reading, gone}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    return
                frames = reading.result()
                if frames is None:
                    break
                body = b"".join(map(_to_event, frames)) or b": keep-alive\n\n"
                async with asyncio.timeout(self._stall_timeout_s):
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                stream.written(len(frames))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            http.channel.disconnect()
        finally:
            stream.close(reader)
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone

    def _find(self, scope: Scope, user: User) -> HttpConnection:
        connection_id = find_header(scope["headers"], CONNECTION_HEADER)
        if connection_id is None:
            raise _Refusal(400, "The header Acp-Connection-Id is missing: initialize answered with it.")
        http = self._connections.find_http(connection_id, user)
        if http is None:
            raise _Refusal(404, "There is no connection with this Acp-Connection-Id. Send initialize again.")
        return http


def _check_session(http: HttpConnection, headers: Headers, message: ClientMessage) -> None:
    given = _session_header(headers)
    named = message.session_id if message.method is not None else None
    if given is None:
        if message.method in SESSION_METHODS:
            raise _Refusal(400, f"{message.method} needs the header Acp-Session-Id.")
        return
    if named is not None and given != named:
        raise _Refusal(400, "The header Acp-Session-Id and the message name different sessions.")
    if message.method in SESSION_METHODS and not http.channel.knows_session(given):
        raise _Refusal(404, "There is no such session on this connection. Open it with session/load.")


def _session_header(headers: Headers) -> str | None:
    given = find_header(headers, SESSION_HEADER)
    if given is not None and len(given) > MAX_ID_CHARS:
        raise _Refusal(400, f"A session id has {MAX_ID_CHARS} characters at most.")
    return given


def _to_event(frame: bytes) -> bytes:
    return b"data: " + frame.replace(b"\r", b" ").replace(b"\n", b" ") + b"\n\n"


async def _read_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_FRAME_BYTES:
            raise _TooLarge
        if not message.get("more_body", False):
            return b"".join(parts)


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
