"""A member of a type changed: rename the uses of a field or method, add a new field to literals of its struct.

Where another type has a member of the same name, or the name is common, a use may be of the other type.
Constructors are functions: see `changed_signature`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.languages import Language, compile_pattern
from understudy.nes.bindings import NameBindings, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.consequences.functions import CallSite, find_value_in_scope, indent_width
from understudy.nes.symbolic.consequences.limits import (
    MAX_ADDED_FIELD_LINES,
    MAX_CALLING_TEXTS,
    MAX_CAUSING_CHANGES,
    MAX_MEMBER_LINE_CHARS,
    MAX_OWNER_LINES,
    MAX_RENAMED_MEMBER_CANDIDATES,
    MAX_REWRITTEN_LINES,
    MAX_STRUCT_LINES,
    MAX_STRUCT_LITERAL_CANDIDATES,
)
from understudy.nes.symbolic.consequences.names import is_common_member
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.siblings import shared_empty_value
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.syntax import find_closing_bracket, split_list_items
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_renamed_members", "propose_struct_literal_fields"]

_CONTROL_KEYWORDS: Final = frozenset(
    {"if", "for", "while", "switch", "return", "catch", "match", "case", "else", "new"}
)
_FIELD_DEFINITION: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?([a-z_]\w*)\s*:\s*[^,]")
_STRUCT_START: Final = re.compile(r"\s*(?:pub(?:\([^)]*\))?\s+)?struct\s+(\w+)")
_IMPL_START: Final = re.compile(r"\s*impl(?:<[^>]*>)?\s+(?:[\w:<>]+\s+for\s+)?(\w+)")
_NOT_A_LITERAL: Final = re.compile(r"\b(?:struct|impl|for|enum|trait|union|mod)\s*\Z|->\s*\Z|\bimpl\b.*\Z")


class _RenameFeatures(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    has_rivals: float = 0
    """Another type may have a member of that name."""


RENAME_PROBABILITY: Final = RuleProbability(
    0.70, _RenameFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, has_rivals=-1.6)
)


class _FieldFeatures(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    jump: float = 0
    """Only the literal is known, not the value of the field."""


FIELD_PROBABILITY: Final = RuleProbability(
    0.62, _FieldFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT, jump=0.9)
)


_GO_METHOD: Final = re.compile(r"func\s*\([^()]*\)\s*")
_GO_SIGNATURE: Final = re.compile(r"\(([^()]*)\)([^{]*)")


class _MemberRename(NamedTuple):
    change: Change
    text: SourceText
    owner: str
    old: str
    new: str
    is_field: bool


def propose_renamed_members(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a member where the old one is used."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        if context.is_past_deadline:
            break
        for rename in _find_renames(context, change):
            texts = [
                text
                for text in (
                    context.current_text,
                    *context.other_texts([rename.old], MAX_CALLING_TEXTS),
                )
                if text.language.family == rename.text.language.family
            ]
            has_rivals = _has_rivals(rename, [rename.text, *texts])
            for text in texts:
                candidates += _use_candidates(context, text, rename, has_rivals=has_rivals)
    return candidates[:MAX_RENAMED_MEMBER_CANDIDATES]


def _find_renames(context: RuleContext, change: Change) -> Iterator[_MemberRename]:
    edit = change.edit
    text = context.text_at(edit.uri)
    if text is None or len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES:
        return
    if not change.is_current(text):
        return
    for at, (old_line, new_line) in enumerate(zip(edit.old, edit.new, strict=True)):
        old, new = _parse_member(text.language, old_line), _parse_member(text.language, new_line)
        if old is None or new is None or len(new_line) > MAX_MEMBER_LINE_CHARS or len(old[0]) < 2:
            continue
        operations = diff_tokens(old_line, new_line)
        if len(operations) != 1:
            continue
        replaced = tokenize(old_line)[operations[0].start : operations[0].end]
        if replaced != (old[0],) or operations[0].new != (new[0],) or not text.code:
            continue
        owner = _find_owner(text, edit.line + at)
        if owner:
            yield _MemberRename(change, text, owner, old[0], new[0], new[1])


def _parse_member(language: Language, line: str) -> tuple[str, bool] | None:
    """Return the member that the line defines, and whether it is a field."""
    match = compile_pattern(language.members.definition).match(line) if language.members is not None else None
    if match is None:
        return None
    group = "name" if match["name"] is not None else "field"
    name, after = match[group], line[match.end(group) :].lstrip("?!")
    is_method = after.lstrip().startswith("(") or after.startswith(("<", "["))
    return (name, not is_method) if name not in _CONTROL_KEYWORDS else None


def _find_owner(text: SourceText, line: int) -> str:
    """Return the type that a member belongs to; empty if none is found."""
    code, language = text.code[line], text.language
    if language.members is None:
        return ""
    in_header = language.functions.owner_in_header if language.functions is not None else ""
    if in_header and (match := compile_pattern(in_header).match(code)):
        return match[1]
    depth = indent_width(code)
    for above in reversed(text.code[max(0, line - MAX_OWNER_LINES) : line]):
        if above.strip() and indent_width(above) < depth and above.strip() not in (")", "}", "{"):
            match = compile_pattern(language.members.owner).match(above)
            return next((name for name in match.groups() if name), "") if match else ""
    return ""


def _has_rivals(rename: _MemberRename, texts: Iterable[SourceText]) -> bool:
    """Return whether another type may have a member of the old name."""
    if is_common_member(rename.text.language, rename.old):
        return True
    for text in dict.fromkeys(texts):
        for number in text.code_lookup.iterate_containing(rename.old):
            member = _parse_member(text.language, text.code[number])
            if member is not None and member[0] == rename.old and _find_owner(text, number):
                return True
    return False


def _use_candidates(
    context: RuleContext, text: SourceText, rename: _MemberRename, *, has_rivals: bool
) -> list[Candidate]:
    lines: dict[int, list[Replacement]] = {}
    implementing = () if rename.is_field else [*_implementing_methods(text, rename)]
    keys = _literal_keys(text, rename) if rename.is_field else ()
    for point in (*_member_accesses(text, rename), *keys, *implementing):
        end = Point(point.line, point.column + len(rename.old))
        new = f"{rename.new}: {rename.old}" if _is_shorthand(text, rename, point) else rename.new
        lines.setdefault(point.line, []).append(Replacement(Span(point, end), new))
    certain = {point.line for point in implementing}
    cursor = context.situation.cursor.line if text is context.current_text else 0
    ordered = sorted(lines, key=lambda line: (line < cursor, line))
    return [
        Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="member-renamed",
            pattern=f"{rename.owner}.{rename.old} → {rename.new}",
            topic=rename.old,
            why=f"{rename.old} of {rename.owner} is called {rename.new} now.",
            edits=tuple(sorted(lines[line])),
            probability=RENAME_PROBABILITY.estimate(
                _RenameFeatures(
                    stale=rename.change.age,
                    elsewhere=text is not context.current_text,
                    has_rivals=has_rivals and line not in certain,
                )
            ),
        )
        for line in ordered[:MAX_RENAMED_MEMBER_CANDIDATES]
    ]


def _member_accesses(text: SourceText, rename: _MemberRename) -> Iterator[Point]:
    """Yield the uses after a dot, unless it follows a package, and after the type where `::` separates them."""
    language = text.language
    packages = (
        {name for one in text.imports for name in one.bound_names()}
        if language.members is not None and language.members.is_qualified_by_packages
        else set[str]()
    )
    resolver = resolver_for(text.snapshot)
    resolution = resolver.resolve(rename.old) if resolver is not None else None
    for point in text.occurrences(rename.old):
        binding = resolution.at(point) if resolution is not None else None
        if binding is not None and binding.owner not in ("", rename.owner):
            continue  # a member of another type
        if resolution is not None and _is_of_other_text(resolution, point, rename.owner):
            continue
        before = text.code[point.line][: point.column]
        after = text.code[point.line][point.column + len(rename.old) :]
        if rename.is_field and language.family == "java" and after.startswith("("):
            continue  # a method of another type: no field is called
        if before.endswith((".", "->")) and not before.endswith(".."):
            owner = re.search(r"(\w+)\??\.\Z", before)
            if owner is None or owner[1] not in packages:
                yield point
        elif re.search(rf"(?<!\w)(?:{re.escape(rename.owner)}|Self)::\Z", before):
            yield point


def _is_of_other_text(resolution: NameBindings, point: Point, owner: str) -> bool:
    """Return whether the receiver at a point is known to be of another type, which another text defines.

    A name that begins with a small letter may be that of a value.
    """
    types = [use.owner for use in resolution.members if use.owner and use.occurrence.contains(point)]
    return any(one.name.isidentifier() and one.name[0].isupper() and one.name != owner for one in types)


@lru_cache(maxsize=64)
def _literal_pattern(owner: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(owner)}\s*\{{")


def _literal_keys(text: SourceText, rename: _MemberRename) -> Iterator[Point]:
    """Yield the keys of the field in literals of its type."""
    members = text.language.members
    if members is None or not members.has_literals:
        return
    for number in text.code_lookup.iterate_containing(rename.owner):
        line = text.code[number]
        for match in _literal_pattern(rename.owner).finditer(line):
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            before = line[: match.start()]
            if end is None or re.search(r"\b(?:struct|impl|for|type|trait)\b[^=]*\Z|->\s*\Z", before):
                continue
            for item in split_list_items(text.code, text.raw, opening, end):
                key, colon, _ = item.text.partition(":")
                if key.strip() == rename.old and (colon or members.has_complete_literals):
                    yield item.span.start


def _implementing_methods(text: SourceText, rename: _MemberRename) -> Iterator[Point]:
    """Yield the methods of Go with the signature of a renamed interface method: types implement it unnamed."""
    if text.language.id != "go":
        return
    declared = next((line for line in rename.change.edit.new if rename.new in line), "")
    wanted = _signature_types(declared.partition(rename.new)[2])
    for point in text.occurrences(rename.old):
        line = text.code[point.line]
        if _GO_METHOD.fullmatch(line[: point.column]) is None:
            continue
        if wanted is not None and _signature_types(line[point.column + len(rename.old) :]) == wanted:
            yield point


def _signature_types(written: str) -> tuple[tuple[str, ...], str] | None:
    """Return the types of the parameters and of the results of a method of Go that one line declares."""
    match = _GO_SIGNATURE.match(written)
    if match is None:
        return None
    parameters = [one.strip().rpartition(" ")[2] for one in match[1].split(",") if one.strip()]
    return tuple(parameters), match[2].strip()


def _is_shorthand(text: SourceText, rename: _MemberRename, point: Point) -> bool:
    """Return whether the field is given by a value of the same name: `Config { root }`."""
    line = text.code[point.line]
    before, after = line[: point.column].rstrip(), line[point.column + len(rename.old) :].lstrip()
    return (not before or before[-1] in "{,") and after[:1] in (",", "}", "")


class _AddedField(NamedTuple):
    change: Change
    struct: str
    name: str
    previous_field: str
    """The field above it; empty for none."""
    empty_value: str
    """What a field of its type is mostly where it is new; empty if that is not known."""
    fields_of_same_type: frozenset[str]


def propose_struct_literal_fields(context: RuleContext) -> list[Candidate]:
    """Propose the new field of a struct in literals that have to name every field."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes[:MAX_CAUSING_CHANGES]):
        text = context.text_at(change.edit.uri)
        if text is None or not _has_complete_literals(text) or context.is_past_deadline:
            continue
        for field in _find_added_fields(text, change):
            for other in (context.current_text, *context.other_texts([field.struct], MAX_CALLING_TEXTS)):
                candidates += _candidates_for_field(context, other, field)
    return candidates[:MAX_STRUCT_LITERAL_CANDIDATES]


