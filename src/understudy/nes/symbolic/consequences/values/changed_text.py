"""The text of a string changed: the same string follows where it is repeated, such as a message in its test.

Only whole strings, between the same quotes, that are long enough to mean the same thing. Numbers, versions,
addresses and names of variables inside of longer texts: see `changed_value`.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITTEN_LINES,
    MAX_TEXT_LINE_CHARS,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
    MIN_COMMON_TEXT_SHARE,
    MIN_TEXT_CHARS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext
from understudy.nes.symbolic.consequences.rules import (
    ELSEWHERE_SHIFT,
    STALE_SHIFT,
    RuleProbability,
    StaleFeatures,
)
from understudy.nes.symbolic.consequences.values.own_words import (
    OwnWord,
    find_own_words,
    is_in_class_list,
    is_other_place,
)
from understudy.nes.text import EditOrigin, Point, Replacement, Span

__all__ = ["propose_changed_texts"]

PROBABILITY: Final = RuleProbability(0.65, StaleFeatures(stale=4 * STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT))

_STRING: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`")
_PLAIN_WORD: Final = re.compile(r"[a-z./-]+\Z|[\W\d]+\Z")
"""Words like any other, such as a key or a path, or no word at all."""
_SHELL_VARIABLE: Final = re.compile(r"\$\{?[A-Za-z_]\w*")
"""A variable of a shell script inside of a string: which one belongs to the place."""
_TITLE: Final = re.compile(r"\s*(?:it|test|describe|context|specify|scenario)\b")
"""The line of a test that a string gives its title: another test may have the same."""


class _ChangedText(NamedTuple):
    old: str
    new: str
    """Both with their quotes."""


def propose_changed_texts(context: RuleContext) -> list[Candidate]:
    """Propose the new text of a string where the old one is repeated, in this text first."""
    outcomes: dict[str, set[str]] = {}
    for change in context.changes:
        for one in _changed_texts(change.edit.old, change.edit.new):
            outcomes.setdefault(one.old, set()).add(one.new)
    if not outcomes:
        return []
    found: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        changed = _changed_texts(change.edit.old, change.edit.new)
        if not changed or change.edit.origin is EditOrigin.ACCEPTED or context.is_past_deadline:
            continue
        text = context.text_at(change.edit.uri)
        if text is None or not change.is_current(text):
            continue
        for one in changed:
            if len(outcomes.get(one.old, ())) < 2:
                found += _candidates(context, one, change)
    return found[:MAX_VALUE_CANDIDATES]


@lru_cache(maxsize=256)
def _changed_texts(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[_ChangedText, ...]:
    """The strings that an edit changed, if it left the number of strings in each line as it was."""
    if len(old) != len(new) or len(new) > MAX_REWRITTEN_LINES:
        return ()
    found: list[_ChangedText] = []
    for before, after in zip(old, new, strict=True):
        if before == after or max(len(before), len(after)) > MAX_TEXT_LINE_CHARS or _TITLE.match(before):
            continue
        strings, others = [*_STRING.finditer(before)], _STRING.findall(after)
        if len(strings) != len(others):
            return ()
        for match, other in zip(strings, others, strict=True):
            one = match[0]
            is_same_kind = one[0] == other[0] != "`" and _is_distinctive(one[1:-1])
            if _with_one_variable(one) == _with_one_variable(other):
                continue  # the same text, with another variable at most
            if is_same_kind and is_in_class_list(before, match.start()):
                continue
            if is_same_kind and _share_of_common_text(one, other) >= MIN_COMMON_TEXT_SHARE:
                found.append(_ChangedText(one, other))
    return tuple(found)


def _with_one_variable(text: str) -> str:
    return _SHELL_VARIABLE.sub("$", text)


def _share_of_common_text(old: str, new: str) -> float:
    return SequenceMatcher(None, old, new, autojunk=False).ratio()


def _is_distinctive(text: str) -> bool:
    return len(text) >= MIN_TEXT_CHARS and not _PLAIN_WORD.match(text)


def _candidates(context: RuleContext, changed: _ChangedText, change: Change) -> Iterator[Candidate]:
    current = context.current_text
    own_words = _own_words(context, change)
    found = context.situation.workspace_texts.find_containing(
        [changed.old], current.snapshot.uri, MAX_VALUE_TEXTS
    )
    for text in (current, *map(context.source_text, found)):
        for line in text.raw_lookup.lines_containing(changed.old)[:MAX_VALUE_PLACES]:
            if text.snapshot.uri == change.edit.uri and is_other_place(text.snapshot, line, own_words):
                continue  # the new words are about the function that the user changed
            edits = _replacements(text.raw[line], line, changed)
            if edits:
                yield Candidate(
                    kind="edit",
                    uri=text.snapshot.uri,
                    family="text-changed",
                    pattern=f"{changed.old} → {changed.new}",
                    topic=changed.old,
                    why="You changed this text, and the old one is repeated here.",
                    edits=edits,
                    probability=PROBABILITY.estimate(StaleFeatures(change.age, text is not current)),
                )


def _own_words(context: RuleContext, change: Change) -> frozenset[OwnWord]:
    """The new words that belong to the place of the change."""
    edit, text = change.edit, context.text_at(change.edit.uri)
    if text is None:
        return frozenset()
    lines = enumerate(zip(edit.old, edit.new, strict=True), edit.line)
    return frozenset(
        word
        for number, (old, new) in lines
        if old != new
        for word in find_own_words(text.snapshot, number, old, new)
    )


def _replacements(raw: str, line: int, changed: _ChangedText) -> tuple[Replacement, ...]:
    return tuple(
        Replacement(Span(Point(line, match.start()), Point(line, match.end())), changed.new)
        for match in _STRING.finditer(raw[:MAX_TEXT_LINE_CHARS])
        if match[0] == changed.old
    )
