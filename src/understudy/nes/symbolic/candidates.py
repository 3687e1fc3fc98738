"""Unscored candidates: changes of whole lines that a pattern would make at one place, with their features.

Owns their construction, the filters that drop the wrong ones before scoring, and their conversion into `Candidate`s
with the smallest text replacement. Does not search for places (see `generators`) and does not score.
"""

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import CONTROL_KEYWORDS, is_word, is_word_char, tokenize
from understudy.nes.text import EditOrigin, Point, Replacement, Span, TextSnapshot, minimal_replacement

__all__ = [
    "ArgumentChangeFilter",
    "CandidateLabel",
    "UnscoredCandidate",
    "adds_duplicate_text",
    "function_with_changed_arguments",
    "function_with_reordered_arguments",
    "move_into_empty_line",
    "to_candidate",
    "to_replacement",
]

_ELEMENT_SEPARATORS: Final = frozenset(",|")
_NO_ELEMENT_END: Final = frozenset(".([:=")
"""What makes an element longer than its name."""
_OPENING_BRACKETS: Final = frozenset("([{")
_CLOSING_BRACKETS: Final = frozenset(")]}")
_STYLE_ARGUMENTS: Final = frozenset({"void", "*", "**", "...", "..", "_"})
"""Adding such an argument is a matter of style, and many functions may get it."""


class UnscoredCandidate(Struct, eq=False):
    snapshot: TextSnapshot
    line: int
    line_count: int
    """How many lines it replaces; 0 for an insertion before `line`."""
    new: tuple[str, ...]
    family: str
    pattern: str
    topic: str
    why: str
    features: Features
    probability: float = 0.0
    """0 until the engine has scored it."""
    token_replacement: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """For replacements that can be combined with others in the same line."""
    search_key: Hashable = None
    """Identifies the search that found it, if the next requests may leave that out."""

    @property
    def is_line_change(self) -> bool:
        """Whether it replaces one line by one other line."""
        return self.line_count == 1 and len(self.new) == 1

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(self.snapshot.lines[self.line : self.line + self.line_count])


class CandidateLabel(NamedTuple):
    """What all candidates of one pattern have in common."""

    family: str
    pattern: str
    topic: str
    why: str

    def candidate(
        self,
        snapshot: TextSnapshot,
        line: int,
        line_count: int,
        new: tuple[str, ...],
        features: Features,
        token_replacement: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    ) -> UnscoredCandidate:
        """Replace `line_count` lines from `line` on by `new`."""
        return UnscoredCandidate(
            snapshot=snapshot,
            line=line,
            line_count=line_count,
            new=new,
            family=self.family,
            pattern=self.pattern,
            topic=self.topic,
            why=self.why,
            features=features,
            token_replacement=token_replacement,
        )


# Conversion


def to_replacement(unscored: UnscoredCandidate) -> Replacement:
    """The smallest replacement of text that makes the change, so that a client displays only what changes."""
    lines = unscored.snapshot.lines
    first, end = unscored.line, unscored.line + unscored.line_count
    if unscored.line_count and unscored.new:
        return minimal_replacement(first, unscored.old, unscored.new)
    if not unscored.line_count and first:
        # At the end of the line above, as a user types it: Enter and the new line.
        above = Point(first - 1, len(lines[first - 1]))
        return Replacement(Span(above, above), "".join("\n" + line for line in unscored.new))
    if end < len(lines):
        return Replacement(
            Span(Point(first, 0), Point(end, 0)), "".join(line + "\n" for line in unscored.new)
        )
    last = Point(len(lines) - 1, len(lines[-1]))
    start = Point(first - 1, len(lines[first - 1])) if first else Point(0, 0)
    return Replacement(Span(start, last), "")


def to_candidate(unscored: UnscoredCandidate) -> Candidate:
    return Candidate(
        kind="edit",
        uri=unscored.snapshot.uri,
        probability=unscored.probability,
        family=unscored.family,
        pattern=unscored.pattern,
        topic=unscored.topic,
        why=unscored.why,
        edits=(to_replacement(unscored),),
    )