def _has_complete_literals(text: SourceText) -> bool:
    return text.language.members is not None and text.language.members.has_complete_literals


def _find_added_fields(text: SourceText, change: Change) -> Iterator[_AddedField]:
    edit = change.edit
    if not 0 < len(edit.new) - len(edit.old) <= MAX_ADDED_FIELD_LINES or not change.is_current(text):
        return
    for number in change.current_lines if text.code else ():
        match = _FIELD_DEFINITION.match(text.code[number])
        if match is None:
            continue
        struct, before = _enclosing_struct(text, number)
        if struct:
            type_text = text.code[number][match.end() - 1 :].strip().rstrip(",")
            members = text.language.members
            empty = members.empty_value(type_text) if members is not None else ""
            alike = frozenset(_fields_of_type(text, number, type_text))
            yield _AddedField(change, struct, match[1], before, empty, alike)


def _enclosing_struct(text: SourceText, line: int) -> tuple[str, str]:
    """Return the struct around a line, and the field above the line; both empty if there is none."""
    depth = indent_width(text.code[line])
    before = ""
    for code in reversed(text.code[max(0, line - MAX_STRUCT_LINES) : line]):
        if not code.strip():
            continue
        if indent_width(code) < depth:
            match = _STRUCT_START.match(code)
            return (match[1] if match else ""), before
        if not before and (field := _FIELD_DEFINITION.match(code)):
            before = field[1]
    return "", ""


