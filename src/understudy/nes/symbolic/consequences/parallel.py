"""A line added beside its siblings, in one of several places that list the same siblings: the other places too.

Wants an analogy on all sides: the user's line is to its neighbour what the line it makes is to the neighbour's
line elsewhere, and the neighbour after next must fit as well. Not a repetition of the same line.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.cases import variants
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.work import Change, Text, Work
from understudy.nes.values import Point, Replacement, Span

__all__ = ["parallel"]

_TOKEN: Final = re.compile(r"[A-Za-z_$][\w$]*|\d+|\s+|[^\w\s]")
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*\Z")
_ELEMENT: Final = re.compile(r"[(,{\[]\s*[*&]{0,2}([A-Za-z_$][\w$]*)")
_LITERAL: Final = re.compile(
    r"\b(?:True|False|None|true|false|null|nil|undefined|\d+)\b|\"\"|''|\"[^\"]*\s[^\"]*\""
)
"""A value that a name cannot tell."""
_IMPORTS: Final = re.compile(r"\s*(?:import|from|(?:pub )?use|(?:pub )?mod|extern|#include)\b|.*\brequire\(")
_BARE: Final = re.compile(r"['\"]?[\w$-]+['\"]?,")
"""A list of nothing but names."""
_MOST: Final = 2
_LONGEST: Final = 6


class Sibling(NamedTuple):
    """A name that came beside another name, and the one before that."""

    change: Change
    line: int
    below: bool
    """The new one stands behind its neighbour."""
    names: dict[str, str]
    """From the neighbour's words to those of the new line, where their lines are alike."""
    old: str
    """The neighbour's name: the first word that is its own."""
    new: str
    second: str
    """The name of the neighbour after next."""
    alike: bool = False
    """All three lines are the same but for their names."""
    inline: bool = False
    """It is an element of a list on one line."""


@lru_cache(maxsize=4096)
def _tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line.strip()))


def parallel(work: Work) -> list[Candidate]:
    made: list[Candidate] = []
    for change in work.changes[:3]:
        edit = change.edit
        if edit.line < 0 or len(edit.old) > 1 or not 0 < len(edit.new) <= _LONGEST:
            continue
        page = work.here.page if edit.uri == work.here.page.uri else work.situation.library.page(edit.uri)
        if page is None or work.late or tuple(page.lines[edit.line : edit.line + len(edit.new)]) != edit.new:
            continue
        text = work.text(page)
        siblings = list(_siblings(text, change) if not edit.old else _elements(change))
        for sibling in siblings:
            for other in (work.here, *work.others([sibling.old], 4)):
                made.extend(_places(work, text, other, sibling))
                if len(made) >= _MOST:
                    return made[:_MOST]
    return made


def _siblings(text: Text, change: Change) -> Iterator[Sibling]:
    """A line that came between or behind lines that list the same kind of thing."""
    if not text.import_lines.isdisjoint(change.lines):
        return
    told = [line for line in change.lines if line < len(text.code) and text.code[line].strip()]
    if len(told) != 1:
        return  # comments may come along, other code may not
    line, raw = told[0], text.raw
    for step in (-1, 1):
        near = _next(text, line, step)
        far = _next(text, near, step) if near is not None else None
        if near is None or far is None:
            continue
        own = _own(raw[near], raw[line])
        before = _own(raw[far], raw[near])
        if own is None or before is None or before[1] != own[0]:
            continue
        names = _mapping(raw[near], raw[line])
        alike = names is not None and _only(names, own) and _only(_mapping(raw[far], raw[near]) or {}, before)
        yield Sibling(change, line, step < 0, {own[0]: own[1]}, *own, before[0], alike)


def _next(text: Text, line: int, step: int) -> int | None:
    """The next line of code with the same indentation, comments left out."""
    for number in range(line + step, line + 12 * step, step):
        if not 0 <= number < len(text.code):
            return None
        if text.code[number].strip():
            return number if _indent(text.code[number]) == _indent(text.code[line]) else None
    return None


def _elements(change: Change) -> Iterator[Sibling]:
    """An element that came into a list on one line, behind two others."""
    old, new = change.edit.old[0], change.edit.new[0]
    if len(change.edit.new) != 1:
        return
    before, after = _ELEMENT.findall(old), _ELEMENT.findall(new)
    come = [name for name in after if name not in before]
    if len(come) != 1 or [name for name in after if name != come[0]] != before:
        return
    at = after.index(come[0])
    if at >= 2:
        near, far = after[at - 1], after[at - 2]
        yield Sibling(change, change.edit.line, True, {near: come[0]}, near, come[0], far, inline=True)


