"""The scopes of a Python syntax tree, and what is looked up where."""

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "COMPREHENSIONS",
    "SCOPES",
    "assignment_target",
    "early_scope",
    "enclosing_class",
    "has_decorator",
    "is_field",
    "is_fixture_parameter",
    "is_hidden",
    "named_child",
    "outside_declaration",
    "parameter_function",
    "scope_of",
    "self_class",
    "takes_fixtures",
    "type_parameter_scope",
]

FUNCTIONS: Final = frozenset({"function_definition", "lambda"})
COMPREHENSIONS: Final = frozenset(
    {"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"}
)
SCOPES: Final = frozenset({*FUNCTIONS, *COMPREHENSIONS, "class_definition", "module"})
_STATEMENTS_WITH_BODY: Final = frozenset({"function_definition", "class_definition", "lambda"})
_PARAMETERS: Final = frozenset(
    {
        "parameters",
        "lambda_parameters",
        "default_parameter",
        "typed_parameter",
        "typed_default_parameter",
        "list_splat_pattern",
        "dictionary_splat_pattern",
    }
)
_PATTERNS: Final = frozenset(
    {
        "pattern_list",
        "tuple_pattern",
        "list_pattern",
        "list_splat_pattern",
        "as_pattern_target",
        "expression_list",
        "tuple",
        "list",
        "parenthesized_expression",
    }
)
_FIXTURE: Final = re.compile(
    r"^@(?:pytest\.|pytest_asyncio\.)?fixture\b[^\n]*\n(?:@[^\n]*\n)*(?:async )?def (\w+)", re.MULTILINE
)
_OUTSIDE: Final = re.compile(r"^[ \t]*(?:global|nonlocal)\b|[;:][ \t]*(?:global|nonlocal)\b", re.MULTILINE)


def named_child(node: "Node", position: int) -> "Node | None":
    """Return a named child that is no comment by its position; None if there is none."""
    for index in range(node.named_child_count):
        child = node.named_child(index)
        if child is not None and child.type != "comment":
            if not position:
                return child
            position -= 1
    return None


def is_field(parent: "Node", name: str, node: "Node") -> bool:
    child = parent.child_by_field_name(name)
    return child is not None and child.id == node.id


def scope_of(node: "Node") -> "Node":
    """Return the scope around a node, which may be a scope itself."""
    at = node.parent
    while at is not None and at.type not in SCOPES:
        at = at.parent
    if at is None:
        at = node
        while at.parent is not None:
            at = at.parent
    return at


def enclosing_class(node: "Node") -> "Node | None":
    at = node.parent
    while at is not None and at.type != "class_definition":
        at = at.parent
    return at


def is_hidden(class_node: "Node", reference: "Node") -> bool:
    """Whether the names of a class body are hidden from a reference: it is in a function, a comprehension or a
    class inside the class."""
    child, at = reference, reference.parent
    while at is not None and at.id != class_node.id:
        if at.type in _STATEMENTS_WITH_BODY:
            if is_field(at, "body", child):
                return True
        elif at.type in COMPREHENSIONS and not _is_first_clause(at, child):
            return True
        child, at = at, at.parent
    return False


def early_scope(node: "Node", name: str) -> "Node | None":
    """Return where the lookup of a name begins, if it does not begin at the reference: for a default value, an
    annotation, a decorator or a base class around its function or class, for the first iterable of a comprehension
    around the comprehension. None for any other reference."""
    child, at = node, node.parent
    while at is not None:
        if at.type in _STATEMENTS_WITH_BODY:
            if is_field(at, "body", child):
                return None
            parameters = at.child_by_field_name("type_parameters")
            if parameters is not None and name in re.findall(r"\w+", (parameters.text or b"").decode()):
                return at.child_by_field_name("body")
            return at.parent
        if at.type in COMPREHENSIONS:
            return at.parent if _is_first_iterable(at, child, node) else None
        if at.type == "module":
            return None
        child, at = at, at.parent
    return None


def _is_first_clause(comprehension: "Node", child: "Node") -> bool:
    first = next((one for one in comprehension.named_children if one.type == "for_in_clause"), None)
    return first is not None and first.id == child.id


def _is_first_iterable(comprehension: "Node", child: "Node", node: "Node") -> bool:
    if not _is_first_clause(comprehension, child):
        return False
    iterable = child.child_by_field_name("right")
    return iterable is not None and iterable.start_byte <= node.start_byte < iterable.end_byte


def parameter_function(node: "Node") -> "Node | None":
    """Return the function whose parameter the identifier declares."""
    child, at = node, node.parent
    while at is not None and at.type in _PARAMETERS:
        if at.type in ("parameters", "lambda_parameters"):
            return at.parent
        if at.type in ("default_parameter", "typed_default_parameter"):
            if not is_field(at, "name", child):
                return None
        elif at.type == "typed_parameter":
            first = named_child(at, 0)
            if first is None or first.id != child.id:
                return None
        child, at = at, at.parent
    return None