def _fields_of_type(text: SourceText, line: int, type_text: str) -> Iterator[str]:
    """Yield the other fields with a type of the struct around a line."""
    depth = indent_width(text.code[line])
    above, below = (
        text.code[max(0, line - MAX_STRUCT_LINES) : line],
        text.code[line + 1 : line + MAX_STRUCT_LINES],
    )
    for lines in (reversed(above), below):
        for code in lines:
            if code.strip() and indent_width(code) < depth:
                break
            match = _FIELD_DEFINITION.match(code)
            if match is not None and code[match.end() - 1 :].strip().rstrip(",") == type_text:
                yield match[1]


def _candidates_for_field(context: RuleContext, text: SourceText, field: _AddedField) -> Iterator[Candidate]:
    """Yield candidates for the literals without the field, those from the cursor on first."""
    found = list(_find_literals(text, field.struct))
    if text is context.current_text:
        cursor = context.situation.cursor.line
        found.sort(key=lambda one: (one.opening.line < cursor, one.opening))
    for literal in found:
        names = [item.text.partition(":")[0].rstrip() for item in literal.arguments]
        if not names or field.name in names or any(item.text.startswith("..") for item in literal.arguments):
            continue
        at = names.index(field.previous_field) + 1 if field.previous_field in names else len(names)
        edits = _field_edits(text, literal, at, field)
        yield Candidate(
            kind="edit" if edits else "jump",
            uri=text.snapshot.uri,
            family="signature-argument",
            pattern=f"{field.name} of {field.struct}",
            why=f"{field.struct} has the field {field.name} now.",
            edits=edits,
            position=None if edits else literal.arguments[at - 1].span.end,
            probability=FIELD_PROBABILITY.estimate(
                _FieldFeatures(
                    stale=field.change.age, elsewhere=text is not context.current_text, jump=not edits
                )
            ),
        )


