"""An open document of the editor: its text, its version, and its visible range."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from understudy.client.editor.text import Diagnostic, Edit, LineColumn, PositionLike, Span, Splice, Text
from understudy.client.editor.uris import display_name
from understudy.client.errors import ClientError
from understudy.nes.text import PositionEncoding
from understudy.schema import acp

__all__ = ["Document", "sort_splices"]


@dataclass(eq=False, slots=True)
class Document:
    """One opening of a file: if it is closed and opened again, that is another Document."""

    uri: str
    language: str
    encoding: PositionEncoding
    """The encoding of positions on the wire."""
    content: Text
    version: int = 1
    synced: bool = False
    """Whether the agent has the current text."""
    visible_range: acp.Range | None = None
    focused_ms: int | None = field(default=None)
    """Milliseconds since the epoch."""

    @property
    def text(self) -> str:
        return self.content.full_text

    def apply(self, splices: Sequence[Splice]) -> Text:
        """Apply a change. Return the text before it."""
        before = self.content
        self.content = before.apply(splices)
        self.version += 1
        return before

    def offset(self, where: PositionLike) -> int:
        """The offset of a position. Raises ClientError `bad_place`."""
        content = self.content
        if isinstance(where, acp.Position):
            offset, line_and_column = (
                content.position_offset(where, self.encoding),
                (where.line, where.character),
            )
        else:
            offset, line_and_column = content.offset(where), where
        if offset is None:
            raise ClientError(
                f"{display_name(self.uri, ())} has no place at line {line_and_column[0]}, "
                f"column {line_and_column[1]} (both count from 0).",
                "bad_place",
            )
        return offset

    def line_column(self, where: PositionLike) -> LineColumn:
        return self.content.line_column(self.offset(where))

    def position(self, where: PositionLike) -> acp.Position:
        return self.content.position(self.offset(where), self.encoding)

    def range(self, span: Span) -> acp.Range:
        start, end = sorted((self.offset(span[0]), self.offset(span[1])))
        return self.content.range(start, end, self.encoding)

    def to_splices(self, edits: Sequence[Edit]) -> list[Splice]:
        """Convert edits, which all refer to the current text and must not overlap."""
        splices = sort_splices(
            Splice(self.offset(one.start), self.offset(one.end), one.text) for one in edits
        )
        if splices is None:
            raise ClientError(
                "The edits overlap, or one ends before it starts. All of them mean the text before the change.",
                "bad_edits",
            )
        return splices

    def to_wire_diagnostic(self, diagnostic: Diagnostic) -> acp.NesDiagnostic:
        wire_range = self.range((diagnostic.start, diagnostic.end))
        return acp.NesDiagnostic(
            uri=self.uri, range=wire_range, severity=diagnostic.severity, message=diagnostic.message
        )


def sort_splices(splices: Iterable[Splice]) -> list[Splice] | None:
    """Sort splices by position; None if they overlap. Two at the same position keep their order."""
    ordered = sorted(splices, key=lambda one: (one.start, one.end))
    ends = [0, *(one.end for one in ordered)]
    if any(one.end < one.start or one.start < end for one, end in zip(ordered, ends, strict=False)):
        return None
    return ordered
