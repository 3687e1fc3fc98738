"""The types of expressions in TypeScript and JavaScript, as far as the text tells them.

A type is the node that defines its members (a class, an interface, an object type, an object literal, an enum), a
node of another kind of type (an array, a union, a function), or where it is imported from. What is taken from an
imported type is written behind its name: `User.address`, `users.[]`, `load.().<await>`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.nodes import (
    CLASSES,
    FUNCTIONS,
    MEMBER_OWNERS,
    NAMED_MEMBERS,
    SIGNATURES,
    enclosing,
    is_field,
    module_of,
    nth_child,
    pattern_site,
    string_value,
)
from understudy.nes.bindings.limits import MAX_BASE_TYPES, MAX_TREE_DEPTH
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import Definition, NameResolver

__all__ = ["base_types", "derived_type", "owner_name", "owner_type"]

_MAX_STEPS: Final = 12
"""How often finding one type may need another one."""
_CALLABLE: Final = frozenset({*FUNCTIONS, *SIGNATURES})
_THIS_OWNERS: Final = frozenset(
    {
        *CLASSES,
        "object",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "interface_declaration",
    }
)
_LISTS: Final = frozenset(
    {"Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "IterableIterator", "Generator"}
)
_SAME_MEMBERS: Final = frozenset(
    {"Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "Awaited"}
)
_PROMISES: Final = frozenset({"Promise", "PromiseLike"})
_ELEMENT_CALLBACKS: Final = frozenset(
    {
        "map",
        "filter",
        "forEach",
        "find",
        "findIndex",
        "findLast",
        "some",
        "every",
        "flatMap",
        "sort",
        "toSorted",
    }
)
_SAME_LIST: Final = frozenset(
    {"filter", "slice", "concat", "reverse", "sort", "toSorted", "toReversed", "values"}
)
_ELEMENT_METHODS: Final = frozenset({"find", "findLast", "pop", "shift", "at"})
_GLOBAL_TYPES: Final = {
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
_TYPE_WRAPPERS: Final = frozenset(
    {
        "type_annotation",
        "parenthesized_type",
        "readonly_type",
        "opting_type_annotation",
        "omitting_type_annotation",
    }
)
_WRAPPERS: Final = frozenset({"parenthesized_expression", "non_null_expression", "satisfies_expression"})


_STRUCTURES: Final = frozenset({*MEMBER_OWNERS, "intersection_type", "union_type", *_CALLABLE})


def _global(name: str) -> TypeReference:
    return TypeReference(source=ImportSource("", name))


def _step(source: ImportSource, step: str) -> TypeReference:
    """Return a type that is reached from an imported one."""
    name = f"{source.name}.{step}" if source.name else step
    return TypeReference(source=ImportSource(source.module, name))


# Entries


def owner_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type whose members an expression, a pattern or a JSX tag has."""
    return _declared_type(node, resolver, _MAX_STEPS) or _expression_type(node, resolver, _MAX_STEPS)


