"""Bindings of Python texts."""

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from posixpath import dirname, normpath
from re import Match
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.limits import MAX_TREE_DEPTH
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_FUNCTIONS: Final = frozenset({"function_definition", "lambda"})
_COMPREHENSIONS: Final = frozenset(
    {"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"}
)
_SCOPES: Final = frozenset({*_FUNCTIONS, *_COMPREHENSIONS, "class_definition", "module"})
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
    }
)
_SUFFIXES: Final = (".py", ".pyi")
_LIBRARY_TYPES: Final = (str, bytes, list, dict, set, tuple, int, float, Path, OrderedDict, Future, Match)
_LIBRARY_MEMBERS: Final = frozenset(name for one in _LIBRARY_TYPES for name in dir(one))


class _PythonRules:
    identifier_types = frozenset({"identifier", "string_content"})
    scope_types = _SCOPES
    library_members = _LIBRARY_MEMBERS
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        if node.type == "string_content":
            return NameUse("export") if _is_in_export_list(node, resolver) else None
        kind = parent.type
        if kind == "attribute" and _is_field(parent, "attribute", node):
            return self._classify_member(parent, resolver)
        if kind == "keyword_argument" and _is_field(parent, "name", node):
            call = parent.parent.parent if parent.parent is not None else None
            callee = call.child_by_field_name("function") if call is not None else None
            return NameUse("keyword-argument", owner=callee)
        if kind in ("function_definition", "class_definition") and _is_field(parent, "name", node):
            return _define_statement(parent)
        parameter = _parameter_function(node)
        if parameter is not None:
            return NameUse("definition", "parameter", parameter)
        imported = _import_of(node, resolver)
        if imported is not None:
            return imported
        if kind in ("global_statement", "nonlocal_statement"):
            return NameUse("reference", start_scope=_outer_scope(node, kind, resolver.root))
        target = _assignment_target(node)
        if target is not None:
            return self._define_variable(node, target, resolver)
        return NameUse("reference", start_scope=_early_scope(node))

    def _classify_member(self, attribute: "Node", resolver: "NameResolver") -> NameUse:
        receiver = attribute.child_by_field_name("object")
        owner = _self_class(receiver, resolver) if receiver is not None else None
        if owner is not None and _assignment_target(attribute) is not None:
            return NameUse("member", "field", owner=owner, is_definition=True)
        return NameUse("member", owner=receiver)

    def _define_variable(self, node: "Node", target: str, resolver: "NameResolver") -> NameUse:
        scope = _scope_of(node)
        if target == "for" and scope.type in _COMPREHENSIONS:
            return NameUse("definition", "local", scope)
        while scope.type in _COMPREHENSIONS or scope.type == "lambda":  # a walrus
            scope = _scope_of(scope)
        if scope.type == "class_definition":
            return NameUse("definition", "field", scope, owner=scope, is_definition=True)
        name = resolver.text(node)
        if scope.type == "function_definition":
            outer = _declared_outside(scope, name, resolver)
            if outer:
                return NameUse("reference", start_scope=_outer_scope(node, outer, resolver.root))
            return NameUse("definition", "local", scope)
        return NameUse("definition", "constant" if name.isupper() else "local", scope)

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        if scope.type != "class_definition":
            return True
        child, at = reference, reference.parent
        while at is not None and at.id != scope.id:
            if at.type in _SCOPES and _is_inner(at, child):
                return False  # in a function, a comprehension or a class inside the class
            child, at = at, at.parent
        return True

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        if receiver.type == "identifier":
            own = _self_class(receiver, resolver)
            if own is not None:
                return TypeReference(own)
            return self._type_of_definitions(receiver, resolver)
        if receiver.type == "call":
            callee = receiver.child_by_field_name("function")
            if callee is not None and resolver.text(callee) == "super":
                own = _enclosing_class(receiver)
                return TypeReference(own) if own is not None else None
            return self._class_named(callee, resolver) if callee is not None else None
        return None

    def _type_of_definitions(self, name: "Node", resolver: "NameResolver") -> TypeReference | None:
        for one in resolver.definitions_of(name):
            parent = one.node.parent
            if one.use.kind == "class" and parent is not None:
                return TypeReference(parent)
            if one.use.source is not None:
                return TypeReference(source=one.use.source)
            annotation = parent.child_by_field_name("type") if parent is not None else None
            if annotation is not None and annotation.named_child_count == 1:
                found = self._class_named(annotation.named_child(0), resolver)
                if found is not None:
                    return found
            if parent is not None and parent.type == "assignment":
                value = parent.child_by_field_name("right")
                if value is not None and value.type == "call":
                    found = resolver.type_of(value)
                    if found is not None:
                        return found
        return None

    def _class_named(self, node: "Node | None", resolver: "NameResolver") -> TypeReference | None:
        """Return the class that a name or a string annotation names."""
        if node is None or node.type != "identifier":
            return None
        for one in resolver.definitions_of(node):
            if one.use.kind == "class" and one.node.parent is not None:
                return TypeReference(one.node.parent)
            if one.use.source is not None:
                return TypeReference(source=one.use.source)
        return None

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        arguments = type_node.child_by_field_name("superclasses")
        if arguments is None:
            return ()
        found = [self._class_named(child, resolver) for child in arguments.named_children]
        return [one for one in found if one is not None]

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        definition = None
        if callee.type == "identifier":
            for one in resolver.definitions_of(callee):
                if one.use.kind in ("function", "class"):
                    definition = one.node.parent
        elif callee.type == "attribute":
            receiver, name = callee.child_by_field_name("object"), callee.child_by_field_name("attribute")
            owner = resolver.type_of(receiver) if receiver is not None else None
            if owner is not None and owner.node is not None and name is not None:
                for one in resolver.members_named(resolver.text(name), owner.node):
                    definition = one.node.parent
        if definition is not None and definition.type == "class_definition":
            for one in resolver.members_named("__init__", definition):
                return one.node.parent
        return definition

    def owner_name(self, owner: "Node") -> str:
        name = owner.child_by_field_name("name")
        return name.text.decode() if name is not None and name.text is not None else ""

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        scope = use.scope if use.scope is not None else use.owner
        if use.kind == "parameter" and scope is not None and scope.type == "function_definition":
            scope = _scope_of(scope)
        while scope is not None and scope.type == "class_definition":
            scope = _scope_of(scope)
        return scope is not None and scope.type == "module"

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        target = _module_path(target_uri)
        if target is None:
            return False
        if module.startswith("."):
            name = module.lstrip(".")
            folder = importing_uri
            for _ in range(len(module) - len(name)):
                folder = dirname(folder)
            return normpath(f"{folder}/{name.replace('.', '/')}") == normpath(target)
        return target == module.replace(".", "/") or target.endswith("/" + module.replace(".", "/"))

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return False

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return [
            resolver.text(module).replace(" ", "")
            for statement in resolver.root.named_children
            if statement.type == "import_from_statement"
            and any(child.type == "wildcard_import" for child in statement.named_children)
            and (module := statement.child_by_field_name("module_name")) is not None
        ]

    def submodule(self, source: ImportSource) -> str:
        separator = "" if source.module.endswith(".") else "."
        return f"{source.module}{separator}{source.name}"

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        name = module.lstrip(".")
        path = name.replace(".", "/")
        folder = dirname(importing_uri)
        folders: list[str] = []
        if len(name) < len(module):
            for _ in range(len(module) - len(name) - 1):
                folder = dirname(folder)
            folders.append(folder)
        else:
            while folder.count("/") > 2 and len(folders) < MAX_TREE_DEPTH:
                folders.append(folder)
                folder = dirname(folder)
        return [
            f"{folder}/{path}{end}" if path else f"{folder}{end}"
            for folder in folders
            for end in (".py", "/__init__.py", ".pyi")
        ]