def _find_literals(text: SourceText, struct: str) -> Iterator[CallSite]:
    pattern = re.compile(rf"(?<![\w$])({re.escape(struct)}|Self)\s*\{{")
    implemented = ""
    for number, raw in enumerate(text.raw if text.code else ()):
        if struct not in raw and "Self" not in raw and "impl" not in raw:
            continue
        line = text.code[number]
        if (match := _IMPL_START.match(line)) is not None:
            implemented = match[1]
        for match in pattern.finditer(line) if "{" in line else ():
            if _NOT_A_LITERAL.search(line[: match.start()]) or (match[1] == "Self" and implemented != struct):
                continue
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            if end is not None:
                items = tuple(split_list_items(text.code, text.raw, opening, end))
                yield CallSite(opening, end, items, len(items), {})


def _field_edits(
    text: SourceText, literal: CallSite, index: int, field: _AddedField
) -> tuple[Replacement, ...]:
    """Return the edit that adds the field: in its short form if a value of that name is in scope, or empty."""
    pairs = (item.text.partition(":") for item in literal.arguments)
    values = {name.strip(): value.strip() for name, _, value in pairs}
    alike = [value for name, value in values.items() if name in field.fields_of_same_type]
    empty_value = field.empty_value or shared_empty_value(alike, values.values())
    if find_value_in_scope(text, literal, field.name) is not None:
        name = field.name
    elif empty_value:
        name = f"{field.name}: {empty_value}"
    else:
        return ()
    span = literal.arguments[index - 1].span
    if literal.opening.line == literal.closing.line:
        return (Replacement(Span(span.end, span.end), f", {name}"),)
    is_alone = not text.raw[span.start.line][: span.start.column].strip()
    if not is_alone or not text.raw[span.end.line][span.end.column :].lstrip().startswith(","):
        return ()
    indent = text.raw[span.start.line][: span.start.column]
    below = Point(span.end.line + 1, 0)
    return (Replacement(Span(below, below), f"{indent}{name},\n"),)
