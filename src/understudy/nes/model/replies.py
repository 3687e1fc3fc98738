"""Model replies: cleaning, plausibility checks, probability, and the smallest replacements that make the new text.
Pure functions.

Cleaning is shared by all formats. The checks know the region and its surroundings; `nes.validation` checks every
suggestion again. Replacements are computed by lines, then by tokens within changed lines; they are sorted, do not
overlap, and count columns in code points.

The product of the probabilities of the tokens is the probability that the model gives to exactly this text, so the
same threshold applies to it as to a symbolic candidate. A reply of a server that returns none has a fixed
probability.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from understudy.nes.model.completions import Completion
from understudy.nes.model.limits import (
    MAX_ADDED_LINES,
    MAX_DIFF_TOKENS,
    MAX_DROPPED_LINES,
    MAX_LINE_REPETITIONS,
    MAX_MERGED_GAP_CHARS,
    MIN_DISTINCTIVE_CHARS,
    MIN_TOKEN_SIMILARITY,
    MODEL_CANDIDATE_PROBABILITY,
)
from understudy.nes.model.prompt_types import ModelContext, PromptFormat, contains_token
from understudy.nes.text import Point, Replacement, Span

__all__ = [
    "ReplyVariant",
    "clean_region",
    "find_reply_problem",
    "minimal_replacements",
    "probability_of",
    "reply_variants",
    "strip_code_fence",
    "text_between",
]

_TOKEN: Final = re.compile(r"\n|[^\S\n]+|\w+|[^\w\s]")


def strip_code_fence(reply: str) -> str | None:
    """Return the text inside the code fence around a reply; the reply if it has none; None if it is not closed."""
    text = reply.strip("\n")
    if not text.startswith("```"):
        return reply
    opening, _, body = text.partition("\n")
    fence = opening[: len(opening) - len(opening.lstrip("`"))]
    lines = body.split("\n")
    last = next((at for at in range(len(lines) - 1, -1, -1) if lines[at].rstrip() == fence), None)
    return None if last is None else "\n".join(lines[:last])


def text_between(text: str, start: str, end: str) -> str | None:
    """Return the text after `start`, up to `end` or the end; None unless `start` occurs exactly once."""
    if text.count(start) != 1:
        return None
    inner = text.partition(start)[2]
    return inner.partition(end)[0]


def clean_region(
    text: str, context: ModelContext, special_tokens: Sequence[str], cursor_markers: Iterable[str] = ()
) -> str | None:
    """Return the new text of the region; None if it is unchanged or implausible.

    Cursor markers are removed; any other special token makes the reply invalid. Models change blank lines at both
    ends by accident: those of the region are kept.
    """
    for marker in cursor_markers:
        text = text.replace(marker, "")
    text = text.replace("\r\n", "\n")
    if "\r" in text or "\0" in text or any(contains_token(text, token) for token in special_tokens):
        return None
    old = context.region_text
    stripped = text.rstrip("\n")
    if not old.startswith("\n"):
        stripped = stripped.lstrip("\n")
    blanks = old[len(old.rstrip("\n")) :]
    new = stripped + blanks
    return None if new == old else new


def find_reply_problem(new: str, context: ModelContext) -> str | None:
    """Return why the reply must not be shown, or None. The new text differs from the old one."""
    old, lines = list(context.region), new.split("\n")
    if len(lines) - len(old) > MAX_ADDED_LINES:
        return f"it adds more than {MAX_ADDED_LINES} lines"
    # Blank lines at the end belong to the region.
    if new.rstrip() and context.region_text.rstrip().startswith(new.rstrip() + "\n"):
        return "it breaks off before the end of the region"
    if sum(map(bool, old)) - sum(map(bool, lines)) > MAX_DROPPED_LINES:
        return f"it drops more than {MAX_DROPPED_LINES} lines without others instead"
    for kind, start, end, begin, stop in _line_changes(old, lines):
        if kind != "insert" and (end - start) - (stop - begin) > MAX_DROPPED_LINES:
            return f"it drops more than {MAX_DROPPED_LINES} lines without others instead"
    if _repeats_context(old, lines, context.after):
        return "it repeats the text behind the region"
    if _repeats_context(old[::-1], lines[::-1], context.before[::-1]):
        return "it repeats the text before the region"
    new_counts = Counter(line for line in lines if line.strip())
    before = Counter(old)
    if any(
        count - before[line] >= MAX_LINE_REPETITIONS and _is_distinctive(line)
        for line, count in new_counts.items()
    ):
        return "it repeats itself"
    return None


def _line_changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [found for found in matcher.get_opcodes() if found[0] != "equal"]


def _repeats_context(old: Sequence[str], new: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether the new text ends with the lines that follow the region, and the old one did not."""
    tail, head, was = (
        _first_nonblank_lines(new[::-1]),
        _first_nonblank_lines(behind),
        _first_nonblank_lines(old[::-1]),
    )
    if not head:
        return False
    for size in range(min(3, len(head), len(tail)), 0, -1):
        same = tail[:size][::-1] == head[:size]
        if same and was[:size] != tail[:size] and (size > 1 or _is_distinctive(tail[0])):
            return True
    return False


