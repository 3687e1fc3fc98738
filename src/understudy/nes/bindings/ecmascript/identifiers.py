"""What an identifier of a TypeScript or JavaScript text is: a definition, a reference, a member, an import."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript import module_paths, types
from understudy.nes.bindings.ecmascript.assigned_members import assigned_member
from understudy.nes.bindings.ecmascript.expected_types import literal_type
from understudy.nes.bindings.ecmascript.held_types import HOLDERS
from understudy.nes.bindings.ecmascript.library import LIBRARY_MEMBERS
from understudy.nes.bindings.ecmascript.module_names import (
    default_export,
    exported_name,
    exported_value,
    glob_modules,
    imported_name,
)
from understudy.nes.bindings.ecmascript.nodes import (
    CLASSES,
    SCOPES,
    block_scope,
    enclosing,
    function_scope,
    is_field,
    is_options_pattern,
    member_owner,
    module_of,
    nth_child,
    pattern_site,
    required_member,
)
from understudy.nes.bindings.ecmascript.taken_types import derived_type, member_type
from understudy.nes.bindings.ecmascript.unions import discriminated_union, literal_union
from understudy.nes.bindings.names import BindingKind, ImportSource, Role
from understudy.nes.bindings.rules import NameUse, TypeReference

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_STATEMENTS: Final[dict[str, tuple[BindingKind, str]]] = {
    "class_declaration": ("class", ""),
    "abstract_class_declaration": ("class", ""),
    "enum_declaration": ("class", ""),
    "interface_declaration": ("type", "type"),
    "type_alias_declaration": ("type", "type"),
    "function_declaration": ("function", "value"),
    "generator_function_declaration": ("function", "value"),
    "function_signature": ("function", "value"),
    "internal_module": ("module", ""),
    "module": ("module", ""),
}
"""The kind and the namespace of the name that a statement declares."""
_OWN_NAMES: Final[dict[str, tuple[BindingKind, str]]] = {
    "function_expression": ("function", "value"),
    "generator_function": ("function", "value"),
    "class": ("class", ""),
}
"""Expressions whose name is visible in them only."""
_OWN_NAME: Final = -2
"""From where such a name is visible: before all others of its scope, which hide it."""
_METHODS: Final = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_JSX_TAGS: Final = frozenset({"jsx_opening_element", "jsx_self_closing_element", "jsx_closing_element"})
_PARAMETER_MODIFIERS: Final = frozenset({"accessibility_modifier", "override_modifier", "readonly"})
_CONDITIONAL: Final = frozenset({"conditional_type"})


class _EcmaScriptRules:
    identifier_types = frozenset(
        {
            "identifier",
            "type_identifier",
            "property_identifier",
            "private_property_identifier",
            "shorthand_property_identifier",
            "shorthand_property_identifier_pattern",
            "statement_identifier",
            "string_fragment",
            "default",
        }
    )
    scope_types = SCOPES
    library_members = LIBRARY_MEMBERS
    has_shared_definitions = False
    exports_imports = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None:
            return None
        match node.type:
            case "identifier":
                return _classify_identifier(node, parent, resolver)
            case "type_identifier":
                return _classify_type(node, parent, resolver)
            case "property_identifier":
                return _classify_property(node, parent, resolver)
            case "private_property_identifier":
                return _classify_private(node, parent, resolver)
            case "shorthand_property_identifier":
                return _classify_shorthand(parent, resolver)
            case "shorthand_property_identifier_pattern":
                return _classify_target(node, resolver, "shorthand")
            case "statement_identifier":
                if parent.type == "labeled_statement" and is_field(parent, "label", node):
                    return NameUse("definition", "label", parent, namespace="label")
                return NameUse("reference", namespace="label")
            case "string_fragment":
                return _classify_string(parent, resolver)
            case "default":
                return default_export(parent, resolver)
            case _:
                return None

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        return True

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        return types.owner_type(receiver, resolver)

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        return types.base_types(type_node, resolver)

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        return None

    def owner_name(self, owner: "Node") -> str:
        return types.owner_name(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        if use.namespace == "exports":
            return True
        if definition.type == "private_property_identifier" or use.namespace == "label":
            return False
        scope = use.scope if use.scope is not None else use.owner
        if use.is_definition:
            return True
        return scope is not None and scope.parent is None and use.kind != "import"

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        return module_paths.refers_to(importing_uri, module, target_uri)

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return False

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return [*glob_modules(resolver), module_paths.GLOBAL_MODULE]

    def submodule(self, source: ImportSource) -> str:
        return ""

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return module_paths.module_uris(importing_uri, module)

    def module_value(self, resolver: "NameResolver") -> "Node | None":
        value = resolver.derived("exported value", exported_value)
        return (
            value if value is not None and value.type in ("identifier", "class", "new_expression") else None
        )

    def held_type(self, found: TypeReference, name: str, resolver: "NameResolver") -> TypeReference | None:
        is_holder = found.node is not None and found.node.type in HOLDERS
        return member_type(found, name, resolver) if is_holder else None

    def derived_type(self, found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
        return derived_type(found, step, resolver)


def _classify_identifier(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    kind = parent.type
    statement = _STATEMENTS.get(kind)
    if statement is not None and is_field(parent, "name", node):
        return _define_statement(parent, statement, resolver)
    own = _OWN_NAMES.get(kind)
    if own is not None and is_field(parent, "name", node):
        return NameUse("definition", own[0], parent, _OWN_NAME, namespace=own[1])
    specifier = imported_name(node, parent, resolver) or exported_name(node, parent, resolver)
    if specifier is not None:
        return specifier
    if kind == "index_signature" and is_field(parent, "name", node):
        return NameUse("definition", "parameter", parent, namespace="value")
    if kind == "required_parameter" and is_field(parent, "name", node):
        return None  # the label of a part of a tuple type
    if kind in _JSX_TAGS and resolver.text(node)[:1].islower():
        return None  # an element of HTML
    target = _classify_target(node, resolver, "definition")
    if target is not None:
        return target
    return NameUse("reference", namespace="type" if kind == "nested_type_identifier" else "value")


def _define_statement(statement: "Node", kind: tuple[BindingKind, str], resolver: "NameResolver") -> NameUse:
    scope = block_scope(statement, resolver.root)
    owner = _exporting_namespace(statement, scope)
    return NameUse(
        "definition",
        kind[0],
        scope,
        namespace=kind[1],
        merges=True,
        owner=owner,
        is_definition=owner is not None,
    )


def _exporting_namespace(statement: "Node", scope: "Node") -> "Node | None":
    """Return the namespace of which a statement's name is a member."""
    namespace = scope.parent if scope.type == "statement_block" else None
    if namespace is None or namespace.type != "internal_module":
        return None
    around = statement.parent
    is_exported = around is not None and around.type == "export_statement"
    is_ambient = namespace.parent is not None and namespace.parent.type == "ambient_declaration"
    return namespace if is_exported or is_ambient else None


