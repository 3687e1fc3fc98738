"""Type aliases of C++ that the user wrote with `using` in place of `typedef`: the other ones of the text follow.

Pointers to functions and arrays, too. A repetition that makes anything else of a `typedef` is dropped.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITE_CANDIDATES,
    MAX_REWRITE_EDITS,
    MAX_REWRITTEN_LINES,
    MAX_TEXT_LINE_CHARS,
)
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["drop_other_aliases", "propose_type_aliases"]

_TYPEDEF: Final = re.compile(r"(\s*)typedef\s+(?!struct\b|union\b|enum\b|class\b)(.+?)\s*;(.*)")
_POINTER: Final = re.compile(r"(.+?)\s*\(\s*((?:\w+::)*[*&]+)\s*(\w+)\s*\)\s*(\(.*\)|(?:\[[^\]]*\])+)")
_FUNCTION: Final = re.compile(r"(.+?[\s*&>])(\w+)\s*(\([^()]*\))")
_ARRAY: Final = re.compile(r"(.+?[\s*&>])(\w+)\s*((?:\[[^\]]*\])+)")
_PLAIN: Final = re.compile(r"(.+[\s*&>])(\w+)")
_ANGLES: Final = re.compile(r"<[^<>]*>|\([^()]*\)")


_Candidate = TypeVar("_Candidate", bound=LineCandidate)


@lru_cache(maxsize=256)
def _converted(line: str) -> str | None:
    """Return the line with `using`; None if it is no `typedef` of one name."""
    match = _TYPEDEF.fullmatch(line)
    if match is None:
        return None
    indent, body, behind = match.groups()
    flat = body
    while (shorter := _ANGLES.sub("", flat)) != flat:
        flat = shorter
    if "," in flat:
        return None
    if (found := _POINTER.fullmatch(body)) is not None:
        name, written = found[3], f"{found[1]} ({found[2]}){found[4]}"
    elif (found := _FUNCTION.fullmatch(body)) is not None:
        name, written = found[2], f"{found[1].rstrip()}{found[3]}"
    elif (found := _ARRAY.fullmatch(body)) is not None or (found := _PLAIN.fullmatch(body)) is not None:
        name, written = found[2], found[1].rstrip() + (found[3] if len(found.groups()) > 2 else "")
    else:
        return None
    return f"{indent}using {name} = {written};{behind}"


def propose_type_aliases(context: RuleContext) -> list[Candidate]:
    """Propose `using` for the lines with `typedef`."""
    text = context.current_text
    pattern = context.once(_find_pattern)
    if pattern is None or not text.code:
        return []
    cursor = context.situation.cursor.line
    candidates: list[Candidate] = []
    lines = text.code_lookup.lines_containing("typedef")
    for line in sorted(lines, key=lambda line: (line < cursor, line)):
        new = _converted(text.raw[line]) if len(text.raw[line]) <= MAX_TEXT_LINE_CHARS else None
        if new is not None:
            span = Span(Point(line, 0), Point(line, len(text.raw[line])))
            candidates.append(rewrite_candidate(context, text, pattern, span.start, [Replacement(span, new)]))
    return candidates[:MAX_REWRITE_CANDIDATES]


def _find_pattern(context: RuleContext) -> RewritePattern | None:
    seen: list[tuple[str, int, int]] = []
    if context.current_text.language.id != "cpp":
        return None
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or edit.is_consequence:
            continue
        if edit.origin is not EditOrigin.ACCEPTED:
            seen += [
                (old, age, edit.serial)
                for old, new in zip(edit.old, edit.new, strict=True)
                if "typedef" in old and _converted(old) == new
            ]
    if not seen:
        return None
    return RewritePattern(
        family="alias-rewritten",
        pattern="typedef → using",
        topic="typedef",
        why="You wrote using in place of typedef.",
        agreeing=len(seen),
        age=seen[0][1],
        first_serial=min(serial for _, _, serial in seen),
    )


def drop_other_aliases(context: RuleContext, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """Return the candidates without those that make something else of a `typedef`."""
    if context.once(_find_pattern) is None:
        return candidates
    return [
        one
        for one in candidates
        if one.line_count != 1
        or not one.new
        or "typedef" not in one.snapshot.lines[one.line]
        or "using" not in one.new[0]
        or one.new[0] == _converted(one.snapshot.lines[one.line])
    ]
