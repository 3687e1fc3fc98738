"""The tabs of the browser: each WebSocket gets an agent of its own, which ends with it.

Our own agents share a process (`shared_agent`); another agent, or one in a sandbox, is a process for each tab. A
pipe: frames between the agent and the page pass unchanged. Nothing is started before a tab connects. The logs of
agents that ended are kept in memory, so that a tab can show why its agent crashed. A tab has an id of its own in
the address of its WebSocket, and nobody else asks with that id.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from understudy.bounded_dict import BoundedDict
from understudy.client import ClientError
from understudy.client.agent_process import (
    AgentProcess,
    resolve_sandbox_folders,
    start_agent_process,
    strip_control_chars,
)
from understudy.client.remote import RemoteAddress
from understudy.web.limits import (
    AGENT_EXIT_TIMEOUT_S,
    MAX_KEPT_LOGS,
    MAX_LOG_LINES_SHOWN,
    MAX_TABS,
    REMOTE_CONNECT_TIMEOUT_S,
    SOCKET_CLOSE_TIMEOUT_S,
)
from understudy.web.shared_agent import NotAccepted, SharedAgent
from understudy.web.workbench import AgentCommand
from understudy.wire import MAX_FRAME_BYTES, Channel, Relay, WebSocketChannel

__all__ = [
    "AGENT_ENDED",
    "BAD_FRAME",
    "NOT_STARTED",
    "SHUT_DOWN",
    "TOO_LARGE",
    "TOO_MANY_TABS",
    "AgentLogs",
    "TabSocket",
    "Tabs",
]

SHUT_DOWN: Final = 1001
TOO_LARGE: Final = 1009
NOT_STARTED: Final = 4001
AGENT_ENDED: Final = 4002
TOO_MANY_TABS: Final = 4003
BAD_FRAME: Final = 4400

_DescribeEnd = Callable[[], Awaitable[tuple[int, str]]]
"""Returns the close code and the reason after the agent has ended."""
MAX_CLOSE_REASON_BYTES: Final = 123
"""Bytes: the limit of a close frame."""
_MAX_ID_CHARS: Final = 64


class TabSocket:
    """The WebSocket of one tab, for a WebSocketChannel. Knows no agent."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.is_closed = False
        """Whether the other side has closed, or sent a frame that is not text."""
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
        """Send a close frame with the reason, if the page is still connected."""
        text = _fit_close_reason(" ".join(reason.split()))
        # The page has disconnected, the server has closed the socket, or the page reads nothing.
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):
            async with asyncio.timeout(SOCKET_CLOSE_TIMEOUT_S):
                await self._send({"type": "websocket.close", "code": code, "reason": text})


