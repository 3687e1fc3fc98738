"""The next place, where something will be changed but not surely how: a jump there instead of an edit."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.values import Point

__all__ = ["jumps"]

UNSURE: Final = 0.36
"""An edit that is surer than this is shown itself."""
NEAR: Final = 3
"""Lines that nobody needs a jump for."""


def jumps(drafts: Sequence[Draft], situation: Situation) -> Iterator[Candidate]:
    """To the place that most drafts speak for, whatever they would make of it."""
    if "jump" not in situation.kinds:
        return
    places: dict[tuple[str, int], float] = {}
    best: dict[tuple[str, int], Draft] = {}
    for draft in drafts:
        here = draft.page.uri == situation.page.uri
        if here and abs(draft.line - situation.cursor.line) <= NEAR:
            continue
        key = (draft.page.uri, draft.line)
        places[key] = 1 - (1 - places.get(key, 0.0)) * (1 - draft.chance)
        if key not in best or best[key].chance < draft.chance:
            best[key] = draft
    if not places:
        return
    key = max(places, key=lambda place: places[place])
    draft = best[key]
    if draft.chance >= UNSURE or places[key] <= draft.chance:
        return
    yield Candidate(
        kind="jump",
        uri=key[0],
        chance=places[key],
        family="jump",
        lesson=f"to {draft.lesson}",
        topic=draft.topic,
        why=f"The next place may be here. {draft.why}",
        place=Point(key[1], len(draft.page.lines[key[1]]) if key[1] < len(draft.page.lines) else 0),
    )
