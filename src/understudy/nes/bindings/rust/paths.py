"""What the names in Rust paths and `use` declarations are."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.nodes import enclosing, is_field, same_node
from understudy.nes.bindings.rules import NameUse
from understudy.nes.bindings.rust.modules import MODULES, inline_module, item_in

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["BLOCKS", "FIELD", "METHOD", "classify_path", "classify_use", "imports_from_parent", "in_path"]

BLOCKS: Final = frozenset({*MODULES, "block"})
"""What `use` declarations and items are visible in."""
FIELD: Final = "field"
METHOD: Final = "method"
"""A type may have a field and a method of the same name."""


def classify_path(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    path = parent.child_by_field_name("path")
    if path is None or same_node(path, node):
        return NameUse("reference", namespace="type")
    return in_path(node, path, resolver)


def in_path(node: "Node", path: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name behind a path is: an item of a module, or a member of a type."""
    module = inline_module(path, resolver)
    if module is not None:
        if item_in(module, resolver.text(node), resolver) is None:
            return None
        return NameUse("reference", start_scope=module)
    is_method = not resolver.text(node)[:1].isupper()
    return NameUse("member", owner=path, namespace=METHOD if is_method else "")


def classify_use(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
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
        return in_path(node, left, resolver) if left is not None else NameUse("reference", namespace="type")
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
    return NameUse("import", "import", enclosing(node, BLOCKS), source=source)


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


def imports_from_parent(module: "Node", name: str) -> bool:
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
