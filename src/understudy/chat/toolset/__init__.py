"""The tools that a turn offers to its model: the seven workspace tools, the plan, and the tools of MCP servers.

`tool_api` is the interface between a tool and its turn; `toolset` builds the tools of a turn; `workspace_tool`
runs a workspace tool; `presentation` renders calls and results; `client_io` uses the client's files and
terminals.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.toolset.client_io import ClientBuffers
    from understudy.chat.toolset.presentation import sanitize_title, text_content, truncate_strings
    from understudy.chat.toolset.tool_api import (
        PLAN_TOOL_NAME,
        CallContext,
        CallOutcome,
        CallPresentation,
        ChatTool,
        Rejection,
    )
    from understudy.chat.toolset.toolset import build_toolset, visible_tool_specs

__all__ = [
    "PLAN_TOOL_NAME",
    "CallContext",
    "CallOutcome",
    "CallPresentation",
    "ChatTool",
    "ClientBuffers",
    "Rejection",
    "build_toolset",
    "sanitize_title",
    "text_content",
    "truncate_strings",
    "visible_tool_specs",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "client_io": ("ClientBuffers",),
        "presentation": ("sanitize_title", "text_content", "truncate_strings"),
        "tool_api": (
            "PLAN_TOOL_NAME",
            "CallContext",
            "CallOutcome",
            "CallPresentation",
            "ChatTool",
            "Rejection",
        ),
        "toolset": ("build_toolset", "visible_tool_specs"),
    },
)
