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

from understudy.nes.limits import MAX_ANALYSED_CHARS, MAX_CACHED_MASKS, QUERY_TIMEOUT_US
from understudy.nes.syntax.languages import LanguageFamily, grammar_name, language_family
from understudy.nes.syntax.trees import (
    changed_range,
    discard_tree,
    encode_single_byte,
    load_language,
    parse_cached,
)
from understudy.nes.text import TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import QueryCursor, Tree

__all__ = ["mask_strings_and_comments"]

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
_SLASH_COMMENTS: Final = r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
_QUOTED_STRINGS: Final = r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
_STRING_AND_COMMENT_PATTERNS: Final[dict[LanguageFamily, str]] = {
    "python": r"\#[^\n]*|(?P<quote>'''|\"\"\")[\s\S]*?(?:(?P=quote)|\Z)|" + _QUOTED_STRINGS,
    "script": rf"{_SLASH_COMMENTS}|{_QUOTED_STRINGS}|`(?:\\.|[^`\\])*`",
    "rust": _SLASH_COMMENTS
    + r"|r(?P<hash>\#+)\"[\s\S]*?(?:\"(?P=hash)|\Z)|\"(?:\\[\s\S]|[^\"\\])*\"|'(?:\\[^\n]{1,9}|[^'\\\n])'",
    "go": rf"{_SLASH_COMMENTS}|{_QUOTED_STRINGS}|`[^`]*`",
    "java": rf'{_SLASH_COMMENTS}|"""[\s\S]*?(?:"""|\Z)|{_QUOTED_STRINGS}',
    "c": rf"{_SLASH_COMMENTS}|{_QUOTED_STRINGS}",
    "ruby": rf"\#[^\n{{][^\n]*|{_QUOTED_STRINGS}",
}
_SPACE_TABLE: Final = bytes(10 if byte == 10 else 32 for byte in range(256))


class _CachedMask(NamedTuple):
    version: int
    raw: list[str]
    length: int
    lines: list[str]
    source: bytes
    masked: bytes


_cached_masks: OrderedDict[str, _CachedMask] = OrderedDict()
_cursors: dict[str, "QueryCursor"] = {}


def mask_strings_and_comments(snapshot: TextSnapshot) -> list[str] | None:
    """The lines with nothing but code in them; None for a text that is too long or of an unknown language."""
    known = _cached_masks.get(snapshot.uri)
    if (
        known
        and known.version == snapshot.version
        and known.raw is snapshot.lines
        and known.length == len(snapshot.lines)
    ):
        _cached_masks.move_to_end(snapshot.uri)
        return known.lines
    kind = language_family(snapshot)
    if kind == "other" or sum(map(len, snapshot.lines)) + len(snapshot.lines) > MAX_ANALYSED_CHARS:
        return None
    text = "\n".join(snapshot.lines)
    name = grammar_name(snapshot)
    source = encode_single_byte(text)
    blanked = _mask_source(kind, name, snapshot.uri, source, known)
    lines = blanked.decode("ascii").split("\n")
    if not text.isascii():
        # What is left in the code beyond ASCII belongs to names.
        lines = [
            line if raw.isascii() else _restore_non_ascii(raw, line)
            for raw, line in zip(snapshot.lines, lines, strict=True)
        ]
    _cached_masks[snapshot.uri] = _CachedMask(
        snapshot.version, snapshot.lines, len(snapshot.lines), lines, source, blanked
    )
    while len(_cached_masks) > MAX_CACHED_MASKS:
        _cached_masks.popitem(last=False)
    return lines


def _mask_source(
    kind: LanguageFamily, name: str, uri: str, source: bytes, cached: _CachedMask | None
) -> bytes:
    tree = parse_cached(uri, name, source) if load_language(name) else None
    if tree is None:
        return _mask_spans(source, _token_spans(kind, source))
    window = changed_range(uri, cached.source) if cached is not None else None
    first, last = window or (0, len(source))
    spans = _query_spans(name, tree, first, last)
    if spans is None:
        discard_tree(uri)
        return _mask_spans(source, _token_spans(kind, source))
    part = _mask_spans(source, spans, first, last)
    if cached is None or window is None:
        return part
    # Only the part that changed is looked at again; the rest is as it was.
    rest = len(source) - last
    return cached.masked[:first] + part + cached.masked[len(cached.masked) - rest :]


def _query_spans(name: str, tree: "Tree", first: int, last: int) -> list[tuple[int, int]] | None:
    """What is to be blanked; None if it takes too long to find, as in a text with thousands of open brackets."""
    from tree_sitter import Query, QueryCursor

    cursor = _cursors.get(name)
    if cursor is None:
        found = load_language(name)
        assert found is not None  # noqa: S101 (there is a tree)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            query = Query(found, _QUERIES[name])
            cursor = QueryCursor(query, timeout_micros=QUERY_TIMEOUT_US)  # pyright: ignore[reportDeprecated]
        _cursors[name] = cursor
    cursor.set_byte_range(first, last)
    start = time.monotonic()
    nodes = cursor.captures(tree.root_node).get("b", ())
    # Out of time, it answers with what it has, and does not say so.
    if time.monotonic() - start > 0.9e-6 * QUERY_TIMEOUT_US:
        return None
    return sorted(node.byte_range for node in nodes)


def _token_spans(kind: LanguageFamily, source: bytes) -> Iterable[tuple[int, int]]:
    text = source.decode("ascii")
    for match in re.finditer(_STRING_AND_COMMENT_PATTERNS[kind], text):
        start, end = match.span()
        if match[0][0] not in "#/":  # the quotes stay
            start, end = start + 1, end - 1
        yield start, end


def _mask_spans(
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
        pieces += (source[at:start], source[start:end].translate(_SPACE_TABLE))
        at = end
    pieces.append(source[at:last])
    return b"".join(pieces)


def _restore_non_ascii(raw: str, masked: str) -> str:
    return "".join(mine if left != " " else " " for mine, left in zip(raw, masked, strict=True))
