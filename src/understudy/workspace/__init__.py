"""Roots and containment, text files, walking, searching and running commands. Knows no protocol.

    from understudy.workspace import Workspace

    with Workspace(["/path/to/project", "/path/to/library"]) as workspace:
        with workspace.open_file("README.md") as file: ...

The seven tools on top of it are in `understudy.tools`.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.workspace.commands import NetworkPolicy, SandboxMode
from understudy.workspace.errors import (
    Denied,
    ExecutionFailed,
    InvalidArgument,
    NotFound,
    TimedOut,
    TooLarge,
    WorkspaceError,
)
from understudy.workspace.limits import DEFAULT_EXCLUSIONS, Limits
from understudy.workspace.paths import Place, Root
from understudy.workspace.stop import Stop
from understudy.workspace.workspace import OpenFile, Workspace

if TYPE_CHECKING:
    from understudy.workspace.display_text import escape_controls, escape_filename
    from understudy.workspace.limits import MAX_PROTECTING_MOUNTS
    from understudy.workspace.sensitive import SENSITIVE_PATHS, folder_sensitivity_reason, sensitivity_reason

__all__ = [
    "DEFAULT_EXCLUSIONS",
    "MAX_PROTECTING_MOUNTS",
    "SENSITIVE_PATHS",
    "Denied",
    "ExecutionFailed",
    "InvalidArgument",
    "Limits",
    "NetworkPolicy",
    "NotFound",
    "OpenFile",
    "Place",
    "Root",
    "SandboxMode",
    "Stop",
    "TimedOut",
    "TooLarge",
    "Workspace",
    "WorkspaceError",
    "escape_controls",
    "escape_filename",
    "folder_sensitivity_reason",
    "sensitivity_reason",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "display_text": ("escape_controls", "escape_filename"),
        "limits": ("MAX_PROTECTING_MOUNTS",),
        "sensitive": ("SENSITIVE_PATHS", "folder_sensitivity_reason", "sensitivity_reason"),
    },
)
