"""Shared by all HTTP servers: access checks, listening, limits and shutdown. Knows neither MCP nor pages.

Nothing is imported here: only `server` loads the web server.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.http.request_checks import (
        AllowedHosts,
        Headers,
        Ticket,
        Token,
        is_from_other_user,
        is_loopback,
        is_wildcard,
    )
    from understudy.http.server import HttpServer, format_address, listen

__all__ = [
    "AllowedHosts",
    "Headers",
    "HttpServer",
    "Ticket",
    "Token",
    "format_address",
    "is_from_other_user",
    "is_loopback",
    "is_wildcard",
    "listen",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "request_checks": (
            "AllowedHosts",
            "Headers",
            "Ticket",
            "Token",
            "is_from_other_user",
            "is_loopback",
            "is_wildcard",
        ),
        "server": ("HttpServer", "format_address", "listen"),
    },
)
