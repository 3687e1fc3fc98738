"""Methods of one name in a Java class: which one a call means, by the number and the types of its arguments."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings.java.types import (
    TYPE_DECLARATIONS,
    class_around,
    expression_type,
    named_type,
)
from understudy.nes.bindings.nodes import name_of
from understudy.nes.bindings.rules import TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["call_namespace", "overload_namespace"]

_COMMENTS: Final = frozenset({"line_comment", "block_comment"})
_LITERALS: Final = {
    "character_literal": "char",
    "decimal_floating_point_literal": "double",
    "decimal_integer_literal": "int",
    "false": "boolean",
    "hex_integer_literal": "int",
    "string_literal": "String",
    "true": "boolean",
}
_ENDINGS: Final = {"l": "long", "f": "float", "d": "double"}
"""The types of numbers with a letter at their end."""
_WIDER: Final = {
    "boolean": ("Boolean",),
    "byte": ("short", "int", "long", "float", "double", "Byte", "Number"),
    "char": ("int", "long", "float", "double", "Character"),
    "double": ("Double", "Number"),
    "float": ("double", "Float", "Number"),
    "int": ("long", "float", "double", "Integer", "Number"),
    "long": ("float", "double", "Long", "Number"),
    "short": ("int", "long", "float", "double", "Short", "Number"),
    "String": ("CharSequence", "Comparable"),
}
"""What a value of a type may be converted to."""
_ARGUMENTS: Final = re.compile(r"\s*<.*>", re.S)


class _Argument(NamedTuple):
    exact: str = ""
    """The name of its type; empty if it is unknown."""
    wider: frozenset[str] | None = None
    """The other types that take it; None if these are unknown."""


_Overloads = dict[tuple[int, str], list["Node"]]


def _argument_nodes(call: "Node") -> Sequence["Node"]:
    arguments = call.child_by_field_name("arguments")
    if arguments is None:
        return ()
    return [one for one in arguments.named_children if one.type not in _COMMENTS]


def _method_namespace(method: "Node") -> str:
    """Return the namespace of a method: methods with different numbers of parameters are different things. Empty
    for one with any number."""
    parameters = method.child_by_field_name("parameters")
    listed = parameters.named_children if parameters is not None else []
    if any(one.type == "spread_parameter" for one in listed):
        return ""
    return f"method/{sum(1 for one in listed if one.type == 'formal_parameter')}"


def _read_overloads(resolver: "NameResolver") -> _Overloads:
    """Return the methods of the text by their class and name."""
    found: _Overloads = {}
    pending = [resolver.root]
    while pending:
        for child in pending.pop().named_children:
            if child.type in TYPE_DECLARATIONS:
                body = child.child_by_field_name("body")
                if body is not None:
                    pending.append(body)
            elif child.type == "enum_body_declarations":
                pending.append(child)
            elif child.type == "method_declaration":
                owner = class_around(child)
                key = (owner.id if owner is not None else 0, name_of(child))
                found.setdefault(key, []).append(child)
    return found


def overload_namespace(method: "Node", owner: "Node", resolver: "NameResolver") -> str:
    """Return the namespace of a method; one of its own if only the types of arguments tell it from another."""
    overloads = resolver.derived("java overloads", _read_overloads).get((owner.id, name_of(method)), [])
    return _namespace_among(method, overloads)


def _namespace_among(method: "Node", overloads: Sequence["Node"]) -> str:
    spaces = [_method_namespace(one) for one in overloads]
    namespace = _method_namespace(method)
    if len(spaces) > 1 and ("" in spaces or spaces.count(namespace) > 1):
        return f"{namespace}#{[one.id for one in overloads].index(method.id)}"
    return namespace


def call_namespace(call: "Node", name: str, resolver: "NameResolver") -> str:
    """Return the namespace of the method that is called, by its arguments. Empty if the only method of that name in
    the text has another number of parameters: one of the two has just been changed."""
    arguments = _argument_nodes(call)
    namespace = f"method/{len(arguments)}"
    overloads = resolver.derived("java overloads", _read_overloads)
    by_owner = {owner: listed for (owner, method), listed in overloads.items() if method == name}
    declared = {_method_namespace(one) for listed in by_owner.values() for one in listed}
    if len(declared) == 1 and namespace not in declared:
        return ""
    listed = next(iter(by_owner.values())) if len(by_owner) == 1 else _methods_of(call, by_owner, resolver)
    chosen = _chosen(arguments, [one for one in listed if _method_namespace(one) == namespace], resolver)
    return _namespace_among(chosen, listed) if chosen is not None else namespace


def _methods_of(
    call: "Node", by_owner: dict[int, list["Node"]], resolver: "NameResolver"
) -> Sequence["Node"]:
    """Return the methods of the class on whose value a method is called, if several classes have one."""
    if all(len(listed) < 2 for listed in by_owner.values()):
        return ()
    value = call.child_by_field_name("object")
    found = resolver.type_of(value) if value is not None else None
    owner = found.node if found is not None else class_around(call) if value is None else None
    return by_owner.get(owner.id, ()) if owner is not None else ()


def _chosen(
    arguments: Sequence["Node"], methods: Sequence["Node"], resolver: "NameResolver"
) -> "Node | None":
    """Return the only method whose parameters have the types of the arguments; None if that is not certain."""
    if len(methods) < 2:
        return None
    given = [_argument(one, resolver) for one in arguments]
    parameters = {one.id: _parameter_types(one, resolver) for one in methods}
    fitting = [one for one in methods if all(map(_may_take, parameters[one.id], given))]
    differing = {at for at in range(len(given)) if len({parameters[one.id][at] for one in fitting}) > 1}
    closest = [one for one in fitting if all(parameters[one.id][at] == given[at].exact for at in differing)]
    return closest[0] if len(closest) == 1 else fitting[0] if len(fitting) == 1 else None


def _may_take(parameter: str, argument: _Argument) -> bool:
    return argument.wider is None or parameter == argument.exact or parameter in argument.wider


def _parameter_types(method: "Node", resolver: "NameResolver") -> list[str]:
    parameters = method.child_by_field_name("parameters")
    written = [
        one.child_by_field_name("type")
        for one in (parameters.named_children if parameters is not None else ())
        if one.type == "formal_parameter"
    ]
    return [_plain(resolver.text(one)) if one is not None else "" for one in written]


def _plain(written: str) -> str:
    """Return the name of a type without its arguments and its package."""
    return _ARGUMENTS.sub("", written).rpartition(".")[2].strip()


def _argument(node: "Node", resolver: "NameResolver") -> _Argument:
    if node.type in _LITERALS:
        name = _LITERALS[node.type]
        written = resolver.text(node).lower()
        if name in ("int", "double") and (written[-1] == "l" or not written.startswith("0x")):
            name = _ENDINGS.get(written[-1], name)
        return _Argument(name, frozenset({*_WIDER[name], "Object"}))
    found = resolver.limited(expression_type, node)
    if found is None:
        return _Argument()
    reference = found if isinstance(found, TypeReference) else named_type(found, resolver)
    written = _plain(resolver.text(found)) if not isinstance(found, TypeReference) else ""
    if written in _WIDER:
        return _Argument(written, frozenset({*_WIDER[written], "Object"}))
    if reference is None or reference.node is None:
        return _Argument(written)
    names = [name_of(one) for one in resolver.type_and_bases(reference.node)]
    is_whole = not resolver.outside_bases(reference.node)
    return _Argument(names[0], frozenset({*names, "Object"}) if is_whole else None)
