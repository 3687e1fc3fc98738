"""Run shell commands in a sandbox and within limits, and leave no process and no temporary file behind.

Owns a command from its validation to the end of its last process. Knows no protocol and no tool, and decides
nothing about permission: a caller of `run` has permission already.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr
from understudy.workspace.commands.command import Command, CommandResult
from understudy.workspace.commands.isolation import NetworkPolicy, Sandbox, SandboxMode
from understudy.workspace.commands.runner import CommandOutcome, run, run_streaming
from understudy.workspace.commands.sandbox_selection import choose_sandbox

if TYPE_CHECKING:
    from understudy.workspace.commands.command import BoundedOutput, ByteTail, StreamName, validate_command
    from understudy.workspace.commands.control_groups import (
        ControlGroup,
        ControlGroups,
        GroupLimits,
        NoControlGroups,
        examine_control_groups,
        open_control_groups,
    )
    from understudy.workspace.commands.environment import (
        build_environment,
        is_encodable,
        private_cache_variables,
        toolchain_folders,
    )
    from understudy.workspace.commands.folders import contains, open_outermost_roots, outermost_folders
    from understudy.workspace.commands.isolation import reports_no_network
    from understudy.workspace.commands.runner import require_sandbox
    from understudy.workspace.commands.scratch import scratch_folder

__all__ = [
    "BoundedOutput",
    "ByteTail",
    "Command",
    "CommandOutcome",
    "CommandResult",
    "ControlGroup",
    "ControlGroups",
    "GroupLimits",
    "NetworkPolicy",
    "NoControlGroups",
    "Sandbox",
    "SandboxMode",
    "StreamName",
    "build_environment",
    "choose_sandbox",
    "contains",
    "examine_control_groups",
    "is_encodable",
    "open_control_groups",
    "open_outermost_roots",
    "outermost_folders",
    "private_cache_variables",
    "reports_no_network",
    "require_sandbox",
    "run",
    "run_streaming",
    "scratch_folder",
    "toolchain_folders",
    "validate_command",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "command": ("BoundedOutput", "ByteTail", "StreamName", "validate_command"),
        "control_groups": (
            "ControlGroup",
            "ControlGroups",
            "GroupLimits",
            "NoControlGroups",
            "examine_control_groups",
            "open_control_groups",
        ),
        "environment": ("build_environment", "is_encodable", "private_cache_variables", "toolchain_folders"),
        "isolation": ("reports_no_network",),
        "folders": ("contains", "open_outermost_roots", "outermost_folders"),
        "runner": ("require_sandbox",),
        "scratch": ("scratch_folder",),
    },
)
