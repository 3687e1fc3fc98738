"""What names refer to: scopes, definitions, references and imports, by tree-sitter and one module per language.

Imports nothing of the engine. A text without a tree, or of a language without rules, has no bindings.
"""

from understudy.nes.bindings.names import (
    Binding,
    BindingKind,
    ImportSource,
    MemberUse,
    NameBindings,
    Occurrence,
    Role,
)
from understudy.nes.bindings.nodes import enclosing
from understudy.nes.bindings.project import (
    Origin,
    ProjectPlace,
    ProjectTexts,
    find_all_places,
    find_places,
    origin_at,
    origin_of,
)
from understudy.nes.bindings.resolver import Definition, NameResolver
from understudy.nes.bindings.resolver_cache import resolver_for
from understudy.nes.bindings.rules import LanguageRules, NameUse, ProjectRules, TypeReference, rules_for

__all__ = [
    "Binding",
    "BindingKind",
    "Definition",
    "ImportSource",
    "LanguageRules",
    "MemberUse",
    "NameBindings",
    "NameResolver",
    "NameUse",
    "Occurrence",
    "Origin",
    "ProjectPlace",
    "ProjectRules",
    "ProjectTexts",
    "Role",
    "TypeReference",
    "enclosing",
    "find_all_places",
    "find_places",
    "origin_at",
    "origin_of",
    "resolver_for",
    "rules_for",
]
