"""The agent as an ACP client sees it: the route table, the handlers, and requests to the client.

    wire → rpc → routes → a handler → one service → a value → rpc → wire

Light until the first session, which loads its service and everything that the service needs (see agent).
"""

from understudy.acp.agent import Agent, serve_stdio
from understudy.acp.dependencies import Accounts, AuthRequired, ChatDependencies, NesDependencies, NotReady

__all__ = [
    "Accounts",
    "Agent",
    "AuthRequired",
    "ChatDependencies",
    "NesDependencies",
    "NotReady",
    "serve_stdio",
]
