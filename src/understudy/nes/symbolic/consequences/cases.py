"""A name in the ways people write it: `user_id`, `userId`, `UserId`, `USER_ID`, `user-id`."""

import re
from functools import lru_cache
from typing import Final

__all__ = ["name_words", "case_variants"]

_NAME_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(maxsize=256)
def _case_forms(name: str) -> tuple[str, ...]:
    parts = [part.lower() for part in _NAME_WORD.findall(name)]
    if not parts:
        return (name,)
    capital = [part.capitalize() for part in parts]
    return (
        "_".join(parts),
        parts[0] + "".join(capital[1:]),
        "".join(capital),
        "_".join(parts).upper(),
        "-".join(parts),
    )


def name_words(name: str) -> frozenset[str]:
    """The words of a name, in small letters."""
    return frozenset(part.lower() for part in _NAME_WORD.findall(name))


def case_variants(old: str, new: str) -> dict[str, str]:
    """Each way to write the old name, with the new name written the same way.

    Ways that look alike for the old name and not for the new one are left out: nobody can tell which is meant.
    """
    pairs: dict[str, str] = {}
    doubtful: set[str] = set()
    for left, right in zip(_case_forms(old), _case_forms(new), strict=False):
        if pairs.setdefault(left, right) != right:
            doubtful.add(left)
    pairs = {left: right for left, right in pairs.items() if left not in doubtful}
    pairs[old] = new
    return pairs
