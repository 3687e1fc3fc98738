"""Types of Rust expressions, as far as one text tells them, and what its paths lead to.

References, `Box`, `Rc` and `Arc` count as what they refer to. A trait counts as a type.
"""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import (
    child_index,
    enclosing,
    first_named,
    innermost_part,
    is_field,
    name_of,
    same_node,
)
from understudy.nes.bindings.rules import TypeReference
from understudy.nes.bindings.rust.closures import closure_parameter_type
from understudy.nes.bindings.rust.modules import find_module, inline_module, item_in
from understudy.nes.bindings.rust.written_types import plain_type, type_argument

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "LIBRARY_MEMBERS",
    "TYPE_ITEMS",
    "expression_type",
    "extended_source",
    "find_type",
    "implementing_item",
    "named_type",
    "trait_references",
]

TYPE_ITEMS: Final = frozenset({"struct_item", "enum_item", "union_item", "trait_item", "type_item"})
LIBRARY_MEMBERS: Final = frozenset(
    {
        "as_ref",
        "as_str",
        "borrow",
        "chars",
        "clone",
        "cloned",
        "collect",
        "contains",
        "count",
        "default",
        "drop",
        "eq",
        "expect",
        "extend",
        "filter",
        "find",
        "first",
        "fmt",
        "from",
        "get",
        "hash",
        "index",
        "insert",
        "into",
        "into_iter",
        "is_empty",
        "iter",
        "iter_mut",
        "join",
        "keys",
        "kind",
        "last",
        "len",
        "lines",
        "lock",
        "map",
        "max",
        "min",
        "new",
        "next",
        "open",
        "parse",
        "path",
        "peek",
        "pop",
        "position",
        "push",
        "read",
        "remove",
        "replace",
        "send",
        "size",
        "sort",
        "split",
        "start",
        "state",
        "take",
        "text",
        "to_owned",
        "to_string",
        "trim",
        "unwrap",
        "value",
        "values",
        "write",
    }
)
"""Members of many types of the library."""
_UNWRAPPING: Final = frozenset({"unwrap", "expect", "unwrap_or_default", "unwrap_or_else", "unwrap_or"})
_SAME_TYPE_METHODS: Final = frozenset(
    {"clone", "as_ref", "as_mut", "borrow", "borrow_mut", "to_owned", "into_iter", "iter", "iter_mut"}
)
_SAME_TYPE: Final = {
    "parenthesized_expression": "",
    "reference_expression": "value",
    "unary_expression": "",
    "await_expression": "",
}
_WRITTEN: Final = frozenset(
    {
        "type_identifier",
        "scoped_type_identifier",
        "generic_type",
        "reference_type",
        "pointer_type",
        "dynamic_type",
        "abstract_type",
        "array_type",
    }
)


def implementing_item(node: "Node") -> "Node | None":
    """Return the implementation or trait around a node: what `Self` stands for."""
    return enclosing(node, ("impl_item", "trait_item", "struct_item", "enum_item"))


def _self_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    item = implementing_item(node)
    if item is None or item.type != "impl_item":
        return TypeReference(item) if item is not None else None
    written = item.child_by_field_name("type")
    return named_type(written, resolver) if written is not None else None


