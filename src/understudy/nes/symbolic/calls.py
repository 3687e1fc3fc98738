"""A call whose arguments changed, in other calls of the same name: `f(a)` became `f(a, x)`, so `f(b)` is `f(b, x)`.

What stands around the call does not matter here, unlike for whole lines.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.symbolic.alignment import likeness, token_changes
from understudy.nes.symbolic.analogy import apart, merge
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, log, short
from understudy.nes.symbolic.lessons import Example
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["recalled"]

_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_DEFINING: Final = frozenset({"def", "func", "fn", "function", "class", "fun"})
_LEADING: Final = frozenset({"pub", "async", "export", "default", "static", "unsafe"})
_FLOW: Final = frozenset(
    {"if", "for", "while", "switch", "return", "match", "catch", "and", "or", "not", "in"}
)


class Call(NamedTuple):
    """A name and its arguments, as tokens of a line."""

    start: int
    end: int
    name: str


def recalled(examples: list[Example], evidence: Evidence) -> Iterator[Draft]:
    lessons: dict[tuple[str, str], list[Example]] = {}
    for example in examples:
        found = _changed_call(example.old, example.new)
        if found is not None:
            lessons.setdefault(found, []).append(example)
    outcomes: dict[str, int] = {}
    for old, _ in lessons:
        name = tokens(old)[0]
        outcomes[name] = outcomes.get(name, 0) + 1
    for (old, new), same in lessons.items():
        foretold = sum(1 for other, made in lessons if other != old and merge(old, new, other) == made)
        yield from _elsewhere(old, new, same, outcomes[tokens(old)[0]] - foretold, foretold, evidence)


def _elsewhere(
    old: str, new: str, same: list[Example], outcomes: int, foretold: int, evidence: Evidence
) -> Iterator[Draft]:
    scan = evidence.scan
    name = tokens(old)[0]
    newest = min(same, key=lambda example: example.age)
    free = [
        (line, column)
        for line, column in scan.find((name, "("))
        if not evidence.touched(line, newest.edit.serial)
    ]
    near = set(evidence.nearest([line for line, _ in free]))
    edits = [example.edit for example in same]
    topic, lesson = f"{name}(", f"{short(old)} → {short(new)}"
    shared = evidence.lesson(edits, newest.age, lesson, topic) if free else {}
    added = len(tokens(new)) - len(tokens(old))
    for line, column in free:
        text = scan.lines[line]
        other = _call_at(text, column) if line in near and len(text) <= 400 else None
        if other is None or _defined(text, column):
            continue
        result = merge(old, new, other)
        alike = likeness(old, other)
        if result is None or result == other or other == new:
            continue
        differences, beside = apart(old, new, other)
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=(text[:column] + result + text[column + len(other) :],),
            family="call",
            lesson=lesson,
            topic=topic,
            why=f"You changed a call of “{short(name)}” in this way.",
            features={
                **shared,
                **evidence.place(line, edits),
                "alike": alike,
                "same_call": float(old == other),
                "line_alike": max(likeness(text, example.old) for example in same[:6]),
                "places": log(len(free)),
                "rivals": log(outcomes - 1),
                "confirmed": log(foretold),
                "length": log(len(name)),
                "added": log(added) if added > 0 else 0.0,
                "removed": log(-added) if added < 0 else 0.0,
                "differences": log(differences),
                "beside": float(beside),
                "arguments_apart": float(other.count(",") != old.count(",")),
                "one_change": float(len(token_changes(old, new)) == 1),
            },
        )


def _changed_call(old: str, new: str) -> tuple[str, str] | None:
    """The innermost call that holds all that changed in the line, before and after."""
    ops = token_changes(old, new)
    if not ops or all(word.isspace() for op in ops for word in (*tokens(old)[op.start : op.end], *op.new)):
        return None
    words, later = tokens(old), tokens(new)
    first, last = ops[0].start, ops[-1].end
    for start in range(first - 1, 0, -1):
        if words[start] != "(" or not is_word(words[start - 1]) or words[start - 1] in _FLOW:
            continue
        end = _closed(words, start)
        if end is None or not start < first or end - 1 < last:
            continue
        if _defined_before(words, start - 1) or len(words[start - 1]) < 2:
            return None
        after = len(later) - (len(words) - end)
        return "".join(words[start - 1 : end]), "".join(later[start - 1 : after])
    return None


def _closed(words: tuple[str, ...], start: int) -> int | None:
    """Where the bracket that opens at `start` has closed."""
    open_: list[str] = []
    for at in range(start, len(words)):
        word = words[at]
        if word in _CLOSING:
            open_.append(_CLOSING[word])
        elif open_ and word == open_[-1]:
            open_.pop()
            if not open_:
                return at + 1
    return None


def _call_at(text: str, column: int) -> str | None:
    words = tokens(text[column:])
    end = _closed(words, 1) if len(words) > 1 else None
    return None if end is None else "".join(words[:end])


def _defined(text: str, column: int) -> bool:
    words = tokens(text[:column])
    return _defined_before(words, len(words))


def _defined_before(words: tuple[str, ...], at: int) -> bool:
    before = [word for word in words[:at] if not word.isspace()]
    if not before:
        return False
    first = next((word for word in before if word not in _LEADING), "")
    return before[-1] in _DEFINING or (first in _DEFINING and before[-1] == ")")
