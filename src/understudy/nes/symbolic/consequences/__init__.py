"""Consequences: what follows from the user's last edits by the rules of the language. Not repetition of them."""

from collections.abc import Callable
from typing import Final

from understudy.nes.port import Candidate, Situation
from understudy.nes.symbolic.consequences.lacking import lacking
from understudy.nes.symbolic.consequences.literals import literals
from understudy.nes.symbolic.consequences.members import members
from understudy.nes.symbolic.consequences.missing import missing
from understudy.nes.symbolic.consequences.moved import moved_elsewhere, used_still
from understudy.nes.symbolic.consequences.parallel import parallel
from understudy.nes.symbolic.consequences.removed import removed
from understudy.nes.symbolic.consequences.signature import signature
from understudy.nes.symbolic.consequences.unused import doubled, unused
from understudy.nes.symbolic.consequences.work import Work
from understudy.nes.syntax import sound

__all__ = ["propose"]

_RULES: Final[tuple[Callable[[Work], list[Candidate]], ...]] = (
    unused,
    doubled,
    missing,
    used_still,
    moved_elsewhere,
    members,
    signature,
    literals,
    lacking,
    removed,
    parallel,
)
_MOST: Final = 12


def propose(situation: Situation) -> list[Candidate]:
    """The candidates, the likeliest first. Never raises: a rule that fails has nothing to say."""
    work = Work(situation)
    if not work.changes:
        return []
    made: list[Candidate] = []
    for rule in _RULES:
        if work.late:
            break
        try:
            made.extend(rule(work))
        except Exception:  # noqa: BLE001, S112 (a text may hold anything; silence is the right answer to it)
            continue
    made = [one for one in made if one.kind in situation.kinds and not situation.refused(one)]
    made.sort(key=lambda one: -one.chance)
    return [one for one in made[:_MOST] if _holds(work, one)]


def _holds(work: Work, candidate: Candidate) -> bool:
    """Whether the text can still be read after it."""
    if candidate.kind != "edit":
        return True
    page = (
        work.here.page if candidate.uri == work.here.page.uri else work.situation.library.page(candidate.uri)
    )
    return page is not None and sound(page, candidate.edits)
