"""The client side of ACP: connect to any agent, and serve it files and terminals within its roots.

    async with connect(["understudy", "acp"]) as agent:
        session = await agent.new_session("/project")
        print(await session.prompt("What is this?").text())

Exports every name that a caller needs. The messages of the protocol (updates, content blocks, requests of the
agent) are in `understudy.schema.acp`, the types of `Editor` in `understudy.client.editor`, and the error codes in
`understudy.client.errors`. Nothing here depends on Understudy's own agent; `known_agents` lists the folders of
agents that are known by name, ours among them.
"""

from typing import TYPE_CHECKING, Any

from understudy.client.agent_process import Partner, PartnerMaker
from understudy.client.authentication import AuthHandler, RunTerminal
from understudy.client.connection import Connection
from understudy.client.connection_setup import Command, connect
from understudy.client.elicitation import Elicit, check_answer
from understudy.client.errors import (
    AgentFailed,
    AgentGone,
    AuthRequired,
    BadAgent,
    CannotSandbox,
    ClientError,
    NotSupported,
    RemoteRefused,
)
from understudy.client.mcp import Deliver, McpEnd, McpFactory
from understudy.client.permissions import Ask, Permissions
from understudy.client.roots import Folder, Roots
from understudy.client.session import ContextProvider, OnUpdate, Prompt, Session, StopReason, Turn
from understudy.client.workspace_access import Buffers, OutputListener

if TYPE_CHECKING:
    from understudy.client.editor import Editor

__all__ = [
    "AgentFailed",
    "AgentGone",
    "Ask",
    "AuthHandler",
    "AuthRequired",
    "BadAgent",
    "Buffers",
    "CannotSandbox",
    "ClientError",
    "Command",
    "Connection",
    "ContextProvider",
    "Deliver",
    "Editor",
    "Elicit",
    "Folder",
    "McpEnd",
    "McpFactory",
    "NotSupported",
    "OnUpdate",
    "OutputListener",
    "Partner",
    "PartnerMaker",
    "Permissions",
    "Prompt",
    "RemoteRefused",
    "Roots",
    "RunTerminal",
    "Session",
    "StopReason",
    "Turn",
    "check_answer",
    "connect",
]


def __getattr__(name: str) -> Any:
    if name == "Editor":  # loaded on first use: not every client edits
        from understudy.client.editor import Editor

        return Editor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
