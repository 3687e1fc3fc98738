"""What identifiers are in Java texts. The files of a folder are one package and share their types."""

from collections.abc import Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.java.overloads import call_namespace, overload_namespace
from understudy.nes.bindings.java.types import (
    CLASSES,
    TYPE_DECLARATIONS,
    base_references,
    class_around,
    expression_type,
    named_type,
    outside_type,
)
from understudy.nes.bindings.names import BindingKind, ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, is_field, name_of, same_node
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_METHODS: Final = frozenset(
    {"method_declaration", "constructor_declaration", "compact_constructor_declaration", "lambda_expression"}
)
_CASES: Final = frozenset({"switch_rule", "switch_block_statement_group"})
_BLOCKS: Final = frozenset(
    {
        *_METHODS,
        *_CASES,
        "block",
        "constructor_body",
        "for_statement",
        "enhanced_for_statement",
        "try_with_resources_statement",
        "catch_clause",
        "static_initializer",
    }
)
_SCOPES: Final = frozenset({*_BLOCKS, *CLASSES, "program", "labeled_statement", "if_statement"})
_CONDITIONAL: Final = frozenset({"if_statement", "while_statement", "ternary_expression", "do_statement"})
_NAMED_BY_TYPE: Final = frozenset(
    {"constructor_declaration", "compact_constructor_declaration", "annotation", "marker_annotation"}
)
_VALUE: Final = "value"
_TYPE: Final = "type"
_LABEL: Final = "label"