def _classify_target(node: "Node", resolver: "NameResolver", role: Role) -> NameUse | None:
    """Return what a name is that a declaration, a parameter or a pattern binds or assigns; None for any other."""
    site = pattern_site(node)
    is_shorthand = role == "shorthand"
    also = _pattern_member(node) if is_shorthand else None
    if site is None or site.type == "assignment_expression":
        return NameUse("shorthand", namespace="value", also=also) if is_shorthand else None
    match site.type:
        case "formal_parameters":
            function = _whole_parent(site)
            owner = _parameter_property(node, function)
            if owner is not None:
                return NameUse(
                    role, "field", function, namespace="value", merges=True, owner=owner, is_definition=True
                )
            return NameUse(role, "parameter", function, namespace="value", merges=True, also=also)
        case "arrow_function":
            return NameUse(role, "parameter", site, namespace="value", merges=True)
        case "catch_clause":
            return NameUse(role, "local", site, namespace="value", also=also)
        case "for_in_statement":
            keyword = site.child_by_field_name("kind")
            if keyword is None:
                return NameUse("shorthand", namespace="value", also=also) if is_shorthand else None
            scope = function_scope(site, resolver.root) if keyword.type == "var" else site
            return NameUse(role, "local", scope, namespace="value", merges=True, also=also)
        case _:
            return _define_variable(node, site, resolver, role, also)


def _whole_parent(parameters: "Node") -> "Node":
    """Return the function or type of a parameter list; the list itself if the text around it is broken, so that its
    names are not visible in the rest of the text."""
    owner = parameters.parent
    return parameters if owner is None or owner.type == "ERROR" else owner


