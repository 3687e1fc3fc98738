r"""Search patterns: compiled once, then applied to many texts, with the same semantics on every engine.

Lines are split at "\n", and a "\r" before it (or at the very end) is not part of the line. Every match counts
that does not overlap the one before; an empty match counts unless it directly follows another match; after a
final line break there is no line. A case-sensitive literal is searched by Python's own string search, the
fastest engine; the linear subset of JavaScript's syntax runs on RE2 and the rest on JavaScript. The same
pattern is also written for ripgrep where ripgrep would find the same matches.
"""

import sys
from functools import lru_cache
from typing import Literal, TypeAlias

from understudy.workspace.errors import InvalidArgument
from understudy.workspace.limits import MAX_QUERY_CHARS, MAX_RIPGREP_PATTERN_DEPTH
from understudy.workspace.patterns.emitter import (
    contains_nul,
    emit,
    has_only_trailing_end_anchors,
    is_linear,
    matches_empty,
    tree_depth,
)
from understudy.workspace.patterns.js_engine import BacktrackingSearch
from understudy.workspace.patterns.linear_search import Hit, Hits, LinearSearch, compile_linear
from understudy.workspace.patterns.parser import LINE_BREAK_MESSAGE, PatternSyntaxError, parse_pattern
from understudy.workspace.patterns.syntax_tree import CharClass, Concatenation, Node
from understudy.workspace.stop import Stop, TimeBudget

__all__ = ["LiteralSearch", "SearchPattern", "compile_search"]


class LiteralSearch:
    """Case-sensitive search for plain text. `needle` has no line break, so that no match crosses a line."""

    def __init__(self, needle: str) -> None:
        self._needle = needle
        self._needle_bytes = needle.encode()

    def may_match(self, data: bytes) -> bool:
        return self._needle_bytes in data

    def search(self, text: str, budget: TimeBudget, max_hits: int) -> Hits:
        needle, size = self._needle, len(self._needle)
        hits: list[Hit] = []
        line, line_start, at = 1, 0, 0
        while len(hits) < max_hits and (found := text.find(needle, at)) >= 0:
            if not len(hits) & 1023:
                budget.check_remaining()
            if breaks := text.count("\n", at, found):
                line += breaks
                line_start = text.rfind("\n", at, found) + 1
            at = found + size
            hits.append(Hit(line, found - line_start, at - line_start))
        return Hits(hits, len(hits) + (text.count(needle, at) if len(hits) == max_hits else 0))


QueryKind: TypeAlias = Literal["literal", "regex"]


class SearchPattern:
    """A compiled pattern. Safe to share between threads."""

    def __init__(
        self,
        primary: LiteralSearch | LinearSearch | None,
        fallback: BacktrackingSearch,
        ripgrep_pattern: str | None,
        ignore_case: bool,
    ) -> None:
        self._primary = primary
        self._fallback = fallback
        self.ripgrep_pattern = ripgrep_pattern
        """The same pattern for `rg --regexp=…`; None if ripgrep rejects it or would count differently."""
        self.ignore_case = ignore_case

    def may_match(self, data: bytes) -> bool:
        """A cheap check of a file's UTF-8 bytes: False means that the file has no match."""
        return self._primary is None or self._primary.may_match(data)

    def search(self, text: str, stop: Stop, max_hits: int = sys.maxsize) -> Hits:
        """The first `max_hits` matches in `text`, and the total number of matches."""
        budget = TimeBudget(stop)
        hits = None if self._primary is None else self._primary.search(text, budget, max_hits)
        return self._fallback.search(text, budget, max_hits) if hits is None else hits


@lru_cache(maxsize=16)
def compile_search(query: str, kind: QueryKind, *, case_sensitive: bool = True) -> SearchPattern:
    """Compile the query; raise InvalidArgument if it is not a valid pattern."""
    if not query:
        raise InvalidArgument("The query is empty. Say what to look for.", "bad_pattern")
    if len(query) > MAX_QUERY_CHARS:
        raise InvalidArgument(f"The query is longer than {MAX_QUERY_CHARS} characters.", "bad_pattern")
    if any("\ud800" <= char <= "\udfff" for char in query):
        raise InvalidArgument("The query is not valid Unicode text.", "bad_pattern")
    if "\n" in query or "\r" in query:
        raise InvalidArgument(f"{LINE_BREAK_MESSAGE.capitalize()}. Search for one line of it.", "bad_pattern")
    ignore_case = not case_sensitive
    if kind == "literal":
        node: Node = Concatenation(tuple(CharClass(((ord(char), ord(char)),)) for char in query))
    else:
        node = _parse_query(query, ignore_case)
    linear = None
    if is_linear(node):
        nullable = matches_empty(node)
        linear = compile_linear(emit(node, "re2"), ignore_case=ignore_case, nullable=nullable)
    rust = emit(node, "rust") if linear is not None and _is_ripgrep_compatible(node) else None
    slow = BacktrackingSearch(emit(node, "js"), ignore_case=ignore_case)
    if linear is None:
        slow.validate()
    fast = LiteralSearch(query) if kind == "literal" and case_sensitive else linear
    return SearchPattern(fast, slow, rust, ignore_case)


def _parse_query(query: str, ignore_case: bool) -> Node:
    try:
        return parse_pattern(query, ignore_case=ignore_case)
    except PatternSyntaxError as problem:
        sentence = f"The regular expression can't be used: {problem}."
        if str(problem) == LINE_BREAK_MESSAGE:
            raise InvalidArgument(f"{sentence} Search for one line of it.", "bad_pattern") from None
        raise InvalidArgument(sentence, "bad_pattern", advice='Use type "literal" for plain text.') from None


def _is_ripgrep_compatible(node: Node) -> bool:
    # An empty match elsewhere than at a line's start could be after the \r that ripgrep sees.
    return (
        tree_depth(node) <= MAX_RIPGREP_PATTERN_DEPTH
        and has_only_trailing_end_anchors(node)
        and not contains_nul(node)
        and not matches_empty(node, without_start=True)
    )
