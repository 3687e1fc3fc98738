"""Simulates the user of a case in this process: makes its hunks, queries the engine, accepts what is right.

The same behaviour as `understudy.replay.replay_run`, without an agent and a connection, so that every candidate
of the engine is available with its features. A candidate is right by the rule of the replay scorer. Edits and
feedback are recorded by the product's own classes, because features are computed from them.
"""

import itertools
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from training.rows import Row, rounded
from understudy.languages import language_id_for
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.session.rejections import FeedbackCounts
from understudy.nes.symbolic import consequences
from understudy.nes.symbolic.candidates import to_candidate
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.feature_names import Features
from understudy.nes.symbolic.filters import filter_repetitions
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.renames import RenameFilter, find_renames, propose_renames
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.history import History
from understudy.nes.text.line_changes import apply_replacements
from understudy.nes.text.text_types import Point, Splice, TextSnapshot
from understudy.nes.validation import CandidateValidator
from understudy.replay.cases import Case, final_lines
from understudy.replay.limits import MAX_REQUESTS_PER_CASE
from understudy.replay.line_diffs import classify_shape, diff_regions
from understudy.replay.metrics import ManualHunk, Outcome, RequestRecord, is_correct_step
from understudy.uris import path_to_uri

__all__ = ["CaseTexts", "Played", "Policy", "play"]

MAX_UNSCORED: Final = 60
"""Candidates of one request that are considered."""
PAUSE_S: Final = 60.0
"""Between two changes of the user: long enough that they are not merged into one edit."""
LINE_BY_LINE_SHARE: Final = 4
"""One case in so many is edited line by line, as at a keyboard, where hunks keep their number of lines."""
_DERIVED: Final = frozenset({"several"})
"""Families whose probability is derived from other candidates and is not fitted."""


class Policy(NamedTuple):
    """Which candidates are displayed and recorded. The defaults were used for the shipped weights."""

    threshold: float = 0.4
    """The least probability of a displayed candidate; above 1, nothing is displayed."""
    most: int = 12
    """Candidates of one request that become rows, the likeliest first."""
    least: float = 0.02
    """The least probability of a row. Hopeless candidates would outnumber all others."""


class Played(NamedTuple):
    rows: list[Row]
    requests: list[RequestRecord]
    manual_hunks: list[ManualHunk]


class _Offer(NamedTuple):
    candidate: Candidate
    features: Features | None
    then: list[str]
    """The text after the change."""
    old: tuple[str, ...]
    new: tuple[str, ...]


class CaseTexts:
    """The files of the case, as workspace texts of the engine."""

    def __init__(self, lines: dict[str, list[str]]) -> None:
        self._lines = lines

    def snapshot(self, uri: str) -> TextSnapshot | None:
        lines = self._lines.get(uri)
        return None if lines is None else TextSnapshot(uri, language_id_for(uri), lines)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found: list[TextSnapshot] = []
        for uri, lines in self._lines.items():
            text = "\n".join(lines) if uri != near and len(found) < max_texts else ""
            if any(literal in text for literal in literals):
                found.append(TextSnapshot(uri, language_id_for(uri), lines))
        return found


def play(engine: SymbolicEngine, case: Case, file: str, policy: Policy) -> Played:
    """Work through a case."""
    user = _User(engine, case, file, policy)
    user.work()
    return user.played


