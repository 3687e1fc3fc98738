"""Cures for names that nothing defines: the near spelling, or the import that is missing."""

import re
from collections import Counter

from understudy.nes.port import Candidate, Diagnostic
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports.adding import added
from understudy.nes.symbolic.consequences.sourcing import source
from understudy.nes.symbolic.consequences.work import WORD, Work
from understudy.nes.symbolic.diagnosing.messages import Fault
from understudy.nes.symbolic.diagnosing.spelling import nearest
from understudy.nes.values import Point, Replacement, Span

__all__ = ["place_of", "similar", "undefined"]


def place_of(work: Work, diagnostic: Diagnostic, name: str) -> Point | None:
    """Where the name stands that the diagnostic is about: at its place, else alone on its line."""
    line, column = diagnostic.span.start
    if not 0 <= line < len(work.here.raw):
        return None
    text = work.here.raw[line]
    found = [match.start() for match in re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)]
    if column in found:
        return Point(line, column)
    end = diagnostic.span.end.column if diagnostic.span.end.line == line else len(text)
    inside = [at for at in found if column <= at < max(end, column + 1)]
    return Point(line, inside[0]) if inside else Point(line, found[0]) if len(found) == 1 else None


def similar(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """The tool says what was meant."""
    name, hint = (part.rpartition(".")[2].rpartition("::")[2] for part in (fault.name, fault.hint))
    place = place_of(work, diagnostic, name)
    if place is None or not hint or hint == name:
        return []
    return [_spelled(work, place, name, hint, told=1)]


def undefined(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """An import if the workspace knows where the name lives, else the name that was meant."""
    name = fault.name.split(".")[0].split("::")[0]
    place = place_of(work, diagnostic, name)
    if place is None or not name:
        return []
    imported = _imported(work, name, place)
    if imported is not None:
        return [imported]
    text = work.here
    before = text.code[place.line][: place.column].rstrip() if text.code else ""
    if before.endswith((".", "::", "->")):
        return []
    # Names that are defined, used more than once, or imported: a second slip of the same kind is not one of them.
    counts = Counter(WORD.findall("\n".join(text.code)))
    imported_names = {bound.name for statement in text.imports for bound in statement.bounds}
    near = nearest(name, [other for other, count in counts.items() if count > 1 or other in imported_names])
    return [_spelled(work, place, name, near, told=0)] if near else []


def _imported(work: Work, name: str, place: Point) -> Candidate | None:
    text = work.here
    if not text.code or any(name in statement.names() for statement in text.imports):
        return None
    dotted = text.code[place.line][place.column + len(name) :].startswith(".")
    found = source(work, text, name, dotted=dotted)
    edit = added(text.kind, text.raw, text.imports, found.wanted) if found else None
    if found is None or edit is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.page.uri,
        family="diagnostic-import",
        lesson=f"import {name} from {found.wanted.module}",
        why=f"{name} is not defined here; it is in {found.wanted.module}.",
        edits=(edit,),
        chance=chance("diagnostic-import", agreed=found.votes > 1, derived=found.votes == 0),
    )


def _spelled(work: Work, place: Point, name: str, meant: str, *, told: float) -> Candidate:
    span = Span(place, Point(place.line, place.column + len(name)))
    return Candidate(
        kind="edit",
        uri=work.here.page.uri,
        family="diagnostic-spelling",
        lesson=f"{name} is meant to be {meant}",
        why=f"{name} is not known here, {meant} is.",
        edits=(Replacement(span, meant),),
        chance=chance("diagnostic-spelling", told=told),
    )