def move_into_empty_line(candidate: Candidate, situation: Situation) -> Candidate:
    """Move lines inserted beside the empty line that the user has just opened at the cursor into that line."""
    cursor_line = situation.cursor.line
    if (
        len(candidate.edits) != 1
        or candidate.uri != situation.snapshot.uri
        or not _is_in_opened_line(situation)
    ):
        return candidate
    (start, end), text = candidate.edits[0]
    lines = text.split("\n")
    before = start.column == 0 and not lines[-1] and start.line in (cursor_line, cursor_line + 1)
    after = start.line in (cursor_line, cursor_line - 1) and not lines[0]
    after = after and start.column == len(situation.snapshot.lines[start.line])
    if start != end or len(lines) < 2 or not (before or after):
        return candidate
    new_text = "\n".join(lines[:-1] if before else lines[1:])
    blank = situation.snapshot.lines[cursor_line]
    indent = len(blank) if new_text.startswith(blank) else 0
    span = Span(Point(cursor_line, indent), Point(cursor_line, len(blank)))
    return replace(candidate, edits=(Replacement(span, new_text[indent:]),), position=None)


def _is_in_opened_line(situation: Situation) -> bool:
    """Whether the cursor is in a blank line that the newest edit added."""
    lines, line = situation.snapshot.lines, situation.cursor.line
    last = situation.edits[-1] if situation.edits else None
    if last is None or last.origin is not EditOrigin.TYPED or line >= len(lines) or lines[line].strip():
        return False
    inside = last.uri == situation.snapshot.uri and last.line <= line < last.line + len(last.new)
    return inside and len(last.new) > len(last.old)


# Filters


def adds_duplicate_text(unscored: UnscoredCandidate) -> bool:
    """Whether it inserts text beside the same text: what it adds is there already."""
    if not unscored.is_line_change:
        return False
    return _duplicates_added_text(unscored.snapshot.lines[unscored.line], unscored.new[0])


@lru_cache(maxsize=1024)
def _duplicates_added_text(old: str, new: str) -> bool:
    for op in diff_tokens(old, new):
        added = "".join(op.new).strip(" ,")
        if new.count(added) < 2:
            continue
        if op.start == op.end and len(added) > 1 and _is_repeated(added, new):
            return not _is_repeated(added, old)
        # An element of a list becomes equal to the next one: `(KeyError, ValueError)`.
        if op.start < op.end and added.isidentifier() and _is_repeated_element(added, new):
            return not _is_repeated_element(added, old)
    return False


# To compile an expression for every text takes longer than to find the texts and read what is around them.


def _is_repeated(text: str, line: str) -> bool:
    """Whether the text follows itself, with at most spaces and commas between, and is no part of longer words."""
    size = len(text)
    at = line.find(text)
    while at >= 0:
        second = at + size
        if not (at and is_word_char(line[at - 1])):
            while True:
                if line.startswith(text, second) and not is_word_char(
                    line[second + size : second + size + 1]
                ):
                    return True
                char = line[second : second + 1]
                if not (char.isspace() or char == ","):
                    break
                second += 1
        at = line.find(text, at + 1)
    return False


def _is_repeated_element(name: str, line: str) -> bool:
    """Whether two elements of a list that follow each other are the name."""
    size = len(name)
    at = line.find(name)
    while at >= 0:
        if not (at and (is_word_char(line[at - 1]) or line[at - 1] == ".")):
            rest = line[at + size :].lstrip()
            behind = rest[1:].lstrip() if rest[:1] in _ELEMENT_SEPARATORS else ""
            if behind.startswith(name):
                after = behind[size : size + 1]
                if not (is_word_char(after) or after in _NO_ELEMENT_END):
                    return True
        at = line.find(name, at + 1)
    return False


class ArgumentChangeFilter:
    """Restricts a change in the number of arguments to the function whose arguments the user changed.

    A user who adds an argument to `load(a)` does not add one to `store(a)`, and one who adds a parameter to a
    function does not add it to the next function. The change is generalized only after edits of two functions. If
    these are called on the same thing, it is generalized to other functions of that: after `log.info(a)` and
    `log.warn(a)` to `log.debug(a)`.
    """

    def __init__(self, patterns: EditPatterns) -> None:
        self._changed_functions = {
            changed
            for example in patterns.line_examples
            if example.edit.origin is not EditOrigin.ACCEPTED
            and (changed := function_with_changed_arguments(example.old, example.new)) is not None
            and changed not in _OPENING_BRACKETS
        }
        receivers = {
            _receiver_of(changed, example.old)
            for example in patterns.line_examples
            if (changed := function_with_changed_arguments(example.old, example.new))
            in self._changed_functions
        }
        self._receiver = receivers.pop() if len(receivers) == 1 else None
        """What all the changed functions are called on; None if they differ."""
        self._reordered_functions = {
            reordered
            for example in patterns.line_examples
            if example.edit.origin is not EditOrigin.ACCEPTED
            and (reordered := function_with_reordered_arguments(example.old, example.new)) is not None
        }

    def is_for_other_function(self, unscored: UnscoredCandidate) -> bool:
        """Whether it changes the number or the order of the arguments of another function than the user did."""
        if self._reordered_functions and unscored.is_line_change:
            old = unscored.snapshot.lines[unscored.line]
            reordered = function_with_reordered_arguments(old, unscored.new[0])
            if reordered is not None and reordered not in self._reordered_functions:
                return True
        is_one = len(self._changed_functions) == 1
        if not (is_one or self._receiver) or not unscored.is_line_change:
            return False
        old = unscored.snapshot.lines[unscored.line]
        changed = function_with_changed_arguments(old, unscored.new[0])
        if changed is None or changed in self._changed_functions:
            return False
        return is_one or _receiver_of(changed, old) != self._receiver


