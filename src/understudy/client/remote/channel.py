"""The channel to a remote agent, which outlives its connections: after a break it connects and loads the sessions.

For the peer above it a break is no end: requests that cannot be answered any more get an error, a turn that ran
gets its missing updates and its answer from the replay of its session, and everything else goes on. It ends when
the first connection cannot be made, when the server refuses another one for good, or when none succeeds for long.
"""

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final, Protocol, cast

import msgspec

from understudy.abandoned_tasks import retrieve_exception
from understudy.client.errors import AgentGone, RemoteRefused
from understudy.client.limits import (
    BUSY_RETRY_INTERVAL_S,
    FIRST_RECONNECT_DELAY_S,
    MAX_BUSY_RETRY_INTERVAL_S,
    MAX_QUEUED_OFFLINE_BYTES,
    MAX_RECONNECT_DELAY_S,
    QUICK_BUSY_RETRIES,
    RECONNECT_TIMEOUT_S,
)
from understudy.client.remote.address import RemoteAddress
from understudy.client.remote.conversation import Conversation, RemoteSession, as_object, encode, error_answer
from understudy.client.remote.web_socket import CookieJar, open_socket
from understudy.wire import Channel, Receiver, WebSocketChannel

__all__ = ["Link", "RemoteChannel", "open_link", "open_remote_channel"]

KNOWN_STOP_REASONS: Final = ("end_turn", "max_tokens", "max_turn_requests", "refusal")
INTERRUPTED_MESSAGE: Final = (
    "The connection was lost during the turn, and the agent ended it. What it did until then is shown; ask again "
    "to go on."
)
NOT_SENT_MESSAGE: Final = "The connection was lost before the agent got the prompt. Send it again."


class Link(Protocol):
    """One connection."""

    @property
    def channel(self) -> Channel: ...

    @property
    def failure(self) -> AgentGone | None:
        """Why the connection has ended, if that is known."""
        ...

    async def disconnect(self) -> None: ...


