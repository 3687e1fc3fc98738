"""Bindings of Go texts. The files of a folder are one package and share their top-level names."""

from collections.abc import Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.go.other_texts import outside_source
from understudy.nes.bindings.go.types import (
    LIBRARY_MEMBERS,
    MEMBER_OWNERS,
    TYPE_NODES,
    called_function,
    element_type,
    embedded_types,
    extended_type,
    implemented_interfaces,
    is_interface,
    literal_type,
    plain_type,
    receiver_of,
    top_level_type,
    type_holder,
    underlying,
    written_type,
)
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, is_field, name_of
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_FUNCTIONS: Final = frozenset({"function_declaration", "method_declaration", "func_literal"})
_CASES: Final = frozenset({"expression_case", "default_case", "type_case", "communication_case"})
_SCOPES: Final = frozenset(
    {
        *_FUNCTIONS,
        *_CASES,
        *TYPE_NODES,
        "source_file",
        "block",
        "if_statement",
        "for_statement",
        "expression_switch_statement",
        "type_switch_statement",
        "select_statement",
    }
)
_PARAMETERS: Final = frozenset({"parameter_declaration", "variadic_parameter_declaration"})
_PREDECLARED: Final = frozenset(
    {
        "any",
        "bool",
        "byte",
        "comparable",
        "complex64",
        "complex128",
        "error",
        "float32",
        "float64",
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "rune",
        "string",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "uintptr",
    }
)
_VALUE: Final = "value"
_LABEL: Final = "label"


