"""Which names of C and C++ the user's edits gave another type: functions, fields, variables and parameters."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import find_all_places, resolver_for
from understudy.nes.symbolic.consequences.limits import MAX_FUNCTION_DEPTH
from understudy.nes.symbolic.consequences.retyped.c_formats import normal_type
from understudy.nes.symbolic.consequences.rule_context import (
    Change,
    RuleContext,
    SourceText,
    SyntaxTree,
    text_before,
)
from understudy.nes.symbolic.consequences.signatures import find_function_calls
from understudy.nes.syntax import inner_children_touching

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Declared", "RetypedName", "ValueUse", "declared_name", "find_retyped_names", "uses_of_value"]

_DECLARATIONS: Final = frozenset(
    {"declaration", "field_declaration", "function_definition", "parameter_declaration"}
)
_SPECIFIERS: Final = frozenset(
    {"storage_class_specifier", "virtual", "explicit_function_specifier", "attribute_declaration", "friend"}
    | {"attribute_specifier", "ms_declspec_modifier", "comment"}
)
"""What may stand before a type without being a part of it."""
_NAMES: Final = frozenset({"identifier", "field_identifier"})
_DECLARATORS: Final = frozenset({"function_declarator", "init_declarator", "pointer_declarator"})
_MAY_DECLARE: Final = re.compile(r"\s*(?:[\w:<>,]+[\s*&]+)+\w")


class Declared(NamedTuple):
    """A name that is declared alone."""

    name: str
    name_start: int
    type_start: int
    type_text: str
    """As it is written, up to the name."""
    is_function: bool

    @property
    def type_name(self) -> str:
        return normal_type(self.type_text)


class RetypedName(NamedTuple):
    change: Change
    text: SourceText
    before: Declared
    after: Declared


class ValueUse(NamedTuple):
    """Where the value of a name stands by itself in an expression."""

    text: SourceText
    node: "Node"


def find_retyped_names(context: RuleContext) -> list[RetypedName]:
    """Return the names with another type, newest first. Computed once per request by `context.once`."""
    found: list[RetypedName] = []
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if len(edit.old) != len(edit.new) or not any(map(_MAY_DECLARE.match, edit.new)):
            continue
        text = context.text_at(edit.uri)
        if text is None or text.language.family != "c" or context.is_past_deadline:
            continue
        if text.tree is not None and change.is_current(text):
            found += _retyped_by(text, text.tree, change)
    return found


def _retyped_by(text: SourceText, tree: SyntaxTree, change: Change) -> Iterator[RetypedName]:
    edit = change.edit
    start = text.offset_at(edit.line)
    after = list(_declared_in(tree, text.joined, start, start + len("\n".join(edit.new))))
    old_text, old_tree = text_before(text, change) if after else ("", None)
    if old_tree is None:
        return
    found = _declared_in(old_tree, old_text, start, start + len("\n".join(edit.old)))
    before = {(one.name, one.is_function): one for one in found}
    for one in after:
        old = before.get((one.name, one.is_function))
        # A function with its type behind the parameters begins with `auto`.
        is_deduced = "auto" in f"{one.type_name} {old.type_name if old is not None else ''}".split()
        if old is not None and old.type_name != one.type_name and not is_deduced:
            yield RetypedName(change, text, old, one)


def _declared_in(tree: SyntaxTree, text: str, start: int, end: int) -> Iterator[Declared]:
    pending: list[tuple[Node, int]] = [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        declared = declared_name(node, text)
        if declared is not None and start <= declared.name_start < end:
            yield declared
        if depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def declared_name(node: "Node", text: str) -> Declared | None:
    """Return what a declaration declares with its type, if it is one name, and no array or function pointer."""
    if node.type not in _DECLARATIONS or len(node.children_by_field_name("declarator")) != 1:
        return None
    name, is_function, end = node.child_by_field_name("declarator"), False, -1
    while name is not None and name.type not in _NAMES:
        if name.type == "qualified_identifier":
            end = name.start_byte if end < 0 else end
            name = name.child_by_field_name("name")
        elif name.type == "reference_declarator":
            name = next(iter(name.named_children), None)
        elif name.type in _DECLARATORS:
            is_function = is_function or name.type == "function_declarator"
            name = name.child_by_field_name("declarator")
        else:
            return None
    first = next((one for one in node.children if one.type not in _SPECIFIERS), None)
    if name is None or first is None or node.child_by_field_name("type") is None:
        return None
    written = text[first.start_byte : name.start_byte if end < 0 else end]
    return Declared(
        text[name.start_byte : name.end_byte], name.start_byte, first.start_byte, written, is_function
    )


def uses_of_value(context: RuleContext, retyped: RetypedName) -> Iterator[ValueUse]:
    """Yield the calls of a function, or the places where a field or a variable is read, that are certain."""
    text, name, start = retyped.text, retyped.after.name, retyped.after.name_start
    if retyped.after.is_function:
        for call in find_function_calls(context, text, name, start):
            if call.is_certain and not call.node.has_error:
                yield ValueUse(call.text, call.node)
        return
    resolver = resolver_for(text.snapshot)
    binding = resolver.resolve(name).at(text.point_at(start)) if resolver is not None else None
    if binding is None:
        return
    for place in find_all_places(text.snapshot, binding, context.situation.workspace_texts):
        other, occurrence = context.text_at(place.uri), place.occurrence
        if other is None or other.tree is None or not place.is_certain:
            continue
        offset = other.offset_at(occurrence.line, occurrence.column)
        node = other.tree.root.named_descendant_for_byte_range(offset, offset + len(name))
        parent = node.parent if node is not None else None
        if parent is not None and parent.type == "field_expression":
            node = parent if parent.child_by_field_name("field") == node else None
        if node is not None and not (offset == start and other is text):
            yield ValueUse(other, node)
