"""Markdown: a reference such as `[#12]` or `[1.4.0]` without a definition gets one in the form of its neighbours.

Only labels whose target follows from their number: `[#12]: https://host/pull/12`, or the comparison of a version
with the one before it. A definition whose last reference was removed is removed.
"""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CAUSING_CHANGES, MAX_LINK_DEFINITIONS
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_link_definitions"]

_DEFINITION: Final = re.compile(r"\[(?P<label>[^\]^][^\]]*)\]:\s*(?P<target>\S+)\s*\Z")
_REFERENCE: Final = re.compile(r"\[(?P<label>#?v?\d[\w.+-]*)\](?![(\[:])")
_HEADING: Final = re.compile(r"##?\s")
_NUMBER: Final = re.compile(r"\d+")


class _Features(NamedTuple):
    stale: float = 0
    is_version: float = 0
    is_mixed: float = 0
    """The targets of the group differ in more than the number."""


PROBABILITY: Final = RuleProbability(0.72, _Features(stale=STALE_SHIFT, is_version=1.1, is_mixed=-1.3))


class _Definition(NamedTuple):
    line: int
    label: str
    target: str

    @property
    def numbers(self) -> tuple[int, ...]:
        return _numbers(self.label)


def propose_link_definitions(context: RuleContext) -> list[Candidate]:
    """Propose definitions of references that recent edits added, and the removal of those they left unused."""
    text = context.current_text
    if text.language.id != "markdown":
        return []
    candidates: list[Candidate] = []
    for change in context.without_dormant(context.changes_here[:MAX_CAUSING_CHANGES]):
        before, after = _labels(change.edit.old), _labels(change.edit.new)
        if before == after or not change.is_current(text):
            continue
        definitions = context.once(_find_definitions)
        defined = {one.label for one in definitions}
        missing = [label for label in after if label not in defined and label not in before]
        if missing:
            placed = _place_definitions(text, definitions, missing, change.edit.line)
            if placed is not None:
                candidates.append(_addition(text, missing, *placed, stale=change.age))
        for one in definitions:
            is_removed = one.label in before and not _is_version(one.label) and not _is_mentioned(text, one)
            if is_removed:
                candidates.append(_removal(text, one, stale=change.age))
    return candidates


def _labels(lines: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(match["label"] for line in lines for match in _REFERENCE.finditer(line)))


def _find_definitions(context: RuleContext) -> list[_Definition]:
    """Return the definitions in the current text; none if there are too many."""
    text = context.current_text
    found: list[_Definition] = []
    for line in text.raw_lookup.iterate_containing("]:"):
        match = _DEFINITION.match(text.raw[line])
        if match is not None:
            found.append(_Definition(line, match["label"], match["target"]))
            if len(found) > MAX_LINK_DEFINITIONS:
                return []
    return found


def _numbers(label: str) -> tuple[int, ...]:
    return tuple([int(number) for number in _NUMBER.findall(label)])


def _is_version(label: str) -> bool:
    return "." in label


def _form(label: str) -> tuple[bool, str]:
    """Whether the label is a version, and what is before its number: definitions of one form are alike."""
    return _is_version(label), "".join(takewhile(lambda char: not char.isdigit(), label))


def _is_mentioned(text: SourceText, definition: _Definition) -> bool:
    mention = f"[{definition.label}]"
    return any(line != definition.line for line in text.raw_lookup.iterate_containing(mention))


def _place_definitions(
    text: SourceText, definitions: Sequence[_Definition], labels: list[str], edited_line: int
) -> tuple[Replacement, _Features] | None:
    """Return the edit that defines the labels, all in one place."""
    is_version = _is_version(labels[0])
    if len({_form(label) for label in labels}) > 1:
        return None
    alike = [one for one in definitions if _form(one.label) == _form(labels[0])]
    if not alike or (is_version and len(labels) > 1):
        return None
    groups = _split_groups(alike)
    section_end = _section_end(text.raw, edited_line)
    own = [group for group in groups if edited_line < group[0].line < section_end]
    if own:
        group = own[-1]
    elif _has_group_per_section(text.raw, groups):
        return None
    else:
        group = max(groups, key=lambda group: max(one.numbers for one in group))
    lines, at = _ordered_lines(group, labels)
    if lines is None:
        return None
    features = _Features(is_version=is_version, is_mixed=not is_version and _is_mixed(group))
    return Replacement(Span(Point(at, 0), Point(at, 0)), "".join(f"{line}\n" for line in lines)), features


