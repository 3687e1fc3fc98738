"""Roots and containment, text files, walking, searching and running commands. Knows no protocol.

    from understudy.workspace import Workspace

    with Workspace(["/path/to/project", "/path/to/library"]) as workspace:
        with workspace.open_file("README.md") as file: ...

The seven tools on top of it are in `understudy.tools`.
"""

from understudy.workspace.commands import SandboxMode
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
from understudy.workspace.paths.resolution import Place
from understudy.workspace.paths.roots import Root
from understudy.workspace.stop import Stop
from understudy.workspace.workspace import OpenFile, Workspace

__all__ = [
    "DEFAULT_EXCLUSIONS",
    "Denied",
    "ExecutionFailed",
    "InvalidArgument",
    "Limits",
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
]
