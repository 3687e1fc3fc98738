"""Import statements: read, thinned and added to, in the way each language writes them."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from understudy.lazy_exports import lazy_getattr
from understudy.nes.limits import MAX_BRACKET_LINES
from understudy.nes.symbolic.consequences.imports import go, java, javascript, python, rust
from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.symbolic.limits import MAX_CACHED_IMPORT_TEXTS
from understudy.nes.syntax import LanguageFamily, language_family, mask_strings_and_comments
from understudy.nes.text import TextSnapshot
from understudy.workspace.files import common_prefix_length

if TYPE_CHECKING:
    from understudy.nes.symbolic.consequences.imports.addition import ImportRequest, add_import
    from understudy.nes.symbolic.consequences.imports.removal import remove_lines, remove_names

__all__ = [
    "ImportRequest",
    "ImportStatement",
    "ImportedName",
    "add_import",
    "parse_import_lines",
    "parse_imports",
    "remove_lines",
    "remove_names",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "addition": ("ImportRequest", "add_import"),
        "removal": ("remove_lines", "remove_names"),
    },
)


class _CachedImports(NamedTuple):
    language_family: LanguageFamily
    raw: list[str]
    code: list[str]
    statements: list[ImportStatement]


_cache: OrderedDict[str, _CachedImports] = OrderedDict()


def parse_imports(snapshot: TextSnapshot) -> list[ImportStatement]:
    """The import statements of a text."""
    lines = mask_strings_and_comments(snapshot)
    if lines is None:
        return []
    kind = language_family(snapshot)
    known = _cache.pop(snapshot.uri, None)
    if known is None or known.language_family != kind:
        known = _CachedImports(kind, [], [], [])
    same = common_prefix_length(
        known.code, lines, common_prefix_length(known.raw, snapshot.lines, len(lines))
    )
    found = parse_import_lines(kind, snapshot.lines, lines, known.statements, same)
    _cache[snapshot.uri] = _CachedImports(kind, list(snapshot.lines), lines, found)
    while len(_cache) > MAX_CACHED_IMPORT_TEXTS:
        _cache.popitem(last=False)
    return found


def parse_import_lines(
    language_family: LanguageFamily,
    raw: Sequence[str],
    blanked: Sequence[str],
    previous: Sequence[ImportStatement] = (),
    unchanged_lines: int = 0,
) -> list[ImportStatement]:
    """The import statements among some lines. `known` are those of a text with the same first `same` lines."""
    start = max(0, unchanged_lines - MAX_BRACKET_LINES - 1)  # what begins before is read off equal lines
    kept = [one for one in previous if one.first_line < start]
    match language_family:
        case "python":
            return kept + python.parse_statements(raw, blanked, start)
        case "script":
            return kept + javascript.parse_statements(raw, blanked, start)
        case "rust":
            return kept + rust.parse_statements(raw, blanked, start)
        case "go":
            return go.parse_statements(raw)
        case "java":
            return java.parse_statements(blanked)
        case _:
            return []
