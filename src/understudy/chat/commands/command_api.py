"""What a slash command is, and what the turn that runs it offers. Knows no tool, no model and no client.

What stands behind a command's name, taken apart. Pure.

Paths are quoted as in a shell. The text of a search and the line of a command are taken as they are.
"""

import re
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from understudy.chat.prompt import LinkTarget
from understudy.chat.toolset import CallOutcome

__all__ = [
    "ArgumentError",
    "CommandContext",
    "LineRange",
    "SearchQuery",
    "SlashCommand",
    "parse_path",
    "parse_path_and_lines",
    "parse_search",
    "quote_path",
]


class CommandContext(Protocol):
    """The turn as a command sees it. The session implements it."""

    @property
    def roots(self) -> Sequence[str]:
        """Canonical paths, the primary one first."""
        ...

    @property
    def model(self) -> str | None: ...

    @property
    def models(self) -> Sequence[str]:
        """Those that can be chosen."""
        ...

    @property
    def linked_files(self) -> Sequence[LinkTarget]:
        """The files that are attached to the message."""
        ...

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Call a tool as the model would: shown to the client, and asked about where the mode says so.

        Never raises for what goes wrong in the tool.
        """
        ...

    async def reply(self, text: str) -> None:
        """Markdown for the user."""
        ...

    async def choose_model(self, spec: str) -> None:
        """Raises ModelError with a message for the user."""
        ...


@dataclass(frozen=True, slots=True)
class SlashCommand:
    name: str
    description: str
    hint: str | None
    """What may stand behind the name; None if nothing may."""
    run: Callable[[CommandContext, str], Awaitable[None]]

    @property
    def usage(self) -> str:
        return f"/{self.name}" if self.hint is None else f"/{self.name} {self.hint}"


# Not behind a backslash or inside quotes (then a quote comes last): there the colon belongs to the name.
_LINE_RANGE: Final = re.compile(r"(?<!\\):([0-9]{1,15})(?:-([0-9]{1,15})?)?$")
_REGEX_OPTION: Final = re.compile(r"(--regex|--)(?:\s+|$)")
_PATH_SEPARATOR: Final = " in "


class ArgumentError(Exception):
    """The words mean nothing to the command. The message, Markdown, says how to write them."""


@dataclass(frozen=True, slots=True)
class LineRange:
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class SearchQuery:
    text: str
    regex: bool = False
    path: str | None = None


def parse_path(text: str) -> str | None:
    """The only path in the text; None if there is none."""
    try:
        found = shlex.split(text)
    except ValueError:
        raise ArgumentError(
            "A quote or a backslash has no partner. Write the path as `'my file.txt'`."
        ) from None
    if len(found) > 1:
        raise ArgumentError("Name one path, and put quotes around it if it has spaces: `'my file.txt'`.")
    return found[0] if found else None


def parse_path_and_lines(text: str) -> tuple[str | None, LineRange]:
    """`PATH`, `PATH:START`, `PATH:START-` or `PATH:START-END`."""
    text = text.strip()
    found = _LINE_RANGE.search(text)
    if found is None:
        return parse_path(text), LineRange()
    start, end = int(found[1]), int(found[2]) if found[2] else None
    if start < 1:
        raise ArgumentError("Lines are counted from 1.")
    if end is not None and end < start:
        raise ArgumentError(f"Line {end} comes before line {start}. Write the smaller one first.")
    return parse_path(text[: found.start()]), LineRange(start, end)


def parse_search(text: str) -> SearchQuery:
    """`[--regex] TEXT [in PATH]`. The last ` in ` counts, if one path follows it."""
    text = text.strip()
    regex = False
    if option := _REGEX_OPTION.match(text):
        regex = option[1] == "--regex"
        text = text[option.end() :]
    query, found, place = text.rpartition(_PATH_SEPARATOR)
    if not found or not query.strip():
        return SearchQuery(text, regex)
    try:
        path = parse_path(place)
    except ArgumentError:
        return SearchQuery(text, regex)
    return SearchQuery(query.rstrip(), regex, path) if path else SearchQuery(text, regex)


def quote_path(path: str) -> str:
    """The path as it can be typed behind a command."""
    written = shlex.quote(path)
    return f"'{path}'" if written == path and _LINE_RANGE.search(path) else written
