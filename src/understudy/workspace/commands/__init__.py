"""Running commands: one shell line at a time, held in a sandbox, within limits, leaving nothing behind.

Owns everything from the check of a command to its last process. It knows no protocol and no tool, and
decides nothing about permission: whoever calls `run` has been allowed to.
"""

from understudy.workspace.commands.command import Command, CommandResult
from understudy.workspace.commands.isolation.sandbox import Sandbox, SandboxMode
from understudy.workspace.commands.runner import CommandOutcome, run, run_streaming
from understudy.workspace.commands.sandbox_selection import choose_sandbox

__all__ = [
    "Command",
    "CommandOutcome",
    "CommandResult",
    "Sandbox",
    "SandboxMode",
    "choose_sandbox",
    "run",
    "run_streaming",
]
