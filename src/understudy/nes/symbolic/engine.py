"""The symbolic engine: learn from the last edits, look where that applies, weigh, and answer the best first.

Which of the candidates comes first: the likeliest, but the places of one name in the order that one reads them.

Says nothing about what is likely; who is sure enough to be shown is decided elsewhere.
"""

import time
from collections.abc import Iterator, Sequence

import msgspec

from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.symbolic import consequences, diagnostics
from understudy.nes.symbolic.aggregates import bulk_candidates, jump_candidates, selection_candidates
from understudy.nes.symbolic.candidates import UnscoredCandidate, move_into_empty_line, to_candidate
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.generators import (
    ArgumentChangeFilter,
    combine_in_line,
    generate_candidates,
    generate_sequence_lines,
)
from understudy.nes.symbolic.in_progress import adds_duplicate_text, completed_edits, is_user_typing
from understudy.nes.symbolic.limits import (
    CURRENT_FILE_BONUS,
    MAX_ENGINE_CANDIDATES,
    MAX_LEARNED_EDITS,
    MAX_OTHER_TEXTS,
    MAX_SNAPSHOT_INDEXES,
    MIN_EDIT_PROBABILITY,
    MIN_RULE_TIME_S,
    NEARNESS_BONUS,
    SUFFICIENT_PROBABILITY,
)
from understudy.nes.symbolic.patterns import EditPatterns, extract_patterns
from understudy.nes.symbolic.probability import estimate_probability
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.text import TextSnapshot

__all__ = ["SymbolicEngine", "rank_candidates"]

_Rename = tuple[str, str]


