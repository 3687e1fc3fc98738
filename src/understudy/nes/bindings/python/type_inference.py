"""The types of Python expressions, as far as annotations, constructor calls and assignments tell them.

A type is a class of the text or an import; a class and its instances have the same type. Types of builtins are
imports from `builtins`, so that their members are known to be defined elsewhere.
"""

import builtins
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_RETURN_NODES
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.python.annotations import (
    result_of_annotation,
    type_of_annotation,
    type_of_class_name,
)
from understudy.nes.bindings.python.checked_types import narrowed_type
from understudy.nes.bindings.python.container_types import (
    KEYS_STEP,
    argument,
    called_function,
    element_of_type,
    element_type,
    lambda_argument_type,
    typed_dictionary,
)
from understudy.nes.bindings.python.modules import glob_modules
from understudy.nes.bindings.python.scopes import (
    assignment_target,
    enclosing_class,
    has_decorator,
    is_field,
    named_child,
    parameter_function,
    self_class,
)
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = ["base_types", "derived_type", "expression_type"]

_BUILTIN_NAMES: Final = frozenset(dir(builtins))
_LITERALS: Final = {
    "string": "str",
    "concatenated_string": "str",
    "integer": "int",
    "float": "float",
    "true": "bool",
    "false": "bool",
    "list": "list",
    "list_comprehension": "list",
    "dictionary": "dict",
    "dictionary_comprehension": "dict",
    "set": "set",
    "set_comprehension": "set",
    "tuple": "tuple",
    "expression_list": "tuple",
    "generator_expression": "object",
    "comparison_operator": "bool",
    "not_operator": "bool",
    "lambda": "object",
}
_ITEM_METHODS: Final = frozenset({"get", "pop", "setdefault", "popleft", "get_nowait"})
_ENUM_BASES: Final = ("Enum", "Flag", "IntEnum", "StrEnum", "IntFlag")


def expression_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of an expression; None if it is not known."""
    kind = node.type
    if kind == "identifier":
        parent = node.parent
        if parent is not None and parent.type == "attribute" and is_field(parent, "attribute", node):
            return _type_of_attribute(parent, resolver)
        if parent is not None and parent.type == "dotted_name" and node.prev_named_sibling is not None:
            return _type_of_dotted_name(parent, node, resolver)
        own = self_class(node, resolver)
        return TypeReference(own) if own is not None else _type_of_name(node, resolver)
    if kind == "attribute":
        return _type_of_attribute(node, resolver)
    if kind == "call":
        return _type_of_call(node, resolver)
    if kind in _LITERALS:
        return _builtin(_LITERALS[kind])
    if kind == "dotted_name":
        return _type_of_dotted_name(node, None, resolver)
    if kind in ("await", "parenthesized_expression"):
        inner = named_child(node, 0)
        return resolver.type_of(inner) if inner is not None else None
    if kind == "subscript":
        value = node.child_by_field_name("value")
        if value is None:
            return None
        return element_type(value, resolver, is_item=True) or _generic_class(value, resolver)
    if kind == "named_expression":
        value = node.child_by_field_name("value")
        return resolver.type_of(value) if value is not None else None
    if kind in ("conditional_expression", "boolean_operator"):
        # `a if test else b`, `a or b`
        parts = [child for child in node.named_children if child.type != "comment"]
        parts = [parts[0], parts[-1]] if parts else []
        found = [resolver.type_of(part) for part in parts]
        return _single([one for one in found if one is not None])
    return None


def base_types(type_node: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the classes that a class inherits from."""
    if type_node.type != "class_definition":
        return [_builtin("object")]  # a function, or the annotation of a container
    arguments = type_node.child_by_field_name("superclasses")
    if arguments is None:
        return []
    found: list[TypeReference] = []
    for child in arguments.named_children:
        at = child.child_by_field_name("value") if child.type == "subscript" else child
        if at is not None and at.type in ("identifier", "attribute"):
            one = type_of_class_name(resolver.text(at), at, resolver)
            if one is not None:
                found.append(one)
    return found


