"""A number was added to a list that counts on (3.12, 3.13): add its line to the other lists with the same end.

The user adds a line that differs from its neighbour in one number, or a number after another one in a line. A place
is a line with the neighbour's number beside a line that differs from it in numbers only, at the end of such lines.
`3.13` is also written `313`, `3_13` and `3-13`.
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
                candidates += _place_candidates(context, other, step._replace(last=last, added=added), edit)
    return candidates[:MAX_VALUE_CANDIDATES]


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
        before, after = _NUMBER.findall(edit.old[0]), _NUMBER.findall(edit.new[0])
        for at in range(1, len(after)):
            if after[:at] + after[at + 1 :] == before and "." in after[at]:
                found.append(_Step(after[at - 1], after[at], is_below=True))
                break
    return (one for one in found if len(one.last) >= MIN_COUNTED_CHARS and one.last != one.added)


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


def _written(number: str, separator: str) -> str:
    return number.replace(".", separator)


def _place_candidates(context: RuleContext, text: SourceText, step: _Step, edit: Edit) -> Iterator[Candidate]:
    raw = text.raw
    passed = PassedPlaces(text.snapshot.uri, context.situation.edits)
    last = re.compile(rf"(?<![\d.]){re.escape(step.last)}(?![\d.]*\d)")
    direction = 1 if step.is_below else -1
    for number in text.raw_lookup.lines_containing(step.last):
        earlier, later = number - direction, number + direction
        if not 0 <= earlier < len(raw) or not 0 <= later < len(raw) or not last.search(raw[number]):
            continue
        if raw[earlier] == raw[number] or not _differ_in_numbers(raw[earlier], raw[number]):
            continue
        if _differ_in_numbers(raw[later], raw[number]):
            continue  # the list goes on, or has the number already
        at = number + 1 if step.is_below else number
        features = passed.features(at, edit.serial)
        if features.get("skipped") or features.get("above_edits"):
            continue
        yield Candidate(
            kind="edit",
            uri=text.snapshot.uri,
            family="counted-line",
            pattern=f"{step.added} beside {step.last}",
            why=f"You added {step.added} to a list with {step.last}; this list ends with {step.last}, too.",
            edits=(Replacement(Span(Point(at, 0), Point(at, 0)), f"{last.sub(step.added, raw[number])}\n"),),
            probability=PROBABILITY.estimate(StaleFeatures(elsewhere=text is not context.current_text)),
        )
