"""The next place, where something will be changed but not surely how: a jump there instead of an edit."""

from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.drafts import UnscoredCandidate
from understudy.nes.values import Point

__all__ = ["jump_candidates"]

MAX_JUMP_EDIT_PROBABILITY: Final = 0.36
"""An edit that is surer than this is shown itself."""
MAX_VISIBLE_DISTANCE_LINES: Final = 3
"""Lines that nobody needs a jump for."""


def jump_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """To the place that most drafts speak for, whatever they would make of it."""
    if "jump" not in situation.supported_kinds:
        return
    places: dict[tuple[str, int], float] = {}
    best: dict[tuple[str, int], UnscoredCandidate] = {}
    for draft in unscored:
        here = draft.snapshot.uri == situation.snapshot.uri
        if here and abs(draft.line - situation.cursor.line) <= MAX_VISIBLE_DISTANCE_LINES:
            continue
        key = (draft.snapshot.uri, draft.line)
        places[key] = 1 - (1 - places.get(key, 0.0)) * (1 - draft.probability)
        if key not in best or best[key].probability < draft.probability:
            best[key] = draft
    if not places:
        return
    key = max(places, key=lambda place: places[place])
    draft = best[key]
    if draft.probability >= MAX_JUMP_EDIT_PROBABILITY or places[key] <= draft.probability:
        return
    yield Candidate(
        kind="jump",
        uri=key[0],
        probability=places[key],
        family="jump",
        pattern=f"to {draft.pattern}",
        topic=draft.topic,
        why=f"The next place may be here. {draft.why}",
        position=Point(key[1], len(draft.snapshot.lines[key[1]]) if key[1] < len(draft.snapshot.lines) else 0),
    )