def named_type(written: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type that a written type or a path names."""
    node = plain_type(written)
    if node is not None and node.type == "generic_type":
        node = node.child_by_field_name("type")
    if node is None:
        return None
    if node.type in ("scoped_type_identifier", "scoped_identifier"):
        return _scoped_type(node, resolver)
    if node.type not in ("type_identifier", "identifier"):
        return None
    return find_type(node, resolver)


def find_type(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type or trait that a single name stands for."""
    if resolver.text(name) == "Self":
        return _self_type(name, resolver)
    definitions = resolver.definitions_of(name)
    for one in definitions:
        if one.use.source is not None:
            extension = _extension(resolver.text(name), resolver)
            return TypeReference(extension) if extension is not None else TypeReference(source=one.use.source)
        item = one.node.parent
        if item is None:
            continue
        if item.type == "type_item":
            written = item.child_by_field_name("type")
            return resolver.type_of(written) if written is not None else None
        if item.type == "type_parameter":
            bounds = trait_references(item.child_by_field_name("bounds"), resolver)
            return bounds[0] if bounds else None
        if item.type in TYPE_ITEMS:
            return TypeReference(item)
    if definitions:
        return None
    item = item_in(resolver.root, resolver.text(name), resolver)
    return TypeReference(item) if item is not None and item.type in TYPE_ITEMS else None


def _read_extensions(resolver: "NameResolver") -> dict[str, "Node"]:
    """Return the first implementation without a trait for each name of a type."""
    found: dict[str, Node] = {}
    for item in resolver.root.named_children:
        if item.type == "impl_item" and item.child_by_field_name("trait") is None:
            written = item.child_by_field_name("type")
            name = name_of(written, "type") or resolver.text(written) if written is not None else ""
            found.setdefault(name, item)
    return found


def _extension(name: str, resolver: "NameResolver") -> "Node | None":
    """Return what stands for an imported type to which this text adds methods: the first implementation."""
    return resolver.derived("rust extensions", _read_extensions).get(name)


def extended_source(extension: "Node", resolver: "NameResolver") -> ImportSource | None:
    """Return where the type comes from that an implementation is for."""
    written = extension.child_by_field_name("type")
    name = (written.child_by_field_name("type") or written) if written is not None else None
    for one in resolver.definitions_of(name) if name is not None and name.type == "type_identifier" else ():
        return one.use.source
    return None


def _scoped_type(path: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type or the variant of an enum that a path names."""
    left, name = path.child_by_field_name("path"), path.child_by_field_name("name")
    if left is None or name is None:
        return None
    text = resolver.text(name)
    module = inline_module(left, resolver)
    if module is not None:
        item = item_in(module, text, resolver)
        return TypeReference(item) if item is not None and item.type in TYPE_ITEMS else None
    outside = find_module(left, resolver)
    if outside:
        return TypeReference(source=ImportSource(outside, text))
    owner = resolver.limited(named_type, left)
    if owner is None or owner.node is None:
        return None
    body = owner.node.child_by_field_name("body") if owner.node.type == "enum_item" else None
    for variant in body.named_children if body is not None else ():
        if variant.type == "enum_variant" and name_of(variant) == text:
            return TypeReference(variant)
    return None


def trait_references(bounds: "Node | None", resolver: "NameResolver") -> list[TypeReference]:
    """Return the traits of a list of bounds."""
    found = [
        resolver.limited(named_type, one)
        for one in (bounds.named_children if bounds is not None else ())
        if one.type != "lifetime"
    ]
    return [one for one in found if one is not None]


# Expressions


def _element(written: "Node | None") -> "Node | None":
    """Return the type of the elements of a written collection, or what an `Option` or a `Result` holds."""
    node = plain_type(written) if written is not None else None
    if node is None:
        return None
    if node.type == "array_type":
        return node.child_by_field_name("element")
    return type_argument(node) if node.type == "generic_type" else None


def expression_type(expression: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of an expression: as it is written somewhere, or the type itself; None if unknown."""
    node = innermost_part(expression, _SAME_TYPE)
    if node is None:
        return None
    kind = node.type
    if kind == "self":
        return _self_type(node, resolver)
    if kind in _WRITTEN:
        return node
    if kind in ("struct_expression", "struct_pattern"):
        return node.child_by_field_name("name" if kind == "struct_expression" else "type")
    if kind == "identifier":
        return _type_of_name(node, resolver)
    if kind == "scoped_identifier":
        return _scoped_type(node, resolver) or named_type(node, resolver)
    if kind == "call_expression":
        return _result(node, resolver)
    if kind == "field_expression":
        return _member_type(node, ("field_declaration",), "type", resolver)
    if kind in ("try_expression", "index_expression"):
        return _element(_written(first_named(node), resolver))
    return None


def _written(expression: "Node | None", resolver: "NameResolver") -> "Node | None":
    found = resolver.limited(expression_type, expression) if expression is not None else None
    return None if isinstance(found, TypeReference) else found


def _member_type(
    access: "Node", items: tuple[str, ...], field: str, resolver: "NameResolver"
) -> "Node | TypeReference | None":
    """Return the type of a field, or the result of a method, of the value that an expression accesses."""
    value, name = access.child_by_field_name("value"), access.child_by_field_name("field")
    owner = resolver.type_of(value) if value is not None else None
    if owner is None or owner.node is None or name is None:
        return None
    return _declared_in(owner, resolver.text(name), items, field, resolver)


def _declared_in(
    owner: TypeReference, name: str, items: tuple[str, ...], field: str, resolver: "NameResolver"
) -> "Node | TypeReference | None":
    if owner.node is None:
        return None
    for one in resolver.members_named(name, owner.node):
        item = one.node.parent
        if item is not None and item.type in items:
            written = item.child_by_field_name(field)
            return owner if written is not None and resolver.text(written) == "Self" else written
    return None


def _result(call: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    callee = call.child_by_field_name("function")
    if callee is not None and callee.type == "generic_function":
        callee = callee.child_by_field_name("function")
    if callee is None:
        return None
    functions = ("function_item", "function_signature_item")
    if callee.type == "identifier":
        for one in resolver.definitions_of(callee):
            item = one.node.parent
            if item is not None and item.type in functions:
                return item.child_by_field_name("return_type")
        return find_type(callee, resolver)  # a tuple struct
    if callee.type == "scoped_identifier":
        path, name = callee.child_by_field_name("path"), callee.child_by_field_name("name")
        owner = resolver.limited(named_type, path) if path is not None else None
        if owner is None or name is None:
            return None
        text = resolver.text(name)
        found = _declared_in(owner, text, functions, "return_type", resolver)
        if found is not None:
            return found
        is_constructor = text in ("new", "default") or text.startswith("with_") or text[:1].isupper()
        return owner if is_constructor else None
    if callee.type == "field_expression":
        found = _member_type(callee, functions, "return_type", resolver)
        if found is not None:
            return found
        method = name_of(callee, "field")
        value = callee.child_by_field_name("value")
        if value is None:
            return None
        if method in _UNWRAPPING:
            return _element(_written(value, resolver))
        return resolver.limited(expression_type, value) if method in _SAME_TYPE_METHODS else None
    return None


def _type_of_name(name: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    for one in resolver.definitions_of(name):
        if one.use.source is not None:
            return TypeReference(source=one.use.source)
        parent = one.node.parent
        while parent is not None and parent.type in ("mut_pattern", "ref_pattern", "reference_pattern"):
            parent = parent.parent
        if parent is None:
            return None
        if parent.type in TYPE_ITEMS:
            return TypeReference(parent)
        if parent.type == "type_parameter":
            return find_type(name, resolver)
        if parent.type == "tuple_pattern":
            return _tuple_element(one.node, parent, resolver)
        if parent.type in ("parameter", "const_item", "static_item", "let_declaration"):
            written = parent.child_by_field_name("type")
            if written is not None or parent.type != "let_declaration":
                return written
            value = parent.child_by_field_name("value")
            return resolver.limited(expression_type, value) if value is not None else None
        if parent.type == "for_expression":
            return _element(_written(parent.child_by_field_name("value"), resolver))
        if parent.type == "tuple_struct_pattern":
            return _unwrapped_type(one.node, parent, resolver)
        return closure_parameter_type(one.node, parent, _written, resolver)
    return find_type(name, resolver) if resolver.text(name)[:1].isupper() else None


def _tuple_element(name: "Node", pattern: "Node", resolver: "NameResolver") -> "Node | TypeReference | None":
    """Return the type of a name in `let (a, b) = (x, y)`, or with the type of the tuple written."""
    holder, index = pattern.parent, child_index(pattern, name)
    if holder is None or holder.type not in ("let_declaration", "parameter"):
        return None
    written, value = holder.child_by_field_name("type"), holder.child_by_field_name("value")
    if written is not None:
        types = written.named_children if written.type == "tuple_type" else []
        return types[index] if 0 <= index < len(types) else None
    values = value.named_children if value is not None and value.type == "tuple_expression" else []
    return resolver.limited(expression_type, values[index]) if 0 <= index < len(values) else None


def _unwrapped_type(name: "Node", pattern: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the type of a name in `Some(name)`, `Ok(name)` or the pattern of a variant of this text."""
    constructor, holder = pattern.child_by_field_name("type"), pattern.parent
    if constructor is None or holder is None:
        return None
    if resolver.text(constructor) in ("Some", "Ok"):
        if holder.type in ("let_condition", "let_declaration") and is_field(holder, "pattern", pattern):
            return _element(_written(holder.child_by_field_name("value"), resolver))
        return None
    variant = _scoped_type(constructor, resolver) if constructor.type == "scoped_identifier" else None
    body = variant.node.child_by_field_name("body") if variant is not None and variant.node else None
    if body is None or body.type != "ordered_field_declaration_list":
        return None
    types = body.children_by_field_name("type")
    index = child_index(pattern, name) - (1 if same_node(first_named(pattern), constructor) else 0)
    return types[index] if 0 <= index < len(types) else None
