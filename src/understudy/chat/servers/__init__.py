"""The MCP servers that a client names for a session: connected to, listed, called and ended here.

Knows neither the model nor permissions nor ACP. Importing it is cheap; the MCP SDK is loaded by the first
`Servers.connect`.
"""

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.results import RemoteResult
from understudy.chat.servers.servers import McpServers
from understudy.chat.servers.specs import HttpServerSpec, ServerSpec, SseServerSpec, StdioServerSpec
from understudy.chat.servers.tools import RemoteTool

__all__ = [
    "HttpServerSpec",
    "Limits",
    "RemoteResult",
    "RemoteTool",
    "ServerSpec",
    "McpServers",
    "SseServerSpec",
    "StdioServerSpec",
]
