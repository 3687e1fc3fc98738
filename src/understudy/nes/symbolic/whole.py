"""The whole of it at once: a rename or a search-and-replace, for clients that take them, instead of place after place.

A rename is asked of the client where the old name is still defined: there it can be resolved. Where the
definition has the new name already, only the text can be searched.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import is_word, tokens
from understudy.nes.values import Point

__all__ = ["at_once"]

PLACES: Final = 3
"""With fewer, one after the other is as quick."""
SURE: Final = 0.6
_DEFINING: Final = frozenset(
    "def class func fn function const let var type struct interface enum trait mod val static".split()
)


def at_once(drafts: Sequence[Draft], situation: Situation, scan: Scan) -> Iterator[Candidate]:
    if not situation.kinds & {"rename", "searchAndReplace"}:
        return
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Draft]] = {}
    for draft in drafts:
        if draft.family == "replace" and draft.swap is not None and draft.page.uri == scan.page.uri:
            groups.setdefault(draft.swap, []).append(draft)
    for (old, new), places in groups.items():
        if len(places) < PLACES or not new or min(draft.chance for draft in places) < SURE:
            continue
        chance = min(draft.chance for draft in places)
        first = places[0]
        literal, result = "".join(old), "".join(new)
        home = _definition(old, scan)
        if "rename" in situation.kinds and home is not None and len(old) == len(new) == 1 and is_word(new[0]):
            yield Candidate(
                kind="rename", uri=scan.page.uri, chance=chance, family="rename", lesson=first.lesson,
                topic=first.topic, why=first.why, place=home, new_name=result,
            )  # fmt: skip
        elif "searchAndReplace" in situation.kinds:
            whole = is_word(old[0]) or is_word(old[-1])
            yield Candidate(
                kind="searchAndReplace", uri=scan.page.uri, chance=chance, family="search-and-replace",
                lesson=first.lesson, topic=first.topic, why=first.why,
                search=_pattern(old) if whole else literal, is_regex=whole,
                replace=result.replace("$", "$$") if whole else result,
            )  # fmt: skip


def _pattern(old: tuple[str, ...]) -> str:
    before = r"\b" if is_word(old[0]) else ""
    after = r"\b" if is_word(old[-1]) else ""
    return before + re.escape("".join(old)).replace(r"\ ", " ") + after


def _definition(old: tuple[str, ...], scan: Scan) -> Point | None:
    if len(old) != 1:
        return None
    for line, column in scan.find(old):
        before = [token for token in tokens(scan.lines[line][:column]) if not token.isspace()]
        if before and before[-1] in _DEFINING:
            return Point(line, column)
    return None
