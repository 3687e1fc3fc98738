"""Lines that went: the same lines elsewhere, lines like them, and lines that were only moved."""

from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.alignment import likeness
from understudy.nes.symbolic.block_figures import (
    TALLEST,
    edge,
    figures,
    longest_of,
    resembling,
    standing,
)
from understudy.nes.symbolic.confirming import confirmed as confirmed_by
from understudy.nes.symbolic.drafts import Draft
from understudy.nes.symbolic.evidence import Evidence, balance, log, short
from understudy.nes.symbolic.lessons import Block, body_of
from understudy.nes.symbolic.tokens import indent

__all__ = ["deleted", "moved", "thinned"]

_IMPORTS: Final = ("import ", "from ", "use ")
MOVED: Final = 14
"""Characters of a line that is not written twice by chance."""


def deleted(block: Block, evidence: Evidence) -> Iterator[Draft]:
    scan = evidence.scan
    body = body_of(block.old)
    longest = longest_of(body)
    if len(body[longest]) < 4 or len(body) > TALLEST:
        return
    starts = standing(body, scan)
    lesson = topic = f"- {short(body[longest])}"
    for line in evidence.nearest([n for n in starts if not evidence.touched(n, block.edit.serial)]):
        end = line + len(body)
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[end].strip() if end < len(scan.lines) else ""
        yield Draft(
            page=scan.page,
            line=line,
            count=len(body),
            new=(),
            family="delete",
            lesson=lesson,
            topic=topic,
            why=f"You deleted “{short(body[longest])}” elsewhere.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "above_same": float(over == edge(block.above)),
                "below_same": float(under == edge(block.below)),
                "places": log(len(starts)),
            },
        )


def thinned(block: Block, evidence: Evidence) -> Iterator[Draft]:
    """Lines like the one that was deleted, with other words in its holes."""
    scan = evidence.scan
    if len(block.old) != 1 or len(edge(block.old[0])) < 6:
        return
    text = edge(block.old[0])
    lesson = topic = f"- {short(text)}…"
    found = [
        (line, named)
        for line, named in resembling(block.old[0], scan)
        if not evidence.touched(line, block.edit.serial)
    ]
    near = set(evidence.nearest([line for line, _ in found]))
    confirmed = confirmed_by(block, evidence) if near else 0.0
    for line, named in found:
        if line not in near or balance([scan.lines[line]]):
            continue
        over = scan.lines[line - 1].strip() if line else ""
        under = scan.lines[line + 1].strip() if line + 1 < len(scan.lines) else ""
        yield Draft(
            page=scan.page,
            line=line,
            count=1,
            new=(),
            family="thin",
            lesson=lesson,
            topic=topic,
            why=f"You deleted a line like this, “{short(text)}”.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "above_same": float(over == edge(block.above)),
                "below_same": float(under == edge(block.below)),
                "alike": likeness(text, scan.lines[line]),
                "places": log(len(found)),
                "holes": float(len(named)),
                "same_depth": float(indent(block.old[0]) == indent(scan.lines[line])),
                "confirmed": confirmed,
            },
        )


def moved(block: Block, evidence: Evidence) -> Iterator[Draft]:
    """Lines that the user wrote where they also stand nearby: they were moved, and the old ones can go."""
    scan = evidence.scan
    if block.edit.revision:
        return  # typed, not pasted: the same line may be wanted twice
    lines = [line for line in block.new if line.strip()]
    if not lines or block.edit.uri != scan.page.uri or block.edit.line < 0 or len(lines) > TALLEST:
        return
    body = body_of(lines)
    longest = longest_of(body)
    if len(body[longest]) < MOVED and not body[longest].startswith(_IMPORTS):
        return
    known = standing(body, scan)
    written = range(block.edit.line, block.edit.line + len(block.edit.new))
    others = [line for line in known if line not in written and not evidence.fresh(line)]
    lesson = topic = f"moved {short(body[longest])}"
    for line in evidence.nearest(others):
        yield Draft(
            page=scan.page,
            line=line,
            count=len(body),
            new=(),
            family="moved",
            lesson=lesson,
            topic=topic,
            why=f"You wrote “{short(body[longest])}” anew nearby.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "copies": log(len(others) - 1),
                "away": log(min(abs(line - written.start), abs(line - written.stop))),
                "same_depth": float(indent(lines[0]) == indent(scan.lines[line])),
                "whole_edit": float(len(block.new) == len(block.edit.new)),
                "import": float(body[longest].startswith((*_IMPORTS, "const "))),
            },
        )
