"""What the rules of this package share: the newest edit that renames a name where it is defined, and what follows.

A definition is found by a pattern of its line. Not where the name is used: see the rules.
"""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS, MAX_VALUE_CANDIDATES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText

__all__ = ["match_renamed", "propose_for_newest", "text_of_change"]

Renamed = TypeVar("Renamed")


def propose_for_newest(
    context: RuleContext,
    find: Callable[[RuleContext, Change], Renamed | None],
    candidates: Callable[[RuleContext, Renamed], Iterable[Candidate]],
) -> list[Candidate]:
    """Return the candidates of the newest change in which `find` finds something; none after the deadline."""
    for change in context.without_dormant(context.cause_changes):
        renamed = find(context, change)
        if renamed is not None and not context.is_past_deadline:
            return list(candidates(context, renamed))[:MAX_VALUE_CANDIDATES]
    return []


def match_renamed(
    pattern: re.Pattern[str], change: Change, group: str = "name"
) -> tuple[re.Match[str], re.Match[str]] | None:
    """Match a line before and after an edit that replaced the group by something else, and nothing besides it."""
    edit = change.edit
    if len(edit.old) != 1 or len(edit.new) != 1:
        return None
    old, new = edit.old[0], edit.new[0]
    if max(len(old), len(new)) > MAX_CODE_LINE_CHARS:
        return None
    before, after = pattern.match(old), pattern.match(new)
    if before is None or after is None or before[group] == after[group]:
        return None
    is_rest_equal = (
        old[: before.start(group)] == new[: after.start(group)]
        and old[before.end(group) :] == new[after.end(group) :]
    )
    return (before, after) if is_rest_equal else None


def text_of_change(context: RuleContext, change: Change) -> SourceText | None:
    """Return the text of an edit if it still has the lines that the edit wrote."""
    text = context.text_at(change.edit.uri)
    return text if text is not None and change.is_current(text) else None