class RemoteChannel:
    """Implements `wire.Channel`, and is the receiver of the channel of its current link."""

    def __init__(
        self,
        open_link: Callable[[], Awaitable[Link]],
        on_notice: Callable[[str], None],
        *,
        timeout_s: float = RECONNECT_TIMEOUT_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._open_link = open_link
        self._on_notice = on_notice
        self._timeout_s = timeout_s
        self._sleep = sleep
        self._conversation = Conversation()
        self._link: Link | None = None
        self._receiver: Receiver | None = None
        self._queued: list[bytes] = []
        """What was sent while there was no connection."""
        self._queued_bytes = 0
        self._restoration: _Restoration | None = None
        self._reconnecting: asyncio.Task[None] | None = None
        self._closed = False
        self.first_failure: AgentGone | None = None
        """Why there was never a connection, if that is known."""

    async def connect(self) -> None:
        """Make the first connection. Raises AgentGone."""
        self._link = await self._open_link()

    def open(self, receiver: Receiver) -> None:
        self._receiver = receiver
        if self._link is not None:
            self._link.channel.open(self)

    def pause(self) -> None:
        if self._link is not None:
            self._link.channel.pause()

    def resume(self) -> None:
        if self._link is not None:
            self._link.channel.resume()

    def send(self, frame: bytes) -> None:
        if self._closed:
            return
        if self._link is None or self._restoration is not None:
            self._queue(frame)
            return
        followed = self._conversation.outgoing(frame)
        if followed is not None:
            self._link.channel.send(followed)

    @property
    def has_room(self) -> bool:
        return self._link is None or self._link.channel.has_room

    async def wait_for_room(self) -> None:
        if self._link is not None:
            await self._link.channel.wait_for_room()

    async def flush(self, seconds: float) -> None:
        if self._link is not None:
            await self._link.channel.flush(seconds)

    def close(self) -> None:
        self._closed = True
        self._receiver = None
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        if self._link is not None:
            self._link.channel.close()

    async def disconnect(self) -> None:
        """Close the connection below, after `close`."""
        link, self._link = self._link, None
        if self._reconnecting is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._reconnecting
        if link is not None:
            await link.disconnect()

    # As the receiver of the link's channel

    def frames_received(self, frames: list[bytes]) -> None:
        if self._restoration is not None:
            frames = [frame for frame in frames if not self._restoration.receive(frame)]
        passed = [self._conversation.incoming(frame) for frame in frames]
        self._deliver(passed)

    def ended(self) -> None:
        """The connection broke, or the server closed it."""
        if self._closed or self._receiver is None:
            return
        if self._restoration is not None:
            self._restoration.fail()
            return
        failure = None if self._link is None else self._link.failure
        if self._conversation.initialize is None:
            self.first_failure = failure
            self._end()
            return
        self._drop_link()
        self._deliver(self._conversation.lose_connection())
        self._on_notice("The connection to the agent was lost. Connecting again …")
        self._reconnecting = asyncio.get_running_loop().create_task(self._reconnect())

    def _queue(self, frame: bytes) -> None:
        if self._queued_bytes + len(frame) <= MAX_QUEUED_OFFLINE_BYTES:
            self._queued.append(frame)
            self._queued_bytes += len(frame)

    def _deliver(self, frames: list[bytes]) -> None:
        if frames and self._receiver is not None:
            self._receiver.frames_received(frames)

    def _drop_link(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.channel.close()
            closing = asyncio.ensure_future(link.disconnect())
            closing.add_done_callback(retrieve_exception)

    def _end(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.ended()

    async def _reconnect(self) -> None:
        delay = FIRST_RECONNECT_DELAY_S
        try:
            async with asyncio.timeout(self._timeout_s):
                while not await self._try_to_reconnect():
                    await self._sleep(delay * (0.5 + random.random() / 2))  # noqa: S311 - spreads the clients
                    delay = min(2 * delay, MAX_RECONNECT_DELAY_S)
        except (TimeoutError, RemoteRefused) as error:
            reason = str(error) or f"There was no connection for {self._timeout_s:g} seconds."
            self._on_notice(f"The connection to the agent is lost. {reason}")
            self._drop_link()
            self._end()
            return
        finally:
            self._reconnecting = None
        self._on_notice("Connected again.")
        queued, self._queued, self._queued_bytes = self._queued, [], 0
        for frame in queued:
            self.send(frame)

    async def _try_to_reconnect(self) -> bool:
        """Raises RemoteRefused."""
        try:
            self._link = await self._open_link()
        except RemoteRefused:
            raise
        except AgentGone:
            return False
        restoration = self._restoration = _Restoration(self._link.channel)
        self._link.channel.open(self)
        try:
            assert self._conversation.initialize is not None  # noqa: S101 - or the channel had ended
            await restoration.request("initialize", self._conversation.initialize.get("params"))
            for session in list(self._conversation.sessions.values()):
                await self._restore(session, restoration)
        except ConnectionError:
            self._restoration = None
            self._drop_link()
            return False
        self._restoration = None
        return True

    async def _restore(self, session: RemoteSession, restoration: "_Restoration") -> None:
        """Load a session, and give the client what it lacks of its turn. Raises ConnectionError."""
        attempts = itertools.count()
        while True:
            answer = await restoration.request("session/load", session.load_params(), session.id)
            error = as_object(answer.get("error"))
            # The server may not have noticed yet that the old connection is gone, or its replica died.
            data = as_object(error.get("data"))
            if data.get("reason") != "session_busy":
                break
            await self._sleep(_busy_pause(next(attempts), data.get("until")))
        if error:
            self._lose_session(session, error)
            return
        if session.turn is None:
            return
        missing = session.turn.missing(restoration.updates)
        if missing is None:
            self._deliver(
                [self._conversation.end_turn(session, error_answer(session.prompt_id, NOT_SENT_MESSAGE))]
            )
            return
        for update in missing:
            params = {"sessionId": session.id, "update": update}
            self._deliver([encode({"method": "session/update", "params": params})])
        meta = as_object(as_object(answer.get("result")).get("_meta"))
        last = as_object(meta.get("understudy.dev/lastTurn")).get("stopReason")
        ended = (
            encode({"id": session.prompt_id, "result": {"stopReason": last}})
            if last in KNOWN_STOP_REASONS
            else error_answer(session.prompt_id, INTERRUPTED_MESSAGE)
        )
        self._deliver([self._conversation.end_turn(session, ended)])

    def _lose_session(self, session: RemoteSession, error: dict[str, Any]) -> None:
        message = f"The session could not be loaded again: {error.get('message')}"
        self._on_notice(message)
        if session.prompt_id is not None:
            self._deliver([self._conversation.end_turn(session, error_answer(session.prompt_id, message))])
        self._conversation.forget(session)


def _busy_pause(attempt: int, until: object) -> float:
    """Seconds before the next attempt: at the end of the lease, spread over the clients, or earlier."""
    if attempt < QUICK_BUSY_RETRIES:
        return BUSY_RETRY_INTERVAL_S
    left_s = MAX_BUSY_RETRY_INTERVAL_S
    with contextlib.suppress(TypeError, ValueError):  # another server may say it in its own way
        left_s = datetime.fromisoformat(str(until)).timestamp() - time.time()
    spread_s = BUSY_RETRY_INTERVAL_S * random.random()  # noqa: S311 - spreads the clients
    return min(max(left_s, 0.0), MAX_BUSY_RETRY_INTERVAL_S) + spread_s


class _Restoration:
    """Requests on a new connection, before the client uses it. Takes their answers and the replay of sessions."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._request_id = ""
        self._session: str | None = None
        self._answer: asyncio.Future[dict[str, Any]] | None = None
        self._number = 0
        self._failed = False
        self.updates: list[dict[str, Any]] = []
        """The replay of the session that is loaded."""

    async def request(self, method: str, params: object, session: str | None = None) -> dict[str, Any]:
        """Raises ConnectionError."""
        if self._failed:
            raise ConnectionError
        self._number += 1
        self._request_id = f"understudy-restore-{self._number}"
        self._session, self.updates = session, []
        self._answer = asyncio.get_running_loop().create_future()
        self._channel.send(encode({"id": self._request_id, "method": method, "params": params}))
        return await self._answer

    def receive(self, frame: bytes) -> bool:
        """Return whether this message is for the restoration alone."""
        try:
            decoded: Any = msgspec.json.decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        if not isinstance(decoded, dict):
            return False
        message = cast(dict[str, Any], decoded)
        if message.get("id") == self._request_id and "method" not in message:
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(message)
            self._session = None
            return True
        params = message.get("params")
        if message.get("method") != "session/update" or not isinstance(params, dict):
            return False
        named = cast(dict[str, Any], params)
        if named.get("sessionId") != self._session:
            return False
        self.updates.append(named.get("update") or {})
        return True

    def fail(self) -> None:
        self._failed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError())


class _SocketLink:
    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.channel = WebSocketChannel(socket)
        self.failure: AgentGone | None = None

    async def disconnect(self) -> None:
        await self._socket.close()


async def open_link(address: RemoteAddress, cookies: CookieJar, timeout_s: float) -> Link:
    """Make one connection, which is not made again when it breaks. Raises AgentGone."""
    if address.uses_http:
        from understudy.client.remote.http_stream import HttpLink  # loads the HTTP library

        return HttpLink(address, cookies, timeout_s)
    return _SocketLink(await open_socket(address, cookies, timeout_s))


@asynccontextmanager
async def open_remote_channel(
    address: RemoteAddress, on_notice: Callable[[str], None], timeout_s: float
) -> AsyncGenerator[Channel]:
    """Connect to a remote agent, and disconnect at the end of the block. Raises AgentGone, also for the block."""
    cookies = CookieJar()
    channel = RemoteChannel(lambda: open_link(address, cookies, timeout_s), on_notice)
    await channel.connect()
    try:
        yield channel
    except AgentGone:
        if channel.first_failure is None:
            raise
        raise channel.first_failure from None
    finally:
        channel.close()
        await channel.disconnect()
