"""The symbolic engine: learns patterns from the last edits, finds where they apply, scores and ranks candidates.

Ranking puts the likeliest candidate first, prefers the current file and near places, and orders the places of one
rename from top to bottom. Which candidate is displayed is decided by `understudy.nes.selection`.
"""

import time
from collections.abc import Iterator, Sequence

import msgspec

from understudy.bounded_dict import BoundedDict
from understudy.nes.bindings import resolver_for, rules_for
from understudy.nes.engine_api import Candidate, EngineResult, Situation, Trigger
from understudy.nes.errors import run_guarded
from understudy.nes.index import is_generated_text
from understudy.nes.symbolic import consequences, diagnostics
from understudy.nes.symbolic.aggregates import bulk_candidates, jump_candidates, selection_candidates
from understudy.nes.symbolic.candidates import (
    ArgumentChangeFilter,
    UnscoredCandidate,
    move_into_empty_line,
    to_candidate,
)
from understudy.nes.symbolic.continuation import Continuation
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.filters import check_names, filter_repetitions, split_by_likelihood
from understudy.nes.symbolic.generators import (
    DormantPatterns,
    PatternSearches,
    combine_in_line,
    generate_candidates,
    generate_sequence_lines,
    prefer_larger_changes,
    prefer_whole_statements,
    score_candidates,
)
from understudy.nes.symbolic.in_progress import block_opening_time, completion_time, jump_time
from understudy.nes.symbolic.layout import LineWrapper
from understudy.nes.symbolic.limits import (
    CANDIDATES_PER_TIME_CHECK,
    CURRENT_FILE_BONUS,
    MAX_ENGINE_CANDIDATES,
    MAX_LEARNED_EDITS,
    MAX_OTHER_TEXTS,
    MAX_SNAPSHOT_INDEXES,
    MIN_EDIT_PROBABILITY,
    MIN_UNTYPED_JUMP_PROBABILITY,
    NEARNESS_BONUS,
    RULE_CPU_S,
    SUFFICIENT_PROBABILITY,
    VISIBLE_BONUS,
)
from understudy.nes.symbolic.passed_places import is_visited, visited_line
from understudy.nes.symbolic.patterns import EditPatterns, extract_patterns, search_literals
from understudy.nes.symbolic.probability import load_models
from understudy.nes.symbolic.renames import RenameFilter, find_renames, propose_renames
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.tokens import is_word, tokenize
from understudy.nes.syntax import parse_snapshot
from understudy.nes.text import Edit, EditOrigin, TextSnapshot

__all__ = ["SymbolicEngine", "rank_candidates"]

_Rename = tuple[str, str]
"""The old name and the new one."""


