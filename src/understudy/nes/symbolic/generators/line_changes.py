"""Weighs the candidates for one line against each other: one that makes less leaves the line half changed."""

from collections.abc import Iterator, Sequence

from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.analogy import apply_analogous_change
from understudy.nes.symbolic.candidates import CandidateLabel, UnscoredCandidate
from understudy.nes.symbolic.limits import (
    MAX_PATTERN_LINE_CHARS,
    MIN_COMBINED_PROBABILITY,
    MIN_LARGER_PROBABILITY,
    PART_OF_CHANGE_FACTOR,
)
from understudy.nes.symbolic.patterns import EditPatterns

__all__ = ["combine_in_line", "prefer_larger_changes", "prefer_whole_statements"]


def prefer_larger_changes(unscored: Sequence[UnscoredCandidate]) -> None:
    """Give a change of a line the probability of a likelier one that makes only a part of it, which loses it.

    Where `app` replaces `Server.prototype` at the beginning of a line, it also does so behind the `=`, unless the
    user has left some of the replaced words.
    """
    by_line: dict[tuple[str, int], list[UnscoredCandidate]] = {}
    for one in unscored:
        if one.is_line_change and one.probability >= MIN_LARGER_PROBABILITY:
            by_line.setdefault((one.snapshot.uri, one.line), []).append(one)
    for group in by_line.values():
        if len(group) < 2 or max(one.probability for one in group) < MIN_COMBINED_PROBABILITY:
            continue
        old = group[0].snapshot.lines[group[0].line]
        if max(len(old), *(len(one.new[0]) for one in group)) > MAX_PATTERN_LINE_CHARS:
            continue
        changes = [(one, frozenset(diff_tokens(old, one.new[0]))) for one in group]
        changes.sort(key=lambda pair: -pair[0].probability)
        for part, ops in changes:
            larger = next((one for one, others in changes if ops < others and not _is_in_part(one)), None)
            if larger is not None and larger.probability < part.probability:
                larger.probability = part.probability
                part.probability *= PART_OF_CHANGE_FACTOR


def prefer_whole_statements(unscored: Sequence[UnscoredCandidate], patterns: EditPatterns) -> None:
    """Give several lines in place of one the probability of a candidate that writes one of them, which loses it.

    Where `put(a);` became `if (put(a) < 0)` with `return -1;` below it, the condition alone is half a statement. A
    part that the user has also written alone stays as it is.
    """
    larger = [one for one in unscored if one.line_count == 1 < len(one.new)]
    for whole in larger:
        if whole.probability < MIN_LARGER_PROBABILITY:
            continue
        for part in unscored:
            is_part = part.is_line_change and part.line == whole.line and part.new[0] in whole.new
            if not is_part or part.snapshot.uri != whole.snapshot.uri or _is_shown_alone(part, patterns):
                continue
            if part.probability >= MIN_LARGER_PROBABILITY:
                whole.probability = max(whole.probability, part.probability)
                part.probability *= PART_OF_CHANGE_FACTOR


def _is_shown_alone(part: UnscoredCandidate, patterns: EditPatterns) -> bool:
    """Whether the user has changed one line into one line in this way."""
    old, new = part.old[0].strip(), part.new[0].strip()
    return any(
        len(one.edit.old) == len(one.edit.new) == 1
        and apply_analogous_change(one.old.strip(), one.new.strip(), old) == new
        for one in patterns.line_examples
    )


def _is_in_part(one: UnscoredCandidate) -> bool:
    """Whether the user replaced some of these words, and left others."""
    return one.token_replacement is not None and bool(one.features.get("kept"))


def combine_in_line(unscored: list[UnscoredCandidate]) -> Iterator[UnscoredCandidate]:
    """Lines with all likely replacements that apply to them: one alone would leave the line half changed.

    Expects scored candidates, and lowers the probability of those that it combines.
    """
    by_line: dict[tuple[str, int], list[UnscoredCandidate]] = {}
    for one in unscored:
        if (
            one.token_replacement is not None
            and one.line_count == 1
            and one.family in ("replace", "variant", "context")
        ):
            by_line.setdefault((one.snapshot.uri, one.line), []).append(one)
    for group in by_line.values():
        _prefer_whole_changes(group)
        likely = [one for one in group if one.probability >= MIN_COMBINED_PROBABILITY]
        if len(likely) < 2:
            continue
        likely.sort(key=lambda one: -len("".join(one.token_replacement[0] if one.token_replacement else ())))
        first = likely[0]
        text = new = first.snapshot.lines[first.line]
        probability = 1.0
        for one in likely:
            old_tokens, new_tokens = one.token_replacement or ((), ())
            if "".join(old_tokens) in new:
                new = new.replace("".join(old_tokens), "".join(new_tokens))
                probability = min(probability, one.probability)
        if new not in (text, *(one.new[0] for one in likely)):
            for one in likely:
                one.probability *= 1 - probability
            label = CandidateLabel("several", first.pattern, first.topic, first.why)
            combined = label.candidate(first.snapshot, first.line, 1, tuple(new.split("\n")), first.features)
            combined.probability = probability
            yield combined


def _prefer_whole_changes(group: Sequence[UnscoredCandidate]) -> None:
    """Where all that changed in a line occurs again, a part of it alone would leave the line half changed."""
    for whole in group:
        parts = [one for one in group if one is not whole and _is_part(one, whole)]
        if parts:
            whole.probability = max(whole.probability, *(one.probability for one in parts))
            for one in parts:
                one.probability *= PART_OF_CHANGE_FACTOR


def _is_part(one: UnscoredCandidate, whole: UnscoredCandidate) -> bool:
    """Whether both are of the same edit, and the one changes some of the tokens that the other changes."""
    old, new = one.token_replacement or ((), ())
    whole_old, whole_new = whole.token_replacement or ((), ())
    return (
        whole.features.get("age") == one.features.get("age")
        and len(old) < len(whole_old)
        and _contains(whole_old, old)
        and _contains(whole_new, new)
        and not _contains(whole_new, old)
    )


def _contains(tokens: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(tokens[at : at + size] == part for at in range(len(tokens) - size + 1))
