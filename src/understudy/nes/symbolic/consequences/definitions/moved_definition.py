"""A definition was written above an equal one of the same block: the lower one is left over and goes.

Only definitions of one line. `generators.deletions` proposes to delete the originals of a pasted block as a whole;
here one line of the edit is enough, since a variable is not defined twice with the same value.
"""

import re
from functools import lru_cache
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.definitions.block_lines import lines_below_in_block
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_TEXT_LINE_CHARS,
    MIN_MOVED_DEFINITION_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.symbolic.tokens import indentation
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_moved_definitions"]

PROBABILITY: Final = RuleProbability(0.75, StaleFeatures(stale=STALE_SHIFT))

_DEFINITION: Final = re.compile(
    r"\s*(?P<declared>(?:const|let|var|final|auto|val|static|int|char|bool|boolean|[A-Z]\w*(?:<[^=]*>)?)\s[\s*]*(?:mut\s+)?)?"
    r"[A-Za-z_$][\w$]*(?:\s*:(?![:=])[^=()]+)?\s*(?P<sign>:=|=(?![=>~]))\s*\S.*[(.].*[^\s\[({,]\s*\Z"
)
"""With a call or a member in the value: a simple one may be wanted twice."""
_ASSIGNING_LANGUAGES: Final = frozenset({"python", "ruby", "c"})
"""Languages in which an assignment without a keyword may define the variable."""


def propose_moved_definitions(context: RuleContext) -> list[Candidate]:
    """Propose to delete the definition that a recent edit repeats above it."""
    text = context.current_text
    found: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if edit.uri != text.snapshot.uri or edit.origin is EditOrigin.ACCEPTED:
            continue
        if not change.is_current(text) or context.is_past_deadline:
            continue
        for at in _definitions(edit.old, edit.new):
            line = _left_over(text, edit.line + at)
            if line is not None and not _is_edited(context, line):
                found.append(_candidate(text, change, line))
    return found


@lru_cache(maxsize=256)
def _definitions(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, ...]:
    """The lines of an edit that define a variable and were not there before."""
    kept = {line.strip() for line in old}
    return tuple(
        at
        for at, line in enumerate(new)
        if "=" in line
        and len(line.strip()) >= MIN_MOVED_DEFINITION_CHARS
        and len(line) <= MAX_TEXT_LINE_CHARS
        and line.strip() not in kept
        and _DEFINITION.match(line)
    )


def _is_edited(context: RuleContext, line: int) -> bool:
    return any(line in change.current_lines for change in context.changes_here)


def _left_over(text: SourceText, number: int) -> int | None:
    """The next equal line in the block of the definition."""
    raw = text.raw[number]
    if len(text.raw_lookup.lines_containing(raw.strip())) < 2:
        return None
    match = _DEFINITION.match(raw)
    is_declared = match is not None and bool(match["declared"] or match["sign"] == ":=")
    if not is_declared and text.language.id not in _ASSIGNING_LANGUAGES:
        return None
    for line in lines_below_in_block(text.raw, number, indentation(raw)):
        if text.raw[line].strip() == raw.strip():
            return line if text.code and text.code[line].strip() else None
    return None


def _candidate(text: SourceText, change: Change, line: int) -> Candidate:
    written = text.raw[line].strip()
    end = Point(line + 1, 0) if line + 1 < len(text.raw) else Point(line, len(text.raw[line]))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="moved-definition",
        pattern=f"moved {written}",
        topic=written,
        why="You wrote this definition above: it is not needed twice.",
        edits=(Replacement(Span(Point(line, 0), end), ""),),
        probability=PROBABILITY.estimate(StaleFeatures(change.age)),
    )
