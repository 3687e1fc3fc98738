"""A name is not written in place of another one where it has no such member, or where it is made of the other one.

`console.error` became `log.error`, and `log` is an object literal with `error` and `debug`: `console.table` stays.
So does `console.error` in the file that defines `log`, which the user has not edited.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_ENCLOSING_LINES,
    MAX_OTHER_TEXTS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import indentation, is_word, tokenize
from understudy.nes.syntax import language_of

__all__ = ["limit_missing_members", "limit_wrapped_names"]

_MEMBER: Final = re.compile(r"\??\.([A-Za-z_$][\w$]*)")


def limit_missing_members(unscored: Sequence[UnscoredCandidate], situation: Situation) -> None:
    known: dict[str, frozenset[str]] = {}
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.is_line_change:
            continue
        if language_of(one.snapshot).family != "script":
            continue
        for name, member in _written_members(one.snapshot.lines[one.line], one.new[0]):
            if name not in known:
                known[name] = _members_of(name, one, situation)
            if known[name] and member not in known[name]:
                one.probability = OTHER_VALUE_PROBABILITY


def limit_wrapped_names(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make it improbable to write a name in place of another one in the file that defines it, if each example was
    typed in another file."""
    edited = {example.edit.uri for example in patterns.line_examples}
    if not edited:
        return
    for one in unscored:
        if one.probability <= OTHER_VALUE_PROBABILITY or not one.is_line_change or one.snapshot.uri in edited:
            continue
        if not one.features.get("typed"):
            continue
        for name in _written_names(one.snapshot.lines[one.line], one.new[0]):
            defined = re.compile(
                rf"(?:export\s+)?(?:const|let|var|function|class|def)\s+{re.escape(name)}(?![\w$])"
            )
            if any(name in line and defined.match(line) for line in one.snapshot.lines):
                one.probability = OTHER_VALUE_PROBABILITY


def _written_names(old: str, new: str) -> Iterator[str]:
    """The names that are written in front of a member or a call."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        if op.start == op.end or not op.new or not is_word(tokens[op.start]) or not is_word(op.new[0]):
            continue
        if "".join((*op.new[1:], *tokens[op.end :])).startswith((".", "(")):
            yield op.new[0]


def _written_members(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The names that are written in place of another one, with the member that follows in both lines."""
    if max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return
    tokens = tokenize(old)
    for op in diff_tokens(old, new):
        if op.end - op.start != 1 or len(op.new) != 1 or not is_word(op.new[0]):
            continue
        behind = _MEMBER.match("".join(tokens[op.end :]))
        is_kept = behind is not None and op.new[0] + behind[0] in new
        if behind is not None and is_kept and tokens[op.start - 1 : op.start] != (".",):
            yield op.new[0], behind[1]


def _members_of(name: str, one: UnscoredCandidate, situation: Situation) -> frozenset[str]:
    """The words in the object literal with that name, in the text of the candidate or in one other text; none if
    there is no such literal, or if it takes the members of other objects."""
    start = f"const {name} = {{"
    others = situation.workspace_texts.find_containing([start], one.snapshot.uri, MAX_OTHER_TEXTS)
    found: list[frozenset[str]] = []
    for snapshot in (one.snapshot, *others):
        for at, line in enumerate(snapshot.lines):
            if start in line and line.rstrip().endswith("{"):
                found.append(_words_of_block(snapshot.lines[at : at + MAX_ENCLOSING_LINES]))
    return found[0] if len(found) == 1 else frozenset()


def _words_of_block(lines: Sequence[str]) -> frozenset[str]:
    """The words of the lines behind the first one, up to the one that closes the block."""
    words: set[str] = set()
    for line in lines[1:]:
        if "..." in line:
            return frozenset()
        if line.lstrip().startswith("}") and indentation(line) == indentation(lines[0]):
            return frozenset(words)
        words.update(filter(is_word, tokenize(line)))
    return frozenset()  # too long to know all of it
