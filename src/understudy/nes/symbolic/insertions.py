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
    places = _insertions(block, scan)
    known = list(places)
    confirmed = confirmed_by(block, evidence) if places else 0.0
    lesson, topic = f"+ {short(first)}", f"+ {short(first)}"
    opened = evidence.opened()
    free = [n for n in known if n == opened or not evidence.touched(n, block.edit.serial)]
    for line in evidence.nearest(free):
        before, after, named = places[line]
        lines = tuple(renamed(text, named) for text in shifted(block.new, before, after))
        height = len(lines) + 1
        around = {text.strip() for text in scan.lines[max(0, line - height) : line + height]}
        if any(text and text in around for text in body_of(lines)):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under_at = line + (line == opened)  # the empty line will be filled
        under = scan.lines[under_at].strip() if under_at < len(scan.lines) else ""
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
                "above_same": float(over == above),
                "below_same": float(under == below),
                "both_same": float(over == above and under == below),
                "above_alike": likeness(over, above),
                "below_alike": likeness(under, below),
                "both_alike": likeness(over, above) * likeness(under, below),
                "above_length": log(len(above)) * (over == above),
                "below_length": log(len(below)) * (under == below),
                "places": log(len(places)),
                "holes": float(bool(named)),
                "used": float(any(word in tokens(text) for text in block.new for word in named)),
                "deep": float(indent(block.new[0]) != ""),
                "text_known": float(len(scan.alike(first)) > 1),
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