def _module_path(uri: str) -> str | None:
    """Return the URI without the suffix, and without `__init__`; None if it is no Python text."""
    for suffix in _SUFFIXES:
        if uri.endswith(suffix):
            return uri[: -len(suffix)].removesuffix("/__init__")
    return None


def _is_inner(scope: "Node", child: "Node") -> bool:
    """Whether a child of a scope is looked up inside it: not a decorator, default value or base class."""
    if scope.type in _FUNCTIONS or scope.type == "class_definition":
        return _is_field(scope, "body", child)
    first = next((one for one in scope.named_children if one.type == "for_in_clause"), None)
    return first is None or first.id != child.id


def _is_field(parent: "Node", name: str, node: "Node") -> bool:
    child = parent.child_by_field_name(name)
    return child is not None and child.id == node.id


def _scope_of(node: "Node") -> "Node":
    """Return the scope around a node, which may be a scope itself."""
    at = node.parent
    while at is not None and at.type not in _SCOPES:
        at = at.parent
    if at is None:
        at = node
        while at.parent is not None:
            at = at.parent
    return at


def _define_statement(statement: "Node") -> NameUse:
    scope = _scope_of(statement)
    is_class = statement.type == "class_definition"
    if scope.type == "class_definition":
        return NameUse(
            "definition", "class" if is_class else "method", scope, owner=scope, is_definition=True
        )
    return NameUse("definition", "class" if is_class else "function", scope)


