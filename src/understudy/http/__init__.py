"""Shared by all HTTP servers: access checks, listening, limits and shutdown. Knows neither MCP nor pages.

Nothing is imported here: only `server` and `connections` load the web server.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.http.connections import mark_authorized
    from understudy.http.peers import Peer, find_peer
    from understudy.http.request_checks import (
        AllowedHosts,
        Headers,
        SessionCookie,
        Ticket,
        Token,
        is_loopback,
        is_wildcard,
    )
    from understudy.http.server import HttpServer, format_address, listen

__all__ = [
    "AllowedHosts",
    "Headers",
    "HttpServer",
    "Peer",
    "SessionCookie",
    "Ticket",
    "Token",
    "find_peer",
    "format_address",
    "is_loopback",
    "is_wildcard",
    "listen",
    "mark_authorized",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "connections": ("mark_authorized",),
        "peers": ("Peer", "find_peer"),
        "request_checks": (
            "AllowedHosts",
            "Headers",
            "SessionCookie",
            "Ticket",
            "Token",
            "is_loopback",
            "is_wildcard",
        ),
        "server": ("HttpServer", "format_address", "listen"),
    },
)
