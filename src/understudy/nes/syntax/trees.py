"""Syntax trees by tree-sitter: grammars loaded when first needed, the last trees kept and parsed on from.

Trees are made of texts in which every character is one byte (see `plain`), so that offsets count code points.
Owns the limits: too long a text, a missing grammar or one that is slow on this text has no tree.
"""

import importlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Language, Tree

__all__ = ["MOST_CHARACTERS", "changed", "grown", "language", "parsed", "plain"]

MOST_CHARACTERS: Final = 300_000
"""A longer text is not looked into at all."""
_SAMPLE: Final = 8_000
_SAMPLE_SECONDS: Final = 0.004
"""A sample that takes longer is not a text of its language: parsing garbage takes fifty times as long."""
_SLOW_SECONDS: Final = 0.05
_KEPT: Final = 12

_MODULES: Final = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "rust": ("tree_sitter_rust", "language"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
}
_BEYOND: Final = re.compile(r"[^\x00-\x7f]")


class _Kept(NamedTuple):
    grammar: str
    source: bytes
    tree: "Tree | None"
    """None: this text is slow to parse, do not try again."""
    origin: bytes = b""
    """The source that the tree was parsed on from."""
    window: tuple[int, int] = (0, 0)
    """Outside of it the source means what it meant in `origin`."""


_languages: dict[str, "Language | None"] = {}
_kept: OrderedDict[str, _Kept] = OrderedDict()


def plain(text: str) -> bytes:
    """The text with one byte for each character. What is not ASCII stands in strings, comments and names."""
    return (text if text.isascii() else _BEYOND.sub("x", text)).encode("ascii")


def language(grammar: str) -> "Language | None":
    """The grammar, if it is installed."""
    if grammar in _languages:
        return _languages[grammar]
    found = None
    if grammar in _MODULES:
        module, function = _MODULES[grammar]
        try:
            from tree_sitter import Language

            make: Callable[[], object] = getattr(importlib.import_module(module), function)
            found = Language(make())
        except (ImportError, AttributeError, ValueError, OSError):
            found = None
    _languages[grammar] = found
    return found


def parsed(uri: str, grammar: str, source: bytes) -> "Tree | None":
    """The tree of that text. The last tree of the same `uri` is parsed on from."""
    known = _kept.get(uri)
    if known is not None and known.grammar == grammar:
        _kept.move_to_end(uri)
        if known.tree is None:
            return None
        if known.source == source:
            return known.tree
    else:
        known = None
    if len(source) > MOST_CHARACTERS or language(grammar) is None:
        return None
    start = time.thread_time()
    origin, window = b"", (0, 0)
    if known is not None and known.tree is not None:
        origin = known.source
        tree, window = _grown(grammar, known.tree, origin, source)
    elif len(source) > 2 * _SAMPLE and _slow(grammar, source[:_SAMPLE]):
        tree = None
    else:
        tree = _parse(grammar, source)
    if time.thread_time() - start > _SLOW_SECONDS:
        tree = None
    _kept[uri] = _Kept(grammar, b"", None) if tree is None else _Kept(grammar, source, tree, origin, window)
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return tree


def changed(uri: str, before: bytes) -> tuple[int, int] | None:
    """The part of the last parsed source that can mean something else than in `before`; None if that is unknown."""
    known = _kept.get(uri)
    return known.window if known is not None and known.tree is not None and known.origin is before else None


def grown(grammar: str, tree: "Tree", before: bytes, after: bytes) -> "Tree":
    """The tree of `after`, made from the tree of `before`, which stays as it is."""
    return _grown(grammar, tree, before, after)[0]


def _grown(grammar: str, tree: "Tree", before: bytes, after: bytes) -> "tuple[Tree, tuple[int, int]]":
    head = _common(before, after, 0)
    tail = _common(before[::-1], after[::-1], head)
    old_end, new_end = len(before) - tail, len(after) - tail
    moved = tree.copy()
    moved.edit(head, old_end, new_end, _point(before, head), _point(before, old_end), _point(after, new_end))
    new = _parse(grammar, after, moved)
    ranges = moved.changed_ranges(new)
    first = min([head, *(one.start_byte for one in ranges)])
    last = max([new_end, *(one.end_byte for one in ranges)])
    return new, (first, last)


def _parse(grammar: str, source: bytes, before: "Tree | None" = None) -> "Tree":
    from tree_sitter import Parser

    found = language(grammar)
    assert found is not None  # noqa: S101 (the callers have looked)
    return Parser(found).parse(source) if before is None else Parser(found).parse(source, before)


def _slow(grammar: str, sample: bytes) -> bool:
    start = time.thread_time()
    _parse(grammar, sample)
    return time.thread_time() - start > _SAMPLE_SECONDS


def _common(one: bytes, other: bytes, taken: int) -> int:
    """How many bytes both begin with; `taken` of each are spoken for at the other end."""
    low, high = 0, min(len(one), len(other)) - taken
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _point(source: bytes, offset: int) -> tuple[int, int]:
    return source.count(b"\n", 0, offset), offset - (source.rfind(b"\n", 0, offset) + 1)
