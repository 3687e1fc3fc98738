"""The tool registry as an MCP server, over stdio or streamable HTTP.

The facade is lazy: the official SDK behind it takes about half a second to import, and stdio begins without it.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.mcp.guard import AccessGuard, DisconnectWatch
    from understudy.mcp.server import build_server
    from understudy.mcp.stdio import serve_stdio
    from understudy.mcp.streamable_http import build_http_app, serve_http

__all__ = ["AccessGuard", "DisconnectWatch", "build_http_app", "build_server", "serve_http", "serve_stdio"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "guard": ("AccessGuard", "DisconnectWatch"),
        "server": ("build_server",),
        "stdio": ("serve_stdio",),
        "streamable_http": ("build_http_app", "serve_http"),
    },
)
