"""What a language module provides to find bindings: the rules by which its syntax tree is read.

A language module has one class that implements `LanguageRules` and is named in `RULE_MODULES`. Nodes are those of
tree-sitter; offsets count characters (see `nes.syntax.trees`).
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast, runtime_checkable

from understudy.nes.bindings.names import BindingKind, ImportSource, Role

if TYPE_CHECKING:
    from tree_sitter import Node

    from understudy.nes.bindings.definition_groups import Definition
    from understudy.nes.bindings.resolver import NameResolver

__all__ = [
    "RULE_MODULES",
    "DerivedTypeRules",
    "EmbeddingRules",
    "ExportRules",
    "GlobalNameRules",
    "HeldTypeRules",
    "InheritingRules",
    "LanguageRules",
    "ModuleValueRules",
    "NameUse",
    "NamespaceRules",
    "OpenTypeRules",
    "PassedByNameRules",
    "ProjectRules",
    "TextFilterRules",
    "TypeReference",
    "rules_for",
]

RULE_MODULES: Final = {
    "python": "python",
    "javascript": "ecmascript",
    "typescript": "ecmascript",
    "tsx": "ecmascript",
    "go": "go",
    "rust": "rust",
    "java": "java",
    "c": "c_family",
    "cpp": "c_family",
    "ruby": "ruby",
}
"""The module with the rules for each grammar."""


class NameUse(NamedTuple):
    """What one identifier node is."""

    role: Role
    kind: BindingKind = "unknown"
    """For a definition, an import, or a member defined here."""
    scope: "Node | None" = None
    """For a definition or an import: the node in which the name is visible. A member that is also visible by its
    name alone, as in a class body, has a scope and an owner."""
    visible_from: int = -1
    """For a definition that is visible only after a point, and that hides an earlier one of the same scope: that
    offset. -1 where the order of definitions does not matter."""
    owner: "Node | None" = None
    """For a member, whatever its role: the type that defines it (if `is_definition`), or the receiver's expression.
    For a keyword argument: the expression that is called. For a reference: the type whose member it is if no scope
    has the name."""
    source: ImportSource | None = None
    is_definition: bool = False
    """For a member: it is defined here, inside the type `owner`."""
    namespace: str = ""
    """Names of different namespaces do not hide each other (`label`, `type`, `value`). Empty fits any."""
    joins_earlier: bool = False
    """For a definition: if its scope already has the name, it is the same binding, as in Go's `a, err := f()`."""
    start_scope: "Node | None" = None
    """For a reference that is not looked up in the scope it stands in: where the search begins instead, such as
    the scope around the function for a default value or a decorator."""
    merges: bool = False
    """For a definition: it is one thing with definitions of other namespaces in the same scope that merge too, as
    a type and a value of one name are in TypeScript."""
    also: "NameUse | None" = None
    """For a shorthand, which is a variable and a member: the member."""


class TypeReference(NamedTuple):
    """The type of an expression: a node of this text that defines it, or where it comes from."""

    node: "Node | None" = None
    source: ImportSource | None = None
    hides_members: bool = False
    """For a base type: a member of the type hides that of the base instead of overriding it, as with embedded
    structs in Go."""


class LanguageRules(Protocol):
    identifier_types: frozenset[str]
    """The node types that can be a name."""
    scope_types: frozenset[str]
    """The node types that are scopes; the root is always one."""

    def classify(self, node: "Node", resolver: "NameResolver") -> NameUse | None:
        """Return what the identifier is; None if it is no name at all (a keyword, a part of a string)."""
        ...

    def is_visible_from(self, scope: "Node", reference: "Node") -> bool:
        """Whether names of the scope can be seen at the reference, which is inside it. Python's class bodies hide
        theirs from the functions in them."""
        ...

    def receiver_type(self, receiver: "Node", resolver: "NameResolver") -> TypeReference | None:
        """Return the type of an expression, if the text tells it: `self`, a class itself, a variable or parameter
        with an annotation, or one that is assigned a constructor call."""
        ...

    def base_types(self, type_node: "Node", resolver: "NameResolver") -> Sequence[TypeReference]:
        """Return the types that a type inherits from or implements."""
        ...

    def parameters_owner(self, callee: "Node", resolver: "NameResolver") -> "Node | None":
        """Return the function (or class with fields) in this text that an expression calls."""
        ...

    def owner_name(self, owner: "Node") -> str:
        """Return the name of a type or function node; empty if it has none."""
        ...

    def is_public(self, definition: "Node", use: NameUse) -> bool:
        """Whether other texts can refer to a definition."""
        ...

    def refers_to(self, importing_uri: str, module: str, target_uri: str) -> bool:
        """Whether a module, as written in one text, can be another text."""
        ...

    def shares_scope(self, uri: str, other_uri: str) -> bool:
        """Whether top-level names of one text are visible in the other without an import."""
        ...


