"""Where the types of Go expressions come from that other texts tell."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.go.types import SAME_TYPE, TYPE_NODES
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import child_index, innermost_part, name_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["outside_source"]

_ASSIGNING: Final = frozenset({"short_var_declaration", "range_clause"})


def outside_source(expression: "Node", resolver: "NameResolver") -> ImportSource | None:
    """Return where the type of an expression comes from that other texts tell: a path of names, of which each is
    taken from the type of what is before it, the result for a function."""
    node = innermost_part(expression, {**SAME_TYPE, "call_expression": "function"})
    if node is None:
        return None
    if node.type == "selector_expression":
        operand, name = node.child_by_field_name("operand"), node.child_by_field_name("field")
        owner = resolver.type_of(operand) if operand is not None else None
        if owner is None or name is None:
            return None
        if owner.source is not None:
            return _extended(owner.source, resolver.text(name))
        holder = name_of(owner.node) if owner.node is not None and owner.node.type in TYPE_NODES else ""
        return ImportSource("", f"{holder}.{resolver.text(name)}") if holder else None
    if node.type == "index_expression":
        operand = node.child_by_field_name("operand")
        source = resolver.limited(outside_source, operand) if operand is not None else None
        return _extended(source, "[]")
    if node.type != "identifier" or resolver.text(node) in ("new", "make", "append", "nil", "len", "cap"):
        return None
    definitions = resolver.definitions_of(node)
    if not definitions:
        return ImportSource("", resolver.text(node))
    return _declared_source(definitions[0].node, resolver)


def _extended(source: ImportSource | None, step: str) -> ImportSource | None:
    if source is None:
        return None
    return ImportSource(source.module, f"{source.name}.{step}" if source.name else step)


def _declared_source(definition: "Node", resolver: "NameResolver") -> ImportSource | None:
    """Return the source of the type of a variable, by what is assigned to it."""
    parent = definition.parent
    statement = parent.parent if parent is not None and parent.type == "expression_list" else None
    if parent is not None and parent.type == "var_spec":
        names = [one.id for one in parent.children_by_field_name("name")]
        values, index = (
            parent.child_by_field_name("value"),
            names.index(definition.id),
        )
    elif (
        parent is not None
        and statement is not None
        and statement.type in ("short_var_declaration", "range_clause")
    ):
        values, index = statement.child_by_field_name("right"), child_index(parent, definition)
    else:
        return None
    if values is None:
        return None
    if statement is not None and statement.type == "range_clause":
        return _extended(resolver.limited(outside_source, values), "[]") if index == 1 else None
    listed = values.named_children if values.type == "expression_list" else [values]
    if index < len(listed) and (len(listed) > 1 or index == 0):
        return resolver.limited(outside_source, listed[index])
    return None
