"""A message changed that a program puts together: tests expect its new text.

`"bad amount: #{text}"` became `"invalid amount: #{text}"`, and a test expects `"bad amount: ten"`, or the first two
words alone. Only in string literals of tests. A message that is repeated as a whole: see `values/changed_text`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.limits import (
    MAX_REWRITTEN_LINES,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_PLACES,
    MAX_VALUE_TEXTS,
    MIN_TEXT_CHARS,
)
from understudy.nes.symbolic.consequences.messages.templates import MessageTemplate, find_templates
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import StaleFeatures
from understudy.nes.text import EditOrigin, Point, Replacement, Span, common_affix_lengths

__all__ = ["propose_expected_messages"]

PROBABILITY: Final = RuleProbability(0.72, StaleFeatures(stale=STALE_SHIFT, elsewhere=ELSEWHERE_SHIFT))

_TEST_PATH: Final = re.compile(
    r"/(?:tests?|specs?|__tests__)/(?:[^/]+/){0,3}[^/]+\Z"
    r"|/(?:[^/]*[_.-])?(?:tests?|specs?)[_.-][^/]*\Z|/[^/]*[a-z\d](?:Tests?|Spec)\.\w+\Z"
)
_TEST_MODULE: Final = re.compile(r"#\[cfg\(test\)\]")
_SPACED: Final = re.compile(r"\s+|\S+")
_WORD: Final = re.compile(r"[^\W\d_]{3}")


class _ChangedMessage(NamedTuple):
    old: tuple[str, ...]
    new: tuple[str, ...]
    """The pieces around the same gaps."""

    @property
    def key(self) -> str:
        """The longest piece that the change replaces a part of."""
        return max((one for one, other in zip(self.old, self.new, strict=True) if one != other), key=len)


def propose_expected_messages(context: RuleContext) -> list[Candidate]:
    """Propose the new text of a message where tests expect the old one."""
    found: list[Candidate] = []
    for change in context.without_dormant(context.cause_changes):
        edit = change.edit
        if edit.origin is EditOrigin.ACCEPTED or len(edit.new) > MAX_REWRITTEN_LINES:
            continue
        text = context.text_at(edit.uri)
        if text is None or not change.is_current(text) or context.is_past_deadline:
            continue
        messages = _changed_messages(edit.old, edit.new, text.language.family)
        if messages and text.code and not _is_test(text, edit.line):
            for message in messages:
                found += _candidates(context, change, message)
    return found[:MAX_VALUE_CANDIDATES]


@lru_cache(maxsize=256)
def _changed_messages(old: tuple[str, ...], new: tuple[str, ...], family: str) -> tuple[_ChangedMessage, ...]:
    if len(old) != len(new):
        return ()
    found: list[_ChangedMessage] = []
    for before, after in zip(old, new, strict=True):
        if before == after or not any(sign in after for sign in "\"'`"):
            continue
        pairs = find_templates(before, family), find_templates(after, family)
        if len(pairs[0]) != len(pairs[1]):
            continue
        for one, other in zip(*pairs, strict=True):
            if one.pieces != other.pieces and one.gaps == other.gaps and _says_enough(one):
                found.append(_ChangedMessage(one.pieces, other.pieces))
    return tuple(found)


def _says_enough(template: MessageTemplate) -> bool:
    """Whether a text that fits a message is evidently this one: it has words, and something between its gaps."""
    return (
        sum(map(len, template.pieces)) >= MIN_TEXT_CHARS
        and any(map(_WORD.search, template.pieces))
        and all(template.pieces[1:-1])
        and "\\" not in template.content
    )


def _is_test(text: SourceText, line: int) -> bool:
    """Whether a line belongs to tests: by the path of its text, or in the module for tests of a text in Rust."""
    if _TEST_PATH.search(text.snapshot.uri) is not None:
        return True
    if text.language.family != "rust":
        return False
    match = _TEST_MODULE.search(text.joined)
    return match is not None and match.start() < text.offset_at(line)


def _candidates(context: RuleContext, change: Change, message: _ChangedMessage) -> Iterator[Candidate]:
    current = context.current_text
    # A test may expect only a part of a message, but then the part that changed.
    words = [word for word in _SPACED.findall(_replaced_part(message.key, message)) if _WORD.search(word)]
    keys = [max(words, key=len)] if words else [message.key.strip()]
    found = context.situation.workspace_texts.find_containing(keys, current.snapshot.uri, MAX_VALUE_TEXTS)
    for text in (current, *map(context.source_text, found)):
        for line in text.raw_lookup.lines_containing(keys[0])[:MAX_VALUE_PLACES]:
            edits = tuple(_replacements(text, line, message)) if _is_test(text, line) else ()
            if edits:
                yield Candidate(
                    kind="edit",
                    uri=text.snapshot.uri,
                    family="text-changed",
                    pattern=f"{'…'.join(message.old)} → {'…'.join(message.new)}",
                    topic="…".join(message.old),
                    why="You changed this message, and a test expects the old one.",
                    edits=edits,
                    probability=PROBABILITY.estimate(StaleFeatures(change.age, text is not current)),
                )


def _replaced_part(piece: str, message: _ChangedMessage) -> str:
    """The whole words of a piece that the change replaces, or those around what it inserts."""
    old, new = piece, message.new[message.old.index(piece)]
    before, after = _SPACED.findall(old), _SPACED.findall(new)
    head, tail = common_affix_lengths(before, after)
    replaced = before[head : len(before) - tail] or before[max(0, head - 2) : head + 2]
    return "".join(replaced)


def _replacements(text: SourceText, line: int, message: _ChangedMessage) -> Iterator[Replacement]:
    for literal in find_templates(text.raw[line], text.language.family):
        if literal.gaps:
            continue
        (written,) = literal.pieces
        new = _new_text(written, message)
        if new is not None and new != written and literal.quote not in new:
            end = literal.start + len(written)
            yield Replacement(Span(Point(line, literal.start), Point(line, end)), new)


def _new_text(written: str, message: _ChangedMessage) -> str | None:
    """The new text of a message that a program made, or of the part of it that changed; None for another one."""
    if len(message.old) > 1:
        match = re.fullmatch("(.+?)".join(map(re.escape, message.old)), written)
        if match is not None:
            return message.new[0] + "".join(
                gap + piece for gap, piece in zip(match.groups(), message.new[1:], strict=True)
            )
    if len(written) < MIN_TEXT_CHARS:
        return None
    for old, new in zip(message.old, message.new, strict=True):
        at = old.find(written) if old != new and written != old else -1
        if at >= 0:
            before, after = _SPACED.findall(old), _SPACED.findall(new)
            head, tail = common_affix_lengths(before, after)
            start, end = len("".join(before[:head])), len(old) - len("".join(before[len(before) - tail :]))
            is_inside = at < start and end < at + len(written)
            if is_inside or (start < end and at <= start and end <= at + len(written)):
                kept = written[: start - at], written[end - at :]
                return kept[0] + "".join(after[head : len(after) - tail]) + kept[1]
    return None
