"""A channel over Streamable HTTP: messages of the client come as POSTs, those of the agent leave on event streams.

Owns the routing of messages between one agent and the event streams of one connection, as the RFD has it: the
connection's stream gets what belongs to no session and the answers that open a session, and each session has a
stream for its updates, its questions and the answers to its requests. It knows no HTTP (`http_endpoint`).

Clients differ in when they open the stream of a session that they load. One that opens it before `session/load`
gets the replay there, and the answer after the replay was written. For one that waits for the answer, it goes to
the connection's stream, before the answer.
"""

import asyncio
from collections import deque
from typing import Any, Final

import msgspec

from understudy.serve.limits import MAX_BUFFERED_BYTES, MAX_SESSION_STREAMS
from understudy.wire import Receiver

__all__ = ["SESSION_METHODS", "ClientMessage", "EventStream", "EventStreamChannel", "decode_message"]

SESSION_METHODS: Final = frozenset(
    {
        "session/cancel",
        "session/close",
        "session/prompt",
        "session/set_config_option",
        "session/set_mode",
    }
)
"""Methods whose POST must name the session in a header, as well as in its params."""
_OPENING_METHODS: Final = frozenset({"session/load", "session/resume"})
_CONNECTION_METHODS: Final = frozenset({"session/fork", "session/delete", "nes/close"}) | _OPENING_METHODS
"""Methods that name a session, and whose answers go to the connection's stream: the session may have no stream."""


class _SessionParams(msgspec.Struct, rename="camel"):
    session_id: Any = None


class ClientMessage(msgspec.Struct):
    """The parts of a message that say where it goes."""

    id: int | str | float | msgspec.UnsetType | None = msgspec.UNSET
    method: str | None = None
    params: msgspec.Raw = msgspec.Raw(b"null")
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def is_request(self) -> bool:
        return self.method is not None and self.id is not msgspec.UNSET

    @property
    def session_id(self) -> str | None:
        """The session that the params, or the result of an answer, name."""
        for part in (self.params, self.result):
            try:
                named = _PARAMS_DECODER.decode(part).session_id
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
            if isinstance(named, str):
                return named
        return None


_PARAMS_DECODER: Final = msgspec.json.Decoder(_SessionParams)
_MESSAGE_DECODER: Final = msgspec.json.Decoder(ClientMessage)


def decode_message(frame: bytes) -> ClientMessage:
    """Raises msgspec.DecodeError and UnicodeDecodeError."""
    return _MESSAGE_DECODER.decode(frame)


class EventStream:
    """The messages for one event stream, until its reader gets them. A newer reader replaces it."""

    def __init__(self, channel: "EventStreamChannel") -> None:
        self._channel = channel
        self._frames: deque[tuple[bytes, EventStream | None]] = deque()
        self._changed = asyncio.Event()
        self._reader: object | None = None
        self.was_opened = False

    @property
    def is_open(self) -> bool:
        return self._reader is not None

    @property
    def is_drained(self) -> bool:
        return not self._frames

    def open(self) -> object:
        """Return a key for `next_frames`; an older reader ends."""
        self.was_opened = True
        self._reader = object()
        self._changed.set()
        return self._reader

    def close(self, reader: object) -> None:
        if self._reader is reader:
            self._reader = None

    def put(self, frame: bytes, forward_to: "EventStream | None" = None) -> None:
        """Queue a frame; with `forward_to`, queue it there when everything before it was written here."""
        self._frames.append((frame, forward_to))
        self._changed.set()

    async def next_frames(self, reader: object, timeout_s: float) -> list[bytes] | None:
        """Return what is queued, [] after `timeout_s` without anything, None when this reader or the channel ends.

        The frames stay queued until `written` says how many of them were sent.
        """
        while True:
            if self._reader is not reader or (self._channel.is_over and not self._frames):
                return None
            while self._frames and self._frames[0][1] is not None:
                frame, target = self._frames.popleft()
                assert target is not None  # noqa: S101 - the condition of the loop
                target.put(frame)
            if self._frames:
                return [frame for frame, target in self._frames if target is None]
            self._changed.clear()
            try:
                async with asyncio.timeout(timeout_s):
                    await self._changed.wait()
            except TimeoutError:
                return []

    def written(self, count: int) -> None:
        """The first `count` frames were sent, and what stands between them may follow."""
        while count or (self._frames and self._frames[0][1] is not None):
            frame, target = self._frames.popleft()
            if target is None:
                count -= 1
                self._channel.on_written(len(frame))
            else:
                target.put(frame)

    def wake(self) -> None:
        self._changed.set()


