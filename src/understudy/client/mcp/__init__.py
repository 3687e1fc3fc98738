"""MCP servers of the client's own, offered to the agent over the connection that there is: MCP over ACP.

Messages go through as they are. No library for MCP is needed here, nor known.
"""

from understudy.client.mcp.connection import Deliver, McpEnd, Message
from understudy.client.mcp.servers import McpFactory, McpServers

__all__ = ["Deliver", "McpEnd", "McpFactory", "McpServers", "Message"]
