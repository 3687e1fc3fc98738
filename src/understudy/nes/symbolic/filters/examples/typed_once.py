"""What the user typed once may be meant for its place alone.

The probabilities are fitted to commits, whose edits belong together. Somebody who types also makes changes that
nothing follows: a statement for debugging, another constant or number, a sentence of a document. In stories that
the engine did not know, 6 of 32 changes that repeat an edit in a similar text above it, far below it or in another
file were right (44 to 61 % by the fitted probabilities). In the next lines, 28 of 39 were.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.alignment import TokenChange, diff_tokens, token_changes
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.limits import (
    DISTANT_REPETITION_ODDS,
    MAX_NEXT_LINES,
    MAX_PATTERN_LINE_CHARS,
    TYPED_ONCE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.syntax import language_of
from understudy.nes.text import EditOrigin

__all__ = ["is_typed_once", "limit_distant_repetitions", "limit_typed_once"]

_DEBUG_STATEMENT: Final = re.compile(
    r"\s*(?:print|pprint|puts|p(?!\s*\S?=)|dbg!|var_dump|breakpoint|console\.(?:log|debug|dir)|fmt\.Print(?:ln|f)?"
    r"|e?println!|System\.(?:out|err)\.print(?:ln|f)?)[(! ]|\s*debugger\b"
)
_RAISED: Final = re.compile(r"\s*(?:raise|throw\s+new|throw|\*?\s*@throws|:raises)\s+(\w+)")
_VISIBILITY: Final = re.compile(r"private|protected|public|internal")
_NUMBER: Final = re.compile(r"\d+")
_DECIMAL: Final = re.compile(r"\d[\d_]*(?:\.\d+)?")
_KEYED: Final = frozenset({"yaml", "toml", "json", "jsonc"})
"""Languages of entries, each of which has its own values."""
_PROSE: Final = frozenset({"markdown", "restructuredtext", "asciidoc", "plaintext", "text"})
_CONSTANT: Final = re.compile(r"[A-Z]\w+")
_ACCESS: Final = frozenset({".", "::"})
_SIMILAR_FAMILIES: Final = frozenset({"analogy", "context"})
"""Their places are like that of the edit; the others replace the same text."""
_SENTENCE_FAMILIES: Final = frozenset({"analogy", "template"})
"""They change a sentence by what another one has in common with it."""
_LIKE_FAMILIES: Final = _SIMILAR_FAMILIES | {"again"}
_ENVIRONMENT: Final = frozenset({"env", "environ"})


def limit_typed_once(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make repetitions of such changes improbable, unless the user has made the same change in several lines."""
    likely = [one for one in unscored if one.probability > TYPED_ONCE_PROBABILITY and is_typed_once(one)]
    if not likely:
        return
    counts = Counter(_token_changes(one.old, one.new) for one in patterns.line_examples)
    for one in likely:
        if one.is_line_change and counts[_changes_made(one)] > 1:
            continue
        if (
            (not one.line_count and _DEBUG_STATEMENT.match(one.new[0]))
            or (one.family in _SENTENCE_FAMILIES and language_of(one.snapshot).id in _PROSE)
            or _replaces_constant(one)
            or _raises_in_other_function(one)
            or _is_one_token(one, _VISIBILITY)
            or _replaces_number(one)
        ):
            one.probability = TYPED_ONCE_PROBABILITY


def limit_distant_repetitions(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Lower the odds of what was typed once and would be repeated in a similar text, unless in the next lines.

    A name that the user has replaced in two lines is replaced everywhere.
    """
    distant = [
        one
        for one in unscored
        if one.family in _SIMILAR_FAMILIES and is_typed_once(one) and not _is_in_next_lines(one)
    ]
    if not distant:
        return
    own = [one for one in patterns.line_examples if one.edit.origin is not EditOrigin.ACCEPTED]
    counts = Counter(change for one in own for change in {*_token_changes(one.old, one.new)})
    for one in distant:
        if not any(counts[change] > 1 and _replaces_name(change) for change in _changes_made(one)):
            odds = DISTANT_REPETITION_ODDS * one.probability
            one.probability = odds / (1 - one.probability + odds)


def _replaces_name(change: TokenChange) -> bool:
    return all(len(tokens) == 1 and is_word(tokens[0]) for tokens in change)


def _is_in_next_lines(one: UnscoredCandidate) -> bool:
    """Whether the place is below the user's last edit, near the cursor, which follows what is accepted."""
    return bool(one.features.get("ahead")) and one.features["distance"] <= log_scaled(MAX_NEXT_LINES)


def _token_changes(old: str, new: str) -> tuple[TokenChange, ...]:
    return token_changes(old, new) if max(len(old), len(new)) <= MAX_PATTERN_LINE_CHARS else ()


def _changes_made(one: UnscoredCandidate) -> tuple[TokenChange, ...]:
    """Return the tokens that a candidate replaces; none unless it changes one line."""
    return _token_changes(one.snapshot.lines[one.line], one.new[0]) if one.is_line_change else ()


def is_typed_once(one: UnscoredCandidate) -> bool:
    features = one.features
    return bool(features.get("typed")) and not features.get("examples")


def _raises_in_other_function(one: UnscoredCandidate) -> bool:
    """Whether it changes the error that another function raises or documents, which has its own reasons.

    An error that the text defines may be meant for all of its functions.
    """
    if not one.is_line_change or one.features.get("same_function"):
        return False
    before, after = (_RAISED.match(line) for line in (one.snapshot.lines[one.line], one.new[0]))
    if before is None or after is None or before[1] == after[1]:
        return False
    defined = re.compile(rf"\s*(?:export\s+)?(?:\w+\s+)*class\s+{re.escape(after[1])}\b")
    return not any(after[1] in line and defined.match(line) for line in one.snapshot.lines)


def _is_one_token(one: UnscoredCandidate, pattern: re.Pattern[str]) -> bool:
    """Whether all that changes is one token of that kind, into another one."""
    changes = _changes_made(one)
    return len(changes) == 1 and all(
        len(tokens) == 1 and pattern.fullmatch(tokens[0]) is not None for tokens in changes[0]
    )


def _replaces_number(one: UnscoredCandidate) -> bool:
    """Whether all that changes is a number that is meant for one entry or line: a pause, a width, a count.

    A version of several numbers, and the same number in another kind of line, such as a port, may be meant for all.
    """
    language = language_of(one.snapshot).id
    if language in _KEYED:
        return _is_one_token(one, _NUMBER)
    if language in _PROSE or one.family not in _LIKE_FAMILIES:
        return False
    changes = _changes_made(one)
    return len(changes) == 1 and all(_DECIMAL.fullmatch("".join(tokens)) is not None for tokens in changes[0])


def _replaces_constant(one: UnscoredCandidate) -> bool:
    """Whether all that changes is a constant of a package or an enum, such as `http.StatusOK`."""
    if not one.is_line_change:
        return False
    line, new = one.snapshot.lines[one.line], one.new[0]
    if max(len(line), len(new)) > MAX_PATTERN_LINE_CHARS:
        return False
    tokens, ops = tokenize(line), diff_tokens(line, new)
    if len(ops) != 1 or len(ops[0].new) != 1 or ops[0].end - ops[0].start != 1:
        return False
    start, end, (written,) = ops[0]
    is_member = start > 1 and tokens[start - 1] in _ACCESS and tokens[end : end + 1] != ("(",)
    if start > 1 and tokens[start - 2] in _ENVIRONMENT:
        return False  # a variable that is called differently
    return is_member and all(_CONSTANT.fullmatch(name) for name in (tokens[start], written))
