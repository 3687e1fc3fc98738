"""What each identifier of a Python text is: a definition in a scope, a reference, a member, an argument."""

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from io import TextIOWrapper
from logging import Logger
from pathlib import Path
from re import Match, Pattern
from threading import Thread
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.python import modules
from understudy.nes.bindings.python.container_types import called_function, keyed_type
from understudy.nes.bindings.python.scopes import (
    COMPREHENSIONS,
    SCOPES,
    assignment_target,
    early_scope,
    has_decorator,
    is_field,
    is_fixture_parameter,
    is_hidden,
    named_child,
    outside_declaration,
    parameter_function,
    scope_of,
    self_class,
    takes_fixtures,
    type_parameter_scope,
)
from understudy.nes.bindings.python.type_inference import base_types, derived_type, expression_type
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_LIBRARY_TYPES: Final = (
    *(
        str,
        bytes,
        list,
        dict,
        set,
        tuple,
        int,
        float,
        OrderedDict,
        Path,
        TextIOWrapper,
        datetime,
        Match,
        Pattern,
    ),
    *(Future, Logger, Thread),
)
_LIBRARY_MEMBERS: Final = frozenset(name for one in _LIBRARY_TYPES for name in dir(one))
_IMPORT_STATEMENTS: Final = frozenset(
    {"import_from_statement", "import_statement", "future_import_statement"}
)
_TYPE_NODES: Final = frozenset({"type", "generic_type", "type_parameter", "union_type", "binary_operator"})
_CASE_PATTERNS: Final = frozenset(
    {"case_pattern", "keyword_pattern", "list_pattern", "tuple_pattern", "union_pattern", "dict_pattern"}
)