def _parameter_function(node: "Node") -> "Node | None":
    """Return the function whose parameter the identifier declares."""
    child, at = node, node.parent
    while at is not None and at.type in _PARAMETERS:
        if at.type in ("parameters", "lambda_parameters"):
            return at.parent
        if at.type in ("default_parameter", "typed_default_parameter"):
            if not _is_field(at, "name", child):
                return None
        elif at.type == "typed_parameter":
            first = at.named_child(0)
            if first is None or first.id != child.id:
                return None
        child, at = at, at.parent
    return None


def _import_of(node: "Node", resolver: "NameResolver") -> NameUse | None:
    at, child = node.parent, node
    while at is not None and at.type in ("dotted_name", "aliased_import", "relative_import", "import_prefix"):
        child, at = at, at.parent
    if at is None or at.type not in ("import_from_statement", "import_statement"):
        return None
    scope = _scope_of(node)
    module_node = at.child_by_field_name("module_name")
    module = resolver.text(module_node).replace(" ", "") if module_node is not None else ""
    if module_node is not None and module_node.id == child.id:
        return None
    if child.type == "aliased_import":
        name = child.child_by_field_name("name")
        imported = resolver.text(name) if name is not None else ""
        if _is_field(child, "alias", node):
            source = ImportSource(module, imported) if module else ImportSource(imported, "")
            return NameUse("import", "import", scope, source=source)
        return NameUse("member", source=ImportSource(module, "")) if module else None
    if module:
        return NameUse("import", "import", scope, source=ImportSource(module, resolver.text(node)))
    dotted = resolver.text(child)
    if node.start_byte != child.start_byte:
        return None  # a later part of `import a.b`
    return NameUse("import", "import", scope, source=ImportSource(dotted, ""))


def _assignment_target(node: "Node") -> str | None:
    """Return how an expression is assigned to: "assign", "for" or "with"; None if it is not a target."""
    child, at = node, node.parent
    while at is not None and at.type in _PATTERNS:
        if at.type == "as_pattern_target":
            return "with"
        child, at = at, at.parent
    if at is None:
        return None
    if at.type in ("assignment", "augmented_assignment"):
        return "assign" if _is_field(at, "left", child) else None
    if at.type in ("for_statement", "for_in_clause"):
        return "for" if _is_field(at, "left", child) else None
    if at.type == "named_expression":
        return "assign" if _is_field(at, "name", child) else None
    if at.type == "as_pattern":
        alias = at.child_by_field_name("alias")
        return "with" if alias is not None and alias.id == child.id else None
    return None


def _early_scope(node: "Node") -> "Node | None":
    """Return where the lookup begins for a default value, an annotation, a decorator or a base class: around the
    function or class that it belongs to. None for any other reference."""
    child, at = node, node.parent
    while at is not None:
        if at.type in ("function_definition", "class_definition"):
            body = at.child_by_field_name("body")
            if body is not None and body.id != child.id:
                return at.parent
            return None
        if at.type in _SCOPES:
            return None
        child, at = at, at.parent
    return None


def _outer_scope(node: "Node", statement: str, root: "Node") -> "Node":
    return root if statement == "global_statement" else _scope_of(_scope_of(node))


def _declared_outside(function: "Node", name: str, resolver: "NameResolver") -> str:
    """Return the statement of the function that declares the name as `global` or `nonlocal`; empty if none does."""
    body = function.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        if statement.type in ("global_statement", "nonlocal_statement") and any(
            resolver.text(one) == name for one in statement.named_children
        ):
            return statement.type
    return ""


def _enclosing_class(node: "Node") -> "Node | None":
    at = node.parent
    while at is not None and at.type != "class_definition":
        at = at.parent
    return at


def _self_class(receiver: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the class if the receiver is the first parameter of one of its methods."""
    if receiver.type != "identifier":
        return None
    name = resolver.text(receiver)
    if name not in ("self", "cls", "mcs"):
        return None
    at = _scope_of(receiver)
    while at.type != "module":
        if at.type == "function_definition":
            outer = _scope_of(at)
            if outer.type == "class_definition":
                return outer
        if at.parent is None:
            return None
        at = _scope_of(at)
    return None


def _is_in_export_list(node: "Node", resolver: "NameResolver") -> bool:
    string = node.parent
    values = string.parent if string is not None else None
    assignment = values.parent if values is not None else None
    if assignment is None or assignment.type not in ("assignment", "augmented_assignment"):
        return False
    left = assignment.child_by_field_name("left")
    return left is not None and resolver.text(left) == "__all__"


RULES: Final = _PythonRules()
