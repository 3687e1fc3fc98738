"""The symbolic engine: learn from the last edits, look where that applies, weigh, and answer the best first."""

import time
from typing import Final

from understudy.nes.port import Candidate, Situation, Verdict
from understudy.nes.symbolic.chance import chance_of
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence
from understudy.nes.symbolic.lessons import Lessons, learn
from understudy.nes.symbolic.repeating import combined, drafts_of
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.values import Point, Replacement, Span

__all__ = ["SymbolicEngine"]

EDITS: Final = 12
"""How far back an edit is learned from."""


class SymbolicEngine:
    def drafts(self, situation: Situation) -> list[Draft]:
        lessons = learn(situation.edits, EDITS)
        scans = [Scan(situation.page)]
        literals = _literals(lessons)
        if literals:
            scans += [Scan(page) for page in situation.library.holding(literals, situation.page.uri, 6)]
        best: dict[tuple[str, int, int, tuple[str, ...]], Draft] = {}
        for scan in scans:
            if time.monotonic() > situation.deadline:
                break
            for draft in drafts_of(Evidence(scan, situation, lessons)):
                draft.chance = chance_of(draft.family, draft.features)
                key = (draft.page.uri, draft.line, draft.count, draft.new)
                if key not in best or best[key].chance < draft.chance:
                    best[key] = draft
        drafts = list(best.values())
        drafts += combined(drafts)
        return sorted(drafts, key=lambda draft: -draft.chance)

    def propose(self, situation: Situation) -> Verdict:
        candidates = tuple(candidate(draft) for draft in self.drafts(situation)[:20])
        return Verdict(candidates=candidates, reason="" if candidates else "nothing-learned")


def _literals(lessons: Lessons) -> list[str]:
    found = ["".join(swap.old) for swap in lessons.swaps if swap.family == "replace"]
    for block in lessons.blocks:
        for text in (*block.old, *(line for line in (block.above, block.below) if line and not block.old)):
            if len(text.strip()) > 5:
                found.append(text.strip())
    return list(dict.fromkeys(found))[:40]


def candidate(draft: Draft) -> Candidate:
    lines = draft.page.lines
    if draft.count == 0 and draft.line >= len(lines):
        span = Span(Point(len(lines) - 1, len(lines[-1])), Point(len(lines) - 1, len(lines[-1])))
        text = "\n" + "\n".join(draft.new)
    elif not draft.new or draft.count == 0:
        end = draft.line + draft.count
        if end < len(lines):
            span = Span(Point(draft.line, 0), Point(end, 0))
        else:
            start = Point(draft.line - 1, len(lines[draft.line - 1])) if draft.line else Point(0, 0)
            span = Span(start, Point(len(lines) - 1, len(lines[-1])))
        text = "".join(line + "\n" for line in draft.new)
    else:
        last = draft.line + draft.count - 1
        span = Span(Point(draft.line, 0), Point(last, len(lines[last])))
        text = "\n".join(draft.new)
    return Candidate(
        kind="edit",
        uri=draft.page.uri,
        chance=draft.chance,
        family=draft.family,
        lesson=draft.lesson,
        why=draft.why,
        edits=(Replacement(span, text),),
    )
