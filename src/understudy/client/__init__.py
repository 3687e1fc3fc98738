"""The client half of ACP: connect to any agent, safely. Knows nothing of our own agent.

async with connect(["understudy", "acp"]) as agent:
    session = await agent.new_session("/project")
    print(await session.prompt("What is this?").text())

Here is all that a caller needs to name. The protocol's own messages (updates, content blocks, requests of the
agent) are in `understudy.schema.acp`, what an Editor takes and gives in `understudy.client.editor`, and the
errors' codes in `understudy.client.errors`.
"""

from typing import TYPE_CHECKING, Any

from understudy.client.agent_process import Partner, PartnerMaker
from understudy.client.authentication import AuthHandler as AuthHandler
from understudy.client.authentication import RunTerminal
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
)
from understudy.client.mcp import Deliver, McpEnd, McpFactory
from understudy.client.permissions import Ask, Permissions
from understudy.client.roots import Folder, Roots
from understudy.client.session import ContextProvider as ContextProvider
from understudy.client.session import OnUpdate, Prompt, Session, StopReason, Turn
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
    "Roots",
    "RunTerminal",
    "Session",
    "StopReason",
    "Turn",
    "check_answer",
    "connect",
]


def __getattr__(name: str) -> Any:
    if name == "Editor":  # Not everybody edits.
        from understudy.client.editor import Editor

        return Editor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
