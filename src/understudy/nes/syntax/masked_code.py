"""The lines of a text with comments and the insides of strings replaced by spaces: code in its columns.

Uses the syntax tree where there is one, else the language's regular expressions for strings and comments, which are
wrong about rare cases (a regular expression literal that contains a quote).
"""

import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from understudy.bounded_dict import BoundedDict
from understudy.languages import Grammar, Language, compile_pattern
from understudy.nes.limits import (
    MASKED_BLOCK_LINES,
    MASKED_BLOCKS_PER_SIZE,
    MAX_ANALYSED_CHARS,
    MAX_CACHED_MASKS,
    MAX_PARSE_CPU_S,
    QUERY_TIMEOUT_US,
)
from understudy.nes.syntax.trees import (
    changed_range,
    discard_tree,
    encode_snapshot,
    language_of,
    load_grammar,
    parse_cached,
)
from understudy.nes.text import ComputedSequence, JoinedText, TextSnapshot, is_longer_than, join_snapshot

if TYPE_CHECKING:
    from tree_sitter import QueryCursor, Tree

__all__ = ["MaskedLines", "mask_line", "mask_strings_and_comments", "mask_when_read"]

_SPACE_TABLE: Final = bytes(10 if byte == 10 else 32 for byte in range(256))


class MaskedLines(ComputedSequence[str]):
    """The lines of one state of a text with only code in them. A line is masked when it is read first."""

    def __init__(
        self,
        language: Language,
        uri: str,
        text: JoinedText,
        source: bytes,
        tree: "Tree | None",
        lines: list[str | None],
    ) -> None:
        """`lines` are those that are known already, and None for the others; `tree` may be None if all are."""
        self._language = language
        self._uri = uri
        self._text = text
        self._source = source
        self._tree = tree
        self._lines = lines
        self._block_count = 0

    def __len__(self) -> int:
        return len(self._lines)

    def _items(self, numbers: range) -> list[str]:
        self._mask(numbers.start, numbers.stop)
        return super()._items(numbers)

    def _item(self, index: int) -> str:
        line = self._lines[index]
        if line is not None:
            return line
        # Who has read many places reads more: one query for many lines is faster than many queries.
        size = MASKED_BLOCK_LINES * (1 + self._block_count // MASKED_BLOCKS_PER_SIZE)
        self._block_count += 1
        start = index // size * size
        self._mask(start, min(start + size, len(self._lines)))
        return cast("str", self._lines[index])

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def all(self) -> list[str]:
        """Return all lines. The list must not be changed."""
        self._mask(0, len(self._lines))
        return cast("list[str]", self._lines)

    def known(self) -> list[str | None]:
        """Return the lines that are masked already, and None for the others. The list must not be changed."""
        return self._lines

    def _mask(self, first: int, last: int) -> None:
        """Mask those lines from `first` to `last`, exclusive, that are not masked yet."""
        lines, grammar, tree = self._lines, self._language.grammar, self._tree
        while first < last and lines[first] is not None:
            first += 1
        while first < last and lines[last - 1] is not None:
            last -= 1
        if first >= last or grammar is None or tree is None:
            return
        starts, source = self._text.line_starts, self._source
        start, end = starts[first], starts[last] - 1
        spans = _query_spans(grammar, tree, start, end)
        if spans is not None:
            lines[first:last] = _decode_lines(
                _mask_spans(source, spans, start, end), self._text.lines[first:last]
            )
            return
        discard_tree(self._uri, MAX_PARSE_CPU_S)
        lines[:] = _mask_without_tree(self._language, source, self._text.lines)


class _CachedMask(NamedTuple):
    language: str
    version: int
    raw: list[str]
    length: int
    lines: MaskedLines
    source: bytes


_cached_masks: BoundedDict[str, _CachedMask] = BoundedDict(MAX_CACHED_MASKS)
_cursors: dict[str, "QueryCursor"] = {}


def mask_when_read(snapshot: TextSnapshot) -> MaskedLines | None:
    """Return the lines with only code in them; None for a text that is too long or of a language without rules."""
    cached = _cached_masks.get(snapshot.uri)
    if cached is not None and _is_current(cached, snapshot):
        _cached_masks[snapshot.uri] = cached  # as the newest
        return cached.lines
    language = language_of(snapshot)
    if not _can_be_masked(language, snapshot):
        return None
    source = encode_snapshot(snapshot)
    lines = _start_mask(language, snapshot, source, cached)
    _cached_masks[snapshot.uri] = _CachedMask(
        snapshot.language, snapshot.version, snapshot.lines, len(snapshot.lines), lines, source
    )
    return lines


def mask_strings_and_comments(snapshot: TextSnapshot) -> list[str] | None:
    """Return the same as `mask_when_read`, with every line masked."""
    lines = mask_when_read(snapshot)
    return lines.all() if lines is not None else None


def mask_line(snapshot: TextSnapshot, number: int) -> str | None:
    """Return one line with only code in it."""
    lines = mask_when_read(snapshot)
    return lines[number] if lines is not None else None


def _is_current(cached: _CachedMask, snapshot: TextSnapshot) -> bool:
    return (
        cached.version == snapshot.version
        and cached.language == snapshot.language
        and cached.raw is snapshot.lines
        and cached.length == len(snapshot.lines)
    )


def _can_be_masked(language: Language, snapshot: TextSnapshot) -> bool:
    is_known = language.family != "other"
    return is_known and not is_longer_than(snapshot, MAX_ANALYSED_CHARS - len(snapshot.lines))


def _start_mask(
    language: Language, snapshot: TextSnapshot, source: bytes, cached: _CachedMask | None
) -> MaskedLines:
    """Return the lines; known are those that the text has had before, if the syntax around them is the same."""
    grammar, uri, text = language.grammar, snapshot.uri, join_snapshot(snapshot)
    tree = parse_cached(uri, grammar.name, source) if grammar and load_grammar(grammar.name) else None
    count = len(text.lines)
    if tree is None:
        return MaskedLines(
            language, uri, text, source, None, [*_mask_without_tree(language, source, text.lines)]
        )
    window = changed_range(uri, cached.source) if cached is not None else None
    if cached is None or window is None:
        return MaskedLines(language, uri, text, source, tree, [None] * count)
    first, last = _whole_lines(source, *window)
    above, below = source.count(b"\n", 0, first), source.count(b"\n", last)
    known = cached.lines.known()
    changed = [None] * (count - above - below)
    lines = [*known[:above], *changed, *known[len(known) - below :]]
    return MaskedLines(language, uri, text, source, tree, lines)


def _mask_without_tree(language: Language, source: bytes, raw: Sequence[str]) -> list[str]:
    return _decode_lines(_mask_spans(source, _token_spans(language, source)), raw)


def _whole_lines(source: bytes, first: int, last: int) -> tuple[int, int]:
    """Return the range, extended to the start of its first line and to the end of its last line."""
    end = source.find(b"\n", last)
    return source.rfind(b"\n", 0, first) + 1, end if end >= 0 else len(source)


def _decode_lines(masked: bytes, raw: Sequence[str]) -> list[str]:
    """Return the masked lines. Characters beyond ASCII that are left in code belong to names."""
    lines = masked.decode("ascii").split("\n")
    if all(map(str.isascii, raw)):
        return lines
    return [
        line if own.isascii() else _restore_non_ascii(own, line) for own, line in zip(raw, lines, strict=True)
    ]


def _query_spans(grammar: Grammar, tree: "Tree", first: int, last: int) -> list[tuple[int, int]] | None:
    """Return the spans to mask; None if the query runs out of time, as in a text of thousands of open brackets."""
    cursor = _cursors.get(grammar.name)
    if cursor is None:
        from tree_sitter import Query, QueryCursor

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
