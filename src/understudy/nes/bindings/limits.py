"""Limits of `understudy.nes.bindings`."""

from typing import Final

__all__ = [
    "MAX_BASE_TYPES",
    "MAX_CACHED_RESOLVERS",
    "MAX_CONTEXT_DEPTH",
    "MAX_IMPORT_STEPS",
    "MAX_OCCURRENCES",
    "MAX_PROJECT_CHARS",
    "MAX_PROJECT_TEXTS",
    "MAX_RETURN_NODES",
    "MAX_TREE_DEPTH",
    "MAX_TYPE_STEPS",
]

MAX_OCCURRENCES: Final = 1000
"""Occurrences of one word that are looked at in one text."""
MAX_TREE_DEPTH: Final = 500
"""Parents of a node that are searched for a scope."""
MAX_BASE_TYPES: Final = 40
"""Types that a type inherits from, directly or not."""
MAX_TYPE_STEPS: Final = 16
"""How often finding the type of one name may need the type of another."""
MAX_CACHED_RESOLVERS: Final = 128
MAX_IMPORT_STEPS: Final = 6
"""Modules that a name is followed through when each exports what it imported."""
MAX_PROJECT_TEXTS: Final = 100
"""Texts of the workspace in which the occurrences of one binding are searched."""
MAX_PROJECT_CHARS: Final = 200_000
"""Characters that one search parses. The next search finds the trees of this one and parses further texts."""
MAX_RETURN_NODES: Final = 200
"""Statements of a function in which a return statement is searched for the type of its value."""
MAX_CONTEXT_DEPTH: Final = 12
"""Expressions around an object literal that are searched for the type it is used as."""
