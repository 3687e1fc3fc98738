"""The lines of a text with comments and the insides of strings blanked: what is left is code, in its old columns.

By the syntax tree where there is one. Else by tokens, which know the usual strings and comments and are wrong
about rare ones (a regular expression that holds a quote).
"""

import re
import time
import warnings
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.syntax.languages import Family, family, grammar
from understudy.nes.syntax.trees import MOST_CHARACTERS, changed, give_up, language, parsed, plain
from understudy.nes.values import Page

if TYPE_CHECKING:
    from tree_sitter import QueryCursor, Tree

__all__ = ["code"]

_QUERIES: Final = {
    "python": "(comment) @b (string_content) @b",
    "javascript": "(comment) @b (string_fragment) @b (regex) @b (jsx_text) @b",
    "typescript": "(comment) @b (string_fragment) @b (regex) @b",
    "tsx": "(comment) @b (string_fragment) @b (regex) @b (jsx_text) @b",
    "rust": "(line_comment) @b (block_comment) @b (string_content) @b (char_literal) @b",
    "go": "(comment) @b (interpreted_string_literal_content) @b (raw_string_literal_content) @b (rune_literal) @b",
    "java": "(line_comment) @b (block_comment) @b (string_fragment) @b (character_literal) @b",
    "c": "(comment) @b (string_content) @b (char_literal) @b (system_lib_string) @b",
    "cpp": "(comment) @b (string_content) @b (char_literal) @b (raw_string_literal) @b (system_lib_string) @b",
    "ruby": "(comment) @b (string_content) @b (regex) @b",
}
_SLASHES: Final = r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
_QUOTED: Final = r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
_TEXTS: Final[dict[Family, str]] = {
    "python": r"\#[^\n]*|(?P<quote>'''|\"\"\")[\s\S]*?(?:(?P=quote)|\Z)|" + _QUOTED,
    "script": rf"{_SLASHES}|{_QUOTED}|`(?:\\.|[^`\\])*`",
    "rust": _SLASHES
    + r"|r(?P<hash>\#+)\"[\s\S]*?(?:\"(?P=hash)|\Z)|\"(?:\\[\s\S]|[^\"\\])*\"|'(?:\\[^\n]{1,9}|[^'\\\n])'",
    "go": rf"{_SLASHES}|{_QUOTED}|`[^`]*`",
    "java": rf'{_SLASHES}|"""[\s\S]*?(?:"""|\Z)|{_QUOTED}',
    "c": rf"{_SLASHES}|{_QUOTED}",
    "ruby": rf"\#[^\n{{][^\n]*|{_QUOTED}",
}
_KEPT: Final = 24
_QUERY_MICROS: Final = 8_000
_BLANK: Final = bytes(10 if byte == 10 else 32 for byte in range(256))


class _Kept(NamedTuple):
    version: int
    raw: list[str]
    length: int
    lines: list[str]
    source: bytes
    blanked: bytes


_kept: OrderedDict[str, _Kept] = OrderedDict()
_cursors: dict[str, "QueryCursor"] = {}


def code(page: Page) -> list[str] | None:
    """The lines with nothing but code in them; None for a text that is too long or of an unknown language."""
    known = _kept.get(page.uri)
    if (
        known
        and known.version == page.version
        and known.raw is page.lines
        and known.length == len(page.lines)
    ):
        _kept.move_to_end(page.uri)
        return known.lines
    kind = family(page)
    if kind == "other" or sum(map(len, page.lines)) + len(page.lines) > MOST_CHARACTERS:
        return None
    text = "\n".join(page.lines)
    name = grammar(page)
    source = plain(text)
    blanked = _blanked(kind, name, page.uri, source, known)
    lines = blanked.decode("ascii").split("\n")
    if not text.isascii():
        # What is left in the code beyond ASCII belongs to names.
        lines = [
            line if raw.isascii() else _restored(raw, line)
            for raw, line in zip(page.lines, lines, strict=True)
        ]
    _kept[page.uri] = _Kept(page.version, page.lines, len(page.lines), lines, source, blanked)
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return lines


def _blanked(kind: Family, name: str, uri: str, source: bytes, known: _Kept | None) -> bytes:
    tree = parsed(uri, name, source) if language(name) else None
    if tree is None:
        return _without(source, _guessed(kind, source))
    window = changed(uri, known.source) if known is not None else None
    first, last = window or (0, len(source))
    spans = _spans(name, tree, first, last)
    if spans is None:
        give_up(uri)
        return _without(source, _guessed(kind, source))
    part = _without(source, spans, first, last)
    if known is None or window is None:
        return part
    # Only the part that changed is looked at again; the rest is as it was.
    rest = len(source) - last
    return known.blanked[:first] + part + known.blanked[len(known.blanked) - rest :]


def _spans(name: str, tree: "Tree", first: int, last: int) -> list[tuple[int, int]] | None:
    """What is to be blanked; None if it takes too long to find, as in a text with thousands of open brackets."""
    from tree_sitter import Query, QueryCursor

    cursor = _cursors.get(name)
    if cursor is None:
        found = language(name)
        assert found is not None  # noqa: S101 (there is a tree)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            query = Query(found, _QUERIES[name])
            cursor = QueryCursor(query, timeout_micros=_QUERY_MICROS)  # pyright: ignore[reportDeprecated]
        _cursors[name] = cursor
    cursor.set_byte_range(first, last)
    start = time.monotonic()
    nodes = cursor.captures(tree.root_node).get("b", ())
    # Out of time, it answers with what it has, and does not say so.
    if time.monotonic() - start > 0.9e-6 * _QUERY_MICROS:
        return None
    return sorted(node.byte_range for node in nodes)


def _guessed(kind: Family, source: bytes) -> Iterable[tuple[int, int]]:
    text = source.decode("ascii")
    for match in re.finditer(_TEXTS[kind], text):
        start, end = match.span()
        if match[0][0] not in "#/":  # the quotes stay
            start, end = start + 1, end - 1
        yield start, end


def _without(
    source: bytes, spans: Iterable[tuple[int, int]], first: int = 0, last: int | None = None
) -> bytes:
    """The source from `first` to `last` with the spans blanked."""
    last = len(source) if last is None else last
    pieces: list[bytes] = []
    at = first
    for start, end in spans:
        start, end = max(start, at), min(end, last)
        if start >= end:
            continue
        pieces += (source[at:start], source[start:end].translate(_BLANK))
        at = end
    pieces.append(source[at:last])
    return b"".join(pieces)


def _restored(raw: str, blanked: str) -> str:
    return "".join(mine if left != " " else " " for mine, left in zip(raw, blanked, strict=True))
