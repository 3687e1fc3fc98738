"""The connections of a server: one agent each, in this process, for one user. Knows their ends, not their messages.

A connection costs little while nothing happens on it: an agent builds its chat and its next edits at their first
use, and shares threads, models and the session store with the others.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final, Literal

from starlette.types import Receive, Send

from understudy.acp import Agent
from understudy.serve.event_streams import EventStreamChannel
from understudy.serve.limits import (
    HTTP_IDLE_TIMEOUT_S,
    MAX_CONNECTIONS,
    OUTPUT_STALL_TIMEOUT_S,
    SOCKET_CLOSE_TIMEOUT_S,
)
from understudy.serve.users import User
from understudy.wire import Channel, WebSocketChannel

__all__ = ["AgentMaker", "AgentSocket", "Connection", "Connections", "HttpConnection", "TooManyConnections"]

logger = logging.getLogger(__name__)

AgentMaker = Callable[[Channel, User], Agent]
GOING_AWAY: Final = 1001
RESTART_MESSAGE: Final = "The server is shutting down. Connect again."
MAX_CLOSE_REASON_BYTES: Final = 123


class TooManyConnections(Exception):
    """The server, or the user, has as many connections as allowed. The message says which."""


class AgentSocket:
    """A WebSocket for a WebSocketChannel. Binary messages are ignored."""

    def __init__(self, receive: Receive, send: Send, stall_timeout_s: float = OUTPUT_STALL_TIMEOUT_S) -> None:
        self._receive = receive
        self._send = send
        self._stall_timeout_s = stall_timeout_s
        self.is_closed = False

    async def accept(self, headers: list[tuple[bytes, bytes]]) -> None:
        await self._receive()  # websocket.connect, always the first
        await self._send({"type": "websocket.accept", "headers": headers})

    async def receive(self) -> str | None:
        while not self.is_closed:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                self.is_closed = True
            elif (text := message.get("text")) is not None:
                return text
        return None

    async def send_text(self, text: str) -> None:
        """Raises OSError if the client reads nothing for too long: then it counts as gone."""
        try:
            async with asyncio.timeout(self._stall_timeout_s):
                await self._send({"type": "websocket.send", "text": text})
        except TimeoutError:
            raise ConnectionError("The client does not read.") from None

    async def close(self, code: int, reason: str) -> None:
        shown = reason.encode()[:MAX_CLOSE_REASON_BYTES].decode("utf-8", "ignore")
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):
            async with asyncio.timeout(SOCKET_CLOSE_TIMEOUT_S):
                await self._send({"type": "websocket.close", "code": code, "reason": shown})


@dataclass(eq=False, slots=True)
class Connection:
    user: User
    agent: Agent
    kind: Literal["websocket", "http"]
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    channel: EventStreamChannel | None = None
    """Only for a connection over HTTP."""


@dataclass(eq=False, slots=True)
class HttpConnection:
    """A connection that outlives each of its requests."""

    connection: Connection
    channel: EventStreamChannel
    task: "asyncio.Task[None]"
    expiry: asyncio.TimerHandle | None = None

    def touch(self, idle_timeout_s: float = HTTP_IDLE_TIMEOUT_S) -> None:
        """Something happened on it; without another request or an open stream it ends after a while."""
        if self.expiry is not None:
            self.expiry.cancel()
        self.expiry = asyncio.get_running_loop().call_later(idle_timeout_s, self._expire, idle_timeout_s)

    def _expire(self, idle_timeout_s: float) -> None:
        if self.channel.has_reader:
            self.touch(idle_timeout_s)
        else:
            self.channel.disconnect()


class Connections:
    def __init__(self, make_agent: AgentMaker, max_connections: int = MAX_CONNECTIONS) -> None:
        self._make_agent = make_agent
        self._max_connections = max_connections
        self._open: set[Connection] = set()
        self._by_user: Counter[str] = Counter()
        self._http: dict[str, HttpConnection] = {}
        self._is_stopping = False
        self._none_open = asyncio.Event()
        self._none_open.set()

    def __len__(self) -> int:
        return len(self._open)

    @property
    def kinds(self) -> Counter[str]:
        return Counter(connection.kind for connection in self._open)

    @property
    def unsent_bytes(self) -> int:
        return sum(http.channel.unsent_bytes for http in self._http.values())

    def stop(self) -> None:
        """End all agents, and let no connection begin."""
        self._is_stopping = True
        for connection in list(self._open):
            connection.agent.stop()

    async def wait_closed(self) -> None:
        await self._none_open.wait()

    def check_room(self, user: User) -> None:
        """Raises TooManyConnections."""
        if self._is_stopping:
            raise TooManyConnections(RESTART_MESSAGE)
        if len(self._open) >= self._max_connections:
            raise TooManyConnections(
                f"This server has {self._max_connections} connections, which is the most. Try again later."
            )
        if self._by_user[user.name] >= user.limits.connections:
            raise TooManyConnections(
                f"You have {user.limits.connections} connections to this server, which is your limit. Close one."
            )

    async def serve_websocket(
        self, receive: Receive, send: Send, user: User, headers: list[tuple[bytes, bytes]]
    ) -> None:
        """Serve one WebSocket to its end. `check_room` was called."""
        socket = AgentSocket(receive, send)
        connection = Connection(user, self._make_agent(WebSocketChannel(socket), user), "websocket")
        with self._registered(connection):
            await socket.accept([(b"acp-connection-id", connection.id.encode()), *headers])
            await connection.agent.run()
            if not socket.is_closed:
                await socket.close(GOING_AWAY, RESTART_MESSAGE)

    def open_http(self, user: User) -> HttpConnection:
        """Start an agent whose client speaks Streamable HTTP. `check_room` was called."""
        channel = EventStreamChannel()
        connection = Connection(user, self._make_agent(channel, user), "http", channel=channel)
        # Counted at once: other requests may be checked before the task begins.
        registration = contextlib.ExitStack()
        registration.enter_context(self._registered(connection))
        task = asyncio.get_running_loop().create_task(self._run_http(connection, registration))
        http = HttpConnection(connection, channel, task)
        self._http[connection.id] = http
        http.touch()
        return http

    def find_http(self, connection_id: str, user: User) -> HttpConnection | None:
        """A connection of another user is as unknown as none."""
        found = self._http.get(connection_id)
        return found if found is not None and found.connection.user.name == user.name else None

    async def _run_http(self, connection: Connection, registration: contextlib.ExitStack) -> None:
        with registration:
            try:
                await connection.agent.run()
            except Exception:
                logger.exception("the agent of a connection failed")
            finally:
                http = self._http.pop(connection.id)
                if http.expiry is not None:
                    http.expiry.cancel()

    @contextlib.contextmanager
    def _registered(self, connection: Connection) -> Generator[None]:
        self._open.add(connection)
        self._by_user[connection.user.name] += 1
        self._none_open.clear()
        try:
            yield
        finally:
            self._open.discard(connection)
            self._by_user[connection.user.name] -= 1
            if not self._by_user[connection.user.name]:
                del self._by_user[connection.user.name]
            if not self._open:
                self._none_open.set()
