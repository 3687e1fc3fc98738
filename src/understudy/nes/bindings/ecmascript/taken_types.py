"""What is taken from a type: a member, an element, what a call returns or expects.

The lowest part of the types: asks for other types by `resolver.type_of` only.
"""

import re
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.held_types import HOLDERS, generic_name, held_argument, type_argument
from understudy.nes.bindings.ecmascript.jsdoc import commented_return, commented_type
from understudy.nes.bindings.ecmascript.nodes import (
    FUNCTIONS,
    MEMBER_OWNERS,
    SIGNATURES,
    is_options_pattern,
    nth_child,
)
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "CALLABLE",
    "GLOBAL_TYPES",
    "LISTS",
    "PROMISES",
    "STRUCTURES",
    "awaited_type",
    "callback_parameter",
    "component_props",
    "constructor_argument",
    "derived_type",
    "element_type",
    "function_argument",
    "global_type",
    "got_type",
    "is_async",
    "is_merge",
    "member_declaration_type",
    "member_type",
    "nth_parameter_type",
    "returned_type",
    "taken_from",
]

CALLABLE: Final = frozenset({*FUNCTIONS, *SIGNATURES})
LISTS: Final = frozenset(
    {"Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "IterableIterator", "Generator"}
)
PROMISES: Final = frozenset({"Promise", "PromiseLike"})
GLOBAL_TYPES: Final = {
    "string": "String",
    "template_string": "String",
    "number": "Number",
    "true": "Boolean",
    "false": "Boolean",
    "regex": "RegExp",
    "array_type": "Array",
    "tuple_type": "Array",
    "array": "Array",
    "template_literal_type": "String",
}
STRUCTURES: Final = frozenset(
    {*MEMBER_OWNERS, "arguments", "intersection_type", "union_type", "object_pattern", *CALLABLE}
)


def global_type(name: str) -> TypeReference:
    return TypeReference(source=ImportSource("", name))


def taken_from(source: ImportSource, step: str) -> TypeReference:
    """Return a type that is reached from an imported one."""
    name = f"{source.name}.{step}" if source.name else step
    return TypeReference(source=ImportSource(source.module, name))


def derived_type(found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
    """Return what a step that is no member name takes from a type: `()`, `[]`, `<await>`, `<props>`,
    `<argument 1>`, `<new 0>`."""
    if found.node is None:
        return taken_from(found.source, step) if found.source is not None else None
    match step:
        case "()":
            return returned_type(found, resolver)
        case "[]":
            return element_type(found, resolver)
        case "<get>" | "<peek>":
            return got_type(found, step.strip("<>"), resolver)
        case "<await>":
            return awaited_type(found, resolver)
        case "<props>":
            return component_props(found, resolver)
        case _:
            kind, _, index = step.strip("<>").partition(" ")
            position = int(index) if index.isdecimal() else 0
            if kind == "parameter":
                return callback_parameter(found, position, resolver)
            if kind == "new":
                return constructor_argument(found, position, resolver)
            return function_argument(found, position, resolver)


def member_type(owner: TypeReference | None, name: str, resolver: "NameResolver") -> TypeReference | None:
    if owner is None:
        return None
    if owner.node is None:
        return taken_from(owner.source, name) if owner.source is not None else None
    if owner.node.type == "enum_declaration":
        return owner
    if owner.node.type in HOLDERS:
        held = held_argument(owner.node, name, resolver, is_call=False)
        if held is not None:
            return held
    if owner.node.type not in STRUCTURES:
        return global_type(GLOBAL_TYPES.get(owner.node.type, "") or generic_name(owner.node, resolver))
    for one in resolver.members_named(name, owner.node):
        if one.use.scope is not None:  # of a namespace, or a parameter of the constructor
            found = resolver.type_of(one.node)
        else:
            found = member_declaration_type(one.node, resolver)
        if found is not None:
            return found
    for base in resolver.outside_bases(owner.node):
        if base.source is not None and base.source.module:
            return taken_from(base.source, name)
    return None


def member_declaration_type(name: "Node", resolver: "NameResolver") -> TypeReference | None:
    if name.type == "shorthand_property_identifier":
        return resolver.type_of(name)
    declaration = name.parent
    if declaration is not None and declaration.type == "string":
        declaration = declaration.parent
    if declaration is None:
        return None
    if declaration.type == "member_expression":  # this.x = 1
        assignment = declaration.parent
        right = assignment.child_by_field_name("right") if assignment is not None else None
        if right is None:
            return None
        return commented_type(right, resolver) or resolver.type_of(right)
    annotation = declaration.child_by_field_name("type")
    if annotation is not None:
        return resolver.type_of(annotation)
    if declaration.type == "method_definition":
        if any(child.type == "get" for child in declaration.children):
            returned = declaration.child_by_field_name("return_type")
            return resolver.type_of(returned) if returned is not None else None
        return TypeReference(declaration)
    if declaration.type in SIGNATURES:
        return TypeReference(declaration)
    value = declaration.child_by_field_name("value")
    return resolver.type_of(value) if value is not None else None


def returned_type(callee: TypeReference | None, resolver: "NameResolver") -> TypeReference | None:
    if callee is None:
        return None
    if callee.node is None:
        return taken_from(callee.source, "()") if callee.source is not None and callee.source.module else None
    if callee.node.type not in CALLABLE:
        return None
    annotation = callee.node.child_by_field_name("return_type")
    if annotation is not None:
        return resolver.type_of(annotation)
    commented = commented_return(callee.node, resolver)
    if commented is not None:
        return commented
    body = callee.node.child_by_field_name("body")
    if body is None or is_async(callee.node):
        return None
    if body.type == "statement_block":
        returns = [child for child in body.named_children if child.type == "return_statement"]
        body = next(iter(returns[0].named_children), None) if len(returns) == 1 else None
    return resolver.type_of(body) if body is not None else None


def is_async(function: "Node") -> bool:
    return any(child.type == "async" for child in function.children)


def awaited_type(found: TypeReference | None, resolver: "NameResolver") -> TypeReference | None:
    if found is None:
        return None
    if found.node is None:
        return taken_from(found.source, "<await>") if found.source is not None else None
    if found.node.type == "generic_type" and generic_name(found.node, resolver) in PROMISES:
        return type_argument(found.node, resolver)
    return found


def element_type(found: TypeReference | None, resolver: "NameResolver") -> TypeReference | None:
    """Return the type of the elements of a list."""
    if found is None:
        return None
    if found.node is None:
        return taken_from(found.source, "[]") if found.source is not None else None
    if found.node.type == "array_type":
        inner = nth_child(found.node, 0)
        return resolver.type_of(inner) if inner is not None else None
    if found.node.type in HOLDERS and generic_name(found.node, resolver) in LISTS:
        return type_argument(found.node, resolver)
    if found.node.type == "array":
        first = nth_child(found.node, 0)
        if first is not None and first.type == "spread_element":
            inner = nth_child(first, 0)
            return element_type(resolver.type_of(inner), resolver) if inner is not None else None
        return resolver.type_of(first) if first is not None else None
    return None


def got_type(found: TypeReference | None, method: str, resolver: "NameResolver") -> TypeReference | None:
    """Return what a method of a map or a signal returns: what it holds."""
    if found is None:
        return None
    if found.node is None:
        return taken_from(found.source, f"<{method}>") if found.source is not None else None
    if found.node.type not in HOLDERS:
        return returned_type(member_type(found, method, resolver), resolver)
    return held_argument(found.node, method, resolver, is_call=True)


def nth_parameter_type(function: "Node", index: int, resolver: "NameResolver") -> TypeReference | None:
    parameters = function.child_by_field_name("parameters")
    if parameters is None:
        return None
    named = [child for child in parameters.named_children if child.type.endswith("_parameter")]
    if not named:  # JavaScript
        return _options_type(parameters, index, resolver)
    first = named[0].child_by_field_name("pattern") if named else None
    if first is not None and first.type == "this":
        named = named[1:]
    if not named:
        return None
    parameter = named[min(index, len(named) - 1)]
    pattern, annotation = parameter.child_by_field_name("pattern"), parameter.child_by_field_name("type")
    if annotation is None:
        is_given = index < len(named) and pattern is not None and is_options_pattern(pattern)
        return TypeReference(pattern) if is_given else None
    found = resolver.type_of(annotation)
    if pattern is not None and pattern.type == "rest_pattern":
        return element_type(found, resolver)
    return found if index < len(named) else None


def _options_type(parameters: "Node", index: int, resolver: "NameResolver") -> TypeReference | None:
    """Return what takes the options of a function of JavaScript: a pattern, or an object with their defaults."""
    named = [child for child in parameters.named_children if child.type != "comment"]
    pattern = named[index] if index < len(named) else None
    if pattern is not None and pattern.type == "assignment_pattern":
        pattern = pattern.child_by_field_name("left")
    if pattern is None:
        return None
    if pattern.type == "identifier":
        return _merged_type(parameters, resolver.text(pattern), resolver)
    return TypeReference(pattern) if is_options_pattern(pattern) else None


def _merged_type(parameters: "Node", name: str, resolver: "NameResolver") -> TypeReference | None:
    """Return the object that a function makes of its defaults and a parameter, as in `{ ...defaults, ...options }`
    or `Object.assign({}, defaults, options)`."""
    body = parameters.parent.child_by_field_name("body") if parameters.parent is not None else None
    if body is None:
        return None
    use = re.compile(rf"(?<=\.\.\.){re.escape(name)}\b|(?<=, ){re.escape(name)}(?=\s*\))")
    for match in use.finditer(resolver.text(body)):
        start = body.start_byte + match.start()
        node = body.named_descendant_for_byte_range(start, start + len(name))
        holder = node.parent if node is not None and node.type == "identifier" else None
        if holder is not None and holder.type == "spread_element":
            holder = holder.parent
            if holder is not None and holder.type == "object" and holder.named_child_count > 1:
                return TypeReference(holder)
        elif holder is not None and holder.type == "arguments" and holder.parent is not None:
            function = holder.parent.child_by_field_name("function")
            if function is not None and is_merge(function, resolver):
                return TypeReference(holder)
    return None


def is_merge(function: "Node", resolver: "NameResolver") -> bool:
    """Whether a called function returns an object with the members of its arguments."""
    return function.type == "member_expression" and resolver.text(function) == "Object.assign"


def callback_parameter(expected: TypeReference, index: int, resolver: "NameResolver") -> TypeReference | None:
    """Return the type of a parameter of a function type."""
    if expected.node is None:
        return taken_from(expected.source, f"<parameter {index}>") if expected.source is not None else None
    return nth_parameter_type(expected.node, index, resolver) if expected.node.type in CALLABLE else None


def component_props(component: TypeReference, resolver: "NameResolver") -> TypeReference | None:
    if component.node is None:
        return taken_from(component.source, "<props>") if component.source is not None else None
    if component.node.type in FUNCTIONS:
        return nth_parameter_type(component.node, 0, resolver)
    return None


def constructor_argument(
    constructed: TypeReference, index: int, resolver: "NameResolver"
) -> TypeReference | None:
    if constructed.node is None:
        return taken_from(constructed.source, f"<new {index}>") if constructed.source is not None else None
    for one in resolver.members_named("constructor", constructed.node):
        if one.node.parent is not None:
            return nth_parameter_type(one.node.parent, index, resolver)
    for base in resolver.outside_bases(constructed.node):
        if base.source is not None and base.source.module:
            return taken_from(base.source, f"<new {index}>")
    return None


def function_argument(callee: TypeReference, index: int, resolver: "NameResolver") -> TypeReference | None:
    if callee.node is None:
        return taken_from(callee.source, f"<argument {index}>") if callee.source is not None else None
    if callee.node.type not in CALLABLE:
        return None
    return nth_parameter_type(callee.node, index, resolver)
