"""Imports that moved or changed their name: the uses in this text, and the same import in other texts."""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.port import Candidate
from understudy.nes.symbolic.consequences.binding import binds
from understudy.nes.symbolic.consequences.bindings import Binding, Swap, swapped
from understudy.nes.symbolic.consequences.cases import parts
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports import Statement
from understudy.nes.symbolic.consequences.imports.adding import Wanted, added
from understudy.nes.symbolic.consequences.imports.thinning import thinned
from understudy.nes.symbolic.consequences.vocabulary import known
from understudy.nes.symbolic.consequences.work import Text, Work
from understudy.nes.values import Point, Replacement, Span

__all__ = ["moved_elsewhere", "used_still"]

_ENOUGH: Final = 0.5
_JOINTS: Final = {"python": ".", "script": ".", "go": ".", "java": ".", "rust": "::"}


def used_still(work: Work) -> list[Candidate]:
    """Names whose import the user took out or changed, and that are still in use."""
    text = work.here
    swaps = _swaps(work)
    if not swaps:
        return []
    now = {bound.name for one in text.imports for bound in one.bounds}
    fresh = [binding for swap in swaps for binding in swap.into if not text.uses(binding.name)]
    made: list[Candidate] = []
    for swap in swaps:
        for old in swap.out:
            if old.name in now or known(text.kind, old.name):
                continue
            uses = text.free_uses(old.name)
            if not uses or binds(text, old.name):
                continue
            uses.sort(key=lambda point: (point.line < work.situation.cursor.line, point))
            rewrite = _rewrite(text, swap, old, fresh)
            if rewrite is None:
                made.append(_jump(text, old, uses[0], many=len(swap.out) > 2))
                continue
            made.extend(_rewritten(text, old, uses, *rewrite))
    return made


def _swaps(work: Work) -> list[Swap]:
    known = work.notes.get("swaps")
    if known is None:
        known = work.notes["swaps"] = swapped(work.here, work.own)
    return known


def _rewrite(text: Text, swap: Swap, old: Binding, fresh: list[Binding]) -> tuple[str, str] | None:
    """What is written for the old name, and what is to be written."""
    joint = _JOINTS.get(text.kind, ".")
    for new in swap.into:
        if new.path == old.path and new.name != old.name:
            return old.name, new.name
        if not old.original and new.original and new.module == old.module:
            member = f"{old.name}{joint}{new.original}"
            if any(_holds(text, point, member) for point in text.free_uses(old.name)):
                return member, new.name
        if old.original and not new.original and old.module == new.module:
            return old.name, f"{new.name}{joint}{old.original}"
    # Nothing says which one it is but the names: the only new one that shares most words with the old one.
    ranked = sorted(((_shared(old.name, new.name), new) for new in fresh if new in swap.into), reverse=True)
    if not ranked or ranked[0][0] < _ENOUGH or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
        return None
    return (old.name, ranked[0][1].name) if ranked[0][1].form == old.form else None


def _shared(one: str, other: str) -> float:
    """How much of two names is the same words, from 0 to 1."""
    left, right = parts(one), parts(other)
    return len(left & right) / max(len(left), len(right), 1)


def _holds(text: Text, point: Point, member: str) -> bool:
    rest = text.code[point.line][point.column :]
    return re.match(rf"{re.escape(member)}(?![\w$])", rest) is not None


def _rewritten(text: Text, old: Binding, uses: list[Point], source: str, target: str) -> Iterator[Candidate]:
    lines = list(dict.fromkeys(point.line for point in uses))
    for line in lines[:2]:
        edits = tuple(
            Replacement(Span(point, Point(line, point.column + len(source))), target)
            for point in sorted(uses)
            if point.line == line and _holds(text, point, source)
        )
        if edits:
            yield Candidate(
                kind="edit",
                uri=text.page.uri,
                family="import-moved",
                lesson=f"{source} is {target} now",
                why=f"You changed the import of {old.name}: {source} is written {target} now.",
                edits=edits,
                chance=chance("import-moved"),
            )


def _jump(text: Text, old: Binding, place: Point, *, many: bool) -> Candidate:
    return Candidate(
        kind="jump",
        uri=text.page.uri,
        family="definition-removed",
        lesson=f"{old.name} is not imported any more",
        why=f"{old.name} is not imported any more, and is used here.",
        place=place,
        chance=chance("definition-removed", block=many),
    )


def moved_elsewhere(work: Work) -> list[Candidate]:
    """The user imports a name from another module than before: other texts that have the old import."""
    made: list[Candidate] = []
    for swap in _swaps(work):
        pairs = [
            (old, new)
            for old in swap.out
            for new in swap.into
            if old.name == new.name and old.original == new.original and old.module != new.module
        ]
        if not pairs or work.late:
            continue
        moves = {old.name: (old, new) for old, new in pairs}
        for text in work.others([pairs[0][0].module]):
            for statement in text.imports:
                candidate = _other(work, text, statement, swap, moves)
                if candidate is not None:
                    made.append(candidate)
    return made


def _other(
    work: Work, text: Text, statement: Statement, swap: Swap, moves: dict[str, tuple[Binding, Binding]]
) -> Candidate | None:
    going = [
        bound
        for bound in statement.bounds
        if bound.name in moves and statement.source(bound) == (moves[bound.name][0].module, bound.original)
    ]
    if not going:
        return None
    old, new = moves[going[0].name]
    if "." in (old.module[:1], new.module[:1]) and _folder(text) != _folder(work.here):
        return None
    edits = _relocated(text, statement, old, new) if len(going) == len(statement.bounds) else None
    if edits is None and len(going) == 1:
        rest = thinned(text.kind, text.raw, statement, going)
        wanted = Wanted(going[0].name, new.module, new.original, statement.form, statement.kind)
        fresh = added(text.kind, text.raw, [one for one in text.imports if one is not statement], wanted)
        if rest is None or fresh is None:
            return None
        edits = tuple(sorted((rest, fresh)))
    if edits is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.page.uri,
        family="import-moved",
        lesson=f"{old.name} is in {new.module} now",
        why=f"You import {old.name} from {new.module} now, this text still has it from {old.module}.",
        edits=edits,
        chance=chance("import-moved", stale=swap.change.age, relocated=1),
    )


def _relocated(
    text: Text, statement: Statement, old: Binding, new: Binding
) -> tuple[Replacement, ...] | None:
    """Only the module's name changes."""
    for number in (statement.first, statement.last):
        line = text.raw[number]
        if line.count(old.module) == 1:
            at = line.index(old.module)
            return (Replacement(Span(Point(number, at), Point(number, at + len(old.module))), new.module),)
    return None


def _folder(text: Text) -> str:
    return text.page.uri.rpartition("/")[0]
