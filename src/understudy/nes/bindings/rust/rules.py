"""Bindings of Rust texts. Modules are files, or are written in one; the tokens in macro calls count as names."""

from collections.abc import Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import BindingKind, ImportSource
from understudy.nes.bindings.nodes import enclosing, is_field, is_inside, name_of, same_node
from understudy.nes.bindings.rules import NameUse, TypeReference
from understudy.nes.bindings.rust.types import (
    MODULES,
    TYPE_ITEMS,
    expression_type,
    find_module,
    inline_module,
    item_in,
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
_BLOCKS: Final = frozenset({*MODULES, "block"})
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
_MATCHING_MACROS: Final = frozenset({"matches", "assert_matches", "assert_let", "select"})


class _RustRules:
    identifier_types = frozenset(
        {"identifier", "type_identifier", "field_identifier", "shorthand_field_identifier"}
    )
    scope_types = _SCOPES

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        parent = node.parent
        if parent is None or resolver.text(node) == "Self":
            return None
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
            return NameUse("member", shown, owner=owner, is_definition=True) if owner is not None else None
        if kind in ("type_parameter", "const_parameter") and is_field(parent, "name", node):
            shown, space = ("type", "type") if kind == "type_parameter" else ("constant", "value")
            return NameUse("definition", shown, enclosing(parent, _SCOPES), namespace=space)
        if enclosing(node, ("attribute", "attribute_item", "inner_attribute_item")) is not None:
            return None
        if kind == "token_tree":
            return _classify_token(node, parent, resolver)
        declaration = enclosing(node, ("use_declaration", "block", "declaration_list"))
        if declaration is not None and declaration.type == "use_declaration":
            return _classify_use(node, parent, resolver)
        if kind == "field_expression" and is_field(parent, "field", node):
            return NameUse("member", owner=parent.child_by_field_name("value"))
        if kind in ("field_initializer", "field_pattern") and node.type == "field_identifier":
            return NameUse("member", owner=enclosing(parent, ("struct_expression", "struct_pattern")))
        if kind == "shorthand_field_initializer":
            return _shorthand(enclosing(parent, ("struct_expression",)))
        if kind in _PATHS:
            return _classify_path(node, parent, resolver)
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
        scope = enclosing(item, (*_BLOCKS, *_MEMBER_BODIES))
        if scope is None:
            return None
        if scope.type not in _MEMBER_BODIES:
            if item.type == "function_item" and name_of(item) == "main":
                return None
            return NameUse("definition", kind, scope, namespace=namespace)
        kind = "method" if kind == "function" else kind
        if scope.type == "trait_item":
            return NameUse("member", kind, owner=scope, is_definition=True)
        written = scope.child_by_field_name("trait") or scope.child_by_field_name("type")
        owner = resolver.limited(named_type, written) if written is not None else None
        if owner is None:
            return None
        if owner.node is None:
            return NameUse("member", kind, source=owner.source)
        return NameUse("member", kind, owner=owner.node, is_definition=True)

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        if scope.type == "if_expression":
            return not is_inside(reference, scope.child_by_field_name("alternative"))
        if scope.type not in MODULES or not is_inside(reference, scope):
            return True
        module = enclosing(reference, MODULES)
        name = reference.text.decode() if reference.text is not None else ""
        while module is not None and module.id != scope.id:
            if not _imports_from_parent(module, name):
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
        return name_of(owner)

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        scope = use.scope
        if scope is None and use.owner is not None:
            scope = enclosing(use.owner, (*_BLOCKS, "function_item"))
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


def _shorthand(literal: "Node | None") -> NameUse:
    """Return a variable that names a field too."""
    return NameUse("shorthand", namespace="value", also=NameUse("shorthand", owner=literal))


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
        also = NameUse("shorthand", owner=struct_pattern)
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
        return enclosing(holder, _BLOCKS), holder.end_byte, "local"
    if kind == "let_condition":
        return enclosing(holder, _CONDITIONAL), holder.end_byte, "local"
    if kind == "match_arm":
        return holder, -1, "local"
    if kind == "for_expression":
        body = holder.child_by_field_name("body")
        return holder, body.start_byte if body is not None else holder.end_byte, "local"
    return None, -1, "local"


# Paths and imports


def _classify_path(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    path = parent.child_by_field_name("path")
    if path is None or same_node(path, node):
        return NameUse("reference", namespace="type")
    return _in_path(node, path, resolver)


def _in_path(node: "Node", path: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name behind a path is: an item of a module, or a member of a type."""
    module = inline_module(path, resolver)
    if module is not None:
        if item_in(module, resolver.text(node), resolver) is None:
            return None
        return NameUse("reference", start_scope=module)
    return NameUse("member", owner=path)


def _classify_use(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in a `use` declaration is."""
    if parent.type == "use_as_clause" and is_field(parent, "alias", node):
        target = parent.child_by_field_name("path")
        last = target.child_by_field_name("name") if target is not None else None
        name = resolver.text(last or target) if target is not None else ""
        module = _use_path(last or target, resolver) if target is not None else ""
        if name == "self":
            return _imported(node, ImportSource(module, ""))
        return _imported(node, ImportSource(module, name) if module else ImportSource(name, ""))
    child = node
    at: Node | None = parent
    if parent.type == "scoped_identifier":
        if same_node(parent.child_by_field_name("path"), node):
            return NameUse("reference", namespace="type")
        child, at = parent, parent.parent
    if at is not None and at.type in ("scoped_identifier", "scoped_use_list") and is_field(at, "path", child):
        left = child.child_by_field_name("path") if child.id != node.id else None
        return _in_path(node, left, resolver) if left is not None else NameUse("reference", namespace="type")
    module = _use_path(node, resolver)
    name = resolver.text(node)
    if at is not None and at.type in ("use_as_clause", "use_wildcard"):
        return NameUse("member", source=ImportSource(module, "")) if module else None
    if module == "super" or module.endswith("::super"):
        around = enclosing(node, ("mod_item",))
        if around is not None:
            outer = enclosing(around, MODULES)
            return NameUse("reference", start_scope=outer) if outer is not None else None
    return _imported(node, ImportSource(module, name) if module else ImportSource(name, ""))


def _imported(node: "Node", source: ImportSource) -> NameUse | None:
    return NameUse("import", "import", enclosing(node, _BLOCKS), source=source)


def _use_path(name: "Node", resolver: "NameResolver") -> str:
    """Return the path before a name of a `use` declaration, over the lists around it."""
    parts: list[str] = []
    child, at = name, name.parent
    while at is not None and at.type != "use_declaration":
        path = at.child_by_field_name("path")
        if (
            path is not None
            and not same_node(path, child)
            and at.type in ("scoped_identifier", "scoped_use_list")
        ):
            parts.insert(0, resolver.text(path).replace(" ", ""))
        child, at = at, at.parent
    return "::".join(parts)


def _imports_from_parent(module: "Node", name: str) -> bool:
    """Whether a module has `use super::*`, or imports that name from the module around it."""
    body = module.child_by_field_name("body")
    for item in body.named_children if body is not None else ():
        text = item.text.decode() if item.type == "use_declaration" and item.text is not None else ""
        if "super::" not in text:
            continue
        words = (
            text.replace("{", " ")
            .replace("}", " ")
            .replace(",", " ")
            .replace(";", " ")
            .replace("::", " ")
            .split()
        )
        if "super" in words and ("*" in words or (name in words and "as" not in words)):
            return True
    return False


# Macro calls


def _classify_token(node: "Node", tree: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a word in a macro call is, by the tokens around it."""
    before, after = node.prev_sibling, node.next_sibling
    text_after = after.type if after is not None else ""
    if before is not None and before.type == ".":
        return NameUse("member", owner=_token_receiver(before))
    if before is not None and before.type == "::":
        path = before.prev_sibling
        if path is None or path.type not in ("identifier", "self", "super", "crate"):
            return None
        return _in_path(node, path, resolver)
    if text_after == "::":
        return NameUse("reference", namespace="type")
    if text_after == "!":
        return NameUse("reference", namespace="macro")
    constructor = tree.prev_sibling
    if constructor is not None and constructor.type == "identifier" and tree.children[0].type == "{":
        if text_after == ":":
            return NameUse("member", owner=constructor)
        if before is not None and before.type in ("{", ",") and text_after in (",", "}"):
            return _shorthand(constructor)
    if text_after == "=" and before is not None and before.type == ",":
        return None  # a named argument of a format
    if _is_declared_in_macro(node, resolver):
        return None
    return NameUse("reference")


def _token_receiver(dot: "Node") -> "Node | None":
    receiver = dot.prev_sibling
    if receiver is None or receiver.type not in ("identifier", "self"):
        return None
    earlier = receiver.prev_sibling
    return None if earlier is not None and earlier.type in (".", "::") else receiver


def _is_declared_in_macro(node: "Node", resolver: "NameResolver") -> bool:
    """Whether the macro call itself declares the name, in a closure, a pattern or a `let`."""
    name = resolver.text(node)
    at: Node | None = node.parent
    while at is not None and at.type == "token_tree":
        for child in at.children:
            if child.type == "identifier" and resolver.text(child) == name:
                before = child.prev_sibling
                if before is not None and before.type in ("|", "let", "for", "mutable_specifier", "ref"):
                    return True
        if _macro_name(at, resolver) in _MATCHING_MACROS:
            return not same_node(at, node.parent)  # in a bracket: part of a pattern
        at = at.parent
    return False


def _macro_name(tree: "Node", resolver: "NameResolver") -> str:
    """Return the name of the macro whose arguments are in a tree of tokens; empty if it is not one."""
    parent, before = tree.parent, tree.prev_sibling
    if parent is not None and parent.type == "macro_invocation":
        return name_of(parent, "macro")
    name = before.prev_sibling if before is not None and before.type == "!" else None
    return resolver.text(name) if name is not None else ""


RULES: Final = _RustRules()