def _receiver_of(name: str | None, line: str) -> str:
    """What a function is called on, such as `self.log`; empty if it is called on nothing, or not on a name."""
    if f"{name or ''}(" not in line:
        return ""
    found = re.search(rf"(?<![\w$.:>])((?:[\w$]+(?:\.|->|::|\?\.))+){re.escape(name or '')}\(", line)
    return found[1] if found is not None else ""


@lru_cache(maxsize=2048)
def function_with_changed_arguments(old: str, new: str) -> str | None:
    """The function whose call or header got more or fewer arguments; for a bracket of no call, the bracket."""
    if len(old) > MAX_PATTERN_LINE_CHARS or len(new) > MAX_PATTERN_LINE_CHARS:
        return None
    ops = diff_tokens(old, new)
    if not ops:
        return None
    old_tokens, new_tokens = tokenize(old), tokenize(new)
    if any(not _STYLE_ARGUMENTS.isdisjoint((*old_tokens[op.start : op.end], *op.new)) for op in ops):
        return None
    open_brackets: list[int] = []
    for at, token in enumerate(old_tokens[: ops[0].start]):
        if token in _OPENING_BRACKETS:
            open_brackets.append(at)
        elif token in _CLOSING_BRACKETS and open_brackets:
            open_brackets.pop()
    start = open_brackets[-1] if open_brackets else 0
    if not open_brackets or _count_arguments(old_tokens, start) == _count_arguments(new_tokens, start):
        return None
    if len(ops) > 1:
        is_inside = ops[-1].end <= _closing_bracket(old_tokens, start)
        has_new_words = any(is_word(token) and token not in old_tokens for op in ops for token in op.new)
        if not is_inside or not has_new_words:
            return None  # more than the arguments changed, or they are only written in another way
    if (
        old_tokens[start] != "("
        or not start
        or not is_word(old_tokens[start - 1])
        or old_tokens[start - 1] in CONTROL_KEYWORDS
    ):
        return old_tokens[start]  # an element of a list or the like
    return old_tokens[start - 1]


@lru_cache(maxsize=1024)
def function_with_reordered_arguments(old: str, new: str) -> str | None:
    """The function whose call or header has the same arguments in another order."""
    if old == new or max(len(old), len(new)) > MAX_PATTERN_LINE_CHARS:
        return None
    tokens = tokenize(old)
    if sorted(tokens) != sorted(tokenize(new)):
        return None
    start = diff_tokens(old, new)[0].start
    found = re.search(r"([\w$]+)\((?:[^()]|\([^()]*\))*\Z", "".join(tokens[:start]))
    return found[1] if found is not None else None


def _closing_bracket(tokens: Sequence[str], start: int) -> int:
    """The index of the bracket that closes the one at `start`; the number of tokens if none does."""
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at] in _OPENING_BRACKETS) - (tokens[at] in _CLOSING_BRACKETS)
        if not depth:
            return at
    return len(tokens)


def _count_arguments(tokens: Sequence[str], start: int) -> int:
    """How many arguments the bracket opened at `start` has, as far as this line goes."""
    depth = commas = 0
    has_last = False
    for token in tokens[start + 1 :]:
        if token in _CLOSING_BRACKETS:
            if not depth:
                break
            depth -= 1
        elif token in _OPENING_BRACKETS:
            depth += 1
        elif token == "," and not depth:  # noqa: S105
            commas += 1
            has_last = False
            continue
        has_last = has_last or not token.isspace()
    return commas + has_last
