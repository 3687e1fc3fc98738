"""What stands behind a command's name, taken apart. Pure.

Paths are quoted as in a shell. The text of a search and the line of a command are taken as they are.
"""

import re
import shlex
from dataclasses import dataclass
from typing import Final

__all__ = ["Lines", "MisreadWords", "Sought", "one_path", "path_and_lines", "quoted", "sought"]

# Not behind a backslash or inside quotes (then a quote comes last): there the colon belongs to the name.
_LINES: Final = re.compile(r"(?<!\\):([0-9]{1,15})(?:-([0-9]{1,15})?)?$")
_OPTION: Final = re.compile(r"(--regex|--)(?:\s+|$)")
_PLACE: Final = " in "


class MisreadWords(Exception):
    """The words mean nothing to the command. The message, Markdown, says how to write them."""


@dataclass(frozen=True, slots=True)
class Lines:
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    text: str
    regex: bool = False
    path: str | None = None


def one_path(text: str) -> str | None:
    """The only path in the text; None if there is none."""
    try:
        found = shlex.split(text)
    except ValueError:
        raise MisreadWords(
            "A quote or a backslash has no partner. Write the path as `'my file.txt'`."
        ) from None
    if len(found) > 1:
        raise MisreadWords("Name one path, and put quotes around it if it has spaces: `'my file.txt'`.")
    return found[0] if found else None


def path_and_lines(text: str) -> tuple[str | None, Lines]:
    """`PATH`, `PATH:START`, `PATH:START-` or `PATH:START-END`."""
    text = text.strip()
    found = _LINES.search(text)
    if found is None:
        return one_path(text), Lines()
    start, end = int(found[1]), int(found[2]) if found[2] else None
    if start < 1:
        raise MisreadWords("Lines are counted from 1.")
    if end is not None and end < start:
        raise MisreadWords(f"Line {end} comes before line {start}. Write the smaller one first.")
    return one_path(text[: found.start()]), Lines(start, end)


def sought(text: str) -> Sought:
    """`[--regex] TEXT [in PATH]`. The last ` in ` counts, if one path follows it."""
    text = text.strip()
    regex = False
    if option := _OPTION.match(text):
        regex = option[1] == "--regex"
        text = text[option.end() :]
    query, found, place = text.rpartition(_PLACE)
    if not found or not query.strip():
        return Sought(text, regex)
    try:
        path = one_path(place)
    except MisreadWords:
        return Sought(text, regex)
    return Sought(query.rstrip(), regex, path) if path else Sought(text, regex)


def quoted(path: str) -> str:
    """The path as it can be typed behind a command."""
    written = shlex.quote(path)
    return f"'{path}'" if written == path and _LINES.search(path) else written
