"""Which of the candidates comes first: the likeliest, but the places of one name in the order that one reads them.

Says nothing about what is likely; who is sure enough to be shown is decided elsewhere.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = ["ENOUGH", "ranked"]

ENOUGH: Final = 0.36
"""An edit this likely is better than a jump."""
NEAREST: Final = 0.1
"""What the nearest place is worth, in chances."""
HOME: Final = 0.3
"""So much likelier must something in another file be to come first."""

_Name = tuple[str, str]


def ranked(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The likeliest first; of those that are about as likely the nearest, and what is in the user's file.

    Where there is an edit to show, nobody needs to be sent somewhere.
    """
    edits = any(one.kind != "jump" and one.chance >= ENOUGH for one in candidates)

    def rank(one: Candidate) -> tuple[bool, float]:
        home = one.uri == situation.page.uri and one.chance >= ENOUGH
        return edits and one.kind == "jump", -one.chance - (HOME + _nearness(one, situation) if home else 0.0)

    return _in_order(sorted(candidates, key=rank), situation)


def _nearness(candidate: Candidate, situation: Situation) -> float:
    """More for what is near, and for what is below the cursor more than for what is above."""
    if not candidate.edits:
        return NEAREST  # all places at once
    away = candidate.edits[0].span.start.line - situation.cursor.line
    return NEAREST / (1 + away / 10) if away >= 0 else NEAREST / (2 - away / 10)


def _in_order(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The places of a name that got another one: down from the cursor, then from the top, then the other files."""
    places: dict[_Name, list[int]] = {}
    for at, one in enumerate(candidates):
        name = _name(one, situation) if one.kind == "edit" and one.chance >= ENOUGH else None
        if name is not None:
            places.setdefault(name, []).append(at)
    ordered = list(candidates)
    for spots in places.values():
        group = [candidates[at] for at in spots]
        files = list(dict.fromkeys(one.uri for one in group))
        group.sort(key=lambda one: _reading(one, situation, files))
        for at, one in zip(spots, group, strict=True):
            ordered[at] = one
    return ordered


def _reading(one: Candidate, situation: Situation, files: Sequence[str]) -> tuple[bool, int, bool, int]:
    line = one.edits[0].span.start.line
    home = one.uri == situation.page.uri
    return not home, files.index(one.uri), home and line < situation.cursor.line, line


def _name(one: Candidate, situation: Situation) -> _Name | None:
    """The word that becomes another one, if that is all that the edit does."""
    (start, end), text = one.edits[0]
    if len(one.edits) != 1 or start.line != end.line or "\n" in text:
        return None
    page = situation.page if one.uri == situation.page.uri else situation.library.page(one.uri)
    if page is None or start.line >= len(page.lines):
        return None
    line = page.lines[start.line]
    left, right = start.column, end.column
    while left and (line[left - 1].isalnum() or line[left - 1] == "_"):
        left -= 1
    while right < len(line) and (line[right].isalnum() or line[right] == "_"):
        right += 1
    old = tokens(line[left:right])
    new = tokens(line[left : start.column] + text + line[end.column : right])
    if len(old) != len(new):
        return None
    names = {(was, is_) for was, is_ in zip(old, new, strict=True) if was != is_}
    if len(names) != 1:
        return None
    (name,) = names
    return name if is_word(name[0]) and is_word(name[1]) else None
