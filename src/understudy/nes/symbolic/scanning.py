"""Finding a piece of text in a page, quickly: the lines as one string, and where each begins."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from understudy.nes.symbolic.tokens import is_word
from understudy.nes.values import Page

__all__ = ["Scan"]

MOST: Final = 200
"""Places of one pattern that are looked at. What is found more often says too little."""
PATIENCE: Final = 12
_SPACED: Final = bytes(
    code if code > 127 or chr(code).isalnum() or code == ord("_") else ord(" ") for code in range(256)
)
REACH: Final = 400
"""Lines that are looked through upwards for the head of a function."""

_HEAD: Final = re.compile(
    r"\b(?:def|fn|func|function|class|impl|struct|interface|trait|enum|type|module)\b"
    r"|\b(?:describe|it|test)\(|=>\s*\{?$|\)\s*(?:->[^{]*|:[^{]*)?\{?$"
)
_FLOW: Final = re.compile(
    r"\s*[})\]]*\s*(?:if|elif|else|for|while|switch|match|case|with|try|catch|except|return)\b"
)


class Scan:
    """One page, read for finding."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines = page.lines
        self.text = "\n".join(page.lines)
        self._starts: list[int] | None = None
        self._words: set[bytes] | None = None
        self._searches = 0
        self._found: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        self._heads: dict[int, int] = {}

    @property
    def starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        return self._starts

    def line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def find(self, piece: tuple[str, ...]) -> list[tuple[int, int]]:
        """(line, column) of each place where these tokens stand, whole words only."""
        found = self._found.get(piece)
        if found is None:
            found = self._found[piece] = list(self._search(piece))
        return found

    def _search(self, piece: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        literal = "".join(piece)
        if not literal or not self._may_hold(piece) or literal not in self.text:
            return
        text, size = self.text, len(literal)
        begins, ends = _in_word(literal[0]), _in_word(literal[-1])
        at, count = text.find(literal), 0
        while at >= 0 and count < MOST:
            end = at + size
            if not (begins and at and _in_word(text[at - 1])) and not (
                ends and end < len(text) and _in_word(text[end])
            ):
                line = self.line_of(at)
                yield line, at - self.starts[line]
                count += 1
            at = text.find(literal, end)

    def _may_hold(self, piece: tuple[str, ...]) -> bool:
        """A quick no for most. Setting the words apart costs as much as looking for some twenty of them."""
        self._searches += 1
        if self._searches < PATIENCE:
            return True
        if self._words is None:
            self._words = set(self.text.encode(errors="replace").translate(_SPACED).split())
        return all(not word.isascii() or not is_word(word) or word.encode() in self._words for word in piece)

    def alike(self, stripped: str) -> list[int]:
        """The lines that are this one but for the space around."""
        if not stripped or stripped not in self.text:
            return []
        found: list[int] = []
        at = self.text.find(stripped)
        while at >= 0 and len(found) < MOST:
            line = self.line_of(at)
            if self.lines[line].strip() == stripped:
                found.append(line)
            at = self.text.find(stripped, self.starts[line + 1])
        return found

    def function(self, line: int) -> int:
        """The line that heads the function or class around this one; -1 outside of all."""
        if line in self._heads:
            return self._heads[line]
        if not 0 <= line < len(self.lines):
            return -1
        depth = 1 << 30
        head = -1
        for at in range(line, max(-1, line - REACH), -1):
            text = self.lines[at]
            bare = text.lstrip()
            if not bare:
                continue
            width = len(text) - len(bare)
            if width < depth or at == line:
                depth = width
                if (
                    at <= line
                    and _HEAD.search(text)
                    and not _FLOW.match(text)
                    and (at < line or _opens(text))
                ):
                    head = at
                    break
                if width == 0 and at < line and not bare.startswith(("}", ")", "]")):
                    head = at
                    break
        self._heads[line] = head
        return head


def _opens(text: str) -> bool:
    return text.rstrip().endswith(("{", ":", "(", "=>"))


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