def _mapping(source: str, target: str) -> dict[str, str] | None:
    """Which words stand for which, where all the rest is the same; None if the lines differ in more than words."""
    one, other = _tokens(source), _tokens(target)
    if len(one) != len(other) or len(one) < 2 or one == other:
        return None
    names: dict[str, str] = {}
    for left, right in zip(one, other, strict=True):
        if left == right:
            continue
        if not (_NAME.match(left) and _NAME.match(right)) or names.setdefault(left, right) != right:
            return None
    return names


def _own(source: str, target: str) -> tuple[str, str] | None:
    """The names of two siblings: the first words that differ, with the same before them and right behind them."""
    one, other = _tokens(source), _tokens(target)
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left == right:
            continue
        follows = one[index + 1 : index + 2] == other[index + 1 : index + 2]
        named = _NAME.match(left) and _NAME.match(right)
        return (left, right) if named and follows and len(left) > 1 and len(right) > 1 else None
    return None


def _only(names: dict[str, str], own: tuple[str, str]) -> bool:
    """Whether the lines differ in nothing but that name and its other ways of writing."""
    forms = variants(*own)
    return bool(names) and all(forms.get(left) == right for left, right in names.items())


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _places(work: Work, text: Text, other: Text, sibling: Sibling) -> Iterator[Candidate]:
    """Where the same two siblings stand in the same order, and the new one does not yet."""
    forms = {**variants(sibling.old, sibling.new), **sibling.names}
    seconds = variants(sibling.second, sibling.old)
    step = 1 if sibling.below else -1
    mentioned = {line for form in set(seconds.values()) for line in other.raw_lines.lines(form)}
    for number in sorted(mentioned):
        line = other.raw[number]
        if other is text and abs(number - sibling.line) < (1 if sibling.inline else 3):
            continue
        if number in other.import_lines:
            continue
        earlier = number - step
        if not 0 <= earlier < len(other.raw) or _indent(other.raw[earlier]) != _indent(line):
            continue
        between = _mapping(other.raw[earlier], line)
        if not between or any(seconds.get(left) != right for left, right in between.items()):
            continue
        made = "".join(forms.get(token, token) for token in _tokens(line))
        if made == line.strip() or not _follows(text, other, sibling, line, made):
            continue
        later = number + step
        around = [
            other.raw[line]
            for line in range(max(0, number - 3), min(len(other.raw), number + 4))
            if other is not text or line != sibling.line
        ]
        if any(_holds(one, forms.values()) or made == one.strip() for one in around):
            continue
        if not 0 <= later < len(other.raw) or not _comma_fits(line, other.raw[later], sibling.below):
            continue
        at = number + 1 if sibling.below else number
        if at >= len(other.raw):
            continue
        yield Candidate(
            kind="edit",
            uri=other.page.uri,
            family="parallel-field",
            lesson=f"{sibling.new} beside {sibling.old}",
            why=f"You added {sibling.new} beside {sibling.old}; here are the same siblings without it.",
            edits=(Replacement(Span(Point(at, 0), Point(at, 0)), f"{_indent(line)}{made}\n"),),
            chance=chance(
                "parallel-field",
                stale=sibling.change.age,
                elsewhere=other is not work.here,
                inline=sibling.inline,
                same=made == text.raw[sibling.line].strip(),
            ),
        )


def _follows(text: Text, other: Text, sibling: Sibling, line: str, made: str) -> bool:
    """Whether the names alone say what the line is to be."""
    if _LITERAL.search(line) or _IMPORTS.match(line):
        return False
    own = sum(1 for token in _tokens(line) if token in variants(sibling.old, sibling.new))
    if own < 2 and not _BARE.fullmatch(line.strip()) and not sibling.alike:
        return False
    # The same beginning as the user's own line: that would say the same thing twice.
    head = made[: made.find(sibling.new) + len(sibling.new)]
    return other is not text or not text.raw[sibling.line].strip().startswith(head)


def _holds(line: str, names: Iterable[str]) -> bool:
    return not set(_tokens(line)).isdisjoint(names)


def _comma_fits(line: str, later: str, below: bool) -> bool:
    """A last element without a comma would need one: that is left alone."""
    if not below:
        return True
    closes = later.lstrip()[:1] in (")", "]", "}")
    return not closes or line.rstrip().endswith((",", ";")) or "=" in line
