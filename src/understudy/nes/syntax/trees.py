"""Syntax trees by tree-sitter: grammars loaded when first needed, the last trees kept and parsed on from.

Trees are made of texts in which every character is one byte (see `plain`), so that offsets count code points.
Owns the limits: too long a text, a missing grammar or one that is slow on this text has no tree.
"""

import importlib
import re
import warnings
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.workspace.diffing import shared_start

if TYPE_CHECKING:
    from tree_sitter import Language, Parser, Tree

__all__ = ["MOST_CHARACTERS", "changed", "give_up", "grown", "language", "parsed", "plain"]

MOST_CHARACTERS: Final = 300_000
"""A longer text is not looked into at all."""
_MOST_PARSED: Final = 150_000
"""A longer text has no tree: to make the first one would take too long."""
_PARSE_MICROS: Final = 12_000
"""Garbage may take a thousand times as long to parse as a text of its language."""
_TRIES: Final = 3
"""How often a text may run out of time, on a busy machine, before it is given up."""
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
    """None: there was no time to parse it."""
    failures: int = 0
    origin: bytes = b""
    """The source that the tree was parsed on from."""
    window: tuple[int, int] = (0, 0)
    """Outside of it the source means what it meant in `origin`."""


_languages: dict[str, "Language | None"] = {}
_parsers: dict[str, "Parser"] = {}
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
            from tree_sitter import Language, Parser

            make: Callable[[], object] = getattr(importlib.import_module(module), function)
            found = Language(make())
            with warnings.catch_warnings():
                # The successor of the time limit, a callback, has crashed the process in every release so far.
                warnings.simplefilter("ignore", DeprecationWarning)
                _parsers[grammar] = Parser(found, timeout_micros=_PARSE_MICROS)  # pyright: ignore[reportDeprecated]
        except (ImportError, AttributeError, TypeError, ValueError, OSError):
            found = None  # not installed, or without a time limit: then there are no trees
    _languages[grammar] = found
    return found


def parsed(uri: str, grammar: str, source: bytes) -> "Tree | None":
    """The tree of that text. The last tree of the same `uri` is parsed on from."""
    known = _kept.get(uri)
    if known is None or known.grammar != grammar:
        known = _Kept(grammar, b"", None)
    elif known.source == source and known.tree is not None:
        _kept.move_to_end(uri)
        return known.tree
    if len(source) > _MOST_PARSED or known.failures >= _TRIES or language(grammar) is None:
        return None
    origin, window = b"", (0, 0)
    if known.tree is None:
        tree = _parse(grammar, source)
    else:
        origin = known.source
        tree, window = _grown(grammar, known.tree, origin, source)
    fresh = _Kept(grammar, source, tree, known.failures, origin, window)
    _kept[uri] = fresh if tree is not None else _Kept(grammar, b"", None, known.failures + 1)
    _kept.move_to_end(uri)
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)
    return tree


def changed(uri: str, before: bytes) -> tuple[int, int] | None:
    """The part of the last parsed source that can mean something else than in `before`; None if that is unknown."""
    known = _kept.get(uri)
    return known.window if known is not None and known.tree is not None and known.origin is before else None


def give_up(uri: str) -> None:
    """The tree of that text takes too long to work with."""
    known = _kept.get(uri)
    if known is not None:
        _kept[uri] = _Kept(known.grammar, b"", None, known.failures + 1)


def grown(grammar: str, tree: "Tree", before: bytes, after: bytes) -> "Tree | None":
    """The tree of `after`, made from the tree of `before`, which stays as it is; None if there was no time."""
    return _grown(grammar, tree, before, after)[0]


def _grown(grammar: str, tree: "Tree", before: bytes, after: bytes) -> "tuple[Tree | None, tuple[int, int]]":
    shorter = min(len(before), len(after))
    head = shared_start(before, after, shorter)
    tail = shared_start(before[::-1], after[::-1], shorter - head)
    old_end, new_end = len(before) - tail, len(after) - tail
    moved = tree.copy()
    moved.edit(head, old_end, new_end, _point(before, head), _point(before, old_end), _point(after, new_end))
    new = _parse(grammar, after, moved)
    if new is None:
        return None, (0, 0)
    ranges = moved.changed_ranges(new)
    first = min([head, *(one.start_byte for one in ranges)])
    last = max([new_end, *(one.end_byte for one in ranges)])
    return new, (first, last)


def _parse(grammar: str, source: bytes, before: "Tree | None" = None) -> "Tree | None":
    parser = _parsers[grammar]
    try:
        return parser.parse(source) if before is None else parser.parse(source, before)
    except ValueError:  # out of time
        parser.reset()
        return None


def _point(source: bytes, offset: int) -> tuple[int, int]:
    return source.count(b"\n", 0, offset), offset - (source.rfind(b"\n", 0, offset) + 1)
