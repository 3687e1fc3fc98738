"""Where what the user did applies again, over all kinds of lessons; and several of them in one line."""

from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.blocks import replaced
from understudy.nes.symbolic.calls import recalled
from understudy.nes.symbolic.deletions import deleted, moved, thinned
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence
from understudy.nes.symbolic.insertions import inserted
from understudy.nes.symbolic.lessons import Block, body_of
from understudy.nes.symbolic.manners import restyled
from understudy.nes.symbolic.spellings import respelled
from understudy.nes.symbolic.swaps import swapped

__all__ = ["combined", "drafts_of"]

SURE: Final = 0.3


def drafts_of(evidence: Evidence) -> Iterator[Draft]:
    lessons = evidence.lessons
    for swap in lessons.swaps:
        yield from (respelled(swap, evidence) if swap.family == "partial" else swapped(swap, evidence))
    yield from recalled(lessons.lines, evidence)
    yield from restyled(lessons.lines, evidence)
    covered: dict[int, set[int]] = {}
    seen: set[tuple[tuple[str, ...], ...]] = set()
    for block in lessons.blocks:
        what = (body_of(block.old), body_of(block.new))
        around = () if block.old else (body_of((block.above or "", block.below or "")),)
        if (*what, *around) in seen:
            continue  # a newer edit did the same
        seen.add((*what, *around))
        edit = block.edit
        whole = (block.old, block.new) == (edit.old, edit.new)
        done = covered.setdefault(edit.serial, set())
        for draft in _of_block(block, evidence):
            if whole and draft.family == "again" and draft.count > 1:
                done.update(range(draft.line, draft.line + draft.count))
            if whole or draft.line not in done:
                yield draft


def _of_block(block: Block, evidence: Evidence) -> Iterator[Draft]:
    """Where all of an edit applies again, a part of it alone would leave the place half done: see the caller."""
    if block.age == 0 and block.new:
        yield from moved(block, evidence)
    if not block.old:
        yield from inserted(block, evidence)
    elif not block.new:
        yield from deleted(block, evidence)
        yield from thinned(block, evidence)
    else:
        yield from replaced(block, evidence)


def combined(drafts: list[Draft]) -> Iterator[Draft]:
    """Lines that several replacements apply to, with all that are likely: one alone leaves the line half done."""
    lines: dict[tuple[str, int], list[Draft]] = {}
    for draft in drafts:
        if draft.swap is not None and draft.count == 1 and draft.family in ("replace", "variant", "context"):
            lines.setdefault((draft.page.uri, draft.line), []).append(draft)
    for group in lines.values():
        likely = [draft for draft in group if draft.chance >= SURE]
        if len(likely) < 2:
            continue
        likely.sort(key=lambda draft: -len("".join(draft.swap[0] if draft.swap else ())))
        text = likely[0].page.lines[likely[0].line]
        new = text
        chance = 1.0
        for draft in likely:
            old, result = draft.swap or ((), ())
            if "".join(old) in new:
                new = new.replace("".join(old), "".join(result))
                chance = min(chance, draft.chance)
        if new not in (text, *(draft.new[0] for draft in likely)):
            first = likely[0]
            for draft in likely:
                draft.chance *= 1 - chance
            yield Draft(
                page=first.page, line=first.line, count=1, new=tuple(new.split("\n")), family="several",
                lesson=first.lesson, topic=first.topic, why=first.why, features=first.features, chance=chance,
            )  # fmt: skip
