"""Candidates that continue a sequence: the line after `case 1`, `case 2`, or the next name of a list elsewhere."""

import re
from collections.abc import Iterator, Sequence

from understudy.nes.engine_api import Candidate, Situation, Trigger
from understudy.nes.symbolic.limits import (
    COUNTED_LINE_PROBABILITY,
    LISTED_NAME_PROBABILITY,
    MIN_VERSION_NUMBER,
    SINGLE_STEP_PROBABILITY,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import Point, Replacement, Span

__all__ = ["generate_sequence_lines"]


def generate_sequence_lines(situation: Situation, index: SnapshotIndex) -> Iterator[Candidate]:
    """Continue the lines at the cursor if the newest edit wrote the cursor's line."""
    line = situation.cursor.line
    if not situation.edits or not 0 < line < len(index.lines):
        return
    last = situation.edits[-1]
    written = range(last.line, last.line + len(last.new))
    if (
        last.uri != index.snapshot.uri
        or last.line < 0
        or line not in written
        or (last.old and len(last.new) < 2)
        or (line - 2 in written and not last.is_typed)  # who pastes all of them has no more
    ):
        return
    block = index.lines[max(0, line - 2) : line + 1]
    below = index.lines[line + 1].strip() if line + 1 < len(index.lines) else ""
    is_begun_by_user = situation.trigger is Trigger.MANUAL or any(
        edit.uri == index.snapshot.uri and 0 <= edit.line < line <= edit.line + len(edit.new)
        for edit in situation.edits
    )
    for new_line, probability in (
        *_next_counted_line(block, situation.trigger, is_begun_by_user=is_begun_by_user),
        *_next_listed_line(block, index, line),
    ):
        if new_line.strip() == below or new_line in block:
            continue
        end = Point(line, len(index.lines[line]))
        yield Candidate(
            kind="edit",
            uri=index.snapshot.uri,
            probability=probability,
            family="sequence",
            pattern=new_line.strip()[:40],
            topic="sequence",
            why="These lines count on.",
            edits=(Replacement(Span(end, end), "\n" + new_line),),
            position=Point(line + 1, len(new_line)),
        )


def _next_counted_line(
    block: Sequence[str], trigger: Trigger, *, is_begun_by_user: bool
) -> Iterator[tuple[str, float]]:
    """`is_begun_by_user`: the user also wrote the line above. Who adds a version to a list adds the newest one."""
    if (
        len(block) == 3
        and (step := _number_steps(block[0], block[1]))
        and step == _number_steps(block[1], block[2])
    ):
        if not is_begun_by_user and _has_version(block[2], step):
            return
        yield _advance_numbers(block[2], step), COUNTED_LINE_PROBABILITY
    elif trigger is Trigger.MANUAL and len(block) > 1 and (step := _number_steps(block[-2], block[-1])):
        yield _advance_numbers(block[-1], step), SINGLE_STEP_PROBABILITY


def _number_steps(one: str, other: str) -> dict[int, int] | None:
    """The tokens that count up, by index, with their step; None if the lines differ in anything else."""
    a, b = tokenize(one), tokenize(other)
    if len(a) != len(b) or one == other or not any(is_word(token) for token in a):
        return None
    steps: dict[int, int] = {}
    for at, (left, right) in enumerate(zip(a, b, strict=True)):
        if left == right:
            continue
        before, after = _trailing_number(left), _trailing_number(right)
        if before is None or after is None or left.rstrip("0123456789") != right.rstrip("0123456789"):
            return None
        steps[at] = after - before
    return steps if steps and all(0 < step <= 100 for step in steps.values()) else None


def _has_version(line: str, steps: dict[int, int]) -> bool:
    """Whether a number that counts up is a version: `3.14`, or `314` in a name."""
    tokens = tokenize(line)
    return any(
        "." in tokens[at] or (step == 1 and (_trailing_number(tokens[at]) or 0) >= MIN_VERSION_NUMBER)
        for at, step in steps.items()
    )


def _trailing_number(token: str) -> int | None:
    digits = token[len(token.rstrip("0123456789")) :]
    return int(digits) if digits and len(digits) < 10 and (digits == "0" or digits[0] != "0") else None


def _advance_numbers(line: str, steps: dict[int, int]) -> str:
    tokens = list(tokenize(line))
    for at, step in steps.items():
        stem = tokens[at].rstrip("0123456789")
        tokens[at] = f"{stem}{int(tokens[at][len(stem) :]) + step}"
    return "".join(tokens)


def _next_listed_line(block: Sequence[str], index: SnapshotIndex, last: int) -> Iterator[tuple[str, float]]:
    """The next line, if the last two differ in one word and these words are neighbours in one list elsewhere.

    `last` is the line of the cursor.
    """
    pair = _differing_words(block[-2], block[-1]) if len(block) > 1 else None
    if pair is None:
        return
    one, other = pair
    following: set[str] = set()
    for line, _ in index.find_tokens((one,)):
        if line != last - 1 and (name := _listed_behind(index, line, one, other)):
            following.add(name)
    if len(following) == 1:
        word = following.pop()
        yield (
            "".join(word if token == other else token for token in tokenize(block[-1])),
            LISTED_NAME_PROBABILITY,
        )


def _differing_words(one: str, other: str) -> tuple[str, str] | None:
    a, b = tokenize(one), tokenize(other)
    if len(a) != len(b):
        return None
    pairs = {(x, y) for x, y in zip(a, b, strict=True) if x != y}
    if len(pairs) != 1:
        return None
    (pair,) = pairs
    return pair if all(is_word(word) and len(word) > 1 for word in pair) else None


def _listed_behind(index: SnapshotIndex, line: int, one: str, other: str) -> str:
    """The name behind two others in a list that is written in one line, or with one name per line."""
    separator = r"[\"']?\s*,\s*[\"']?"
    row = (
        re.search(
            rf"(?<![\w.]){re.escape(one)}{separator}{re.escape(other)}{separator}(\w+)(?![\w.])",
            index.lines[line],
        )
        if other in index.lines[line]
        else None
    )
    if row is not None:
        return row[1] if is_word(row[1]) else ""
    names = [text.strip().rstrip(",;").strip("\"'") for text in index.lines[line : line + 3]]
    is_list = len(names) == 3 and all(is_word(name) and len(tokenize(name)) == 1 for name in names)
    return names[2] if is_list and names[:2] == [one, other] else ""
