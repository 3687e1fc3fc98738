"""Places and changes in a text, as the engines speak of them.

Columns count code points, whatever the client counts; `positions` converts at the border.
Texts hold `\\n` only; the line ends of the document are put back where an answer leaves.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["LineLookup", "Point", "Replacement", "Span", "Splice", "TextSnapshot"]

LineLookup = Callable[[str], Sequence[str] | None]
"""Returns the lines of the text at a URI; None if the text is not in memory."""


class Point(NamedTuple):
    line: int
    column: int


class Span(NamedTuple):
    start: Point
    end: Point


class Replacement(NamedTuple):
    span: Span
    text: str


class Splice(NamedTuple):
    """One change in whole lines: `old` stood at `line`, `new` stands there now; equal lines at the ends are cut."""

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


class TextSnapshot(NamedTuple):
    """A text as it is at one moment. `lines` is not to be changed by who reads it."""

    uri: str
    language: str
    lines: list[str]
    version: int = 0
    line_ending: str = "\n"
    """How its lines end where it is kept; a document knows better by itself."""
