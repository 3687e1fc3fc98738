"""A number was added to a list that counts on (3.12, 3.13): add it to the other lists with the same end.

The user adds a line that differs from its neighbour in one number, or a number after another one in a line. A place
is a line with the neighbour's number beside a line that differs from it in numbers only, at the end of such lines.
`3.13` is also written `313`, `3_13` and `3-13`. The version of a tool is also added to lists in one line.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_COUNTED_EDIT_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
    MIN_COUNTED_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.symbolic.consequences.versions import Version, find_row, find_versions, tools_at
from understudy.nes.symbolic.passed_places import PassedPlaces
from understudy.nes.text import Edit, Point, Replacement, Span

__all__ = ["propose_counted_lines"]

PROBABILITY: Final = RuleProbability(0.85, StaleFeatures(elsewhere=ELSEWHERE_SHIFT))
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*")
_SEPARATORS: Final = (".", "", "_", "-")


class _Step(NamedTuple):
    """The last number of a list, and the one that was added beside it."""

    last: str
    added: str
    is_below: bool
    tools: frozenset[str] = frozenset()
    """The tools whose versions they may be."""


def propose_counted_lines(context: RuleContext) -> list[Candidate]:
    """Propose the line of the added number in other lists."""
    edits = context.situation.edits
    if not edits or not 0 < len(edits[-1].new) <= MAX_COUNTED_EDIT_LINES or not context.changes:
        return []
    edit = edits[-1]
    text = context.text_at(edit.uri)
    if text is None or context.changes[0].edit is not edit or not context.changes[0].is_current(text):
        return []
    candidates: list[Candidate] = []
    for step in dict.fromkeys(_find_steps(edit, text)):  # in the same order in every process
        forms = {_written(step.last, sign): _written(step.added, sign) for sign in _SEPARATORS}
        snapshots = context.situation.workspace_texts.find_containing(
            list(forms), context.current_text.snapshot.uri, MAX_VALUE_TEXTS
        )
        for other in (context.current_text, *map(context.source_text, snapshots)):
            for last, added in forms.items():
                places = _new_lines(context, other, step._replace(last=last, added=added), edit.serial)
                candidates += [_candidate(context, other, step, one) for one in places]
            candidates += [_candidate(context, other, step, one) for one in _new_items(other, step)]
    distinct = {(one.uri, one.edits): one for one in candidates}
    return [*distinct.values()][:MAX_VALUE_CANDIDATES]


def _find_steps(edit: Edit, text: SourceText) -> Iterator[_Step]:
    found: list[_Step] = []
    if not edit.old:
        for neighbour, is_below in ((edit.line - 1, True), (edit.line + len(edit.new), False)):
            if not 0 <= neighbour < len(text.raw):
                continue
            for line in edit.new:
                changed = _changed_number(text.raw[neighbour], line)
                if changed is not None:
                    found.append(_Step(*changed, is_below))
    elif len(edit.old) == len(edit.new) == 1:
        found += _find_row_steps(edit)
    for one in found:
        if len(one.last) >= MIN_COUNTED_CHARS and one.last != one.added:
            tools = _tools_of(text, edit, one)
            if not edit.old or "." in one.added or tools:
                yield one._replace(tools=tools)


def _find_row_steps(edit: Edit) -> Iterator[_Step]:
    """The step of a number that was added at an end of a row of numbers with points, or of versions of a tool."""
    before, after = _NUMBER.findall(edit.old[0]), _NUMBER.findall(edit.new[0])
    for at in range(1, len(after)):
        if after[:at] + after[at + 1 :] == before and "." in after[at]:
            yield _Step(after[at - 1], after[at], is_below=True)
            return
    known = {one.numbers for one in find_versions(edit.old[0], edit.line)}
    added = [one for one in find_versions(edit.new[0], edit.line) if one.numbers not in known]
    row = find_row(edit.new[0], added[0]) if len(added) == 1 else []
    if row and added[0] in (row[0], row[-1]):
        near = row[-2] if added[0] == row[-1] else row[1]
        last, new = (".".join(map(str, one.numbers)) for one in (near, added[0]))
        yield from (_Step(last, new, is_below) for is_below in (True, False))


def _tools_of(text: SourceText, edit: Edit, step: _Step) -> frozenset[str]:
    """The tools that the added number may be the version of."""
    for line in range(edit.line, edit.line + len(edit.new)):
        for version in find_versions(text.raw[line], line):
            written = text.raw[line][version.start : version.end]
            if step.added in (written, ".".join(map(str, version.numbers))):
                return tools_at(text.raw, version, text.snapshot.uri)
    return frozenset()


def _changed_number(source: str, target: str) -> tuple[str, str] | None:
    """Return the one number in which two lines differ, as it is in both; None if they differ in more."""
    if source == target or not _differ_in_numbers(source, target):
        return None
    pairs = zip(_NUMBER.findall(source), _NUMBER.findall(target), strict=True)
    changed = {(one, other) for one, other in pairs if one != other}
    return changed.pop() if len(changed) == 1 else None


def _differ_in_numbers(one: str, other: str) -> bool:
    """Return whether the lines are equal but for their numbers."""
    return _NUMBER.sub("0", one.strip()) == _NUMBER.sub("0", other.strip())


def _counts_on(one: str, other: str) -> bool:
    """Return whether the lines differ in one number, however it is written. Rows of a table differ in several."""
    if not _differ_in_numbers(one, other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return (
        len({(left.replace(".", ""), right.replace(".", "")) for left, right in pairs if left != right}) == 1
    )


def _written(number: str, separator: str) -> str:
    return number.replace(".", separator)


def _new_lines(context: RuleContext, text: SourceText, step: _Step, serial: int) -> Iterator[Replacement]:
    raw = text.raw
    passed = PassedPlaces(text.snapshot.uri, context.situation.edits)
    last = re.compile(rf"(?<![\d.]){re.escape(step.last)}(?![\d.]*\d)")
    direction = 1 if step.is_below else -1
    for number in text.raw_lookup.lines_containing(step.last):
        earlier, later = number - direction, number + direction
        if not 0 <= earlier < len(raw) or not 0 <= later < len(raw) or not last.search(raw[number]):
            continue
        if not _counts_on(raw[earlier], raw[number]):
            continue
        if _differ_in_numbers(raw[later], raw[number]):
            continue  # the list goes on, or has the number already
        at = number + 1 if step.is_below else number
        features = passed.features(at, serial)
        if features.get("skipped") or features.get("above_edits"):
            continue
        yield Replacement(Span(Point(at, 0), Point(at, 0)), f"{last.sub(step.added, raw[number])}\n")


def _new_items(text: SourceText, step: _Step) -> Iterator[Replacement]:
    """The new version at the end of lists in one line, which end with the version before."""
    if not step.tools:
        return
    last, added = (tuple(map(int, one.split("."))) for one in (step.last, step.added))
    forms = dict.fromkeys(_written(step.last, sign) for sign in ("", "."))
    for line in sorted({line for form in forms for line in text.raw_lookup.iterate_containing(form)}):
        written = text.raw[line]
        for version in find_versions(written, line):
            row = find_row(written, version) if version.numbers == last else []
            ends = [(row[-1], row[-2]), (row[0], row[1])] if row else []
            for end, neighbour in ends:
                is_end = end == version and (neighbour.numbers < last) == (last < added)
                if is_end and not step.tools.isdisjoint(tools_at(text.raw, version, text.snapshot.uri)):
                    yield _new_item(written, end, neighbour, added)


def _new_item(written: str, end: Version, neighbour: Version, added: tuple[int, ...]) -> Replacement:
    item = f"{written[end.first : end.start]}{end.written(added)}{written[end.end : end.last]}"
    if neighbour.first < end.first:
        place = Point(end.line, end.last)
        return Replacement(Span(place, place), f"{written[neighbour.last : end.first]}{item}")
    place = Point(end.line, end.first)
    return Replacement(Span(place, place), f"{item}{written[end.last : neighbour.first]}")


def _candidate(context: RuleContext, text: SourceText, step: _Step, edit: Replacement) -> Candidate:
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="counted-line",
        pattern=f"{step.added} beside {step.last}",
        why=f"You added {step.added} to a list with {step.last}; this list ends with {step.last}, too.",
        edits=(edit,),
        probability=PROBABILITY.estimate(StaleFeatures(elsewhere=text is not context.current_text)),
    )
