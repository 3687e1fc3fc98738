"""An area of a grid was renamed in its template or at an element: the other side follows.

Two grids may have areas of the same name. Then an element belongs to the one whose selector its own begins with. An
element that goes to another area, and a row of which one cell becomes another area, are no renames.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_VALUE_TEXTS
from understudy.nes.symbolic.consequences.markup.stylesheets import (
    PAGE_SUFFIXES,
    STYLE_SUFFIXES,
    enclosing_selector,
    is_style_line,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names import propose_for_newest, text_of_change
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedArea", "find_renamed_area", "propose_grid_areas"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = re.compile(r"(?<![\w.-])[A-Za-z_][\w-]*")
_ELEMENT: Final = re.compile(
    r"\bgrid-(?:area|(?:row|column)(?:-start|-end)?)\s*:\s*(?P<names>[A-Za-z_][^;{}\"']*)"
)
_TEMPLATE: Final = re.compile(r"\bgrid(?:-template(?:-areas)?)?\s*:")
_ROW: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_WORDS_OF_VALUES: Final = frozenset({"auto", "span", "inherit", "initial", "unset", "revert", "none"})
_EDGE: Final = re.compile(r"-(?:start|end)\Z")


class _Area(NamedTuple):
    line: int
    start: int
    name: str
    is_template: bool


class RenamedArea(NamedTuple):
    change: Change
    text: SourceText
    area: _Area
    """As it is called now."""
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<![\w-]){re.escape(self.old)}(?![\w-])")


def propose_grid_areas(context: RuleContext) -> list[Candidate]:
    """Propose the new name of an area of a grid where the old one is used."""
    return propose_for_newest(context, find_renamed_area, _candidates)


def find_renamed_area(context: RuleContext, change: Change) -> RenamedArea | None:
    """Return the area that an edit of one line renamed."""
    edit = change.edit
    if (
        len(edit.old) != 1
        or len(edit.new) != 1
        or not edit.uri.lower().endswith((*STYLE_SUFFIXES, *PAGE_SUFFIXES))
    ):
        return None
    old, new = edit.old[0], edit.new[0]
    if "grid" not in new and not ("'" in new or '"' in new):
        return None
    if len(new) > MAX_CODE_LINE_CHARS or _NAME.sub("", old) != _NAME.sub("", new):
        return None
    before, after = list(_NAME.finditer(old)), list(_NAME.finditer(new))
    changed = [(one, other) for one, other in zip(before, after, strict=False) if one[0] != other[0]]
    if len(before) != len(after) or len({(one[0], other[0]) for one, other in changed}) != 1:
        return None
    (first, renamed), *_ = changed
    text = text_of_change(context, change)
    if text is None or not is_style_line(text, edit.line) or any(one[0] == first[0] for one in after):
        return None
    areas = _areas_of(text)
    own = next((one for one in areas if (one.line, one.start) == (edit.line, renamed.start())), None)
    return RenamedArea(change, text, own, first[0], renamed[0]) if own is not None else None


def _areas_of(text: SourceText) -> list[_Area]:
    """Return where a text names areas, in templates and at elements."""
    found: list[_Area] = []
    lookup, seen = text.raw_lookup, -1
    for number in lookup.lines_containing("grid"):
        line = text.raw[number]
        if len(line) > MAX_CODE_LINE_CHARS or number <= seen:
            continue
        for element in _ELEMENT.finditer(line):
            found += [
                _Area(number, one.start(), _EDGE.sub("", one[0]), is_template=False)
                for one in _NAME.finditer(line, *element.span("names"))
                if one[0] not in _WORDS_OF_VALUES
            ]
        template = _TEMPLATE.search(line)
        at = template.end() if template is not None else None
        while at is not None and number < len(text.raw) and len(text.raw[number]) <= MAX_CODE_LINE_CHARS:
            value = text.raw[number]
            for row in _ROW.finditer(value, at):
                span = row.span(1 if row[1] is not None else 2)
                found += [
                    _Area(number, one.start(), one[0], is_template=True)
                    for one in _NAME.finditer(value, *span)
                ]
            seen, number, is_end = number, number + 1, re.search(r"[;{}]", value[at:]) is not None
            at = None if is_end else 0
    return found


def _candidates(context: RuleContext, renamed: RenamedArea) -> Iterator[Candidate]:
    others = context.situation.workspace_texts.find_containing(
        [renamed.old], renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    texts = [renamed.text, *map(context.source_text, others)]
    found = {text.snapshot.uri: _areas_of(text) for text in texts}
    if _is_other_choice(context, renamed, found[renamed.text.snapshot.uri]):
        return iter(())
    places: list[NamePlace] = []
    for text, areas in ((one, found[one.snapshot.uri]) for one in texts):
        for line in sorted({one.line for one in areas if one.name == renamed.old}):
            edits = tuple(
                Replacement(
                    Span(Point(line, one.start), Point(line, one.start + len(renamed.old))), renamed.new
                )
                for one in areas
                if one.line == line and one.name == renamed.old and _follows(renamed, text, one, found)
            )
            if edits:
                places.append(NamePlace(text, line, edits))
    name = RenamedName("area", renamed.old, renamed.new, renamed.change)
    return rename_candidates(context, "style-name", name, places, PROBABILITY)


def _selector(text: SourceText, area: _Area) -> str:
    return enclosing_selector(text.raw, area.line)


def _is_other_choice(context: RuleContext, renamed: RenamedArea, areas: list[_Area]) -> bool:
    """Whether the new area exists, or other elements stay in the old one."""
    own = {
        line
        for one in context.situation.edits
        if one.uri == renamed.text.snapshot.uri and one.line >= 0
        for line in range(one.line, one.line + len(one.new))
    }
    selector = _selector(renamed.text, renamed.area)
    for one in areas:
        is_there = one.name == renamed.new and one.line not in own and one.is_template
        if is_there and (not renamed.area.is_template or _selector(renamed.text, one) == selector):
            return True
        is_left = one.name == renamed.old and not one.is_template and not renamed.area.is_template
        if is_left and _selector(renamed.text, one) != selector:
            return True
    return False


def _follows(renamed: RenamedArea, text: SourceText, area: _Area, found: dict[str, list[_Area]]) -> bool:
    """Whether an area of the old name is the one that was renamed."""
    here, uri = text is renamed.text, renamed.text.snapshot.uri
    grids = {
        _selector(renamed.text, one) for one in found[uri] if one.name == renamed.old and one.is_template
    }
    own = _selector(renamed.text, renamed.area)
    if renamed.area.is_template:
        grids.add(own)
    others = [
        one
        for other, areas in found.items()
        if other != uri
        for one in areas
        if one.name == renamed.old and one.is_template
    ]
    if not here:
        return len(grids) == 1 and not others and not area.is_template
    if not renamed.area.is_template:
        return _selector(text, area) == own if not area.is_template else len(grids) == 1
    if area.is_template:
        return _selector(text, area) == own
    return len(grids) == 1 or _selector(text, area).startswith(own)
