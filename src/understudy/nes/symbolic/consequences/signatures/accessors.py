"""A method became a property, or a property became a method: its uses lose or get the brackets of a call.

Python (`@property`), JavaScript and TypeScript (`get`). Only uses on values of the class itself follow; a method
that overrides another one has uses on values of both, and nothing follows.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, find_all_places, resolver_for
from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CALL_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.signatures.calls import (
    FunctionNode,
    find_function_calls,
    functions_at,
)
from understudy.nes.text import Edit, Replacement, Span

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "AccessorChange",
    "find_accessor_changes",
    "find_accessor_uses",
    "is_accessor",
    "propose_accessor_uses",
]

_DECORATOR: Final = re.compile(r"\s*@(?:functools\.)?(?:cached_)?property\s*(?:#.*)?\Z")
_GETTER: Final = re.compile(r"\bget\s+(?=[\w$#]+\s*\(\s*\))")
_SCRIPTS: Final = frozenset({"javascript", "typescript", "tsx"})
_ATTRIBUTES: Final = frozenset({"attribute", "member_expression"})
_ASSIGNMENTS: Final = frozenset(
    {"assignment", "augmented_assignment", "assignment_expression", "augmented_assignment_expression"}
)


class AccessorChange(NamedTuple):
    change: Change
    text: SourceText
    function: FunctionNode
    is_property: bool
    """Whether it is a property now, and was a method before."""


class _Features(NamedTuple):
    stale: float = 0
    elsewhere: float = 0
    is_uncertain: float = 0
    """Only the name of the member is known, not the type of the value."""


PROBABILITY: Final = RuleProbability(
    0.87, _Features(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT, is_uncertain=-1.3)
)


class AccessorUse(NamedTuple):
    text: SourceText
    edit: Replacement
    is_certain: bool


def propose_accessor_uses(context: RuleContext) -> list[Candidate]:
    """Propose to read what was called, or to call what was read."""
    candidates: list[Candidate] = []
    for accessor in context.once(find_accessor_changes):
        for use in find_accessor_uses(context, accessor):
            candidates.append(_candidate(context, accessor, use))
            if len(candidates) == MAX_CALL_CANDIDATES:
                return candidates
    return candidates


def find_accessor_changes(context: RuleContext) -> list[AccessorChange]:
    """Return the methods that became properties and the reverse, newest first. Computed once by `context.once`."""
    found: list[AccessorChange] = []
    for change in context.without_dormant(context.cause_changes):
        counts = [sum(map(is_accessor, lines)) for lines in (change.edit.old, change.edit.new)]
        if sorted(counts) != [0, 1]:
            continue
        text = context.text_at(change.edit.uri)
        if text is None or text.tree is None or not change.is_current(text) or context.is_past_deadline:
            continue
        is_property = bool(counts[1])
        function = _function_below(text, change.edit, is_property=is_property)
        if function is not None and _is_own_method(context, text, function):
            found.append(AccessorChange(change, text, function, is_property))
    return found


def is_accessor(line: str) -> bool:
    """Whether a line says of a method that it is read without a call."""
    return ("property" in line and _DECORATOR.match(line) is not None) or (
        "get " in line and _GETTER.search(line) is not None
    )


def _function_below(text: SourceText, edit: Edit, *, is_property: bool) -> FunctionNode | None:
    """Return the function that the edit turned into the other one, if it was there before."""
    line, end = edit.line, edit.line + len(edit.new)
    is_script = text.tree is not None and text.tree.grammar in _SCRIPTS
    while not is_script and line < len(text.raw) and (line < end or text.raw[line].lstrip().startswith("@")):
        if text.raw[line].lstrip().startswith(("def ", "async ")):
            break
        line += 1
    if line >= len(text.raw):
        return None
    start = text.offset_at(line)
    for one in functions_at(text, start, start + len(text.raw[line])):
        parameters = one.node.child_by_field_name("parameters")
        if text.point_at(one.name_start).line != line or parameters is None or one.node.has_error:
            continue
        taken = len(parameters.named_children)
        if taken != (0 if is_script else 1) or _is_property(text, one.node) != is_property:
            continue
        if line >= end or _was_there(edit, text.raw[line], is_script=is_script):
            return one
    return None


def _was_there(edit: Edit, line: str, *, is_script: bool) -> bool:
    """Whether the header of a function is no new one."""
    return any((_GETTER.sub("", old) if is_script else old) == _GETTER.sub("", line) for old in edit.old)


def _is_property(text: SourceText, function: "Node") -> bool:
    """Whether a method is read without a call."""
    if any(child.type == "get" for child in function.children):
        return True
    parent = function.parent
    return parent is not None and any(
        child.type == "decorator" and _DECORATOR.match(text.joined[child.start_byte : child.end_byte])
        for child in parent.children
    )


def _is_own_method(context: RuleContext, text: SourceText, function: FunctionNode) -> bool:
    """Whether it is a method of a class that overrides no other one and that none overrides."""
    binding = _binding_of(text, function)
    if binding is None or binding.kind != "method":
        return False
    places = find_all_places(text.snapshot, binding, context.situation.workspace_texts)
    return sum(one.occurrence.role == "definition" and one.is_certain for one in places) == 1


def _binding_of(text: SourceText, function: FunctionNode) -> Binding | None:
    resolver = resolver_for(text.snapshot)
    point = text.point_at(function.name_start)
    return resolver.resolve(function.name).at(point) if resolver is not None else None


def find_accessor_uses(context: RuleContext, accessor: AccessorChange) -> Iterator[AccessorUse]:
    """Yield the uses that have to follow."""
    return _calls(context, accessor) if accessor.is_property else _reads(context, accessor)


def _calls(context: RuleContext, accessor: AccessorChange) -> Iterator[AccessorUse]:
    text, function = accessor.text, accessor.function
    for call in find_function_calls(context, text, function.name, function.name_start):
        arguments = call.arguments
        if arguments is None or arguments.named_child_count or arguments.has_error:
            continue
        span = Span(call.text.point_at(arguments.start_byte), call.text.point_at(arguments.end_byte))
        yield AccessorUse(call.text, Replacement(span, ""), call.is_certain)


def _reads(context: RuleContext, accessor: AccessorChange) -> Iterator[AccessorUse]:
    binding = _binding_of(accessor.text, accessor.function)
    if binding is None:
        return
    for place in find_all_places(accessor.text.snapshot, binding, context.situation.workspace_texts):
        text = context.text_at(place.uri)
        occurrence = place.occurrence
        if text is None or text.tree is None or occurrence.role != "member":
            continue
        offset = text.offset_at(occurrence.line, occurrence.end_column)
        name = text.tree.root.named_descendant_for_byte_range(offset - 1, offset)
        member = name.parent if name is not None else None
        around = member.parent if member is not None else None
        if member is None or around is None or member.type not in _ATTRIBUTES or around.has_error:
            continue
        if around.child_by_field_name("function") == member:
            continue  # it is called already
        if around.type in _ASSIGNMENTS and around.child_by_field_name("left") == member:
            continue
        end = occurrence.span.end
        yield AccessorUse(text, Replacement(Span(end, end), "()"), place.is_certain)


def _candidate(context: RuleContext, accessor: AccessorChange, use: AccessorUse) -> Candidate:
    name, kind = accessor.function.name, "property" if accessor.is_property else "method"
    return Candidate(
        kind="edit",
        uri=use.text.snapshot.uri,
        family="accessor-use",
        pattern=f"{name} is a {kind}",
        topic=name,
        why=f"{name} is a {kind} now.",
        edits=(use.edit,),
        probability=PROBABILITY.estimate(
            _Features(
                stale=accessor.change.age,
                elsewhere=use.text is not context.current_text,
                is_uncertain=not use.is_certain,
            )
        ),
    )
