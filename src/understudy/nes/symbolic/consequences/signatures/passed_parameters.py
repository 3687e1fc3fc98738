"""A function got a parameter, and its body calls a function with an optional one of that name: it is passed on.

`draw(canvas, alpha)` passes its `alpha` to `blit(image, alpha = 1.0)`. All functions of the called name that are
known have that parameter in the same place; where both have types, they are equal. Another value that is passed
already stays.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import (
    CallSite,
    FunctionHeader,
    find_headers,
    indent_width,
    insert_argument,
    may_change_parameters,
    parse_call,
)
from understudy.nes.symbolic.consequences.limits import (
    MAX_BODY_CALLS,
    MAX_CALLING_TEXTS,
    MAX_PASSED_VALUES,
    MAX_REWRITTEN_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    identifiers_in,
    source_text_before,
)
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import functions_at
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.syntax import find_closing_bracket
from understudy.nes.text import Point

__all__ = ["propose_passed_parameters"]

PROBABILITY: Final = RuleProbability(0.7, StaleFeatures(stale=STALE_SHIFT / 3))

_CALL: Final = re.compile(r"(?:(?P<receiver>\w+)(?:\.|->)|(?<![\w$.>:]))(?P<name>[A-Za-z_]\w*)\(")
_TYPE: Final = re.compile(r"\s*(?:export\s+|default\s+|abstract\s+)*(?:class|struct)\s+(\w+)")
_FAMILIES: Final = frozenset({"python", "script", "c"})
"""Languages with optional parameters that are passed by position or as `name=name`."""


class _Called(NamedTuple):
    receiver: str
    """The object whose method is called; empty for a function."""
    name: str
    site: CallSite


class _Taken(NamedTuple):
    """The optional parameter of a called function."""

    at: int
    written: str
    owner: str
    """The class of a method; empty for a function."""


def propose_passed_parameters(context: RuleContext) -> list[Candidate]:
    """Propose to pass a new parameter on to the functions that take an optional one of its name."""
    text = context.current_text
    if text.language.family not in _FAMILIES:
        return []
    for change in context.without_dormant(context.cause_changes):
        if change.edit.uri != text.snapshot.uri or not change.is_current(text) or context.is_past_deadline:
            continue
        for header, name in _extended_functions(text, change):
            candidates = list(_candidates(context, header, name, change.age))
            if candidates:
                return candidates
    return []


def _extended_functions(text: SourceText, change: Change) -> Iterator[tuple[FunctionHeader, str]]:
    """Yield the headers that an edit gave one more parameter, and its name."""
    edit = change.edit
    if not edit.old or len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES:
        return
    if not may_change_parameters(text, edit):
        return
    written = identifiers_in(edit.new) - identifiers_in(edit.old)
    if not written:
        return
    last = edit.line + len(edit.new) - 1
    headers = [
        one
        for one in find_headers(text.language, text.raw, text.code, edit.line, last)
        if not written.isdisjoint(one.parameter_names())
    ]
    before = source_text_before(text, change) if headers else None
    if before is None:
        return
    old = {one.name: one for one in find_headers(text.language, before.raw, before.code, edit.line, last)}
    for one in headers:
        names = old[one.name].parameter_names() if one.name in old else []
        added = [name for name in one.parameter_names() if name not in names]
        if one.name in old and len(added) == 1 and len(one.parameters) == len(names) + 1:
            yield one, added[0]


def _candidates(context: RuleContext, own: FunctionHeader, name: str, age: int) -> Iterator[Candidate]:
    text = context.current_text
    passed = re.compile(rf"\b{re.escape(name)}\b")
    calls = [
        one
        for one in _calls(text, own)
        if one.name != own.name and not any(passed.search(item.text) for item in one.site.arguments)
    ]
    if not calls:
        return
    taken = _taken_by(context, {one.name for one in calls}, name)
    written = own.items[own.parameter_names().index(name)].text
    count = 0
    for receiver, called, site in calls:
        one = taken.get(called)
        if (
            one is None
            or not _are_compatible(written, one.written)
            or not _is_of(text, own, receiver, one.owner)
        ):
            continue
        is_keyword = text.language.family == "python"
        at = len(site.arguments) if is_keyword else one.at
        if (is_keyword and site.positional_count > one.at) or (
            not is_keyword and len(site.arguments) != one.at
        ):
            continue
        edits = insert_argument(text, site, at, f"{name}={name}" if is_keyword else name)
        if edits and count < MAX_PASSED_VALUES:
            count += 1
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="own-parameter",
                pattern=f"{name} of {own.name} is passed to {called}",
                why=f"{own.name} takes {name} now, and {called} has a parameter of that name.",
                edits=edits,
                probability=PROBABILITY.estimate(StaleFeatures(age)),
            )


def _calls(text: SourceText, own: FunctionHeader) -> Iterator[_Called]:
    """Yield the calls in the body of a function."""
    start, end = text.offset_at(own.line), text.offset_at(own.closing.line, own.closing.column)
    function = next((one for one in functions_at(text, start, end) if one.name == own.name), None)
    body = function.node.child_by_field_name("body") if function is not None else None
    if body is None:
        return
    found = _CALL.finditer(text.code_text, body.start_byte, body.end_byte)
    for _, match in zip(range(MAX_BODY_CALLS), found, strict=False):
        opening = text.point_at(match.end() - 1)
        closing = find_closing_bracket(text.code, opening)
        if closing is not None:
            yield _Called(match["receiver"] or "", match["name"], parse_call(text, opening, closing))


def _taken_by(context: RuleContext, called: set[str], name: str) -> Mapping[str, _Taken]:
    """Return the optional parameter of that name by the function, if all functions of the name have it."""
    text = context.current_text
    found: dict[str, list[FunctionHeader]] = {}
    owners: dict[str, str] = {}
    others = context.other_texts([f"{one}(" for one in sorted(called)], MAX_CALLING_TEXTS)
    for source in (text, *others):
        for one in called:
            for line in source.code_lookup.iterate_containing(f"{one}("):
                for header in _headers_at(source, line, one):
                    found.setdefault(one, []).append(header)
                    owners[one] = owners.get(one) or _owner(source, header)
    taken: dict[str, _Taken] = {}
    for one, headers in found.items():
        places = {_index(header, name) for header in headers}
        header = next((each for each in headers if _is_optional(each, name)), None)
        if header is not None and len(places) == 1 and not any(each.is_variadic for each in headers):
            at = header.parameter_names().index(name)
            taken[one] = _Taken(at, header.items[at].text, owners[one])
    return taken


def _owner(source: SourceText, header: FunctionHeader) -> str:
    """Return the class around a header; empty if there is none."""
    for number in range(header.line - 1, -1, -1) if header.indent else ():
        found = _TYPE.match(source.code[number])
        if found is not None and indent_width(source.code[number]) < header.indent:
            return found[1]
    return ""


def _is_of(text: SourceText, own: FunctionHeader, receiver: str, owner: str) -> bool:
    """Whether the receiver of a call is of a class: one that the header of the calling function, or its own class,
    names as its type."""
    if not receiver or not owner:
        return receiver == owner
    if receiver in ("self", "this"):
        return _owner(text, own) == owner
    names = re.compile(rf"\b{re.escape(receiver)}\b.*\b{owner}\b|\b{owner}\b.*\b{re.escape(receiver)}\b")
    return any(names.search(one.text) for one in own.items)


def _headers_at(source: SourceText, line: int, name: str) -> Iterator[FunctionHeader]:
    is_c = source.language.family == "c"
    for one in find_headers(source.language, source.raw, source.code, line, line, with_prototypes=is_c):
        if one.name == name and one.opening >= Point(line, 0):
            yield one


def _index(header: FunctionHeader, name: str) -> int:
    names = header.parameter_names()
    return names.index(name) if name in names else -1


def _is_optional(header: FunctionHeader, name: str) -> bool:
    return any(one.name == name and one.is_optional for one in header.parameters)


def _are_compatible(one: str, other: str) -> bool:
    """Whether two parameters are written with the same type, or one without a type."""
    types = [re.sub(r"\s+", " ", each.partition("=")[0]).replace("?:", ":").strip() for each in (one, other)]
    is_untyped = any(re.fullmatch(r"\w+", each) for each in types)
    return is_untyped or types[0] == types[1]
