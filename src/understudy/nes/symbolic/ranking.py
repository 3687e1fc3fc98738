"""Which of the candidates comes first: the likeliest, but the places of one name in the order that one reads them.

Says nothing about what is likely; who is sure enough to be shown is decided elsewhere.
"""

from collections.abc import Sequence

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.limits import CURRENT_FILE_BONUS, MIN_EDIT_PROBABILITY, NEARNESS_BONUS
from understudy.nes.symbolic.tokens import is_word, tokenize

__all__ = ["rank_candidates"]


_Rename = tuple[str, str]


def rank_candidates(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The likeliest first; of those that are about as likely the nearest, and what is in the user's file.

    Where there is an edit to show, nobody needs to be sent somewhere.
    """
    edits = any(one.kind != "jump" and one.probability >= MIN_EDIT_PROBABILITY for one in candidates)

    def rank(one: Candidate) -> tuple[bool, float]:
        home = one.uri == situation.snapshot.uri and one.probability >= MIN_EDIT_PROBABILITY
        return edits and one.kind == "jump", -one.probability - (
            CURRENT_FILE_BONUS + _nearness_bonus(one, situation) if home else 0.0
        )

    return _sort_renames_by_position(sorted(candidates, key=rank), situation)


def _nearness_bonus(candidate: Candidate, situation: Situation) -> float:
    """More for what is near, and for what is below the cursor more than for what is above."""
    if not candidate.edits:
        return NEARNESS_BONUS  # all places at once
    away = candidate.edits[0].span.start.line - situation.cursor.line
    return NEARNESS_BONUS / (1 + away / 10) if away >= 0 else NEARNESS_BONUS / (2 - away / 10)


def _sort_renames_by_position(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The places of a name that got another one: down from the cursor, then from the top, then the other files."""
    places: dict[_Rename, list[int]] = {}
    for at, one in enumerate(candidates):
        name = (
            _renamed_word(one, situation)
            if one.kind == "edit" and one.probability >= MIN_EDIT_PROBABILITY
            else None
        )
        if name is not None:
            places.setdefault(name, []).append(at)
    ordered = list(candidates)
    for spots in places.values():
        group = [candidates[at] for at in spots]
        files = list(dict.fromkeys(one.uri for one in group))
        group.sort(key=lambda one: _reading_order(one, situation, files))
        for at, one in zip(spots, group, strict=True):
            ordered[at] = one
    return ordered


def _reading_order(one: Candidate, situation: Situation, files: Sequence[str]) -> tuple[bool, int, bool, int]:
    line = one.edits[0].span.start.line
    home = one.uri == situation.snapshot.uri
    return not home, files.index(one.uri), home and line < situation.cursor.line, line


def _renamed_word(one: Candidate, situation: Situation) -> _Rename | None:
    """The word that becomes another one, if that is all that the edit does."""
    (start, end), text = one.edits[0]
    if len(one.edits) != 1 or start.line != end.line or "\n" in text:
        return None
    page = (
        situation.snapshot
        if one.uri == situation.snapshot.uri
        else situation.workspace_texts.snapshot(one.uri)
    )
    if page is None or start.line >= len(page.lines):
        return None
    line = page.lines[start.line]
    left, right = start.column, end.column
    while left and (line[left - 1].isalnum() or line[left - 1] == "_"):
        left -= 1
    while right < len(line) and (line[right].isalnum() or line[right] == "_"):
        right += 1
    old = tokenize(line[left:right])
    new = tokenize(line[left : start.column] + text + line[end.column : right])
    if len(old) != len(new):
        return None
    names = {(was, is_) for was, is_ in zip(old, new, strict=True) if was != is_}
    if len(names) != 1:
        return None
    (name,) = names
    return name if is_word(name[0]) and is_word(name[1]) else None
