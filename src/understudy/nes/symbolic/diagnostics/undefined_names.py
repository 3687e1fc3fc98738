"""Fixes for undefined names: add the missing import, or correct the spelling to the nearest known name."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.bindings import resolver_for
from understudy.nes.engine_api import Candidate, Diagnostic
from understudy.nes.symbolic.consequences import (
    IDENTIFIER,
    RuleContext,
    RuleProbability,
    find_import_source,
)
from understudy.nes.symbolic.consequences.imports import add_import
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage
from understudy.nes.symbolic.limits import MIN_CORRECTED_NAME_CHARS
from understudy.nes.text import Point, Replacement, Span

__all__ = ["edit_distance", "fix_misspelled_name", "fix_undefined_name", "locate_name", "nearest_name"]


_DEFINED_NAME: Final = (
    r"(?<![\w$.])NAME\s*(?::=|=(?![=>])|:\s*\w)"  # it is assigned, or declared with its type behind it
    r"|(?:[\w>\]]\s*[*&]*\s+|\|)[*&]*NAME\s*[=;,)|(]"  # its type stands before it, or it is a parameter
    r"|\b(?:def|fn|func|function)\b.*(?<![\w$])NAME(?![\w$])"
)


class _ImportFeatures(NamedTuple):
    is_agreed: float = 0
    """Several texts import it from there."""
    is_guessed: float = 0
    """No text imports it yet."""


_IMPORT_PROBABILITY: Final = RuleProbability(0.75, _ImportFeatures(is_agreed=0.5, is_guessed=-1.1))


class _SpellingFeatures(NamedTuple):
    is_hinted: float = 0
    """The diagnostic names the right spelling."""


_SPELLING_PROBABILITY: Final = RuleProbability(0.75, _SpellingFeatures(is_hinted=1.2))


def edit_distance(one: str, other: str, max_distance: int = 2) -> int:
    """The number of wrong, missing, extra or transposed letters; `max_distance` + 1 if it is greater than that."""
    if abs(len(one) - len(other)) > max_distance:
        return max_distance + 1
    second_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        costs = [row]
        for column, right in enumerate(other, 1):
            cost = min(last[column] + 1, costs[-1] + 1, last[column - 1] + (left != right))
            if row > 1 and column > 1 and left == other[column - 2] and one[row - 2] == right:
                cost = min(cost, second_last[column - 2] + 1)
            costs.append(cost)
        if min(costs) > max_distance:
            return max_distance + 1
        second_last, last = last, costs
    return last[-1]


def nearest_name(name: str, names: Iterable[str]) -> str | None:
    """The nearest name, if it is the only one at that distance and near enough for the length of the name."""
    if len(name) < MIN_CORRECTED_NAME_CHARS:
        return None
    max_distance = 1 if len(name) < 5 else 2
    nearest: list[str] = []
    min_distance = max_distance + 1
    for other in set(names):
        if other == name or len(other) < MIN_CORRECTED_NAME_CHARS:
            continue
        distance = edit_distance(name, other, max_distance)
        if distance < min_distance:
            min_distance, nearest = distance, [other]
        elif distance == min_distance and distance <= max_distance:
            nearest.append(other)
    return nearest[0] if min_distance <= max_distance and len(nearest) == 1 else None


def locate_name(context: RuleContext, diagnostic: Diagnostic, name: str) -> Point | None:
    """The place of the name: where the diagnostic begins, else inside its span, else the only one in its line."""
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
    """Replace the name by the one that the tool proposes."""
    name, hint = (part.rpartition(".")[2].rpartition("::")[2] for part in (parsed.name, parsed.hint))
    place = locate_name(context, diagnostic, name)
    if place is None or not hint or hint == name:
        return []
    return [_spelling_candidate(context, place, name, hint, hinted=1)]


def fix_undefined_name(
    context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage
) -> list[Candidate]:
    """Add an import if the workspace defines the name, else replace it by the nearest known name."""
    name = parsed.name.split(".")[0].split("::")[0]
    place = locate_name(context, diagnostic, name)
    if place is None or not name:
        return []
    imported = _import_candidate(context, name, place)
    if imported is not None:
        return [imported]
    text = context.current_text
    before = text.code[place.line][: place.column].rstrip() if text.code else ""
    if before.endswith((".", "::", "->")) or _is_known_module(context, name, place):
        return []
    near = nearest_name(name, _known_names(context, place))
    return [_spelling_candidate(context, place, name, near, hinted=0)] if near else []


def _known_names(context: RuleContext, place: Point) -> Iterator[str]:
    """Names that are imported, occur more than once, or are defined where the place can use them.

    Another name that occurs once may be misspelt itself.
    """
    text = context.current_text
    counts = Counter(IDENTIFIER.findall("\n".join(text.code)))
    imported_names = {bound.name for statement in text.imports for bound in statement.imported_names}
    resolver = resolver_for(text.snapshot)
    node = resolver.node_at(place) if resolver is not None else None
    for name, count in counts.items():
        if count > 1 or name in imported_names:
            yield name
        elif resolver is not None and node is not None:
            if resolver.definitions_of_name(name, node):
                yield name
        elif _is_defined_above(name, text.code[: place.line]):
            yield name


def _is_defined_above(name: str, lines: Sequence[str]) -> bool:
    """Whether a line looks like a definition of the name, in a language without bindings."""
    pattern = re.compile(_DEFINED_NAME.replace("NAME", re.escape(name)))
    return any(name in line and pattern.search(line) for line in lines)


def _is_known_module(context: RuleContext, name: str, place: Point) -> bool:
    """Whether a well-known module of that name is meant, which is not imported: it is not misspelt."""
    text = context.current_text
    style = text.language.imports
    after = text.code[place.line][place.column + len(name) :] if text.code else ""
    return style is not None and name in style.known_modules and after.startswith(style.member_separator)


def _import_candidate(context: RuleContext, name: str, place: Point) -> Candidate | None:
    text = context.current_text
    if not text.code or any(name in statement.bound_names() for statement in text.imports):
        return None
    dotted = text.code[place.line][place.column + len(name) :].startswith(".")
    found = find_import_source(context, text, name, dotted=dotted)
    edit = add_import(text.language, text.raw, text.imports, found.request) if found else None
    if found is None or edit is None:
        return None
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="diagnostic-import",
        pattern=f"import {name} from {found.request.module}",
        why=f"{name} is not defined here; it is in {found.request.module}.",
        edits=(edit,),
        probability=_IMPORT_PROBABILITY.estimate(
            _ImportFeatures(is_agreed=found.votes > 1, is_guessed=found.votes == 0)
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
        probability=_SPELLING_PROBABILITY.estimate(_SpellingFeatures(is_hinted=hinted)),
    )
