"""A release was added to a history of changes: the version follows where the project states it.

The version before is that of the next heading of the same form. It is replaced behind the word “version” in
manifests and in code, not in other histories and lock files.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_RELEASE_HEADING_DISTANCE_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_released_versions"]

PROBABILITY: Final = RuleProbability(0.8, StaleFeatures(stale=STALE_SHIFT / 2))

_HISTORY: Final = re.compile(r"(?i)/(?:[\w-]*(?:changelog|changes|history|news|release)[\w-]*)(?:\.\w+)?\Z")
_OTHER_STATEMENT: Final = re.compile(
    rf"(?i)\.(?:md|rst|adoc|lock|sum)\Z|[-.](?:lock|min)\.\w+\Z|{_HISTORY.pattern[4:]}"
)
"""Documents, lock files and other histories: they state versions of other things, too."""
_HEADING: Final = re.compile(
    r"(?P<head>[#=*\[ -]*(?:[A-Za-z]+ )?v?)"
    r"(?P<version>\d+(?:\.\d+){1,2}(?:-?(?:alpha|beta|rc|a|b)\.?\d+)?)(?![\w.]*\w)"
)

_UNRELEASED: Final = re.compile(r"(?i)unreleased|not released|master|main|upcoming|next|develop|xx|tbd|\?\?")
"""What stands for the date of a release that is still to come."""


class _Release(NamedTuple):
    change: Change
    version: str
    before: str


def propose_released_versions(context: RuleContext) -> list[Candidate]:
    """Propose the version of a new release where the version before is stated."""
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if not _is_history(edit.uri) or edit.origin is EditOrigin.ACCEPTED:
            continue
        text = context.text_at(edit.uri)
        release = _find_release(text, change) if text is not None and change.is_current(text) else None
        if release is not None and not context.is_past_deadline:
            return list(_candidates(context, release))[:MAX_VALUE_CANDIDATES]
    return []


@lru_cache(maxsize=64)
def _is_history(uri: str) -> bool:
    return _HISTORY.search(uri) is not None


def _find_release(text: SourceText, change: Change) -> _Release | None:
    old = set(change.edit.old)
    for line in change.current_lines:
        heading = _HEADING.match(text.raw[line])
        if heading is None or text.raw[line] in old or _UNRELEASED.search(text.raw[line]):
            continue
        stop = change.current_lines.stop + MAX_RELEASE_HEADING_DISTANCE_LINES
        for below in text.raw[line + 1 : stop]:
            other = _HEADING.match(below)
            if other is None or other["head"] != heading["head"]:
                continue
            is_newer = _numbers(other["version"]) < _numbers(heading["version"])
            return _Release(change, heading["version"], other["version"]) if is_newer else None
        return None
    return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _candidates(context: RuleContext, release: _Release) -> Iterator[Candidate]:
    """One candidate for each text: the first line that states the version."""
    statement = re.compile(
        rf"(?i)[^={{:]*version\w*\W{{1,6}}v?(?P<value>{re.escape(release.before)})(?![\w.-]*\w)"
    )
    folder = release.change.edit.uri.rpartition("/")[0].removesuffix("/docs")
    found = context.situation.workspace_texts.find_containing(
        [release.before], release.change.edit.uri, MAX_VALUE_TEXTS
    )
    for snapshot in found:
        if _OTHER_STATEMENT.search(snapshot.uri) or not snapshot.uri.startswith(folder):
            continue
        text = context.source_text(snapshot)
        for line in text.raw_lookup.iterate_containing(release.before):
            match = statement.match(text.raw[line])
            if match is None:
                continue
            span = Span(Point(line, match.start("value")), Point(line, match.end("value")))
            yield Candidate(
                kind="edit",
                uri=snapshot.uri,
                family="released-version",
                pattern=f"{release.before} → {release.version}",
                topic=release.before,
                why=f"You added the release {release.version}; the version here is still {release.before}.",
                edits=(Replacement(span, release.version),),
                probability=PROBABILITY.estimate(StaleFeatures(release.change.age)),
            )
            break
