"""The agent as an ACP client sees it: the route table, the handlers, and requests to the client.

    wire → rpc → routes → a handler → one service → a value → rpc → wire

Light until the first session, which loads its service and everything that the service needs (see agent).
"""

from typing import TYPE_CHECKING

from understudy.acp.agent import Agent, serve_stdio
from understudy.acp.dependencies import (
    Accounts,
    AuthRequired,
    ChatDependencies,
    Hosting,
    NesDependencies,
    NotReady,
)
from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.acp.chat_service import open_resources
    from understudy.acp.connections import serve_passed_connections

__all__ = [
    "Accounts",
    "Agent",
    "AuthRequired",
    "ChatDependencies",
    "Hosting",
    "NesDependencies",
    "NotReady",
    "open_resources",
    "serve_passed_connections",
    "serve_stdio",
]

__getattr__ = lazy_getattr(
    __name__, {"chat_service": ("open_resources",), "connections": ("serve_passed_connections",)}
)
