"""Which function or class a line stands in, as the indentation tells. The same for every language."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.limits import MAX_SCOPE_SEARCH_LINES
from understudy.nes.symbolic.tokens import cache_by_line

__all__ = ["EnclosingScopes"]

BLANK_LINE_DEPTH: Final = 1 << 30

_SCOPE_HEADER: Final = re.compile(
    r"\b(?:def|fn|func|function|class|impl|struct|interface|trait|enum|type|module)\b"
    r"|\b(?:describe|it|test)\(|=>\s*\{?$|\)\s*(?:->[^{]*|:[^{]*)?\{?$"
)
_CONTROL_FLOW: Final = re.compile(
    r"\s*[})\]]*\s*(?:if|elif|else|for|while|switch|match|case|with|try|catch|except|return)\b"
)


class EnclosingScopes:
    """The heads of one text, each looked for once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._scope_cache: dict[int, int] = {}
        self._outer_cache: dict[int, int] = {}
        """The nearest line above that is less deep; -1 if there is none."""

    def enclosing(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        head = self._scope_cache.get(line)
        if head is None:
            head = self._scope_cache[line] = self._find_scope(line) if 0 <= line < len(self._lines) else -1
        return head

    def _find_scope(self, line: int) -> int:
        text = self._lines[line]
        if text.rstrip().endswith(("{", ":", "(", "=>")) and _is_scope_header(text):
            return line
        last = line - MAX_SCOPE_SEARCH_LINES
        at = self._find_outer_line(line, last)
        while at >= 0 and at > last:
            text = self._lines[at]
            if _is_scope_header(text):
                return at
            if not text[0].isspace() and not text.startswith(("}", ")", "]")):
                return at
            at = self._find_outer_line(at, last)
        return -1

    def _find_outer_line(self, line: int, last: int) -> int:
        """The nearest line above that is less deep; -1 if there is none behind `last`."""
        known = self._outer_cache.get(line)
        if known is not None:
            return known
        lines, outer = self._lines, self._outer_cache
        depth = _indent_depth(lines[line])
        at = line - 1
        while at >= 0 and at > last:
            width = _indent_depth(lines[at])
            if width < depth:
                outer[line] = at
                return at
            at = outer.get(at, at - 1)
        if at < 0:
            outer[line] = -1
        return -1


def _indent_depth(text: str) -> int:
    """How far it is indented; a line of nothing but space is deeper than all."""
    bare = text.lstrip()
    return len(text) - len(bare) if bare else BLANK_LINE_DEPTH


@cache_by_line
def _is_scope_header(text: str) -> bool:
    return _SCOPE_HEADER.search(text) is not None and not _CONTROL_FLOW.match(text)