def _declared_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type of what a name defines: a member, or what `export default` or `export { a as b }` exports."""
    parent = node.parent
    if parent is None:
        return None
    if node.type in ("property_identifier", "private_property_identifier", "string_fragment"):
        if parent.type in NAMED_MEMBERS or parent.type in ("string", "enum_body"):
            return _member_declaration_type(node, resolver, steps)
        return None
    if node.type == "shorthand_property_identifier":
        return _name_type(node, resolver, steps)
    if node.type == "default" and parent.type == "export_statement":
        value = parent.child_by_field_name("value") or parent.child_by_field_name("declaration")
        return _expression_type(value, resolver, steps) if value is not None else None
    if parent.type == "export_specifier" and is_field(parent, "alias", node):
        name = parent.child_by_field_name("name")
        return _expression_type(name, resolver, steps) if name is not None else None
    return None


def derived_type(found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
    """Return what a step that is no member name takes from a type: `()`, `[]`, `<await>`, `<props>`,
    `<argument 1>`, `<new 0>`."""
    if found.node is None:
        return _step(found.source, step) if found.source is not None else None
    match step:
        case "()":
            return _returned(found, resolver, _MAX_STEPS)
        case "[]":
            return _element(found, resolver, _MAX_STEPS)
        case "<await>":
            return _awaited(found, resolver, _MAX_STEPS)
        case "<props>":
            return _component_props(found, resolver, _MAX_STEPS)
        case _:
            kind, _, index = step.strip("<>").partition(" ")
            position = int(index) if index.isdecimal() else 0
            if kind == "new":
                return _constructor_argument(found, position, resolver, _MAX_STEPS)
            return _function_argument(found, position, resolver, _MAX_STEPS)


def base_types(type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
    """Return the types whose members a type has too. An object literal has those of the type it is used as."""
    names: list[Node] = []
    match type_node.type:
        case "intersection_type" | "union_type":
            names = list(type_node.named_children)
        case "interface_declaration":
            for child in type_node.named_children:
                if child.type == "extends_type_clause":
                    names += child.named_children
            return [*_all_types(names, resolver), *_merged_interfaces(type_node, resolver)]
        case "class_declaration" | "abstract_class_declaration" | "class":
            for child in type_node.named_children:
                if child.type == "class_heritage":
                    names += _heritage(child)
        case "object":
            used_as = _contextual_type(type_node, resolver, _MAX_STEPS)
            return [used_as] if used_as is not None else []
        case "generic_type":
            return [_global(_generic_name(type_node, resolver))]
        case kind:
            return [_global(_GLOBAL_TYPES[kind])] if kind in _GLOBAL_TYPES else []
    return _all_types(names, resolver)


def _heritage(heritage: "Node") -> list["Node"]:
    names: list[Node] = []
    for clause in heritage.named_children:
        if clause.type in ("extends_clause", "implements_clause"):
            names += [child for child in clause.named_children if child.type != "type_arguments"]
        else:
            names.append(clause)
    return names


def _all_types(nodes: "Sequence[Node]", resolver: "NameResolver") -> list[TypeReference]:
    found: list[TypeReference] = []
    for node in nodes[:MAX_BASE_TYPES]:
        one = _expression_type(node, resolver, _MAX_STEPS)
        if one is not None:
            found.append(one)
    return found


def _merged_interfaces(interface: "Node", resolver: "NameResolver") -> list[TypeReference]:
    """Return the other declarations of an interface."""
    name = interface.child_by_field_name("name")
    if name is None:
        return []
    return [
        TypeReference(one.node.parent)
        for one in resolver.definitions_of(name)
        if one.node.parent is not None
        and one.node.parent.type in MEMBER_OWNERS
        and one.node.parent.id != interface.id
    ]


def owner_name(owner: "Node") -> str:
    """Return the name of a class, interface or function, or of what an object type or literal is the value of."""
    name = owner.child_by_field_name("name")
    if name is None and owner.parent is not None:
        holder = owner.parent
        while holder.type in ("parenthesized_expression", "as_expression", "satisfies_expression"):
            if holder.parent is None:
                break
            holder = holder.parent
        if holder.type in ("type_alias_declaration", "variable_declarator"):
            name = holder.child_by_field_name("name")
    return name.text.decode() if name is not None and name.text is not None else ""


# Expressions


def _expression_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    if steps <= 0:
        return None
    steps -= 1
    kind = node.type
    if kind in ("identifier", "type_identifier", "shorthand_property_identifier"):
        return _name_type(node, resolver, steps)
    if kind in ("this", "super", "this_type"):
        return _this_type(node)
    if kind == "member_expression" or kind == "nested_identifier":
        return _member_expression_type(node, resolver, steps)
    if kind in ("call_expression", "new_expression", "await_expression"):
        return _call_type(node, resolver, steps)
    if kind in _WRAPPERS or kind in _TYPE_WRAPPERS:
        inner = nth_child(node, 0)
        return _expression_type(inner, resolver, steps) if inner is not None else None
    if kind in ("as_expression", "type_assertion"):
        return _asserted_type(node, resolver, steps)
    if kind in ("object_pattern", "array_pattern"):
        return _pattern_type(node, resolver, steps)
    if kind in ("jsx_opening_element", "jsx_self_closing_element"):
        return _props_type(node, resolver, steps)
    if kind == "subscript_expression":
        return _subscript_type(node, resolver, steps)
    if kind in ("ternary_expression", "binary_expression", "assignment_expression"):
        return _choice_type(node, resolver, steps)
    if kind in _STRUCTURES or kind in _GLOBAL_TYPES:
        if kind == "union_type":
            return _union_type(node, resolver, steps)
        return TypeReference(node)
    return _written_type(node, resolver, steps)


def _written_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type that other type syntax stands for."""
    match node.type:
        case "generic_type":
            name = node.child_by_field_name("name")
            if name is None:
                return None
            text = resolver.text(name)
            if text in _LISTS or text in _PROMISES:
                return TypeReference(node)
            if text in _SAME_MEMBERS:
                return _argument(node, resolver, steps)
            return _expression_type(name, resolver, steps)
        case "nested_type_identifier":
            return _nested_type(node, resolver, steps)
        case "type_query":
            inner = nth_child(node, 0)
            return _expression_type(inner, resolver, steps) if inner is not None else None
        case "lookup_type":
            return _lookup_type(node, resolver, steps)
        case "predefined_type":
            text = resolver.text(node)
            return None if text in ("any", "unknown", "object") else _global(text.capitalize())
        case "literal_type":
            return _global("String")
        case _:
            return None


