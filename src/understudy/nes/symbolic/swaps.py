"""Tokens that became others, wherever they stand again."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from understudy.nes.port import Edit
from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, balance, log, short
from understudy.nes.symbolic.lessons import Swap
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["swapped"]

LONGEST: Final = 400
_IMPORTING: Final = re.compile(r"\s*(?:import|from|(?:pub )?use|export)\b|.*\brequire\(")

_JOINED: Final = re.compile(r"\w")
_IT: Final = "\x01"
"""Stands for the name that is asked for, so that one pattern does for all names."""
_BINDING: Final = re.compile(
    r"\b(?:def|class|func|fn|function|const|let|mut|var|type|struct|interface|enum|trait|mod|val|static|for|as"
    rf"|import)\s+{_IT}"
    rf"|^\s*(?:def|async def|func|fn|pub fn|function)\b.*[(,&*]\s*{_IT}\s*[:,)=?]"
    rf"|^\s*(?:pub\s+|readonly\s+|private\s+|public\s+)*{_IT}\s*(?::(?!:)[^=]*)?(?:=(?![=>])|$|,$|;$)"
    rf"|^\s*{_IT}\s*:=|^\s*{_IT}\s+[*\[\w]|^\s*{_IT}\s*:\s"
)
_DEFINING: Final = frozenset(
    [
        "def",
        "class",
        "func",
        "fn",
        "function",
        "const",
        "let",
        "var",
        "type",
        "struct",
        "interface",
        "enum",
        "trait",
        "mod",
        "module",
        "val",
        "static",
        "import",
    ]
)


class _Lesson(NamedTuple):
    """A swap and the lines it was seen in, whoever made it and when."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    family: str
    keys: bool
    """Whole strings are meant too."""
    lines: tuple[str, ...]


class _Site(NamedTuple):
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


def swapped(swap: Swap, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    found = scan.find(swap.old)
    if not found:
        return
    newest = min(swap.examples, key=lambda example: example.age)
    by_line: dict[int, list[int]] = {}
    for line, column in found:
        by_line.setdefault(line, []).append(column)
    free = [line for line in by_line if not evidence.touched(line, newest.edit.serial)]
    if not free:
        return
    literal, result = "".join(swap.old), "".join(swap.new)
    edits = [example.edit for example in swap.examples]
    topic, lesson = literal, f"{literal} → {result}"
    shared = {
        **evidence.lesson(edits, newest.age, lesson, topic),
        **_shape(swap, literal, result),
        **_spread(swap, evidence, edits, by_line, free),
    }
    keys = not is_word(literal[:1]) or any(_quoted_in(example.old, literal) for example in swap.examples)
    seen = _Lesson(swap.old, swap.new, swap.family, keys, tuple(example.old for example in swap.examples[:8]))
    why = (
        f"You replaced “{short(literal)}” by “{short(result)}”."
        if result
        else f"You took out “{short(literal)}”."
    )
    for line in evidence.nearest(free):
        text = scan.lines[line]
        site = _site(seen, text, tuple(by_line[line])) if len(text) <= LONGEST else None
        if site is None:
            continue
        owned = float(_owned(swap, scan, line, site.column))
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=site.made,
            family=swap.family,
            lesson=lesson,
            topic=topic,
            why=why,
            features={
                **shared,
                **evidence.place(line, edits),
                "left": site.left,
                "right": site.right,
                "alike": site.alike,
                "same_line": site.same_line,
                "times": site.times,
                "comment": site.comment,
                "same_kind": site.same_kind,
                "unbalanced": site.unbalanced,
                "other_call": site.other_call,
                "owned": owned,
                "dangling": shared["dangling"] * (1.0 - owned),
            },
            swap=(swap.old, swap.new),
        )


