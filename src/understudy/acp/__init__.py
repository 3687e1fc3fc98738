"""The agent as an ACP client sees it: the route table, the handlers, and the way back to the client.

    wire → rpc → routes → a handler → one service → a value → rpc → wire

Light until the first session: the service that it is of, and all that this needs, is loaded then (see agent).
"""

from understudy.acp.agent import Agent
from understudy.acp.dependencies import Accounts, AuthRequired, ChatDependencies, NesDependencies, NotReady
from understudy.acp.stdio import serve_stdio

__all__ = [
    "Accounts",
    "Agent",
    "AuthRequired",
    "ChatDependencies",
    "NesDependencies",
    "NotReady",
    "serve_stdio",
]