def _define_variable(
    node: "Node", declarator: "Node", resolver: "NameResolver", role: Role, also: NameUse | None
) -> NameUse:
    declaration = declarator.parent or declarator
    is_var = declaration.type == "variable_declaration"
    scope = (function_scope if is_var else block_scope)(declaration, resolver.root)
    value = declarator.child_by_field_name("value")
    module, member = required_member(value)
    if module:
        source = _required_name(node, declarator, module, member, resolver)
        if source is not None:
            return NameUse("import", "import", scope, namespace="", merges=True, source=source)
    kind: BindingKind = "local"
    if scope.parent is None and resolver.text(node).isupper():
        kind = "constant"
    elif value is not None and value.type in ("arrow_function", "function_expression"):
        kind = "function"
    elif value is not None and value.type == "class":
        kind = "class"
    owner = _exporting_namespace(declaration, scope)
    return NameUse(
        role,
        kind,
        scope,
        namespace="value",
        merges=True,
        also=also,
        owner=owner,
        is_definition=owner is not None,
    )


def _required_name(
    node: "Node", declarator: "Node", module: str, member: str, resolver: "NameResolver"
) -> ImportSource | None:
    """Return what `const x = require("...")` or `const {x} = require("...")` imports."""
    parent = node.parent
    if parent is None:
        return None
    if parent.id == declarator.id:
        return ImportSource(module, member)
    if member:
        return None
    if parent.type == "object_assignment_pattern":
        parent = parent.parent
    elif parent.type == "pair_pattern":
        key, parent = parent.child_by_field_name("key"), parent.parent
        if parent is not None and key is not None and is_field(declarator, "name", parent):
            return ImportSource(module, resolver.text(key).strip("\"'"))
        return None
    if parent is not None and is_field(declarator, "name", parent):
        return ImportSource(module, resolver.text(node))
    return None


def _pattern_member(node: "Node") -> NameUse | None:
    """Return the member that a key of an object pattern takes."""
    pattern = node.parent
    if pattern is not None and pattern.type in ("object_assignment_pattern", "pair_pattern"):
        pattern = pattern.parent
    if pattern is None or pattern.type != "object_pattern":
        return None
    role: Role = "shorthand" if node.type == "shorthand_property_identifier_pattern" else "member"
    if is_options_pattern(pattern):
        return NameUse(role, "field", owner=pattern, is_definition=True)
    return NameUse(role, owner=pattern)


def _parameter_property(node: "Node", function: "Node") -> "Node | None":
    """Return the class in which a parameter declares a field too, by `private`, `public` or `readonly`."""
    parameter = node.parent
    if parameter is None or parameter.type not in ("required_parameter", "optional_parameter"):
        return None
    if not any(child.type in _PARAMETER_MODIFIERS for child in parameter.children):
        return None
    return enclosing(function, CLASSES)


