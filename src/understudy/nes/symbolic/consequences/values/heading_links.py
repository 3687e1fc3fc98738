"""Markdown: a heading was renamed, and the links to it follow, with their text if that is the heading.

A link leads to the heading by its anchor: `## Quick start` is `#quick-start`, in this document and in others.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.values.name_places import NamePlace, RenamedName, rename_candidates
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_heading_links"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_HEADING: Final = re.compile(r"(#{1,6})\s+(\S.*?)(?:\s+#+)?\s*\Z")
_LINK: Final = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?P<path>[^()#\s]*)#(?P<anchor>[^()\s]+)\)")
_NOT_IN_ANCHOR: Final = re.compile(r"[^\w\- ]")


class _RenamedHeading(NamedTuple):
    change: Change
    old: str
    new: str


def propose_heading_links(context: RuleContext) -> list[Candidate]:
    """Propose the new anchor, and the new text, of the links to a renamed heading."""
    for change in context.without_dormant(context.cause_changes):
        text = context.text_at(change.edit.uri)
        if text is None or text.language.id != "markdown" or context.is_past_deadline:
            continue
        heading = _find_heading(text, change)
        if heading is not None:
            places = list(_places(context, text, heading))
            name = RenamedName("heading", heading.old, heading.new, change)
            found = rename_candidates(context, "heading-link", name, places, PROBABILITY)
            return list(found)[:MAX_VALUE_CANDIDATES]
    return []


def _find_heading(text: SourceText, change: Change) -> _RenamedHeading | None:
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1 or not change.is_current(text):
        return None
    old, new = _HEADING.match(edit.old[0]), _HEADING.match(edit.new[0])
    if old is None or new is None or old[2] == new[2]:
        return None
    anchor = _anchor(old[2])
    is_left = any(
        anchor == _anchor(match[2])
        for line in text.raw
        if line[:1] == "#" and (match := _HEADING.match(line))
    )
    return _RenamedHeading(change, old[2], new[2]) if anchor and not is_left else None


def _anchor(heading: str) -> str:
    """The anchor that GitHub and most other renderers give a heading."""
    return _NOT_IN_ANCHOR.sub("", heading.lower()).strip().replace(" ", "-")


def _places(context: RuleContext, text: SourceText, heading: _RenamedHeading) -> Iterator[NamePlace]:
    anchor = _anchor(heading.old)
    others = context.situation.workspace_texts.find_containing(
        [f"#{anchor}"], text.snapshot.uri, MAX_VALUE_TEXTS
    )
    file_name = text.snapshot.uri.rpartition("/")[2]
    for one in (text, *map(context.source_text, others)):
        for number in one.raw_lookup.lines_containing(f"#{anchor}"):
            line = one.raw[number]
            edits: list[Replacement] = []
            for link in _LINK.finditer(line) if len(line) <= MAX_VALUE_LINE_CHARS else ():
                leads_here = link["path"].rpartition("/")[2] == ("" if one is text else file_name)
                if not leads_here or link["anchor"] != anchor:
                    continue
                if link["text"] == heading.old:
                    edits.append(_replacement(number, link.span("text"), heading.new))
                edits.append(_replacement(number, link.span("anchor"), _anchor(heading.new)))
            if edits:
                yield NamePlace(one, number, tuple(edits))


def _replacement(line: int, span: tuple[int, int], new: str) -> Replacement:
    return Replacement(Span(Point(line, span[0]), Point(line, span[1])), new)
