"""Replacements as changes of whole lines, and what a text is after them. Pure."""

from collections.abc import Sequence

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


class LineChange(Struct, frozen=True, kw_only=True):
    """Lines that are to change: `base` stands at `line`, and `target` will."""

    line: int
    base: tuple[str, ...]
    target: tuple[str, ...]

    def to_splice(self) -> Splice:
        """Without the lines at both ends that stay the same."""
        return minimal_splice(self.line, self.base, self.target)


def can_apply(replacements: Sequence[Replacement], lines: Sequence[str]) -> bool:
    """Whether they are in order, apart from each other and inside the text."""
    last = Point(0, 0)
    for index, ((start, end), _) in enumerate(replacements):
        for line, column in (start, end):
            if not (0 <= line < len(lines) and 0 <= column <= len(lines[line])):
                return False
        if end < start or start < last:
            return False
        if index and start == last == end:
            return False  # two insertions at one place have no order that all clients agree on
        last = end
    return True


def group_into_line_changes(replacements: Sequence[Replacement], lines: Sequence[str]) -> list[LineChange]:
    """Replacements that fit, gathered by the lines they touch."""
    gathered: list[list[Replacement]] = []
    for replacement in replacements:
        if gathered and replacement.span.start.line <= gathered[-1][-1].span.end.line:
            gathered[-1].append(replacement)
        else:
            gathered.append([replacement])
    return [_build_line_change(group, lines) for group in gathered]


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
    """The text after replacements that fit."""
    result = list(lines)
    for region in reversed(group_into_line_changes(replacements, lines)):
        result[region.line : region.line + len(region.base)] = region.target
    return result


def line_after_changes(changes: Sequence[LineChange], lines: Sequence[str], line_number: int) -> str | None:
    """One line of the text after the changes, without making that text; None if there is no such line."""
    moved = 0
    for region in changes:
        start = region.line + moved
        if line_number < start:
            break
        if line_number < start + len(region.target):
            return region.target[line_number - start]
        moved += len(region.target) - len(region.base)
    line_number -= moved
    return lines[line_number] if 0 <= line_number < len(lines) else None


def minimal_replacement(line: int, current: Sequence[str], target: Sequence[str]) -> Replacement:
    """The one replacement that makes the lines `now`, which stand at `line`, the lines `target`."""
    before, after = "\n".join(current), "\n".join(target)
    head, tail = common_affix_lengths(before, after)
    end = len(before) - tail
    span = Span(_point_at_offset(line, before, head), _point_at_offset(line, before, end))
    return Replacement(span, after[head : len(after) - tail])


def common_affix_lengths(first: Sequence[str], second: Sequence[str]) -> tuple[int, int]:
    """How many items two sequences (or characters two texts) share at the start, and of the rest at the end."""
    shorter = min(len(first), len(second))
    head = 0
    while head < shorter and first[head] == second[head]:
        head += 1
    shorter -= head
    tail = 0
    while tail < shorter and first[-1 - tail] == second[-1 - tail]:
        tail += 1
    return head, tail


def _point_at_offset(line: int, text: str, offset: int) -> Point:
    begun = text.rfind("\n", 0, offset) + 1
    return Point(line + text.count("\n", 0, offset), offset - begun)
