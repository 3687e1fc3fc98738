"""Members that JavaScript defines by assignments: `this.x = 1`, `Store.prototype.add = function () {}`."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.nodes import CLASSES, is_field
from understudy.nes.bindings.limits import MAX_TREE_DEPTH
from understudy.nes.bindings.names import BindingKind
from understudy.nes.bindings.rules import NameUse

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["assigned_member", "this_owner"]

_FUNCTIONS: Final = frozenset({"function_expression", "generator_function", "arrow_function"})
_VALUES: Final = frozenset({"object", "class", *_FUNCTIONS})
_TYPESCRIPT_SUFFIXES: Final = (".ts", ".tsx", ".mts", ".cts")


def _is_javascript(resolver: "NameResolver") -> bool:
    snapshot = resolver.snapshot
    return not snapshot.uri.endswith(_TYPESCRIPT_SUFFIXES) and not snapshot.language.startswith("typescript")


def this_owner(node: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the class, the object or the constructor function that `this` is at a node."""
    at = node.parent
    for _ in range(MAX_TREE_DEPTH):
        if at is None or at.type in CLASSES or at.type in ("interface_declaration", "object_type"):
            return at
        if at.type == "method_definition":
            body = at.parent
            if body is not None and body.type == "object":
                return body
        elif at.type in ("function_expression", "generator_function"):
            return _function_owner(at, resolver)
        elif at.type in ("function_declaration", "generator_function_declaration"):
            name = at.child_by_field_name("name")
            return at if name is not None and resolver.text(name)[:1].isupper() else None
        at = at.parent
    return None


def _function_owner(function: "Node", resolver: "NameResolver") -> "Node | None":
    parent = function.parent
    if parent is None:
        return None
    if parent.type == "pair":
        return parent.parent
    given = _given_this(function, parent)
    if given is not None:
        return this_owner(given, resolver)
    if parent.type == "assignment_expression" and is_field(parent, "right", function):
        left = parent.child_by_field_name("left")
        if left is not None and left.type == "member_expression":
            receiver = left.child_by_field_name("object")
            return _value_named(_without_prototype(receiver, resolver), resolver)
    if parent.type == "variable_declarator":
        name = parent.child_by_field_name("name")
        return function if name is not None and resolver.text(name)[:1].isupper() else None
    return None


def _given_this(function: "Node", parent: "Node") -> "Node | None":
    """Return the `this` that a callback gets, as in `each(function () {}, this)` or `function () {}.bind(this)`."""
    arguments: Node | None = parent
    if parent.type == "member_expression":
        call = parent.parent
        arguments = call.child_by_field_name("arguments") if call is not None else None
    if arguments is None or arguments.type != "arguments" or not arguments.named_children:
        return None
    last = arguments.named_children[-1]
    return last if last.type == "this" and last.id != function.id else None


def _without_prototype(receiver: "Node | None", resolver: "NameResolver") -> "Node | None":
    if receiver is None or receiver.type != "member_expression":
        return receiver
    name = receiver.child_by_field_name("property")
    if name is None or resolver.text(name) != "prototype":
        return receiver
    return receiver.child_by_field_name("object")


def _value_named(name: "Node | None", resolver: "NameResolver") -> "Node | None":
    """Return the function, class or object literal of this text that a name is."""
    if name is None or name.type != "identifier":
        return None
    for one in resolver.definitions_of(name):
        parent = one.node.parent
        if parent is None or one.use.kind == "parameter":
            continue
        if (
            parent.type in ("function_declaration", "generator_function_declaration")
            or parent.type in CLASSES
        ):
            return parent
        if parent.type == "variable_declarator":
            value = parent.child_by_field_name("value")
            while value is not None and value.type == "assignment_expression":
                value = value.child_by_field_name("right")
            if value is not None and value.type in _VALUES:
                return value
    return None


def assigned_member(expression: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the member that an assignment to a member expression defines; None if it defines none."""
    assignment = expression.parent
    if (
        assignment is None
        or assignment.type != "assignment_expression"
        or not is_field(assignment, "left", expression)
        or not _is_javascript(resolver)
    ):
        return None
    receiver = expression.child_by_field_name("object")
    if receiver is None:
        return None
    if receiver.type == "this":
        owner = this_owner(receiver, resolver)
    else:
        owner = _value_named(_without_prototype(receiver, resolver), resolver)
    if owner is None:
        return None
    right = assignment.child_by_field_name("right")
    kind: BindingKind = "method" if right is not None and right.type in _FUNCTIONS else "field"
    return NameUse("definition", kind, owner=owner, is_definition=True)
