"""Syntax trees by tree-sitter: grammars are loaded on first use, and the last trees are cached and reparsed.

Trees are made of texts in which every character is one byte (see `encode_single_byte`), so that offsets count code
points. A text that is too long, has no grammar, or takes the grammar too long has no tree. Also says whether an
edit adds syntax errors; not whether it is a good edit.
"""

import codecs
import importlib
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.bounded_dict import BoundedDict
from understudy.languages import Language, find_language, grammar_named
from understudy.nes.limits import (
    MAX_ANALYSED_CHARS,
    MAX_CACHED_TREES,
    MAX_CHECKED_NODES,
    MAX_PARSE_CPU_S,
    MAX_PARSE_FAILURES,
    MAX_PARSED_CHARS,
    PARSE_TIMEOUT_US,
)
from understudy.nes.text import (
    Replacement,
    TextSnapshot,
    apply_replacements,
    can_apply,
    is_longer_than,
    join_snapshot,
)
from understudy.workspace.files import common_prefix_length, common_suffix_length

if TYPE_CHECKING:
    from tree_sitter import Language as TreeSitterLanguage
    from tree_sitter import Node, Parser, Tree

__all__ = [
    "AFTER_VARIANT",
    "changed_range",
    "discard_tree",
    "encode_single_byte",
    "encode_snapshot",
    "is_keyword",
    "is_syntax_preserved",
    "language_of",
    "load_grammar",
    "parse_cached",
    "parse_snapshot",
    "parse_with_replaced_lines",
    "reparse",
]

AFTER_VARIANT: Final = "#after"
"""The variant of a text as a candidate would leave it."""
_ERROR_HANDLER: Final = "understudy-x"
"""Encodes a character that is not ASCII as an `x`."""


class _CachedTree(NamedTuple):
    grammar: str
    source: bytes
    tree: "Tree | None"
    """None if parsing ran out of time."""
    failures: int = 0
    previous_source: bytes = b""
    """The source of the tree that was reparsed."""
    previous_tree: "Tree | None" = None
    changed_range: tuple[int, int] = (0, 0)
    """Outside of it the tree is the same as that of `previous_source`."""
    lines: list[str] | None = None
    """Those of the snapshot that was parsed, and below its version and its number of lines."""
    version: int = 0
    line_count: int = 0


class _EncodedText(NamedTuple):
    lines: Sequence[str]
    version: int
    length: int
    source: bytes


class _Parsers(threading.local):
    """The parsers of one thread, by grammar: a parser must not be used by two threads at once."""

    def __init__(self) -> None:
        self.by_grammar: dict[str, Parser] = {}


_grammars: dict[str, "TreeSitterLanguage | None"] = {}
_parsers = _Parsers()
_cached_trees: BoundedDict[str, _CachedTree] = BoundedDict(MAX_CACHED_TREES)
_encoded_texts: BoundedDict[str, _EncodedText] = BoundedDict(MAX_CACHED_TREES)
_cache_lock = threading.Lock()
"""A text may be parsed in advance in another thread."""


def encode_single_byte(text: str) -> bytes:
    """Return the text with one byte per character. Other than ASCII occurs in strings, comments and names only."""
    return text.encode("ascii", _ERROR_HANDLER)


