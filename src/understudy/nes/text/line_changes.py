"""Replacements grouped into changes of whole lines, and the text after them. Pure functions."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.text_types import Point, Replacement, Span, Splice

__all__ = [
    "LineChange",
    "apply_replacements",
    "can_apply",
    "common_affix_lengths",
    "group_into_line_changes",
    "line_after_changes",
    "minimal_replacement",
]


COMPARED_ITEMS_PER_CHUNK: Final = 8


class LineChange(Struct, frozen=True, kw_only=True):
    """A pending change: the lines `base` at `line` become `target`."""

    line: int
    base: tuple[str, ...]
    target: tuple[str, ...]

    def to_splice(self) -> Splice:
        """Return the change without the equal lines at both ends."""
        return minimal_splice(self.line, self.base, self.target)


def can_apply(replacements: Sequence[Replacement], lines: Sequence[str]) -> bool:
    """Whether the replacements are sorted, do not overlap and are inside the text."""
    last = Point(0, 0)
    for index, ((start, end), _) in enumerate(replacements):
        for line, column in (start, end):
            if not (0 <= line < len(lines) and 0 <= column <= len(lines[line])):
                return False
        if end < start or start < last:
            return False
        if index and start == last == end:
            return False  # clients disagree on the order of two insertions at one position
        last = end
    return True


def group_into_line_changes(replacements: Sequence[Replacement], lines: Sequence[str]) -> list[LineChange]:
    """Group valid replacements by the lines that they touch."""
    groups: list[list[Replacement]] = []
    for replacement in replacements:
        if groups and replacement.span.start.line <= groups[-1][-1].span.end.line:
            groups[-1].append(replacement)
        else:
            groups.append([replacement])
    return [_build_line_change(group, lines) for group in groups]


def _build_line_change(group: Sequence[Replacement], lines: Sequence[str]) -> LineChange:
    first, last = group[0].span.start.line, group[-1].span.end.line
    parts: list[str] = []
    at = Point(first, 0)
    for (start, end), text in group:
        parts += (_text_between(lines, at, start), text)
        at = end
    parts.append(lines[last][at.column :])
    return LineChange(
        line=first, base=tuple(lines[first : last + 1]), target=tuple("".join(parts).split("\n"))
    )


def _text_between(lines: Sequence[str], start: Point, end: Point) -> str:
    if start.line == end.line:
        return lines[start.line][start.column : end.column]
    middle = lines[start.line + 1 : end.line]
    return "\n".join([lines[start.line][start.column :], *middle, lines[end.line][: end.column]])


def apply_replacements(replacements: Sequence[Replacement], lines: Sequence[str]) -> list[str]:
    """Return the lines after valid replacements."""
    result = list(lines)
    for change in reversed(group_into_line_changes(replacements, lines)):
        result[change.line : change.line + len(change.base)] = change.target
    return result


def line_after_changes(changes: Sequence[LineChange], lines: Sequence[str], line_number: int) -> str | None:
    """Return one line of the text after the changes, without building that text; None if it does not exist."""
    shift = 0
    for change in changes:
        start = change.line + shift
        if line_number < start:
            break
        if line_number < start + len(change.target):
            return change.target[line_number - start]
        shift += len(change.target) - len(change.base)
    line_number -= shift
    return lines[line_number] if 0 <= line_number < len(lines) else None


def minimal_replacement(line: int, current: Sequence[str], target: Sequence[str]) -> Replacement:
    """Return the smallest replacement that turns the lines `current` at `line` into `target`."""
    before, after = "\n".join(current), "\n".join(target)
    head, tail = common_affix_lengths(before, after)
    end = len(before) - tail
    span = Span(_point_at_offset(line, before, head), _point_at_offset(line, before, end))
    return Replacement(span, after[head : len(after) - tail])


def common_affix_lengths(first: Sequence[str], second: Sequence[str]) -> tuple[int, int]:
    """Return the length of the common prefix, and of the common suffix of the rest."""
    size, other_size = len(first), len(second)
    shorter = size if size < other_size else other_size
    step = COMPARED_ITEMS_PER_CHUNK  # one comparison of slices takes as long as that of two items
    head = 0
    while head + step <= shorter and first[head : head + step] == second[head : head + step]:
        head += step
    while head < shorter and first[head] == second[head]:
        head += 1
    shorter -= head
    tail = 0
    while (
        tail + step <= shorter
        and first[size - tail - step : size - tail] == second[other_size - tail - step : other_size - tail]
    ):
        tail += step
    while tail < shorter and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    return head, tail


def _point_at_offset(line: int, text: str, offset: int) -> Point:
    line_start = text.rfind("\n", 0, offset) + 1
    return Point(line + text.count("\n", 0, offset), offset - line_start)