def rank_candidates(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The likeliest first; of those that are about as likely the nearest, and what is in the user's file.

    Where there is an edit to show, nobody needs to be sent somewhere.
    """
    edits = any(one.kind != "jump" and one.probability >= MIN_EDIT_PROBABILITY for one in candidates)

    def rank(one: Candidate) -> tuple[bool, float]:
        home = one.uri == situation.snapshot.uri and one.probability >= MIN_EDIT_PROBABILITY
        return edits and one.kind == "jump", -one.probability - (
            CURRENT_FILE_BONUS + _nearness_bonus(one, situation) if home else 0.0
        )

    return _sort_renames_by_position(sorted(candidates, key=rank), situation)


def _nearness_bonus(candidate: Candidate, situation: Situation) -> float:
    """More for what is near, and for what is below the cursor more than for what is above."""
    if not candidate.edits:
        return NEARNESS_BONUS  # all places at once
    away = candidate.edits[0].span.start.line - situation.cursor.line
    return NEARNESS_BONUS / (1 + away / 10) if away >= 0 else NEARNESS_BONUS / (2 - away / 10)


def _sort_renames_by_position(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """The places of a name that got another one: down from the cursor, then from the top, then the other files."""
    places: dict[_Rename, list[int]] = {}
    for at, one in enumerate(candidates):
        name = (
            _renamed_word(one, situation)
            if one.kind == "edit" and one.probability >= MIN_EDIT_PROBABILITY
            else None
        )
        if name is not None:
            places.setdefault(name, []).append(at)
    ordered = list(candidates)
    for spots in places.values():
        group = [candidates[at] for at in spots]
        files = list(dict.fromkeys(one.uri for one in group))
        group.sort(key=lambda one: _reading_order(one, situation, files))
        for at, one in zip(spots, group, strict=True):
            ordered[at] = one
    return ordered


def _reading_order(one: Candidate, situation: Situation, files: Sequence[str]) -> tuple[bool, int, bool, int]:
    line = one.edits[0].span.start.line
    home = one.uri == situation.snapshot.uri
    return not home, files.index(one.uri), home and line < situation.cursor.line, line


def _renamed_word(one: Candidate, situation: Situation) -> _Rename | None:
    """The word that becomes another one, if that is all that the edit does."""
    (start, end), text = one.edits[0]
    if len(one.edits) != 1 or start.line != end.line or "\n" in text:
        return None
    page = (
        situation.snapshot
        if one.uri == situation.snapshot.uri
        else situation.workspace_texts.snapshot(one.uri)
    )
    if page is None or start.line >= len(page.lines):
        return None
    line = page.lines[start.line]
    left, right = start.column, end.column
    while left and (line[left - 1].isalnum() or line[left - 1] == "_"):
        left -= 1
    while right < len(line) and (line[right].isalnum() or line[right] == "_"):
        right += 1
    old = tokenize(line[left:right])
    new = tokenize(line[left : start.column] + text + line[end.column : right])
    if len(old) != len(new):
        return None
    names = {(was, is_) for was, is_ in zip(old, new, strict=True) if was != is_}
    if len(names) != 1:
        return None
    (name,) = names
    return name if is_word(name[0]) and is_word(name[1]) else None


class SymbolicEngine:
    def __init__(self) -> None:
        self._indexes: dict[str, SnapshotIndex] = {}

    def propose(self, situation: Situation) -> EngineResult:
        if not situation.edits and not situation.diagnostics:
            return EngineResult(reason="no-edits")
        asked, at_work = situation, is_user_typing(situation)
        situation = msgspec.structs.replace(situation, edits=completed_edits(situation))
        scan = self.index_snapshot(situation.snapshot)
        lessons = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
        drafts = self.repetition_candidates(situation, scan, lessons)
        candidates = [*map(to_candidate, drafts[: 2 * MAX_ENGINE_CANDIDATES])]
        candidates += self._further_candidates(situation, scan, drafts)
        candidates = [move_into_empty_line(one, asked) for one in candidates]
        if at_work:  # nobody is sent away from what they are typing
            candidates = [one for one in candidates if one.kind != "jump"]
        candidates = rank_candidates(candidates, situation)
        if candidates:
            return EngineResult(candidates=tuple(candidates[:MAX_ENGINE_CANDIDATES]))
        return EngineResult(reason="nowhere" if lessons.replacements or lessons.blocks else "nothing-learned")

    def repetition_candidates(
        self, situation: Situation, index: SnapshotIndex, patterns: EditPatterns
    ) -> list[UnscoredCandidate]:
        """What repeating the user's edits would change, the likeliest first."""
        best: dict[tuple[str, int, int, tuple[str, ...]], UnscoredCandidate] = {}
        evidence, arguments = FeatureExtractor(index, situation, patterns), ArgumentChangeFilter(patterns)
        _collect_best(best, evidence, arguments)
        if max((draft.probability for draft in best.values()), default=0.0) < SUFFICIENT_PROBABILITY:
            for other in self._other_indexes(situation, patterns):
                _collect_best(best, evidence.for_index(other), arguments)
        drafts = list(best.values())
        drafts += combine_in_line(drafts)
        return sorted(drafts, key=lambda draft: -draft.probability)

    def _further_candidates(
        self, situation: Situation, index: SnapshotIndex, unscored: list[UnscoredCandidate]
    ) -> Iterator[Candidate]:
        yield from selection_candidates(unscored, situation)
        yield from bulk_candidates(unscored, situation, index)
        yield from generate_sequence_lines(situation, index)
        if situation.diagnostics:
            yield from map(_mark_rule_based, diagnostics.propose(situation))
        if time.monotonic() + MIN_RULE_TIME_S < situation.deadline and not (
            unscored and unscored[0].probability >= SUFFICIENT_PROBABILITY
        ):
            yield from map(_mark_rule_based, consequences.propose(situation))
        yield from jump_candidates(unscored, situation)

    def _other_indexes(self, situation: Situation, patterns: EditPatterns) -> Iterator[SnapshotIndex]:
        """The texts that hold something of what was learned."""
        literals = _search_literals(patterns)
        if not literals:
            return
        for page in situation.workspace_texts.find_containing(
            literals, situation.snapshot.uri, MAX_OTHER_TEXTS
        ):
            if time.monotonic() > situation.deadline:
                return
            yield self.index_snapshot(page)

    def index_snapshot(self, snapshot: TextSnapshot) -> SnapshotIndex:
        """The page, ready for searching. What was found in it before its last change is carried over."""
        scan = self._indexes.pop(snapshot.uri, None)
        if scan is None or not scan.is_built_from(snapshot):
            scan = SnapshotIndex(snapshot, scan)
        scan.snapshot = snapshot
        self._indexes[snapshot.uri] = scan
        if len(self._indexes) > MAX_SNAPSHOT_INDEXES:
            del self._indexes[next(iter(self._indexes))]
        return scan


def _collect_best(
    best: dict[tuple[str, int, int, tuple[str, ...]], UnscoredCandidate],
    extractor: FeatureExtractor,
    argument_filter: ArgumentChangeFilter,
) -> None:
    """Adds what can be done in one page. Of drafts that do the same the likeliest stays."""
    for draft in generate_candidates(extractor):
        if adds_duplicate_text(draft) or argument_filter.is_for_other_function(draft):
            continue
        draft.probability = estimate_probability(draft.family, draft.features)
        key = (draft.snapshot.uri, draft.line, draft.line_count, draft.new)
        if key not in best or best[key].probability < draft.probability:
            best[key] = draft
        if time.monotonic() > extractor.situation.deadline:
            return


def _mark_rule_based(one: Candidate) -> Candidate:
    return msgspec.structs.replace(one, is_consequence=True)


def _search_literals(patterns: EditPatterns) -> list[str]:
    found = ["".join(swap.old) for swap in patterns.replacements if swap.family == "replace"]
    for block in patterns.blocks:
        around = () if block.old else (block.above or "", block.below or "")
        found += [text.strip() for text in (*block.old, *around) if len(text.strip()) > 5]
    return list(dict.fromkeys(found))[:40]
