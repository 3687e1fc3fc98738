"""Drops candidates of the generators that contradict the bindings.

A generator knows only the text of a name: it would change the same word in another function, another type's field,
in a string or in prose. Where the binding is known, `proposals` has its occurrences, and no other one is changed.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate
from understudy.nes.symbolic.filters import is_code_style, is_distinctive
from understudy.nes.symbolic.renames.aliases import expanded_shorthand
from understudy.nes.symbolic.renames.detection import Rename
from understudy.nes.symbolic.renames.limits import COMMENT_PROBABILITY, OTHER_SPELLING_PROBABILITY
from understudy.nes.symbolic.renames.name_changes import NameChange, corrects_spelling, owner_before
from understudy.nes.symbolic.renames.proposals import is_document
from understudy.nes.symbolic.tokens import tokenize
from understudy.nes.text import Point, TextSnapshot

__all__ = ["RenameFilter"]


_UNLIMITED: Final = 0.999
_LOCAL: Final = frozenset({"local", "parameter"})


class RenameFilter:
    def __init__(self, renames: Sequence[Rename]) -> None:
        self._renames: dict[tuple[str, str], list[Rename]] = {}
        for one in renames:
            self._renames.setdefault((one.old, one.new), []).append(one)
        self._is_single = sum(not one.is_derived and not one.is_other for one in renames) == 1
        aliases = [one.old for one in renames if any(_is_users_alias(change) for change in one.changes)]
        self._aliased = {old for old in aliases if aliases.count(old) == 1}
        """The properties that the user took by another name in one pattern."""

    def filter(self, unscored: Sequence[UnscoredCandidate]) -> list[UnscoredCandidate]:
        """Return the candidates that do not repeat a rename where it does not belong, or is proposed already."""
        if not self._renames:
            return list(unscored)
        kept: list[UnscoredCandidate] = []
        for one in unscored:
            if self._is_other_spelling(one):
                one.probability = min(one.probability, OTHER_SPELLING_PROBABILITY)
            if not one.is_line_change:
                kept.append(one)
                continue
            verdict = self._check_line(one.snapshot, one.line, one.new[0])
            if verdict > 0:
                one.probability = min(one.probability, verdict)
                kept.append(one)
        return kept

    def _is_other_spelling(self, one: UnscoredCandidate) -> bool:
        """Whether it changes a name that only resembles the renamed one: that is another binding. Who has renamed
        two bindings renames more."""
        return one.family in ("variant", "partial") and self._is_single

    def _check_line(self, snapshot: TextSnapshot, number: int, new_line: str) -> float:
        """Return the highest probability that the changed line may have; 0 if it must not be proposed."""
        line = snapshot.lines[number]
        tokens = tokenize(line)
        limit, repeats, others = 1.0, 0, 0
        for op in diff_tokens(line, new_line):
            removed = tokens[op.start : op.end]
            expanded = expanded_shorthand(tokens, op) if self._aliased else None
            if expanded is not None and expanded.is_after and expanded.old in self._aliased:
                return 0.0  # the variable of another pattern
            pairs = list(zip(removed, op.new, strict=False))
            if len(removed) != len(op.new) or any(a != b and (a, b) not in self._renames for a, b in pairs):
                others += 1
                continue
            for at, pair in enumerate(pairs, op.start):
                if pair[0] != pair[1]:  # the difference may join several words, with what stands between them
                    repeats += 1
                    column = len("".join(tokens[:at]))
                    limit = min(limit, _check_word(self._renames[pair], snapshot, Point(number, column)))
        if repeats and not others and limit == 1.0:
            return 0.0  # the rename itself proposes it
        return limit


def _is_users_alias(change: NameChange) -> bool:
    return change.is_users and change.written != change.new


def _check_word(renames: Sequence[Rename], snapshot: TextSnapshot, point: Point) -> float:
    """Return the highest probability that a repetition of the rename may have at one word."""
    old = renames[0].old
    for rename in renames:
        if any(place.uri == snapshot.uri and place.span.start == point for place in rename.places):
            return 0.0 if rename.is_other else 1.0
    renames = [one for one in renames if not one.is_other]
    if not renames:
        return _UNLIMITED
    if len(renames) > 1:
        return COMMENT_PROBABILITY  # the user renames the same word everywhere
    if renames[0].binding.source is not None and snapshot.uri != renames[0].uri:
        return _UNLIMITED  # another import of a name that this workspace does not define
    if is_document(snapshot):
        line = snapshot.lines[point.line]
        is_code = is_code_style(line, point.column, point.column + len(old))
        is_meant = is_code or is_distinctive(old) or corrects_spelling(old, renames[0].new)
        return COMMENT_PROBABILITY if is_meant else 0.0
    resolver = resolver_for(snapshot)
    if resolver is None:
        return COMMENT_PROBABILITY
    if resolver.node_at(point) is not None:
        # An identifier that means something else, such as a field, which the user may have changed as well.
        return _UNLIMITED if _is_changed_member(renames[0], snapshot, point) else 0.0
    line = snapshot.lines[point.line]
    if snapshot.uri != renames[0].uri and not is_code_style(line, point.column, point.column + len(old)):
        return OTHER_SPELLING_PROBABILITY if is_distinctive(old) else 0.0
    return COMMENT_PROBABILITY if is_distinctive(old) else 0.0


def _is_changed_member(rename: Rename, snapshot: TextSnapshot, point: Point) -> bool:
    """Whether a local name was renamed, and the word is a member that the user has changed of the same variable."""
    owner = owner_before(snapshot.lines[point.line], point.column)
    return (
        owner != ""
        and rename.binding.kind in _LOCAL
        and any(one.is_users and one.owner == owner for one in rename.changes)
    )
