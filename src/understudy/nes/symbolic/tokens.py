"""A line as words, numbers, spaces and signs, the same for every language; and a word as its parts.

Not a lexer: strings and comments are cut like code, because people rename things there too.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeVar

from understudy.nes.symbolic.limits import MAX_CACHED_LINE_CHARS

__all__ = [
    "DEFINITION_KEYWORDS",
    "CaseStyle",
    "cache_by_line",
    "case_style",
    "indentation",
    "is_word",
    "join_name_parts",
    "non_space_tokens",
    "split_name",
    "tokenize",
]

T = TypeVar("T")

_NON_SPACE_TOKEN: Final = re.compile(
    r"[^\W\d]\w*|\d[\w.]*|=>|->|::|:=|==|!=|<=|>=|&&|\|\||\+=|-=|\.\.\.|\?\.|[^\w\s]"
)
_TOKEN: Final = re.compile(rf"\s+|{_NON_SPACE_TOKEN.pattern}")
_NAME_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


DEFINITION_KEYWORDS: Final = frozenset(
    {"class", "const", "def", "enum", "fn", "func", "function", "interface", "let", "mod", "static", "struct"}
    | {"trait", "type", "val", "var"}
)
"""Keywords that a defined name follows, over all languages."""

CaseStyle = Literal["snake", "screaming", "camel", "pascal", "lower", "upper", "title", "kebab"]


def cache_by_line(read: Callable[[str], T]) -> Callable[[str], T]:
    """Remembers what is read off a line."""
    kept = lru_cache(maxsize=4096)(read)

    def look(line: str) -> T:
        return kept(line) if len(line) <= MAX_CACHED_LINE_CHARS else read(line)

    return look


@cache_by_line
def tokenize(line: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(line))


def non_space_tokens(line: str) -> tuple[str, ...]:
    """The tokens that are not space."""
    return tuple(_NON_SPACE_TOKEN.findall(line))


def is_word(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_")


def indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


@lru_cache(maxsize=4096)
def split_name(word: str) -> tuple[str, ...]:
    """`userId`, `user_id`, `USER_ID` and `UserId` are all `user`, `id`."""
    return tuple(part.lower() for part in _NAME_PART.findall(word))


@lru_cache(maxsize=4096)
def case_style(word: str) -> CaseStyle | None:
    """How a word is written; None if it is mixed in no way that can be told."""
    bare = word.strip("_")
    for name in ("lower", "upper", "title", "snake", "screaming", "camel", "pascal", "kebab"):
        if join_name_parts(split_name(bare), name) == bare:
            return name
    return None


def join_name_parts(parts: tuple[str, ...], style: CaseStyle) -> str:
    match style:
        case "snake":
            return "_".join(parts)
        case "screaming":
            return "_".join(piece.upper() for piece in parts)
        case "kebab":
            return "-".join(parts)
        case "camel":
            return "".join([*parts[:1], *(piece.capitalize() for piece in parts[1:])])
        case "pascal":
            return "".join(piece.capitalize() for piece in parts)
        case "lower":
            return "".join(parts)
        case "upper":
            return "".join(parts).upper()
        case "title":
            return "".join(parts).capitalize()