def _argument(generic: "Node", resolver: "NameResolver", steps: int, index: int = 0) -> TypeReference | None:
    arguments = generic.child_by_field_name("type_arguments")
    node = nth_child(arguments, index) if arguments is not None else None
    return _expression_type(node, resolver, steps) if node is not None else None


def _generic_name(node: "Node", resolver: "NameResolver") -> str:
    name = node.child_by_field_name("name")
    return resolver.text(name) if name is not None else ""


def _name_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    definitions = resolver.definitions_of(node)
    for one in definitions:
        found = _definition_type(one, resolver, steps, is_type=node.type == "type_identifier")
        if found is not None:
            return found
    if not definitions and node.type != "shorthand_property_identifier":
        return _global(resolver.text(node))
    return None


def _definition_type(
    one: "Definition", resolver: "NameResolver", steps: int, *, is_type: bool
) -> TypeReference | None:
    node, use = one.node, one.use
    parent = node.parent
    if parent is None:
        return None
    if use.source is not None:
        return TypeReference(source=use.source)
    match parent.type:
        case "interface_declaration":
            return TypeReference(parent) if is_type else None
        case "type_alias_declaration":
            value = parent.child_by_field_name("value")
            return _expression_type(value, resolver, steps) if value is not None and is_type else None
        case "type_parameter":
            constraint = parent.child_by_field_name("constraint")
            inner = nth_child(constraint, 0) if constraint is not None else None
            return _expression_type(inner, resolver, steps) if inner is not None else None
        case "variable_declarator":
            return _declarator_type(parent, resolver, steps)
        case _:
            pass
    if parent.type in MEMBER_OWNERS or parent.type in _CALLABLE:
        if parent.type == "arrow_function":
            return _parameter_type(node, resolver, steps)
        return TypeReference(parent)
    return _target_type(node, resolver, steps)


