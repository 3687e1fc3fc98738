"""The calls of one function, found by what names refer to; no other function of the same name.

Where the language has no bindings, a function whose name is defined once in the texts that mention it. Not the
arguments of a call.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, find_all_places, resolver_for
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLING_TEXTS,
    MAX_CALLS_PER_NAME,
    MAX_FUNCTION_DEPTH,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.siblings import name_parts
from understudy.nes.syntax import inner_children_touching
from understudy.nes.text import Point

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = [
    "FUNCTION_TYPES",
    "Call",
    "FunctionNode",
    "enclosing_function",
    "find_function_calls",
    "functions_at",
    "owner_name_start",
]

FUNCTION_TYPES: Final = frozenset(
    {
        "function_definition",
        "lambda",
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "arrow_function",
        "method_definition",
        "method_declaration",
        "constructor_declaration",
        "func_literal",
        "function_item",
        "closure_expression",
        "async_block",
        "lambda_expression",
    }
)
_CALL_FIELDS: Final = {
    "call": "function",
    "call_expression": "function",
    "method_invocation": "name",
    "new_expression": "constructor",
    "object_creation_expression": "type",
}
_QUALIFIED_TYPES: Final = frozenset(
    {
        "attribute",
        "member_expression",
        "field_expression",
        "selector_expression",
        "scoped_identifier",
        "generic_function",
        "qualified_identifier",
        "scoped_type_identifier",
        "generic_type",
    }
)


class FunctionNode(NamedTuple):
    """A function that a text defines."""

    node: "Node"
    name: str
    name_start: int


class Call(NamedTuple):
    text: SourceText
    node: "Node"
    """The whole call."""
    is_certain: bool
    """Whether the function that is called is known, and not only its name."""


def functions_at(text: SourceText, start: int, end: int) -> Iterator[FunctionNode]:
    """Yield the functions with a name whose header touches a range, the outermost first."""
    if text.tree is None:
        return
    pending: list[tuple[Node, int]] = [(text.tree.root, 0)]
    while pending:
        node, depth = pending.pop(0)
        if node.type in FUNCTION_TYPES:
            body = node.child_by_field_name("body")
            header_end = body.start_byte if body is not None else node.end_byte
            name = _name_node(node)
            if name is not None and node.start_byte <= end and header_end >= start:
                yield FunctionNode(node, text.joined[name.start_byte : name.end_byte], name.start_byte)
        if depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def _name_node(node: "Node") -> "Node | None":
    """The name of a function, or of the variable that it is assigned to."""
    name = node.child_by_field_name("name")
    parent = node.parent
    if name is None and parent is not None and parent.type in ("variable_declarator", "pair"):
        name = parent.child_by_field_name("name") or parent.child_by_field_name("key")
    if name is None:
        name = node.child_by_field_name("declarator")
        while name is not None and name.type.endswith("_declarator"):
            name = name.child_by_field_name("declarator")
    return name


def owner_name_start(node: "Node", text: SourceText, owner: str) -> int | None:
    """Return where the name of the class around a function is written; None if the class has another name."""
    parent = node.parent
    while parent is not None:
        name = parent.child_by_field_name("name")
        if name is not None and text.joined[name.start_byte : name.end_byte] == owner:
            return name.start_byte
        parent = parent.parent
    return None


def enclosing_function(node: "Node") -> "Node | None":
    """Return the innermost function around a node."""
    parent = node.parent
    while parent is not None and parent.type not in FUNCTION_TYPES:
        parent = parent.parent
    return parent


def find_function_calls(context: RuleContext, text: SourceText, name: str, name_start: int) -> Sequence[Call]:
    """Return the calls of the function whose name is defined at an offset: those of this text first."""
    known = context.once(_make_call_cache)
    key = (text.snapshot.uri, name, name_start)
    if key not in known:
        known[key] = list(_search_calls(context, text, name, name_start))
    return known[key]


def _make_call_cache(_: RuleContext) -> dict[tuple[str, str, int], list[Call]]:
    return {}


def _search_calls(context: RuleContext, text: SourceText, name: str, name_start: int) -> Iterator[Call]:
    point = text.point_at(name_start)
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        found = _uses_by_name(context, text, name)
    else:
        binding = resolver.resolve(name).at(point)
        if binding is None:
            return
        found = chain(_uses_by_binding(context, text, binding), _uses_by_receiver(context, text, binding))
    seen = {(text.snapshot.uri, point)}
    for other, start, is_certain in found:
        node = _call_at(other, start, len(name))
        if node is None or (other.snapshot.uri, start) in seen:
            continue
        seen.add((other.snapshot.uri, start))
        yield Call(other, node, is_certain)
        if len(seen) > MAX_CALLS_PER_NAME:
            return


_Use = tuple[SourceText, Point, bool]
"""Where a name is used, and whether it is certain that it is that name."""


def _uses_by_binding(context: RuleContext, text: SourceText, binding: Binding) -> Iterator[_Use]:
    for place in find_all_places(text.snapshot, binding, context.situation.workspace_texts):
        other = text if place.uri == text.snapshot.uri else context.text_at(place.uri)
        if other is not None:
            yield other, place.occurrence.span.start, place.is_certain


def _uses_by_receiver(context: RuleContext, text: SourceText, binding: Binding) -> Iterator[_Use]:
    """Yield the uses of a method of which no type is known, but whose receiver is called like the type."""
    if not binding.owner or binding.kind != "method":
        return
    owner = name_parts(binding.owner)
    pattern = re.compile(rf"(?<![\w$.])(\w+)(\.|->|::|\?\.){re.escape(binding.name)}(?=\s*\()")
    for other in (text, *context.other_texts([binding.name], MAX_CALLING_TEXTS)):
        resolver = resolver_for(other.snapshot)
        for match in pattern.finditer(other.joined):
            point = other.point_at(match.end() - len(binding.name))
            is_known = resolver is not None and resolver.resolve(binding.name).at(point) is not None
            if is_known or not match[1] or not other.code[point.line : point.line + 1]:
                continue
            if not other.code[point.line].startswith(binding.name, point.column):
                continue
            if match[1] == binding.owner or name_parts(match[1]) == owner:
                yield other, point, match[1] == binding.owner


def _uses_by_name(context: RuleContext, text: SourceText, name: str) -> Iterator[_Use]:
    """Yield the uses of a name, if the texts that mention it define it once."""
    texts = [text]
    if context.current_text is not text:
        texts.append(context.current_text)
    texts += [one for one in context.other_texts([name], MAX_CALLING_TEXTS) if one not in texts]
    definition = re.compile(
        rf"^[^\S\n]*(?:[\w<>\[\],.*&]+\s+)+\**{re.escape(name)}\s*\([^;{{]*\)[^;{{]*\{{", re.M
    )
    texts = [one for one in texts if one.language.family == text.language.family and one.tree is not None]
    if sum(len(definition.findall(one.joined)) for one in texts) > 1:
        return
    for one in texts:
        for point in one.uses(name):
            yield one, point, True


def _call_at(text: SourceText, start: Point, size: int) -> "Node | None":
    """Return the call whose function is the name at a position."""
    if text.tree is None:
        return None
    offset = text.offset_at(start.line, start.column)
    node = text.tree.root.named_descendant_for_byte_range(offset, offset + size)
    while node is not None and node.parent is not None:
        parent = node.parent
        field = _CALL_FIELDS.get(parent.type)
        if field is not None and parent.child_by_field_name(field) == node:
            return parent
        if parent.type not in _QUALIFIED_TYPES or parent.end_byte != node.end_byte:
            if parent.type in ("generic_function", "generic_type") and parent.start_byte <= node.start_byte:
                node = parent
                continue
            return None
        node = parent
    return None
