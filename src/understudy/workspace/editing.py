"""Editing a text by lines and by spans, where line numbers always mean the text as it was at first.

Operations take effect in order, each as a layer of edits over the text before it. One that names lines
carries their original position through the layers, and is refused if a layer changed them; so no operation
ever hits lines that its author did not see.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from understudy.workspace.encoding import newline_of
from understudy.workspace.errors import InvalidArgument

__all__ = ["Draft", "Span"]

Span = tuple[int, int, str]
"""Begin, end and the new text in their place."""


class _Layer:
    """Edits that were made at once, apart from each other and in order.

    `gap` is set for lines inserted by number: the place between two original lines that they were meant for.
    What a search put in belongs to the line that begins there, or, behind the last character, to the last line.
    """

    def __init__(self, spans: Sequence[Span], size: int, gap: int | None) -> None:
        self._begins = [begin for begin, _, _ in spans]
        self._ends = [end for _, end, _ in spans]
        self._shifts = [0, *accumulate(len(new) - (end - begin) for begin, end, new in spans)]
        self._size = size
        self._gap = gap

    def carry(self, begin: int, end: int, original: int, last: bool) -> int | None:
        """Where begin … end begins after this layer; None if an edit touched it.

        `original` is where it began at first, `last` whether it reaches the end of a text without last newline.
        """
        before = bisect_right(self._ends, begin)
        if before and self._begins[before - 1] == begin:  # something was put in just here
            ours = original < self._gap if self._gap is not None else begin < self._size or begin < end
            before -= ours
        if before < len(self._begins) and self._begins[before] < end:
            return None
        if last and begin < end == self._size and self._gap is None and self._begins[-1:] == [end]:
            return None
        return begin + self._shifts[before]


class Draft:
    """A text being edited."""

    def __init__(self, original: str) -> None:
        self.text = original
        self._size = len(original)
        self._starts = [0, *accumulate(len(line) + 1 for line in original.split("\n"))][:-1]
        if self._starts[-1] == self._size:
            self._starts.pop()  # a last newline ends a line and begins none
        self._newline = newline_of(original)
        self._closed = not original or original.endswith("\n")
        self._layers: list[_Layer] = []

    @property
    def lines(self) -> int:
        """How many lines the text had at first."""
        return len(self._starts)

    def replace_lines(self, first: int, last: int, content: str, what: str) -> None:
        """Put `content`, as whole lines, in the place of lines first … last; empty content deletes them."""
        for line in (first, last):
            self._check_line(line, 1, what)
        if last < first:
            raise InvalidArgument(f"{what}: endLine {last} is before startLine {first}.", "line_out_of_range")
        new = self._block(content)
        if last == self.lines and not self._closed:
            new = new.removesuffix(self._newline)
        begin = self._line_start(first)
        size = self._line_start(last + 1) - begin
        at = self._carry(begin, size, what)
        if (
            not new
            and last == self.lines
            and not self._closed
            and self.text.startswith(self._newline, at + size)
        ):
            size += len(self._newline)  # what was inserted behind the last line had this put before it
        self._put([(at, at + size, new)], None)

    def insert_lines(self, after: int, content: str, what: str) -> None:
        """Put `content`, as whole lines, after line `after`; 0 means at the top."""
        self._check_line(after, 0, what)
        new = self._block(content)
        if not new:
            return
        offset = self._line_start(after + 1)
        at = self._carry(offset, 0, what)
        if after == self.lines and not self._closed:
            new = new.removesuffix(self._newline)  # the file keeps its missing last newline
            if self.text[:at] and not self.text[:at].endswith("\n"):
                new = self._newline + new
        self._put([(at, at, new)], offset)

    def replace_spans(self, spans: Sequence[Span]) -> None:
        """Replace spans of the text as it is now, given in order and apart from each other."""
        self._put(spans, None)

    def _put(self, spans: Sequence[Span], gap: int | None) -> None:
        self._layers.append(_Layer(spans, len(self.text), gap))
        parts: list[str] = []
        position = 0
        for begin, end, new in spans:
            parts += (self.text[position:begin], new)
            position = end
        parts.append(self.text[position:])
        self.text = "".join(parts)

    def _carry(self, begin: int, size: int, what: str) -> int:
        """Where an untouched original span of this size begins now."""
        original, last = begin, begin + size == self._size and not self._closed
        for layer in self._layers:
            carried = layer.carry(begin, begin + size, original, last)
            if carried is None:
                raise InvalidArgument(
                    f"{what}: an earlier operation of this call already changed these lines. "
                    "Combine the two, or make two calls.",
                    "overlap",
                )
            begin = carried
        return begin

    def _line_start(self, line: int) -> int:
        return self._starts[line - 1] if line <= self.lines else self._size

    def _check_line(self, line: int, lowest: int, what: str) -> None:
        if not lowest <= line <= self.lines:
            raise InvalidArgument(
                f"{what}: there is no line {line}; the file has {self.lines} lines. Read the file again.",
                "line_out_of_range",
                totalLines=self.lines,
            )

    def _block(self, content: str) -> str:
        """`content` as whole lines with the file's own line ending."""
        if not content:
            return ""
        if self._newline == "\r\n":
            content = content.replace("\r\n", "\n").replace("\n", "\r\n")
        return content if content.endswith("\n") else content + self._newline
