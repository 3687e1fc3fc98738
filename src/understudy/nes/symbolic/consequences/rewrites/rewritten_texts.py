"""Texts put together from pieces that the user wrote as interpolated strings: the others of the text follow.

Two examples are needed. A repetition that makes anything else of such a text is dropped, after one example as well.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITE_CANDIDATES,
    MAX_REWRITE_EDITS,
    MAX_REWRITTEN_LINES,
    MAX_TEXT_LINE_CHARS,
    MIN_REWRITE_EXAMPLES,
)
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rewrites.text_compositions import (
    COMPOSITION_LANGUAGES,
    convert_compositions,
    find_compositions,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.syntax import language_of
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["drop_other_compositions", "propose_rewritten_texts"]

_JOINED: Final = re.compile(r"[\"')\]\w]\s*(\+|%|\.format\()")


class _Rewrite(NamedTuple):
    family: str
    operators: frozenset[str]
    """What puts the pieces of the examples together."""
    pattern: RewritePattern


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


def propose_rewritten_texts(context: RuleContext) -> list[Candidate]:
    """Propose interpolated strings for the texts that are put together as two examples were."""
    rewrite = context.once(_find_rewrite)
    text = context.current_text
    if rewrite is None or rewrite.pattern.agreeing < MIN_REWRITE_EXAMPLES or not text.code:
        return []
    if text.language.family != rewrite.family:
        return []
    lines = {line for one in rewrite.operators for line in text.raw_lookup.iterate_containing(one)}
    cursor = context.situation.cursor.line
    candidates: list[Candidate] = []
    for line in sorted(lines, key=lambda line: (line < cursor, line)):
        written = text.raw[line]
        if len(written) > MAX_TEXT_LINE_CHARS or (line and text.code[line - 1].rstrip().endswith("+")):
            continue
        found = [
            one
            for one in find_compositions(written, rewrite.family)
            if _operator(written[one.start : one.end]) in rewrite.operators
            and any(char in "+%." for char in text.code[line][one.start : one.end])
        ]
        if not found:
            continue
        edits = [Replacement(Span(Point(line, one.start), Point(line, one.end)), one.new) for one in found]
        candidates.append(
            rewrite_candidate(context, text, rewrite.pattern, Point(line, found[0].start), edits)
        )
        if len(candidates) == MAX_REWRITE_CANDIDATES:
            break
    return candidates


def _find_rewrite(context: RuleContext) -> _Rewrite | None:
    family = context.current_text.language.family
    if family not in COMPOSITION_LANGUAGES:
        return None
    seen: list[tuple[str, int, int]] = []
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or edit.is_consequence:
            continue
        if edit.origin is EditOrigin.ACCEPTED:
            continue
        for old, new in zip(edit.old, edit.new, strict=True):
            if old != new and len(old) <= MAX_TEXT_LINE_CHARS and convert_compositions(old, family) == new:
                seen.append((old, age, edit.serial))
    operators = {
        _operator(old[one.start : one.end]) for old, _, _ in seen for one in find_compositions(old, family)
    }
    if not seen:
        return None
    pattern = RewritePattern(
        family="text-rewritten",
        pattern="interpolated strings",
        topic="interpolated strings",
        why="You wrote texts that were put together as interpolated strings.",
        agreeing=len({old for old, _, _ in seen}),
        age=seen[0][1],
        first_serial=min(serial for _, _, serial in seen),
    )
    return _Rewrite(family, frozenset(operators), pattern)


def _operator(composition: str) -> str:
    match = _JOINED.search(re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", '""', composition))
    return match[1] if match is not None else ""


def drop_other_compositions(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that make something else of a text than an interpolated string."""
    rewrite = context.once(_find_rewrite)
    if rewrite is None:
        return candidates
    return [one for one in candidates if not _is_other_text(one, rewrite)]


def _is_other_text(candidate: LineCandidate, rewrite: _Rewrite) -> bool:
    if candidate.line_count != 1 or len(candidate.new) != 1:
        return False
    if language_of(candidate.snapshot).family != rewrite.family:
        return False
    old, new = candidate.snapshot.lines[candidate.line], candidate.new[0]
    converted = convert_compositions(old, rewrite.family) if len(old) <= MAX_TEXT_LINE_CHARS else None
    is_interpolated = any(mark in new and mark not in old for mark in ("`", 'f"', "f'", "#{"))
    return converted is not None and is_interpolated and new != converted
