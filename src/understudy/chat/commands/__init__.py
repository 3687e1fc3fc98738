"""Slash commands: what a user can do in a chat without any model, through the same tools and permissions.

Each command has a module with its `run`, which talks to a Port, and its pure `render`. `catalogue` finds them.
What a tool may do, and whether the user is asked first, is the port's business.
"""

from understudy.chat.commands.catalogue import (
    COMMANDS,
    available_commands,
    find_command,
    unknown_command_message,
)
from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import no_model_message

__all__ = [
    "COMMANDS",
    "CommandContext",
    "SlashCommand",
    "available_commands",
    "find_command",
    "no_model_message",
    "unknown_command_message",
]
