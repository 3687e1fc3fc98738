"""String literals of one line, split at the values that are put into them when the program runs.

`"bad amount: #{text}"` in Ruby has the pieces `bad amount: ` and nothing, with one gap between them. The way a
literal marks its gaps follows from the language and from how the literal begins. Not for literals of several lines.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_TEXT_LINE_CHARS

__all__ = ["MessageTemplate", "find_templates"]

_STRING: Final = re.compile(
    r"(?<!\w)(?P<prefix>[A-Za-z$]{0,2})(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)'"
    r"|`(?P<back>[^`]*)`)"
)
_BRACES: Final = re.compile(r"(?<!\{)\{(?!\{)[^{}]*\}(?!\})")
_DOLLAR_BRACES: Final = re.compile(r"\$\{[^{}]*\}")
_HASH_BRACES: Final = re.compile(r"#\{[^{}]*\}")
_PERCENT: Final = re.compile(r"(?<!%)%[-+#0]*\d*(?:\.\d+)?(?:h{1,2}|l{1,2}|z)?[sdiufgexXvqwTrc](?![a-z])")
_NEVER: Final = re.compile(r"(?!)")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


class MessageTemplate(NamedTuple):
    start: int
    """The column of the content, behind the quote."""
    quote: str
    pieces: tuple[str, ...]
    """What the message always says, around its gaps: one more than these."""
    gaps: tuple[str, ...]
    """The values, as they are written."""

    def may_contain(self, part: str) -> bool:
        """Whether a text that the program makes of it may contain a part, with one of its own words in that."""
        return _contains(self.pieces, part)

    @property
    def content(self) -> str:
        return "".join(one for pair in zip(self.pieces, (*self.gaps, ""), strict=True) for one in pair)


@lru_cache(maxsize=512)
def find_templates(line: str, family: str) -> tuple[MessageTemplate, ...]:
    """Return the string literals of a line of a language of that family, in order."""
    if len(line) > MAX_TEXT_LINE_CHARS:
        return ()
    return tuple(_templates(line, family))


def _templates(line: str, family: str) -> Iterator[MessageTemplate]:
    for match in _STRING.finditer(line):
        group = match.lastgroup or "double"
        content, start = match[group], match.start(group)
        gap = _gaps_of(family, match["prefix"].lower(), line[start - 1], line[match.end() :])
        found = list(gap.finditer(content))
        ends = [0, *(one.end() for one in found)]
        starts = [*(one.start() for one in found), len(content)]
        pieces = (content[first:last] for first, last in zip(ends, starts, strict=True))
        yield MessageTemplate(start, line[start - 1], tuple(pieces), tuple(one[0] for one in found))


def _gaps_of(family: str, prefix: str, quote: str, behind: str) -> re.Pattern[str]:
    """What a value looks like in a literal."""
    if family == "script":
        return _DOLLAR_BRACES if quote == "`" else _NEVER
    if family == "ruby":
        return _HASH_BRACES if quote == '"' else _NEVER
    if family == "rust" or "f" in prefix or "$" in prefix or behind.startswith(".format("):
        return _BRACES
    return _PERCENT


def _contains(pieces: Sequence[str], part: str) -> bool:
    """Whether a text with these pieces in order, and anything between them, may contain a part of their words."""
    if any(part in piece for piece in pieces):
        return _WORD.search(part) is not None
    for at in range(len(pieces) - 1):
        # The part begins in one piece, has whole ones behind it, and ends in another one.
        for last in range(at + 1, len(pieces)):
            between = ".*".join(["", *map(re.escape, pieces[at + 1 : last]), ""])
            match = re.fullmatch(f"{_ending(pieces[at])}{between}{_beginning(pieces[last])}", part, re.S)
            if match is not None and any(map(_WORD.search, (match[1], *pieces[at + 1 : last], match[2]))):
                return True
    return False


def _ending(piece: str) -> str:
    """A pattern for every ending of a piece, the longest first, also for none of it."""
    return f"({'|'.join(re.escape(piece[at:]) for at in range(len(piece) + 1))})"


def _beginning(piece: str) -> str:
    return f"({'|'.join(re.escape(piece[:at]) for at in range(len(piece), -1, -1))})"
