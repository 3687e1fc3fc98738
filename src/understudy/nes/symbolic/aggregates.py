"""Candidates made from all unscored candidates together: one change for many places.

- A rename or a search-and-replace, for clients that support them. A rename is requested where the old name is still
  defined, because only there can the client resolve it; otherwise the text is searched.
- A jump to the next place, where some change is likely but no single edit is likely enough.
- An edit of the whole selection, by the pattern that fits it best.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.alignment import diff_tokens
from understudy.nes.symbolic.candidates import UnscoredCandidate, to_replacement
from understudy.nes.symbolic.features import truncate_text
from understudy.nes.symbolic.limits import (
    BULK_PROBABILITY_BONUS,
    MAX_VISIBLE_DISTANCE_LINES,
    MIN_BULK_PLACES,
    MIN_BULK_PROBABILITY,
    MIN_EDIT_PROBABILITY,
    MIN_JUMP_PROBABILITY,
    MIN_SELECTION_PROBABILITY,
    SELECTION_ODDS_FACTOR,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS, is_word, non_space_tokens, tokenize
from understudy.nes.syntax import language_of
from understudy.nes.text import Point, Replacement, Span

__all__ = ["bulk_candidates", "jump_candidates", "selection_candidates"]

_MODIFIERS: Final = frozenset({"const", "static"})
"""The keywords behind which a name may also be the type of what is defined, as in `const Frame *frame`."""
_TYPE_ENDS: Final = frozenset({"*", "&", "<", "[", "::", ":", "."})
_TYPES_BEHIND_NAMES: Final = frozenset({"go", "rust", "script"})


def bulk_candidates(
    unscored: Sequence[UnscoredCandidate], situation: Situation, index: SnapshotIndex
) -> Iterator[Candidate]:
    if not situation.supported_kinds & {"rename", "searchAndReplace"}:
        return
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[UnscoredCandidate]] = {}
    for one in unscored:
        replacement = _replaced_tokens(one) if one.snapshot.uri == index.snapshot.uri else None
        if replacement is not None:
            groups.setdefault(replacement, []).append(one)
    for (old, new), places in groups.items():
        definition = _find_definition(old, index)
        # A user who renames the uses first means the definition, too, although its own probability may be low.
        min_probability = min(
            (one.probability for one in places if definition is None or one.line != definition.line),
            default=0.0,
        )
        lines = {one.line for one in places}
        if len(lines) < MIN_BULK_PLACES or not new or min_probability < MIN_BULK_PROBABILITY:
            continue
        if not lines.issuperset(line for line, _ in index.find_tokens(old)):
            continue  # the replacement would change places that no candidate was generated for
        # Ranked before each of the single edits that it replaces.
        probability = min(0.99, max(one.probability for one in places) + BULK_PROBABILITY_BONUS)
        first = places[0]
        literal, result = "".join(old), "".join(new)
        if (
            "rename" in situation.supported_kinds
            and definition is not None
            and len(old) == len(new) == 1
            and is_word(new[0])
        ):
            yield Candidate(
                kind="rename",
                uri=index.snapshot.uri,
                probability=probability,
                family="rename",
                pattern=first.pattern,
                topic=first.topic,
                why=first.why,
                position=definition,
                new_name=result,
            )
        elif "searchAndReplace" in situation.supported_kinds:
            is_regex = is_word(old[0]) or is_word(old[-1])
            yield Candidate(
                kind="searchAndReplace",
                uri=index.snapshot.uri,
                probability=probability,
                family="search-and-replace",
                pattern=first.pattern,
                topic=first.topic,
                why=first.why,
                search=_search_regex(old) if is_regex else literal,
                is_regex=is_regex,
                replace=result.replace("$", "$$") if is_regex else result,
            )


def _replaced_tokens(unscored: UnscoredCandidate) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The tokens that the candidate replaces and the new ones, if that is all it does."""
    if unscored.family == "replace":
        return unscored.token_replacement
    if (
        unscored.family not in ("analogy", "again", "call", "template")
        or unscored.line_count != 1
        or len(unscored.new) != 1
    ):
        return None
    old = unscored.snapshot.lines[unscored.line]
    ops = diff_tokens(old, unscored.new[0])
    tokens = tokenize(old)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
    return (tokens, ops[0].new) if any(is_word(token) and len(token) > 1 for token in tokens) else None


