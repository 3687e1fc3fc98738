"""What a swap makes of one line, and how that is like the lines it was seen in. Not where it is looked for."""

from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.evidence import balance, log
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["Seen", "Site", "quoted", "site_of"]


class Seen(NamedTuple):
    """A swap and the lines it was seen in, whoever made it and when."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    keys: bool
    """Whole strings are meant too."""
    lines: tuple[str, ...]


class Site(NamedTuple):
    """What a swap makes of a line, and how that is like the lines it was seen in."""

    made: tuple[str, ...]
    column: int
    left: float
    right: float
    alike: float
    same_line: float
    times: float
    comment: float
    same_kind: float
    unbalanced: float
    other_call: float


@lru_cache(maxsize=1024)
def site_of(lesson: Seen, text: str, found: tuple[int, ...]) -> Site | None:
    """None where it changes nothing."""
    literal, result = "".join(lesson.old), "".join(lesson.new)
    columns = [
        column
        for column in found
        if not _already(text, column, literal, result) and (lesson.keys or not quoted(text, column, literal))
    ]
    new = _exchanged(text, columns, literal, result)
    if new == text:
        return None
    left, right, alike = _context(lesson, text, columns[0])
    comment, lines = _is_comment(text), lesson.lines
    return Site(
        made=tuple(new.split("\n")),
        column=columns[0],
        left=float(left),
        right=float(right),
        alike=alike,
        same_line=float(any(text.strip() == line.strip() for line in lines)),
        times=log(len(columns) - 1),
        comment=float(comment),
        same_kind=float(any(_is_comment(line) == comment for line in lines[:6])),
        unbalanced=float(balance([text]) == 0 != balance([new])),
        other_call=float(lesson.family == "context" and not _same_call(lesson, text, columns[0])),
    )


def _same_call(lesson: Seen, text: str, column: int) -> bool:
    """Whether it stands in a call of the same name, or in none, as in one of the examples."""
    here = _callee(text[:column])
    for line in lesson.lines[:6]:
        at = line.find("".join(lesson.old))
        if at >= 0 and _callee(line[:at]) == here:
            return True
    return False


def _callee(before: str) -> str:
    """The name before the bracket that is open at the end; with `def` or the like if that defines it."""
    depth = 0
    words = tokens(before)
    for at in range(len(words) - 1, -1, -1):
        if words[at] in ")]}":
            depth += 1
        elif words[at] in "([{":
            if depth == 0:
                return " ".join(word for word in words[max(0, at - 3) : at] if is_word(word))
            depth -= 1
    return ""


def quoted(text: str, column: int, literal: str) -> bool:
    """Whether it is all of a string: a key on the wire is not renamed with the variable that has its name."""
    end = column + len(literal)
    return column > 0 and end < len(text) and text[column - 1] in "\"'`" and text[end] == text[column - 1]


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith(("#", "//", "*", "/*", "--"))


def _exchanged(text: str, columns: list[int], literal: str, result: str) -> str:
    for column in reversed(columns):
        end = column + len(literal)
        before, after = text[:column], text[end:]
        if not result and after.startswith(" ") and (not before.strip() or before.endswith((" ", "("))):
            after = after[1:]
        text = before + result + after
    return text


def _already(text: str, column: int, literal: str, result: str) -> bool:
    """Whether the result stands there already, around what was found."""
    at = result.find(literal)
    while at >= 0:
        start = column - at
        if start >= 0 and text.startswith(result, start):
            return True
        at = result.find(literal, at + 1)
    return False


def _context(lesson: Seen, text: str, column: int) -> tuple[int, int, float]:
    """How many neighbours are as in the example most like it, on each side, and how alike the lines are."""
    words = tokens(text)
    at = number = 0
    while at < column:
        at += len(words[number])
        number += 1
    width = len(lesson.old)
    left, right = _neighbours(words, number, number + width)
    best = (0, 0, 0.0)
    for line in lesson.lines[:6]:
        known = tokens(line)
        start = _index(known, lesson.old)
        if start < 0:
            continue
        before, after = _neighbours(known, start, start + width)
        score = (_agree(left, before), _agree(right, after), likeness(text, line))
        best = max(best, score, key=lambda s: s[0] + s[1] + 3 * s[2])
    return best


def _neighbours(words: tuple[str, ...], start: int, end: int) -> tuple[list[str], list[str]]:
    left = [word for word in words[max(0, start - 6) : start] if not word.isspace()][-3:]
    right = [word for word in words[end : end + 6] if not word.isspace()][:3]
    return left[::-1], right


def _agree(one: list[str], other: list[str]) -> int:
    """How many agree in a row, from the inside out; the end of the line agrees with the end of the line."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            return count
        count += 1
    return 3 if len(one) == len(other) else count


def _index(words: tuple[str, ...], piece: tuple[str, ...]) -> int:
    for at in range(len(words) - len(piece) + 1):
        if words[at : at + len(piece)] == piece:
            return at
    return -1
