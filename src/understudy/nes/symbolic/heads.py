"""Which function or class a line stands in, as the indentation tells. The same for every language."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.tokens import kept_by_line

__all__ = ["Heads"]

REACH: Final = 400
"""Lines that are looked through upwards for the head of a function."""
BLANK: Final = 1 << 30

_HEAD: Final = re.compile(
    r"\b(?:def|fn|func|function|class|impl|struct|interface|trait|enum|type|module)\b"
    r"|\b(?:describe|it|test)\(|=>\s*\{?$|\)\s*(?:->[^{]*|:[^{]*)?\{?$"
)
_FLOW: Final = re.compile(
    r"\s*[})\]]*\s*(?:if|elif|else|for|while|switch|match|case|with|try|catch|except|return)\b"
)


class Heads:
    """The heads of one text, each looked for once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._known: dict[int, int] = {}
        self._outer: dict[int, int] = {}
        """The nearest line above that is less deep; -1 if there is none."""

    def around(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        head = self._known.get(line)
        if head is None:
            head = self._known[line] = self._look(line) if 0 <= line < len(self._lines) else -1
        return head

    def _look(self, line: int) -> int:
        text = self._lines[line]
        if text.rstrip().endswith(("{", ":", "(", "=>")) and _is_head(text):
            return line
        last = line - REACH
        at = self._above(line, last)
        while at >= 0 and at > last:
            text = self._lines[at]
            if _is_head(text):
                return at
            if not text[0].isspace() and not text.startswith(("}", ")", "]")):
                return at
            at = self._above(at, last)
        return -1

    def _above(self, line: int, last: int) -> int:
        """The nearest line above that is less deep; -1 if there is none behind `last`."""
        known = self._outer.get(line)
        if known is not None:
            return known
        lines, outer = self._lines, self._outer
        depth = _depth(lines[line])
        at = line - 1
        while at >= 0 and at > last:
            width = _depth(lines[at])
            if width < depth:
                outer[line] = at
                return at
            at = outer.get(at, at - 1)
        if at < 0:
            outer[line] = -1
        return -1


def _depth(text: str) -> int:
    """How far it is indented; a line of nothing but space is deeper than all."""
    bare = text.lstrip()
    return len(text) - len(bare) if bare else BLANK


@kept_by_line
def _is_head(text: str) -> bool:
    return _HEAD.search(text) is not None and not _FLOW.match(text)
