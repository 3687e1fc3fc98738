"""A document that is open in the editor: its text, its version, and what is known of its window."""

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
    """One opening of a file: closed and opened again it is another document."""

    uri: str
    language: str
    encoding: PositionEncoding
    """The one of wire positions."""
    content: Text
    version: int = 1
    synced: bool = False
    """Whether the agent has its whole text, and with it every change since."""
    visible_range: acp.Range | None = None
    focused_ms: int | None = field(default=None)
    """Milliseconds since the epoch."""

    @property
    def text(self) -> str:
        return self.content.whole

    def apply(self, splices: Sequence[Splice]) -> Text:
        """Make the change; the text as it was."""
        before = self.content
        self.content = before.apply(splices)
        self.version += 1
        return before

    def offset(self, where: PositionLike) -> int:
        content = self.content
        if isinstance(where, acp.Position):
            found, said = content.position_offset(where, self.encoding), (where.line, where.character)
        else:
            found, said = content.offset(where), where
        if found is None:
            raise ClientError(
                f"{display_name(self.uri, ())} has no place at line {said[0]}, column {said[1]} "
                "(both count from 0).",
                "bad_place",
            )
        return found

    def line_column(self, where: PositionLike) -> LineColumn:
        return self.content.line_column(self.offset(where))

    def position(self, where: PositionLike) -> acp.Position:
        return self.content.position(self.offset(where), self.encoding)

    def range(self, span: Span) -> acp.Range:
        start, end = sorted((self.offset(span[0]), self.offset(span[1])))
        return self.content.range(start, end, self.encoding)

    def to_splices(self, edits: Sequence[Edit]) -> list[Splice]:
        """Edits that all mean the text as it is now; they must not overlap."""
        found = sort_splices(Splice(self.offset(one.start), self.offset(one.end), one.text) for one in edits)
        if found is None:
            raise ClientError(
                "The edits overlap, or one ends before it starts. All of them mean the text before the change.",
                "bad_edits",
            )
        return found

    def to_wire_diagnostic(self, diagnostic: Diagnostic) -> acp.NesDiagnostic:
        place = self.range((diagnostic.start, diagnostic.end))
        return acp.NesDiagnostic(
            uri=self.uri, range=place, severity=diagnostic.severity, message=diagnostic.message
        )


def sort_splices(splices: Iterable[Splice]) -> list[Splice] | None:
    """From the first to the last, or None if they overlap. Of two at one place the one named first goes first."""
    found = sorted(splices, key=lambda one: (one.start, one.end))
    ends = [0, *(one.end for one in found)]
    if any(one.end < one.start or one.start < end for one, end in zip(found, ends, strict=False)):
        return None
    return found
