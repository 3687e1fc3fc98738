"""Cures for names that nothing defines: the near spelling, or the import that is missing."""

import re
from collections import Counter

from understudy.nes.engine_api import Candidate, Diagnostic
from understudy.nes.symbolic.consequences.import_sources import find_import_source
from understudy.nes.symbolic.consequences.imports.addition import add_import
from understudy.nes.symbolic.consequences.rule_context import IDENTIFIER, RuleContext
from understudy.nes.symbolic.consequences.rule_probability import estimate_probability
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage
from understudy.nes.symbolic.diagnostics.similar_names import nearest_name
from understudy.nes.text.text_types import Point, Replacement, Span

__all__ = ["fix_misspelled_name", "fix_undefined_name", "locate_name"]


def locate_name(context: RuleContext, diagnostic: Diagnostic, name: str) -> Point | None:
    """Where the name stands that the diagnostic is about: at its place, else alone on its line."""
    line, column = diagnostic.span.start
    if not 0 <= line < len(context.current_text.raw):
        return None
    text = context.current_text.raw[line]
    found = [match.start() for match in re.finditer(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)]
    if column in found:
        return Point(line, column)
    end = diagnostic.span.end.column if diagnostic.span.end.line == line else len(text)
    inside = [at for at in found if column <= at < max(end, column + 1)]
    return Point(line, inside[0]) if inside else Point(line, found[0]) if len(found) == 1 else None


def fix_misspelled_name(
    context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage
) -> list[Candidate]:
    """The tool says what was meant."""
    name, hint = (part.rpartition(".")[2].rpartition("::")[2] for part in (parsed.name, parsed.hint))
    place = locate_name(context, diagnostic, name)
    if place is None or not hint or hint == name:
        return []
    return [_spelling_candidate(context, place, name, hint, hinted=1)]


def fix_undefined_name(
    context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage
) -> list[Candidate]:
    """An import if the workspace knows where the name lives, else the name that was meant."""
    name = parsed.name.split(".")[0].split("::")[0]
    place = locate_name(context, diagnostic, name)
    if place is None or not name:
        return []
    imported = _import_candidate(context, name, place)
    if imported is not None:
        return [imported]
    text = context.current_text
    before = text.code[place.line][: place.column].rstrip() if text.code else ""
    if before.endswith((".", "::", "->")):
        return []
    # Names that are defined, used more than once, or imported: a second slip of the same kind is not one of them.
    counts = Counter(IDENTIFIER.findall("\n".join(text.code)))
    imported_names = {bound.name for statement in text.imports for bound in statement.imported_names}
    near = nearest_name(
        name, [other for other, count in counts.items() if count > 1 or other in imported_names]
    )
    return [_spelling_candidate(context, place, name, near, hinted=0)] if near else []


def _import_candidate(context: RuleContext, name: str, place: Point) -> Candidate | None:
    text = context.current_text
    if not text.code or any(name in statement.bound_names() for statement in text.imports):
        return None
    dotted = text.code[place.line][place.column + len(name) :].startswith(".")
    found = find_import_source(context, text, name, dotted=dotted)
    edit = add_import(text.language_family, text.raw, text.imports, found.request) if found else None
    if found is None or edit is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="diagnostic-import",
        pattern=f"import {name} from {found.request.module}",
        why=f"{name} is not defined here; it is in {found.request.module}.",
        edits=(edit,),
        probability=estimate_probability(
            "diagnostic-import", agreed=found.votes > 1, derived=found.votes == 0
        ),
    )


def _spelling_candidate(
    context: RuleContext, place: Point, name: str, meant: str, *, hinted: float
) -> Candidate:
    span = Span(place, Point(place.line, place.column + len(name)))
    return Candidate(
        kind="edit",
        uri=context.current_text.snapshot.uri,
        family="diagnostic-spelling",
        pattern=f"{name} is meant to be {meant}",
        why=f"{name} is not known here, {meant} is.",
        edits=(Replacement(span, meant),),
        probability=estimate_probability("diagnostic-spelling", told=hinted),
    )
