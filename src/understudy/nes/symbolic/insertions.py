"""Lines that came, at places like the first: after or before lines like those around it."""

from collections.abc import Iterator

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.analogy import renamed
from understudy.nes.symbolic.block_figures import (
    TALLEST,
    edge,
    figures,
    resembling,
    shifted,
)
from understudy.nes.symbolic.confirming import confirmed as confirmed_by
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, balance, log, short
from understudy.nes.symbolic.lessons import Block, body_of
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import indent, tokens

__all__ = ["inserted"]


def inserted(block: Block, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    above, below = edge(block.above), edge(block.below)
    first = next((line.strip() for line in block.new if line.strip()), "")
    if len(block.new) > TALLEST or not first or balance(block.new):
        return
    places = scan.once(("insertions", block.above, block.below), lambda: _insertions(block, scan))
    if not places:
        return
    confirmed = confirmed_by(block, evidence)
    lesson, topic = f"+ {short(first)}", f"+ {short(first)}"
    used = {word for text in block.new for word in tokens(text)}
    height = len(block.new) + 1
    lengths = log(len(above)), log(len(below))
    known = float(len(scan.alike(first)) > 1)
    deep = float(indent(block.new[0]) != "")
    opened = evidence.opened()
    free = [n for n in places if n == opened or not evidence.touched(n, block.edit.serial)]
    for line in evidence.nearest(free):
        before, after, named = places[line]
        lines = tuple([renamed(text, named) for text in shifted(block.new, before, after)])
        around = body_of(scan.lines[max(0, line - height) : line + height])
        if any(text and text in around for text in body_of(lines)):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under_at = line + (line == opened)  # the empty line will be filled
        under = scan.lines[under_at].strip() if under_at < len(scan.lines) else ""
        above_same, below_same = over == above, under == below
        above_alike, below_alike = likeness(over, above), likeness(under, below)
        yield Draft(
            page=scan.page,
            line=line,
            count=0,
            new=lines,
            family="insert",
            lesson=lesson,
            topic=topic,
            why=f"You inserted “{short(first)}” at a place like this.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "fresh": float(line != opened and evidence.fresh(line)),
                "opened": float(line == opened),
                "above_same": float(above_same),
                "below_same": float(below_same),
                "both_same": float(above_same and below_same),
                "above_alike": above_alike,
                "below_alike": below_alike,
                "both_alike": above_alike * below_alike,
                "above_length": lengths[0] * above_same,
                "below_length": lengths[1] * below_same,
                "places": log(len(places)),
                "holes": float(bool(named)),
                "used": float(not used.isdisjoint(named)),
                "deep": deep,
                "text_known": known,
                "confirmed": confirmed,
            },
        )


def _insertions(block: Block, scan: Scan) -> dict[int, tuple[str, str, dict[str, str]]]:
    """Where lines like those around the insertion stand: depth there, depth here, and what is named otherwise."""
    places: dict[int, tuple[str, str, dict[str, str]]] = {}
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line in scan.alike(edge(anchor)):
            places.setdefault(line + offset, (indent(anchor or ""), indent(scan.lines[line]), {}))
    for anchor, offset in ((block.above, 1), (block.below, 0)):
        for line, named in resembling(anchor, scan):
            places.setdefault(line + offset, (indent(anchor or ""), indent(scan.lines[line]), named))
    return places
