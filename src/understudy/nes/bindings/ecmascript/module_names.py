"""The names in import and export statements."""

from typing import TYPE_CHECKING, Final

from understudy.nes.bindings.ecmascript.nodes import block_scope, enclosing, is_field, nth_child, string_value
from understudy.nes.bindings.names import ImportSource
from understudy.nes.bindings.rules import NameUse

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.resolver import NameResolver

__all__ = ["default_export", "exported_name", "exported_value", "glob_modules", "imported_name"]

_IMPORT: Final = frozenset({"import_statement", "program"})
_EXPORT: Final = frozenset({"export_statement", "program"})
_IMPORTED: Final = frozenset(
    {"import_specifier", "import_clause", "namespace_import", "import_require_clause", "import_alias"}
)


def imported_name(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in an import statement is; None if it is in none."""
    kind = parent.type
    if kind not in _IMPORTED:
        return None
    scope = block_scope(parent, resolver.root)
    if kind == "import_alias":  # import a = b.c
        first = nth_child(parent, 0)
        if first is not None and first.id == node.id:
            return NameUse("definition", "import", scope, merges=True)
        return None
    holder = parent if kind == "import_require_clause" else enclosing(parent, _IMPORT)
    module = string_value(holder.child_by_field_name("source")) if holder is not None else ""
    if kind in ("import_require_clause", "namespace_import"):
        return NameUse("import", "import", scope, source=ImportSource(module, ""), merges=True)
    if kind == "import_clause":
        return NameUse("import", "import", scope, source=ImportSource(module, "default"), merges=True)
    name, alias = parent.child_by_field_name("name"), parent.child_by_field_name("alias")
    if name is None:
        return None
    if alias is not None and name.id == node.id:
        return NameUse("member", source=ImportSource(module, ""))
    source = ImportSource(module, resolver.text(name))
    return NameUse("import", "import", scope, source=source, merges=True)


def exported_name(node: "Node", parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return what a name in an export statement is; None if it is in none."""
    if parent.type == "namespace_export":
        statement = enclosing(parent, _EXPORT)
        module = string_value(statement.child_by_field_name("source")) if statement is not None else ""
        return _exported_alias(resolver, ImportSource(module, ""))
    if parent.type == "export_statement":
        value = parent.child_by_field_name("value")
        if value is None and parent.child_by_field_name("declaration") is None:
            if any(child.type == "as" for child in parent.children):  # export as namespace x
                return None
            return NameUse("export")
        return NameUse("export", namespace="") if value is not None and value.id == node.id else None
    if parent.type != "export_specifier":
        return None
    statement = enclosing(parent, _EXPORT)
    module = string_value(statement.child_by_field_name("source")) if statement is not None else ""
    name, alias = parent.child_by_field_name("name"), parent.child_by_field_name("alias")
    if name is None:
        return None
    if alias is None:
        if module:
            return NameUse("export", source=ImportSource(module, ""))
        return NameUse("export")
    if is_field(parent, "alias", node):
        return _exported_alias(resolver, ImportSource(module, resolver.text(name)) if module else None)
    return NameUse("member", source=ImportSource(module, "")) if module else NameUse("export")


def _exported_alias(resolver: "NameResolver", source: ImportSource | None) -> NameUse:
    """Return a name that other texts can import and that this text does not see."""
    return NameUse("export", "import", resolver.root, source=source, namespace="exports")


def default_export(parent: "Node", resolver: "NameResolver") -> NameUse | None:
    """Return the exported name that the keyword in `export default` is; None for `default` in a switch."""
    return _exported_alias(resolver, None) if parent.type == "export_statement" else None


def glob_modules(resolver: "NameResolver") -> list[str]:
    """Return the modules of which a text exports all names."""
    return [
        string_value(statement.child_by_field_name("source"))
        for statement in resolver.root.named_children
        if statement.type == "export_statement"
        and statement.named_child_count == 1
        and statement.child_by_field_name("source") is not None
    ]


def exported_value(resolver: "NameResolver") -> "Node | None":
    """Return the expression in `module.exports = Store`; None if the text has no such statement."""
    for statement in resolver.root.named_children:
        assignment = nth_child(statement, 0) if statement.type == "expression_statement" else None
        if assignment is None or assignment.type != "assignment_expression":
            continue
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if left is not None and right is not None and resolver.text(left) == "module.exports":
            return right
    return None