class _JavaRules:
    identifier_types = frozenset({"identifier", "type_identifier"})
    scope_types = _SCOPES
    inheriting_scopes = CLASSES
    hiding_kinds = frozenset({"field", "constant", "class"})
    library_members = frozenset(
        {
            *(
                "add",
                "addAll",
                "append",
                "apply",
                "accept",
                "charAt",
                "clear",
                "close",
                "compareTo",
                "contains",
            ),
            *("containsKey", "count", "entrySet", "equals", "filter", "forEach", "format", "get", "getKey"),
            *(
                "getMessage",
                "getName",
                "getOrDefault",
                "getValue",
                "hasNext",
                "hashCode",
                "indexOf",
                "isEmpty",
            ),
            *("isPresent", "iterator", "join", "keySet", "length", "limit", "map", "name", "next", "ordinal"),
            *(
                "print",
                "println",
                "put",
                "read",
                "remove",
                "replace",
                "reset",
                "run",
                "size",
                "sort",
                "split",
            ),
            *(
                "start",
                "stop",
                "stream",
                "submit",
                "substring",
                "test",
                "toString",
                "trim",
                "update",
                "values",
            ),
            *("valueOf", "wait", "write"),
        }
    )
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        if node.type == "type_identifier":
            return _classify_type(node, parent, resolver)
        kind = parent.type
        if kind in TYPE_DECLARATIONS and is_field(parent, "name", node):
            return _define_type(parent)
        if kind in (
            "constructor_declaration",
            "compact_constructor_declaration",
            "annotation",
            "marker_annotation",
        ):
            return NameUse("reference", namespace=_TYPE)
        if kind in ("method_declaration", "annotation_type_element_declaration") and is_field(
            parent, "name", node
        ):
            owner = class_around(parent)
            space = overload_namespace(parent, owner, resolver) if owner is not None else ""
            return _member(owner, "method", space)
        if kind == "enum_constant" and is_field(parent, "name", node):
            return _member(class_around(parent), "constant", _VALUE)
        if kind == "element_value_pair" and is_field(parent, "key", node):
            annotation = enclosing(parent, ("annotation",))
            return NameUse("member", owner=annotation.child_by_field_name("name") if annotation else None)
        if kind in ("scoped_identifier", "import_declaration", "package_declaration"):
            statement = enclosing(node, ("import_declaration", "package_declaration"))
            return _classify_import(node, statement, resolver) if statement is not None else None
        if kind in ("labeled_statement", "break_statement", "continue_statement"):
            is_label = kind != "labeled_statement" or same_node(first_named(parent), node)
            if is_label:
                if kind == "labeled_statement":
                    return NameUse("definition", "label", parent, namespace=_LABEL)
                return NameUse("reference", namespace=_LABEL)
        declared = _declared_by(node, parent)
        if declared is not None:
            return declared
        return self._classify_use(node, parent, resolver)

    def _classify_use(self, node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
        kind = parent.type
        around = class_around(node)
        if kind == "method_invocation" and is_field(parent, "name", node):
            space = call_namespace(parent, resolver.text(node), resolver)
            value = parent.child_by_field_name("object")
            if value is not None:
                return NameUse("member", owner=value, namespace=space)
            return NameUse("reference", namespace=space, owner=around)
        if kind == "field_access" and is_field(parent, "field", node):
            space = "" if resolver.text(node)[:1].isupper() else _VALUE
            return NameUse("member", owner=parent.child_by_field_name("object"), namespace=space)
        if kind == "method_reference" and not same_node(first_named(parent), node):
            return NameUse("member", owner=first_named(parent))
        if kind == "switch_label":
            switch = enclosing(parent, ("switch_expression",))
            condition = switch.child_by_field_name("condition") if switch is not None else None
            chosen = resolver.type_of(condition) if condition is not None else None
            if chosen is not None and (chosen.node is None or chosen.node.type == "enum_declaration"):
                return NameUse("member", owner=condition, namespace=_VALUE)
        if kind == "record_pattern":
            return NameUse("reference", namespace=_TYPE)
        name = resolver.text(node)
        if name[:1].isupper() and not name.isupper():
            return NameUse("reference")  # most likely a type
        return NameUse("reference", namespace="" if name.isupper() else _VALUE, owner=around)

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        return True

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        found = expression_type(receiver, resolver)
        if found is None:
            return outside_type(receiver, resolver)
        return found if isinstance(found, TypeReference) else named_type(found, resolver)

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        return base_references(type_node, resolver)

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        return None

    def owner_name(self, owner: "Node") -> str:
        return name_of(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        if use.kind in ("local", "parameter", "label") or use.source is not None:
            return False
        at: Node | None = definition.parent
        while at is not None and at.type != "program":
            if at.type in _BLOCKS - _METHODS or at.type == "object_creation_expression":
                return False
            modifiers = first_named(at, "modifiers")
            if modifiers is not None and any(one.type == "private" for one in modifiers.children):
                return False
            at = at.parent
        return True

    # Other texts

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        if not module:
            return self.shares_scope(importing_uri, target_uri)
        return target_uri.endswith(".java") and dirname(target_uri).endswith("/" + module.replace(".", "/"))

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        if not (uri.endswith(".java") and other_uri.endswith(".java")):
            return False
        folder, other = dirname(uri), dirname(other_uri)
        if folder == other:
            return True
        if "/java/" not in folder or "/java/" not in other:
            return False
        return folder.rpartition("/java/")[2] == other.rpartition("/java/")[2]  # sources and tests

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        found = [""]
        for statement in resolver.root.named_children:
            if statement.type == "import_declaration" and first_named(statement, "asterisk") is not None:
                path = first_named(statement, "scoped_identifier", "identifier")
                if path is not None:
                    found.append(resolver.text(path))
        return found

    def submodule(self, source: ImportSource) -> str:
        return ""

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return ()


def _member(owner: "Node | None", kind: BindingKind, namespace: str) -> NameUse | None:
    if owner is None:
        return None
    return NameUse("member", kind, owner, owner=owner, is_definition=True, namespace=namespace)


def _define_type(declaration: "Node") -> NameUse | None:
    around = enclosing(declaration, _SCOPES)
    if around is None:
        return None
    if around.type in CLASSES:
        return _member(class_around(declaration), "class", _TYPE)
    return NameUse("definition", "class", around, namespace=_TYPE)


def _classify_type(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    if parent.type == "type_parameter" and same_node(first_named(parent, "type_identifier"), node):
        return NameUse("definition", "type", enclosing(parent, _SCOPES), namespace=_TYPE)
    if parent.type == "scoped_type_identifier" and not same_node(first_named(parent), node):
        return NameUse("member", owner=first_named(parent), namespace=_TYPE)
    return NameUse("reference", namespace=_TYPE) if resolver.text(node) != "var" else None


def _classify_import(node: "Node", statement: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in an import is: what it imports, or a class on the way, by the capital letter."""
    path = first_named(statement, "scoped_identifier", "identifier")
    if statement.type != "import_declaration" or path is None:
        return None
    has_all = first_named(statement, "asterisk") is not None
    parts = resolver.text(path).replace(" ", "").split(".")
    first = next((index for index, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
    module, classes = ".".join(parts[:first]), parts[first:]
    if node.end_byte == path.end_byte and not has_all:
        return NameUse("import", "import", resolver.root, source=ImportSource(module, ".".join(classes)))
    before = resolver.text(path)[: node.end_byte - path.start_byte].count(".") - first
    if before < 0 or not resolver.text(node)[:1].isupper():
        return None
    return NameUse("member", source=ImportSource(module, ".".join(classes[:before])))


def _declared_by(node: "Node", parent: "Node") -> NameUse | None:
    """Return the definition of a field, a parameter or a variable."""
    kind = parent.type
    if kind == "variable_declarator" and is_field(parent, "name", node):
        return _declarator(node, parent)
    if kind == "formal_parameter" and is_field(parent, "name", node):
        return _parameter(parent)
    if kind == "catch_formal_parameter" and is_field(parent, "name", node):
        return NameUse("definition", "parameter", enclosing(parent, ("catch_clause",)), namespace=_VALUE)
    if kind == "lambda_expression" and is_field(parent, "parameters", node):
        return NameUse("definition", "parameter", parent, namespace=_VALUE)
    if kind == "inferred_parameters":
        return NameUse("definition", "parameter", parent.parent, namespace=_VALUE)
    if kind == "resource" and is_field(parent, "name", node):
        scope = enclosing(parent, ("try_with_resources_statement",))
        return NameUse("definition", "local", scope, parent.start_byte, namespace=_VALUE)
    if kind == "enhanced_for_statement" and is_field(parent, "name", node):
        body = parent.child_by_field_name("body")
        start = body.start_byte if body is not None else parent.end_byte
        return NameUse("definition", "local", parent, start, namespace=_VALUE)
    is_pattern = (kind == "instanceof_expression" and is_field(parent, "name", node)) or (
        kind in ("type_pattern", "record_pattern_component") and not same_node(first_named(parent), node)
    )
    if is_pattern:
        return NameUse("definition", "local", _pattern_scope(parent), node.start_byte, namespace=_VALUE)
    return None


def _declarator(node: "Node", declarator: "Node") -> NameUse | None:
    holder = declarator.parent
    if holder is None:
        return None
    if holder.type in ("field_declaration", "constant_declaration"):
        return _member(class_around(holder), "field", _VALUE)
    if holder.type == "spread_parameter":
        return NameUse("definition", "parameter", enclosing(holder, _METHODS), namespace=_VALUE)
    return NameUse("definition", "local", enclosing(holder, _BLOCKS), node.start_byte, namespace=_VALUE)


def _parameter(parameter: "Node") -> NameUse | None:
    parameters = parameter.parent
    holder = parameters.parent if parameters is not None else None
    if parameters is None or holder is None:
        return None
    if holder.type == "record_declaration":
        return _member(holder, "field", "")
    if holder.type == "constructor_declaration":
        record = class_around(holder)
        components = record.child_by_field_name("parameters") if record is not None else None
        if record is not None and components is not None and _names(components) == _names(parameters):
            return NameUse(
                "reference", start_scope=record
            )  # the parameters of a record's constructor are its fields
    return NameUse("definition", "parameter", enclosing(parameter, _METHODS), namespace=_VALUE)


def _names(parameters: "Node") -> list[str]:
    return [name_of(one) for one in parameters.named_children]


def _pattern_scope(pattern: "Node") -> "Node | None":
    """Return where a variable of a pattern is visible: in the statement, or after it if the test is negated."""
    at = enclosing(pattern, (*_CONDITIONAL, *_BLOCKS, *CLASSES))
    if at is not None and at.type in _CONDITIONAL:
        condition = at.child_by_field_name("condition")
        text = condition.text.decode() if condition is not None and condition.text is not None else ""
        if "!" in text.replace("!=", ""):
            return enclosing(at, _BLOCKS)
    return at


RULES: Final = _JavaRules()
