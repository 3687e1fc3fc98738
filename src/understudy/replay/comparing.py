"""Two texts as lists of lines: where they differ, how far apart they are, and one changed by a suggestion."""

import difflib
import itertools
from collections.abc import Sequence
from typing import Final, NamedTuple

from understudy.schema.acp import NesTextEdit, Position, Range

__all__ = ["DiffRegion", "line_distance", "apply_edits", "diff_regions", "region_change", "utf16_length"]

MAX_EQUAL_LINE_PAIRS: Final = 4_000_000
"""Equal pairs of lines beyond which a changed middle counts as one region: comparing them would take minutes."""


class DiffRegion(NamedTuple):
    """Lines `start` to `stop` of the one text stand where `new_start` to `new_stop` stand in the other."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def diff_regions(before: Sequence[str], after: Sequence[str]) -> list[DiffRegion]:
    """What differs, from top to bottom."""
    shorter = min(len(before), len(after))
    head = 0
    while head < shorter and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < shorter - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if not old and not new:
        return []
    if not old or not new or _count_equal_pairs(old, new) > MAX_EQUAL_LINE_PAIRS:
        return [DiffRegion(head, head + len(old), head, head + len(new))]
    found = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [DiffRegion(i + head, j + head, k + head, m + head) for kind, i, j, k, m in found if kind != "equal"]


def line_distance(before: Sequence[str], after: Sequence[str]) -> int:
    """How many lines must go or come."""
    return sum(r.stop - r.start + r.new_stop - r.new_start for r in diff_regions(before, after))


def utf16_length(text: str) -> int:
    """How many UTF-16 code units: what a position counts unless something else is agreed."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def apply_edits(lines: Sequence[str], edits: Sequence[NesTextEdit]) -> list[str]:
    """The text after a suggestion. Raises ValueError for a range outside of it, or edits that overlap."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    text = "\n".join(lines)
    spans: list[tuple[int, int, str]] = []
    for edit in edits:
        start, stop = (_offset(lines, starts, place) for place in (edit.range.start, edit.range.end))
        if start > stop:
            raise ValueError("a range ends before it begins")
        spans.append((start, stop, edit.new_text))
    spans.sort(reverse=True)
    if any(lower[1] > upper[0] for upper, lower in itertools.pairwise(spans)):
        raise ValueError("edits overlap")
    for start, stop, new in spans:
        text = text[:start] + new + text[stop:]
    return text.split("\n")


def region_change(lines: Sequence[str], region: DiffRegion, new: Sequence[str]) -> tuple[Range, str]:
    """The change of these lines into `new`, as an editor sends it: a range and its text."""
    if region.stop < len(lines):
        start, stop = _position(region.start), _position(region.stop)
        return Range(start=start, end=stop), "".join(line + "\n" for line in new)
    # The last line has no end of its own: the change takes the end of the line above it.
    stop = _position(len(lines) - 1, utf16_length(lines[-1]))
    if region.start == 0:
        return Range(start=_position(0), end=stop), "\n".join(new)
    above = _position(region.start - 1, utf16_length(lines[region.start - 1]))
    return Range(start=above, end=stop), "".join("\n" + line for line in new)


def _position(line: int, character: int = 0) -> Position:
    return Position(line=line, character=character)


def _offset(lines: Sequence[str], starts: Sequence[int], place: Position) -> int:
    if place.line > len(lines):
        raise ValueError("a range is outside of the document")
    if place.line == len(lines):
        return starts[-1] - 1
    line = lines[place.line]
    if line.isascii():
        return starts[place.line] + min(place.character, len(line))
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * place.character]
    return starts[place.line] + len(before.decode("utf-16-le", "ignore"))


def _count_equal_pairs(old: Sequence[str], new: Sequence[str]) -> int:
    counts: dict[str, int] = {}
    for line in old:
        counts[line] = counts.get(line, 0) + 1
    return sum(counts.get(line, 0) for line in new)
