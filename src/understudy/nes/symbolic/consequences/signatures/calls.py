"""The calls of one function, found by what names refer to; no other function of the same name.

Not the arguments of a call. A language without bindings has no known calls.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import Binding, find_all_places, origin_at, resolver_for
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
    "declared_functions_at",
    "enclosing_function",
    "find_function_calls",
    "functions_at",
    "owner_name_start",
    "parameter_names",
]

FUNCTION_TYPES: Final = frozenset(
    {
        "function_definition",
        "lambda",
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "arrow_function",
        "method",
        "singleton_method",
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
    "call": ("function", "method"),  # of Python and of Ruby
    "call_expression": ("function",),
    "method_invocation": ("name",),
    "new_expression": ("constructor",),
    "object_creation_expression": ("type",),
}
_DECLARATIONS: Final = frozenset({"declaration", "field_declaration"})
_TYPE_DECLARATORS: Final = frozenset({"pointer_declarator", "reference_declarator"})
_MACRO_TOKENS: Final = "token_tree"
"""The brackets of a macro of Rust, and those in it: the grammar has no calls there."""
_GENERIC_TYPES: Final = frozenset({"generic_function", "generic_type"})
"""Nodes of a name that type arguments follow."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_RECEIVER: Final = re.compile(r"(?<![\w$.])\w+(?=(?:\.|->|::|\?\.)\Z)")


class FunctionNode(NamedTuple):
    """A function that a text defines."""

    node: "Node"
    name: str
    name_start: int


class Call(NamedTuple):
    text: SourceText
    node: "Node"
    """The whole call; in a macro of Rust, its arguments."""
    is_certain: bool
    """Whether the function that is called is known, and not only its name."""

    @property
    def arguments(self) -> "Node | None":
        if self.node.type == _MACRO_TOKENS:
            return self.node
        return self.node.child_by_field_name("arguments")


def functions_at(text: SourceText, start: int, end: int) -> Sequence[FunctionNode]:
    """Return the functions with a name whose header touches a range, the outermost first."""
    found: list[FunctionNode] | None = text.functions_by_range.get((start, end))
    if found is None:
        found = text.functions_by_range[start, end] = [*_search_functions(text, start, end)]
    return found


def _search_functions(text: SourceText, start: int, end: int) -> Iterator[FunctionNode]:
    if text.tree is None:
        return
    pending: list[tuple[Node, int]] = [(text.tree.root, 0)]
    while pending:
        node, depth = pending.pop(0)
        if node.type in FUNCTION_TYPES:
            body = node.child_by_field_name("body")
            header_end = body.start_byte if body is not None else node.end_byte
            name = _name_node(node)
            if name is not None and header_end >= start:
                yield FunctionNode(node, text.joined[name.start_byte : name.end_byte], name.start_byte)
        if depth < MAX_FUNCTION_DEPTH:
            pending += [(child, depth + 1) for child in inner_children_touching(node, start, end)]


def declared_functions_at(text: SourceText, start: int, end: int) -> Iterator[FunctionNode]:
    """Yield the functions of C and C++ that are declared in a range without a body, the outermost first."""
    if text.tree is None or text.language.family != "c":
        return
    pending: list[tuple[Node, int]] = [(text.tree.root, 0)]
    while pending:
        node, depth = pending.pop(0)
        if node.type in _DECLARATIONS:
            declarator, name = node.child_by_field_name("declarator"), _name_node(node)
            while declarator is not None and declarator.type in _TYPE_DECLARATORS:
                declarator = declarator.child_by_field_name("declarator")
            if name is not None and declarator is not None and declarator.type == "function_declarator":
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
        while name is not None and name.type == "qualified_identifier":
            name = name.child_by_field_name("name")
    return name


def parameter_names(text: SourceText, function: FunctionNode) -> tuple[str, ...]:
    """Return the name of each parameter: its first word, unless a type stands before it."""
    parameters = function.node.child_by_field_name("parameters")
    named = [
        one.child_by_field_name("name") or one
        for one in (parameters.named_children if parameters is not None else ())
    ]
    words = [_WORD.search(text.joined, one.start_byte, one.end_byte) for one in named]
    return tuple(match[0] for match in words if match is not None)


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


def find_function_calls(
    context: RuleContext, text: SourceText, name: str, name_start: int, *, with_macros: bool = False
) -> Sequence[Call]:
    """Return the calls of the function whose name is defined at an offset: those of this text first.

    On request also those in macros of Rust, of which only the arguments are known.
    """
    known = context.once(_make_call_cache)
    key = (text.snapshot.uri, name, name_start)
    if key not in known:
        known[key] = list(_search_calls(context, text, name, name_start))
    return known[key] if with_macros else [one for one in known[key] if one.node.type != _MACRO_TOKENS]


def _make_call_cache(_: RuleContext) -> dict[tuple[str, str, int], list[Call]]:
    return {}


def _search_calls(context: RuleContext, text: SourceText, name: str, name_start: int) -> Iterator[Call]:
    point = text.point_at(name_start)
    seen = {(text.snapshot.uri, point)}
    resolver = resolver_for(text.snapshot)
    if resolver is None:
        return
    binding = resolver.resolve(name).at(point)
    if binding is None:
        # A method that is declared in the header of this text, as in C++.
        origin = origin_at(text.snapshot, name, point, context.situation.workspace_texts)
        declaring = context.text_at(origin.snapshot.uri) if origin is not None else None
        if origin is None or declaring is None:
            return
        text, binding = declaring, origin.binding
    found = chain(_uses_by_binding(context, text, binding), _uses_by_receiver(context, text, binding))
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
    """Yield the uses of a member of which no type is known, but whose receiver is called like the type."""
    if not binding.owner:
        return
    owner = name_parts(binding.owner)
    for other in (text, *context.other_texts([binding.name], MAX_CALLING_TEXTS)):
        resolver = resolver_for(other.snapshot)
        if resolver is None:
            continue
        for point in other.uses(binding.name):
            receiver = _RECEIVER.search(other.code[point.line][: point.column])
            if receiver is None or resolver.resolve(binding.name).at(point) is not None:
                continue
            if name_parts(receiver[0]) == owner:
                yield other, point, receiver[0] == binding.owner


def _call_at(text: SourceText, start: Point, size: int) -> "Node | None":
    """Return the call whose function is the name at a position."""
    offset = text.offset_at(start.line, start.column)
    root = text.tree.root if text.tree is not None else None
    node = root.named_descendant_for_byte_range(offset, offset + size) if root is not None else None
    while node is not None:
        parent = node.parent
        if parent is None:
            return None
        if parent.type == _MACRO_TOKENS:
            arguments = node.next_sibling
            if arguments is None or arguments.type != _MACRO_TOKENS:
                return None
            return arguments if text.joined[arguments.start_byte] == "(" else None
        if any(parent.child_by_field_name(field) == node for field in _CALL_FIELDS.get(parent.type, ())):
            return parent
        if parent.end_byte != node.end_byte and parent.type not in _GENERIC_TYPES:
            return None  # the name of something else, whose first part this is
        node = parent
    return None
