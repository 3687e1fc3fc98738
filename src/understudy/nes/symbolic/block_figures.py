"""What the lessons about whole lines share: their figures, their depth, and lines that resemble one another."""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.port import Edit
from understudy.nes.symbolic.analogy import holes
from understudy.nes.symbolic.evidence import Evidence, balance, log
from understudy.nes.symbolic.lessons import Block, body_of
from understudy.nes.symbolic.scanning import Scan
from understudy.nes.symbolic.tokens import is_word, tokens

__all__ = [
    "RESEMBLING",
    "TALLEST",
    "body_of",
    "edge",
    "figures",
    "resembling",
    "shifted",
]

TALLEST: Final = 10
"""Lines of a block that is offered again."""
RESEMBLING: Final = 16
"""Lines that are compared with one that was changed."""

_NAMING: Final = re.compile(
    r"\s*(?:from\s+\S+\s+import\s+|import\s+|use\s+)(?P<import>.*)"
    r"|\s*(?:export\s+)?(?:const|let|var|mut)?\s*(?P<name>\w+)\s*(?::[^=:]+)?:?=(?!=)"
)
_WORDS: Final = re.compile(r"[^\W\d]\w*")


def edge(text: str | None) -> str:
    return "" if text is None else text.strip()


def shifted(lines: Sequence[str], before: str, after: str) -> tuple[str, ...]:
    """The lines moved from one depth to another."""
    if before == after:
        return tuple(lines)
    size = len(before)
    return tuple(
        [after + line[size:] if line.startswith(before) and line.strip() else line for line in lines]
    )


def longest_of(body: Sequence[str]) -> int:
    """Which line says the most."""
    return max(range(len(body)), key=lambda number: len(body[number].strip()))


def standing(body: tuple[str, ...], scan: Scan) -> list[int]:
    """Where these lines stand one after the other, at any depth."""
    longest = longest_of(body)
    return [
        line - longest
        for line in scan.alike(body[longest])
        if line >= longest and body_of(scan.lines[line - longest : line - longest + len(body)]) == body
    ]


def figures(block: Block, evidence: Evidence, line: int, lesson: str, topic: str) -> dict[str, float]:
    """The figures of the lesson, which are the same at all places, and those of the place."""
    known = evidence.known.get(id(block))
    if known is None:
        known = evidence.known[id(block)] = _lesson_figures(block, evidence, lesson, topic)
    edits, shared = known
    return {**shared, **evidence.place(line, edits)}


def _lesson_figures(
    block: Block, evidence: Evidence, lesson: str, topic: str
) -> tuple[list[Edit], dict[str, float]]:
    body = (body_of(block.old), body_of(block.new))
    same = evidence.lessons.bodies[body]
    edits = [other.edit for other in same]
    key = ("\n", *body_of(block.old or (block.above or "", block.below or "")))
    return edits, {
        **evidence.lesson(edits, min(other.age for other in same), lesson, topic),
        "old_lines": log(len(block.old)),
        "new_lines": log(len(block.new)),
        "old_length": log(sum(map(len, body[0]))),
        "new_length": log(sum(map(len, body[1]))),
        "whole": float((block.old, block.new) == (block.edit.old, block.edit.new)),
        "unbalanced": float(balance(block.old) != balance(block.new)),
        "rivals": log(evidence.lessons.outcomes.get(key, 1) - 1),
        "names_used": float(_named_elsewhere(block.new or block.old, evidence.scan)),
        "names_something": float(any(_NAMING.match(text) for text in block.new or block.old)),
    }


def _named_elsewhere(lines: Sequence[str], scan: Scan) -> bool:
    """Whether a name that these lines import or assign is used in other lines of the page."""
    for text in lines:
        match = _NAMING.match(text)
        if match is None:
            continue
        body = text.strip()
        for word in _WORDS.findall(match["import"] or match["name"] or ""):
            if len(word) > 1 and any(scan.lines[line].strip() != body for line, _ in scan.find((word,))):
                return True
    return False


def resembling(anchor: str | None, scan: Scan) -> list[tuple[int, dict[str, str]]]:
    """Lines that are the anchor with other words in its holes."""
    found: list[tuple[int, dict[str, str]]] = []
    bare = edge(anchor)
    words = tokens(bare)
    if len(words) < 3 or len(bare) < 6:
        return found
    for line in _sharing(words, scan):
        named = holes(anchor or "", scan.lines[line])
        if named:
            found.append((line, named))
            if len(found) >= RESEMBLING:
                break
    return found


def _sharing(words: tuple[str, ...], scan: Scan) -> list[int]:
    """Lines that hold the first word, or the longest."""
    first = words[0]
    lines = [line for line, _ in scan.find((first,))] if is_word(first) and len(first) > 1 else []
    if lines:
        return lines
    longest = max((word for word in words if not word.isspace()), key=len)
    return [line for line, _ in scan.find((longest,))]
