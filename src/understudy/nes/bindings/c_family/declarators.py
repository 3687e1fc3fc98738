"""What an identifier in a C or C++ declaration declares: the way from its declarator to the declaration."""

from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings.nodes import enclosing, first_named, is_field, same_node

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "CLASSES",
    "Declared",
    "declared_by",
    "function_around",
    "is_scoped_enum",
    "member_owner",
    "namespace_scope",
    "qualifier_of",
]

CLASSES: Final = frozenset({"struct_specifier", "union_specifier", "class_specifier"})
_DECLARATORS: Final = frozenset(
    {
        "pointer_declarator",
        "reference_declarator",
        "array_declarator",
        "function_declarator",
        "parenthesized_declarator",
        "init_declarator",
        "attributed_declarator",
        "structured_binding_declarator",
        "qualified_identifier",
        "pointer_type_declarator",
    }
)
_WITH_OTHER_CHILDREN: Final = frozenset({"array_declarator", "function_declarator", "init_declarator"})
"""Declarators that contain expressions or parameters too."""
_DECLARATIONS: Final = frozenset(
    {
        "declaration",
        "field_declaration",
        "parameter_declaration",
        "optional_parameter_declaration",
        "function_definition",
        "type_definition",
        "for_range_loop",
    }
)


class Declared(NamedTuple):
    """What declares a name."""

    declaration: "Node"
    is_function: bool
    qualifier: "Node | None"
    """The class or namespace before the name, as in `Shape::draw`."""


def declared_by(node: "Node") -> Declared | None:
    """Return the declaration of which the identifier is the name; None if it is only used."""
    child, at = node, node.parent
    is_function, is_first, qualifier = False, True, None
    while at is not None and at.type in _DECLARATORS:
        if at.type == "qualified_identifier":
            if not is_field(at, "name", child):
                return None
            qualifier = qualifier or at.child_by_field_name("scope")
        else:
            if at.type in _WITH_OTHER_CHILDREN and not is_field(at, "declarator", child):
                return None
            if at.type == "function_declarator" and is_first:
                is_function = True
            is_first = is_first and at.type == "parenthesized_declarator" and same_node(first_named(at), node)
        child, at = at, at.parent
    if at is None or at.type not in _DECLARATIONS or not is_field(at, "declarator", child):
        return None
    if qualifier is not None and not is_function and at.type != "declaration":
        return None
    return Declared(at, is_function, qualifier)


def function_around(node: "Node") -> "Node | None":
    return enclosing(node, ("function_definition",))


def qualifier_of(function: "Node | None") -> "Node | None":
    """Return the class or namespace before the name of a function that is defined outside of it."""
    at = function.child_by_field_name("declarator") if function is not None else None
    while at is not None and at.type != "qualified_identifier":
        at = at.child_by_field_name("declarator") or (
            first_named(at) if at.type in ("reference_declarator", "parenthesized_declarator") else None
        )
    if at is None:
        return None
    name = at.child_by_field_name("name")
    while name is not None and name.type == "qualified_identifier":
        at, name = name, name.child_by_field_name("name")
    return at.child_by_field_name("scope")


def is_scoped_enum(enum: "Node") -> bool:
    """Whether the members of an enum are named through it: `enum class`."""
    return any(child.type in ("class", "struct") for child in enum.children)


def member_owner(node: "Node") -> "Node | None":
    """Return the type whose member a declaration is. The members of a nameless struct without a variable count as
    members of the struct around it."""
    owner = enclosing(node, CLASSES)
    while owner is not None and owner.child_by_field_name("name") is None:
        holder = owner.parent
        is_nameless = holder is not None and holder.type == "field_declaration"
        if not is_nameless or holder is None or holder.child_by_field_name("declarator") is not None:
            break
        owner = enclosing(holder, CLASSES)
    return owner


def _read_namespaces(resolver: "NameResolver") -> dict[str, list["Node"]]:
    found: dict[str, list[Node]] = {}
    pending = [resolver.root]
    while pending:
        for child in pending.pop().named_children:
            if child.type == "namespace_definition":
                name = child.child_by_field_name("name")
                found.setdefault(resolver.text(name) if name is not None else "", []).append(child)
            if child.type in (
                "namespace_definition",
                "declaration_list",
                "linkage_specification",
                "preproc_ifdef",
            ):
                pending.append(child)
    return found


def namespace_scope(name: str, resolver: "NameResolver") -> "Node | None":
    """Return the scope of the names in a namespace of this text: the whole text if it is in several parts, or the
    only one."""
    spaces = resolver.derived("c++ namespaces", _read_namespaces)
    parts = spaces.get(name, [])
    if not parts:
        return None
    if len(parts) > 1 or not name:
        return resolver.root
    outermost = {key for key, nodes in spaces.items() if any(not _is_nested(one) for one in nodes)}
    return resolver.root if outermost == {name} else parts[0]


def _is_nested(space: "Node") -> bool:
    return enclosing(space, ("namespace_definition",)) is not None