class _PythonRules:
    identifier_types = frozenset({"identifier", "string_content"})
    scope_types = SCOPES
    library_members = _LIBRARY_MEMBERS
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        if node.type == "string_content":
            return _classify_string(node, resolver)
        kind = parent.type
        if kind == "attribute" and is_field(parent, "attribute", node):
            return _classify_member(parent, resolver)
        if kind == "keyword_argument" and is_field(parent, "name", node):
            call = parent.parent.parent if parent.parent is not None else None
            callee = call.child_by_field_name("function") if call is not None else None
            return NameUse("keyword-argument", owner=callee)
        if kind in ("function_definition", "class_definition") and is_field(parent, "name", node):
            return _define_statement(parent)
        parameter = parameter_function(node)
        if parameter is not None:
            if is_fixture_parameter(node, parameter, resolver):
                return NameUse("reference", start_scope=resolver.root)
            return NameUse("definition", "parameter", parameter)
        if kind in ("dotted_name", "aliased_import", "relative_import", "splat_pattern", "keyword_pattern"):
            statement, child = _import_statement(node)
            if statement is not None:
                return _classify_import(node, statement, child, resolver)
            special = _classify_case(node, resolver)
            if special is not None:
                return special
        if kind in ("global_statement", "nonlocal_statement"):
            return NameUse("reference", start_scope=_outer_scope(node, kind, resolver.root))
        if kind in ("type", "splat_type", "generic_type"):
            declared = _classify_type_name(node)
            if declared is not None:
                return declared
        target = assignment_target(node)
        if target is not None:
            return _define_variable(node, target, resolver)
        return NameUse("reference", start_scope=early_scope(node, resolver.text(node)))

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        return scope.type != "class_definition" or not is_hidden(scope, reference)

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        return expression_type(receiver, resolver)

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        return resolver.memo(("bases", type_node.id), lambda: base_types(type_node, resolver)) or ()

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        definition = called_function(callee, resolver)
        if definition is not None and definition.type == "class_definition":
            for one in resolver.members_named("__init__", definition):
                parent = one.node.parent
                return parent if parent is not None and parent.type == "function_definition" else None
        return definition

    def derived_type(self, found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
        return derived_type(found, step, resolver)

    def owner_name(self, owner: "Node") -> str:
        name = owner.child_by_field_name("name")
        return name.text.decode() if name is not None and name.text is not None else ""

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        if use.is_definition:
            return True  # a local class may be returned
        scope = use.scope
        if use.kind == "parameter" and scope is not None and scope.type == "function_definition":
            scope = scope_of(scope)
        while scope is not None and scope.type == "class_definition":
            scope = scope_of(scope)
        return scope is not None and scope.type == "module"

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        return modules.is_module(importing_uri, module, target_uri)

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return False

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return modules.glob_modules(resolver)

    def may_refer_to(self, source: str, name: str, *, is_member: bool) -> bool:
        return modules.may_refer_to(source, name, is_member=is_member)

    def passes_to(self, uri: str, other_uri: str) -> bool:
        folder, _, file = uri.rpartition("/")
        return file == "conftest.py" and other_uri.startswith(f"{folder}/")

    def is_passed_by_name(self, function: "Node", resolver: "NameResolver") -> bool:
        return function.parent is not None and has_decorator(function.parent, ("fixture",), resolver)

    def is_taken_by_name(self, parameter: "Node", resolver: "NameResolver") -> bool:
        function = parameter_function(parameter)
        return function is not None and takes_fixtures(function, resolver)

    def submodule(self, source: ImportSource) -> str:
        return modules.join_module(source.module, source.name)

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return modules.module_uris(importing_uri, module)


def _classify_member(attribute: "Node", resolver: "NameResolver") -> NameUse:
    receiver = attribute.child_by_field_name("object")
    if receiver is not None and assignment_target(attribute) is not None:
        owner = self_class(receiver, resolver)
        if owner is not None:
            return NameUse("member", "field", owner=owner, is_definition=True)
    return NameUse("member", owner=receiver)


def _define_statement(statement: "Node") -> NameUse:
    scope = scope_of(statement)
    is_class = statement.type == "class_definition"
    if scope.type == "class_definition":
        kind = "class" if is_class else "method"
        return NameUse("definition", kind, scope, owner=scope, is_definition=True)
    return NameUse("definition", "class" if is_class else "function", scope)


def _define_variable(node: "Node", target: "Node", resolver: "NameResolver") -> NameUse:
    scope = scope_of(node)
    if target.type == "for_in_clause" and scope.type in COMPREHENSIONS:
        return NameUse("definition", "local", scope)
    while scope.type in COMPREHENSIONS or scope.type == "lambda":  # a walrus
        scope = scope_of(scope)
    name = resolver.text(node)
    if scope.type == "class_definition":
        return NameUse("definition", "field", scope, owner=scope, is_definition=True)
    if scope.type == "function_definition":
        outer = outside_declaration(scope, name, resolver)
        if outer == "global_statement":
            return NameUse("definition", "local", resolver.root)
        if outer:
            return NameUse("reference", start_scope=scope_of(scope))
        return NameUse("definition", "local", scope)
    return NameUse("definition", "constant" if name.isupper() else "local", scope)


def _classify_type_name(node: "Node") -> NameUse | None:
    """Return the definition of a type parameter or of a type alias; None for any other name in a type."""
    scope = type_parameter_scope(node)
    if scope is not None:
        return NameUse("definition", "type", scope)
    at = node.parent
    if at is not None and at.type == "generic_type":
        first = named_child(at, 0)
        at = at.parent if first is not None and first.id == node.id else None
    alias = at.parent if at is not None and at.type == "type" else None
    if alias is None or at is None or alias.type != "type_alias_statement" or not is_field(alias, "left", at):
        return None
    outer = scope_of(node)
    if outer.type == "class_definition":
        return NameUse("definition", "type", outer, owner=outer, is_definition=True)
    return NameUse("definition", "type", outer)


def _import_statement(node: "Node") -> "tuple[Node | None, Node]":
    """Return the import statement that the identifier is in, and its child there."""
    at, child = node.parent, node
    while at is not None and at.type in ("dotted_name", "aliased_import", "relative_import"):
        child, at = at, at.parent
    is_import = at is not None and at.type in _IMPORT_STATEMENTS
    return (at if is_import else None), child


def _classify_import(
    node: "Node", statement: "Node", child: "Node", resolver: "NameResolver"
) -> NameUse | None:
    """Return what a name in an import statement is; None for a part of a module's name."""
    scope = scope_of(node)
    module_node = statement.child_by_field_name("module_name")
    module = "".join(resolver.text(module_node).split()) if module_node is not None else ""
    if statement.type == "future_import_statement" or (
        module_node is not None and module_node.id == child.id
    ):
        return None
    if child.type == "aliased_import":
        name = child.child_by_field_name("name")
        imported = resolver.text(name) if name is not None else ""
        if is_field(child, "alias", node):
            source = ImportSource(module, imported) if module else ImportSource(imported, "")
            return _import_use(scope, source)
        return NameUse("member", source=ImportSource(module, "")) if module else None
    if module:
        return _import_use(scope, ImportSource(module, resolver.text(node)))
    if node.start_byte != child.start_byte:
        return None  # a later part of `import a.b`
    return _import_use(scope, ImportSource(resolver.text(node), ""))


def _import_use(scope: "Node", source: ImportSource) -> NameUse:
    if scope.type == "class_definition":
        return NameUse("import", "import", scope, owner=scope, source=source, is_definition=True)
    return NameUse("import", "import", scope, source=source)


def _classify_case(node: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in a pattern of `case` is; None if it is no pattern."""
    parent = node.parent
    outer = parent.parent if parent is not None else None
    if parent is None or outer is None:
        return None
    if parent.type == "keyword_pattern":
        first = named_child(parent, 0)
        pattern = outer.parent if outer.type == "case_pattern" else None
        if first is not None and first.id == node.id and pattern is not None:
            return NameUse("member", owner=named_child(pattern, 0))
        return None
    if parent.type == "splat_pattern":
        return _define_variable(node, parent, resolver)
    if parent.type != "dotted_name":
        return None
    before = node.prev_named_sibling
    if before is not None:
        return NameUse("member", owner=before)
    if outer.type in _CASE_PATTERNS and parent.named_child_count == 1:
        return _define_variable(node, parent, resolver)
    return NameUse("reference")


def _outer_scope(node: "Node", statement: str, root: "Node") -> "Node":
    return root if statement == "global_statement" else scope_of(scope_of(node))


def _classify_string(node: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in a string is: an entry of `__all__`, a key of a `TypedDict`, a part of an annotation."""
    string = node.parent
    at = string.parent if string is not None else None
    if string is None or at is None:
        return None
    if at.type in ("subscript", "pair", "argument_list"):
        keyed = keyed_type(string, resolver)
        owner = (
            keyed.node.child_by_field_name("name") if keyed is not None and keyed.node is not None else None
        )
        if keyed is not None:
            return NameUse("member", owner=owner, source=keyed.source)
    if at.type in ("list", "tuple", "expression_list"):
        statement = at.parent
        if statement is not None and statement.type in ("assignment", "augmented_assignment"):
            left = statement.child_by_field_name("left")
            if left is not None and resolver.text(left) == "__all__":
                return NameUse("export", start_scope=resolver.root)
            if left is not None and resolver.text(left) in ("__slots__", "__match_args__"):
                owner = scope_of(node)
                if owner.type == "class_definition":
                    return NameUse("export", "field", owner=owner, is_definition=True)
        return None
    if at.type == "argument_list":
        callee = at.parent.child_by_field_name("function") if at.parent is not None else None
        first = named_child(at, 0)
        is_cast = callee is not None and resolver.text(callee) in ("cast", "typing.cast", "t.cast")
        return NameUse("reference") if is_cast and first is not None and first.id == string.id else None
    child = string
    while at is not None and at.type in _TYPE_NODES:
        if at.type == "generic_type" and resolver.text(at).startswith(("Literal", "Annotated")):
            return None
        child, at = at, at.parent
    if child.type != "type":
        return None
    return NameUse("reference", start_scope=early_scope(node, ""))


RULES: Final = _PythonRules()
