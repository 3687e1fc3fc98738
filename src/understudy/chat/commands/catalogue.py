"""The slash commands by name, and finding the one that a message starts with."""

import difflib
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from understudy.chat.commands import about, explore, read, search, shell
from understudy.chat.commands.markdown import code
from understudy.chat.commands.port import Port, SlashCommand
from understudy.schema.acp import AvailableCommand, AvailableCommandInput

__all__ = ["COMMANDS", "available", "find", "render_help", "unknown"]

_CALL: Final = re.compile(r"\s*/([A-Za-z][A-Za-z0-9_-]{0,39})(?:\s+(.*))?", re.DOTALL)
_UNIX: Final = "bin boot dev etc home lib lib64 media mnt opt proc root sbin srv sys tmp usr var"
_MACOS: Final = "applications library private system users volumes"
_FOLDERS: Final = frozenset(f"{_UNIX} {_MACOS}".split())
"""What stands at the top of a file system: a message may well start with one of these."""


async def _help(port: Port, words: str) -> None:
    del words
    await port.say(render_help(COMMANDS))


def render_help(commands: Mapping[str, SlashCommand]) -> str:
    rows = [f"- {code(command.usage)}: {command.description}" for command in commands.values()]
    return (
        "\n".join(rows)
        + "\n\nThese need no model. Put quotes around a path with spaces: `/read 'my notes.txt':1-20`."
    )


COMMANDS: Final[Mapping[str, SlashCommand]] = MappingProxyType(
    {
        command.name: command
        for command in (
            SlashCommand("help", "List these commands", None, _help),
            explore.COMMAND,
            read.COMMAND,
            search.COMMAND,
            shell.COMMAND,
            about.INFO,
            about.ROOTS,
            about.MODEL,
        )
    }
)


def find(text: str) -> tuple[SlashCommand, str] | None:
    """The command that the message starts with, and the rest of the message as it is."""
    call = _CALL.fullmatch(text)
    if call is None or call[1] not in COMMANDS:
        return None
    return COMMANDS[call[1]], (call[2] or "").rstrip()


def unknown(text: str) -> str | None:
    """What to say to a message that looks like a mistyped command; None if it is a message like any other."""
    call = _CALL.fullmatch(text)
    if call is None or call[1] in COMMANDS:
        return None
    name, alone = call[1].lower(), not (call[2] or "").strip()
    if name in _FOLDERS and not alone:
        return None
    near = difflib.get_close_matches(name, COMMANDS, n=3, cutoff=0.6)
    if near:
        names = " or ".join(code(f"/{found}") for found in near)
        return f"There is no command {code('/' + call[1])}. Did you mean {names}?"
    if not alone or name in _FOLDERS:
        return None
    return f"There is no command {code('/' + call[1])}. `/help` lists those that there are."


def available() -> list[AvailableCommand]:
    """The commands as an ACP client is told of them."""
    return [
        AvailableCommand(
            name=command.name,
            description=command.description,
            input=None if command.hint is None else AvailableCommandInput(hint=command.hint),
        )
        for command in COMMANDS.values()
    ]