def rank_candidates(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """Sort by probability, with a bonus for the current file, for near places and for those on the screen.

    Other files that a program writes come after all others. Jumps come last if there is an edit that is likely
    enough to be displayed.
    """
    has_edit = any(one.kind != "jump" and one.probability >= MIN_EDIT_PROBABILITY for one in candidates)

    other_uris = {one.uri for one in candidates} - {situation.snapshot.uri}
    generated = {uri for uri in other_uris if _is_generated(uri, situation)}

    def rank(one: Candidate) -> tuple[bool, bool, float]:
        is_likely_here = one.uri == situation.snapshot.uri and one.probability >= MIN_EDIT_PROBABILITY
        bonus = CURRENT_FILE_BONUS + _place_bonus(one, situation) if is_likely_here else 0.0
        is_jump_behind_edit = has_edit and one.kind == "jump"
        return is_jump_behind_edit, one.uri in generated, -one.probability - bonus

    return _sort_renames_by_position(sorted(candidates, key=rank), situation)


def _is_generated(uri: str, situation: Situation) -> bool:
    snapshot = situation.snapshot_at(uri)
    return snapshot is not None and is_generated_text(snapshot)


def _place_bonus(candidate: Candidate, situation: Situation) -> float:
    """The bonus decreases with the distance, is lower above the cursor than below it, and higher on the screen."""
    if not candidate.edits:
        # A rename or search-and-replace of all places, near and visible ones among them.
        return NEARNESS_BONUS + (VISIBLE_BONUS if situation.visible_lines is not None else 0.0)
    line = candidate.edits[0].span.start.line
    distance = line - situation.cursor.line
    is_next = distance >= 0 or is_visited(line, visited_line(situation))
    nearness = (1 if is_next else 2) + abs(distance) / 10
    return NEARNESS_BONUS / nearness + (VISIBLE_BONUS if _is_visible(line, situation) else 0.0)


def _sort_renames_by_position(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """Order the places of one rename: down from the cursor, then from the top, then the other files.

    Of the places in the current file, those on the screen come first, if the client says what is.
    """
    positions_by_rename: dict[_Rename, list[int]] = {}
    changed_lines: set[tuple[str, int]] = set()
    for at, one in enumerate(candidates):
        is_likely_edit = one.kind == "edit" and one.probability >= MIN_EDIT_PROBABILITY
        if is_likely_edit:
            line = (one.uri, one.edits[0].span.start.line)
            if line in changed_lines:
                continue  # it stays behind the likelier candidate for the same line
            changed_lines.add(line)
        rename = _renamed_word(one, situation) if is_likely_edit else None
        if rename is not None:
            positions_by_rename.setdefault(rename, []).append(at)
    ordered = list(candidates)
    for positions in positions_by_rename.values():
        group = [candidates[at] for at in positions]
        files = list(dict.fromkeys(one.uri for one in group))
        group.sort(key=lambda one: _reading_order(one, situation, files))
        for at, one in zip(positions, group, strict=True):
            ordered[at] = one
    return ordered


def _reading_order(
    one: Candidate, situation: Situation, files: Sequence[str]
) -> tuple[bool, int, bool, bool, int]:
    line = one.edits[0].span.start.line
    is_here = one.uri == situation.snapshot.uri
    is_above = is_here and line < situation.cursor.line
    return not is_here, files.index(one.uri), is_here and not _is_visible(line, situation), is_above, line


def _is_visible(line: int, situation: Situation) -> bool:
    visible = situation.visible_lines
    return visible is not None and visible[0] <= line <= visible[1]


def _renamed_word(one: Candidate, situation: Situation) -> _Rename | None:
    """The word that the edit replaces by another one, if that is all it does."""
    (start, end), text = one.edits[0]
    if len(one.edits) != 1 or start.line != end.line or "\n" in text:
        return None
    snapshot = situation.snapshot_at(one.uri)
    if snapshot is None or start.line >= len(snapshot.lines):
        return None
    line = snapshot.lines[start.line]
    left, right = start.column, end.column
    while left and (line[left - 1].isalnum() or line[left - 1] == "_"):
        left -= 1
    while right < len(line) and (line[right].isalnum() or line[right] == "_"):
        right += 1
    old = tokenize(line[left:right])
    new = tokenize(line[left : start.column] + text + line[end.column : right])
    if len(old) != len(new):
        return None
    renames = {(before, after) for before, after in zip(old, new, strict=True) if before != after}
    if len(renames) != 1:
        return None
    (rename,) = renames
    return rename if is_word(rename[0]) and is_word(rename[1]) else None


def prepare(snapshot: TextSnapshot) -> None:
    """Load the models and the grammar for a text, and parse it: what the first request would do otherwise.

    May run in another thread.
    """
    load_models()
    parsed = parse_snapshot(snapshot)
    if parsed is not None:
        rules_for(parsed[0])


class SymbolicEngine:
    def __init__(self) -> None:
        self._indexes: BoundedDict[str, SnapshotIndex] = BoundedDict(MAX_SNAPSHOT_INDEXES)
        self._continuation = Continuation()
        self._dormant = DormantPatterns()
        self._dormant_changes = consequences.DormantChanges()

    def prepare(self, snapshot: TextSnapshot, edits: Sequence[Edit]) -> None:
        """Do in advance what the next request about that text, after these edits, does first."""
        prepare(snapshot)
        self.index_snapshot(snapshot)
        resolver_for(snapshot)
        consequences.parse_imports(snapshot)
        extract_patterns(edits, MAX_LEARNED_EDITS)  # what the lines of an edit show is kept

    def propose(self, situation: Situation) -> EngineResult:
        if not situation.edits and not situation.diagnostics:
            return EngineResult(reason="no-edits")
        if others := self._continuation.take(situation):
            return self._build_result(situation, rank_candidates(others, situation), is_continued=True)
        started = time.thread_time()
        prepare(situation.snapshot)
        # What has to be prepared once is not limited by the deadline.
        deadline = situation.deadline + time.thread_time() - started
        situation = msgspec.structs.replace(situation, deadline=deadline)
        original, complete_at = situation, completion_time(situation)
        if complete_at is not None:
            situation = msgspec.structs.replace(situation, edits=situation.edits[:-1])
        index = self.index_snapshot(situation.snapshot)
        patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
        earlier = msgspec.structs.replace(
            situation,
            deadline=situation.deadline - RULE_CPU_S,
            earliest_deadline=situation.earliest_deadline - RULE_CPU_S,
        )
        is_automatic = situation.trigger is Trigger.AUTOMATIC and situation.selection is None
        dormant = self._dormant if is_automatic else None
        self._dormant.begin_request()
        self._dormant_changes.begin_request(situation.snapshot.uri)
        renames = find_renames(situation, dormant)
        repetitions = self.repetition_candidates(earlier, index, patterns, dormant)
        repetitions = run_guarded(RenameFilter(renames).filter, repetitions, repetitions)
        repetitions = filter_repetitions(repetitions, patterns, situation, is_limited=is_automatic)
        context = consequences.RuleContext(situation, self._dormant_changes if is_automatic else None)
        likely, unlikely = split_by_likelihood(repetitions) if is_automatic else (repetitions, [])
        repetitions = [*consequences.drop_explained(context, likely), *unlikely]
        candidates = [*map(to_candidate, repetitions[: 2 * MAX_ENGINE_CANDIDATES])]
        candidates += map(_mark_rule_based, propose_renames(renames, situation))
        candidates += self._further_candidates(context, index, repetitions)
        if complete_at is not None and (opened_at := block_opening_time(original)) is not None:
            if original.now >= opened_at:
                found = consequences.propose_closing_brackets(consequences.RuleContext(original))
                candidates += map(_mark_rule_based, found)
            else:
                complete_at = opened_at
        wrapper = LineWrapper(situation)
        candidates = [move_into_empty_line(wrapper.wrap(one), original) for one in candidates]
        retry_at = complete_at
        candidates = _drop_unlikely_jumps(candidates, situation)
        jumps = [one for one in candidates if one.kind == "jump"]
        if jumps and (jump_at := jump_time(original)) is not None:
            if complete_at is None and any(one.probability >= MIN_EDIT_PROBABILITY for one in jumps):
                retry_at = jump_at
            candidates = [one for one in candidates if one.kind != "jump"]
        if retry_at == float("inf"):  # no pause completes the edit
            retry_at = None
        candidates = rank_candidates(candidates, situation)
        if candidates:
            return self._build_result(original, candidates[:MAX_ENGINE_CANDIDATES], retry_at=retry_at)
        return EngineResult(reason=_no_candidate_reason(complete_at, patterns), retry_at=retry_at)

    def _build_result(
        self,
        situation: Situation,
        candidates: Sequence[Candidate],
        *,
        retry_at: float | None = None,
        is_continued: bool = False,
    ) -> EngineResult:
        self._continuation.remember(situation, candidates)
        return EngineResult(
            candidates=tuple(candidates),
            final_check=lambda candidate, snapshot: check_names(candidate, snapshot, situation),
            retry_at=retry_at,
            is_continued=is_continued,
        )

    def repetition_candidates(
        self,
        situation: Situation,
        index: SnapshotIndex,
        patterns: EditPatterns,
        dormant: DormantPatterns | None = None,
    ) -> list[UnscoredCandidate]:
        """Scored candidates that repeat the user's edits, in this text and in others, the likeliest first.

        Given the dormant patterns, these and hopeless ones are left out.
        """
        extractor = FeatureExtractor(index, situation, patterns, is_limited=dormant is not None)
        argument_filter = ArgumentChangeFilter(patterns)
        found = _score_text(extractor, argument_filter, dormant)
        for other in self._other_indexes(situation, patterns):
            found += _score_text(extractor.for_index(other), argument_filter, dormant)
        found += combine_in_line(found)
        prefer_larger_changes(found)
        prefer_whole_statements(found, patterns)
        return sorted(found, key=lambda one: -one.probability)

    def _further_candidates(
        self, context: consequences.RuleContext, index: SnapshotIndex, unscored: list[UnscoredCandidate]
    ) -> Iterator[Candidate]:
        situation = context.situation
        yield from selection_candidates(unscored, situation)
        yield from bulk_candidates(unscored, situation, index)
        yield from generate_sequence_lines(situation, index)
        if situation.diagnostics:
            yield from map(_mark_rule_based, diagnostics.propose(situation))
        is_repetition_likely = bool(unscored) and unscored[0].probability >= SUFFICIENT_PROBABILITY
        found = consequences.propose(situation, is_structural_only=is_repetition_likely, context=context)
        yield from map(_mark_rule_based, found)
        yield from jump_candidates(unscored, situation)

    def _other_indexes(self, situation: Situation, patterns: EditPatterns) -> Iterator[SnapshotIndex]:
        """The indexes of other texts that contain something that a pattern searches for."""
        literals = search_literals(patterns)
        if not literals:
            return
        for snapshot in situation.workspace_texts.find_containing(
            literals, situation.snapshot.uri, MAX_OTHER_TEXTS
        ):
            if situation.is_past_deadline:
                return
            situation.found_texts[snapshot.uri] = snapshot  # it is not looked up again in this request
            yield self.index_snapshot(snapshot)

    def index_snapshot(self, snapshot: TextSnapshot) -> SnapshotIndex:
        """The cached index of the text, or a new one that reuses the results found before the last change."""
        index = self._indexes.get(snapshot.uri)
        if index is None or not index.is_built_from(snapshot):
            index = SnapshotIndex(snapshot, index)
        index.snapshot = snapshot
        self._indexes[snapshot.uri] = index
        return index


def _score_text(
    extractor: FeatureExtractor, argument_filter: ArgumentChangeFilter, dormant: DormantPatterns | None
) -> list[UnscoredCandidate]:
    """The scored candidates for one text. After the deadline, no more are generated."""
    searches = PatternSearches(dormant, extractor)
    generated: list[UnscoredCandidate] = []
    is_complete = True
    for count, unscored in enumerate(generate_candidates(extractor, searches)):
        if not count % CANDIDATES_PER_TIME_CHECK and extractor.situation.is_past_deadline:
            is_complete = False
            break
        generated.append(unscored)
    best = score_candidates(generated, extractor, argument_filter)
    if is_complete:
        searches.finish(generated)
    return list(best.values())


def _drop_unlikely_jumps(candidates: list[Candidate], situation: Situation) -> list[Candidate]:
    """Drop jumps that are too unlikely if the user's newest edit was not made at the keyboard."""
    newest = next(
        (edit for edit in reversed(situation.edits) if edit.origin is not EditOrigin.ACCEPTED), None
    )
    if newest is None or newest.is_typed:
        return candidates
    return [
        one for one in candidates if one.kind != "jump" or one.probability >= MIN_UNTYPED_JUMP_PROBABILITY
    ]


def _no_candidate_reason(complete_at: float | None, patterns: EditPatterns) -> str:
    if complete_at is not None:
        return "in-progress"
    return "nowhere" if patterns.replacements or patterns.blocks else "nothing-learned"


def _mark_rule_based(one: Candidate) -> Candidate:
    return msgspec.structs.replace(one, is_consequence=True)
