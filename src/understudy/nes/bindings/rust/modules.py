"""The modules that paths lead to in Rust texts: those of the same text, and those of others."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.nodes import enclosing

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["MODULES", "find_module", "inline_module", "item_in"]

MODULES: Final = frozenset({"source_file", "mod_item"})


def _read_items(resolver: "NameResolver") -> dict[tuple[int, str], "Node"]:
    """Return the items of the modules of a text, by the module and their name."""
    found: dict[tuple[int, str], Node] = {}
    pending = [resolver.root]
    while pending:
        module = pending.pop()
        body = module if module.type == "source_file" else module.child_by_field_name("body")
        for item in body.named_children if body is not None else ():
            name = item.child_by_field_name("name")
            if name is None:
                continue
            found.setdefault((module.id, resolver.text(name)), item)
            if item.type == "mod_item":
                pending.append(item)
    return found


def item_in(module: "Node", name: str, resolver: "NameResolver") -> "Node | None":
    """Return the item of that name in a module of this text."""
    return resolver.derived("rust items", _read_items).get((module.id, name))


def inline_module(path: "Node", resolver: "NameResolver") -> "Node | None":
    """Return the module of this text that a path names."""
    if path.type in ("self", "super", "crate"):
        module = enclosing(path, MODULES) or resolver.root
        if path.type == "self":
            return module
        if path.type == "super":
            return enclosing(module, MODULES) if module.type == "mod_item" else None
        return resolver.root if _is_crate_root(resolver.snapshot.uri) else None
    if path.type == "identifier":
        name = resolver.text(path)
        around: Node | None = enclosing(path, MODULES)
        item = item_in(around, name, resolver) if around is not None else None
    elif path.type == "scoped_identifier":
        left, last = path.child_by_field_name("path"), path.child_by_field_name("name")
        outer = inline_module(left, resolver) if left is not None else None
        item = (
            item_in(outer, resolver.text(last), resolver) if outer is not None and last is not None else None
        )
    else:
        return None
    if item is None or item.type != "mod_item" or item.child_by_field_name("body") is None:
        return None
    return item


def _is_crate_root(uri: str) -> bool:
    return uri.endswith(("/src/lib.rs", "/src/main.rs"))


def find_module(path: "Node", resolver: "NameResolver") -> str:
    """Return the module of another text that a path names, such as `crate::store`; empty if it is none."""
    text = resolver.text(path).replace(" ", "")
    if path.type == "crate":
        return text
    if path.type == "super":
        return (
            text
            if enclosing(path, MODULES) is resolver.root or enclosing(path, ("mod_item",)) is None
            else ""
        )
    if path.type == "scoped_identifier":
        left, last = path.child_by_field_name("path"), path.child_by_field_name("name")
        if left is None or last is None or resolver.text(last)[:1].isupper():
            return ""
        if left.type == "self":
            return text
        outer = find_module(left, resolver)
        return f"{outer}::{resolver.text(last)}" if outer else ""
    if path.type != "identifier" or resolver.text(path)[:1].isupper():
        return ""
    for one in resolver.definitions_of(path):
        if one.use.source is not None:
            source = one.use.source
            return f"{source.module}::{source.name}" if source.name else source.module
        if one.use.kind == "module":
            return f"self::{text}"
        return ""
    if enclosing(path, ("use_declaration",)) is not None:
        return text
    return resolver.derived("rust self imports", _read_self_imports).get(text, "")


def _read_self_imports(resolver: "NameResolver") -> dict[str, str]:
    """Return the modules that `use path::{self}` imports, by their names."""
    found: dict[str, str] = {}
    pending = [("", item) for item in resolver.root.named_children if item.type == "use_declaration"]
    while pending:
        before, node = pending.pop()
        path = node.child_by_field_name("path") if node.type == "scoped_use_list" else None
        if path is not None:
            before = f"{before}::{resolver.text(path)}".lstrip(":").replace(" ", "")
        for child in node.named_children:
            if child.type == "self" and node.type == "use_list":
                found[before.rpartition("::")[2]] = before
            elif child.type in ("use_list", "scoped_use_list"):
                pending.append((before, child))
    return found
