"""Places in a text as callers name them.

A line and a column, both from zero. Columns count code points, as an index into a Python string does: whoever
has the line has the column. A wire position (`acp.Position`) may be given instead; its character counts in the
encoding that was agreed with the agent. Lines end with `\\r\\n`, `\\n` or `\\r`; the end is no part of the line.
"""

from dataclasses import dataclass
from typing import NamedTuple

from understudy.schema import acp

__all__ = ["Diagnostic", "Edit", "LineColumn", "PositionLike", "Span"]


class LineColumn(NamedTuple):
    line: int
    column: int


PositionLike = LineColumn | tuple[int, int] | acp.Position
"""How a place can be given."""
Span = tuple[PositionLike, PositionLike]


class Edit(NamedTuple):
    """What stands from `start` up to `end` becomes `text`."""

    start: PositionLike
    end: PositionLike
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A complaint of a compiler or linter. In a document that is not open, columns are sent as they are."""

    uri: str
    start: PositionLike
    end: PositionLike
    message: str
    severity: acp.NesDiagnosticSeverity = "error"