class Tabs:
    """ASGI application for WebSockets."""

    def __init__(self, agent: AgentCommand, roots: Sequence[Path], log: Callable[[str], None]) -> None:
        self._agent = agent
        self._roots = roots
        self._log = log
        self.logs = AgentLogs()
        self._shared = SharedAgent(agent.command, agent.environ, roots[0], log) if agent.shared else None
        self._agent_numbers = count(1)
        self._relays: set[Relay] = set()
        self._tab_count = 0
        self._open_socket_count = 0
        self._all_closed = asyncio.Event()
        self._all_closed.set()
        self._is_stopping = False

    def stop_all(self) -> None:
        """End all agents, because the server ends."""
        self._is_stopping = True
        for relay in self._relays:
            relay.stop()

    async def wait_closed(self) -> None:
        """Wait until every tab has been sent the reason why its socket is closed, and our own agents have ended."""
        await self._all_closed.wait()
        if self._shared is not None:
            await self._shared.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        tab = tab_id(scope)
        socket = TabSocket(receive, send)
        await socket.accept()
        if self._tab_count >= MAX_TABS:
            reason = f"{MAX_TABS} tabs are open on this workbench already. Close one of them."
            await socket.close(TOO_MANY_TABS, reason)
            return
        self._tab_count += 1
        try:
            await self._serve(socket, next(self._agent_numbers), tab)
        finally:
            self._tab_count -= 1

    async def _serve(self, socket: TabSocket, number: int, tab: str) -> None:
        agent = self._agent
        if agent.address is not None:
            await self._serve_remote(socket, number, agent.address)
            return
        if self._shared is not None:
            await self._serve_shared(socket, number, tab, self._shared)
            return
        try:
            sandbox = None
            if agent.sandbox:
                sandbox = resolve_sandbox_folders(self._roots, agent.writable, (), network=agent.network)
            process = await start_agent_process(agent.command, self._roots[0], agent.environ, sandbox)
        except ClientError as error:
            self._log_line(number, str(error))
            await socket.close(NOT_STARTED, str(error))
            return
        for warning in process.sandbox_warnings:
            self._log_line(number, warning)

        async def describe_end() -> tuple[int, str]:
            code, reason = await _describe_agent_end(process)
            # Before the page learns of the end, and may ask.
            self.logs.store(tab, reason, strip_control_chars(process.stderr_tail.text))
            return code, reason

        try:
            await self._relay_and_close(socket, process.channel, describe_end)
        finally:
            await process.close()
            for line in strip_control_chars(process.stderr_tail.text).splitlines()[-MAX_LOG_LINES_SHOWN:]:
                self._log_line(number, line)
            for change in process.sandbox_changes:
                self._log_line(number, change)

    async def _serve_shared(self, socket: TabSocket, number: int, tab: str, shared: SharedAgent) -> None:
        try:
            async with shared.connect() as connection:

                async def describe_end() -> tuple[int, str]:
                    reason = await connection.describe_end()
                    self.logs.store(
                        tab, reason, connection.log
                    )  # before the page learns of the end, and may ask
                    return AGENT_ENDED, reason

                await self._relay_and_close(socket, connection.channel, describe_end)
        except ClientError as error:
            self._log_line(number, str(error))
            await socket.close(AGENT_ENDED if isinstance(error, NotAccepted) else NOT_STARTED, str(error))

    async def _serve_remote(self, socket: TabSocket, number: int, address: RemoteAddress) -> None:
        """Relay to an agent on another machine. The page connects again by itself when the connection breaks."""
        from understudy.client.remote import CookieJar, open_socket  # loads the WebSocket client

        try:
            remote = await open_socket(address, CookieJar(), REMOTE_CONNECT_TIMEOUT_S)
        except ClientError as error:
            self._log_line(number, str(error))
            await socket.close(NOT_STARTED, str(error))
            return

        async def describe_end() -> tuple[int, str]:
            return AGENT_ENDED, f"The agent's server closed the connection. {remote.close_reason}".strip()

        try:
            await self._relay_and_close(socket, WebSocketChannel(remote), describe_end)
        finally:
            await remote.close()

    async def _relay_and_close(self, socket: TabSocket, channel: Channel, describe_end: _DescribeEnd) -> None:
        self._open_socket_count += 1
        self._all_closed.clear()
        try:
            code, reason = await self._relay(socket, channel, describe_end)
            await socket.close(code, reason)  # without waiting for the agent to end
        finally:
            self._open_socket_count -= 1
            if not self._open_socket_count:
                self._all_closed.set()

    async def _relay(
        self, socket: TabSocket, channel: Channel, describe_end: _DescribeEnd
    ) -> tuple[int, str]:
        """Relay until one side ends; return the code and reason to close the socket with."""
        relay = Relay(WebSocketChannel(socket), channel)
        self._relays.add(relay)
        try:
            if not self._is_stopping:
                await relay.run()
        finally:
            self._relays.discard(relay)
        tab, agent = 0, 1
        match relay.side, relay.ending:
            case side, "too_large" if side == agent:
                return TOO_LARGE, f"The agent sent a message of more than {MAX_FRAME_BYTES >> 20} MiB."
            case _, "too_large":
                return TOO_LARGE, f"A message may have {MAX_FRAME_BYTES >> 20} MiB at most."
            case side, "stalled" if side == agent:
                return AGENT_ENDED, "The agent takes nothing of what it is sent, so it was ended."
            case side, "left" if side == agent:
                return await describe_end()
            case side, _ if side == tab:
                reason = "A message must be text, with JSON in it." if socket.has_bad_frame else ""
                return (BAD_FRAME if socket.has_bad_frame else 1000), reason
            case _:
                return SHUT_DOWN, "The workbench was stopped."

    def _log_line(self, number: int, text: str) -> None:
        self._log(f"[agent {number}] {text}")


def _fit_close_reason(reason: str) -> str:
    """Return the reason without its middle, where paths are, if it is too long for a close frame."""
    encoded = reason.encode()
    if len(encoded) <= MAX_CLOSE_REASON_BYTES:
        return reason
    room = MAX_CLOSE_REASON_BYTES - len("…".encode())
    head, tail = encoded[: room // 2], encoded[len(encoded) - (room - room // 2) :]
    return f"{head.decode('utf-8', 'ignore')}…{tail.decode('utf-8', 'ignore')}"


async def _describe_agent_end(process: AgentProcess) -> tuple[int, str]:
    """Describe how the agent ended, with the last line of its log."""
    await process.wait_for_exit(AGENT_EXIT_TIMEOUT_S)
    await asyncio.sleep(0)  # its last output may still be in the pipe
    process.stderr_tail.close()
    last_line = strip_control_chars(process.stderr_tail.text).strip().splitlines()[-1:]
    description = f"The agent {process.exit_description}."
    code = NOT_STARTED if process.exit_description.startswith("cannot be started") else AGENT_ENDED
    return code, " ".join([description, *last_line])


class AgentLogs:
    """The description of the end and the log of the last agent of each tab; the oldest are dropped."""

    def __init__(self, max_logs: int = MAX_KEPT_LOGS) -> None:
        self._logs: BoundedDict[str, tuple[str, str]] = BoundedDict(max_logs)

    def store(self, tab: str, end: str, text: str) -> None:
        """A tab without an id has no log."""
        if tab:
            self._logs[tab] = (end, text)

    async def show(self, request: Request) -> Response:
        found = self._logs.get(tab_id(request.scope))
        if found is None:
            return JSONResponse({"error": "There is no log of an agent that ended."}, 404)
        return JSONResponse({"end": found[0], "log": found[1]})


def tab_id(scope: Scope) -> str:
    """The id in the query of a request; "" if there is none, or no plausible one."""
    query: bytes = scope["query_string"]
    given = parse_qs(query.decode("latin-1"), max_num_fields=16).get("tab", [])
    return given[0] if len(given) == 1 and len(given[0]) <= _MAX_ID_CHARS else ""
