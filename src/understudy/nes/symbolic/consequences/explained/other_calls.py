"""Drops repetitions that concern another function of the same name.

- A call that gets an argument which the function it calls does not take: a method of another type, most often.
- A method of another class that gets the qualifiers of one: in C++, `const` belongs to the class it was written in.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from understudy.nes.bindings import Origin, origin_at
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.signatures import declared_functions_at, functions_at
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point, minimal_replacement

__all__ = ["drop_impossible_arguments", "requalified_method"]

_CALLED: Final = re.compile(r"([A-Za-z_$][\w$]*)\s*\Z")
_STRING: Final = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_KEYWORD: Final = re.compile(r"\b(?:fn|func(?:\s*\([^)]*\))?)\s+\Z")
_RECEIVER: Final = re.compile(r"(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b")
_VARYING: Final = re.compile(r"\.\.\.|=")
"""A parameter that has a default or takes any number of arguments."""
_QUALIFIED: Final = re.compile(r"\s*(?:[\w*&:<>,]+\s+)+[*&]*(\w+)\(([^;]*)\)([^;()]*);\s*\Z")
_FAMILIES: Final = frozenset({"c", "go", "java", "rust"})
"""Languages in which a call has as many arguments as the function has parameters."""

_OVERLOADING: Final = ("java", "cpp")

_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def drop_impossible_arguments(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without calls with more arguments than the function has parameters."""
    return [one for one in candidates if not _has_impossible_arguments(context, one)]


def _has_impossible_arguments(context: RuleContext, candidate: LineCandidate) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    if "," not in new or "(" not in old or new.count(",") <= old.count(",") - ("()" in old):
        return False
    text = context.source_text(candidate.snapshot)
    if text.language.family not in _FAMILIES or not text.code:
        return False
    (start, _), _ = minimal_replacement(0, [old], [new])
    opening = _opening_around(old, start.column)
    called = _CALLED.search(old[:opening]) if opening is not None else None
    if opening is None or called is None:
        return False
    code = _STRING.sub(lambda found: "x" * len(found[0]), new)
    closing = find_closing_bracket([code], Point(0, opening))
    if closing is None:
        return False
    count = len(split_list_items([code], [new], Point(0, opening), closing))
    point = Point(candidate.line, called.start(1))
    origin = origin_at(candidate.snapshot, called[1], point, context.situation.workspace_texts)
    if origin is None:
        return False
    defining = context.source_text(origin.snapshot)
    counts: list[int | None] = []
    places = [Point(one.line, one.column) for one in origin.binding.occurrences]
    if defining.language.id in _OVERLOADING:
        places += _overloads(context, origin, called[1])
    for place in places:
        if _is_declared(defining, place):
            if place == point and defining is text:
                return False  # its own header
            counts.append(_parameter_count(defining, place, len(called[1])))
    return bool(counts) and all(one is not None and one < count for one in counts)


def _overloads(context: RuleContext, origin: Origin, name: str) -> Iterator[Point]:
    """Yield where the type that has a method names other ones like it."""
    for place in context.source_text(origin.snapshot).occurrences(name):
        other = origin_at(origin.snapshot, name, place, context.situation.workspace_texts)
        if other is not None and other.binding.owner == origin.binding.owner:
            yield place


def _opening_around(line: str, column: int) -> int | None:
    """Return the bracket of the innermost call around a column."""
    depth = 0
    for at in range(min(column, len(line)) - 1, -1, -1):
        if line[at] in ")]}":
            depth += 1
        elif line[at] in "([{":
            if not depth:
                return at if line[at] == "(" else None
            depth -= 1
    return None


def _is_declared(text: SourceText, point: Point) -> bool:
    """Whether a name is that of a function that is defined or declared there."""
    if _KEYWORD.search(text.raw[point.line], 0, point.column):
        return True
    start = text.offset_at(point.line, point.column)
    found = (*functions_at(text, start, start + 1), *declared_functions_at(text, start, start + 1))
    return any(one.name_start == start for one in found)


def _parameter_count(text: SourceText, point: Point, name_length: int) -> int | None:
    """Return how many arguments a function takes; None if that varies, or is not known."""
    opening = Point(point.line, text.raw[point.line].find("(", point.column + name_length))
    closing = find_closing_bracket(text.code, opening) if opening.column >= 0 else None
    if closing is None:
        return None
    items = [one.text for one in split_list_items(text.code, text.raw, opening, closing, angle_brackets=True)]
    if any(map(_VARYING.search, items)):
        return None
    return len([one for one in items if one != "void" and not _RECEIVER.match(one)])


def requalified_method(change: Change) -> str:
    """Return the name of a method whose declaration got other qualifiers and nothing else; empty for none."""
    old, new = change.edit.old, change.edit.new
    before = _QUALIFIED.match(old[0]) if len(old) == len(new) == 1 else None
    after = _QUALIFIED.match(new[0]) if before is not None else None
    if before is None or after is None or before.group(1, 2) != after.group(1, 2):
        return ""
    return after[1] if before[3] != after[3] else ""
