"""A key was added to one of several YAML or JSON files with the same keys, such as translations: a jump to others.

The value of the new key is not known there. Files of one folder that have all other keys of the mapping, no more.
"""

from collections.abc import Iterator
from typing import Final

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys.key_paths import is_keyed, read_keys
from understudy.nes.symbolic.consequences.limits import (
    MAX_CAUSING_CHANGES,
    MAX_CHANGED_MEMBERS,
    MAX_VALUE_TEXTS,
    MIN_SHARED_FILE_KEYS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import Point

__all__ = ["propose_keys_of_sibling_files"]

PROBABILITY: Final = RuleProbability(0.74, StaleFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT))


def propose_keys_of_sibling_files(context: RuleContext) -> list[Candidate]:
    """Propose a jump to where a new key is missing in the files beside its own."""
    for change in context.without_dormant(context.cause_changes[:MAX_CAUSING_CHANGES]):
        edit = change.edit
        if not is_keyed(edit.uri) or len(edit.new) <= len(edit.old):
            continue
        text = context.text_at(edit.uri)
        if text is not None and change.is_current(text) and not context.is_past_deadline:
            found = list(_candidates(context, text, change))
            if found:
                return found
    return []


def _candidates(context: RuleContext, text: SourceText, change: Change) -> Iterator[Candidate]:
    edit = change.edit
    keys = read_keys(text.raw)
    old = {one.path[-1] for one in read_keys(edit.old)}
    added = [one for one in keys if one.line in change.current_lines and one.key not in old]
    if not added or len(added) > MAX_CHANGED_MEMBERS:
        return
    first = added[0]
    parent, names = first.path[:-1], {one.path for one in added}
    if any(path[:-1] != parent for path in names):
        return
    siblings = [one.key for one in keys if one.path[:-1] == parent and one.path not in names]
    before = [one.key for one in keys if one.path[:-1] == parent and one.line < first.line]
    if len(siblings) < MIN_SHARED_FILE_KEYS or not before:
        return
    folder, suffix = edit.uri.rpartition("/")[0], edit.uri.rpartition(".")[2]
    for snapshot in context.situation.workspace_texts.find_containing(
        [before[-1]], edit.uri, MAX_VALUE_TEXTS
    ):
        if snapshot.uri.rpartition("/")[0] != folder or snapshot.uri.rpartition(".")[2] != suffix:
            continue
        other = context.source_text(snapshot)
        other_keys = read_keys(other.raw)
        own = [one for one in other_keys if one.path[:-1] == parent]
        if {one.key for one in own} != set(siblings):
            continue
        last = next(one.line for one in own if one.key == before[-1])
        behind = next((one.line for one in other_keys if one.line > last), None)
        line = last if behind is None or behind == last + 1 else behind - 1
        yield Candidate(
            kind="jump",
            uri=snapshot.uri,
            family="sibling-file-key",
            pattern=f"{first.key} in every file",
            topic=first.key,
            why=f"You added the key {first.key}, which this file does not have.",
            position=Point(line, len(other.raw[line])),
            probability=PROBABILITY.estimate(
                StaleFeatures(change.age, float(other is not context.current_text))
            ),
        )
