"""The languages this repository knows, one module for each, and the lookups by id, by path and by fence.

To add a language, write a module with a `LANGUAGES` tuple, name the module in `MODULES`, and add the wheel of its
grammar to pyproject.toml. The modules are imported by the first lookup, so that importing this package is cheap.
Not a parser: what is done with the facts is decided by the code that looks them up.
"""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple, cast

from understudy.languages.language import (
    FunctionSyntax,
    Grammar,
    ImportStyle,
    ImportSyntax,
    Language,
    MemberSyntax,
    SharedSuffix,
    compile_pattern,
)

__all__ = [
    "MODULES",
    "PLAIN_TEXT",
    "FunctionSyntax",
    "Grammar",
    "ImportStyle",
    "ImportSyntax",
    "Language",
    "MemberSyntax",
    "SharedSuffix",
    "compile_pattern",
    "definition_keywords",
    "fence_name_for",
    "find_language",
    "forget_languages",
    "function_keywords",
    "grammar_named",
    "import_group",
    "language_by_id",
    "language_id_for",
    "language_id_of_text",
]

MODULES: Final = ["python", "javascript", "go", "rust", "java", "c", "ruby", "plain"]
"""The modules of this package that declare languages."""

PLAIN_TEXT: Final = Language("plaintext")
"""A text of which no language is known."""


class _Registry(NamedTuple):
    by_id: dict[str, Language]
    by_suffix: dict[str, Language]
    by_file_name: dict[str, Language]
    fence_by_suffix: dict[str, str]
    fence_by_file_name: dict[str, str]
    grammars: dict[str, Grammar]
    definition_keywords: frozenset[str]
    function_keywords: str


@cache
def _registry() -> _Registry:
    languages = [
        language
        for module in MODULES
        for language in cast("Iterable[Language]", import_module(f"{__name__}.{module}").LANGUAGES)
    ]
    by_suffix = {suffix: one for one in languages for suffix in one.suffixes}
    by_file_name = {name: one for one in languages for name in one.file_names}
    functions = [one.functions for one in languages if one.functions is not None]
    return _Registry(
        {one.id: one for one in languages},
        by_suffix,
        by_file_name,
        {suffix: one.fence_name for one in languages for suffix in (*one.suffixes, *one.fence_suffixes)},
        {name: one.fence_name for one in languages for name in (*one.file_names, *one.fence_file_names)},
        {one.grammar.name: one.grammar for one in languages if one.grammar is not None},
        frozenset(word for one in languages for word in one.definition_keywords.split()),
        "|".join(sorted({one.keyword for one in functions if one.keyword})),
    )


def forget_languages() -> None:
    """Read the modules again at the next lookup, after `MODULES` changed."""
    _registry.cache_clear()


def language_by_id(language_id: str) -> Language | None:
    """Return the language with the `languageId` of editors."""
    return _registry().by_id.get(language_id)


def find_language(language_id: str, path: str) -> Language:
    """Return the language of a text: by its id if rules exist for it, else by the path or URI of its file."""
    known = _registry().by_id.get(language_id)
    if known is not None and known.family != PLAIN_TEXT.family:
        return known
    return _by_path(path) or known or PLAIN_TEXT


def language_id_for(path: str) -> str:
    """Return the `languageId` that editors give to a file of that name; `plaintext` if the name is unknown."""
    found = _by_path(path)
    return PLAIN_TEXT.id if found is None else found.id


def language_id_of_text(language_id: str, path: str, text: str) -> str:
    """Return the `languageId` of a text: another one than that given if its suffix is shared (`SharedSuffix`)."""
    known = _registry().by_id.get(language_id)
    shared = known.shared_suffix if known is not None else None
    if shared is None or not path.endswith(shared.suffix):
        return language_id
    return shared.language_id if compile_pattern(shared.pattern).search(text) is not None else language_id


def _by_path(path: str) -> Language | None:
    registry = _registry()
    name = path.rpartition("/")[2].lower()
    return registry.by_file_name.get(name) or registry.by_suffix.get(name.rpartition(".")[2])


def fence_name_for(path: str) -> str:
    """Return the language name that Markdown writes behind a fence for such a file; empty if it is unknown."""
    registry = _registry()
    name = path.rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    return registry.fence_by_file_name.get(name) or (
        registry.fence_by_suffix.get(suffix, "") if dot and stem else ""
    )


def import_group(language_id: str) -> str:
    """Return the id that stands for all languages that import from each other's files."""
    known = _registry().by_id.get(language_id)
    return known.import_group if known is not None and known.import_group else language_id


def grammar_named(name: str) -> Grammar | None:
    return _registry().grammars.get(name)


def definition_keywords() -> frozenset[str]:
    """Return the words of all languages that stand right before a name that is defined."""
    return _registry().definition_keywords


def function_keywords() -> str:
    """Return the words of all languages that begin a function, as alternatives of a regular expression."""
    return _registry().function_keywords