@lru_cache(maxsize=4096)
def _site(lesson: _Lesson, text: str, found: tuple[int, ...]) -> _Site | None:
    """None where it changes nothing."""
    literal, result = "".join(lesson.old), "".join(lesson.new)
    columns = [
        column
        for column in found
        if not _already(text, column, literal, result) and (lesson.keys or not _quoted(text, column, literal))
    ]
    new = _exchanged(text, columns, literal, result)
    if new == text:
        return None
    left, right, alike = _context(lesson, text, columns[0])
    comment, lines = _is_comment(text), lesson.lines
    return _Site(
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


def _same_call(lesson: _Lesson, text: str, column: int) -> bool:
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


def _quoted(text: str, column: int, literal: str) -> bool:
    """Whether it is all of a string: a key on the wire is not renamed with the variable that has its name."""
    end = column + len(literal)
    return column > 0 and end < len(text) and text[column - 1] in "\"'`" and text[end] == text[column - 1]


def _quoted_in(text: str, literal: str) -> bool:
    at = text.find(literal)
    return at >= 0 and _quoted(text, at, literal)


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


def _shape(swap: Swap, literal: str, result: str) -> dict[str, float]:
    words = [word for word in swap.old if is_word(word)]
    return {
        "length": log(len(literal)),
        "words": float(min(len(words), 4)),
        "to_nothing": float(not result.strip()),
        "one_word": float(len(swap.old) == len(swap.new) == 1),
        "word_to_word": float(bool(words) and len(words) == len([w for w in swap.new if is_word(w)])),
        "grows": float(literal in result),
        "shrinks": float(bool(result) and result in literal),
        "case_only": float(literal.lower() == result.lower()),
        "quoted": float(literal[:1] in "\"'`"),
        "number": float(literal[:1].isdigit()),
        "number_new": float(result[:1].isdigit()),
        "alone": float(any(example.alone for example in swap.examples)),
        "kin": _kinship(literal, result),
        "novel": log(len({word for word in swap.new if is_word(word)} - set(words))),
        "defines": float(any(_defines(example.old, swap.old[0]) for example in swap.examples)),
    }


def _kinship(literal: str, result: str) -> float:
    """How much of the old text is in the new: a name that was bettered, or something else altogether."""
    head = 0
    short_one = min(len(literal), len(result))
    while head < short_one and literal[head].lower() == result[head].lower():
        head += 1
    tail = 0
    while tail < short_one - head and literal[-1 - tail].lower() == result[-1 - tail].lower():
        tail += 1
    return (head + tail) / max(1, len(literal), len(result))


def _spread(
    swap: Swap, evidence: Evidence, edits: list[Edit], by_line: dict[int, list[int]], free: list[int]
) -> dict[str, float]:
    """Where else the old tokens stand, and what that says."""
    scan = evidence.scan
    mine = [edit.line for edit in edits if edit.uri == scan.page.uri and edit.line >= 0]
    first, last = (min(mine), max(mine)) if mine else (-1, -1)
    heads = {scan.function(line) for line in mine[:8]}
    inside = sum(1 for line in free[:40] if scan.function(line) in heads)
    return {
        "left_over": float(min(len(by_line) - len(free), 3)),
        "kept": float(any("".join(swap.old) in line for edit in edits for line in edit.new)),
        "passed": log(sum(1 for line in free if first <= line <= last)),
        "above_first": log(sum(1 for line in free if line < first)) if mine else 0.0,
        "places": log(len(free)),
        "inside": float(bool(mine) and inside == len(free)),
        "rivals": log(evidence.lessons.outcomes.get(swap.old, 1) - 1),
        "dangling": float(_dangling(swap, scan, free)),
        "gone": float(swap.family == "variant" and not all(_original(swap, scan))),
        "new_known": float(bool(swap.new) and len(scan.find(swap.new)) > len(swap.examples)),
    }


def _dangling(swap: Swap, scan: Scan, free: list[int]) -> bool:
    """Whether the user renamed what defined a name, and nothing else defines it: its uses hang in the air."""
    if len(swap.old) != 1 or len(swap.new) != 1 or not is_word(swap.old[0]) or not is_word(swap.new[0]):
        return False
    name = swap.old[0]
    # Where the definition is in another text, an import of the old name here is one of its uses.
    foreign = not any(example.edit.uri == scan.page.uri for example in swap.examples)
    return any(_binds(example.old, name) for example in swap.examples) and not any(
        _binds(scan.lines[line], name)
        for line in free[:40]
        if not (foreign and _IMPORTING.match(scan.lines[line]))
    )


def _owned(swap: Swap, scan: Scan, line: int, column: int) -> bool:
    """Whether the name belongs to something else here: a plain name was renamed, and this one is behind a dot."""
    before = scan.lines[line][:column].rstrip()
    if not before.endswith((".", "->", "::")) or before.endswith("...") or not is_word(swap.old[0]):
        return False
    here = [example for example in swap.examples if example.edit.uri == scan.page.uri]
    return bool(here) and all(_plain(example.old, swap.old[0]) for example in here)


def _plain(line: str, name: str) -> bool:
    """Whether the line names a function, a variable or a parameter, and no member of anything."""
    head, found, _ = line.partition(name)
    if not found or head.rstrip().endswith((".", "->", "::")):
        return False
    if re.match(r"func \([^)]*\) $", head):
        return False  # a method, in Go
    return not line[:1].isspace() or re.search(r"[(,]|\b(?:const|let|var|for)\b", head) is not None


def _binds(line: str, name: str) -> bool:
    """Whether the line defines the name: by a keyword, as a parameter or field, by assignment or by an import."""
    size = len(name)
    at = line.find(name)
    while at >= 0:
        end = at + size
        before, after = line[:at], line[end:]
        whole = not _JOINED.match(before[-1:]) and not _JOINED.match(after[:1])
        if whole and not before.endswith(".") and _BINDING.search(f"{before}{_IT}{after}"):
            return True
        at = line.find(name, at + 1)
    return False


def _original(swap: Swap, scan: Scan) -> Iterator[bool]:
    """Whether the name as it was still stands somewhere, other than as a whole string."""
    for example in swap.examples[:3]:
        piece = tokens(example.old)[example.start : example.end]
        name = "".join(piece)
        yield any(not _quoted(scan.lines[line], column, name) for line, column in scan.find(piece))


def _defines(line: str, word: str) -> bool:
    words = [token for token in tokens(line) if not token.isspace()]
    return any(a in _DEFINING and b == word for a, b in pairwise(words))


def _already(text: str, column: int, literal: str, result: str) -> bool:
    """Whether the result stands there already, around what was found."""
    at = result.find(literal)
    while at >= 0:
        start = column - at
        if start >= 0 and text.startswith(result, start):
            return True
        at = result.find(literal, at + 1)
    return False


def _context(lesson: _Lesson, text: str, column: int) -> tuple[int, int, float]:
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