def _search_regex(old: tuple[str, ...]) -> str:
    before = r"\b" if is_word(old[0]) else ""
    after = r"\b" if is_word(old[-1]) else ""
    return before + re.escape("".join(old)).replace(r"\ ", " ") + after


def _find_definition(old: tuple[str, ...], index: SnapshotIndex) -> Point | None:
    if len(old) != 1:
        return None
    for line, column in index.find_tokens(old):
        text, language = index.lines[line], language_of(index.snapshot)
        before, behind = non_space_tokens(text[:column]), non_space_tokens(text[column + len(old[0]) :])
        if not before or before[-1] not in DEFINITION_KEYWORDS:
            continue
        is_type = before[-1] in _MODIFIERS and behind and (is_word(behind[0]) or behind[0] in _TYPE_ENDS)
        if not is_type or language.family in _TYPES_BEHIND_NAMES:
            return Point(line, column)
    return None


def jump_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """Jump to the place that most candidates are for, whatever they would change there.

    Nothing if the best of these candidates is likely enough to be displayed itself.
    """
    if "jump" not in situation.supported_kinds:
        return
    probabilities: dict[tuple[str, int], float] = {}
    best: dict[tuple[str, int], UnscoredCandidate] = {}
    for one in unscored:
        is_here = one.snapshot.uri == situation.snapshot.uri
        if is_here and abs(one.line - situation.cursor.line) <= MAX_VISIBLE_DISTANCE_LINES:
            continue
        place = (one.snapshot.uri, one.line)
        probabilities[place] = 1 - (1 - probabilities.get(place, 0.0)) * (1 - one.probability)
        if place not in best or best[place].probability < one.probability:
            best[place] = one
    if not probabilities:
        return
    place = max(probabilities, key=lambda place: probabilities[place])
    likeliest = best[place]
    if likeliest.probability >= MIN_EDIT_PROBABILITY or probabilities[place] < MIN_JUMP_PROBABILITY:
        return
    uri, line = place
    lines = likeliest.snapshot.lines
    yield Candidate(
        kind="jump",
        uri=uri,
        probability=probabilities[place],
        family="jump",
        pattern=f"to {likeliest.pattern}",
        topic=likeliest.topic,
        why=f"The next place may be here. {likeliest.why}",
        position=Point(line, len(lines[line]) if line < len(lines) else 0),
    )


def selection_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """One candidate that changes all of the selection, by the pattern that fits it best."""
    span = situation.selection
    if span is None or span.start == span.end:
        return
    inside = [one for one in unscored if _is_inside_selection(one, situation, span)]
    best = max(inside, key=lambda one: one.probability, default=None)
    if best is None or best.probability < MIN_SELECTION_PROBABILITY:
        return
    edits: list[Replacement] = []
    changed_lines: set[int] = set()
    for one in sorted(inside, key=lambda one: (one.pattern != best.pattern, -one.probability)):
        lines = set(range(one.line, one.line + max(1, one.line_count)))
        if lines & changed_lines or one.topic != best.topic:
            continue
        changed_lines |= lines
        edits.append(to_replacement(one))
    odds = SELECTION_ODDS_FACTOR * best.probability / (1 - min(best.probability, 0.999))
    yield Candidate(
        kind="edit",
        uri=situation.snapshot.uri,
        probability=odds / (1 + odds),
        family=best.family,
        pattern=best.pattern,
        topic=best.topic,
        why=f"Done to your selection: {truncate_text(best.why, 80)}",
        edits=tuple(sorted(edits)),
    )


def _is_inside_selection(unscored: UnscoredCandidate, situation: Situation, span: Span) -> bool:
    if unscored.snapshot.uri != situation.snapshot.uri:
        return False
    last = span.end.line if span.end.column or span.end.line == span.start.line else span.end.line - 1
    return span.start.line <= unscored.line and unscored.line + max(1, unscored.line_count) - 1 <= last
