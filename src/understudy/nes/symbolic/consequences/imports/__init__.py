"""Import statements: parsing, removal of names and addition of names, for each import syntax.

A language declares its syntax in `understudy.languages`; `_PARSERS` has a parser for each syntax with rules.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import ImportSyntax, Language
from understudy.nes.limits import MAX_BRACKET_LINES
from understudy.nes.symbolic.consequences.imports import es_module, from_import, single_name, use_path
from understudy.nes.symbolic.consequences.imports.addition import ImportRequest, add_import
from understudy.nes.symbolic.consequences.imports.removal import remove_lines, remove_names
from understudy.nes.symbolic.consequences.imports.statement import ImportedName, ImportStatement
from understudy.nes.symbolic.consequences.limits import MAX_CACHED_IMPORT_TEXTS
from understudy.nes.syntax import language_of, mask_when_read
from understudy.nes.text import ComputedSequence, JoinedText, TextSnapshot, join_snapshot
from understudy.workspace.files import common_prefix_length

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

_Parser = Callable[
    [Sequence[str], Sequence[str], Iterable[int], Mapping[int, ImportStatement]], list[ImportStatement]
]
_PARSERS: Final[dict[ImportSyntax, _Parser]] = {
    "from_import": from_import.parse_statements,
    "es_module": es_module.parse_statements,
    "use_path": use_path.parse_statements,
    "go_block": single_name.parse_block_statements,
    "dotted_path": single_name.parse_dotted_statements,
}


_WORDS: Final[dict[ImportSyntax, str]] = {"from_import": "import", "es_module": "import", "use_path": "use"}
"""What the first line of a statement contains, of ES modules if it is no call of `require`."""


class _ReadLines(ComputedSequence[str]):
    """Remembers which lines a parser reads: only those have to be the same, and only those are masked."""

    def __init__(self, code: Sequence[str], read: dict[int, str]) -> None:
        """`read` has the lines that were read, by their numbers."""
        self._code = code
        self.read = read

    def __len__(self) -> int:
        return len(self._code)

    def _item(self, index: int) -> str:
        line = self.read[index] = self._code[index]
        return line


class _CachedImports(NamedTuple):
    language_id: str
    raw: list[str]
    read: dict[int, str]
    """The lines of code that the statements follow from."""
    statements: list[ImportStatement]


_cache: BoundedDict[str, _CachedImports] = BoundedDict(MAX_CACHED_IMPORT_TEXTS)


def parse_imports(snapshot: TextSnapshot) -> list[ImportStatement]:
    """Return the import statements of a text. Only what is near or below a change is parsed again."""
    code = mask_when_read(snapshot)
    if code is None:
        return []
    language = language_of(snapshot)
    cached = _cache.get(snapshot.uri)
    if cached is None or cached.language_id != language.id:
        cached = _CachedImports(language.id, [], {}, [])
    unchanged = common_prefix_length(cached.raw, snapshot.lines, len(code))
    same = {number: line for number, line in cached.read.items() if number < unchanged}
    unchanged = min((number for number, line in same.items() if code[number] != line), default=unchanged)
    lines = _ReadLines(code, {number: line for number, line in same.items() if number < unchanged})
    joined = join_snapshot(snapshot)
    statements = parse_import_lines(language, joined.lines, lines, cached.statements, unchanged, joined)
    _cache[snapshot.uri] = _CachedImports(language.id, joined.lines, lines.read, statements)
    return statements


def parse_import_lines(
    language: Language,
    raw: Sequence[str],
    code: Sequence[str],
    previous: Sequence[ImportStatement] = (),
    unchanged_lines: int = 0,
    joined: JoinedText | None = None,
) -> list[ImportStatement]:
    """Return the import statements among some lines; `code` is `raw` without strings and comments.

    `previous` are the statements of a text whose first `unchanged_lines` lines are the same, and `joined` has the
    lines as one string, if there is one.
    """
    parse = _PARSERS.get(language.imports.syntax) if language.imports is not None else None
    if parse is None or language.imports is None:
        return []
    start = max(0, unchanged_lines - MAX_BRACKET_LINES)  # a statement that began before ends on equal lines
    known = {one.first_line: one for one in previous if one.last_line < unchanged_lines}
    numbers = range(start, len(raw)) if joined is None else _may_begin(joined, language.imports.syntax, start)
    above = [one for one in previous if one.first_line < start]
    return above + [one for one in parse(raw, code, numbers, known) if one.first_line >= start]


def _may_begin(joined: JoinedText, syntax: ImportSyntax, start: int) -> Iterator[int]:
    """The lines from `start` on in which a statement may begin.

    To search the text for a word takes less time than to read its lines.
    """
    text, starts = joined.text, joined.line_starts
    last_call = text.rfind("require(", starts[start]) if syntax == "es_module" else -1
    if last_call >= 0:
        # `const {` may begin a statement that ends with the call some lines below.
        above = bisect_right(starts, last_call)
        yield from range(start, above)
        start = above
    word = _WORDS.get(syntax, "")
    at = text.find(word, starts[start]) if word else -1
    while at >= 0:
        line = bisect_right(starts, at) - 1
        yield line
        at = text.find(word, starts[line + 1])