def _declarator_type(declarator: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    annotation = declarator.child_by_field_name("type")
    if annotation is not None:
        return _expression_type(annotation, resolver, steps)
    value = declarator.child_by_field_name("value")
    if value is None:
        return None
    return _expression_type(value, resolver, steps)


def _this_type(node: "Node") -> TypeReference | None:
    owner = enclosing(node, _THIS_OWNERS)
    if owner is None or owner.type not in MEMBER_OWNERS:
        return None
    return TypeReference(owner)


def _member_expression_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    receiver, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if receiver is None or name is None:
        return None
    module = module_of(receiver)
    if module:
        return TypeReference(source=ImportSource(module, resolver.text(name)))
    owner = _expression_type(receiver, resolver, steps)
    return _member_type(owner, resolver.text(name), resolver, steps)


def _nested_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    receiver, name = node.child_by_field_name("module"), node.child_by_field_name("name")
    if receiver is None or name is None:
        return None
    return _member_type(_expression_type(receiver, resolver, steps), resolver.text(name), resolver, steps)


def _member_type(
    owner: TypeReference | None, name: str, resolver: "NameResolver", steps: int
) -> TypeReference | None:
    if owner is None:
        return None
    if owner.node is None:
        return _step(owner.source, name) if owner.source is not None else None
    if owner.node.type == "enum_declaration":
        return owner
    if owner.node.type not in _STRUCTURES:
        return _global(_GLOBAL_TYPES.get(owner.node.type, "") or _generic_name(owner.node, resolver))
    for one in resolver.members_named(name, owner.node):
        if one.use.scope is not None:  # of a namespace, or a parameter of the constructor
            found = _definition_type(one, resolver, steps, is_type=True)
        else:
            found = _member_declaration_type(one.node, resolver, steps)
        if found is not None:
            return found
    return None


def _member_declaration_type(name: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    if name.type == "shorthand_property_identifier":
        return _name_type(name, resolver, steps)
    declaration = name.parent
    if declaration is not None and declaration.type == "string":
        declaration = declaration.parent
    if declaration is None:
        return None
    annotation = declaration.child_by_field_name("type")
    if annotation is not None:
        return _expression_type(annotation, resolver, steps)
    if declaration.type == "method_definition":
        if any(child.type == "get" for child in declaration.children):
            returned = declaration.child_by_field_name("return_type")
            return _expression_type(returned, resolver, steps) if returned is not None else None
        return TypeReference(declaration)
    if declaration.type in SIGNATURES:
        return TypeReference(declaration)
    value = declaration.child_by_field_name("value")
    return _expression_type(value, resolver, steps) if value is not None else None


def _call_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    module = module_of(node)
    if module:
        return TypeReference(source=ImportSource(module, ""))
    if node.type == "await_expression":
        inner = nth_child(node, 0)
        return _awaited(
            _expression_type(inner, resolver, steps) if inner is not None else None, resolver, steps
        )
    if node.type == "new_expression":
        return _constructed_type(node, resolver, steps)
    function = node.child_by_field_name("function")
    if function is None:
        return None
    if function.type == "member_expression":
        listed = _list_method_type(function, resolver, steps)
        if listed is not None:
            return listed
    return _returned(_expression_type(function, resolver, steps), resolver, steps)


def _constructed_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    constructor = node.child_by_field_name("constructor")
    if constructor is None:
        return None
    found = _expression_type(constructor, resolver, steps)
    if found is not None and found.node is not None and found.node.type not in CLASSES:
        return None
    return found


def _returned(callee: TypeReference | None, resolver: "NameResolver", steps: int) -> TypeReference | None:
    if callee is None:
        return None
    if callee.node is None:
        return _step(callee.source, "()") if callee.source is not None and callee.source.module else None
    if callee.node.type not in _CALLABLE:
        return None
    annotation = callee.node.child_by_field_name("return_type")
    if annotation is not None:
        return _expression_type(annotation, resolver, steps)
    body = callee.node.child_by_field_name("body")
    if body is None or _is_async(callee.node):
        return None
    if body.type == "statement_block":
        returns = [child for child in body.named_children if child.type == "return_statement"]
        body = returns[0].named_child(0) if len(returns) == 1 else None
    return _expression_type(body, resolver, steps) if body is not None else None


def _is_async(function: "Node") -> bool:
    return any(child.type == "async" for child in function.children)


def _awaited(found: TypeReference | None, resolver: "NameResolver", steps: int) -> TypeReference | None:
    if found is None:
        return None
    if found.node is None:
        return _step(found.source, "<await>") if found.source is not None else None
    if found.node.type == "generic_type" and _generic_name(found.node, resolver) in _PROMISES:
        return _argument(found.node, resolver, steps)
    return found


def _element(found: TypeReference | None, resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type of the elements of a list."""
    if found is None:
        return None
    if found.node is None:
        return _step(found.source, "[]") if found.source is not None else None
    if found.node.type == "array_type":
        inner = nth_child(found.node, 0)
        return _expression_type(inner, resolver, steps) if inner is not None else None
    if found.node.type == "generic_type" and _generic_name(found.node, resolver) in _LISTS:
        return _argument(found.node, resolver, steps)
    if found.node.type == "array":
        first = nth_child(found.node, 0)
        return _expression_type(first, resolver, steps) if first is not None else None
    return None


def _list_method_type(function: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    receiver, name = function.child_by_field_name("object"), function.child_by_field_name("property")
    if receiver is None or name is None:
        return None
    text = resolver.text(name)
    if text not in _SAME_LIST and text not in _ELEMENT_METHODS:
        return None
    found = _expression_type(receiver, resolver, steps)
    if found is None or found.node is None or found.node.type not in ("array_type", "generic_type", "array"):
        return None
    return found if text in _SAME_LIST else _element(found, resolver, steps)


def _asserted_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    if node.type == "type_assertion":
        arguments = nth_child(node, 0)
        written = nth_child(arguments, 0) if arguments is not None else None
        value = nth_child(node, 1)
    else:
        value, written = nth_child(node, 0), nth_child(node, 1)
    chosen = written if written is not None else value  # `as const` has no type
    return _expression_type(chosen, resolver, steps) if chosen is not None else None


def _choice_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    fields = {
        "ternary_expression": ("consequence", "alternative"),
        "binary_expression": ("left", "right"),
        "assignment_expression": ("right",),
    }[node.type]
    if node.type == "binary_expression":
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type not in ("||", "??", "&&"):
            return None
        if operator.type == "&&":
            fields = ("right",)
    for name in fields:
        child = node.child_by_field_name(name)
        if child is not None and child.type not in ("null", "undefined"):
            return _expression_type(child, resolver, steps)
    return None


def _union_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the only part of a union that is not null, undefined or a literal; the union if there are more."""
    parts: list[Node] = []
    pending = [node]
    for _ in range(MAX_TREE_DEPTH):
        if not pending:
            break
        at = pending.pop()
        if at.type in ("union_type", "parenthesized_type"):
            pending += at.named_children
        elif at.type not in ("literal_type", "predefined_type"):
            parts.append(at)
    if len(parts) == 1:
        return _expression_type(parts[0], resolver, steps)
    return TypeReference(node) if parts else _global("String")


def _lookup_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    owner, index = nth_child(node, 0), nth_child(node, 1)
    if owner is None or index is None:
        return None
    found = _expression_type(owner, resolver, steps)
    if index.type == "literal_type":
        name = string_value(nth_child(index, 0))
        return _member_type(found, name, resolver, steps) if name else None
    return _element(found, resolver, steps) if resolver.text(index) == "number" else None


def _subscript_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    receiver, index = node.child_by_field_name("object"), node.child_by_field_name("index")
    if receiver is None or index is None:
        return None
    found = _expression_type(receiver, resolver, steps)
    name = string_value(index)
    return _member_type(found, name, resolver, steps) if name else _element(found, resolver, steps)


# Names in patterns and parameters


def _target_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type of what a name in a declaration, a pattern, a loop or a parameter list takes."""
    if steps <= 0:
        return None
    steps -= 1
    parent = node.parent
    if parent is None:
        return None
    match parent.type:
        case "variable_declarator":
            return _declarator_type(parent, resolver, steps)
        case "required_parameter" | "optional_parameter":
            annotation = parent.child_by_field_name("type")
            if annotation is not None:
                return _expression_type(annotation, resolver, steps)
            value = parent.child_by_field_name("value")
            if value is not None:
                return _expression_type(value, resolver, steps)
            return _parameter_type(node, resolver, steps)
        case "formal_parameters" | "arrow_function":
            return _parameter_type(node, resolver, steps)
        case "assignment_pattern" | "rest_pattern":
            return _target_type(parent, resolver, steps)
        case "object_pattern" | "object_assignment_pattern":
            pattern = parent if parent.type == "object_pattern" else parent.parent
            if pattern is None:
                return None
            return _member_type(_pattern_type(pattern, resolver, steps), resolver.text(node), resolver, steps)
        case "pair_pattern":
            key, pattern = parent.child_by_field_name("key"), parent.parent
            if key is None or pattern is None:
                return None
            name = string_value(key) or resolver.text(key)
            return _member_type(_pattern_type(pattern, resolver, steps), name, resolver, steps)
        case "array_pattern":
            return _element(_pattern_type(parent, resolver, steps), resolver, steps)
        case "for_in_statement":
            operator = parent.child_by_field_name("operator")
            right = parent.child_by_field_name("right")
            if operator is None or operator.type != "of" or right is None:
                return _global("String")
            return _element(_expression_type(right, resolver, steps), resolver, steps)
        case "assignment_expression":
            right = parent.child_by_field_name("right")
            return _expression_type(right, resolver, steps) if right is not None else None
        case _:
            return None


def _pattern_type(pattern: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    return _target_type(pattern, resolver, steps)


def _parameter_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type of a parameter without annotation, by what its function is passed to."""
    site = pattern_site(node)
    function = site.parent if site is not None and site.type == "formal_parameters" else site
    if function is None or function.type not in ("arrow_function", "function_expression"):
        return None
    index = _parameter_index(node, site)
    arguments = function.parent
    call = arguments.parent if arguments is not None and arguments.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if callee is not None and callee.type == "member_expression" and index == 0:
        receiver, name = callee.child_by_field_name("object"), callee.child_by_field_name("property")
        if receiver is not None and name is not None and resolver.text(name) in _ELEMENT_CALLBACKS:
            found = _expression_type(receiver, resolver, steps)
            element = _element(found, resolver, steps)
            if element is not None:
                return element
        if receiver is not None and name is not None and resolver.text(name) == "then":
            return _awaited(_expression_type(receiver, resolver, steps), resolver, steps)
    expected = _contextual_type(function, resolver, steps)
    if expected is None or expected.node is None or expected.node.type not in _CALLABLE:
        return None
    return _nth_parameter_type(expected.node, index, resolver, steps)


def _parameter_index(node: "Node", site: "Node | None") -> int:
    if site is None or site.type != "formal_parameters":
        return 0
    for index, child in enumerate(site.named_children):
        if child.start_byte <= node.start_byte and node.end_byte <= child.end_byte:
            return index
    return 0


def _nth_parameter_type(
    function: "Node", index: int, resolver: "NameResolver", steps: int
) -> TypeReference | None:
    parameters = function.child_by_field_name("parameters")
    if parameters is None:
        return None
    named = [child for child in parameters.named_children if child.type.endswith("_parameter")]
    first = named[0].child_by_field_name("pattern") if named else None
    if first is not None and first.type == "this":
        named = named[1:]
    if not named:
        return None
    parameter = named[min(index, len(named) - 1)]
    pattern, annotation = parameter.child_by_field_name("pattern"), parameter.child_by_field_name("type")
    if annotation is None:
        return None
    found = _expression_type(annotation, resolver, steps)
    if pattern is not None and pattern.type == "rest_pattern":
        return _element(found, resolver, steps)
    return found if index < len(named) else None


def _props_type(tag: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    name = tag.child_by_field_name("name")
    if name is None or resolver.text(name)[:1].islower():
        return _global("JSX")
    component = _expression_type(name, resolver, steps)
    return _component_props(component, resolver, steps) if component is not None else None


def _component_props(component: TypeReference, resolver: "NameResolver", steps: int) -> TypeReference | None:
    if component.node is None:
        return _step(component.source, "<props>") if component.source is not None else None
    if component.node.type in FUNCTIONS:
        return _nth_parameter_type(component.node, 0, resolver, steps)
    return None


# What a place expects


def _contextual_type(node: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    """Return the type that the place of an expression expects."""
    if steps <= 0 or node.parent is None:
        return None
    steps -= 1
    parent = node.parent
    match parent.type:
        case "parenthesized_expression" | "ternary_expression" | "binary_expression" | "await_expression":
            return _contextual_type(parent, resolver, steps)
        case "as_expression" | "satisfies_expression" | "type_assertion":
            written = nth_child(parent, 0 if parent.type == "type_assertion" else 1)
            if written is None or written.id == node.id:  # `as const`
                return _contextual_type(parent, resolver, steps)
            if written.type == "type_arguments":
                written = nth_child(written, 0)
            return _expression_type(written, resolver, steps) if written is not None else None
        case "variable_declarator" | "public_field_definition" | "required_parameter" | "optional_parameter":
            annotation = parent.child_by_field_name("type")
            return _expression_type(annotation, resolver, steps) if annotation is not None else None
        case "assignment_expression":
            left = parent.child_by_field_name("left")
            if left is None or left.id == node.id:
                return None
            return _expression_type(left, resolver, steps)
        case "return_statement":
            function = enclosing(parent, FUNCTIONS)
            return _expected_return(function, resolver, steps) if function is not None else None
        case "arrow_function":
            return _expected_return(parent, resolver, steps) if is_field(parent, "body", node) else None
        case "arguments":
            return _expected_argument(node, parent, resolver, steps)
        case "array":
            return _element(_contextual_type(parent, resolver, steps), resolver, steps)
        case "pair":
            key, literal = parent.child_by_field_name("key"), parent.parent
            if key is None or literal is None or key.id == node.id:
                return None
            name = string_value(key) or resolver.text(key)
            return _member_type(_contextual_type(literal, resolver, steps), name, resolver, steps)
        case "jsx_expression":
            attribute = parent.parent
            if attribute is None or attribute.type != "jsx_attribute" or attribute.parent is None:
                return None
            name = nth_child(attribute, 0)
            props = _props_type(attribute.parent, resolver, steps)
            return _member_type(props, resolver.text(name), resolver, steps) if name is not None else None
        case _:
            return None


def _expected_return(function: "Node", resolver: "NameResolver", steps: int) -> TypeReference | None:
    annotation = function.child_by_field_name("return_type")
    if annotation is not None:
        found = _expression_type(annotation, resolver, steps)
        return _awaited(found, resolver, steps) if _is_async(function) else found
    expected = _contextual_type(function, resolver, steps)
    if expected is None or expected.node is None or expected.node.type not in _CALLABLE:
        return None
    returned = expected.node.child_by_field_name("return_type")
    return _expression_type(returned, resolver, steps) if returned is not None else None


def _expected_argument(
    node: "Node", arguments: "Node", resolver: "NameResolver", steps: int
) -> TypeReference | None:
    call = arguments.parent
    if call is None:
        return None
    index = next((at for at, child in enumerate(arguments.named_children) if child.id == node.id), 0)
    if call.type == "new_expression":
        constructed = _constructed_type(call, resolver, steps)
        return _constructor_argument(constructed, index, resolver, steps) if constructed is not None else None
    function = call.child_by_field_name("function")
    callee = _expression_type(function, resolver, steps) if function is not None else None
    return _function_argument(callee, index, resolver, steps) if callee is not None else None


def _constructor_argument(
    constructed: TypeReference, index: int, resolver: "NameResolver", steps: int
) -> TypeReference | None:
    if constructed.node is None:
        return _step(constructed.source, f"<new {index}>") if constructed.source is not None else None
    for one in resolver.members_named("constructor", constructed.node):
        if one.node.parent is not None:
            return _nth_parameter_type(one.node.parent, index, resolver, steps)
    return None


def _function_argument(
    callee: TypeReference, index: int, resolver: "NameResolver", steps: int
) -> TypeReference | None:
    if callee.node is None:
        return _step(callee.source, f"<argument {index}>") if callee.source is not None else None
    if callee.node.type not in _CALLABLE:
        return None
    return _nth_parameter_type(callee.node, index, resolver, steps)
