"""The lines of a text with comments and the insides of strings replaced by spaces: code in its columns.

Uses the syntax tree where there is one, else the language's regular expressions for strings and comments, which are
wrong about rare cases (a regular expression literal that contains a quote).
"""

import time
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import Grammar, Language, compile_pattern
from understudy.nes.limits import MAX_ANALYSED_CHARS, MAX_CACHED_MASKS, MAX_PARSE_CPU_S, QUERY_TIMEOUT_US
from understudy.nes.syntax.trees import (
    changed_range,
    discard_tree,
    encode_snapshot,
    language_of,
    load_grammar,
    parse_cached,
)
from understudy.nes.text import TextSnapshot, is_longer_than, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import QueryCursor, Tree

__all__ = ["mask_strings_and_comments"]

_SPACE_TABLE: Final = bytes(10 if byte == 10 else 32 for byte in range(256))


class _CachedMask(NamedTuple):
    language: str
    version: int
    raw: list[str]
    length: int
    lines: list[str]
    source: bytes
    masked: bytes


_cached_masks: BoundedDict[str, _CachedMask] = BoundedDict(MAX_CACHED_MASKS)
_cursors: dict[str, "QueryCursor"] = {}


def mask_strings_and_comments(snapshot: TextSnapshot) -> list[str] | None:
    """Return the lines with only code in them; None for a text that is too long or of a language without rules."""
    cached = _cached_masks.get(snapshot.uri)
    if (
        cached
        and cached.version == snapshot.version
        and cached.language == snapshot.language
        and cached.raw is snapshot.lines
        and cached.length == len(snapshot.lines)
    ):
        _cached_masks[snapshot.uri] = cached  # as the newest
        return cached.lines
    language = language_of(snapshot)
    if language.family == "other" or is_longer_than(snapshot, MAX_ANALYSED_CHARS - len(snapshot.lines)):
        return None
    text = join_snapshot(snapshot).text
    source = encode_snapshot(snapshot)
    masked = _mask_source(language, snapshot.uri, source, cached)
    lines = masked.decode("ascii").split("\n")
    if not text.isascii():
        # Characters beyond ASCII that are left in code belong to names.
        lines = [
            line if raw.isascii() else _restore_non_ascii(raw, line)
            for raw, line in zip(snapshot.lines, lines, strict=True)
        ]
    _cached_masks[snapshot.uri] = _CachedMask(
        snapshot.language, snapshot.version, snapshot.lines, len(snapshot.lines), lines, source, masked
    )
    return lines


def _mask_source(language: Language, uri: str, source: bytes, cached: _CachedMask | None) -> bytes:
    grammar = language.grammar
    tree = parse_cached(uri, grammar.name, source) if grammar and load_grammar(grammar.name) else None
    if grammar is None or tree is None:
        return _mask_spans(source, _token_spans(language, source))
    window = changed_range(uri, cached.source) if cached is not None else None
    first, last = window or (0, len(source))
    started = time.thread_time()
    spans = _query_spans(grammar, tree, first, last)
    if spans is None:
        discard_tree(uri, time.thread_time() - started)
        return _mask_spans(source, _token_spans(language, source))
    part = _mask_spans(source, spans, first, last)
    if cached is None or window is None:
        return part
    # Only the changed part is masked again.
    rest = len(source) - last
    return cached.masked[:first] + part + cached.masked[len(cached.masked) - rest :]


def _query_spans(grammar: Grammar, tree: "Tree", first: int, last: int) -> list[tuple[int, int]] | None:
    """Return the spans to mask; None if the query runs out of time, as in a text of thousands of open brackets."""
    from tree_sitter import Query, QueryCursor

    cursor = _cursors.get(grammar.name)
    if cursor is None:
        loaded = load_grammar(grammar.name)
        assert loaded is not None  # noqa: S101 (there is a tree)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            query = Query(loaded, grammar.masked_nodes)
            cursor = QueryCursor(query, timeout_micros=QUERY_TIMEOUT_US)  # pyright: ignore[reportDeprecated]
        _cursors[grammar.name] = cursor
    cursor.set_byte_range(first, last)
    cpu_started = time.thread_time()
    while True:
        started = time.monotonic()
        nodes = cursor.captures(tree.root_node).get("b", ())
        # When it runs out of time, the query returns what it has, without an error.
        if time.monotonic() - started <= 0.9e-6 * QUERY_TIMEOUT_US:
            return sorted(node.byte_range for node in nodes)
        if time.thread_time() - cpu_started >= MAX_PARSE_CPU_S:
            return None
        # Other programs used the processor.


def _token_spans(language: Language, source: bytes) -> Iterable[tuple[int, int]]:
    text = source.decode("ascii")
    for match in compile_pattern(_string_and_comment_pattern(language)).finditer(text):
        start, end = match.span()
        if match["comment"] is None:  # the quotes of a string stay
            start, end = start + 1, end - 1
        yield start, end


def _string_and_comment_pattern(language: Language) -> str:
    comments: list[str] = []
    if language.line_comment:
        comments.append(rf"{language.line_comment}[^\n]*")
    if language.block_comment:
        opening, closing = language.block_comment
        comments.append(rf"{opening}[\s\S]*?(?:{closing}|\Z)")
    return "|".join((f"(?P<comment>{'|'.join(comments) or '(?!)'})", *language.strings))


def _mask_spans(
    source: bytes, spans: Iterable[tuple[int, int]], first: int = 0, last: int | None = None
) -> bytes:
    """Return the source from `first` to `last` with the spans replaced by spaces."""
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
    return "".join(own if code != " " else " " for own, code in zip(raw, masked, strict=True))
