"""Running commands: one shell line at a time, held in a sandbox, within limits, leaving nothing behind.

Owns everything from the check of a command to its last process. It knows no protocol and no tool, and
decides nothing about permission: whoever calls `run` has been allowed to.
"""

from understudy.workspace.commands.choice import choose_sandbox
from understudy.workspace.commands.command import Command, CommandResult
from understudy.workspace.commands.running import CommandOutcome, run_streaming, run
from understudy.workspace.commands.sandbox import Sandbox, SandboxMode

__all__ = ["Command", "CommandOutcome", "CommandResult", "Sandbox", "SandboxMode", "choose_sandbox", "run_streaming", "run"]
