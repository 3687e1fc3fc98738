"""The chat's own slash commands, and how they are told from the agent's. Pure.

`/name` is the agent's if it offers that name, else ours. `//name` is always ours. What is neither is the agent's to
judge: agents have commands that they do not tell of, and a message may begin with a path.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.cli.terminal import escape_controls
from understudy.schema import acp

__all__ = ["OWN_COMMANDS", "help_text", "list_commands", "parse_own_command"]

OWN_COMMANDS: Final = {
    "help": "what can be typed here",
    "mode": "see or change the mode: /mode [NAME]",
    "model": "see or change the model: /model [NAME]",
    "options": "see or change any option of the agent: /options [ID VALUE]",
    "sessions": "go on with another session",
    "new": "begin a new session",
    "log": "what the agent printed on its standard error",
    "quit": "leave (also Ctrl-D)",
}
_COMMAND_PATTERN: Final = re.compile(r"\s*(//?)([a-z]+)(?:\s+(.*?))?\s*", re.DOTALL)


def parse_own_command(text: str, agent_commands: Collection[str]) -> tuple[str, str] | None:
    """The command of ours that this is, and what stands behind its name."""
    call = _COMMAND_PATTERN.fullmatch(text)
    if call is None:
        return None
    name = {"exit": "quit"}.get(call[2], call[2])
    if name not in OWN_COMMANDS or (call[1] == "/" and call[2] in agent_commands):
        return None
    return name, call[3] or ""


def list_commands(commands: Sequence[acp.AvailableCommand]) -> Iterator[tuple[str, str]]:
    """All that can be typed after a slash, with what it does."""
    theirs = {command.name for command in commands}
    for command in commands:
        yield f"/{command.name}", escape_controls(command.description, one_line=True)
    for name, purpose in OWN_COMMANDS.items():
        yield f"/{name}" if name not in theirs else f"//{name}", purpose


def help_text(commands: Sequence[acp.AvailableCommand], agent: str) -> str:
    """In Markdown."""
    theirs = {command.name for command in commands}
    lines = ["**Keys**", ""]
    lines += [
        "- `Enter` sends, `Alt-Enter` begins a new line; what is pasted keeps its lines",
        "- `Ctrl-C` cancels the turn; a second one leaves. `Ctrl-D` leaves. `Tab` completes",
        "",
        "**Commands here**",
        "",
    ]
    lines += [
        f"- `{'//' if name in theirs else '/'}{name}`: {purpose}" for name, purpose in OWN_COMMANDS.items()
    ]
    if commands:
        lines += ["", f"**Commands of {agent}**", ""]
        for command in commands:
            hint = f" {command.input.hint}" if command.input else ""
            lines.append(f"- `/{command.name}{hint}`: {command.description}")
    if theirs & OWN_COMMANDS.keys():
        lines += ["", "Where both have a command, one slash is the agent's and two are ours."]
    return "\n".join(lines)
