"""Search patterns: compiled once, then asked about many texts, with one meaning on every engine.

Lines are split at "\\n", and a "\\r" before it (or at the very end) is no part of the line. Every match
that does not overlap the one before counts; an empty match counts unless it stands right behind another
match; behind a final line break there is no line. A literal that respects case is looked for by Python
itself, the linear subset of JavaScript's syntax runs on RE2 and the rest on JavaScript. The same pattern
is written out for ripgrep where ripgrep would find the same.
"""

import sys
from collections.abc import Sequence as Items
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from understudy.workspace.errors import InvalidArgument
from understudy.workspace.patterns import shape
from understudy.workspace.patterns.backtrack import BacktrackSearch
from understudy.workspace.patterns.budget import Budget
from understudy.workspace.patterns.dialect import LINE_BREAK, PatternProblem, parse
from understudy.workspace.patterns.emit import emit
from understudy.workspace.patterns.hits import Hit, Hits
from understudy.workspace.patterns.linear import LinearSearch, linear_search
from understudy.workspace.patterns.literal import LiteralSearch
from understudy.workspace.patterns.syntax import Chars, Node, Sequence
from understudy.workspace.stop import Stop

__all__ = ["MAX_QUERY", "SearchPattern", "compile_search"]

Kind: TypeAlias = Literal["literal", "regex"]
MAX_QUERY: Final = 10_000
_RUST_DEPTH: Final = 200
"""ripgrep takes patterns up to 250 levels deep."""


class SearchPattern:
    """What to look for. Safe to share between threads."""

    def __init__(
        self,
        fast: LiteralSearch | LinearSearch | None,
        slow: BacktrackSearch,
        rust: str | None,
        ignore_case: bool,
    ) -> None:
        self._fast = fast
        self._slow = slow
        self.rust = rust
        """The same for `rg --regexp=…`; None where ripgrep can't or would count differently."""
        self.ignore_case = ignore_case

    def may_match(self, data: bytes) -> bool:
        """A cheap look at a file's UTF-8 bytes: False means that there is no match in it."""
        return self._fast is None or self._fast.may_match(data)

    def search(self, text: str, stop: Stop, keep: int = sys.maxsize) -> Hits:
        """The first `keep` matches in `text`, and how many there are in all."""
        budget = Budget(stop)
        hits = None if self._fast is None else self._fast.search(text, budget, keep)
        return self._slow.search(text, budget, keep) if hits is None else hits

    def find_in_lines(self, text: str, stop: Stop) -> list[Hit]:
        return self.search(text, stop).first

    def count(self, text: str, stop: Stop) -> int:
        return self.search(text, stop, 0).total

    def find(self, line: str, stop: Stop) -> Items[tuple[int, int]]:
        """The matches in one line, which has no line break in it."""
        return [(hit.start, hit.end) for hit in self.find_in_lines(line, stop)]


@lru_cache(maxsize=16)
def compile_search(
    query: str, kind: Literal["literal", "regex"], *, case_sensitive: bool = True
) -> SearchPattern:
    """The pattern that `query` spells; InvalidArgument if it spells none."""
    if not query:
        raise InvalidArgument("The query is empty. Say what to look for.", "bad_pattern")
    if len(query) > MAX_QUERY:
        raise InvalidArgument(f"The query is longer than {MAX_QUERY} characters.", "bad_pattern")
    if any("\ud800" <= char <= "\udfff" for char in query):
        raise InvalidArgument("The query is not valid Unicode text.", "bad_pattern")
    if "\n" in query or "\r" in query:
        raise InvalidArgument(f"{LINE_BREAK.capitalize()}. Search for one line of it.", "bad_pattern")
    ignore_case = not case_sensitive
    if kind == "literal":
        node: Node = Sequence(tuple(Chars(((ord(char), ord(char)),)) for char in query))
    else:
        node = _parse(query, ignore_case)
    linear = None
    if shape.is_linear(node):
        nullable = shape.matches_empty(node)
        linear = linear_search(emit(node, "re2"), ignore_case=ignore_case, nullable=nullable)
    rust = emit(node, "rust") if linear is not None and _suits_ripgrep(node) else None
    slow = BacktrackSearch(emit(node, "js"), ignore_case=ignore_case)
    if linear is None:
        slow.check()
    fast = LiteralSearch(query) if kind == "literal" and case_sensitive else linear
    return SearchPattern(fast, slow, rust, ignore_case)


def _parse(query: str, ignore_case: bool) -> Node:
    try:
        return parse(query, ignore_case=ignore_case)
    except PatternProblem as problem:
        advice = (
            "Search for one line of it" if str(problem) == LINE_BREAK else 'Use type "literal" for plain text'
        )
        raise InvalidArgument(
            f"The regular expression can't be used: {problem}. {advice}.", "bad_pattern"
        ) from None


def _suits_ripgrep(node: Node) -> bool:
    # An empty match elsewhere than at a line's start could stand behind ripgrep's \r.
    return (
        shape.depth(node) <= _RUST_DEPTH
        and shape.ends_cleanly(node)
        and not shape.names_nul(node)
        and not shape.matches_empty(node, without_start=True)
    )