def _split_groups(definitions: Sequence[_Definition]) -> list[list[_Definition]]:
    groups: list[list[_Definition]] = []
    for one in definitions:
        if groups and one.line == groups[-1][-1].line + 1:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _section_end(lines: Sequence[str], start: int) -> int:
    """Return the line of the next heading of a release."""
    return next((at for at in range(start + 1, len(lines)) if _HEADING.match(lines[at])), len(lines))


def _has_group_per_section(lines: Sequence[str], groups: Sequence[Sequence[_Definition]]) -> bool:
    return any(_section_end(lines, one[0].line) < other[0].line for one, other in pairwise(groups))


def _is_mixed(group: Sequence[_Definition]) -> bool:
    return len({one.target.rpartition("/")[0] for one in group}) > 1


def _ordered_lines(group: Sequence[_Definition], labels: Sequence[str]) -> tuple[list[str] | None, int]:
    """Return the definitions of the labels, and the line before which the order of the group puts them."""
    numbers = [one.numbers for one in group]
    is_falling = len(group) > 1 and numbers == sorted(numbers, reverse=True)
    is_rising = numbers == sorted(numbers)
    labels = sorted(labels, key=_numbers) if is_rising else labels
    first = _numbers(labels[0])
    at = group[-1].line + 1
    neighbour = group[-1]
    for one in group:
        if (is_falling and one.numbers <= first) or (is_rising and one.numbers > first):
            at, neighbour = one.line, one
            break
    if _is_version(labels[0]):
        line = _with_version(group, neighbour, labels[0]) if is_falling or len(group) == 1 else None
        return (None if line is None else [line]), (group[0].line if len(group) == 1 else at)
    new = [_with_number(neighbour, label) for label in labels]
    return (None if None in new else [line for line in new if line is not None]), at


def _with_number(model: _Definition, label: str) -> str | None:
    """Return the definition of the label, with its number where the model has its own."""
    old, new = model.label.lstrip("#"), label.lstrip("#")
    head = model.target.removesuffix(old)
    return f"[{label}]: {head}{new}" if head != model.target and not head[-1:].isdigit() else None


def _with_version(group: Sequence[_Definition], older: _Definition, label: str) -> str | None:
    """Return the definition of a version: `…/compare/1.0...1.1`, or `…/tag/1.1`."""
    left, dots, right = older.target.partition("...")
    head = (right if dots else left).removesuffix(older.label)
    if head == (right if dots else left):
        return None
    if not dots:
        return f"[{label}]: {head}{label}"
    oldest = next((one.label for one in group if left.endswith(one.label)), None)
    if oldest is None:
        return None
    return f"[{label}]: {left.removesuffix(oldest)}{older.label}...{head}{label}"


def _addition(
    text: SourceText, labels: Sequence[str], edit: Replacement, features: _Features, *, stale: int
) -> Candidate:
    listed = ", ".join(labels)
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="link-definition",
        pattern=f"definition of {listed}",
        why=f"You refer to {listed}, which is not defined; the other references have definitions.",
        edits=(edit,),
        probability=PROBABILITY.estimate(features._replace(stale=stale)),
    )


def _removal(text: SourceText, definition: _Definition, *, stale: int) -> Candidate:
    line = definition.line
    end = Point(line + 1, 0) if line + 1 < len(text.raw) else Point(line, len(text.raw[line]))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="link-definition",
        pattern=f"unused definition of {definition.label}",
        why=f"Your edit took out the last reference to {definition.label}.",
        edits=(Replacement(Span(Point(line, 0), end), ""),),
        probability=PROBABILITY.estimate(_Features(stale=stale)),
    )
