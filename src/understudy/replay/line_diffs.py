"""Differences between two lists of lines, and the lines after a suggestion's edits.

Also classifies a change by its shape for the report, from the text alone.
"""

import difflib
import itertools
import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, get_args

from understudy.replay.limits import MAX_EQUAL_LINE_PAIRS
from understudy.schema.acp import NesTextEdit, Position, Range

__all__ = [
    "EDIT_SHAPES",
    "DiffRegion",
    "EditShape",
    "apply_edits",
    "classify_shape",
    "diff_regions",
    "line_distance",
    "region_change",
    "utf16_length",
]


class DiffRegion(NamedTuple):
    """Lines `start` to `stop` of the old text are replaced by `new_start` to `new_stop` of the new one."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def diff_regions(before: Sequence[str], after: Sequence[str]) -> list[DiffRegion]:
    """Return the regions that differ, from top to bottom."""
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
    return [
        DiffRegion(i + head, j + head, k + head, m + head) for kind, i, j, k, m in found if kind != "equal"
    ]


def line_distance(before: Sequence[str], after: Sequence[str]) -> int:
    """Return the number of lines to remove and to add."""
    return sum(r.stop - r.start + r.new_stop - r.new_start for r in diff_regions(before, after))


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 code units, the default unit of positions in ACP."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def apply_edits(lines: Sequence[str], edits: Sequence[NesTextEdit]) -> list[str]:
    """Return the lines after a suggestion's edits. Raises ValueError for an invalid range or overlapping edits."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    text = "\n".join(lines)
    spans: list[tuple[int, int, str]] = []
    for edit in edits:
        start, stop = (_offset(lines, starts, position) for position in (edit.range.start, edit.range.end))
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
    """Return the range and the text that an editor sends when these lines become `new`."""
    if region.stop < len(lines):
        start, stop = _position(region.start), _position(region.stop)
        return Range(start=start, end=stop), "".join(line + "\n" for line in new)
    # The last line has no line break: the range begins with that of the line above.
    stop = _position(len(lines) - 1, utf16_length(lines[-1]))
    if region.start == 0:
        return Range(start=_position(0), end=stop), "\n".join(new)
    above = _position(region.start - 1, utf16_length(lines[region.start - 1]))
    return Range(start=above, end=stop), "".join("\n" + line for line in new)


def _position(line: int, character: int = 0) -> Position:
    return Position(line=line, character=character)


def _offset(lines: Sequence[str], starts: Sequence[int], position: Position) -> int:
    if position.line > len(lines):
        raise ValueError("a range is outside of the document")
    if position.line == len(lines):
        return starts[-1] - 1
    line = lines[position.line]
    if line.isascii():
        return starts[position.line] + min(position.character, len(line))
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * position.character]
    return starts[position.line] + len(before.decode("utf-16-le", "ignore"))


def _count_equal_pairs(old: Sequence[str], new: Sequence[str]) -> int:
    counts: dict[str, int] = {}
    for line in old:
        counts[line] = counts.get(line, 0) + 1
    return sum(counts.get(line, 0) for line in new)


EditShape = Literal["import", "insertion", "deletion", "rename", "layout", "replacement", "rewrite"]
EDIT_SHAPES: Final[tuple[EditShape, ...]] = get_args(EditShape)

_IMPORT_LINE: Final = re.compile(
    r"\s*(?:import\b|from\s+\S+\s+import\b|(?:pub\s+)?use\s+[\w:{]|#\s*include\b|using\s+[\w.]+\s*;"
    r"|require(?:_relative)?\b|(?:const|let|var)\s.*=\s*require\(|export\s.*\bfrom\s+['\"]|extern\s+crate\b|mod\s+\w+;)"
)
_TOKEN: Final = re.compile(r"\w+|\s+|[^\w\s]")
_NAME: Final = re.compile(r"[^\W\d]\w*")


def classify_shape(old: Sequence[str], new: Sequence[str]) -> EditShape:
    """Return the shape of a change of lines."""
    before = [line for line in old if line.strip()]
    after = [line for line in new if line.strip()]
    if (before or after) and all(_IMPORT_LINE.match(line) for line in (*before, *after)):
        return "import"
    if [line.split() for line in before] == [line.split() for line in after]:
        return "layout"
    if not before:
        return "insertion"
    if not after:
        return "deletion"
    if len(old) != len(new):
        return "rewrite"
    return "rename" if _is_rename(old, new) else "replacement"


def _is_rename(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether every difference replaces the same name by the same other name."""
    pairs: set[tuple[str, str]] = set()
    for before, after in zip(old, new, strict=True):
        words, others = _TOKEN.findall(before), _TOKEN.findall(after)
        if len(words) != len(others):
            return False
        pairs.update((word, other) for word, other in zip(words, others, strict=True) if word != other)
    return len(pairs) == 1 and all(_NAME.fullmatch(word) for pair in pairs for word in pair)
