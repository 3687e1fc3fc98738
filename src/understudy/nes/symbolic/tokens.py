"""A line as words, numbers, spaces and signs, the same for every language; and a word as its parts.

Not a lexer: strings and comments are cut like code, because people rename things there too.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeVar

__all__ = ["Style", "indent", "is_word", "kept_by_line", "parts", "solid", "style", "styled", "tokens"]

T = TypeVar("T")

_SOLID: Final = re.compile(r"[^\W\d]\w*|\d[\w.]*|=>|->|::|:=|==|!=|<=|>=|&&|\|\||\+=|-=|\.\.\.|\?\.|[^\w\s]")
_TOKEN: Final = re.compile(rf"\s+|{_SOLID.pattern}")
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

LONGEST_KEPT: Final = 500
"""Characters of a line that is remembered; few are longer, and they would fill the memory."""

Style = Literal["snake", "screaming", "camel", "pascal", "lower", "upper", "title", "kebab"]


def kept_by_line(read: Callable[[str], T]) -> Callable[[str], T]:
    """Remembers what is read off a line."""
    kept = lru_cache(maxsize=4096)(read)

    def look(line: str) -> T:
        return kept(line) if len(line) <= LONGEST_KEPT else read(line)

    return look


@kept_by_line
def tokens(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line))


def solid(line: str) -> tuple[str, ...]:
    """The tokens that are not space."""
    return tuple(_SOLID.findall(line))


def is_word(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_")


def indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


@lru_cache(maxsize=4096)
def parts(word: str) -> tuple[str, ...]:
    """`userId`, `user_id`, `USER_ID` and `UserId` are all `user`, `id`."""
    return tuple(part.lower() for part in _PARTS.findall(word))


@lru_cache(maxsize=4096)
def style(word: str) -> Style | None:
    """How a word is written; None if it is mixed in no way that can be told."""
    bare = word.strip("_")
    for name in ("lower", "upper", "title", "snake", "screaming", "camel", "pascal", "kebab"):
        if styled(parts(bare), name) == bare:
            return name
    return None


def styled(pieces: tuple[str, ...], name: Style) -> str:
    match name:
        case "snake":
            return "_".join(pieces)
        case "screaming":
            return "_".join(piece.upper() for piece in pieces)
        case "kebab":
            return "-".join(pieces)
        case "camel":
            return "".join([*pieces[:1], *(piece.capitalize() for piece in pieces[1:])])
        case "pascal":
            return "".join(piece.capitalize() for piece in pieces)
        case "lower":
            return "".join(pieces)
        case "upper":
            return "".join(pieces).upper()
        case "title":
            return "".join(pieces).capitalize()
