"""The MCP servers that a client names for a session: connected to, listed, called and ended here.

Knows neither the model nor permissions nor ACP. Importing it is cheap; the MCP SDK is loaded by the first
`Servers.connect`.
"""

from understudy.mcp_servers.limits import Limits
from understudy.mcp_servers.servers import McpServers
from understudy.mcp_servers.specs import HttpServerSpec, ServerSpec, SseServerSpec, StdioServerSpec
from understudy.mcp_servers.tools import RemoteResult, RemoteTool

__all__ = [
    "HttpServerSpec",
    "Limits",
    "McpServers",
    "RemoteResult",
    "RemoteTool",
    "ServerSpec",
    "SseServerSpec",
    "StdioServerSpec",
]
