"""The keys of a YAML or JSON text with their paths, read from the lines by indentation. Not a parser.

An object or a list in one line has no keys here, and long lines, as of a minified text, are skipped.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_KEY_LINES

__all__ = ["KEYED_SUFFIXES", "KeyLine", "Scalar", "is_keyed", "read_keys", "read_scalars"]

KEYED_SUFFIXES: Final = (".yml", ".yaml", ".json", ".jsonc")
_KEY_LINE: Final = re.compile(r"(\s*)((?:- +)*)([\"']?)([\w$./:@-]*[\w$/@-])\3\s*:(?=\s|\Z)\s*(.*?)\s*\Z")
_ITEM: Final = re.compile(r"\s*(?:- +)+(.*?)\s*\Z|\s*([\"'][^\"']*[\"']),?\s*\Z")
_BLOCK_TEXT: Final = re.compile(r"[|>][+-]?\d?\Z")


class KeyLine(NamedTuple):
    line: int
    path: tuple[str, ...]
    """The keys around this one, and itself."""
    start: int
    """The column of the key, without quotes."""
    value: str
    """What follows in the line, without a comma at its end."""

    @property
    def key(self) -> str:
        return self.path[-1]


class Scalar(NamedTuple):
    line: int
    start: int
    text: str
    path: tuple[str, ...]
    """Of the key that the value or the list belongs to."""


def is_keyed(uri: str) -> bool:
    return uri.lower().endswith(KEYED_SUFFIXES)


def read_keys(lines: Sequence[str]) -> list[KeyLine]:
    """Return the lines with keys in order; none for a long text."""
    return [one for one in _read(lines) if isinstance(one, KeyLine)]


def read_scalars(lines: Sequence[str]) -> list[Scalar]:
    """Return the values and the items of lists that stand in one line, without their quotes."""
    return [one for one in _read(lines) if isinstance(one, Scalar)]


def _read(lines: Sequence[str]) -> Iterator[KeyLine | Scalar]:
    stack: list[tuple[int, str]] = []
    text_indent = -1
    for number, line in enumerate(lines if len(lines) <= MAX_KEY_LINES else ()):
        stripped = line.strip()
        if not stripped or stripped.startswith(("#", "//")) or len(line) > MAX_CODE_LINE_CHARS:
            continue
        indent = len(line) - len(line.lstrip())
        if text_indent >= 0 and indent > text_indent:
            continue  # a text of several lines
        text_indent = -1
        match = _KEY_LINE.match(line)
        if match is None:
            yield from _items(line, number, stack, indent)
            continue
        depth = len(match[1]) + len(match[2])
        while stack and stack[-1][0] >= depth:
            stack.pop()
        stack.append((depth, match[4]))
        path = tuple(key for _, key in stack)
        value = match[5].rstrip(",")
        yield KeyLine(number, path, match.start(4), value)
        if _BLOCK_TEXT.match(value):
            text_indent = depth if match[2] else indent
        elif value.startswith("["):
            yield from _inline_items(line, number, match.start(5), path)
        elif value and value not in ("{", "{}"):
            yield _scalar(number, match.start(5), value, path)


def _items(line: str, number: int, stack: list[tuple[int, str]], indent: int) -> Iterator[Scalar]:
    match = _ITEM.match(line)
    while stack and stack[-1][0] > indent:
        stack.pop()
    if match is not None and stack and (match[1] or match[2]):
        group = 1 if match[1] else 2
        yield _scalar(number, match.start(group), match[group].rstrip(","), tuple(key for _, key in stack))


def _inline_items(line: str, number: int, start: int, path: tuple[str, ...]) -> Iterator[Scalar]:
    for match in re.finditer(r"[^\s,\[\]]+", line[start:]):
        yield _scalar(number, start + match.start(), match[0], path)


def _scalar(number: int, start: int, text: str, path: tuple[str, ...]) -> Scalar:
    if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]:
        return Scalar(number, start + 1, text[1:-1], path)
    return Scalar(number, start, text, path)
