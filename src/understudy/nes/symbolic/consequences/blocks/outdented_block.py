"""Lines lost some of their indentation: the next paragraph of the same block follows.

A paragraph ends at an empty line. It belongs to the block if every line of it is indented at least as far as the
lines were before the edit; then it would be left behind. Lines that got more indentation say nothing about the next
ones.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_OUTDENTED_LINES
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import Edit, Point, Replacement, Span

__all__ = ["propose_outdented_blocks"]

PROBABILITY: Final = RuleProbability(0.75, StaleFeatures(stale=2 * STALE_SHIFT))


def propose_outdented_blocks(context: RuleContext) -> list[Candidate]:
    """Propose to take the same indentation from the paragraph below the newest edit."""
    text = context.current_text
    for change in context.changes[:1]:
        if change.edit.uri != text.snapshot.uri or not change.is_current(text):
            continue
        removed, base = _lost_indentation(change.edit)
        paragraph = _next_paragraph(text.raw, change.current_lines.stop)
        if not removed or not 0 < len(paragraph) <= MAX_OUTDENTED_LINES:
            continue
        if not all(text.raw[line].startswith(base) for line in paragraph):
            continue
        return [
            Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="outdented-block",
                pattern="less indentation",
                why="The lines above have less indentation now.",
                edits=tuple(
                    Replacement(Span(Point(line, 0), Point(line, removed)), "") for line in paragraph
                ),
                probability=PROBABILITY.estimate(StaleFeatures(change.age)),
            )
        ]
    return []


def _lost_indentation(edit: Edit) -> tuple[int, str]:
    """How much indentation the last lines of the edit have lost, and the least that they had; 0 if none.

    Brackets alone are no lines that moved: they may close another block.
    """
    removed, base = 0, ""
    has_words = False
    for old, new in zip(reversed(edit.old), reversed(edit.new), strict=False):
        size = len(old) - len(new)
        if not new.strip() or size <= 0 or size != (removed or size) or old[size:] != new:
            break
        indent = indentation(old)
        if len(indent) < size:
            break
        removed, base = size, min(base or indent, indent, key=len)
        has_words = has_words or any(char.isalnum() for char in new)
    return (removed, base) if has_words else (0, "")


def _next_paragraph(lines: Sequence[str], end: int) -> range:
    """The lines up to the next empty one, below the empty lines behind `end`; none if there are none between."""
    start = end
    while start < len(lines) and not lines[start].strip():
        start += 1
    stop = start
    while start > end and stop < len(lines) and lines[stop].strip():
        stop += 1
    return range(start, stop)