def _classify_type(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    kind = parent.type
    statement = _STATEMENTS.get(kind)
    if statement is not None and is_field(parent, "name", node):
        return _define_statement(parent, statement, resolver)
    if kind == "class" and is_field(parent, "name", node):
        return NameUse("definition", "class", parent, _OWN_NAME)
    if kind == "type_parameter" and is_field(parent, "name", node):
        owner = _whole_parent(parent.parent) if parent.parent is not None else None
        return NameUse("definition", "type", owner, namespace="type")
    if kind == "mapped_type_clause" and is_field(parent, "name", node):
        return NameUse("definition", "type", parent.parent, namespace="type")
    if kind == "infer_type":
        first = nth_child(parent, 0)
        if first is not None and first.id == node.id:
            conditional = enclosing(parent, _CONDITIONAL)
            return NameUse("definition", "type", conditional, namespace="type")
    if kind == "nested_type_identifier" and is_field(parent, "name", node):
        module = parent.child_by_field_name("module")
        return NameUse("member", owner=module) if module is not None else None
    return NameUse("reference", namespace="type")


def _classify_property(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    owner = member_owner(node)
    if owner is not None:
        return _define_member(parent, owner, resolver)
    match parent.type:
        case "member_expression" | "nested_identifier":
            receiver = parent.child_by_field_name("object")
            if receiver is None or not is_field(parent, "property", node):
                return None
            return (
                _exports_member(receiver, resolver)
                or assigned_member(parent, resolver)
                or NameUse("member", owner=receiver)
            )
        case "pair_pattern":
            return _pattern_key(node)
        case "jsx_attribute":
            return NameUse("member", owner=parent.parent) if parent.parent is not None else None
        case _:
            return None


def _define_member(declaration: "Node", owner: "Node", resolver: "NameResolver") -> NameUse:
    kind: BindingKind = "method" if declaration.type in _METHODS else "field"
    if owner.type == "enum_declaration":
        return NameUse("definition", "constant", owner, owner=owner, is_definition=True, namespace="value")
    if owner.type == "object" and _is_exports_object(owner, resolver):
        return NameUse(
            "definition", kind, resolver.root, namespace="exports", owner=owner, is_definition=True
        )
    union = discriminated_union(declaration, owner, resolver)
    return NameUse("definition", kind, owner=union or owner, is_definition=True)


def _is_exports_object(literal: "Node", resolver: "NameResolver") -> bool:
    holder = literal.parent
    if holder is None:
        return False
    if holder.type == "assignment_expression":
        left = holder.child_by_field_name("left")
        return left is not None and resolver.text(left) in ("module.exports", "exports")
    if holder.type != "variable_declarator":
        return False
    name, value = holder.child_by_field_name("name"), resolver.derived("exported value", exported_value)
    return name is not None and value is not None and resolver.text(name) == resolver.text(value)


def _exports_member(receiver: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the exported name in `exports.name` or `module.exports.name`."""
    if resolver.text(receiver) not in ("exports", "module.exports"):
        return None
    return NameUse("export", "unknown", resolver.root, namespace="exports")


def _pattern_key(node: "Node") -> NameUse | None:
    pair = node.parent
    pattern = pair.parent if pair is not None else None
    if pattern is None or pattern.type != "object_pattern":
        return None
    site = pattern.parent
    if site is not None and site.type == "variable_declarator":
        module = module_of(site.child_by_field_name("value"))
        if module:
            return NameUse("member", source=ImportSource(module, ""))
    return _pattern_member(node)


def _classify_private(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    owner = member_owner(node)
    if owner is not None:
        return _define_member(parent, owner, resolver)
    at = node
    name = node.text
    for _ in range(8):
        enclosing_class = enclosing(at, CLASSES)
        if enclosing_class is None:
            return None
        body = enclosing_class.child_by_field_name("body")
        for member in body.named_children if body is not None else ():
            declared = member.child_by_field_name("name") or member.child_by_field_name("property")
            if declared is not None and declared.text == name:
                return NameUse("member", owner=enclosing_class)
        at = enclosing_class
    return None


def _classify_shorthand(parent: "Node", resolver: "NameResolver") -> NameUse:
    if _is_exports_object(parent, resolver):
        return NameUse("export", namespace="value")
    return NameUse(
        "shorthand",
        namespace="value",
        also=NameUse("shorthand", "field", owner=parent, is_definition=True),
    )


def _classify_string(string: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the member that a string names, as a key, in brackets or in an indexed type, or the one of a union of
    strings that it is."""
    if string.type != "string" or string.named_child_count != 1:
        return None
    owner = member_owner(string)
    if owner is not None and string.parent is not None:
        return _define_member(string.parent, owner, resolver)
    at = string.parent
    if at is None:
        return None
    if at.type == "subscript_expression" and is_field(at, "index", string):
        receiver = at.child_by_field_name("object")
        return NameUse("member", owner=receiver) if receiver is not None else None
    if at.type == "pair_pattern" and is_field(at, "key", string):
        return _pattern_key(string)
    if at.type == "literal_type" and at.parent is not None and at.parent.type == "lookup_type":
        receiver = nth_child(at.parent, 0)
        if receiver is not None and receiver.id != at.id:
            return NameUse("member", owner=receiver)
    if at.type == "literal_type":
        union = literal_union(string, resolver)
        return (
            NameUse("definition", "constant", owner=union, is_definition=True) if union is not None else None
        )
    found = literal_type(string, resolver)
    return NameUse("member", owner=found.node, source=found.source) if found is not None else None


RULES: Final = _EcmaScriptRules()
