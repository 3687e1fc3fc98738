"""The caller's MCP servers: offered with each session under ids of its own, connected when the agent asks.

An id is one session's, so that its connections end with it. Nothing is offered to an agent that does not
advertise `mcpCapabilities.acp`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from typing import Any

from understudy.client.limits import MAX_MCP_CONNECTIONS
from understudy.client.mcp.connection import Deliver, McpConnection, McpEnd
from understudy.rpc import BUSY, INTERNAL_ERROR, INVALID_PARAMS, Inbound, ResultWithCallback, Route, RpcError
from understudy.schema import acp

__all__ = ["McpFactory", "McpServers"]

McpFactory = Callable[[Deliver], McpEnd | Awaitable[McpEnd]]
"""Makes a server for one connection. What it delivers waits until the agent knows that it is connected."""


class McpServers:
    """For the loop's thread."""

    def __init__(
        self, factories: Mapping[str, McpFactory], on_notice: Callable[[str], None], timeout: float
    ) -> None:
        self._factories = dict(factories)
        self._on_notice = on_notice
        self._timeout = timeout
        self._offered_names: dict[str, str] = {}
        """A server's id → its name."""
        self._server_ids_by_session: dict[str, list[str]] = {}
        """A session's id → the ids of its servers."""
        self._connections: dict[str, McpConnection] = {}
        self._opening = 0

    def apply_agent_support(self, supported: bool) -> None:
        """Whether the agent advertised that it connects to such servers."""
        if supported or not self._factories:
            return
        self._factories.clear()
        self._on_notice(
            "The agent takes no MCP servers of its client (it does not advertise mcpCapabilities.acp): "
            "none is offered."
        )

    def offer(self) -> list[acp.McpServer]:
        """All servers, under new ids, for a session that is being opened; `bind` or `withdraw` them."""
        offered = [
            acp.McpServer(type="acp", name=name, server_id=secrets.token_hex(16)) for name in self._factories
        ]
        self._offered_names.update((server.server_id or "", server.name) for server in offered)
        return offered

    async def bind(self, session_id: str, offered: Sequence[acp.McpServer]) -> None:
        """They are this session's, in place of those that it had."""
        before = self._server_ids_by_session.pop(session_id, [])
        if offered:
            self._server_ids_by_session[session_id] = [server.server_id or "" for server in offered]
        await self._close_servers(before)

    async def withdraw(self, offered: Sequence[acp.McpServer]) -> None:
        """The session could not be opened."""
        await self._close_servers([server.server_id or "" for server in offered])

    async def close_session(self, session_id: str) -> None:
        """The session is over, and so are its connections. Idempotent."""
        await self._close_servers(self._server_ids_by_session.pop(session_id, []))

    async def close(self) -> None:
        """The connection to the agent is over."""
        await self._close_servers(list(self._offered_names))

    def routes(self) -> dict[str, Route[Any]]:
        if not self._factories:
            return {}
        return {
            "mcp/connect": Route(acp.ConnectMcpRequest, self._connect),
            "mcp/message": Route(acp.MessageMcpRequest, self._forward_message, allow_notification=True),
            "mcp/disconnect": Route(acp.DisconnectMcpRequest, self._disconnect),
        }

    async def _connect(self, request: acp.ConnectMcpRequest, inbound: Inbound) -> ResultWithCallback:
        name = self._offered_names.get(request.server_id)
        if name is None:
            raise _unknown_id_error("MCP server", request.server_id)
        if len(self._connections) + self._opening >= MAX_MCP_CONNECTIONS:
            raise RpcError(BUSY, f"Busy: {MAX_MCP_CONNECTIONS} MCP connections are open. Close one.")
        connection = McpConnection(secrets.token_hex(16), request.server_id, inbound.peer, self._on_notice)
        self._opening += 1
        try:
            async with asyncio.timeout(self._timeout):
                made = self._factories[name](connection.deliver)
                connection.attach_server(await made if isawaitable(made) else made)
        except Exception as error:  # noqa: BLE001 - somebody else's code
            self._on_notice(f"The MCP server {name!r} could not be started ({error!r}).")
            raise RpcError(INTERNAL_ERROR, f"The MCP server {name!r} could not be started.") from None
        finally:
            self._opening -= 1
        self._connections[connection.connection_id] = connection
        if request.server_id not in self._offered_names:  # Its session has ended meanwhile.
            await self._close_servers([request.server_id])
            raise _unknown_id_error("MCP server", request.server_id)
        return ResultWithCallback(
            acp.ConnectMcpResponse(connection_id=connection.connection_id), connection.mark_announced
        )

    def _forward_message(self, request: acp.MessageMcpRequest, inbound: Inbound) -> Awaitable[object]:
        connection = self._connections.get(request.connection_id)
        if connection is None:
            raise _unknown_id_error("MCP connection", request.connection_id)
        if inbound.id is None:
            return connection.notification(request.method, request.params)
        return connection.request(inbound.id, request.method, request.params)

    async def _disconnect(
        self, request: acp.DisconnectMcpRequest, inbound: Inbound
    ) -> acp.DisconnectMcpResponse:
        del inbound
        connection = self._connections.pop(request.connection_id, None)
        if connection is None:
            raise _unknown_id_error("MCP connection", request.connection_id)
        await connection.close()
        return acp.DisconnectMcpResponse()

    async def _close_servers(self, server_ids: Sequence[str]) -> None:
        for server in server_ids:
            self._offered_names.pop(server, None)
        ending = [one for one in self._connections.values() if one.server_id in server_ids]
        for connection in ending:
            del self._connections[connection.connection_id]
        if ending:
            await asyncio.gather(*(connection.close() for connection in ending))


def _unknown_id_error(kind: str, name: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"There is no {kind} {name[:100]!r} here.", {"reason": "unknown"})
