"""The tool registry as an MCP server, over stdio or streamable HTTP.

Only the `understudy mcp` command imports this package: the official SDK behind it takes about half a
second to import.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.mcp.server import build_server
from understudy.mcp.stdio_server import serve_stdio
from understudy.mcp.streamable_http import serve_http

if TYPE_CHECKING:
    from understudy.mcp.guard import AccessGuard, DisconnectWatch
    from understudy.mcp.streamable_http import build_http_app

__all__ = ["AccessGuard", "DisconnectWatch", "build_http_app", "build_server", "serve_http", "serve_stdio"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "guard": ("AccessGuard", "DisconnectWatch"),
        "streamable_http": ("build_http_app",),
    },
)
