"""Edit a text by lines and by spans. Line numbers always refer to the original text.

Operations are applied in order, each as a layer of edits over the text before it. An operation that names
lines maps their original position through the layers and is rejected if a layer changed them, so no operation
ever changes lines that its author did not see.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from understudy.workspace.errors import InvalidArgument
from understudy.workspace.files.encoding import dominant_line_ending

__all__ = ["EditableText", "SpanEdit"]

SpanEdit = tuple[int, int, str]
"""Start, end, and the text that replaces this span."""


class _EditLayer:
    """Edits that were applied together, in order and without overlap.

    `insertion_offset` is set for lines inserted by number: the original offset between two lines where they
    belong. Text inserted by a search belongs to the line that begins there or, after the last character, to
    the last line.
    """

    def __init__(self, spans: Sequence[SpanEdit], size: int, insertion_offset: int | None) -> None:
        self._begins = [begin for begin, _, _ in spans]
        self._ends = [end for _, end, _ in spans]
        self._shifts = [0, *accumulate(len(new) - (end - begin) for begin, end, new in spans)]
        self._size = size
        self._insertion_offset = insertion_offset

    def map_offset(self, begin: int, end: int, original: int, last: bool) -> int | None:
        """Map the span begin … end through this layer and return its new start; None if an edit touched it.

        `original` is its start in the original text; `last` is whether it reaches the end of a text without a
        final newline.
        """
        before = bisect_right(self._ends, begin)
        if before and self._begins[before - 1] == begin:  # text was inserted exactly here
            ours = (
                original < self._insertion_offset
                if self._insertion_offset is not None
                else begin < self._size or begin < end
            )
            before -= ours
        if before < len(self._begins) and self._begins[before] < end:
            return None
        if (
            last
            and begin < end == self._size
            and self._insertion_offset is None
            and self._begins[-1:] == [end]
        ):
            return None
        return begin + self._shifts[before]


class EditableText:
    """A text with the edits applied so far."""

    def __init__(self, original: str) -> None:
        self.text = original
        self._size = len(original)
        self._line_starts = [0, *accumulate(len(line) + 1 for line in original.split("\n"))][:-1]
        if self._line_starts[-1] == self._size:
            self._line_starts.pop()  # a final newline ends a line and begins none
        self._line_ending = dominant_line_ending(original)
        self._ends_with_newline = not original or original.endswith("\n")
        self._layers: list[_EditLayer] = []

    @property
    def line_count(self) -> int:
        """The number of lines of the original text."""
        return len(self._line_starts)

    def replace_lines(self, first: int, last: int, content: str, label: str) -> None:
        """Replace lines first … last with `content` as whole lines; empty content deletes them."""
        for line in (first, last):
            self._check_line(line, 1, label)
        if last < first:
            raise InvalidArgument(
                f"{label}: endLine {last} is before startLine {first}.", "line_out_of_range"
            )
        new = self._as_whole_lines(content)
        if last == self.line_count and not self._ends_with_newline:
            new = new.removesuffix(self._line_ending)
        begin = self._line_start(first)
        size = self._line_start(last + 1) - begin
        at = self._map_span(begin, size, label)
        if (
            not new
            and last == self.line_count
            and not self._ends_with_newline
            and self.text.startswith(self._line_ending, at + size)
        ):
            size += len(
                self._line_ending
            )  # a line ending was added before lines that were inserted after the last one
        self._apply([(at, at + size, new)], None)

    def insert_lines(self, after: int, content: str, label: str) -> None:
        """Insert `content`, as whole lines, after line `after`; 0 inserts at the top."""
        self._check_line(after, 0, label)
        new = self._as_whole_lines(content)
        if not new:
            return
        offset = self._line_start(after + 1)
        at = self._map_span(offset, 0, label)
        if after == self.line_count and not self._ends_with_newline:
            new = new.removesuffix(self._line_ending)  # the file still has no final newline afterwards
            if self.text[:at] and not self.text[:at].endswith("\n"):
                new = self._line_ending + new
        self._apply([(at, at, new)], offset)

    def replace_spans(self, spans: Sequence[SpanEdit]) -> None:
        """Replace spans of the current text, given in order and without overlap."""
        self._apply(spans, None)

    def _apply(self, spans: Sequence[SpanEdit], insertion_offset: int | None) -> None:
        self._layers.append(_EditLayer(spans, len(self.text), insertion_offset))
        parts: list[str] = []
        position = 0
        for begin, end, new in spans:
            parts += (self.text[position:begin], new)
            position = end
        parts.append(self.text[position:])
        self.text = "".join(parts)

    def _map_span(self, begin: int, size: int, label: str) -> int:
        """The current start of an original span; raise InvalidArgument if an operation changed it."""
        original, last = begin, begin + size == self._size and not self._ends_with_newline
        for layer in self._layers:
            carried = layer.map_offset(begin, begin + size, original, last)
            if carried is None:
                raise InvalidArgument(
                    f"{label}: an earlier operation of this call already changed these lines.",
                    "overlap",
                    advice="Combine the two, or make two calls.",
                )
            begin = carried
        return begin

    def _line_start(self, line: int) -> int:
        return self._line_starts[line - 1] if line <= self.line_count else self._size

    def _check_line(self, line: int, lowest: int, label: str) -> None:
        if not lowest <= line <= self.line_count:
            raise InvalidArgument(
                f"{label}: there is no line {line}; the file has {self.line_count} lines.",
                "line_out_of_range",
                advice="Read the file again.",
                totalLines=self.line_count,
            )

    def _as_whole_lines(self, content: str) -> str:
        """Convert `content` to whole lines with the file's own line ending."""
        if not content:
            return ""
        if self._line_ending == "\r\n":
            content = content.replace("\r\n", "\n").replace("\n", "\r\n")
        return content if content.endswith("\n") else content + self._line_ending