def is_fixture_parameter(node: "Node", function: "Node", resolver: "NameResolver") -> bool:
    """Whether the parameter of a test or a fixture names a fixture of the same text, which pytest passes."""
    fixtures = resolver.memo(("fixtures", 0), lambda: frozenset(_FIXTURE.findall(resolver.source)))
    return bool(fixtures) and resolver.text(node) in fixtures and takes_fixtures(function, resolver)


def takes_fixtures(function: "Node", resolver: "NameResolver") -> bool:
    """Whether pytest passes fixtures to the parameters of the function: it is a test or a fixture."""
    name = function.child_by_field_name("name")
    return name is not None and (
        resolver.text(name).startswith("test") or has_decorator(function, ("fixture",), resolver)
    )


def assignment_target(node: "Node") -> "Node | None":
    """Return the statement or clause that assigns to an expression; None if it is not a target."""
    child, at = node, node.parent
    while at is not None and at.type in _PATTERNS:
        child, at = at, at.parent
    if at is None:
        return None
    if at.type in ("assignment", "augmented_assignment", "for_statement", "for_in_clause"):
        return at if is_field(at, "left", child) else None
    if at.type == "named_expression":
        return at if is_field(at, "name", child) else None
    if at.type == "as_pattern":
        first = named_child(at, 0)
        return at if first is not None and first.id != child.id else None
    return None


def outside_declaration(function: "Node", name: str, resolver: "NameResolver") -> str:
    """Return the type of the statement by which the function declares the name as `global` or `nonlocal`; empty if
    it does not."""
    declared = resolver.memo(("outside_declarations", 0), lambda: _outside_declarations(resolver))
    return declared.get((function.id, name), "") if declared else ""


def _outside_declarations(resolver: "NameResolver") -> dict[tuple[int, str], str]:
    found: dict[tuple[int, str], str] = {}
    source = resolver.source
    if "global" not in source and "nonlocal" not in source:
        return found  # the expression takes a hundred times as long
    for match in _OUTSIDE.finditer(source):
        statement = resolver.root.descendant_for_byte_range(match.end() - 1, match.end())
        statement = statement.parent if statement is not None else None
        if statement is not None and statement.type in ("global_statement", "nonlocal_statement"):
            function = scope_of(statement)
            for one in statement.named_children:
                found[function.id, resolver.text(one)] = statement.type
    return found


def self_class(receiver: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the class if the name is the first parameter of one of its methods."""
    if receiver.type != "identifier":
        return None
    name = resolver.text(receiver)
    at = scope_of(receiver)
    while at.type != "module" and at.parent is not None:
        if at.type == "function_definition":
            parameters = at.child_by_field_name("parameters")
            first = named_child(parameters, 0) if parameters is not None else None
            if first is not None and first.type == "typed_parameter":
                first = named_child(first, 0)
            if first is not None and first.type == "identifier" and resolver.text(first) == name:
                outer = scope_of(at)
                is_method = outer.type == "class_definition" and not has_decorator(
                    at, ("staticmethod",), resolver
                )
                return outer if is_method else None
        at = scope_of(at)
    return None


def has_decorator(definition: "Node", names: tuple[str, ...], resolver: "NameResolver") -> bool:
    """Whether a function or class has a decorator whose name is one of those, or ends with it."""
    parent = definition.parent
    if parent is None or parent.type != "decorated_definition":
        return False
    for child in parent.named_children:
        if child.type == "decorator":
            text = resolver.text(child).removeprefix("@").split("(")[0].strip()
            if text.rpartition(".")[2] in names:
                return True
    return False


def type_parameter_scope(node: "Node") -> "Node | None":
    """Return the scope of a type parameter if the identifier declares one; None if it does not."""
    at = node.parent
    if at is not None and at.type == "splat_type":
        at = at.parent
    if at is not None and at.type == "type":
        outer = at.parent
        if outer is not None and outer.type == "constrained_type":
            first = named_child(outer, 0)
            if first is None or first.id != at.id:
                return None
            outer = outer.parent.parent if outer.parent is not None else None
        if outer is not None and outer.type == "type_parameter":
            owner = outer.parent
            if owner is not None and owner.type in ("function_definition", "class_definition"):
                return owner.child_by_field_name("body")
            if owner is not None and owner.type == "generic_type" and owner.parent is not None:
                alias = owner.parent.parent
                if (
                    alias is not None
                    and alias.type == "type_alias_statement"
                    and is_field(alias, "left", owner.parent)
                ):
                    return alias
    return None
