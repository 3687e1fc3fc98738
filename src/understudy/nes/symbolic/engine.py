"""The symbolic engine: learn from the last edits, look where that applies, weigh, and answer the best first."""

import time
from collections.abc import Iterator
from typing import Final

import msgspec

from understudy.nes.port import Candidate, Situation, Verdict
from understudy.nes.symbolic import consequences, diagnosing
from understudy.nes.symbolic.arguments import Arguments
from understudy.nes.symbolic.chance import chance_of
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence
from understudy.nes.symbolic.jumping import jumps
from understudy.nes.symbolic.lessons import Lessons, learn
from understudy.nes.symbolic.ordering import ranked
from understudy.nes.symbolic.placing import candidate, filled
from understudy.nes.symbolic.repeating import combined, drafts_of
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.selecting import selected
from understudy.nes.symbolic.sequences import continued
from understudy.nes.symbolic.unfinished import finished, is_at_work, stutters
from understudy.nes.symbolic.whole import at_once
from understudy.nes.values import Page

__all__ = ["SymbolicEngine"]

EDITS: Final = 6
"""How far back an edit is learned from."""
PAGES: Final = 16
"""Texts that are kept ready for searching."""
OTHERS: Final = 6
"""Other texts that are looked through at one time."""
SPARE: Final = 0.008
"""Seconds that must be left for what follows from the user's edits: a text may have to be parsed."""
SURE: Final = 0.55
"""With something this sure at hand, nothing more is worked out."""
MOST: Final = 20
"""Candidates that are handed on."""


class SymbolicEngine:
    def __init__(self) -> None:
        self._scans: dict[str, Scan] = {}

    def propose(self, situation: Situation) -> Verdict:
        if not situation.edits and not situation.diagnostics:
            return Verdict(reason="no-edits")
        asked, at_work = situation, is_at_work(situation)
        situation = msgspec.structs.replace(situation, edits=finished(situation))
        scan = self.scan(situation.page)
        lessons = learn(situation.edits, EDITS)
        drafts = self.drafts(situation, scan, lessons)
        candidates = [*map(candidate, drafts[: 2 * MOST])]
        candidates += self._further(situation, scan, drafts)
        candidates = [filled(one, asked) for one in candidates]
        if at_work:  # nobody is sent away from what they are typing
            candidates = [one for one in candidates if one.kind != "jump"]
        candidates = ranked(candidates, situation)
        if candidates:
            return Verdict(candidates=tuple(candidates[:MOST]))
        return Verdict(reason="nowhere" if lessons.swaps or lessons.blocks else "nothing-learned")

    def drafts(self, situation: Situation, scan: Scan, lessons: Lessons) -> list[Draft]:
        """What repeating the user's edits would change, the likeliest first."""
        best: dict[tuple[str, int, int, tuple[str, ...]], Draft] = {}
        evidence, arguments = Evidence(scan, situation, lessons), Arguments(lessons)
        _gather(best, evidence, arguments)
        if max((draft.chance for draft in best.values()), default=0.0) < SURE:
            for other in self._others(situation, lessons):
                _gather(best, evidence.elsewhere(other), arguments)
        drafts = list(best.values())
        drafts += combined(drafts)
        return sorted(drafts, key=lambda draft: -draft.chance)

    def _further(self, situation: Situation, scan: Scan, drafts: list[Draft]) -> Iterator[Candidate]:
        yield from selected(drafts, situation)
        yield from at_once(drafts, situation, scan)
        yield from continued(situation, scan)
        if situation.diagnostics:
            yield from map(_following, diagnosing.propose(situation))
        if time.monotonic() + SPARE < situation.deadline and not (drafts and drafts[0].chance >= SURE):
            yield from map(_following, consequences.propose(situation))
        yield from jumps(drafts, situation)

    def _others(self, situation: Situation, lessons: Lessons) -> Iterator[Scan]:
        """The texts that hold something of what was learned."""
        literals = _literals(lessons)
        if not literals:
            return
        for page in situation.library.holding(literals, situation.page.uri, OTHERS):
            if time.monotonic() > situation.deadline:
                return
            yield self.scan(page)

    def scan(self, page: Page) -> Scan:
        """The page, ready for searching. What was found in it before its last change is carried over."""
        scan = self._scans.pop(page.uri, None)
        if scan is None or not scan.is_of(page):
            scan = Scan(page, scan)
        scan.page = page
        self._scans[page.uri] = scan
        if len(self._scans) > PAGES:
            del self._scans[next(iter(self._scans))]
        return scan


def _gather(
    best: dict[tuple[str, int, int, tuple[str, ...]], Draft], evidence: Evidence, arguments: Arguments
) -> None:
    """Adds what can be done in one page. Of drafts that do the same the likeliest stays."""
    for draft in drafts_of(evidence):
        if stutters(draft) or arguments.stray(draft):
            continue
        draft.chance = chance_of(draft.family, draft.features)
        key = (draft.page.uri, draft.line, draft.count, draft.new)
        if key not in best or best[key].chance < draft.chance:
            best[key] = draft
        if time.monotonic() > evidence.situation.deadline:
            return


def _following(one: Candidate) -> Candidate:
    return msgspec.structs.replace(one, follows=True)


def _literals(lessons: Lessons) -> list[str]:
    found = ["".join(swap.old) for swap in lessons.swaps if swap.family == "replace"]
    for block in lessons.blocks:
        around = () if block.old else (block.above or "", block.below or "")
        found += [text.strip() for text in (*block.old, *around) if len(text.strip()) > 5]
    return list(dict.fromkeys(found))[:40]
