"""Fixes for unused names: remove the import or the declaration, or prefix the name with an underscore."""

import re
from typing import Final

from understudy.nes.engine_api import Candidate, Diagnostic
from understudy.nes.symbolic.consequences import RuleContext
from understudy.nes.symbolic.consequences.imports import remove_lines, remove_names
from understudy.nes.symbolic.diagnostics.messages import ParsedMessage
from understudy.nes.symbolic.diagnostics.undefined_names import locate_name
from understudy.nes.text import Point, Replacement, Span

__all__ = ["fix_never_reassigned", "fix_unused_import", "fix_unused_name"]

_PROBABILITY: Final = 0.65


def fix_unused_import(context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage) -> list[Candidate]:
    text = context.current_text
    line = diagnostic.span.start.line
    last = re.split(r"[./]|::", parsed.name)[-1]
    for statement in text.imports:
        if not statement.first_line <= line <= statement.last_line:
            continue
        unused = [
            bound
            for bound in statement.imported_names
            if parsed.name in (bound.name, bound.original, statement.module) or bound.name == last
        ]
        if not unused or any(text.unqualified_uses(bound.name) for bound in unused):
            continue
        edit = remove_names(text.language, text.raw, statement, unused)
        if edit is not None:
            return [_candidate(context, parsed.name, edit, f"{parsed.name} is imported and not used.")]
    return []


def fix_unused_name(context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage) -> list[Candidate]:
    """Remove a declaration without side effects; in Rust, prefix any other name with an underscore."""
    text = context.current_text
    place = locate_name(context, diagnostic, parsed.name)
    if place is None or not text.code:
        return []
    for statement in text.imports:
        if statement.first_line <= place.line <= statement.last_line:
            return fix_unused_import(context, diagnostic, parsed)
    code = text.code[place.line]
    word = re.escape(parsed.name)
    plain = re.fullmatch(
        rf"\s*(?:let|const|var|final)?\s*(?:mut\s+)?{word}\s*(?::[^=]+)?(?::=|=)\s*([\w.'\"\s\[\]{{}}-]*);?\s*",
        code,
    )
    if plain is not None and _has_balanced_brackets(plain[1]) and len(text.uses(parsed.name)) == 1:
        why = f"{parsed.name} is never used, and giving it its value does nothing else."
        return [_candidate(context, parsed.name, remove_lines(text.raw, place.line, place.line), why)]
    prefix = text.language.unused_name_prefix
    if prefix and not parsed.name.startswith(prefix) and "{" not in code[: place.column]:
        span = Span(place, place)
        return [_candidate(context, parsed.name, Replacement(span, prefix), f"{parsed.name} is never used.")]
    return []


def _has_balanced_brackets(value: str) -> bool:
    return value.count("[") == value.count("]") and value.count("{") == value.count("}")


def fix_never_reassigned(
    context: RuleContext, diagnostic: Diagnostic, parsed: ParsedMessage
) -> list[Candidate]:
    """JavaScript: replace `let` or `var` by `const`."""
    text = context.current_text
    place = locate_name(context, diagnostic, parsed.name)
    if place is None:
        return []
    match = re.match(
        rf"(\s*(?:export\s+|for\s*\(\s*)?)(let|var)\s+{re.escape(parsed.name)}(?![\w$])", text.raw[place.line]
    )
    if match is None or re.search(r",\s*[\w$]+\s*[=,;]", text.code[place.line] if text.code else ""):
        return []
    span = Span(Point(place.line, match.start(2)), Point(place.line, match.end(2)))
    return [
        _candidate(
            context, parsed.name, Replacement(span, "const"), f"{parsed.name} never gets another value."
        )
    ]


def _candidate(context: RuleContext, name: str, edit: Replacement, why: str) -> Candidate:
    return Candidate(
        kind="edit",
        uri=context.current_text.snapshot.uri,
        family="diagnostic-unused",
        pattern=f"unused {name}",
        why=why,
        edits=(edit,),
        probability=_PROBABILITY,
    )
