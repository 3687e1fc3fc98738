"""MCP client: connects to the MCP servers of a session, lists and calls their tools, and closes them.

Knows nothing of models, permissions or ACP. Importing it is cheap; the first `McpServers.connect` loads the
MCP SDK.
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