def derived_type(found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
    """Return the type of what a call of the type returns (of a class, the class), or of its elements."""
    if step == KEYS_STEP:
        return typed_dictionary(found, resolver)
    if step != "()":
        return element_of_type(found, step, resolver)
    node, source = found.node, found.source
    if node is not None and node.type not in ("function_definition", "class_definition"):
        return result_of_annotation(node, resolver)
    if node is not None and node.type == "function_definition":
        return resolver.memo(("returned", node.id), lambda: _returned_type(node, resolver))
    if node is None and source is not None and source.module != "builtins":
        return TypeReference(source=ImportSource(source.module, f"{source.name}.()"))
    return found


def _returned_type(function: "Node", resolver: "NameResolver") -> TypeReference | None:
    annotation = function.child_by_field_name("return_type")
    if annotation is not None:
        return type_of_annotation(annotation, resolver)
    if _is_generator(function, resolver):
        return None
    found = [resolver.type_of(value) for value in _returned_values(function)]
    return _single([one for one in found if one is not None])


def _is_generator(function: "Node", resolver: "NameResolver") -> bool:
    return "yield" in resolver.text(function)


def _returned_values(function: "Node") -> Sequence["Node"]:
    """Return the values of the return statements of a function, without those of functions in it."""
    body = function.child_by_field_name("body")
    pending = [body] if body is not None else []
    found: list[Node] = []
    visited = 0
    while pending and visited < MAX_RETURN_NODES:
        node = pending.pop()
        visited += 1
        if node.type == "return_statement":
            value = named_child(node, 0)
            if value is not None and value.type != "none":
                found.append(value)
        elif node.type == "block" or node.type.endswith(("_statement", "_clause")):
            pending += [
                child
                for child in node.named_children
                if child.type == "block" or child.type.endswith(("_statement", "_clause"))
            ]
    return found


# Names


def _type_of_name(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    definitions = resolver.definitions_of(node)
    if not definitions:
        name = resolver.text(node)
        return _builtin(name) if name in _BUILTIN_NAMES and not _is_imported(resolver) else None
    narrowed = narrowed_type(node, resolver)
    if narrowed is not None:
        return narrowed
    if len(definitions) == 1:
        return _definition_type(definitions[0], resolver)
    if definitions[0].use.kind != "parameter":
        declared = _declared_type(definitions, resolver)
        if declared is not None:
            return declared
    return _type_at(node, definitions, resolver)


def _declared_type(definitions: Sequence["Definition"], resolver: "NameResolver") -> TypeReference | None:
    """Return the type of the definition with an annotation, which holds for the others too."""
    for one in definitions:
        at = one.node.parent
        if at is not None and at.type == "attribute":
            at = at.parent
        if at is not None and at.type == "assignment" and at.child_by_field_name("type") is not None:
            return _definition_type(one, resolver)
    return None


def _is_imported(resolver: "NameResolver") -> bool:
    """Whether a name without a definition may come from an import of all names."""
    return bool(glob_modules(resolver))


def _type_at(
    node: "Node", definitions: Sequence["Definition"], resolver: "NameResolver"
) -> TypeReference | None:
    """Return the type of a name that is defined several times: that of the last definition which is always
    executed before, or the only type of all definitions."""
    last: Definition | None = None
    between: list[Definition] = []
    for one in definitions:
        if one.node.start_byte >= node.start_byte:
            break
        block = _block_of(one.node)
        if block is not None and block.start_byte <= node.start_byte < block.end_byte:
            last, between = one, []
        else:
            between.append(one)
    if last is not None and last.use.kind != "parameter" and not _is_in(node, last):
        types = [_definition_type(one, resolver) for one in (last, *between)]
        if types[0] is None:
            return None
        return _single([one for one in types if one is not None])
    found = [_definition_type(one, resolver) for one in definitions]
    return _single([one for one in found if one is not None])


def _is_in(node: "Node", definition: "Definition") -> bool:
    """Whether a reference is in the value that is assigned in the definition."""
    statement = assignment_target(definition.node)
    return statement is not None and statement.start_byte <= node.start_byte < statement.end_byte


def _block_of(node: "Node") -> "Node | None":
    """Return the block in which a definition is executed."""
    at = node.parent
    while at is not None and at.type not in ("block", "module", "lambda", "function_definition"):
        if at.type in ("for_in_clause",):
            return at.parent
        at = at.parent
    return at


def _definition_type(one: "Definition", resolver: "NameResolver") -> TypeReference | None:
    return resolver.memo(("defined", one.node.id), lambda: _find_definition_type(one, resolver))


def _find_definition_type(one: "Definition", resolver: "NameResolver") -> TypeReference | None:
    node, parent = one.node, one.node.parent
    if parent is None:
        return None
    if one.use.source is not None:
        return TypeReference(source=one.use.source)
    if one.use.kind == "class":
        return TypeReference(parent)
    if parent.type == "function_definition" and is_field(parent, "name", node):
        if has_decorator(parent, ("property", "cached_property", "fixture"), resolver):
            return resolver.memo(("returned", parent.id), lambda: _returned_type(parent, resolver))
        return TypeReference(parent)
    if one.use.kind == "parameter":
        return _parameter_type(node, parent, resolver)
    target = parent if parent.type == "attribute" else node
    statement = assignment_target(target)
    return _assigned_type(target, statement, resolver) if statement is not None else None


def _parameter_type(node: "Node", parent: "Node", resolver: "NameResolver") -> TypeReference | None:
    annotation = parent.child_by_field_name("type")
    if parent.type in ("list_splat_pattern", "dictionary_splat_pattern"):
        return _builtin("tuple" if parent.type == "list_splat_pattern" else "dict")
    if annotation is not None:
        return type_of_annotation(annotation, resolver)
    value = parent.child_by_field_name("value")
    if value is not None and value.type in ("call", "attribute", "identifier"):
        return resolver.type_of(value)
    function = parameter_function(node)
    if function is not None and function.type == "lambda":
        return lambda_argument_type(function, resolver)
    own = self_class(node, resolver) if function is not None else None
    return TypeReference(own) if own is not None else None


def _assigned_type(target: "Node", statement: "Node", resolver: "NameResolver") -> TypeReference | None:
    kind = statement.type
    if kind == "assignment":
        annotation = statement.child_by_field_name("type")
        if annotation is not None:
            return type_of_annotation(annotation, resolver)
        value = statement.child_by_field_name("right")
        while value is not None and value.type == "assignment":  # `a = b = value`
            value = value.child_by_field_name("right")
        if value is None:
            return None
        if is_field(statement, "left", target):
            if _is_enum_member(target, resolver):
                owner = enclosing_class(target)
                return TypeReference(owner) if owner is not None else None
            return resolver.type_of(value)
        return _unpacked_type(target, value, resolver)
    if kind == "named_expression":
        value = statement.child_by_field_name("value")
        return resolver.type_of(value) if value is not None else None
    if kind in ("for_statement", "for_in_clause"):
        values = statement.child_by_field_name("right")
        if values is None:
            return None
        if is_field(statement, "left", target):
            return element_type(values, resolver)
        return element_type(values, resolver, position=_position(target))
    if kind == "as_pattern":
        value = named_child(statement, 0)
        alias = target.parent
        is_whole = alias is not None and alias.type == "as_pattern_target" and alias.named_child_count == 1
        if value is None or not is_whole or value.type == "tuple":
            return None
        return resolver.type_of(value)
    return None


def _is_enum_member(target: "Node", resolver: "NameResolver") -> bool:
    block = target.parent.parent.parent if target.parent is not None and target.parent.parent else None
    owner = block.parent if block is not None and block.type == "block" else None
    if owner is None or owner.type != "class_definition" or target.type != "identifier":
        return False
    bases = owner.child_by_field_name("superclasses")
    return bases is not None and any(
        resolver.text(base).rpartition(".")[2] in _ENUM_BASES for base in bases.named_children
    )


def _position(target: "Node") -> int:
    """Return the position of a name in the tuple that is assigned to; -1 if the tuple is nested."""
    pattern = target.parent
    if pattern is None or pattern.parent is None or pattern.type not in ("pattern_list", "tuple_pattern"):
        return -1
    if pattern.parent.type not in ("assignment", "for_statement", "for_in_clause"):
        return -1
    for index, child in enumerate(pattern.named_children):
        if child.id == target.id:
            return index
        if child.type == "list_splat_pattern":
            return -1
    return -1


def _unpacked_type(target: "Node", value: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of `b` in `a, b = value`."""
    position = _position(target)
    if position < 0:
        return None
    if value.type in ("expression_list", "tuple"):
        part = named_child(value, position)
        return resolver.type_of(part) if part is not None and part.type != "list_splat" else None
    found = resolver.type_of(value)
    return element_of_type(found, f"<{position}>", resolver) if found is not None else None


# Attributes and calls


def _type_of_attribute(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    receiver, name_node = node.child_by_field_name("object"), node.child_by_field_name("attribute")
    owner = resolver.type_of(receiver) if receiver is not None else None
    if owner is None or name_node is None:
        return None
    return _member_type(owner, resolver.text(name_node), resolver)


def _type_of_dotted_name(node: "Node", last: "Node | None", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of a dotted name in a pattern, up to one of its parts."""
    first = named_child(node, 0)
    found = resolver.type_of(first) if first is not None else None
    for part in node.named_children[1:]:
        found = _member_type(found, resolver.text(part), resolver) if found is not None else None
        if last is not None and part.id == last.id:
            break
    return found


def _member_type(owner: TypeReference, name: str, resolver: "NameResolver") -> TypeReference | None:
    if owner.node is not None:
        defined = resolver.members_named(name, owner.node)
        if name == "__class__":
            return owner
        if not defined:
            outside = resolver.outside_bases(owner.node)
            return _member_type(outside[0], name, resolver) if len(outside) == 1 else None
        first = defined[0].use.owner
        same = [one for one in defined if one.use.owner is not None and one.use.owner == first]
        declared = _declared_type(same, resolver)
        if declared is not None:
            return declared
        found = [_definition_type(one, resolver) for one in same]
        return _single([one for one in found if one is not None])
    source = owner.source
    if source is None or source.module == "builtins":
        return None
    path = f"{source.name}.{name}" if source.name else name
    return TypeReference(source=ImportSource(source.module, path))


def _type_of_call(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    callee = node.child_by_field_name("function")
    if callee is None:
        return None
    text = resolver.text(callee)
    if text == "super":
        return _super_type(node, resolver)
    if text in ("copy", "copy.copy", "deepcopy", "copy.deepcopy", "type", "replace", "dataclasses.replace"):
        first = argument(node, 0)
        return resolver.type_of(first) if first is not None else None
    if text in ("cast", "typing.cast"):
        first = argument(node, 0)
        return type_of_annotation(first, resolver) if first is not None else None
    if text in ("next", "min", "max") and (first := argument(node, 0)) is not None:
        return element_type(first, resolver)
    if callee.type == "attribute" and text.rpartition(".")[2] in _ITEM_METHODS:
        values = callee.child_by_field_name("object")
        item = element_type(values, resolver, is_item=True) if values is not None else None
        if item is not None:
            return item
    function = called_function(callee, resolver)
    found = TypeReference(function) if function is not None else resolver.type_of(callee)
    return derived_type(found, "()", resolver) if found is not None else None


def _super_type(call: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the base class that `super()` is, for the member that is asked of it."""
    own = enclosing_class(call)
    if own is None:
        return None
    bases = base_types(own, resolver)
    attribute = call.parent.child_by_field_name("attribute") if call.parent is not None else None
    if attribute is not None:
        name = resolver.text(attribute)
        for base in bases:
            if base.node is not None and resolver.members_named(name, base.node):
                return base
    outside = [one for one in resolver.outside_bases(own) if one.source is not None]
    return outside[0] if outside else bases[0] if bases else _builtin("object")


def _generic_class(value: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the class of `Store[int]`."""
    if value.type != "identifier":
        return None
    definitions = resolver.definitions_of(value)
    if definitions and all(one.use.kind == "class" for one in definitions):
        return _definition_type(definitions[0], resolver)
    return None


def _builtin(name: str) -> TypeReference:
    return TypeReference(source=ImportSource("builtins", name))


def _single(types: Sequence[TypeReference]) -> TypeReference | None:
    """Return the type if all are the same."""
    if not types:
        return None
    first = types[0]
    return first if all(one == first for one in types[1:]) else None
