"""The lowest version of a tool that a project supports rose: lists of versions lose those below it.

The user raised a bound such as `requires-python = ">=3.9"`, or removed the lowest version of a list. Where the old
version stands alone behind the name of the tool, it becomes the new one. Equal values beside a raised bound: see
`values/changed_value`. A version at the upper end of a list: see `values/counted_lines`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_LIST_LINES,
    MAX_REWRITTEN_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.versions.histories import is_history
from understudy.nes.symbolic.consequences.versions.tool_names import is_lower_bound, is_tool_version
from understudy.nes.symbolic.consequences.versions.version_lists import (
    Version,
    find_line_list,
    find_row,
    find_versions,
    tools_at,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_dropped_versions"]

PROBABILITY: Final = RuleProbability(0.82, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_LOWEST_KEY: Final = re.compile(r"\s*(?:\"?(?:rust[-_]version|msrv)\"?\s*=|go\s)")
"""What the lowest version is written behind without a sign."""


_SETTING: Final = re.compile(r"(?:=\s*\[?|:\s+\[?|--)[\"']?\Z")
"""What comes before a word with the name of the tool that is set: not in a name such as `testenv:py38`."""
_ENTRY: Final = re.compile(r"\s*- +[\w\"'-]+:")
"""An entry of a list that has more keys, such as a combination that is excluded: it may go as a whole."""


class _Dropped(NamedTuple):
    change: Change
    tools: frozenset[str]
    old: tuple[int, ...]
    """The lowest version before."""
    lowest: tuple[int, ...]
    is_bound: bool
    """Whether a bound was raised, and no item removed."""

    def includes(self, numbers: tuple[int, ...]) -> bool:
        return len(numbers) == len(self.lowest) and self.old <= numbers < self.lowest


def propose_dropped_versions(context: RuleContext) -> list[Candidate]:
    """Propose to remove the versions that are no longer supported, and to raise the lowest one."""
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if edit.is_consequence or len(edit.new) > MAX_REWRITTEN_LINES or len(edit.old) > MAX_REWRITTEN_LINES:
            continue
        text = context.text_at(edit.uri)
        if text is None or not change.is_current(text) or is_history(edit.uri):
            continue
        dropped = _find_dropped(text, change)
        if dropped is not None and not context.is_past_deadline:
            return list(_candidates(context, dropped))[:MAX_VALUE_CANDIDATES]
    return []


def _find_dropped(text: SourceText, change: Change) -> _Dropped | None:
    edit = change.edit
    if not edit.new:
        return _find_removed_lines(text, change)
    if len(edit.old) != len(edit.new):
        return None
    changed = [at for at, (old, new) in enumerate(zip(edit.old, edit.new, strict=True)) if old != new]
    if len(changed) != 1 or not any(char.isdigit() for char in edit.old[changed[0]]):
        return None
    number = edit.line + changed[0]
    before, after = (find_versions(one[changed[0]], number) for one in (edit.old, edit.new))
    if len(before) == len(after):
        return _find_raised_bound(text, change, before, after)
    kept = {one.numbers for one in after}
    removed = [one for one in before if one.numbers not in kept]
    if not removed or not after or len(before) - len(after) != len(removed):
        return None
    row = find_row(edit.old[changed[0]], removed[0])
    left = [one.numbers for one in row if one not in removed]
    if not left or any(one not in row for one in removed):
        return None
    return _dropped(change, removed, left, tools_at(text.raw, after[0], edit.uri))


def _find_raised_bound(
    text: SourceText, change: Change, before: Sequence[Version], after: Sequence[Version]
) -> _Dropped | None:
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old.numbers != new.numbers]
    if len(pairs) != 1:
        return None
    old, new = pairs[0]
    line = text.raw[new.line]
    is_bound = is_lower_bound(line, new.start, new.end) or _LOWEST_KEY.match(line) is not None
    if not is_bound or len(old.numbers) != len(new.numbers) or old.numbers > new.numbers:
        return None
    tools = tools_at(text.raw, new, text.snapshot.uri)
    return _Dropped(change, tools, old.numbers, new.numbers, is_bound=True) if tools else None


def _find_removed_lines(text: SourceText, change: Change) -> _Dropped | None:
    """The first or the last lines of a list of versions, of which others are left."""
    edit = change.edit
    first = max(0, edit.line - MAX_LIST_LINES)
    at = edit.line - first
    if not edit.old or not find_versions(edit.old[0], at):
        return None
    lines = [*text.raw[first : edit.line], *edit.old, *text.raw[edit.line : edit.line + MAX_LIST_LINES]]
    listed = find_line_list(lines, find_versions(edit.old[0], at)[-1])
    removed = [one for one in listed if at <= one.line < at + len(edit.old)]
    left = [one.numbers for one in listed if one not in removed]
    if len(removed) != len(edit.old) or not left:
        return None
    return _dropped(change, removed, left, tools_at(lines, removed[0], text.snapshot.uri))


def _dropped(
    change: Change, removed: Sequence[Version], left: Sequence[tuple[int, ...]], tools: frozenset[str]
) -> _Dropped | None:
    numbers = [one.numbers for one in removed]
    if not tools or max(numbers) > min(left) or len({*map(len, (*numbers, *left))}) > 1:
        return None
    return _Dropped(change, tools, min(numbers), min(left), is_bound=False)


def _candidates(context: RuleContext, dropped: _Dropped) -> Iterator[Candidate]:
    snapshots = context.situation.workspace_texts.find_containing(
        _literals(dropped), context.current_text.snapshot.uri, MAX_VALUE_TEXTS
    )
    written = ".".join(map(str, dropped.old))
    for text in (context.current_text, *map(context.source_text, snapshots)):
        if is_history(text.snapshot.uri) or context.is_past_deadline:
            continue
        lines = {
            *text.raw_lookup.lines_containing(written),
            *text.raw_lookup.lines_containing(_compact(dropped)),
        }
        for line in sorted(lines)[:MAX_VALUE_PLACES]:
            for version in find_versions(text.raw[line], line):
                edit = _edit_at(text, dropped, version) if version.numbers == dropped.old else None
                if edit is not None:
                    yield _candidate(context, dropped, text, edit)
                    break


def _compact(dropped: _Dropped) -> str:
    return "".join(map(str, dropped.old))


def _literals(dropped: _Dropped) -> list[str]:
    written = ".".join(map(str, dropped.old))
    if len(dropped.old) > 1:
        return [written, f"py{_compact(dropped)}", f"py{{{_compact(dropped)}"]
    listed = [f'"{written}"', f"'{written}'", f"{written}.x", f"[{written},", f"- {written}"]
    return listed if dropped.is_bound else [*listed, f">={written}", f"^{written}", f" {written}"]


def _edit_at(text: SourceText, dropped: _Dropped, version: Version) -> Replacement | None:
    tools = dropped.tools & tools_at(text.raw, version, text.snapshot.uri)
    if not tools:
        return None
    line = text.raw[version.line]
    row = find_row(line, version)
    listed = row or find_line_list(text.raw, version)
    if not listed:
        if _ENTRY.match(line) is not None:
            return None
        word = version.start - len(version.head)
        is_own_word = version.names_python and _SETTING.search(line[:word]) is not None
        is_alone = not dropped.is_bound and is_tool_version(line, version.start, tools, text.snapshot.uri)
        return _replace(version, dropped) if is_own_word or is_alone else None
    gone = [one for one in listed if dropped.includes(one.numbers)]
    numbers = [one.numbers for one in listed]
    if dropped.lowest not in numbers:
        return _replace(version, dropped) if gone == [version] and min(numbers) == dropped.old else None
    at, end = listed.index(gone[0]), listed.index(gone[-1]) + 1
    if not row:
        return Replacement(Span(Point(gone[0].line, 0), Point(gone[-1].line + 1, 0)), "")
    first, last = (row[at].first, row[end].first) if end < len(row) else (row[at - 1].last, row[-1].last)
    return Replacement(Span(Point(version.line, first), Point(version.line, last)), "")


def _replace(version: Version, dropped: _Dropped) -> Replacement:
    span = Span(Point(version.line, version.start), Point(version.line, version.end))
    return Replacement(span, version.written(dropped.lowest))


def _candidate(context: RuleContext, dropped: _Dropped, text: SourceText, edit: Replacement) -> Candidate:
    old, lowest = (".".join(map(str, one)) for one in (dropped.old, dropped.lowest))
    return Candidate(
        kind="edit",
        uri=text.snapshot.uri,
        family="dropped-version",
        pattern=f"{old} → {lowest}",
        topic=old,
        why=f"The lowest version of {' and '.join(sorted(dropped.tools))} is {lowest} now, and no longer {old}.",
        edits=(edit,),
        probability=PROBABILITY.estimate(
            StaleFeatures(dropped.change.age, float(text is not context.current_text))
        ),
    )
