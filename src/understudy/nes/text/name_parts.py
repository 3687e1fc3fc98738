"""The parts of a name, and the styles in which they are joined to one."""

import re
from functools import lru_cache
from typing import Final, Literal

__all__ = ["CaseStyle", "case_style", "join_name_parts", "split_name"]

_NAME_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

CaseStyle = Literal["snake", "screaming", "camel", "pascal", "lower", "upper", "title", "kebab"]


@lru_cache(maxsize=4096)
def split_name(word: str) -> tuple[str, ...]:
    """The parts in lower case: `userId`, `user_id`, `USER_ID` and `UserId` all give `user`, `id`."""
    return tuple(part.lower() for part in _NAME_PART.findall(word))


@lru_cache(maxsize=4096)
def case_style(word: str) -> CaseStyle | None:
    """The case style of a word; None if it has no known style."""
    name = word.strip("_")
    for style in ("lower", "upper", "title", "snake", "screaming", "camel", "pascal", "kebab"):
        if join_name_parts(split_name(name), style) == name:
            return style
    return None


def join_name_parts(parts: tuple[str, ...], style: CaseStyle) -> str:
    match style:
        case "snake":
            return "_".join(parts)
        case "screaming":
            return "_".join(part.upper() for part in parts)
        case "kebab":
            return "-".join(parts)
        case "camel":
            return "".join([*parts[:1], *(part.capitalize() for part in parts[1:])])
        case "pascal":
            return "".join(part.capitalize() for part in parts)
        case "lower":
            return "".join(parts)
        case "upper":
            return "".join(parts).upper()
        case "title":
            return "".join(parts).capitalize()