class EventStreamChannel:
    """Implements `wire.Channel`. Must be made inside the event loop."""

    def __init__(self) -> None:
        self.connection_stream = EventStream(self)
        self._sessions: dict[str, EventStream] = {}
        self._known_sessions: set[str] = set()
        self._request_routes: dict[object, tuple[str, str]] = {}
        """By the id of a request of the client: its method and its session."""
        self._awaited: dict[object, asyncio.Future[bytes]] = {}
        self._receiver: Receiver | None = None
        self._early: list[bytes] = []
        """Messages that came before the agent began to read."""
        self.is_over = False
        self._unsent_bytes = 0
        self._room = asyncio.Event()
        self._room.set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._unpaused = asyncio.Event()
        self._unpaused.set()

    # For the agent: wire.Channel

    def open(self, receiver: Receiver) -> None:
        if self.is_over:
            receiver.ended()
            return
        self._receiver = receiver
        early, self._early = self._early, []
        if early:
            receiver.frames_received(early)

    def pause(self) -> None:
        self._unpaused.clear()

    def resume(self) -> None:
        self._unpaused.set()

    def send(self, frame: bytes) -> None:
        if self.is_over:
            return
        try:
            message = decode_message(frame)
        except (msgspec.DecodeError, UnicodeDecodeError):
            message = ClientMessage()
        if message.method is None and not isinstance(message.id, msgspec.UnsetType):
            self._send_answer(frame, message)
            return
        session = message.session_id
        self._queue(self._stream_for_update(session), frame)

    @property
    def has_room(self) -> bool:
        return self._room.is_set()

    async def wait_for_room(self) -> None:
        await self._room.wait()

    async def flush(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            pass

    def close(self) -> None:
        self._receiver = None
        self._end()

    # For the endpoint

    @property
    def has_reader(self) -> bool:
        return self.connection_stream.is_open or any(stream.is_open for stream in self._sessions.values())

    @property
    def unsent_bytes(self) -> int:
        return self._unsent_bytes

    def knows_session(self, session: str) -> bool:
        return session in self._known_sessions or session in self._sessions

    def session_stream(self, session: str) -> EventStream | None:
        """The stream of a session, which a client may open before the session; None if there are too many."""
        stream = self._sessions.get(session)
        if stream is None:
            if len(self._sessions) >= MAX_SESSION_STREAMS:
                return None
            stream = self._sessions[session] = EventStream(self)
        return stream

    async def deliver(self, frame: bytes, message: ClientMessage) -> None:
        """Give a message of the client to the agent. Waits while the agent does not read."""
        if not self._unpaused.is_set():
            await self._unpaused.wait()
        session = message.session_id
        if message.is_request and session is not None and message.method is not None:
            self._request_routes[message.id] = (message.method, session)
            if message.method in _OPENING_METHODS:
                self._known_sessions.add(session)
        if self._receiver is not None:
            self._receiver.frames_received([frame])
        elif not self.is_over:
            self._early.append(frame)

    async def request(self, frame: bytes, message: ClientMessage, timeout_s: float) -> bytes:
        """Give a request to the agent and return its answer, which goes to no stream. Raises TimeoutError."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._awaited[message.id] = answer
        try:
            await self.deliver(frame, message)
            async with asyncio.timeout(timeout_s):
                return await answer
        finally:
            self._awaited.pop(message.id, None)

    def disconnect(self) -> None:
        """The client has ended the connection, or is gone."""
        receiver, self._receiver = self._receiver, None
        self._end()
        if receiver is not None:
            receiver.ended()

    def on_written(self, size: int) -> None:
        self._unsent_bytes -= size
        if self._unsent_bytes <= MAX_BUFFERED_BYTES // 2:
            self._room.set()
        if not self._unsent_bytes:
            self._idle.set()

    def _send_answer(self, frame: bytes, message: ClientMessage) -> None:
        awaited = self._awaited.pop(message.id, None)
        if awaited is not None:
            if not awaited.done():
                awaited.set_result(frame)
            return
        method, session = self._request_routes.pop(message.id, ("", None))
        opened = message.session_id
        if opened is not None and session is None:  # session/new, nes/start
            self._known_sessions.add(opened)
            self.session_stream(opened)
        if method in _OPENING_METHODS and session is not None:
            if bytes(message.error) != b"null":
                self._known_sessions.discard(session)
            elif (stream := self._sessions.get(session)) is not None and not stream.is_drained:
                self._count(frame)
                stream.put(frame, forward_to=self.connection_stream)
                return
            else:
                self._queue(self.connection_stream, frame)
                self.session_stream(session)  # from now on its updates are for that stream
                return
        if session is None or method in _CONNECTION_METHODS or session not in self._sessions:
            self._queue(self.connection_stream, frame)
        else:
            self._queue(self._sessions[session], frame)

    def _stream_for_update(self, session: str | None) -> EventStream:
        if session is None or session not in self._sessions:
            return self.connection_stream
        return self._sessions[session]

    def _queue(self, stream: EventStream, frame: bytes) -> None:
        self._count(frame)
        stream.put(frame)

    def _count(self, frame: bytes) -> None:
        self._unsent_bytes += len(frame)
        self._idle.clear()
        if self._unsent_bytes > MAX_BUFFERED_BYTES:
            self._room.clear()

    def _end(self) -> None:
        self.is_over = True
        self._room.set()
        self._idle.set()
        self._unpaused.set()
        for stream in (self.connection_stream, *self._sessions.values()):
            stream.wake()
        for answer in self._awaited.values():
            if not answer.done():
                answer.set_exception(ConnectionError("The connection has ended."))
