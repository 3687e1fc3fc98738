"""The keys of a YAML, JSON, TOML or INI text with their paths, read from the lines. Not a parser.

The paths of YAML and JSON follow from the indentation, those of TOML and INI from the headers of their tables.
An object or a list in one line has no keys here, and long lines, as of a minified text, are skipped.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_KEY_LINES

__all__ = [
    "KEYED_SUFFIXES",
    "KeyLine",
    "Scalar",
    "find_renamed_table",
    "has_keys",
    "is_keyed",
    "read_keys",
    "read_keys_of",
    "read_scalars",
]

KEYED_SUFFIXES: Final = (".yml", ".yaml", ".json", ".jsonc")
_TABLE_SUFFIXES: Final = (".toml", ".ini")
_KEY_LINE: Final = re.compile(r"(\s*)((?:- +)*)([\"']?)([\w$./:@-]*[\w$/@-])\3\s*:(?=\s|\Z)\s*(.*?)\s*\Z")
_ITEM: Final = re.compile(r"\s*(?:- +)+(.*?)\s*\Z|\s*([\"'][^\"']*[\"']),?\s*\Z")
_BLOCK_TEXT: Final = re.compile(r"[|>][+-]?\d?\Z")
_TABLE_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:[#;].*)?\Z")
_TABLE_KEY: Final = re.compile(r"\s*((?:[\w-]+\s*\.\s*)*)([\"']?)([\w-]+)\2\s*=\s*(.*?)\s*\Z")
_LONG_QUOTES: Final = re.compile(r"\"{3}|'{3}")


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
    """Whether this is a text of YAML or JSON."""
    return uri.lower().endswith(KEYED_SUFFIXES)


def has_keys(uri: str) -> bool:
    """Whether this is a text of YAML, JSON, TOML or INI."""
    return uri.lower().endswith((*KEYED_SUFFIXES, *_TABLE_SUFFIXES))


def read_keys_of(uri: str, lines: Sequence[str]) -> list[KeyLine]:
    """Return the lines with keys of a text of any of these formats, in order; none for a long text."""
    return list(_read_tables(lines)) if uri.lower().endswith(_TABLE_SUFFIXES) else read_keys(lines)


def read_keys(lines: Sequence[str]) -> list[KeyLine]:
    """Return the lines with keys in order; none for a long text."""
    return [one for one in _read(lines) if isinstance(one, KeyLine)]


def read_scalars(lines: Sequence[str]) -> list[Scalar]:
    """Return the values and the items of lists that stand in one line, without their quotes."""
    return [one for one in _read(lines) if isinstance(one, Scalar)]


def _read_tables(lines: Sequence[str]) -> Iterator[KeyLine]:
    table: tuple[str, ...] = ()
    is_in_text = False
    for number, line in enumerate(lines if len(lines) <= MAX_KEY_LINES else ()):
        if len(line) > MAX_CODE_LINE_CHARS:
            continue
        was_in_text = is_in_text
        if len(_LONG_QUOTES.findall(line)) % 2:
            is_in_text = not is_in_text
        if was_in_text:
            continue
        header = _TABLE_HEADER.match(line)
        if header is not None:
            table = _names_of(header[1])
            continue
        match = _TABLE_KEY.match(line)
        if match is not None:
            path = (*table, *_names_of(match[1]), match[3])
            yield KeyLine(number, path, match.start(3), match[4])


def find_renamed_table(uri: str, old: str, new: str) -> tuple[str, ...] | None:
    """Return the new path of a table of TOML or INI if the header of a line got another last name."""
    if not uri.lower().endswith(_TABLE_SUFFIXES):
        return None
    before, after = _TABLE_HEADER.match(old), _TABLE_HEADER.match(new)
    if before is None or after is None:
        return None
    path = _names_of(after[1])
    return path if path[:-1] == _names_of(before[1])[:-1] and path else None


def _names_of(dotted: str) -> tuple[str, ...]:
    return tuple(name for one in dotted.split(".") if (name := one.strip(" \t\"'")))


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
