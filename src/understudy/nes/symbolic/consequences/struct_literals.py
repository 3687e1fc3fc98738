"""A struct got a field: the literals that name all of its fields, in Rust, lack one now.

Go leaves out what is not named, and other languages have constructors: see `signature` for those.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, find_value_in_scope
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    estimate_probability,
)
from understudy.nes.symbolic.limits import MAX_STRUCT_LITERAL_CANDIDATES
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_struct_literal_fields"]

_FIELD_DEFINITION: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?([a-z_]\w*)\s*:\s*[^,]")
_STRUCT_START: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?struct\s+(\w+)")
_IMPL_START: Final = re.compile(r"\s*impl(?:<[^>]*>)?\s+(?:[\w:<>]+\s+for\s+)?(\w+)")
_NOT_A_LITERAL: Final = re.compile(r"\b(?:struct|impl|for|enum|trait|union|mod)\s*\Z|->\s*\Z|\bimpl\b.*\Z")


class _AddedField(NamedTuple):
    change: Change
    struct: str
    name: str
    previous_field: str
    """The field above it; "" for none."""


def propose_struct_literal_fields(context: RuleContext) -> list[Candidate]:
    made: list[Candidate] = []
    for change in context.changes[:3]:
        page = context.situation.workspace_texts.snapshot(change.edit.uri)
        here = change.edit.uri == context.current_text.snapshot.uri
        text = context.current_text if here else context.source_text(page) if page is not None else None
        if text is None or text.language_family != "rust" or context.is_past_deadline:
            continue
        for field in _find_added_fields(text, change):
            others = [one for one in context.other_texts([field.struct], 4) if one.language_family == "rust"]
            for other in (context.current_text, *others):
                made += _candidates_for_field(context, other, field)
    return made[:MAX_STRUCT_LITERAL_CANDIDATES]


def _find_added_fields(text: SourceText, change: Change) -> Iterator[_AddedField]:
    edit = change.edit
    if len(edit.new) <= len(edit.old) or len(edit.new) - len(edit.old) > 3:
        return
    if tuple(text.raw[edit.line : edit.line + len(edit.new)]) != edit.new:
        return
    known = {match[1] for line in edit.old if (match := _FIELD_DEFINITION.match(line))}
    for number in change.current_lines:
        if _FIELD_DEFINITION.match(text.raw[number]) is None:
            continue
        match = _FIELD_DEFINITION.match(text.code[number]) if number < len(text.code) else None
        if match is None or match[1] in known:
            continue
        struct, before = _enclosing_struct(text, number)
        if struct:
            yield _AddedField(change, struct, match[1], before)


def _enclosing_struct(text: SourceText, line: int) -> tuple[str, str]:
    """The struct that a line stands in, and the field above the line."""
    depth = _indent_width(text.code[line])
    before = ""
    for number in range(line - 1, max(-1, line - 200), -1):
        code = text.code[number]
        if not code.strip():
            continue
        if _indent_width(code) < depth:
            match = _STRUCT_START.match(code)
            return (match[1] if match else ""), before
        if not before and (field := _FIELD_DEFINITION.match(code)):
            before = field[1]
    return "", ""


def _candidates_for_field(context: RuleContext, text: SourceText, field: _AddedField) -> Iterator[Candidate]:
    """The literals of the struct without the field, those from the cursor on first."""
    found = list(_find_literals(text, field.struct))
    if text is context.current_text:
        cursor = context.situation.cursor.line
        found.sort(key=lambda one: (one.opening.line < cursor, one.opening))
    for literal in found:
        names = [re.split(r"\W", item.text, maxsplit=1)[0] for item in literal.arguments]
        if not names or field.name in names or any(item.text.startswith("..") for item in literal.arguments):
            continue
        at = names.index(field.previous_field) + 1 if field.previous_field in names else len(names)
        edits = _field_edits(text, literal, at, field.name)
        yield Candidate(
            kind="edit" if edits else "jump",
            uri=text.snapshot.uri,
            family="signature-argument",
            pattern=f"{field.name} of {field.struct}",
            why=f"{field.struct} has the field {field.name} now.",
            edits=edits,
            position=None if edits else literal.arguments[at - 1].span.end,
            probability=estimate_probability(
                "signature-argument",
                stale=field.change.age,
                elsewhere=text is not context.current_text,
                call=not edits,
            ),
        )


def _find_literals(text: SourceText, struct: str) -> Iterator[CallSite]:
    pattern = re.compile(rf"(?<![\w$])({re.escape(struct)}|Self)\s*\{{")
    own = ""
    for number, line in enumerate(text.code):
        if (match := _IMPL_START.match(line)) is not None:
            own = match[1]
        for match in pattern.finditer(line) if "{" in line else ():
            if _NOT_A_LITERAL.search(line[: match.start()]) or (match[1] == "Self" and own != struct):
                continue
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            if end is not None:
                listed = tuple(split_list_items(text.code, text.raw, opening, end))
                yield CallSite(opening, end, listed, False, len(listed), {})


def _field_edits(text: SourceText, literal: CallSite, index: int, name: str) -> tuple[Replacement, ...]:
    """The field in its short form, where a value of that name is at hand."""
    if find_value_in_scope(text, literal, name) is None:
        return ()
    span = literal.arguments[index - 1].span
    if literal.opening.line == literal.closing.line:
        return (Replacement(Span(span.end, span.end), f", {name}"),)
    alone = not text.raw[span.start.line][: span.start.column].strip()
    if not alone or not text.raw[span.end.line][span.end.column :].lstrip().startswith(","):
        return ()
    indent = text.raw[span.start.line][: span.start.column]
    place = Point(span.end.line + 1, 0)
    return (Replacement(Span(place, place), f"{indent}{name},\n"),)


def _indent_width(line: str) -> int:
    return len(line) - len(line.lstrip())
