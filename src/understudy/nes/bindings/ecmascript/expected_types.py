"""What a place expects, and what a name in a pattern or a parameter list takes."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.held_types import type_argument
from understudy.nes.bindings.ecmascript.jsdoc import commented_parameter, commented_type
from understudy.nes.bindings.ecmascript.nodes import (
    CLASSES,
    FUNCTIONS,
    enclosing,
    is_field,
    nth_child,
    pattern_site,
    string_value,
)
from understudy.nes.bindings.ecmascript.taken_types import (
    awaited_type,
    callback_parameter,
    component_props,
    constructor_argument,
    element_type,
    function_argument,
    global_type,
    is_async,
    member_type,
    returned_type,
)
from understudy.nes.bindings.limits import MAX_CONTEXT_DEPTH
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "constructed_type",
    "contextual_type",
    "literal_type",
    "parameter_type",
    "props_type",
    "target_type",
]

_CONSTRUCTORS: Final = frozenset({*CLASSES, "function_declaration", "function_expression"})
_FIRST: Final = (0,)
_ELEMENT_CALLBACKS: Final = {
    **dict.fromkeys(("map", "filter", "forEach", "find", "findIndex", "findLast", "some", "every"), _FIRST),
    "flatMap": _FIRST,
    "sort": (0, 1),
    "toSorted": (0, 1),
    "reduce": (1,),
}
"""Methods of lists whose callback gets elements, and as which parameters."""
_STATES: Final = frozenset({"useState", "React.useState"})
_EQUALITIES: Final = frozenset({"==", "===", "!=", "!=="})
_ADDING_METHODS: Final = frozenset({"push", "unshift", "includes", "indexOf", "add"})


def target_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of what a name in a declaration, a pattern, a loop or a parameter list takes."""
    parent = node.parent
    if parent is None:
        return None
    match parent.type:
        case "variable_declarator":
            return _declarator_type(parent, resolver)
        case "required_parameter" | "optional_parameter":
            annotation = parent.child_by_field_name("type")
            if annotation is not None:
                return resolver.type_of(annotation)
            value = parent.child_by_field_name("value")
            if value is not None:
                return resolver.type_of(value)
            return parameter_type(node, resolver)
        case "formal_parameters" | "arrow_function":
            return parameter_type(node, resolver)
        case "assignment_pattern" | "rest_pattern":
            return target_type(parent, resolver)
        case "object_pattern" | "object_assignment_pattern":
            pattern = parent if parent.type == "object_pattern" else parent.parent
            if pattern is None:
                return None
            return member_type(resolver.type_of(pattern), resolver.text(node), resolver)
        case "pair_pattern":
            key, pattern = parent.child_by_field_name("key"), parent.parent
            if key is None or pattern is None:
                return None
            name = string_value(key) or resolver.text(key)
            return member_type(resolver.type_of(pattern), name, resolver)
        case "array_pattern":
            if _is_state(parent, resolver):
                return _state_type(parent, resolver) if nth_child(parent, 0) == node else None
            return element_type(resolver.type_of(parent), resolver)
        case "for_in_statement":
            operator = parent.child_by_field_name("operator")
            right = parent.child_by_field_name("right")
            if operator is None or operator.type != "of" or right is None:
                return global_type("String")
            return element_type(resolver.type_of(right), resolver)
        case "assignment_expression":
            right = parent.child_by_field_name("right")
            return resolver.type_of(right) if right is not None else None
        case _:
            return None


def _is_state(pattern: "Node", resolver: "NameResolver") -> bool:
    """Whether a pattern takes a state and its setter, as in `const [user, setUser] = useState<User>()`."""
    declarator = pattern.parent
    value = declarator.child_by_field_name("value") if declarator is not None else None
    function = value.child_by_field_name("function") if value is not None else None
    return function is not None and resolver.text(function) in _STATES