def _encode_as_x(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "x" * (error.end - error.start), error.end


codecs.register_error(_ERROR_HANDLER, _encode_as_x)


def encode_snapshot(snapshot: TextSnapshot) -> bytes:
    """Return the encoded text; the same object for the same text, by which `changed_range` knows it."""
    key = snapshot.uri + snapshot.variant
    known = _encoded_texts.get(key)
    if (
        known is not None
        and known.lines is snapshot.lines
        and known.version == snapshot.version
        and known.length == len(snapshot.lines)
    ):
        return known.source
    source = encode_single_byte(join_snapshot(snapshot).text)
    if known is not None and known.source == source:
        source = known.source
    with _cache_lock:
        _encoded_texts[key] = _EncodedText(snapshot.lines, snapshot.version, len(snapshot.lines), source)
    return source


def language_of(snapshot: TextSnapshot) -> Language:
    """Return the language of a text, by its `languageId` or its URI."""
    return find_language(snapshot.language, snapshot.uri)


def grammar_name(snapshot: TextSnapshot) -> str:
    """Return the name of the grammar of a text; empty if its language has none."""
    grammar = language_of(snapshot).grammar
    return grammar.name if grammar is not None else ""


def load_grammar(name: str) -> "TreeSitterLanguage | None":
    """Return the grammar of that name, if it is installed."""
    if name in _grammars:
        return _grammars[name]
    loaded = None
    grammar = grammar_named(name)
    if grammar is not None:
        try:
            from tree_sitter import Language as TreeSitterLanguage

            make: Callable[[], object] = getattr(importlib.import_module(grammar.module), grammar.function)
            loaded = TreeSitterLanguage(make())
            _make_parser(loaded)
        except (ImportError, AttributeError, TypeError, ValueError, OSError):
            loaded = None  # not installed, or without a time limit: then texts of this language have no tree
    _grammars[name] = loaded
    return loaded


def is_keyword(snapshot: TextSnapshot, word: str) -> bool:
    """Return whether the word may be a token of its own in the text, and not a name. Parses nothing."""
    grammar = load_grammar(grammar_name(snapshot))
    return grammar is not None and grammar.id_for_node_kind(word, False) is not None


def _make_parser(grammar: "TreeSitterLanguage") -> "Parser":
    from tree_sitter import Parser

    with warnings.catch_warnings():
        # The successor of the time limit, a callback, has crashed the process in every release so far.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(grammar, timeout_micros=PARSE_TIMEOUT_US)  # pyright: ignore[reportDeprecated]


def parse_cached(uri: str, grammar: str, source: bytes, original: str = "") -> "Tree | None":
    """Return the tree of that text, reparsed from the last tree of the same `uri`; None if there is none.

    The first tree of a variant is reparsed from that of the `original`.
    """
    cached = _cached_trees.get(uri)
    if cached is None and original:
        cached = _cached_trees.get(original)
        cached = cached if cached is not None and cached.tree is not None else None
    if cached is None or cached.grammar != grammar:
        cached = _CachedTree(grammar, b"", None)
    elif cached.source == source and cached.tree is not None:
        _store(uri, cached)  # as the newest
        return cached.tree
    if (
        len(source) > MAX_PARSED_CHARS
        or cached.failures >= MAX_PARSE_FAILURES
        or load_grammar(grammar) is None
    ):
        return None
    previous, window = b"", (0, 0)
    started = time.thread_time()
    if cached.tree is None:
        tree = _parse(grammar, source)
    else:
        previous = cached.source
        tree, window = _reparse_with_range(grammar, cached.tree, previous, source)
    if tree is not None:
        _store(uri, _CachedTree(grammar, source, tree, cached.failures, previous, cached.tree, window))
    else:
        _store(uri, _failed(cached, time.thread_time() - started))
    return tree


def parse_snapshot(snapshot: TextSnapshot) -> "tuple[str, Tree] | None":
    """Return the name of the text's grammar and its tree; None if it has no tree."""
    name = grammar_name(snapshot)
    key, lines = snapshot.uri + snapshot.variant, snapshot.lines
    cached = _cached_trees.get(key)
    if (
        cached is not None
        and cached.tree is not None
        and cached.lines is lines
        and cached.version == snapshot.version
        and cached.line_count == len(lines)
        and cached.grammar == name
    ):
        _store(key, cached)  # as the newest
        return name, cached.tree
    if not name or is_longer_than(snapshot, MAX_PARSED_CHARS):
        return None
    tree = parse_cached(key, name, encode_snapshot(snapshot), snapshot.uri if snapshot.variant else "")
    cached = _cached_trees.get(key)
    if tree is not None and cached is not None and cached.tree is tree:
        _store(key, cached._replace(lines=lines, version=snapshot.version, line_count=len(lines)))
    return (name, tree) if tree is not None else None


def parse_with_replaced_lines(
    snapshot: TextSnapshot, start: int, stop: int, new: Sequence[str]
) -> "tuple[str, tuple[str, Tree] | None]":
    """Return the text with other lines from `start` to `stop`, and its grammar and tree if it has a tree."""
    variant = f"{snapshot.variant}#replaced"
    parsed = parse_snapshot(snapshot)
    current = _cached_trees.get(snapshot.uri + snapshot.variant)
    text = _replace_lines(snapshot, start, stop, new)
    if parsed is None or current is None or current.tree is not parsed[1] or len(text) > MAX_PARSED_CHARS:
        lines = [*snapshot.lines[:start], *new, *snapshot.lines[stop:]]
        return text, parse_snapshot(snapshot._replace(lines=lines, variant=variant))
    key = snapshot.uri + variant
    failed = _cached_trees.get(key)
    failures = failed.failures if failed is not None and failed.grammar == parsed[0] else 0
    if failures >= MAX_PARSE_FAILURES:
        return text, None
    source = encode_single_byte(text)
    if current.previous_tree is not None and current.previous_source == source:
        return text, (parsed[0], current.previous_tree)  # the text before its last change
    started = time.thread_time()
    tree = reparse(parsed[0], parsed[1], current.source, source)
    if tree is None:
        failed = _CachedTree(parsed[0], b"", None, failures)
        _store(key, _failed(failed, time.thread_time() - started))
    return text, (parsed[0], tree) if tree is not None else None


def _replace_lines(snapshot: TextSnapshot, start: int, stop: int, new: Sequence[str]) -> str:
    """Return the text with other lines from `start` to `stop`."""
    if not 0 <= start <= stop < len(snapshot.lines):
        return "\n".join([*snapshot.lines[:start], *new, *snapshot.lines[stop:]])
    joined = join_snapshot(snapshot)
    text, starts = joined.text, joined.line_starts
    return "".join((text[: starts[start]], *(f"{line}\n" for line in new), text[starts[stop] :]))


def _store(uri: str, cached: _CachedTree) -> None:
    with _cache_lock:
        _cached_trees[uri] = cached


def _failed(cached: _CachedTree, cpu_s: float) -> _CachedTree:
    """Count that the text ran out of time. It is given up at once if that was not the fault of other programs."""
    failures = MAX_PARSE_FAILURES if cpu_s >= MAX_PARSE_CPU_S else cached.failures + 1
    return _CachedTree(cached.grammar, b"", None, failures)


def changed_range(uri: str, before: bytes) -> tuple[int, int] | None:
    """Return the part of the last parsed source whose tree differs from that of `before`; None if unknown."""
    cached = _cached_trees.get(uri)
    if cached is None or cached.tree is None or cached.previous_source != before:
        return None
    # A text that was parsed anew has no previous tree, even if the text before was empty.
    return cached.changed_range if cached.previous_tree is not None else None


def discard_tree(uri: str, cpu_s: float = 0.0) -> None:
    """Drop the tree of a text on which a query ran out of time, and count it as a failure."""
    cached = _cached_trees.get(uri)
    if cached is not None:
        _store(uri, _failed(cached, cpu_s))


def reparse(grammar: str, tree: "Tree", before: bytes, after: bytes) -> "Tree | None":
    """Return the tree of `after`, made from that of `before`, which is unchanged; None if time ran out."""
    edited, _, _ = _edit_tree(tree, before, after)
    return _parse(grammar, after, edited)


def _edit_tree(tree: "Tree", before: bytes, after: bytes) -> "tuple[Tree, int, int]":
    """Return a copy of the tree of `before` with the offsets of `after`, and the part of `after` that is new."""
    shorter = min(len(before), len(after))
    head = common_prefix_length(before, after, shorter)
    tail = common_suffix_length(before, after, shorter - head)
    old_end, new_end = len(before) - tail, len(after) - tail
    edited = tree.copy()
    row = before.count(b"\n", 0, head)
    edited.edit(
        head,
        old_end,
        new_end,
        _point(before, head, head, row),
        _point(before, old_end, head, row),
        _point(after, new_end, head, row),
    )
    return edited, head, new_end


def _reparse_with_range(
    grammar: str, tree: "Tree", before: bytes, after: bytes
) -> "tuple[Tree | None, tuple[int, int]]":
    edited, head, new_end = _edit_tree(tree, before, after)
    new = _parse(grammar, after, edited)
    if new is None:
        return None, (0, 0)
    ranges = edited.changed_ranges(new)
    first = min([head, *(one.start_byte for one in ranges)])
    last = max([new_end, *(one.end_byte for one in ranges)])
    return new, (first, last)


def _parse(grammar: str, source: bytes, before: "Tree | None" = None) -> "Tree | None":
    parser = _parsers.by_grammar.get(grammar)
    if parser is None:
        loaded = load_grammar(grammar)
        assert loaded is not None  # noqa: S101 - the callers have loaded it
        parser = _parsers.by_grammar[grammar] = _make_parser(loaded)
    started = time.thread_time()
    while True:
        try:
            return parser.parse(source) if before is None else parser.parse(source, before)
        except ValueError:  # out of time, by the clock on the wall
            if time.thread_time() - started >= MAX_PARSE_CPU_S:
                parser.reset()
                return None
            # Other programs used the processor. The parser goes on where it stopped.


def _point(source: bytes, offset: int, start: int, row: int) -> tuple[int, int]:
    """Return the row and the column of an offset, given the row of an offset before it: few lines are counted."""
    return row + source.count(b"\n", start, offset), offset - (source.rfind(b"\n", 0, offset) + 1)


def is_syntax_preserved(snapshot: TextSnapshot, edits: Sequence[Replacement]) -> bool:
    """Return whether the edits add no syntax errors. True where there is no tree."""
    name = grammar_name(snapshot)
    if not edits or load_grammar(name) is None:
        return True
    if is_longer_than(snapshot, MAX_ANALYSED_CHARS):
        return True
    before = encode_snapshot(snapshot)
    tree = parse_cached(snapshot.uri + snapshot.variant, name, before)
    if tree is None:
        return True
    source = encode_single_byte(_apply(edits, snapshot))
    known = _cached_trees.get(snapshot.uri + AFTER_VARIANT)
    if known is not None and known.source == source and known.grammar == name:
        after = known.tree  # of the same candidate, which its rule has checked
    else:
        after = reparse(name, tree, before, source)
        if after is not None:  # for other checks of the same edits
            _store(snapshot.uri + AFTER_VARIANT, _CachedTree(name, source, after))
    if after is None or not after.root_node.has_error:
        return True
    if not tree.root_node.has_error:
        return False
    return _count_errors(after) <= _count_errors(tree)


def _apply(edits: Sequence[Replacement], snapshot: TextSnapshot) -> str:
    """Return the text after the edits."""
    if not can_apply(edits, snapshot.lines):
        return "\n".join(apply_replacements(edits, snapshot.lines))
    joined = join_snapshot(snapshot)
    text, starts = joined.text, joined.line_starts
    pieces: list[str] = []
    at = 0
    for (start, end), new in edits:
        pieces += (text[at : starts[start.line] + start.column], new)
        at = starts[end.line] + end.column
    pieces.append(text[at:])
    return "".join(pieces)


def _count_errors(tree: "Tree") -> int:
    count = visited = 0
    pending: list[Node] = [tree.root_node]
    while pending and visited < MAX_CHECKED_NODES:
        node = pending.pop()
        visited += 1
        if node.is_error or node.is_missing:
            count += 1
        if node.child_count > MAX_CHECKED_NODES:
            continue
        pending.extend(child for child in node.children if child.has_error or child.is_missing)
    return count
