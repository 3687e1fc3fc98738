"""The text of one file of a story while it is played: which marks are open, and which a new text fulfils.

Offsets count code points; positions on the wire are in UTF-16 code units.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.replay.line_diffs import utf16_length
from understudy.replay.stories.limits import MAX_JUMP_DISTANCE_LINES
from understudy.replay.stories.story import EditMark, Keys, PlaceMark, StoryFile
from understudy.schema import acp

__all__ = ["Keystroke", "Segment", "StoryText", "keystrokes"]

_CHUNK: Final = re.compile(r"\n[ \t]*|[^\n]")
"""What one key inserts: Enter also inserts the indentation."""


class Keystroke(NamedTuple):
    """The characters from `start` to `end` are replaced by `text`."""

    start: int
    end: int
    text: str


def keystrokes(start: int, old: str, new: str, keys: Keys) -> Iterator[Keystroke]:
    """Return the keys that replace `old`, which begins at `start`, by `new`."""
    end = start + len(old)
    if keys == "paste":
        yield Keystroke(start, end, new)
        return
    if keys == "backspace" and "\n" not in old:
        for place in range(end, start, -1):
            yield Keystroke(place - 1, place, "")
        end = start
    chunks: Sequence[str] = _CHUNK.findall(new)
    if not chunks and end > start:
        yield Keystroke(start, end, "")
    at = start
    for chunk in chunks:
        yield Keystroke(at, end, chunk)
        at = end = at + len(chunk)


class Segment:
    """A part of the text: a mark or what is between two marks."""

    def __init__(self, mark: EditMark | PlaceMark | None, text: str) -> None:
        self.mark = mark
        self.text = text
        self.is_open = mark is not None

    @property
    def place(self) -> PlaceMark | None:
        """The expected edit, if it is still to be made."""
        return self.mark if self.is_open and isinstance(self.mark, PlaceMark) else None


class StoryText:
    def __init__(self, file: StoryFile) -> None:
        self.path = file.path
        self.segments = [
            Segment(None, piece) if isinstance(piece, str) else Segment(piece, piece.old)
            for piece in file.pieces
        ]

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)

    @property
    def open_places(self) -> list[Segment]:
        return [segment for segment in self.segments if segment.place is not None]

    def start_of(self, segment: Segment) -> int:
        return sum(len(other.text) for other in self.segments[: self.segments.index(segment)])

    def fulfil(self, text: str) -> list[Segment] | None:
        """Return the places that the text fulfils, and take it over; None if it does anything else.

        The text must be the current one with some of the open places edited as expected.
        """
        pattern = "".join(_segment_pattern(segment, number) for number, segment in enumerate(self.segments))
        found = re.fullmatch(pattern, text)
        if found is None:
            return None
        texts = {
            number: found[f"place{number}"]
            for number, segment in enumerate(self.segments)
            if segment.place is not None
        }
        changed = [
            (self.segments[number], new) for number, new in texts.items() if new != self.segments[number].text
        ]
        groups = [segment.place.group for segment, _ in changed if segment.place and segment.place.group]
        if not changed or len(groups) > len({*groups}):
            return None
        for segment, new in changed:
            self.close(segment, new)
        return [segment for segment, _ in changed]

    def close(self, segment: Segment, text: str) -> None:
        """Make an edit of a mark. Nothing is expected any more at the other places of its group."""
        segment.text = text
        place, segment.is_open = segment.place, False
        for other in self.segments:
            if place is not None and place.group and other.place and other.place.group == place.group:
                other.is_open = False

    def place_at_line(self, line: int) -> Segment | None:
        """Return the open place to which a jump to this line leads."""
        for segment in self.open_places:
            start = self.start_of(segment)
            first = self.text.count("\n", 0, start)
            last = first + segment.text.rstrip("\n").count("\n")
            is_insertion = segment.place is not None and "\n" in segment.place.texts[0] + segment.text
            margin = MAX_JUMP_DISTANCE_LINES if is_insertion else 0
            if first - margin <= line <= last + margin:
                return segment
        return None

    def place_at(self, position: acp.Position) -> Segment | None:
        """Return the open place that the position is in, or at its border."""
        for segment in self.open_places:
            start = self.start_of(segment)
            first, last = self.position(start), self.position(start + len(segment.text))
            if (
                (first.line, first.character)
                <= (position.line, position.character)
                <= (last.line, last.character)
            ):
                return segment
        return None

    def position(self, offset: int) -> acp.Position:
        head = self.text[:offset]
        line = head.rpartition("\n")[2]
        return acp.Position(line=head.count("\n"), character=utf16_length(line))

    def range(self, start: int, end: int) -> acp.Range:
        return acp.Range(start=self.position(start), end=self.position(end))

    def line_of(self, segment: Segment) -> int:
        return self.text.count("\n", 0, self.start_of(segment))


def _segment_pattern(segment: Segment, number: int) -> str:
    place = segment.place
    if place is None:
        return re.escape(segment.text)
    options = [re.escape(text) for text in (segment.text, *place.texts)]
    options += [f"(?:{pattern})" for pattern in place.patterns]
    return f"(?P<place{number}>{'|'.join(options)})"
