"""The interface of slash commands, and the parsers of their arguments. Knows no tool, no model and no client.

Paths are quoted as in a shell. The text of a search and the line of a command are taken as they are.
"""

import re
import shlex
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from understudy.chat.history import UndoReport
from understudy.chat.permissions import Permissions
from understudy.chat.prompt import LinkTarget
from understudy.chat.session import Jobs
from understudy.chat.toolset import CallOutcome
from understudy.settings import PermissionRule

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
    """What a turn provides to a slash command. `turn.TurnCommandContext` implements it."""

    @property
    def roots(self) -> Sequence[str]:
        """Canonical paths, the primary one first."""
        ...

    @property
    def model(self) -> str | None: ...

    @property
    def models(self) -> Sequence[str]:
        """The models that can be chosen."""
        ...

    @property
    def linked_files(self) -> Sequence[LinkTarget]:
        """The files that are attached to the message."""
        ...

    @property
    def jobs(self) -> Jobs:
        """The commands that run in the background."""
        ...

    @property
    def permissions(self) -> Permissions:
        """What the session may do without asking."""
        ...

    async def revoke_permission(self, rule: PermissionRule) -> str | None:
        """Remove a lasting permission; return why it could not be removed from the configuration, if so."""
        ...

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Call a tool as the model would: shown to the client, and with the user's permission if the mode needs it.

        An error of the tool is a failed outcome; it raises nothing.
        """
        ...

    async def reply(self, text: str) -> None:
        """Send Markdown to the user."""
        ...

    async def undo(self, *, turn: str = "", partial: bool) -> UndoReport | None:
        """Take the changes of a turn back, by default of the latest that has some; None if there is none.

        `turn` is the beginning of the id of its prompt.
        """
        ...

    async def compact(self, focus: str) -> None:
        """Have the model summarise the conversation, which goes on from the summary. Raises ModelError."""
        ...

    async def choose_model(self, spec: str) -> None:
        """Choose the model of the session. Raises ModelError with a message for the user."""
        ...


@dataclass(frozen=True, slots=True)
class SlashCommand:
    name: str
    description: str
    hint: str | None
    """The arguments after the name; None if there are none."""
    run: Callable[[CommandContext, str], Awaitable[None]]

    @property
    def usage(self) -> str:
        return f"/{self.name}" if self.hint is None else f"/{self.name} {self.hint}"


# Not after a backslash or inside quotes (then the text ends with a quote): there the colon belongs to the name.
_LINE_RANGE: Final = re.compile(r"(?<!\\):([0-9]{1,15})(?:-([0-9]{1,15})?)?$")
_REGEX_OPTION: Final = re.compile(r"(--regex|--)(?:\s+|$)")
_PATH_SEPARATOR: Final = " in "


class ArgumentError(Exception):
    """Invalid arguments. The message, in Markdown, says how to write them."""


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
    """The single path in the text; None if it is empty. Raises ArgumentError."""
    try:
        paths = shlex.split(text)
    except ValueError:
        raise ArgumentError(
            "A quote or a backslash has no partner. Write the path as `'my file.txt'`."
        ) from None
    if len(paths) > 1:
        raise ArgumentError("Name one path, and put quotes around it if it has spaces: `'my file.txt'`.")
    return paths[0] if paths else None


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
    """`[--regex] TEXT [in PATH]`. The last ` in ` separates the path, if a single path follows it."""
    text = text.strip()
    regex = False
    if option := _REGEX_OPTION.match(text):
        regex = option[1] == "--regex"
        text = text[option.end() :]
    query, separator, path_text = text.rpartition(_PATH_SEPARATOR)
    if not separator or not query.strip():
        return SearchQuery(text, regex)
    try:
        path = parse_path(path_text)
    except ArgumentError:
        return SearchQuery(text, regex)
    return SearchQuery(query.rstrip(), regex, path) if path else SearchQuery(text, regex)


def quote_path(path: str) -> str:
    """Quote the path so that it can be typed after a command."""
    quoted = shlex.quote(path)
    return f"'{path}'" if quoted == path and _LINE_RANGE.search(path) else quoted
