"""Cures for what is not used: an import goes, a variable goes with its line or gets an underscore."""

import re

from understudy.nes.port import Candidate, Diagnostic
from understudy.nes.symbolic.consequences.chances import chance
from understudy.nes.symbolic.consequences.imports.thinning import cut, thinned
from understudy.nes.symbolic.consequences.work import Work
from understudy.nes.symbolic.diagnosing.messages import Fault
from understudy.nes.symbolic.diagnosing.names import place_of
from understudy.nes.values import Point, Replacement, Span

__all__ = ["constant", "unused_import", "unused_name"]


def unused_import(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    text = work.here
    line = diagnostic.span.start.line
    last = re.split(r"[./]|::", fault.name)[-1]
    for statement in text.imports:
        if not statement.first <= line <= statement.last:
            continue
        out = [
            bound
            for bound in statement.bounds
            if fault.name in (bound.name, bound.original, statement.module) or bound.name == last
        ]
        if not out or any(text.free_uses(bound.name) for bound in out):
            continue
        edit = thinned(text.kind, text.raw, statement, out)
        if edit is not None:
            return [_candidate(work, fault.name, edit, f"{fault.name} is imported and not used.")]
    return []


def unused_name(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """A declaration without side effect goes; any other name gets an underscore, where the language knows that."""
    text = work.here
    place = place_of(work, diagnostic, fault.name)
    if place is None or not text.code:
        return []
    for statement in text.imports:
        if statement.first <= place.line <= statement.last:
            return unused_import(work, diagnostic, fault)
    code = text.code[place.line]
    word = re.escape(fault.name)
    plain = re.fullmatch(
        rf"\s*(?:let|const|var|final)?\s*(?:mut\s+)?{word}\s*(?::[^=]+)?(?::=|=)\s*([\w.'\"\s\[\]{{}}-]*);?\s*",
        code,
    )
    if plain is not None and _balanced(plain[1]) and len(text.uses(fault.name)) == 1:
        why = f"{fault.name} is never used, and giving it its value does nothing else."
        return [_candidate(work, fault.name, cut(text.raw, place.line, place.line), why)]
    if text.kind == "rust" and not fault.name.startswith("_") and "{" not in code[: place.column]:
        span = Span(place, place)
        return [_candidate(work, fault.name, Replacement(span, "_"), f"{fault.name} is never used.")]
    return []


def _balanced(value: str) -> bool:
    return value.count("[") == value.count("]") and value.count("{") == value.count("}")


def constant(work: Work, diagnostic: Diagnostic, fault: Fault) -> list[Candidate]:
    """JavaScript: `let` that never changes is `const`."""
    text = work.here
    place = place_of(work, diagnostic, fault.name)
    if place is None:
        return []
    match = re.match(
        rf"(\s*(?:export\s+|for\s*\(\s*)?)(let|var)\s+{re.escape(fault.name)}(?![\w$])", text.raw[place.line]
    )
    if match is None or re.search(r",\s*[\w$]+\s*[=,;]", text.code[place.line] if text.code else ""):
        return []
    span = Span(Point(place.line, match.start(2)), Point(place.line, match.end(2)))
    return [
        _candidate(work, fault.name, Replacement(span, "const"), f"{fault.name} never gets another value.")
    ]


def _candidate(work: Work, name: str, edit: Replacement, why: str) -> Candidate:
    return Candidate(
        kind="edit",
        uri=work.here.page.uri,
        family="diagnostic-unused",
        lesson=f"unused {name}",
        why=why,
        edits=(edit,),
        chance=chance("diagnostic-unused"),
    )
