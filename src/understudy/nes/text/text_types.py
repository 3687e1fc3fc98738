"""Positions and changes in a text, as the engines use them.

Columns count code points, whatever the client counts; `positions` converts. Texts hold `\\n` only; `nes.response`
restores the line endings of the document.
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
    """A change in whole lines: at `line`, the lines `old` became `new`. It has no equal lines at its ends."""

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


class TextSnapshot(NamedTuple):
    """A text at one moment. Readers must not change `lines`."""

    uri: str
    language: str
    lines: list[str]
    version: int = 0
    line_ending: str = "\n"
    """The line ending of the stored text; for an open document, `Document.line_ending` is authoritative."""
    variant: str = ""
    """Distinguishes a hypothetical state of the text from the real one, in caches by URI."""
