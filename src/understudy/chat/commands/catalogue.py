"""The slash commands by name, and the lookup of the command that a message starts with."""

import difflib
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from understudy.chat.commands import (
    compact,
    explore,
    init,
    jobs,
    permissions,
    read,
    search,
    session_info,
    shell,
    undo,
)
from understudy.chat.commands.command_api import CommandContext, SlashCommand
from understudy.chat.commands.replies import code_span
from understudy.schema.acp import AvailableCommand, AvailableCommandInput

__all__ = ["COMMANDS", "available_commands", "find_command", "render_help", "unknown_command_message"]

_COMMAND_LINE: Final = re.compile(r"\s*/([A-Za-z][A-Za-z0-9_-]{0,39})(?:\s+(.*))?", re.DOTALL)
_UNIX_FOLDERS: Final = "bin boot dev etc home lib lib64 media mnt opt proc root sbin srv sys tmp usr var"
_MACOS_FOLDERS: Final = "applications library private system users volumes"
_TOP_LEVEL_FOLDERS: Final = frozenset(f"{_UNIX_FOLDERS} {_MACOS_FOLDERS}".split())
"""Top-level folders of a file system: a message may start with such a path."""


async def _run_help(context: CommandContext, argument_text: str) -> None:
    del argument_text
    await context.reply(render_help(COMMANDS))


def render_help(commands: Mapping[str, SlashCommand]) -> str:
    rows = [f"- {code_span(command.usage)}: {command.description}" for command in commands.values()]
    notes = (
        "Only `/compact` needs a model. `!COMMAND` is short for `/run COMMAND`. "
        "Put quotes around a path with spaces: `/read 'my notes.txt':1-20`."
    )
    return "\n".join([*rows, "", notes])


COMMANDS: Final[Mapping[str, SlashCommand]] = MappingProxyType(
    {
        command.name: command
        for command in (
            SlashCommand("help", "List these commands", None, _run_help),
            explore.COMMAND,
            read.COMMAND,
            search.COMMAND,
            shell.COMMAND,
            session_info.INFO,
            session_info.ROOTS,
            session_info.MODEL,
            compact.COMMAND,
            init.COMMAND,
            undo.COMMAND,
            jobs.COMMAND,
            permissions.COMMAND,
        )
    }
)


def find_command(text: str) -> tuple[SlashCommand, str] | None:
    """The command that the message starts with, and the rest of the message unchanged."""
    if (typed := text.lstrip()).startswith("!") and typed[1:].strip():
        return shell.COMMAND, typed[1:].strip()
    call = _COMMAND_LINE.fullmatch(text)
    if call is None or call[1] not in COMMANDS:
        return None
    return COMMANDS[call[1]], (call[2] or "").rstrip()


def unknown_command_message(text: str) -> str | None:
    """The reply to a message that looks like a mistyped command; None if it is an ordinary message."""
    call = _COMMAND_LINE.fullmatch(text)
    if call is None or call[1] in COMMANDS:
        return None
    name, has_no_arguments = call[1].lower(), not (call[2] or "").strip()
    if name in _TOP_LEVEL_FOLDERS and not has_no_arguments:
        return None
    similar = difflib.get_close_matches(name, COMMANDS, n=3, cutoff=0.6)
    if similar:
        names = " or ".join(code_span(f"/{found}") for found in similar)
        return f"There is no command {code_span('/' + call[1])}. Did you mean {names}?"
    if not has_no_arguments or name in _TOP_LEVEL_FOLDERS:
        return None
    return f"There is no command {code_span('/' + call[1])}. `/help` lists those that there are."


def available_commands() -> list[AvailableCommand]:
    """The commands as ACP lists them."""
    return [
        AvailableCommand(
            name=command.name,
            description=command.description,
            input=None if command.hint is None else AvailableCommandInput(hint=command.hint),
        )
        for command in COMMANDS.values()
    ]
