"""The whole of it at once: a rename or a search-and-replace, for clients that take them.

A rename is asked of the client where the old name is still defined: there it can be resolved. Where the
definition has the new name already, only the text can be searched.

The next place, where something will be changed but not surely how: a jump there instead of an edit.

What is selected: the change the user made to something like it, made to the selection.
"""

import re
from collections.abc import Iterator, Sequence

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
    MIN_SELECTION_PROBABILITY,
    SELECTION_ODDS_FACTOR,
)
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import DEFINITION_KEYWORDS, is_word, tokenize
from understudy.nes.text import Point, Replacement, Span

__all__ = ["bulk_candidates", "jump_candidates", "selection_candidates"]


def bulk_candidates(
    unscored: Sequence[UnscoredCandidate], situation: Situation, index: SnapshotIndex
) -> Iterator[Candidate]:
    if not situation.supported_kinds & {"rename", "searchAndReplace"}:
        return
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[UnscoredCandidate]] = {}
    for draft in unscored:
        swap = _replaced_tokens(draft) if draft.snapshot.uri == index.snapshot.uri else None
        if swap is not None:
            groups.setdefault(swap, []).append(draft)
    for (old, new), places in groups.items():
        home = _find_definition(old, index)
        # Who renames uses first is not expected to go to the definition by hand, but means it all the same.
        chance = min(
            (draft.probability for draft in places if home is None or draft.line != home.line), default=0.0
        )
        lines = {draft.line for draft in places}
        if len(lines) < MIN_BULK_PLACES or not new or chance < MIN_BULK_PROBABILITY:
            continue
        if not lines.issuperset(line for line, _ in index.find_tokens(old)):
            continue  # it would change more than what was found to be alike
        # One key for what they do one by one: it goes before each of them.
        chance = min(0.99, max(draft.probability for draft in places) + BULK_PROBABILITY_BONUS)
        first = places[0]
        literal, result = "".join(old), "".join(new)
        if (
            "rename" in situation.supported_kinds
            and home is not None
            and len(old) == len(new) == 1
            and is_word(new[0])
        ):
            yield Candidate(
                kind="rename", uri=index.snapshot.uri, probability=chance, family="rename", pattern=first.pattern,
                topic=first.topic, why=first.why, position=home, new_name=result,
            )  # fmt: skip
        elif "searchAndReplace" in situation.supported_kinds:
            whole = is_word(old[0]) or is_word(old[-1])
            yield Candidate(
                kind="searchAndReplace", uri=index.snapshot.uri, probability=chance, family="search-and-replace",
                pattern=first.pattern, topic=first.topic, why=first.why,
                search=_search_regex(old) if whole else literal, is_regex=whole,
                replace=result.replace("$", "$$") if whole else result,
            )  # fmt: skip


def _replaced_tokens(unscored: UnscoredCandidate) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Which tokens the draft replaces by which, if that is all it does."""
    if unscored.family == "replace":
        return unscored.token_replacement
    if (
        unscored.family not in ("analogy", "again", "call")
        or unscored.line_count != 1
        or len(unscored.new) != 1
    ):
        return None
    old = unscored.snapshot.lines[unscored.line]
    ops = diff_tokens(old, unscored.new[0])
    piece = tokenize(old)[ops[0].start : ops[0].end] if len(ops) == 1 else ()
    return (piece, ops[0].new) if any(is_word(word) and len(word) > 1 for word in piece) else None


def _search_regex(old: tuple[str, ...]) -> str:
    before = r"\b" if is_word(old[0]) else ""
    after = r"\b" if is_word(old[-1]) else ""
    return before + re.escape("".join(old)).replace(r"\ ", " ") + after


def _find_definition(old: tuple[str, ...], index: SnapshotIndex) -> Point | None:
    if len(old) != 1:
        return None
    for line, column in index.find_tokens(old):
        before = [token for token in tokenize(index.lines[line][:column]) if not token.isspace()]
        if before and before[-1] in DEFINITION_KEYWORDS:
            return Point(line, column)
    return None


def jump_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """To the place that most drafts speak for, whatever they would make of it."""
    if "jump" not in situation.supported_kinds:
        return
    places: dict[tuple[str, int], float] = {}
    best: dict[tuple[str, int], UnscoredCandidate] = {}
    for draft in unscored:
        here = draft.snapshot.uri == situation.snapshot.uri
        if here and abs(draft.line - situation.cursor.line) <= MAX_VISIBLE_DISTANCE_LINES:
            continue
        key = (draft.snapshot.uri, draft.line)
        places[key] = 1 - (1 - places.get(key, 0.0)) * (1 - draft.probability)
        if key not in best or best[key].probability < draft.probability:
            best[key] = draft
    if not places:
        return
    key = max(places, key=lambda place: places[place])
    draft = best[key]
    if draft.probability >= MIN_EDIT_PROBABILITY or places[key] <= draft.probability:
        return
    yield Candidate(
        kind="jump",
        uri=key[0],
        probability=places[key],
        family="jump",
        pattern=f"to {draft.pattern}",
        topic=draft.topic,
        why=f"The next place may be here. {draft.why}",
        position=Point(
            key[1], len(draft.snapshot.lines[key[1]]) if key[1] < len(draft.snapshot.lines) else 0
        ),
    )


def selection_candidates(unscored: Sequence[UnscoredCandidate], situation: Situation) -> Iterator[Candidate]:
    """One candidate that does all of the selection, for the lesson that fits it best."""
    span = situation.selection
    if span is None or span.start == span.end:
        return
    inside = [draft for draft in unscored if _is_inside_selection(draft, situation, span)]
    best = max(inside, key=lambda draft: draft.probability, default=None)
    if best is None or best.probability < MIN_SELECTION_PROBABILITY:
        return
    edits: list[Replacement] = []
    taken: set[int] = set()
    for draft in sorted(inside, key=lambda draft: (draft.pattern != best.pattern, -draft.probability)):
        lines = set(range(draft.line, draft.line + max(1, draft.line_count)))
        if lines & taken or draft.topic != best.topic:
            continue
        taken |= lines
        edits.append(to_replacement(draft))
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
