"""A document that is open in the editor: its text, its version, and what is known of its window."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from understudy.client.editor.names import short_name
from understudy.client.editor.places import Anywhere, Diagnostic, Edit, Place, Span
from understudy.client.editor.text import Splice, Text
from understudy.client.errors import ClientError
from understudy.nes.positions import Encoding
from understudy.schema import acp

__all__ = ["Document", "in_order"]


@dataclass(eq=False, slots=True)
class Document:
    """One opening of a file: closed and opened again it is another document."""

    uri: str
    language: str
    encoding: Encoding
    """The one of wire positions."""
    content: Text
    version: int = 1
    told: bool = False
    """Whether the agent has its whole text, and with it every change since."""
    visible: acp.Range | None = None
    focused: int | None = field(default=None)
    """Milliseconds since the epoch."""

    @property
    def text(self) -> str:
        return self.content.whole

    def replace(self, splices: Sequence[Splice]) -> Text:
        """Make the change; the text as it was."""
        before = self.content
        self.content = before.changed(splices)
        self.version += 1
        return before

    def offset(self, where: Anywhere) -> int:
        content = self.content
        if isinstance(where, acp.Position):
            found, said = content.read(where, self.encoding), (where.line, where.character)
        else:
            found, said = content.offset(where), where
        if found is None:
            raise ClientError(
                f"{short_name(self.uri, ())} has no place at line {said[0]}, column {said[1]} (both count from 0).",
                "bad_place",
            )
        return found

    def place(self, where: Anywhere) -> Place:
        return self.content.place(self.offset(where))

    def position(self, where: Anywhere) -> acp.Position:
        return self.content.position(self.offset(where), self.encoding)

    def range(self, span: Span) -> acp.Range:
        start, end = sorted((self.offset(span[0]), self.offset(span[1])))
        return self.content.range(start, end, self.encoding)

    def splices(self, edits: Sequence[Edit]) -> list[Splice]:
        """Edits that all mean the text as it is now; they must not overlap."""
        found = in_order(Splice(self.offset(one.start), self.offset(one.end), one.text) for one in edits)
        if found is None:
            raise ClientError(
                "The edits overlap, or one ends before it starts. All of them mean the text before the change.",
                "bad_edits",
            )
        return found

    def diagnostic(self, told: Diagnostic) -> acp.NesDiagnostic:
        place = self.range((told.start, told.end))
        return acp.NesDiagnostic(uri=self.uri, range=place, severity=told.severity, message=told.message)


def in_order(splices: Iterable[Splice]) -> list[Splice] | None:
    """From the first to the last, or None if they overlap. Of two at one place the one named first goes first."""
    found = sorted(splices, key=lambda one: (one.start, one.end))
    ends = [0, *(one.end for one in found)]
    if any(one.end < one.start or one.start < end for one, end in zip(found, ends, strict=False)):
        return None
    return found
