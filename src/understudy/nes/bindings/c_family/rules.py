"""What identifiers are in C and C++ texts. A header shares its names with the texts that include it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.c_family.declarators import (
    CLASSES,
    Declared,
    declared_by,
    function_around,
    is_scoped_enum,
    member_owner,
    namespace_scope,
    qualifier_of,
)
from understudy.nes.bindings.c_family.types import base_references, expression_type, named_type, outside_type
from understudy.nes.bindings.names import BindingKind, ImportSource
from understudy.nes.bindings.nodes import enclosing, is_field, is_inside, name_of, same_node
from understudy.nes.bindings.rules import NameUse, TypeReference
from understudy.nes.syntax import language_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.definition_groups import Definition
    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_BLOCKS: Final = frozenset(
    {
        "compound_statement",
        "for_statement",
        "for_range_loop",
        "if_statement",
        "while_statement",
        "switch_statement",
        "case_statement",
        "catch_clause",
        "lambda_expression",
        "function_definition",
    }
)
_SCOPES: Final = frozenset(
    {
        *_BLOCKS,
        *CLASSES,
        "translation_unit",
        "namespace_definition",
        "template_declaration",
        "preproc_function_def",
        "function_declarator",
        "enum_specifier",
    }
)
_OUTER: Final = frozenset({"translation_unit", "namespace_definition", *CLASSES, *_BLOCKS})
_HEADERS: Final = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inl")
_SOURCES: Final = (".c", ".cc", ".cpp", ".cxx", ".c++", ".m")
_TRANSPARENT: Final = frozenset({"linkage_specification", "declaration_list", "ERROR"})
_INCLUDE: Final = re.compile(r'\s*#\s*include\s*"([^"]+)"')
_VALUE: Final = "value"
_TAG: Final = "tag"
_LABEL: Final = "label"


class _CFamilyRules:
    identifier_types = frozenset(
        {
            "identifier",
            "type_identifier",
            "field_identifier",
            "statement_identifier",
            "namespace_identifier",
            "preproc_arg",
        }
    )
    scope_types = _SCOPES
    inheriting_scopes = CLASSES
    hiding_kinds = frozenset({"field", "constant", "class", "type"})
    library_members = frozenset(
        {
            "size",
            "begin",
            "end",
            "data",
            "first",
            "second",
            "push_back",
            "insert",
            "find",
            "get",
            "reset",
            "clear",
        }
    )
    has_shared_definitions = True

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        kind = parent.type
        if node.type == "statement_identifier":
            return _classify_label(node, parent)
        if node.type == "preproc_arg":
            directive = parent.child_by_field_name("directive")
            is_code = directive is None or resolver.text(directive) == "#undef"
            return NameUse("reference", namespace=_VALUE) if is_code else None
        if kind in ("preproc_def", "preproc_function_def") and is_field(parent, "name", node):
            return NameUse("definition", "constant", resolver.root, namespace=_VALUE)
        if kind == "preproc_params":
            return NameUse("definition", "parameter", parent.parent, namespace=_VALUE)
        if (kind in CLASSES or kind == "enum_specifier") and is_field(parent, "name", node):
            return _classify_tag(parent, resolver.text(node), resolver)
        if kind == "enumerator" and is_field(parent, "name", node):
            return _classify_enumerator(parent, resolver)
        if kind == "namespace_definition":
            return NameUse("definition", "module", _scope_of(parent, resolver), namespace=_VALUE)
        if kind == "alias_declaration" and is_field(parent, "name", node):
            return NameUse("definition", "type", _scope_of(parent, resolver), namespace=_VALUE)
        if kind == "type_parameter_declaration" or (
            kind == "optional_type_parameter_declaration" and is_field(parent, "name", node)
        ):
            return NameUse("definition", "type", enclosing(parent, _SCOPES), namespace=_VALUE)
        if kind == "destructor_name":
            return NameUse("reference", namespace=_VALUE)
        if kind == "field_expression" and is_field(parent, "field", node):
            return NameUse("member", owner=parent.child_by_field_name("argument"))
        if kind == "field_designator":
            return NameUse("member", owner=enclosing(parent, ("initializer_list",)))
        if kind == "lambda_capture_initializer" and is_field(parent, "left", node):
            return NameUse("definition", "local", enclosing(parent, ("lambda_expression",)), namespace=_VALUE)
        declared = declared_by(node)
        if declared is not None:
            return self._classify_declared(node, declared, resolver)
        if kind == "qualified_identifier" and is_field(parent, "name", node):
            return _classify_qualified(parent.child_by_field_name("scope"), resolver)
        return NameUse("reference", namespace=_VALUE, owner=_class_reference(node))

    def _classify_declared(
        self, node: "Node", declared: Declared, resolver: "NameResolver"
    ) -> NameUse | None:
        holder = declared.declaration
        if declared.qualifier is not None:
            return self._classify_outside(node, holder, resolver)
        if holder.type in ("parameter_declaration", "optional_parameter_declaration"):
            return _classify_parameter(holder)
        if holder.type == "type_definition":
            return NameUse("definition", "type", _scope_of(holder, resolver), namespace=_VALUE)
        if holder.type == "for_range_loop":
            body = holder.child_by_field_name("body")
            start = body.start_byte if body is not None else holder.end_byte
            return NameUse("definition", "local", holder, start, namespace=_VALUE)
        scope = _scope_of(holder, resolver)
        if scope.type in CLASSES:
            return _classify_member(node, declared, resolver)
        if scope.type not in _BLOCKS:
            if declared.is_function and resolver.text(node) == "main":
                return None
            kind: BindingKind = "function" if declared.is_function else "local"
            return NameUse("definition", kind, scope, namespace=_VALUE)
        return NameUse("definition", "local", scope, node.start_byte, namespace=_VALUE)

    def _classify_outside(self, node: "Node", holder: "Node", resolver: "NameResolver") -> NameUse | None:
        """Return what a name behind `Class::` or `namespace::` is, where it is defined outside of it."""
        parent = node.parent
        qualifier = parent.child_by_field_name("scope") if parent is not None else None
        if qualifier is None:
            return None
        space = namespace_scope(resolver.text(qualifier), resolver)
        if space is not None:
            return NameUse("reference", namespace=_VALUE, start_scope=space)
        owner = resolver.limited(named_type, qualifier)
        if owner is None:
            return None
        plain = _plain_name(qualifier, resolver)
        if resolver.text(node) == plain:
            return NameUse("reference", namespace=_VALUE)  # a constructor
        if owner.node is None:
            return NameUse("member", "method", source=owner.source)
        kind: BindingKind = "method" if holder.type == "function_definition" else "field"
        return NameUse("member", kind, owner=owner.node, is_definition=True, namespace=_VALUE)

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        if scope.type != "lambda_expression":
            return True
        return not is_inside(reference, scope.child_by_field_name("captures"))

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
        if owner.type == "function_definition":
            declarator = owner.child_by_field_name("declarator")
            while declarator is not None and declarator.type != "function_declarator":
                declarator = declarator.child_by_field_name("declarator")
            return name_of(declarator, "declarator") if declarator is not None else ""
        return name_of(owner) or (
            name_of(owner.parent, "declarator")
            if owner.parent is not None and owner.parent.type == "type_definition"
            else ""
        )

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        if use.kind in ("parameter", "label"):
            return False
        at: Node | None = definition.parent
        while at is not None and at.type != "translation_unit":
            if at.type in ("compound_statement", "lambda_expression"):
                return False
            at = at.parent
        declared = declared_by(definition)
        if declared is None or use.owner is not None:
            return True
        return not any(
            one.type == "storage_class_specifier" and one.text == b"static"
            for one in declared.declaration.named_children
        )

    # Other texts

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        if not module:
            return target_uri.endswith(_HEADERS)
        path = module
        while path.startswith(("../", "./")):
            path = path.partition("/")[2]
        return target_uri.endswith("/" + path)

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        """Whether one is the header of the other."""
        stem, _, suffix = uri.rpartition(".")
        other, _, other_suffix = other_uri.rpartition(".")
        if stem.rpartition("/")[2] != other.rpartition("/")[2]:
            return False
        suffixes = {f".{suffix}", f".{other_suffix}"}
        return not suffixes.isdisjoint(_HEADERS) and not suffixes.isdisjoint(_SOURCES)

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return resolver.derived("c includes", _read_includes)

    def namespace_member(self, namespace: str, name: str, resolver: "NameResolver") -> "Definition | None":
        scope = namespace_scope(namespace, resolver)
        for one in resolver.definitions_of_name(name, scope) if scope is not None else ():
            around = enclosing(one.node, ("namespace_definition",))
            if around is not None and name_of(around) == namespace:
                return one
        return None

    def submodule(self, source: ImportSource) -> str:
        return ""

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        folder = importing_uri.rpartition("/")[0]
        return (f"{folder}/{module}",) if module else ()


def _read_includes(resolver: "NameResolver") -> list[str]:
    """Return the paths in quotes that a text includes."""
    return [found[1] for line in resolver.lines if (found := _INCLUDE.match(line)) is not None]


def _is_cpp(resolver: "NameResolver") -> bool:
    return resolver.derived("is c++", _has_cpp_grammar)


def _has_cpp_grammar(resolver: "NameResolver") -> bool:
    grammar = language_of(resolver.snapshot).grammar
    return grammar is not None and grammar.name == "cpp"


def _scope_of(node: "Node", resolver: "NameResolver") -> "Node":
    """Return the scope that a declaration is in."""
    scope = enclosing(node, _OUTER)
    if scope is not None and scope.type == "namespace_definition":
        scope = namespace_scope(name_of(scope), resolver)
    return scope if scope is not None else resolver.root


def _classify_label(node: "Node", parent: "Node") -> NameUse:
    if parent.type == "labeled_statement" and is_field(parent, "label", node):
        return NameUse("definition", "label", function_around(node), namespace=_LABEL)
    return NameUse("reference", namespace=_LABEL)


def _read_typedefs(resolver: "NameResolver") -> set[str]:
    """Return the names of the types that the text defines with `typedef struct name ... name`."""
    found: set[str] = set()
    pending = [resolver.root]
    while pending:
        for child in pending.pop().named_children:
            if child.type == "type_definition":
                written = child.child_by_field_name("type")
                if written is not None and name_of(written) == name_of(child, "declarator"):
                    found.add(name_of(written))
            elif child.type.startswith("preproc_") or child.type in (
                "linkage_specification",
                "declaration_list",
            ):
                pending.append(child)
    return found


def _classify_tag(specifier: "Node", name: str, resolver: "NameResolver") -> NameUse | None:
    """Return what the name of a struct, union, class or enum is. Tags are names like any other in C++; in C, a tag
    and a type of the same name that stands for it are one thing."""
    is_cpp = _is_cpp(resolver)
    is_one = is_cpp or name in resolver.derived("c typedefs", _read_typedefs)
    namespace = _VALUE if is_one else _TAG
    holder = specifier.parent
    is_forward = holder is not None and (
        holder.type in ("translation_unit", "declaration_list", "namespace_definition")
        or (holder.type == "declaration" and holder.child_by_field_name("declarator") is None)
        or holder.type.startswith("preproc_if")
    )
    if specifier.child_by_field_name("body") is None and not is_forward:
        return NameUse("reference", namespace=namespace)
    kind: BindingKind = "class" if specifier.type != "enum_specifier" else "type"
    scope = _scope_of(specifier, resolver)
    if scope.type in CLASSES:
        if is_cpp:
            return NameUse("member", kind, scope, owner=scope, is_definition=True, namespace=namespace)
        scope = resolver.root
    return NameUse("definition", kind, scope, namespace=namespace)


def _classify_enumerator(enumerator: "Node", resolver: "NameResolver") -> NameUse | None:
    enum = enclosing(enumerator, ("enum_specifier",))
    if enum is None:
        return None
    if is_scoped_enum(enum):
        return NameUse("member", "constant", owner=enum, is_definition=True, namespace=_VALUE)
    scope = _scope_of(enum, resolver)
    if scope.type in CLASSES:
        if _is_cpp(resolver):
            return NameUse("member", "constant", scope, owner=scope, is_definition=True, namespace=_VALUE)
        scope = resolver.root
    return NameUse("definition", "constant", scope, namespace=_VALUE)


def _classify_parameter(declaration: "Node") -> NameUse | None:
    parameters = declaration.parent
    holder = parameters.parent if parameters is not None else None
    if parameters is None or holder is None:
        return None
    kind: BindingKind = "parameter"
    if holder.type in ("catch_clause", "template_declaration"):
        return NameUse("definition", kind, holder, namespace=_VALUE)
    if holder.type == "abstract_function_declarator":
        return NameUse("definition", kind, holder.parent, namespace=_VALUE)
    at: Node | None = holder
    while at is not None and at.type in ("function_declarator", "pointer_declarator", "reference_declarator"):
        at = at.parent
    is_of_body = at is not None and at.type == "function_definition"
    return NameUse("definition", kind, at if is_of_body else holder, namespace=_VALUE)


def _classify_member(node: "Node", declared: Declared, resolver: "NameResolver") -> NameUse | None:
    owner = member_owner(declared.declaration)
    if owner is None:
        return None
    if declared.is_function and resolver.text(node) == name_of(owner):
        return NameUse("reference", namespace=_VALUE)  # a constructor
    kind: BindingKind = "method" if declared.is_function else "field"
    if _is_cpp(resolver):
        return NameUse("member", kind, owner, owner=owner, is_definition=True, namespace=_VALUE)
    return NameUse("member", kind, owner=owner, is_definition=True, namespace=_VALUE)


def _classify_qualified(scope: "Node | None", resolver: "NameResolver") -> NameUse | None:
    """Return what a name behind `scope::` is: a name of a namespace, or a member of a class or an enum."""
    if scope is None:
        return NameUse("reference", namespace=_VALUE, start_scope=resolver.root)
    space = namespace_scope(resolver.text(scope), resolver)
    if space is not None:
        return NameUse("reference", namespace=_VALUE, start_scope=space)
    owner = resolver.limited(named_type, scope)
    enum = owner.node if owner is not None else None
    if enum is not None and enum.type == "enum_specifier" and not is_scoped_enum(enum):
        return NameUse("reference", namespace=_VALUE, start_scope=_scope_of(enum, resolver))
    return NameUse("member", owner=scope)


def _plain_name(qualifier: "Node", resolver: "NameResolver") -> str:
    return name_of(qualifier) if qualifier.type == "template_type" else resolver.text(qualifier)


def _class_reference(node: "Node") -> "Node | None":
    """Return the class before the name of the function around a node, whose members have no scope around it."""
    function = function_around(node)
    if function is None or node.type == "type_identifier" or enclosing(function, CLASSES) is not None:
        return None
    if is_inside(node, function.child_by_field_name("declarator")):
        return None
    qualifier = qualifier_of(function)
    return None if qualifier is None or same_node(qualifier, node) else qualifier


RULES: Final = _CFamilyRules()
