"""The tokens of one line, cached by its text: what lines are compared by.

Tokens are words and single symbols; space is none. The shape of a line has one character per token: `w` for a word,
`n` for a number, the symbol itself otherwise. Not a lexer of a language: strings and comments have tokens too.
"""

import re
from typing import Final, NamedTuple

from understudy.nes.completion.limits import MAX_CACHED_LINES, MAX_LINE_TOKENS

__all__ = ["LineTokens", "line_tokens", "tokenize_lines"]

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")


class LineTokens(NamedTuple):
    text: str
    stripped: str
    indent: str
    tokens: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    shape: str


class _LineCache(dict[str, LineTokens]):
    def __missing__(self, text: str) -> LineTokens:
        if len(self) >= MAX_CACHED_LINES:
            self.clear()
        found = self[text] = _tokenize(text)
        return found


def _tokenize(text: str) -> LineTokens:
    tokens: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    shape: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        tokens.append(token)
        starts.append(match.start())
        ends.append(match.end())
        first = token[0]
        shape.append("n" if first.isdigit() else "w" if first.isalnum() or first == "_" else first)
        if len(tokens) == MAX_LINE_TOKENS:
            break
    stripped = text.strip()
    indent = text[: len(text) - len(text.lstrip())]
    return LineTokens(text, stripped, indent, tuple(tokens), tuple(starts), tuple(ends), "".join(shape))


_cache: Final = _LineCache()


def line_tokens(text: str) -> LineTokens:
    return _cache[text]


def tokenize_lines(lines: list[str]) -> list[LineTokens]:
    """Return the tokens of every line; lines seen before cost a lookup."""
    return list(map(_cache.__getitem__, lines))
