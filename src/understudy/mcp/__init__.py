"""The tool registry as an MCP server, over stdio or streamable HTTP.

Only the `understudy mcp` command imports this package: the official SDK behind it takes about half a
second to import.
"""

from understudy.mcp.server import build_server
from understudy.mcp.stdio_server import serve_stdio
from understudy.mcp.streamable_http import serve_http

__all__ = ["build_server", "serve_http", "serve_stdio"]
