"""What a swap makes of one line, and how that is like the lines it was seen in. Not where it is looked for."""

from functools import lru_cache
from typing import NamedTuple

from understudy.nes.symbolic.alignment import similarity
from understudy.nes.symbolic.features import bracket_balance, log_scaled
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["ReplacementExamples", "ReplacementSite", "is_whole_string", "match_site"]


class ReplacementExamples(NamedTuple):
    """A swap and the lines it was seen in, whoever made it and when."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    includes_whole_strings: bool
    """Whole strings are meant too."""
    example_lines: tuple[str, ...]


class ReplacementSite(NamedTuple):
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
def match_site(
    examples: ReplacementExamples, text: str, found_columns: tuple[int, ...]
) -> ReplacementSite | None:
    """None where it changes nothing."""
    literal, result = "".join(examples.old), "".join(examples.new)
    columns = [
        column
        for column in found_columns
        if not _is_already_replaced(text, column, literal, result)
        and (examples.includes_whole_strings or not is_whole_string(text, column, literal))
    ]
    new = _replace_at_columns(text, columns, literal, result)
    if new == text:
        return None
    left, right, alike = _best_context_match(examples, text, columns[0])
    comment, lines = _is_comment(text), examples.example_lines
    return ReplacementSite(
        made=tuple(new.split("\n")),
        column=columns[0],
        left=float(left),
        right=float(right),
        alike=alike,
        same_line=float(any(text.strip() == line.strip() for line in lines)),
        times=log_scaled(len(columns) - 1),
        comment=float(comment),
        same_kind=float(any(_is_comment(line) == comment for line in lines[:6])),
        unbalanced=float(bracket_balance([text]) == 0 != bracket_balance([new])),
        other_call=float(examples.family == "context" and not _is_in_same_call(examples, text, columns[0])),
    )


def _is_in_same_call(examples: ReplacementExamples, text: str, column: int) -> bool:
    """Whether it stands in a call of the same name, or in none, as in one of the examples."""
    here = _callee(text[:column])
    for line in examples.example_lines[:6]:
        at = line.find("".join(examples.old))
        if at >= 0 and _callee(line[:at]) == here:
            return True
    return False


def _callee(before: str) -> str:
    """The name before the bracket that is open at the end; with `def` or the like if that defines it."""
    depth = 0
    words = tokenize(before)
    for at in range(len(words) - 1, -1, -1):
        if words[at] in ")]}":
            depth += 1
        elif words[at] in "([{":
            if depth == 0:
                return " ".join(word for word in words[max(0, at - 3) : at] if is_word(word))
            depth -= 1
    return ""


def is_whole_string(text: str, column: int, literal: str) -> bool:
    """Whether it is all of a string: a key on the wire is not renamed with the variable that has its name."""
    end = column + len(literal)
    return column > 0 and end < len(text) and text[column - 1] in "\"'`" and text[end] == text[column - 1]


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith(("#", "//", "*", "/*", "--"))


def _replace_at_columns(text: str, columns: list[int], literal: str, result: str) -> str:
    for column in reversed(columns):
        end = column + len(literal)
        before, after = text[:column], text[end:]
        if not result and after.startswith(" ") and (not before.strip() or before.endswith((" ", "("))):
            after = after[1:]
        text = before + result + after
    return text


def _is_already_replaced(text: str, column: int, literal: str, result: str) -> bool:
    """Whether the result stands there already, around what was found."""
    at = result.find(literal)
    while at >= 0:
        start = column - at
        if start >= 0 and text.startswith(result, start):
            return True
        at = result.find(literal, at + 1)
    return False


def _best_context_match(examples: ReplacementExamples, text: str, column: int) -> tuple[int, int, float]:
    """How many neighbours are as in the example most like it, on each side, and how alike the lines are."""
    words = tokenize(text)
    at = number = 0
    while at < column:
        at += len(words[number])
        number += 1
    width = len(examples.old)
    left, right = _neighbour_tokens(words, number, number + width)
    best = (0, 0, 0.0)
    for line in examples.example_lines[:6]:
        known = tokenize(line)
        start = _find_subsequence(known, examples.old)
        if start < 0:
            continue
        before, after = _neighbour_tokens(known, start, start + width)
        score = (_count_agreeing(left, before), _count_agreeing(right, after), similarity(text, line))
        best = max(best, score, key=lambda s: s[0] + s[1] + 3 * s[2])
    return best


def _neighbour_tokens(words: tuple[str, ...], start: int, end: int) -> tuple[list[str], list[str]]:
    left = [word for word in words[max(0, start - 6) : start] if not word.isspace()][-3:]
    right = [word for word in words[end : end + 6] if not word.isspace()][:3]
    return left[::-1], right


def _count_agreeing(one: list[str], other: list[str]) -> int:
    """How many agree in a row, from the inside out; the end of the line agrees with the end of the line."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            return count
        count += 1
    return 3 if len(one) == len(other) else count


def _find_subsequence(words: tuple[str, ...], piece: tuple[str, ...]) -> int:
    for at in range(len(words) - len(piece) + 1):
        if words[at : at + len(piece)] == piece:
            return at
    return -1
