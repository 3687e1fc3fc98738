"""Replacements as changes of whole lines, and what a text is after them. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from understudy.nes.documents import cut
from understudy.nes.values import Point, Replacement, Span, Splice

__all__ = ["Region", "alike", "applied", "fits", "line_after", "narrowed", "regions"]


class Region(Struct, frozen=True, kw_only=True):
    """Lines that are to change: `base` stands at `line`, and `target` will."""

    line: int
    base: tuple[str, ...]
    target: tuple[str, ...]

    def cut(self) -> Splice:
        """Without the lines at both ends that stay the same."""
        return cut(self.line, self.base, self.target)


def fits(replacements: Sequence[Replacement], lines: Sequence[str]) -> bool:
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


def regions(replacements: Sequence[Replacement], lines: Sequence[str]) -> list[Region]:
    """Replacements that fit, gathered by the lines they touch."""
    gathered: list[list[Replacement]] = []
    for replacement in replacements:
        if gathered and replacement.span.start.line <= gathered[-1][-1].span.end.line:
            gathered[-1].append(replacement)
        else:
            gathered.append([replacement])
    return [_region(group, lines) for group in gathered]


def _region(group: Sequence[Replacement], lines: Sequence[str]) -> Region:
    first, last = group[0].span.start.line, group[-1].span.end.line
    parts: list[str] = []
    at = Point(first, 0)
    for (start, end), text in group:
        parts += (_between(lines, at, start), text)
        at = end
    parts.append(lines[last][at.column :])
    return Region(line=first, base=tuple(lines[first : last + 1]), target=tuple("".join(parts).split("\n")))


def _between(lines: Sequence[str], start: Point, end: Point) -> str:
    if start.line == end.line:
        return lines[start.line][start.column : end.column]
    middle = lines[start.line + 1 : end.line]
    return "\n".join([lines[start.line][start.column :], *middle, lines[end.line][: end.column]])


def applied(replacements: Sequence[Replacement], lines: Sequence[str]) -> list[str]:
    """The text after replacements that fit."""
    result = list(lines)
    for region in reversed(regions(replacements, lines)):
        result[region.line : region.line + len(region.base)] = region.target
    return result


def line_after(changes: Sequence[Region], lines: Sequence[str], number: int) -> str | None:
    """One line of the text after the changes, without making that text; None if there is no such line."""
    moved = 0
    for region in changes:
        start = region.line + moved
        if number < start:
            break
        if number < start + len(region.target):
            return region.target[number - start]
        moved += len(region.target) - len(region.base)
    number -= moved
    return lines[number] if 0 <= number < len(lines) else None


def narrowed(line: int, now: Sequence[str], target: Sequence[str]) -> Replacement:
    """The one replacement that makes the lines `now`, which stand at `line`, the lines `target`."""
    before, after = "\n".join(now), "\n".join(target)
    head, tail = alike(before, after)
    end = len(before) - tail
    span = Span(_point(line, before, head), _point(line, before, end))
    return Replacement(span, after[head : len(after) - tail])


def alike(one: str, other: str) -> tuple[int, int]:
    """How many characters two texts have in common at the beginning, and how many of the rest at the end."""
    shorter = min(len(one), len(other))
    head = 0
    while head < shorter and one[head] == other[head]:
        head += 1
    shorter -= head
    tail = 0
    while tail < shorter and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return head, tail


def _point(line: int, text: str, offset: int) -> Point:
    begun = text.rfind("\n", 0, offset) + 1
    return Point(line + text.count("\n", 0, offset), offset - begun)
