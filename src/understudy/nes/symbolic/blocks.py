"""Lines that became others: the same lines elsewhere, and lines like them with other words in the holes."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import likeness, token_changes
from understudy.nes.symbolic.analogy import apart, holes, merge
from understudy.nes.symbolic.block_figures import (
    RESEMBLING,
    TALLEST,
    edge,
    figures,
    longest_of,
    shifted,
)
from understudy.nes.symbolic.confirming import confirmed as confirmed_by
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, log, short
from understudy.nes.symbolic.lessons import Block
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import indent, is_word, tokens

__all__ = ["replaced"]

ALIKE: Final = 0.5
COMMON: Final = 120
"""A word that stands in more places finds nothing."""
COMPARED: Final = 32
"""Lines that are compared: those that share the most words."""
LONGEST: Final = 1500
"""Characters of a block that is compared."""
NEIGHBOURS: Final = 6
"""Lines around an edit that are compared whatever their words."""


def replaced(block: Block, evidence: Evidence) -> Iterator[Draft]:
    if len(block.old) > TALLEST or len(block.new) > TALLEST:
        return
    scan = evidence.scan
    depth = indent(block.old[0])
    old = "\n".join(shifted(block.old, depth, ""))
    new = "\n".join(shifted(block.new, depth, ""))
    if old == new:
        return
    size = len(block.old)
    found = [line for line in _starts(block, scan) if not evidence.touched(line, block.edit.serial)]
    confirmed = confirmed_by(block, evidence) if found else 0.0
    topic = short(block.old[0].strip())
    lesson = f"{topic} → {short(block.new[0].strip())}"
    for line in evidence.nearest(found):
        lines = scan.lines[line : line + size]
        here = indent(lines[0]) if lines else ""
        other = "\n".join(shifted(lines, here, ""))
        alike = likeness(old, other)
        if len(lines) < size or len(other) > LONGEST or (alike < ALIKE and holes(old, other) is None):
            continue
        result = merge(old, new, other)
        if result is None or result == other:
            continue
        differences, beside = apart(old, new, other)
        made = tuple(here + text if text.strip() else text for text in result.split("\n"))
        if list(made) == lines:
            continue
        yield Draft(
            page=scan.page,
            line=line,
            count=size,
            new=made,
            family="again" if other == old else "analogy",
            lesson=lesson,
            topic=topic,
            why=f"You changed “{topic}” in this way.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "alike": alike,
                "kept": likeness(old, new),
                "above_same": float(line > 0 and scan.lines[line - 1].strip() == edge(block.above)),
                "below_same": float(
                    line + size < len(scan.lines) and scan.lines[line + size].strip() == edge(block.below)
                ),
                "places": log(len(found)),
                "holes": float(holes(old, other) is not None),
                "grown": float(len(block.new) > len(block.old)),
                "numbers": float(_only_numbers(old, new)),
                "differences": log(differences),
                "beside": float(beside),
                "confirmed": confirmed,
            },
        )


def _only_numbers(old: str, new: str) -> bool:
    words = tokens(old)
    return all(
        word[0].isdigit() for op in token_changes(old, new) for word in (*words[op.start : op.end], *op.new)
    )


def _starts(block: Block, scan: Scan) -> list[int]:
    """Lines where a block like this one may begin."""
    longest = longest_of(block.old)
    text = block.old[longest].strip()
    if len(text) < 3:
        return []
    hits: Counter[int] = Counter()
    told = dict.fromkeys(word for word in tokens(text) if is_word(word) and len(word) > 2)
    words = sorted(told, key=len, reverse=True)
    for word in words[:4]:
        places = scan.find((word,))
        if len(places) <= COMMON:
            hits.update({line - longest for line, _ in places})
    found = {line for line, _ in hits.most_common(COMPARED)} | {line - longest for line in scan.alike(text)}
    siblings = _siblings(block, scan)
    ranked = sorted(
        (-likeness(text, scan.lines[line + longest]), line)
        for line in found | siblings
        if line >= 0 and line + longest < len(scan.lines)
    )
    return [line for alike, line in ranked[:RESEMBLING] if -alike >= ALIKE or line in siblings]


def _siblings(block: Block, scan: Scan) -> set[int]:
    """The lines around the edit: neighbours are often changed alike, though they share few words."""
    edit = block.edit
    if edit.uri != scan.page.uri or edit.line < 0:
        return set()
    end = edit.line + len(edit.new)
    return {*range(max(0, edit.line - NEIGHBOURS), edit.line), *range(end, end + NEIGHBOURS)}