@runtime_checkable
class InheritingRules(Protocol):
    """What the rules of a language provide if members that a type inherits are visible by their names alone."""

    inheriting_scopes: frozenset[str]
    """The node types of such types. Their members have the type as scope and as owner."""
    hiding_kinds: frozenset[str]
    """The kinds of members that hide those of a base type, as fields do in Java; others override them."""


@runtime_checkable
class EmbeddingRules(Protocol):
    """What the rules of a language provide if a string may contain names in code, as the formats of Rust do."""

    def is_embedded_name(self, text: str, start: int, end: int) -> bool:
        """Whether the word between two offsets of a text, inside a string, is a name."""
        ...


@runtime_checkable
class OpenTypeRules(Protocol):
    """What the rules of a language provide if texts may add members to a type of another text."""

    extension_types: frozenset[str]
    """The types of nodes that own such members; their first base type is the type. The module of a type of the same
    text or package is the empty one."""


@runtime_checkable
class GlobalNameRules(Protocol):
    """Rules of a language in which some names are known in all texts without imports, as constants are in Ruby."""

    def is_global(self, name: str) -> bool:
        """Whether a name of that form is such a name."""
        ...

    def nested_name(
        self, name: str, defining: "NameResolver", using: "NameResolver", *, is_inside: bool
    ) -> "Definition | None":
        """Return the definition of a name in a module of a text that another text is in as well.

        If not `is_inside`, in one that the other text names before the name."""
        ...

    def callee_source(self, callee: "Node", resolver: "NameResolver") -> ImportSource | None:
        """Return the function, or the class, of another text that is called."""
        ...


@runtime_checkable
class NamespaceRules(Protocol):
    """Rules of a language with named scopes that several texts may extend, as the namespaces of C++."""

    def namespace_member(self, namespace: str, name: str, resolver: "NameResolver") -> "Definition | None":
        """Return the definition of a name in the part of a namespace that a text has."""
        ...


@runtime_checkable
class ProjectRules(Protocol):
    """What the rules of a language may provide in addition, to find names of other texts."""

    library_members: frozenset[str]
    """Members of the types of the standard library: an unknown receiver is likely to be one of those."""
    has_shared_definitions: bool
    """Whether texts that share a scope may define the same thing twice, as a C header and its source do."""

    def glob_modules(self, resolver: "NameResolver") -> Sequence[str]:
        """Return the modules of which the text imports (or exports again) all names."""
        ...

    def submodule(self, source: ImportSource) -> str:
        """Return the module that an imported name is, if it is one, such as `app.models` for `from app import
        models`; empty if an imported name is never a module."""
        ...

    def module_uris(self, importing_uri: str, module: str) -> Sequence[str]:
        """Return the URIs at which a module may be, the likeliest first. Serves modules that do not contain the
        name that is looked for; may be empty."""
        ...


@runtime_checkable
class ExportRules(Protocol):
    """Rules of a language whose texts may import a name without exporting it."""

    exports_imports: bool
    """Whether other texts can import what a text imports, without an export of it."""


@runtime_checkable
class ModuleValueRules(Protocol):
    """Rules of a language in which a module may be one value, as after `module.exports = Store`."""

    def module_value(self, resolver: "NameResolver") -> "Node | None":
        """Return the expression that the module of the text is; None if it is no single value."""
        ...


@runtime_checkable
class HeldTypeRules(Protocol):
    """Rules of a language in which objects of library types hold values of other types."""

    def held_type(self, found: TypeReference, name: str, resolver: "NameResolver") -> TypeReference | None:
        """Return the type of a member of a library type, such as the value of a signal; None if it is unknown."""
        ...


@runtime_checkable
class DerivedTypeRules(Protocol):
    """Rules of a language in which the type of an expression may be taken from an imported one."""

    def derived_type(self, found: TypeReference, step: str, resolver: "NameResolver") -> TypeReference | None:
        """Return what a step of a dotted path (see `ImportSource`) that is no name takes from a type."""
        ...


@runtime_checkable
class TextFilterRules(Protocol):
    """Rules of a language that can tell from the characters of a text that a search need not parse it."""

    def may_refer_to(self, source: str, name: str, *, is_member: bool) -> bool:
        """Whether the text, which contains the name, can refer to a top-level name or a member of another text."""
        ...


@runtime_checkable
class PassedByNameRules(Protocol):
    """Rules of a language in which a framework passes values to parameters by their names, as pytest does."""

    def passes_to(self, uri: str, other_uri: str) -> bool:
        """Whether functions of one text can be passed to parameters of the other."""
        ...

    def is_passed_by_name(self, function: "Node", resolver: "NameResolver") -> bool:
        """Whether the value of the function with that name is passed to parameters of its name."""
        ...

    def is_taken_by_name(self, parameter: "Node", resolver: "NameResolver") -> bool:
        """Whether a parameter takes such a value."""
        ...


@cache
def rules_for(grammar: str) -> "LanguageRules | None":
    """Return the rules for texts of a grammar; None if it has none."""
    module = RULE_MODULES.get(grammar)
    if module is None:
        return None
    return cast("LanguageRules", import_module(f"understudy.nes.bindings.{module}").RULES)
