"""The agent as an ACP client sees it: the route table, the handlers, and the way back to the client.

    wire → rpc → routes → a handler → one service → a value → rpc → wire

Light until the first session: the chat service and all that it needs is loaded then (see agent).
"""

from understudy.acp.agent import Agent
from understudy.acp.ports import Accounts, AuthRequired, House, NotReady
from understudy.acp.serving import serve_stdio

__all__ = ["Accounts", "Agent", "AuthRequired", "House", "NotReady", "serve_stdio"]