class _GoRules:
    identifier_types = frozenset(
        {"identifier", "field_identifier", "type_identifier", "package_identifier", "label_name"}
    )
    scope_types = _SCOPES
    extension_types = frozenset({"method_declaration"})
    library_members = LIBRARY_MEMBERS
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None or resolver.text(node) == "_":
            return None
        if node.type == "label_name":
            return _classify_label(node, parent)
        if node.type == "package_identifier":
            return _classify_package(parent, resolver)
        if node.type == "field_identifier":
            return self._classify_field(node, parent, resolver)
        kind = parent.type
        if kind == "qualified_type":
            path = _import_path(parent.child_by_field_name("package"), resolver)
            return NameUse("member", source=ImportSource(path, "")) if path else None
        if kind in TYPE_NODES and is_field(parent, "name", node):
            return _definition("type", _scope_of(parent))
        if kind == "type_parameter_declaration" and is_field(parent, "name", node):
            return _definition("type", enclosing(parent, _SCOPES))
        if _is_receiver_type_argument(node):
            return _definition("type", enclosing(node, _SCOPES))
        if node.type == "type_identifier":
            return NameUse("reference", namespace=_VALUE)
        if kind == "function_declaration" and is_field(parent, "name", node):
            if resolver.text(node) in ("init", "main"):
                return None
            return _definition("function", _scope_of(parent))
        if kind in _PARAMETERS and is_field(parent, "name", node):
            return _classify_parameter(parent)
        if kind in ("var_spec", "const_spec") and is_field(parent, "name", node):
            scope = _scope_of(parent)
            shown = "constant" if kind == "const_spec" else "local"
            return _definition(shown, scope, -1 if scope.parent is None else parent.end_byte)
        declared = _declared_by(parent)
        if declared is not None:
            return declared
        if kind == "literal_element" and parent.parent is not None and parent.parent.type == "keyed_element":
            return self._classify_key(node, parent, parent.parent, resolver)
        return NameUse("reference", namespace=_VALUE)

    def _classify_field(self, node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
        if parent.type == "selector_expression":
            operand = parent.child_by_field_name("operand")
            if operand is None:
                return None
            return self._embedded_name(node, operand, resolver) or NameUse("member", owner=operand)
        if parent.type == "method_declaration":
            receiver = receiver_of(parent)
            if receiver is None:
                return None
            owner = self._named_type(receiver, resolver)
            if owner is not None and owner.node is not None:
                return NameUse("member", "method", owner=owner.node, is_definition=True)
            return NameUse("member", "method", source=owner.source) if owner is not None else None
        if parent.type in ("field_declaration", "method_elem"):
            owner_type = enclosing(parent, MEMBER_OWNERS)
            if owner_type is None:
                return None
            kind = "field" if parent.type == "field_declaration" else "method"
            return NameUse("member", kind, owner=type_holder(owner_type), is_definition=True)
        return None

    def _classify_key(
        self, node: "Node", element: "Node", keyed: "Node", resolver: "NameResolver"
    ) -> NameUse | None:
        literal = keyed.parent
        if is_field(keyed, "key", element) and literal is not None:
            written = literal_type(literal, resolver)
            if written is not None and written.type not in ("slice_type", "array_type", "map_type"):
                body = underlying(written, resolver)
                if body is None or body.type == "struct_type":
                    return self._embedded_name(node, literal, resolver) or NameUse("member", owner=literal)
            elif written is None:
                return None  # of an unknown type, it may be a field or a variable
        return NameUse("reference", namespace=_VALUE)

    def _embedded_name(self, node: "Node", receiver: "Node", resolver: "NameResolver") -> NameUse | None:
        """Return a reference to the type if a field is named by the type that it embeds."""
        name = resolver.text(node)
        if top_level_type(name, resolver) is None:
            return None
        owner = resolver.type_of(receiver)
        if owner is not None and owner.node is not None and not resolver.members_named(name, owner.node):
            for embedded in embedded_types(owner.node):
                if resolver.text(embedded) == name:
                    return NameUse("reference", namespace=_VALUE, start_scope=embedded)
        return None

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        return True

    # Types

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        if receiver.type == "identifier":
            path = _import_path(receiver, resolver)
            if path:
                return TypeReference(source=ImportSource(path, ""))
        written = written_type(receiver, resolver)
        if written is None:
            source = outside_source(receiver, resolver)
            return TypeReference(source=source) if source is not None else None
        found = self._named_type(written, resolver)
        if found is None and receiver.parent is not None and is_field(receiver.parent, "name", receiver):
            return TypeReference(written)  # of a definition, for what is taken from it elsewhere
        return found

    def derived_type(self, found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
        """Return the type of the elements of a collection."""
        element = element_type(found.node, resolver) if found.node is not None and step == "[]" else None
        return self._named_type(element, resolver) if element is not None else None

    def _named_type(self, written: "Node", resolver: "NameResolver") -> TypeReference | None:
        """Return the type that a written type names, without pointers and type arguments."""
        node = plain_type(written)
        if node is None:
            return None
        if node.type in MEMBER_OWNERS:
            return TypeReference(type_holder(node))
        if node.type == "qualified_type":
            path = _import_path(node.child_by_field_name("package"), resolver)
            return TypeReference(source=ImportSource(path, name_of(node))) if path else None
        if node.type not in ("type_identifier", "identifier"):
            return None
        name = resolver.text(node)
        definitions = resolver.definitions_of(node)
        for one in definitions:
            if one.use.kind == "type" and one.node.parent is not None:
                declared = one.node.parent
                aliased = declared.child_by_field_name("type") if declared.type == "type_alias" else None
                return (resolver.type_of(aliased) if aliased is not None else None) or TypeReference(declared)
        holder = top_level_type(name, resolver) if not definitions else None
        if holder is None and not definitions:
            holder = extended_type(name, resolver)
        if holder is not None:
            return TypeReference(holder)
        if definitions or name in _PREDECLARED:
            return None
        return TypeReference(source=ImportSource("", name))

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        if type_node.type == "method_declaration":
            return [TypeReference(source=ImportSource("", self.owner_name(type_node)))]
        found: list[TypeReference] = []
        for embedded in embedded_types(type_node):
            base = self._named_type(embedded, resolver)
            if base is not None:
                found.append(base._replace(hides_members=not is_interface(type_node)))
        found += [TypeReference(one) for one in implemented_interfaces(type_node, resolver)]
        return found

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        return called_function(callee, resolver)

    def owner_name(self, owner: "Node") -> str:
        if owner.type == "block":
            return name_of(owner.parent) if owner.parent is not None else ""
        if owner.type == "method_declaration":
            written = receiver_of(owner)
            named = plain_type(written) if written is not None else None
            return named.text.decode() if named is not None and named.text is not None else ""
        return name_of(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        scope = use.scope
        if scope is None and use.owner is not None:
            scope = enclosing(use.owner, _SCOPES)
        return scope is not None and scope.type == "source_file"

    # Other texts

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        if not module:
            return self.shares_scope(importing_uri, target_uri)
        if not target_uri.endswith(".go") or target_uri.endswith("_test.go"):
            return False
        parts = [part for part in module.split("/") if not _is_version(part)]
        folder = dirname(target_uri).split("/")
        around = dirname(importing_uri).split("/")
        shared = 0
        while shared < min(len(folder), len(around)) and folder[shared] == around[shared]:
            shared += 1
        below = folder[shared:] or folder[-1:]
        return bool(module) and shared > 0 and parts[-len(below) :] == below

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return uri.endswith(".go") and other_uri.endswith(".go") and dirname(uri) == dirname(other_uri)

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return [""]

    def submodule(self, source: ImportSource) -> str:
        return ""

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return ()


def _definition(kind: str, scope: "Node | None", visible_from: int = -1) -> NameUse | None:
    if scope is None:
        return None
    return NameUse(
        "definition",
        kind,  # pyright: ignore[reportArgumentType]
        scope,
        visible_from,
        namespace=_VALUE,
        joins_earlier=True,
    )


def _scope_of(node: "Node") -> "Node":
    """Return the scope around a node."""
    scope = enclosing(node, _SCOPES)
    if scope is not None:
        return scope
    while node.parent is not None:
        node = node.parent
    return node


def _classify_label(node: "Node", parent: "Node") -> NameUse | None:
    scope = enclosing(node, _FUNCTIONS)
    if parent.type == "labeled_statement" and is_field(parent, "label", node):
        return NameUse("definition", "label", scope, namespace=_LABEL) if scope is not None else None
    return NameUse("reference", namespace=_LABEL)


def _classify_package(parent: "Node", resolver: "NameResolver") -> NameUse | None:
    if parent.type == "import_spec":
        source = ImportSource(_quoted(parent.child_by_field_name("path"), resolver), "")
        return NameUse("import", "import", _scope_of(parent), source=source, namespace=_VALUE)
    if parent.type == "qualified_type":
        return NameUse("reference", namespace=_VALUE)
    return None


def _classify_parameter(declaration: "Node") -> NameUse | None:
    """Return the definition of a parameter, a named result or a receiver: they are names of the body."""
    parameters = declaration.parent
    function = parameters.parent if parameters is not None else None
    if function is None or function.type not in _FUNCTIONS:
        return None  # a function type or a method of an interface: nothing can refer to it
    return _definition("parameter", function.child_by_field_name("body") or function)


def _declared_by(parent: "Node") -> NameUse | None:
    """Return the definition by `:=`, in an assignment, a loop, a select case or a type switch."""
    statement = parent.parent
    if parent.type != "expression_list" or statement is None:
        return None
    kind = statement.type
    if kind == "type_switch_statement" and is_field(statement, "alias", parent):
        value = statement.child_by_field_name("value")
        return _definition("local", statement, value.end_byte if value is not None else parent.end_byte)
    if kind not in ("short_var_declaration", "range_clause", "receive_statement"):
        return None
    if not is_field(statement, "left", parent):
        return None
    if kind != "short_var_declaration" and all(child.type != ":=" for child in statement.children):
        return None
    return _definition("local", _scope_of(statement), statement.end_byte)


def _is_receiver_type_argument(node: "Node") -> bool:
    """Whether a type argument of a receiver declares a type parameter, as in `func (l *List[T]) Len()`."""
    element = node.parent
    arguments = element.parent if element is not None and element.type == "type_elem" else None
    generic = arguments.parent if arguments is not None and arguments.type == "type_arguments" else None
    if generic is None or generic.type != "generic_type":
        return False
    at = generic.parent
    while at is not None and at.type in ("pointer_type", "parenthesized_type", "parameter_declaration"):
        at = at.parent
    method = at.parent if at is not None and at.type == "parameter_list" else None
    return (
        at is not None
        and method is not None
        and method.type == "method_declaration"
        and is_field(method, "receiver", at)
    )


# Imports


def _quoted(path: "Node | None", resolver: "NameResolver") -> str:
    return resolver.text(path)[1:-1] if path is not None else ""


def _is_version(part: str) -> bool:
    return part[:1] == "v" and part[1:].isdigit()


def _package_name(path: str) -> str:
    """Return the name that a package most likely has, by its path."""
    parts = path.split("/")
    last = parts[-2] if len(parts) > 1 and _is_version(parts[-1]) else parts[-1]
    head, dot, version = last.rpartition(".")
    return head if dot and _is_version(version) else last


def _read_imports(resolver: "NameResolver") -> dict[str, str]:
    found: dict[str, str] = {}
    for declaration in resolver.root.named_children:
        if declaration.type != "import_declaration":
            continue
        inner = first_named(declaration, "import_spec_list")
        for spec in (inner or declaration).named_children:
            if spec.type == "import_spec" and spec.child_by_field_name("name") is None:
                path = _quoted(spec.child_by_field_name("path"), resolver)
                found[_package_name(path)] = path
    return found


def _import_path(name: "Node | None", resolver: "NameResolver") -> str:
    """Return the path of the package that an identifier names; empty if it is something else."""
    if name is None:
        return ""
    definitions = resolver.definitions_of_name(resolver.text(name), name)
    if definitions:
        source = definitions[0].use.source
        return source.module if source is not None else ""
    return resolver.derived("go imports", _read_imports).get(resolver.text(name), "")


RULES: Final = _GoRules()
