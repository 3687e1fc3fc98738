"""The client half of ACP: connect to any agent, safely. Knows nothing of our own agent.

async with connect(["understudy", "acp"]) as agent:
    session = await agent.new_session("/project")
    print(await session.prompt("What is this?").text())
"""

from typing import TYPE_CHECKING, Any

from understudy.client.connecting import connect
from understudy.client.connection import Connection
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
from understudy.client.mcp import McpEnd, McpFactory
from understudy.client.permissions import Permissions
from understudy.client.sessions import Session
from understudy.client.turn import Turn

if TYPE_CHECKING:
    from understudy.client.editor import Editor

__all__ = [
    "AgentFailed",
    "AgentGone",
    "AuthRequired",
    "BadAgent",
    "CannotSandbox",
    "ClientError",
    "Connection",
    "Editor",
    "Elicit",
    "McpEnd",
    "McpFactory",
    "NotSupported",
    "Permissions",
    "Session",
    "Turn",
    "check_answer",
    "connect",
]


def __getattr__(name: str) -> Any:
    if name == "Editor":  # Not everybody edits.
        from understudy.client.editor import Editor

        return Editor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
