"""From a region's old and new text to the fewest replacements: lines first, then tokens within changed lines.

Columns are code points. The replacements never overlap and are in order.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from understudy.nes.model.limits import MAX_DIFF_TOKENS, MAX_MERGED_GAP_CHARS, MIN_TOKEN_SIMILARITY
from understudy.nes.model.prompt_types import ModelContext
from understudy.nes.text import Point, Replacement, Span

__all__ = ["minimal_replacements"]


_TOKEN: Final = re.compile(r"\n|[^\S\n]+|\w+|[^\w\s]")


def minimal_replacements(context: ModelContext, new: str) -> tuple[Replacement, ...]:
    """What turns the region's text into `new`, in the file's own lines."""
    old_lines, new_lines = list(context.region), new.split("\n")
    matcher = SequenceMatcher(None, old_lines, new_lines, autojunk=False)
    found: list[Replacement] = []
    for kind, start, end, begin, stop in matcher.get_opcodes():
        match kind:
            case "insert":
                found.append(_insertion(context, start, new_lines[begin:stop]))
            case "delete":
                found.append(_deletion(context, start, end))
            case "replace" if end - start == stop - begin:
                # Line by line: a change in many lines is many small ones, and cheap to find.
                for row, (old, said) in enumerate(
                    zip(old_lines[start:end], new_lines[begin:stop], strict=True), context.first + start
                ):
                    found.extend(_token_replacements(row, old, said))
            case "replace":
                at = context.first + start
                found.extend(
                    _token_replacements(at, "\n".join(old_lines[start:end]), "\n".join(new_lines[begin:stop]))
                )
            case _:
                pass
    return tuple(_merge_adjacent(found))


def _merge_adjacent(found: Sequence[Replacement]) -> list[Replacement]:
    """Those that touch become one: for two at the same place nobody could tell which comes first."""
    joined: list[Replacement] = []
    for one in found:
        if joined and joined[-1].span.end == one.span.start:
            last = joined.pop()
            one = Replacement(Span(last.span.start, one.span.end), last.text + one.text)
        joined.append(one)
    return joined


def _insertion(context: ModelContext, at: int, lines: Sequence[str]) -> Replacement:
    """Behind the line above if the cursor waits there, or if there is no line below to stand before."""
    row = context.first + at
    text = "\n".join(lines)
    waits = at > 0 and context.cursor == (at - 1, len(context.region[at - 1]))
    if waits or (at == len(context.region) and at > 0):
        point = Point(row - 1, len(context.region[at - 1]))
        return Replacement(Span(point, point), "\n" + text)
    point = Point(row, 0)
    return Replacement(Span(point, point), text + "\n")


def _deletion(context: ModelContext, start: int, end: int) -> Replacement:
    region, first = context.region, context.first
    if end < len(region):
        return Replacement(Span(Point(first + start, 0), Point(first + end, 0)), "")
    if start > 0:
        span = Span(
            Point(first + start - 1, len(region[start - 1])), Point(first + end - 1, len(region[end - 1]))
        )
        return Replacement(span, "")
    return Replacement(Span(Point(first, 0), Point(first + end - 1, len(region[end - 1]))), "")


def _token_replacements(row: int, old: str, new: str) -> Iterator[Replacement]:
    for start, end, text in _token_changes(old, new):
        yield Replacement(Span(_point_at(row, old, start), _point_at(row, old, end)), text)


def _point_at(row: int, text: str, offset: int) -> Point:
    head = text[:offset]
    return Point(row + head.count("\n"), offset - (head.rfind("\n") + 1))


def _token_changes(old: str, new: str) -> list[tuple[int, int, str]]:
    """Ranges of `old` in characters and what stands there in `new`."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) + len(after) > MAX_DIFF_TOKENS:
        return [_trim_common_ends(old, 0, len(old), new)]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < MIN_TOKEN_SIMILARITY:
        return [_trim_common_ends(old, 0, len(old), new)]
    ends = _token_ends(before)
    found: list[tuple[int, int, str]] = []
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        here, there, text = ends[start], ends[end], "".join(after[begin:stop])
        if found and here - found[-1][1] <= MAX_MERGED_GAP_CHARS and "\n" not in old[found[-1][1] : here]:
            last_start, last_end, last_text = found.pop()
            here, text = last_start, last_text + old[last_end:here] + text
        found.append((here, there, text))
    return [_trim_common_ends(old, *change) for change in found]


def _token_ends(tokens: Sequence[str]) -> list[int]:
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    return ends


def _trim_common_ends(old: str, start: int, end: int, text: str) -> tuple[int, int, str]:
    """Without the characters that both begin or end with: what is left is what the user would type."""
    most = min(end - start, len(text))
    head = 0
    while head < most and old[start + head] == text[head]:
        head += 1
    tail = 0
    while tail < most - head and old[end - 1 - tail] == text[len(text) - 1 - tail]:
        tail += 1
    return start + head, end - tail, text[head : len(text) - tail]
