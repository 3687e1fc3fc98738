"""Search a whole text at once with RE2, whose time is linear in the text; and the hits that every engine
returns.

The patterns come from `emitter`: they match no line break, so no match crosses a line, and `^` and `$` match
at every line. RE2 cannot be interrupted, so texts are cut into pieces whose worst case is bounded.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

from understudy.workspace.limits import MAX_RE2_WORK_PER_PIECE, RE2_MEMORY_BYTES
from understudy.workspace.stop import TimeBudget

__all__ = ["Hit", "Hits", "LineLocator", "LinearSearch", "compile_linear"]


class Hit(NamedTuple):
    """`line` counts from 1; the columns count code points in the line, from 0, the end exclusive."""

    line: int
    start: int
    end: int


class Hits(NamedTuple):
    """The first matches, as many as were requested, and the total number of matches."""

    first: list[Hit]
    total: int


class LineLocator:
    """Converts ascending byte spans to hits, reading each byte about once, also in a huge line."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._ascii = data.isascii()
        self._line = 1
        self._offset = 0
        self._column = 0

    def locate(self, start: int, end: int) -> Hit:
        self._advance(start)
        column = self._column
        self._advance(end)
        return Hit(self._line, column, self._column)

    def _advance(self, to: int) -> None:
        data, at = self._data, self._offset
        breaks = data.count(b"\n", at, to)
        if breaks:
            self._line += breaks
            at = data.rfind(b"\n", at, to) + 1
            self._column = 0
        passed = to - at if self._ascii else len(data[at:to].decode("utf-8", "surrogateescape"))
        self._column += passed
        self._offset = to


_CONTINUATION_BYTES: Final = frozenset(bytes([byte]) for byte in range(0x80, 0xC0))
"""A character's second and later bytes: an empty match before one would be inside the character."""

ByteSpan = tuple[int, int]


def compile_linear(pattern: str, *, ignore_case: bool, nullable: bool) -> "LinearSearch | None":
    """Compile a pattern; None if it is too large for RE2."""
    re2: Any = import_module("re2")
    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = RE2_MEMORY_BYTES
    options.case_sensitive = not ignore_case
    try:
        regexp = re2.compile(pattern, options)
    except re2.error:
        return None
    finally:
        # The module caches the last 128 patterns with all their memory; SearchPattern has its own cache.
        re2.purge()
    return LinearSearch(regexp, nullable)


class LinearSearch:
    def __init__(self, regexp: Any, nullable: bool) -> None:
        self._regexp = regexp
        self._nullable = nullable
        self._piece_bytes: int = max(4096, MAX_RE2_WORK_PER_PIECE // max(1, regexp.programsize))

    def may_match(self, data: bytes) -> bool:
        data = _strip_carriage_returns(data)
        return len(data) > self._piece_bytes or self._regexp.search(data) is not None

    def search(self, text: str, budget: TimeBudget, max_hits: int) -> Hits | None:
        """Search the text; None if RE2 cannot search it."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            if self._nullable:
                return None  # the bytes do not tell where characters begin
            data = text.encode("utf-8", "surrogateescape")
        # After a final line break there is no line, but there is one after "\n\r".
        last_line = not data.endswith(b"\n") and data != b""
        data = _strip_carriage_returns(data)
        pieces = _split_pieces(data, self._piece_bytes)
        if pieces is None:
            return None
        locator = LineLocator(data)
        hits: list[Hit] = []
        total = 0
        for start, end in self._match_spans(data, pieces, budget):
            if start == len(data) and not last_line:
                continue
            if total < max_hits:
                hits.append(locator.locate(start, end))
            total += 1
        return Hits(hits, total)

    def _match_spans(self, data: bytes, pieces: list[ByteSpan], budget: TimeBudget) -> Iterator[ByteSpan]:
        tick = 0
        for begin, stop in pieces:
            budget.check_remaining()
            last = -1
            for found in self._regexp.finditer(data, begin, stop):
                # One match can cost a whole line, so the budget is also checked within a line of many matches.
                tick += 1
                if not tick & 63:
                    budget.check_remaining()
                start, end = found.span()
                if start == end and (end == last or data[end : end + 1] in _CONTINUATION_BYTES):
                    continue
                last = end
                yield start, end


def _strip_carriage_returns(data: bytes) -> bytes:
    if b"\r" not in data:
        return data
    data = data.replace(b"\r\n", b"\n")
    return data[:-1] if data.endswith(b"\r") else data


def _split_pieces(data: bytes, size: int) -> list[ByteSpan] | None:
    """Split into pieces of whole lines, without the final line break; None if a line is longer than `size`."""
    pieces: list[ByteSpan] = []
    begin = 0
    while len(data) - begin > size:
        end = data.rfind(b"\n", begin, begin + size)
        if end < 0:
            return None
        pieces.append((begin, end))
        begin = end + 1
    pieces.append((begin, len(data)))
    return pieces