def _first_nonblank_lines(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()][:3]


def _is_distinctive(line: str) -> bool:
    return len(line.strip()) >= MIN_DISTINCTIVE_CHARS


def minimal_replacements(context: ModelContext, new: str) -> tuple[Replacement, ...]:
    """Return the replacements that turn the region into `new`, in lines of the file."""
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
                # Line by line: a change in many lines becomes many small ones, and is cheap to compute.
                for row, (old, new_line) in enumerate(
                    zip(old_lines[start:end], new_lines[begin:stop], strict=True), context.first + start
                ):
                    found.extend(_token_replacements(row, old, new_line))
            case "replace":
                at = context.first + start
                found.extend(
                    _token_replacements(at, "\n".join(old_lines[start:end]), "\n".join(new_lines[begin:stop]))
                )
            case _:
                pass
    return tuple(_merge_adjacent(found))


def _merge_adjacent(found: Sequence[Replacement]) -> list[Replacement]:
    """Merge adjacent replacements: two at the same position would have no defined order."""
    merged: list[Replacement] = []
    for one in found:
        if merged and merged[-1].span.end == one.span.start:
            last = merged.pop()
            one = Replacement(Span(last.span.start, one.span.end), last.text + one.text)
        merged.append(one)
    return merged


def _insertion(context: ModelContext, at: int, lines: Sequence[str]) -> Replacement:
    """Insert at the end of the line above if the cursor is there or no line follows; else before the next line."""
    row = context.first + at
    text = "\n".join(lines)
    cursor_is_there = at > 0 and context.cursor == (at - 1, len(context.region[at - 1]))
    if cursor_is_there or (at == len(context.region) and at > 0):
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
    """Return the changed character ranges of `old`, and their text in `new`."""
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
    """Remove the common prefix and suffix: the rest is what the user would type."""
    shorter = min(end - start, len(text))
    head = 0
    while head < shorter and old[start + head] == text[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[end - 1 - tail] == text[len(text) - 1 - tail]:
        tail += 1
    return start + head, end - tail, text[head : len(text) - tail]


class ReplyVariant(NamedTuple):
    new_text: str
    """Of the region."""
    probability: float


def reply_variants(
    prompt_format: PromptFormat, reply: str, completion: Completion, context: ModelContext, *, one_line: bool
) -> list[ReplyVariant]:
    """Return the edits that a reply contains, longest first: the whole one and, if it is less certain, its first
    line. `reply` is the usable beginning of the completion."""
    variants: list[ReplyVariant] = []
    for part in prompt_format.usable_parts(reply, context, one_line):
        new_text = prompt_format.parse(part, context)
        if new_text is None or any(new_text == one.new_text for one in variants):
            continue
        variants.append(ReplyVariant(new_text, probability_of(completion, len(part))))
        if not completion.log_probabilities:
            break
    return variants


def probability_of(completion: Completion, length: int) -> float:
    """Return the probability of the first `length` characters of a completion."""
    if not completion.log_probabilities:
        return MODEL_CANDIDATE_PROBABILITY
    total, start = 0.0, 0
    is_whole = length >= len(completion.text)
    for end, log_probability in completion.log_probabilities:
        if start < length or is_whole:
            total += log_probability
        start = end
    return math.exp(min(total, 0.0)) if not math.isnan(total) else 0.0
