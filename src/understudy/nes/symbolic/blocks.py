"""Lines that became others: the same lines elsewhere, and lines like them with other words in the holes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

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
COMPARED: Final = 20
"""Lines that are compared: those that share the most words."""
LONGEST: Final = 1500
"""Characters of a block that is compared."""
NEIGHBOURS: Final = 6
"""Lines around an edit that are compared whatever their words."""


class _Pattern(NamedTuple):
    """What there is to say about a block wherever it is looked for."""

    old: str
    new: str
    """Its lines, without the depth of the first."""
    topic: str
    lesson: str
    longest: int
    text: str
    """The line that says the most, and which it is."""
    words: tuple[str, ...]
    """Its words that are worth looking for."""
    numbers: bool
    """Nothing but numbers changed."""


def replaced(block: Block, evidence: Evidence) -> Iterator[Draft]:
    if len(block.old) > TALLEST or len(block.new) > TALLEST:
        return
    scan = evidence.scan
    pattern = _pattern(block.old, block.new)
    old, new, topic, lesson = pattern[:4]
    if old == new:
        return
    size = len(block.old)
    found = [line for line in _starts(block, pattern, scan) if not evidence.touched(line, block.edit.serial)]
    confirmed = confirmed_by(block, evidence) if found else 0.0
    above, below = edge(block.above), edge(block.below)
    kept = likeness(old, new)
    for line in evidence.nearest(found):
        site = _site(old, new, tuple(scan.lines[line : line + size]), size)
        if site is None:
            continue
        yield Draft(
            page=scan.page,
            line=line,
            count=size,
            new=site.made,
            family=site.family,
            lesson=lesson,
            topic=topic,
            why=f"You changed “{topic}” in this way.",
            features={
                **figures(block, evidence, line, lesson, topic),
                "alike": site.alike,
                "kept": kept,
                "above_same": float(line > 0 and scan.lines[line - 1].strip() == above),
                "below_same": float(
                    line + size < len(scan.lines) and scan.lines[line + size].strip() == below
                ),
                "places": log(len(found)),
                "holes": site.holes,
                "grown": float(len(block.new) > len(block.old)),
                "numbers": float(pattern.numbers),
                "differences": site.differences,
                "beside": site.beside,
                "confirmed": confirmed,
            },
        )


class _Site(NamedTuple):
    """What a block makes of some lines, and how they differ from its own."""

    made: tuple[str, ...]
    family: str
    alike: float
    holes: float
    differences: float
    beside: float


@lru_cache(maxsize=1024)
def _site(old: str, new: str, lines: tuple[str, ...], size: int) -> _Site | None:
    """None where it does not apply."""
    if len(lines) < size:
        return None
    here = indent(lines[0])
    other = "\n".join(shifted(lines, here, ""))
    if len(other) > LONGEST:
        return None
    alike = likeness(old, other)
    named = holes(old, other)
    if alike < ALIKE and named is None:
        return None
    result = merge(old, new, other)
    if result is None or result == other:
        return None
    differences, beside = apart(old, new, other)
    made = tuple(here + text if text.strip() else text for text in result.split("\n"))
    if made == lines:
        return None
    family = "again" if other == old else "analogy"
    return _Site(made, family, alike, float(named is not None), log(differences), float(beside))


def _only_numbers(old: str, new: str) -> bool:
    words = tokens(old)
    return all(
        word[0].isdigit() for op in token_changes(old, new) for word in (*words[op.start : op.end], *op.new)
    )


@lru_cache(maxsize=512)
def _pattern(old: tuple[str, ...], new: tuple[str, ...]) -> _Pattern:
    depth = indent(old[0])
    one, other = "\n".join(shifted(old, depth, "")), "\n".join(shifted(new, depth, ""))
    topic = short(old[0].strip())
    longest = longest_of(old)
    text = old[longest].strip()
    told = dict.fromkeys(word for word in tokens(text) if is_word(word) and len(word) > 2)
    words = tuple(sorted(told, key=len, reverse=True)[:4])
    lesson = f"{topic} → {short(new[0].strip())}"
    return _Pattern(one, other, topic, lesson, longest, text, words, _only_numbers(one, other))


def _starts(block: Block, pattern: _Pattern, scan: Scan) -> list[int]:
    """Lines where a block like this one may begin."""
    text, longest = pattern.text, pattern.longest
    if len(text) < 3:
        return []
    siblings = _siblings(block, scan)
    return scan.once(("starts", text, longest, siblings), lambda: _look(pattern, siblings, scan))


def _look(pattern: _Pattern, siblings: tuple[range, ...], scan: Scan) -> list[int]:
    text, longest = pattern.text, pattern.longest
    hits: dict[int, int] = {}
    for word in pattern.words:
        places = scan.find((word,))
        if len(places) <= COMMON:
            for line in {line - longest for line, _ in places}:
                hits[line] = hits.get(line, 0) + 1
    likely = hits if len(hits) <= COMPARED else sorted(hits, key=lambda line: -hits[line])[:COMPARED]
    found = {line - longest for line in scan.alike(text)}.union(likely, *siblings)
    lines = scan.lines
    last = len(lines) - longest
    ranked = sorted([(-likeness(text, lines[line + longest]), line) for line in found if 0 <= line < last])
    return [
        line
        for alike, line in ranked[:RESEMBLING]
        if -alike >= ALIKE or any(line in beside for beside in siblings)
    ]


def _siblings(block: Block, scan: Scan) -> tuple[range, ...]:
    """The lines around the edit: neighbours are often changed alike, though they share few words."""
    edit = block.edit
    if edit.uri != scan.page.uri or edit.line < 0:
        return ()
    end = edit.line + len(edit.new)
    return range(max(0, edit.line - NEIGHBOURS), edit.line), range(end, end + NEIGHBOURS)
