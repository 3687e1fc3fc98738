"""Where code reads a key of a configuration by its whole path: `config["smtp"]["host"]`, `config.smtp.host`,
`config.get("smtp", {}).get("host")`, and `smtp["host"]` behind `smtp = config["smtp"]`.

The variable that holds the configuration may have any name. A path of one key is an ordinary word and not looked
for. The key of a section is found in front of the keys of that section.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.limits import MAX_VALUE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.text import Point

__all__ = ["find_key_reads", "find_section_reads"]

_GETTER: Final = r"(?:get\w*|fetch|path|at|dig)"
"""Methods that return the value of the key they are called with."""
_KEY_BEFORE: Final = re.compile(r"""(?:\[\s*["'][^"']*["']\s*\]|\(\s*["'][^"']*["'][^()]*\))[!?]?\Z""")
"""What comes before a chain that goes on: the access to another key."""
_MEMBER_BEFORE: Final = re.compile(r"[.>]([A-Za-z_]\w*)[!?]?\Z")
_VALUE_BEFORE: Final = re.compile(r"[\w)\]$][!?]?\Z")
_LAST_KEY: Final = ("item", "symbol", "argument", "member", "name")
"""The groups that may hold the last key of a path."""
_REST: Final = r"\s*(?:(?:\?\?|\|\||or)\s*\{\s*\})?\s*;?\s*\Z"
"""What may follow the last key of a variable's value."""


def find_key_reads(
    text: SourceText, path: Sequence[str], new: str, keys: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield the lines and columns where the last key of a path is read.

    `new` is what the key is called now, `keys` are all keys of the configuration.
    """
    last = path[-1]
    chain = re.compile(
        "".join(_access(one) for one in path[:-1]) + _last_access(last, new) + "|" + _arguments(path)
    )
    for line in _short_lines(text, last):
        for match in chain.finditer(text.raw[line]):
            if _begins_at_root(text.raw[line][: match.start()], keys):
                yield line, _column(match)
    for size in range(1, len(path)):
        yield from _reads_of_variables(text, path[:size], path[size:], new, keys)


def find_section_reads(
    text: SourceText, path: Sequence[str], new: str, inner: Collection[str], keys: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield the lines and columns where the last key of a path is read in front of one of the keys inside."""
    head, last = "".join(_access(one) for one in path[:-1]), path[-1]
    inside = "|".join(_access(one) for one in sorted(inner))
    chain = re.compile(
        rf"{head}{_last_access(last, new)}(?P<closing>\s*(?:,[^()]*(?:\(\))?)?[\])])?[!?]?(?:{inside})"
    )
    for line in _short_lines(text, last):
        for match in chain.finditer(text.raw[line]):
            is_closed = (match["member"] if "member" in chain.groupindex else None) is None
            if is_closed == (match["closing"] is not None) and _begins_at_root(
                text.raw[line][: match.start()], keys
            ):
                yield line, _column(match)


def _short_lines(text: SourceText, word: str) -> Iterator[int]:
    return (
        line
        for line in text.raw_lookup.iterate_containing(word)
        if len(text.raw[line]) <= MAX_VALUE_LINE_CHARS
    )


def _access(key: str) -> str:
    """The pattern of an access to a key that is not the last one."""
    name = re.escape(key)
    return (
        rf"(?:(?:\?\.|\.|->)?\[\s*(?:[\"']{name}[\"']|:{name})\s*\]"
        rf"|(?:\?\.|\.|->){_GETTER}\(\s*(?:[\"']{name}[\"']|:{name})\s*(?:,[^()]*(?:\(\))?)?\)"
        rf"|(?:\?\.|\.|->){name}(?![\w$(]))[!?]?"
    )


def _last_access(key: str, new: str) -> str:
    name = re.escape(key)
    member = rf"|(?:\?\.|\.|->)(?P<member>{name})(?![\w$(])" if new.isidentifier() else ""
    symbol = rf":(?P<symbol>{name})(?=\s*\])" if new.isidentifier() else r"(?!)"
    return (
        rf"(?:(?:\?\.)?\[\s*(?:[\"'](?P<item>{name})[\"']|{symbol})"
        rf"|(?:\?\.|\.|->){_GETTER}\(\s*[\"'](?P<argument>{name})[\"']{member})"
    )


def _arguments(path: Sequence[str]) -> str:
    """The pattern of a call with the whole path: `config.get("smtp", "host")`."""
    outer = "".join(rf"[\"']{re.escape(one)}[\"']\s*,\s*" for one in path[:-1])
    return rf"\.{_GETTER}\(\s*{outer}[\"'](?P<name>{re.escape(path[-1])})[\"']"


def _column(match: re.Match[str]) -> int:
    found = match.groupdict()
    return next(match.start(name) for name in _LAST_KEY if found.get(name) is not None)


def _begins_at_root(before: str, keys: Collection[str]) -> bool:
    """Whether the value in front of a chain can be the whole configuration, and is no key of it."""
    if _VALUE_BEFORE.search(before) is None or _KEY_BEFORE.search(before) is not None:
        return False
    member = _MEMBER_BEFORE.search(before)
    return member is None or member[1] not in keys


def _reads_of_variables(
    text: SourceText, head: Sequence[str], rest: Sequence[str], new: str, keys: Collection[str]
) -> Iterator[tuple[int, int]]:
    """Yield the reads through a variable that holds a section of the configuration."""
    section = re.escape(head[-1])
    assigned = re.compile(
        r"(?<![\w$.])(?P<name>[A-Za-z_$][\w$]*)\s*(?::[^=]*)?:?=(?!=)\s*(?P<value>[^=\"'\[]*?)"
        rf"{''.join(map(_access, head))}{_REST}"
    )
    unpacked = re.compile(
        rf"\{{(?:[^{{}}]*,)?\s*(?P<name>{section})\s*(?:,[^{{}}]*)?\}}\s*=(?!=)(?P<value>.*)"
    )
    chain = re.compile("".join(map(_access, rest[:-1])) + _last_access(rest[-1], new))
    for line in _short_lines(text, head[-1]):
        match = assigned.search(text.raw[line])
        if match is not None and not _begins_at_root(match["value"], keys):
            match = None
        if match is None and len(head) == 1:
            match = unpacked.search(text.raw[line])
        if match is None:
            continue
        for use in _uses_of(text, match["name"], Point(line, match.start("name"))):
            read = chain.match(text.raw[use.line], use.column + len(match["name"]))
            if read is not None:
                yield use.line, _column(read)


def _uses_of(text: SourceText, name: str, definition: Point) -> list[Point]:
    """Return where a variable is used that is defined in one place only."""
    resolver = resolver_for(text.snapshot)
    binding = resolver.resolve(name).at(definition) if resolver is not None else None
    if binding is None or len({one.line for one in binding.definitions}) > 1:
        return []
    return [Point(one.line, one.column) for one in binding.occurrences if one.line != definition.line]
