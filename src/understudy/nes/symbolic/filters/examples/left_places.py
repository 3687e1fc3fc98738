"""Places above a typed edit that the user has left as they are.

Who changes the second of three equal lines by hand has seen the first one: the change is probably meant for this
place alone. After a second edit of the same kind it is a pattern. Whole lines come from a paste or a program, whose
order says more (`passed_places`).
"""

from collections.abc import Sequence

from understudy.nes.symbolic.alignment import TokenChange, similarity, token_changes
from understudy.nes.symbolic.candidates import UnscoredCandidate, function_with_changed_arguments
from understudy.nes.symbolic.limits import (
    MIN_LEFT_LINE_SIMILARITY,
    MIN_LEFT_PROBABILITY,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, Example
from understudy.nes.text import EditOrigin

__all__ = ["limit_left_places"]


def limit_left_places(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Make the newest typed change improbable elsewhere if a line like the changed one is left above it."""
    example = _newest_example(patterns)
    if example is None:
        return
    changes = frozenset(token_changes(example.old, example.new))
    repetitions = [one for one in unscored if _repeats(one, changes)]
    if any(_is_left_above(one, example) for one in repetitions):
        for one in repetitions:
            if not _is_next_of_row(one, example) and not one.features.get("visited"):
                one.probability = min(one.probability, OTHER_VALUE_PROBABILITY)


def _newest_example(patterns: EditPatterns) -> Example | None:
    """The line that the user's newest edit changed; None unless it was typed, alone, and for the first time."""
    own = [one for one in patterns.line_examples if one.edit.origin is not EditOrigin.ACCEPTED]
    newest = min(own, key=lambda one: one.age, default=None)
    if newest is None or not newest.edit.is_typed:
        return None
    others = [one for one in own if one is not newest]
    changes = frozenset(token_changes(newest.old, newest.new))
    function = function_with_changed_arguments(newest.old, newest.new)
    is_repeated = any(
        not changes.isdisjoint(token_changes(one.old, one.new))
        or (function is not None and function == function_with_changed_arguments(one.old, one.new))
        for one in others
    )
    return None if is_repeated else newest


def _repeats(candidate: UnscoredCandidate, changes: frozenset[TokenChange]) -> bool:
    if not candidate.is_line_change:
        return False
    old = candidate.snapshot.lines[candidate.line]
    return not changes.isdisjoint(token_changes(old, candidate.new[0]))


def _is_left_above(candidate: UnscoredCandidate, example: Example) -> bool:
    edit = example.edit
    if candidate.snapshot.uri != edit.uri or candidate.line >= edit.line:
        return False
    if candidate.probability < MIN_LEFT_PROBABILITY or candidate.features.get("visited"):
        return False
    return similarity(candidate.snapshot.lines[candidate.line], example.old) >= MIN_LEFT_LINE_SIMILARITY


def _is_next_of_row(candidate: UnscoredCandidate, example: Example) -> bool:
    """Whether it changes the line below the edit: who has rewritten a line of a row goes on with the next one.

    What was only deleted is mostly deleted once, and another number is that of one entry.
    """
    edit = example.edit
    is_below = candidate.snapshot.uri == edit.uri and candidate.line == edit.line + len(edit.new)
    return is_below and any(new and not _is_number(new) for _, new in token_changes(example.old, example.new))


def _is_number(tokens: tuple[str, ...]) -> bool:
    return tokens[0][0].isdigit() and len(tokens) == 1
