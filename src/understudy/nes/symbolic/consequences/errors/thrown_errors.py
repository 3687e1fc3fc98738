"""A method of Java declares an exception that it did not before: what it overrides and its callers declare it, too.

A call inside of a `try` that catches the exception needs nothing. In a lambda, or in a method that overrides
another one, it is not known who handles it: the call is a jump. Exceptions that nobody has to declare have no
consequences.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import enclosing, find_all_places, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_THROWING_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures import (
    FunctionNode,
    find_function_calls,
    functions_at,
)
from understudy.nes.text import Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["propose_thrown_errors"]


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_caller: float = 0
    """The caller may catch the exception instead."""
    jump: float = 0
    is_uncertain: float = 0
    """Only the name of the called method is known."""


PROBABILITY: Final = RuleProbability(
    0.88,
    _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, is_caller=-0.9, jump=-0.2, is_uncertain=-1.5),
)

_THROWS: Final = re.compile(r"\bthrows\s+([\w.]+(?:\s*,\s*[\w.]+)*)")
_METHODS: Final = frozenset({"method_declaration", "constructor_declaration"})
_TYPES: Final = frozenset(
    {"class_declaration", "interface_declaration", "enum_declaration", "record_declaration"}
)
_CATCHES_ALL: Final = frozenset({"Exception", "Throwable"})
_UNCHECKED: Final = re.compile(
    r"(?:Runtime|IllegalArgument|IllegalState|NullPointer|UnsupportedOperation|IndexOutOfBounds|ClassCast"
    r"|Arithmetic|NumberFormat|NoSuchElement|ConcurrentModification|UncheckedIO)Exception|\w*Error"
)


def propose_thrown_errors(context: RuleContext) -> list[Candidate]:
    """Propose `throws` for the methods that a method with a new exception overrides or that call it."""
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if not any("throws" in line for line in edit.new):
            continue
        text = context.text_at(edit.uri)
        if text is None or text.tree is None or text.tree.grammar != "java" or not change.is_current(text):
            continue
        added = _declared("\n".join(edit.new)) - _declared("\n".join(edit.old))
        added = {one for one in added if not _UNCHECKED.fullmatch(one)}
        if len(added) != 1 or context.is_past_deadline:
            continue
        (error,) = added
        start, end = text.offset_at(edit.line), text.offset_at(edit.line + len(edit.new))
        for function in functions_at(text, start, end):
            if start <= function.name_start < end and error in _declared(_header(text, function.node)):
                candidates += _overridden(context, change, text, function, error)
                candidates += _callers(context, change, text, function, error)
    return candidates[:MAX_THROWING_CANDIDATES]


def _declared(text: str) -> set[str]:
    return {name.strip() for found in _THROWS.findall(text) for name in found.split(",")}


def _header(text: SourceText, node: "Node") -> str:
    body = node.child_by_field_name("body")
    return text.joined[node.start_byte : body.start_byte if body is not None else node.end_byte]


def _overridden(
    context: RuleContext, change: Change, text: SourceText, function: FunctionNode, error: str
) -> Iterator[Candidate]:
    """Yield the declarations of the method in the types that its own type names."""
    head = _type_head(text, function.node)
    point = text.point_at(function.name_start)
    resolver = resolver_for(text.snapshot)
    binding = resolver.resolve(function.name).at(point) if resolver is not None else None
    if binding is None or not re.search(r"\b(?:extends|implements)\b", head):
        return
    for place in find_all_places(text.snapshot, binding, context.situation.workspace_texts):
        other = text if place.uri == text.snapshot.uri else context.text_at(place.uri)
        if other is None or not place.is_certain:
            continue
        start = other.offset_at(*place.occurrence.span.start)
        for method in functions_at(other, start, start + 1):
            owner = _type_name(other, method.node)
            is_base = bool(owner) and re.search(rf"\b(?:extends|implements)\b.*\b{owner}\b", head, re.S)
            if method.name_start == start and is_base and method.node != function.node:
                candidate = _declare(context, change, other, method.node, function.name, error)
                if candidate is not None:
                    yield candidate


def _callers(
    context: RuleContext, change: Change, text: SourceText, function: FunctionNode, error: str
) -> Iterator[Candidate]:
    for call in find_function_calls(context, text, function.name, function.name_start):
        node: Node | None = call.node
        below = call.node
        is_handled = is_in_lambda = False
        while node is not None and node.type not in _METHODS and not is_handled:
            is_in_lambda = is_in_lambda or node.type == "lambda_expression"
            if node.type.startswith("try_") and node.child_by_field_name("body") == below:
                is_handled = _catches(call.text, node, error)
            below, node = node, node.parent
        if node is None or is_handled:
            continue
        if is_in_lambda or "@Override" in _header(call.text, node):
            if not is_in_lambda and _declares(call.text, node, error):
                continue
            yield _candidate(
                context, change, call.text, function.name, error, call.node, None, is_certain=call.is_certain
            )
            continue
        candidate = _declare(
            context, change, call.text, node, function.name, error, call.node, is_certain=call.is_certain
        )
        if candidate is not None:
            yield candidate


def _catches(text: SourceText, node: "Node", error: str) -> bool:
    for clause in node.named_children:
        if clause.type == "catch_clause":
            body = clause.child_by_field_name("body")
            head = text.joined[clause.start_byte : body.start_byte if body is not None else clause.end_byte]
            if not {error, *_CATCHES_ALL}.isdisjoint(re.findall(r"\w+", head)):
                return True
    return False


def _declares(text: SourceText, node: "Node", error: str) -> bool:
    return not {error, *_CATCHES_ALL}.isdisjoint(_declared(_header(text, node)))


def _declare(
    context: RuleContext,
    change: Change,
    text: SourceText,
    node: "Node",
    name: str,
    error: str,
    call: "Node | None" = None,
    *,
    is_certain: bool = True,
) -> Candidate | None:
    """Return the candidate that adds the exception to a method; None if it declares it."""
    parameters = node.child_by_field_name("parameters")
    if parameters is None or node.has_error or _declares(text, node, error):
        return None
    throws = next((one for one in node.named_children if one.type == "throws"), None)
    at = text.point_at(throws.end_byte if throws is not None else parameters.end_byte)
    edit = Replacement(Span(at, at), f", {error}" if throws is not None else f" throws {error}")
    return _candidate(context, change, text, name, error, call, edit, is_certain=is_certain)


def _candidate(
    context: RuleContext,
    change: Change,
    text: SourceText,
    name: str,
    error: str,
    call: "Node | None",
    edit: Replacement | None,
    *,
    is_certain: bool,
) -> Candidate:
    return Candidate(
        kind="edit" if edit is not None else "jump",
        uri=text.snapshot.uri,
        family="thrown-error",
        pattern=f"{name} throws {error}",
        topic=name,
        why=f"{name} throws {error} now.",
        edits=(edit,) if edit is not None else (),
        position=text.point_at(call.start_byte) if edit is None and call is not None else None,
        probability=PROBABILITY.estimate(
            _Features(
                stale=change.age,
                elsewhere=text is not context.current_text,
                is_caller=call is not None,
                jump=edit is None,
                is_uncertain=not is_certain,
            )
        ),
    )


def _type_head(text: SourceText, node: "Node") -> str:
    found = enclosing(node, _TYPES)
    return _header(text, found) if found is not None else ""


def _type_name(text: SourceText, node: "Node") -> str:
    found = enclosing(node, _TYPES)
    name = found.child_by_field_name("name") if found is not None else None
    return text.joined[name.start_byte : name.end_byte] if name is not None else ""
