"""Bindings of Rust texts. Modules are files, or are written in one; the tokens in macro calls count as names."""

from collections.abc import Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import BindingKind, ImportSource
from understudy.nes.bindings.nodes import enclosing, first_named, is_field, is_inside, name_of
from understudy.nes.bindings.rules import NameUse, TypeReference
from understudy.nes.bindings.rust.modules import MODULES, find_module
from understudy.nes.bindings.rust.paths import (
    BLOCKS,
    FIELD,
    METHOD,
    classify_path,
    classify_use,
    imports_from_parent,
)
from understudy.nes.bindings.rust.tokens import classify_token, is_format, shorthand
from understudy.nes.bindings.rust.types import (
    LIBRARY_MEMBERS,
    TYPE_ITEMS,
    expression_type,
    extended_source,
    named_type,
    trait_references,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["RULES"]

_FUNCTIONS: Final = frozenset({"function_item", "function_signature_item", "closure_expression"})
_LABELLED: Final = frozenset({"loop_expression", "while_expression", "for_expression", "block"})
_CONDITIONAL: Final = frozenset({"if_expression", "while_expression", "match_arm"})
_SCOPES: Final = frozenset(
    {*_FUNCTIONS, *_LABELLED, *_CONDITIONAL, *TYPE_ITEMS, *MODULES, "impl_item", "associated_type"}
)
_MEMBER_BODIES: Final = frozenset({"impl_item", "trait_item"})
_ITEMS: Final[dict[str, tuple[BindingKind, str]]] = {
    "function_item": ("function", "value"),
    "function_signature_item": ("function", "value"),
    "struct_item": ("class", ""),
    "union_item": ("class", ""),
    "enum_item": ("class", "type"),
    "trait_item": ("type", "type"),
    "type_item": ("type", "type"),
    "associated_type": ("type", "type"),
    "const_item": ("constant", "value"),
    "static_item": ("constant", "value"),
    "mod_item": ("module", "type"),
    "macro_definition": ("function", "macro"),
}
"""The kind and the namespace of what an item defines."""
_PATTERNS: Final = frozenset(
    {
        "tuple_pattern",
        "slice_pattern",
        "ref_pattern",
        "mut_pattern",
        "reference_pattern",
        "captured_pattern",
        "or_pattern",
        "tuple_struct_pattern",
        "struct_pattern",
        "field_pattern",
        "match_pattern",
    }
)
_PATHS: Final = frozenset({"scoped_identifier", "scoped_type_identifier"})


class _RustRules:
    identifier_types = frozenset(
        {
            "identifier",
            "type_identifier",
            "field_identifier",
            "shorthand_field_identifier",
            "string_content",
        }
    )
    scope_types = _SCOPES
    extension_types = frozenset({"impl_item"})
    library_members = LIBRARY_MEMBERS
    has_shared_definitions = False

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None or resolver.text(node) == "Self":
            return None
        if node.type == "string_content":
            return NameUse("reference", namespace="value") if is_format(parent) else None
        kind = parent.type
        if kind in ("lifetime", "label"):
            return _classify_lifetime(parent)
        if kind in _ITEMS and is_field(parent, "name", node):
            return self._classify_item(parent, resolver)
        if kind in ("enum_variant", "field_declaration") and is_field(parent, "name", node):
            owner = enclosing(
                parent, ("enum_item",) if kind == "enum_variant" else (*TYPE_ITEMS, "enum_variant")
            )
            shown: BindingKind = "constant" if kind == "enum_variant" else "field"
            space = FIELD if kind == "field_declaration" else ""
            if owner is None:
                return None
            return NameUse("member", shown, owner=owner, is_definition=True, namespace=space)
        if kind in ("type_parameter", "const_parameter") and is_field(parent, "name", node):
            shown, space = ("type", "type") if kind == "type_parameter" else ("constant", "value")
            return NameUse("definition", shown, enclosing(parent, _SCOPES), namespace=space)
        if enclosing(node, ("attribute", "attribute_item", "inner_attribute_item")) is not None:
            return None
        if kind == "token_tree":
            return classify_token(node, parent, resolver)
        declaration = enclosing(node, ("use_declaration", "block", "declaration_list"))
        if declaration is not None and declaration.type == "use_declaration":
            return classify_use(node, parent, resolver)
        if kind == "field_expression" and is_field(parent, "field", node):
            space = METHOD if _is_called(parent) else FIELD
            return NameUse("member", owner=parent.child_by_field_name("value"), namespace=space)
        if kind in ("field_initializer", "field_pattern") and node.type == "field_identifier":
            literal = enclosing(parent, ("struct_expression", "struct_pattern"))
            return NameUse("member", owner=literal, namespace=FIELD)
        if kind == "shorthand_field_initializer":
            return shorthand(enclosing(parent, ("struct_expression",)))
        if kind in _PATHS:
            return classify_path(node, parent, resolver)
        if kind == "macro_invocation":
            return NameUse("reference", namespace="macro")
        if node.type == "type_identifier":
            return NameUse("reference", namespace="type")
        declared = _declared_by(node, resolver)
        if declared is not None:
            return declared
        return NameUse("reference", namespace="value")

    def _classify_item(self, item: "Node", resolver: "NameResolver") -> NameUse | None:
        kind, namespace = _ITEMS[item.type]
        scope = enclosing(item, (*BLOCKS, *_MEMBER_BODIES))
        if scope is None:
            return None
        if scope.type not in _MEMBER_BODIES:
            if item.type == "function_item" and name_of(item) == "main":
                return None
            return NameUse("definition", kind, scope, namespace=namespace)
        space = METHOD if kind == "function" else ""
        kind = "method" if kind == "function" else kind
        if scope.type == "trait_item":
            return NameUse("member", kind, owner=scope, is_definition=True, namespace=space)
        written = scope.child_by_field_name("trait") or scope.child_by_field_name("type")
        owner = resolver.limited(named_type, written) if written is not None else None
        if owner is None:
            return None
        if owner.node is None:
            return NameUse("member", kind, source=owner.source, namespace=space)
        return NameUse("member", kind, owner=owner.node, is_definition=True, namespace=space)

    def is_embedded_name(self, text: str, start: int, end: int) -> bool:
        """Whether a word in a string is captured by a format, as in `"{name}"`."""
        return text[start - 1] == "{" and text[start - 2] != "{" and text[end : end + 1] in ("}", ":")

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        if scope.type == "if_expression":
            return not is_inside(reference, scope.child_by_field_name("alternative"))
        if scope.type not in MODULES or not is_inside(reference, scope):
            return True
        module = enclosing(reference, MODULES)
        name = reference.text.decode() if reference.text is not None else ""
        while module is not None and module.id != scope.id:
            if not imports_from_parent(module, name):
                return False
            module = enclosing(module, MODULES)
        return True

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        if receiver.type in ("identifier", "scoped_identifier", "crate", "super"):
            module = find_module(receiver, resolver)
            if module:
                return TypeReference(source=ImportSource(module, ""))
        found = expression_type(receiver, resolver)
        if found is None or isinstance(found, TypeReference):
            return found
        return named_type(found, resolver)

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        if type_node.type == "impl_item":
            source = extended_source(type_node, resolver)
            return [TypeReference(source=source)] if source is not None else []
        if type_node.type == "trait_item":
            return trait_references(type_node.child_by_field_name("bounds"), resolver)
        found: list[TypeReference] = []
        for name, trait in resolver.derived("rust implementations", _implementations):
            if name == name_of(type_node):
                base = resolver.limited(named_type, trait)
                if base is not None:
                    found.append(base)
        return found

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        return None

    def owner_name(self, owner: "Node") -> str:
        if owner.type == "impl_item":
            written = owner.child_by_field_name("type")
            return (name_of(written, "type") or _text(written)) if written is not None else ""
        return name_of(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        scope = use.scope
        if scope is None and use.owner is not None:
            scope = enclosing(use.owner, (*BLOCKS, "function_item"))
        return scope is not None and scope.type in MODULES

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        target = _module_path(target_uri)
        source = _module_path(importing_uri)
        if target is None or source is None:
            return False
        crate, inner = target
        importing_crate, around = source
        parts = module.split("::")
        if parts[0] == "crate":
            return crate == importing_crate and parts[1:] == inner
        if parts[0] in ("self", "super"):
            base = list(around)
            while parts and parts[0] in ("self", "super"):
                if parts[0] == "super":
                    base = base[:-1]
                parts = parts[1:]
            return crate == importing_crate and base + parts == inner
        if crate == importing_crate and (around + parts == inner or parts == inner):
            return True
        return parts[0] == crate.rsplit("/", 1)[-1].replace("-", "_") and parts[1:] == inner

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        return False

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        return resolver.derived("rust globs", _read_globs)

    def submodule(self, source: ImportSource) -> str:
        return f"{source.module}::{source.name}"

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        return ()


def _module_path(uri: str) -> tuple[str, list[str]] | None:
    """Return the folder of the crate of a text, and its path in the crate; None if it is no Rust text."""
    if not uri.endswith(".rs"):
        return None
    crate, separator, path = uri.removesuffix(".rs").rpartition("/src/")
    if not separator:
        folder = dirname(uri)
        return dirname(folder), [folder.rsplit("/", 1)[-1], uri.removesuffix(".rs").rsplit("/", 1)[-1]]
    parts = path.split("/")
    if parts[-1] in ("mod", "lib", "main"):
        parts = parts[:-1]
    return crate, parts


def _text(node: "Node") -> str:
    return node.text.decode() if node.text is not None else ""


def _read_globs(resolver: "NameResolver") -> list[str]:
    """Return the modules of which the text imports all names."""
    found: list[str] = []
    for item in resolver.root.named_children:
        wildcard = first_named(item, "use_wildcard") if item.type == "use_declaration" else None
        path = first_named(wildcard)
        if path is not None:
            found.append(resolver.text(path).replace(" ", ""))
    return found


def _implementations(resolver: "NameResolver") -> list[tuple[str, "Node"]]:
    """Return the names of types and the traits that this text implements for them."""
    found: list[tuple[str, Node]] = []
    pending = [resolver.root]
    while pending:
        for item in pending.pop().named_children:
            if item.type == "mod_item":
                body = item.child_by_field_name("body")
                if body is not None:
                    pending.append(body)
            trait = item.child_by_field_name("trait") if item.type == "impl_item" else None
            written = item.child_by_field_name("type") if trait is not None else None
            if written is not None and trait is not None:
                name = written.child_by_field_name("type") if written.type == "generic_type" else written
                found.append((resolver.text(name or written), trait))
    return found


def _is_called(access: "Node") -> bool:
    call = access.parent
    if call is not None and call.type == "generic_function":
        access, call = call, call.parent
    return call is not None and call.type == "call_expression" and is_field(call, "function", access)


def _classify_lifetime(node: "Node") -> NameUse | None:
    """Return what a lifetime or a label is; they have no names in common with anything else."""
    parent = node.parent
    if parent is None:
        return None
    if node.type == "lifetime":
        if parent.type == "lifetime_parameter" and is_field(parent, "name", node):
            return NameUse("definition", "type", enclosing(parent, _SCOPES), namespace="lifetime")
        return NameUse("reference", namespace="lifetime")
    if parent.type in _LABELLED:
        return NameUse("definition", "label", parent, namespace="label")
    return NameUse("reference", namespace="label")


# Patterns


def _declared_by(node: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the definition of a variable by a pattern."""
    child, at = node, node.parent
    struct_pattern: Node | None = None
    while at is not None and at.type in _PATTERNS:
        if at.type in ("tuple_struct_pattern", "struct_pattern") and is_field(at, "type", child):
            return None
        if at.type == "match_pattern" and is_field(at, "condition", child):
            return None
        if (
            at.type == "struct_pattern"
            and node.type == "shorthand_field_identifier"
            and struct_pattern is None
        ):
            struct_pattern = at
        child, at = at, at.parent
    if at is None:
        return None
    scope, visible_from, kind = _pattern_scope(at, child)
    if scope is None or (resolver.text(node)[:1].isupper() and kind != "parameter"):
        return None
    if struct_pattern is not None:
        also = NameUse("shorthand", owner=struct_pattern, namespace=FIELD)
        return NameUse("shorthand", kind, scope, visible_from, namespace="value", also=also)
    return NameUse("definition", kind, scope, visible_from, namespace="value")


def _pattern_scope(holder: "Node", pattern: "Node") -> "tuple[Node | None, int, BindingKind]":
    """Return where the names of a pattern are visible, and what they are."""
    kind = holder.type
    if kind == "closure_parameters":
        return holder.parent, -1, "parameter"
    if not is_field(holder, "pattern", pattern):
        return None, -1, "local"
    if kind == "parameter":
        function = enclosing(holder, _FUNCTIONS)
        is_of_type = holder.parent is not None and holder.parent.parent is not None
        return (function if is_of_type else None), -1, "parameter"
    if kind == "let_declaration":
        return enclosing(holder, BLOCKS), holder.end_byte, "local"
    if kind == "let_condition":
        return enclosing(holder, _CONDITIONAL), holder.end_byte, "local"
    if kind == "match_arm":
        return holder, -1, "local"
    if kind == "for_expression":
        body = holder.child_by_field_name("body")
        return holder, body.start_byte if body is not None else holder.end_byte, "local"
    return None, -1, "local"


RULES: Final = _RustRules()
