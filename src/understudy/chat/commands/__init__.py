"""Slash commands: what a user can do in a chat without any model, through the same tools and permissions.

Each command has a module with its `run`, which talks to a Port, and its pure `render`. `catalogue` finds them.
What a tool may do, and whether the user is asked first, is the port's business.
"""

from understudy.chat.commands.answers import no_model_answer
from understudy.chat.commands.catalogue import COMMANDS, available, find, unknown
from understudy.chat.commands.port import Outcome, Port, SlashCommand

__all__ = [
    "COMMANDS",
    "Outcome",
    "Port",
    "SlashCommand",
    "available",
    "find",
    "no_model_answer",
    "unknown",
]
