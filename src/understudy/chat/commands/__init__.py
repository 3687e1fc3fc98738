"""Slash commands: what a user can do in a chat without a model, with the same tools and permissions.

A command's module has `run`, which uses a `CommandContext`, and a pure `render`. `catalogue` lists and finds the
commands. What a tool may do, and whether the user is asked first, is up to the context.
"""

from understudy.chat.commands.catalogue import (
    COMMANDS,
    available_commands,
    find_command,
    unknown_command_message,
)
from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.init import INIT_INSTRUCTION
from understudy.chat.commands.replies import no_model_message

__all__ = [
    "COMMANDS",
    "INIT_INSTRUCTION",
    "CommandContext",
    "SlashCommand",
    "available_commands",
    "find_command",
    "no_model_message",
    "unknown_command_message",
]