class _User:
    def __init__(self, engine: SymbolicEngine, case: Case, file: str, policy: Policy) -> None:
        self.played = Played([], [], [])
        self._engine = engine
        self._case = case
        self._file = file
        self._policy = policy
        uris = {path: path_to_uri(f"/{path}") for path in case.files}
        self._lines = {uris[path]: text.split("\n") for path, text in case.files.items()}
        self._final = {uris[path]: lines for path, lines in final_lines(case).items()}
        self._order = list(dict.fromkeys(uris[hunk.path] for hunk in case.hunks))
        self._remaining = {uri: diff_regions(self._lines[uri], self._final[uri]) for uri in self._order}
        self._texts = CaseTexts(self._lines)
        self._time = 0.0
        self._history = History(lambda: self._time)
        self._feedback = FeedbackCounts()
        self._by_line = zlib.crc32(case.id.encode()) % LINE_BY_LINE_SHARE == 0
        self._rejected: set[tuple[str, tuple[str, ...], tuple[str, ...]]] = set()
        self._uri = self._order[0]
        self._cursor_line = 0

    def work(self) -> None:
        by_hand = True
        while any(self._remaining.values()):
            if by_hand:
                self._make_next()
                by_hand = False
            elif len(self.played.requests) < MAX_REQUESTS_PER_CASE:
                by_hand = not self._ask()
            else:
                return

    def _make_next(self) -> None:
        """Make the next hunk below the cursor, else the first of the file, else of the next file."""
        if not self._remaining[self._uri]:
            self._uri = next(uri for uri in self._order if self._remaining[uri])
            self._cursor_line = 0
        uri, left = self._uri, self._remaining[self._uri]
        region = next((region for region in left if region.start >= self._cursor_line), left[0])
        now, new = self._lines[uri], self._final[uri][region.new_start : region.new_stop]
        stop = region.stop
        if self._by_line and len(new) == region.stop - region.start:
            stop, new = region.start + 1, new[:1]
        self.played.manual_hunks.append(
            ManualHunk(
                case=self._case.id,
                file=self._file,
                language=language_id_for(uri),
                shape=classify_shape(now[region.start : stop], new),
                first=not self.played.manual_hunks,
            )
        )
        self._cursor_line = region.start + max(len(new) - 1, 0)
        self._change(uri, [*now[: region.start], *new, *now[stop:]], accepted=False)

    def _ask(self) -> bool:
        """Request suggestions. Return whether one was accepted."""
        situation = Situation(
            snapshot=TextSnapshot(self._uri, language_id_for(self._uri), self._lines[self._uri]),
            cursor=Point(self._cursor_line, 0),
            edits=self._history.edits,
            workspace_texts=self._texts,
            feedback_counts=self._feedback.counts_for,
            rejection_streak=int(self._feedback.rejection_streak),
        )
        begin = time.perf_counter()
        offers = list(itertools.islice(self._offers(situation), self._policy.most))
        seconds = time.perf_counter() - begin
        number = len(self.played.requests) + 1
        judged = [(offer, self._is_right(offer)) for offer in offers]
        self.played.rows.extend(
            Row(
                self._case.id,
                number,
                offer.candidate.family,
                round(offer.candidate.probability, 4),
                right,
                None if offer.features is None else rounded(offer.features),
                zlib.crc32(
                    repr((offer.candidate.pattern, offer.candidate.uri, offer.old, offer.new)).encode()
                ),
            )
            for offer, right in judged
        )
        if not judged or judged[0][0].candidate.probability < self._policy.threshold:
            self._record(None, "silent", seconds)
            return False
        return self._judge(*judged[0], seconds)

    def _judge(self, offer: _Offer, right: bool, seconds: float) -> bool:
        chosen = offer.candidate
        if not right:
            self._feedback.record_reject(chosen, "rejected")
            self._rejected.add((chosen.uri, offer.old, offer.new))  # at any place in the file
            self._record(chosen, "rejected", seconds)
            return False
        self._feedback.record_accept(chosen)
        before = len(self._remaining[chosen.uri])
        self._change(chosen.uri, offer.then, accepted=True)
        self._record(chosen, "accepted", seconds, max(1, before - len(self._remaining[chosen.uri])))
        self._uri = chosen.uri
        self._cursor_line = max(edit.span.start.line for edit in chosen.edits)
        return True

    def _offers(self, situation: Situation) -> Iterator[_Offer]:
        """Candidates that pass validation and were not rejected before, the likeliest first."""
        validator = CandidateValidator(situation.supported_kinds, situation.edits)
        for one, features in _scored_candidates(self._engine, situation):
            snapshot = self._texts.snapshot(one.uri)
            if one.probability < self._policy.least:
                return
            if snapshot is None or validator.validate(one, snapshot, None) is not None:
                continue
            then = apply_replacements(one.edits, snapshot.lines)
            _, old, new = minimal_splice(0, snapshot.lines, then)
            if (one.uri, old, new) not in self._rejected:
                yield _Offer(one, features, then, old, new)

    def _is_right(self, offer: _Offer) -> bool:
        uri = offer.candidate.uri
        return uri in self._remaining and is_correct_step(self._lines[uri], offer.then, self._final[uri])

    def _change(self, uri: str, then: list[str], *, accepted: bool) -> None:
        """Change the text to `then`, region by region from the bottom, and record the edits."""
        now = self._lines[uri]
        splices = [
            Splice(r.start, tuple(now[r.start : r.stop]), tuple(then[r.new_start : r.new_stop]))
            for r in diff_regions(now, then)
        ]
        self._time += PAUSE_S
        if accepted:
            for line, old, new in splices:
                self._history.expect_accepted_edit(uri, old, new, line)
        for splice in reversed(splices):
            start, stop = splice.line, splice.line + len(splice.old)
            above = now[start - 1] if start else None
            below = now[stop] if stop < len(now) else None
            self._history.record_splice(uri, splice, above, below)
            now = [*now[:start], *splice.new, *now[stop:]]
        self._lines[uri] = then
        self._remaining[uri] = diff_regions(then, self._final[uri])

    def _record(self, chosen: Candidate | None, outcome: Outcome, seconds: float, hunks: int = 0) -> None:
        self.played.requests.append(
            RequestRecord(
                case=self._case.id,
                file=self._file,
                language=language_id_for(chosen.uri if chosen else self._uri),
                outcome=outcome,
                seconds=seconds,
                hunks=hunks,
                family=chosen.family if chosen else "",
                chance=chosen.probability if chosen else None,
            )
        )


def _scored_candidates(
    engine: SymbolicEngine, situation: Situation
) -> list[tuple[Candidate, Features | None]]:
    """The engine's candidates with the features that they were scored by, the likeliest first."""
    renames = find_renames(situation)
    patterns = extract_patterns(situation.edits, MAX_LEARNED_EDITS)
    repetitions = engine.repetition_candidates(situation, engine.index_snapshot(situation.snapshot), patterns)
    repetitions = filter_repetitions(RenameFilter(renames).filter(repetitions), patterns, situation)
    unscored = consequences.drop_explained(consequences.RuleContext(situation), repetitions)[:MAX_UNSCORED]
    found = [(to_candidate(one), None if one.family in _DERIVED else one.features) for one in unscored]
    rules = (*propose_renames(renames, situation), *consequences.propose(situation))
    found += [(one, None) for one in rules if one.kind == "edit"]
    return sorted(found, key=lambda pair: -pair[0].probability)
