"""The caller's MCP servers: offered with each session under ids of its own, connected when the agent asks.

An id is one session's, so that its connections end with it. Nothing is offered to an agent that does not
advertise `mcpCapabilities.acp`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from typing import Any, Final

from understudy.client.mcp.connection import Deliver, McpConnection, McpEnd
from understudy.rpc import BUSY, INTERNAL_ERROR, INVALID_PARAMS, Answer, Inbound, Route, RpcError
from understudy.schema import acp

__all__ = ["McpFactory", "McpServers"]

McpFactory = Callable[[Deliver], McpEnd | Awaitable[McpEnd]]
"""Makes a server for one connection. What it delivers waits until the agent knows that it is connected."""

MOST: Final = 64
"""Connections at a time."""


class McpServers:
    """For the loop's thread."""

    def __init__(
        self, factories: Mapping[str, McpFactory], on_notice: Callable[[str], None], timeout: float
    ) -> None:
        self._factories = dict(factories)
        self._notice = on_notice
        self._timeout = timeout
        self._offered: dict[str, str] = {}
        """A server's id → its name."""
        self._sessions: dict[str, list[str]] = {}
        """A session's id → the ids of its servers."""
        self._connections: dict[str, McpConnection] = {}
        self._opening = 0

    def agreed(self, takes: bool) -> None:
        """Whether the agent advertised that it connects to such servers."""
        if takes or not self._factories:
            return
        self._factories.clear()
        self._notice(
            "The agent takes no MCP servers of its client (it does not advertise mcpCapabilities.acp): "
            "none is offered."
        )

    def offer(self) -> list[acp.McpServer]:
        """All servers, under new ids, for a session that is being opened; `bind` or `withdraw` them."""
        offered = [
            acp.McpServer(type="acp", name=name, server_id=secrets.token_hex(16)) for name in self._factories
        ]
        self._offered.update((server.server_id or "", server.name) for server in offered)
        return offered

    async def bind(self, session_id: str, offered: Sequence[acp.McpServer]) -> None:
        """They are this session's, in place of those that it had."""
        before = self._sessions.pop(session_id, [])
        if offered:
            self._sessions[session_id] = [server.server_id or "" for server in offered]
        await self._end(before)

    async def withdraw(self, offered: Sequence[acp.McpServer]) -> None:
        """The session could not be opened."""
        await self._end([server.server_id or "" for server in offered])

    async def closed(self, session_id: str) -> None:
        """The session is over, and so are its connections. Idempotent."""
        await self._end(self._sessions.pop(session_id, []))

    async def close(self) -> None:
        """The connection to the agent is over."""
        await self._end(list(self._offered))

    def routes(self) -> dict[str, Route[Any]]:
        if not self._factories:
            return {}
        return {
            "mcp/connect": Route(acp.ConnectMcpRequest, self._connect),
            "mcp/message": Route(acp.MessageMcpRequest, self._message, either=True),
            "mcp/disconnect": Route(acp.DisconnectMcpRequest, self._disconnect),
        }

    async def _connect(self, request: acp.ConnectMcpRequest, inbound: Inbound) -> Answer:
        name = self._offered.get(request.server_id)
        if name is None:
            raise _unknown("MCP server", request.server_id)
        if len(self._connections) + self._opening >= MOST:
            raise RpcError(BUSY, f"Busy: {MOST} MCP connections are open. Close one.")
        connection = McpConnection(secrets.token_hex(16), request.server_id, inbound.peer, self._notice)
        self._opening += 1
        try:
            async with asyncio.timeout(self._timeout):
                made = self._factories[name](connection.deliver)
                connection.begin(await made if isawaitable(made) else made)
        except Exception as error:  # noqa: BLE001 - somebody else's code
            self._notice(f"The MCP server {name!r} could not be started ({error!r}).")
            raise RpcError(INTERNAL_ERROR, f"The MCP server {name!r} could not be started.") from None
        finally:
            self._opening -= 1
        self._connections[connection.name] = connection
        if request.server_id not in self._offered:  # Its session has ended meanwhile.
            await self._end([request.server_id])
            raise _unknown("MCP server", request.server_id)
        return Answer(acp.ConnectMcpResponse(connection_id=connection.name), connection.known)

    def _message(self, request: acp.MessageMcpRequest, inbound: Inbound) -> Awaitable[object]:
        connection = self._connections.get(request.connection_id)
        if connection is None:
            raise _unknown("MCP connection", request.connection_id)
        if inbound.id is None:
            return connection.notification(request.method, request.params)
        return connection.request(inbound.id, request.method, request.params)

    async def _disconnect(
        self, request: acp.DisconnectMcpRequest, inbound: Inbound
    ) -> acp.DisconnectMcpResponse:
        del inbound
        connection = self._connections.pop(request.connection_id, None)
        if connection is None:
            raise _unknown("MCP connection", request.connection_id)
        await connection.close()
        return acp.DisconnectMcpResponse()

    async def _end(self, servers: Sequence[str]) -> None:
        for server in servers:
            self._offered.pop(server, None)
        ending = [one for one in self._connections.values() if one.server_id in servers]
        for connection in ending:
            del self._connections[connection.name]
        if ending:
            await asyncio.gather(*(connection.close() for connection in ending))


def _unknown(what: str, name: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"There is no {what} {name[:100]!r} here.", {"reason": "unknown"})
