"""A session's MCP servers, from what a request says: checked at once, connected in the background.

A request is answered without waiting for them; the first turn waits, for as long as a server may take.
"""

import asyncio
import logging
from collections.abc import Sequence

from understudy.chat.errors import BadRequest
from understudy.chat.limits import MAX_MCP_SERVERS
from understudy.chat.session.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.toolset import PLAN_TOOL_NAME
from understudy.mcp_servers import HttpServerSpec, McpServers, ServerSpec, SseServerSpec, StdioServerSpec
from understudy.schema.acp import McpServer
from understudy.tools import TOOLS

__all__ = ["connect_servers", "parse_server_specs"]

logger = logging.getLogger(__name__)


def parse_server_specs(servers: Sequence[McpServer]) -> list[ServerSpec]:
    if len(servers) > MAX_MCP_SERVERS:
        raise BadRequest(
            "mcpServers", f"mcpServers has {len(servers)} servers; {MAX_MCP_SERVERS} is the most."
        )
    return [_parse_server_spec(server, f"mcpServers[{number}]") for number, server in enumerate(servers)]


def _parse_server_spec(server: McpServer, field: str) -> ServerSpec:
    headers = tuple((header.name, header.value) for header in server.headers)
    match server.type:
        case None | "stdio":
            if not server.command:
                raise BadRequest(f"{field}.command", f"{field} has no command to start the server with.")
            variables = {variable.name: variable.value for variable in server.env}
            return StdioServerSpec(server.name, server.command, tuple(server.args), variables)
        case "http" | "sse":
            if not server.url:
                raise BadRequest(f"{field}.url", f"{field} has no url.")
            kind = HttpServerSpec if server.type == "http" else SseServerSpec
            return kind(server.name, server.url, headers)
        case other:
            raise BadRequest(
                f"{field}.type",
                f"{field} is of the type {other[:50]!r}; this agent knows stdio, http and sse.",
            )


def connect_servers(session: Session, state: AgentState, specs: Sequence[ServerSpec]) -> None:
    """Start connecting; what fails is told at the next turn and ends nothing."""
    if not specs:
        return
    session.servers = McpServers(
        specs,
        cwd=session.workspace.primary.path,
        environment=state.mcp_environment,
        on_error=lambda _, message: session.pending_notices.append(f"{message}\n"),
        reserved_names=[*TOOLS, PLAN_TOOL_NAME],
    )
    session.connect_task = asyncio.ensure_future(_connect(session, session.servers))


async def _connect(session: Session, servers: McpServers) -> None:
    try:
        await servers.connect()
    except Exception:
        logger.exception("the MCP servers of a session could not be connected")
        session.pending_notices.append("The MCP servers could not be connected; the agent's log says more.\n")