def _state_type(pattern: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of the state that a pattern takes: the one in angle brackets, or that of the first value."""
    value = pattern.parent.child_by_field_name("value") if pattern.parent is not None else None
    if value is None:
        return None
    if value.child_by_field_name("type_arguments") is not None:
        return type_argument(value, resolver)
    arguments = value.child_by_field_name("arguments")
    first = nth_child(arguments, 0) if arguments is not None else None
    return resolver.type_of(first) if first is not None else None


def _declarator_type(declarator: "Node", resolver: "NameResolver") -> TypeReference | None:
    annotation = declarator.child_by_field_name("type")
    if annotation is not None:
        return resolver.type_of(annotation)
    value = declarator.child_by_field_name("value")
    if value is None:
        return None
    return commented_type(value, resolver) or resolver.type_of(value)


def parameter_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the type of a parameter without annotation, by what its function is passed to."""
    site = pattern_site(node)
    function = site.parent if site is not None and site.type == "formal_parameters" else site
    if function is not None and node.type == "identifier":
        commented = commented_parameter(function, resolver.text(node), resolver)
        if commented is not None:
            return commented
    if function is None or function.type not in ("arrow_function", "function_expression"):
        return None
    index = _parameter_index(node, site)
    arguments = function.parent
    call = arguments.parent if arguments is not None and arguments.type == "arguments" else None
    callee = call.child_by_field_name("function") if call is not None else None
    if callee is not None and callee.type == "member_expression":
        receiver, name = callee.child_by_field_name("object"), callee.child_by_field_name("property")
        method = resolver.text(name) if name is not None else ""
        if receiver is not None and index in _ELEMENT_CALLBACKS.get(method, ()):
            element = element_type(resolver.type_of(receiver), resolver)
            if element is not None:
                return element
        if receiver is not None and method == "then" and index == 0:
            return awaited_type(resolver.type_of(receiver), resolver)
    expected = contextual_type(function, resolver)
    return callback_parameter(expected, index, resolver) if expected is not None else None


def _parameter_index(node: "Node", site: "Node | None") -> int:
    if site is None or site.type != "formal_parameters":
        return 0
    for index, child in enumerate(site.named_children):
        if child.start_byte <= node.start_byte and node.end_byte <= child.end_byte:
            return index
    return 0


def props_type(tag: "Node", resolver: "NameResolver") -> TypeReference | None:
    name = tag.child_by_field_name("name")
    if name is None or resolver.text(name)[:1].islower():
        return global_type("JSX")
    component = resolver.type_of(name)
    return component_props(component, resolver) if component is not None else None


def contextual_type(node: "Node", resolver: "NameResolver", depth: int = 0) -> TypeReference | None:
    """Return the type that the place of an expression expects."""
    if node.parent is None or depth > MAX_CONTEXT_DEPTH:
        return None
    depth += 1
    parent = node.parent
    match parent.type:
        case "parenthesized_expression" | "ternary_expression" | "binary_expression" | "await_expression":
            return contextual_type(parent, resolver, depth)
        case "as_expression" | "satisfies_expression" | "type_assertion":
            written = nth_child(parent, 0 if parent.type == "type_assertion" else 1)
            if written is None or written.id == node.id:  # `as const`
                return contextual_type(parent, resolver, depth)
            if written.type == "type_arguments":
                written = nth_child(written, 0)
            return resolver.type_of(written) if written is not None else None
        case "variable_declarator" | "public_field_definition" | "required_parameter" | "optional_parameter":
            annotation = parent.child_by_field_name("type")
            return resolver.type_of(annotation) if annotation is not None else None
        case "assignment_expression":
            left = parent.child_by_field_name("left")
            if left is None or left.id == node.id:
                return None
            return resolver.type_of(left)
        case "object_assignment_pattern":
            left = parent.child_by_field_name("left")
            return target_type(left, resolver) if left is not None and left.id != node.id else None
        case "return_statement":
            function = enclosing(parent, FUNCTIONS)
            return _expected_return(function, resolver, depth) if function is not None else None
        case "arrow_function":
            return _expected_return(parent, resolver, depth) if is_field(parent, "body", node) else None
        case "arguments":
            return _expected_argument(node, parent, resolver)
        case "array":
            expected = contextual_type(parent, resolver, depth)
            if expected is not None and expected.node is not None and expected.node.type == "array":
                return None  # another literal is no type
            return element_type(expected, resolver)
        case "pair":
            key, literal = parent.child_by_field_name("key"), parent.parent
            if key is None or literal is None or key.id == node.id:
                return None
            name = string_value(key) or resolver.text(key)
            return member_type(contextual_type(literal, resolver, depth), name, resolver)
        case "jsx_expression" | "jsx_attribute":
            attribute = parent if parent.type == "jsx_attribute" else parent.parent
            if attribute is None or attribute.type != "jsx_attribute" or attribute.parent is None:
                return None
            name = nth_child(attribute, 0)
            props = props_type(attribute.parent, resolver)
            return member_type(props, resolver.text(name), resolver) if name is not None else None
        case _:
            return None


def _expected_return(function: "Node", resolver: "NameResolver", depth: int) -> TypeReference | None:
    annotation = function.child_by_field_name("return_type")
    if annotation is not None:
        found = resolver.type_of(annotation)
        return awaited_type(found, resolver) if is_async(function) else found
    return returned_type(contextual_type(function, resolver, depth), resolver)


def _listed_type(found: TypeReference | None, resolver: "NameResolver") -> TypeReference | None:
    """Return the type of the elements of a list that is declared as one."""
    if found is None or found.node is None or found.node.type not in ("array_type", "generic_type"):
        return None
    return element_type(found, resolver)


def _expected_argument(node: "Node", arguments: "Node", resolver: "NameResolver") -> TypeReference | None:
    call = arguments.parent
    if call is None:
        return None
    index = next((at for at, child in enumerate(arguments.named_children) if child.id == node.id), 0)
    if call.type == "new_expression":
        constructed = constructed_type(call, resolver)
        return constructor_argument(constructed, index, resolver) if constructed is not None else None
    function = call.child_by_field_name("function")
    if function is not None and function.type == "member_expression":
        receiver, name = function.child_by_field_name("object"), function.child_by_field_name("property")
        if receiver is not None and name is not None and resolver.text(name) in _ADDING_METHODS:
            element = _listed_type(resolver.type_of(receiver), resolver)
            if element is not None:
                return element
    if function is None:
        return None
    if resolver.text(function) in _STATES:
        return type_argument(call, resolver)
    for one in resolver.definitions_of(function) if function.type == "identifier" and index == 0 else ():
        pattern = one.node.parent
        is_setter = (
            pattern is not None and pattern.type == "array_pattern" and nth_child(pattern, 1) == one.node
        )
        if pattern is not None and is_setter and _is_state(pattern, resolver):
            return _state_type(pattern, resolver)
    callee = resolver.type_of(function)
    return function_argument(callee, index, resolver) if callee is not None else None


def constructed_type(node: "Node", resolver: "NameResolver") -> TypeReference | None:
    constructor = node.child_by_field_name("constructor")
    if constructor is None:
        return None
    found = resolver.type_of(constructor)
    if found is not None and found.node is not None and found.node.type not in _CONSTRUCTORS:
        return None
    return found


def literal_type(string: "Node", resolver: "NameResolver") -> TypeReference | None:
    """Return the union of strings of which a string is one at its place, or where that may come from."""
    parent = string.parent
    if parent is None:
        return None
    compared: Node | None = None
    if parent.type == "binary_expression":
        operator = parent.child_by_field_name("operator")
        if operator is not None and operator.type in _EQUALITIES:
            left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            compared = right if left is not None and left.id == string.id else left
    elif parent.type == "switch_case" and is_field(parent, "value", string):
        switch = parent.parent.parent if parent.parent is not None else None
        compared = switch.child_by_field_name("value") if switch is not None else None
    found = resolver.type_of(compared) if compared is not None else contextual_type(string, resolver)
    if found is None or (found.node is not None and found.node.type != "union_type"):
        return None
    return found if found.source is None or found.source.module else None
