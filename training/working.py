"""The user of a case, in this process: makes its hunks, asks the engine, takes what is right.

The same behaviour as in `understudy.replay.replay_run`, without an agent and a connection between them, so that
every draft of the engine can be seen with its features. What is right is the scorer's rule. The edits, and what
was taken and refused, are kept by the product's own parts, since features come from them.
"""

import itertools
import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from training.rows import Row, rounded
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.session.rejections import FeedbackCounts
from understudy.nes.symbolic import consequences
from understudy.nes.symbolic.candidates import to_candidate
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.symbolic.limits import MAX_LEARNED_EDITS
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.history import History
from understudy.nes.text.line_changes import apply_replacements
from understudy.nes.text.text_types import Point, Splice, TextSnapshot
from understudy.nes.text.uris import language_id_for, path_to_uri
from understudy.nes.validation import CandidateValidator
from understudy.replay.cases import Case, final_lines
from understudy.replay.limits import MAX_REQUESTS_PER_CASE
from understudy.replay.line_diffs import classify_shape, diff_regions
from understudy.replay.metrics import ManualHunk, Outcome, RequestRecord, is_correct_step

__all__ = ["Played", "Policy", "play"]

DRAFTS: Final = 60
"""Of one answer that are looked at."""
PAUSE: Final = 60.0
"""Seconds between two changes of this user: long enough that none is taken for a part of the one before."""
LINE_BY_LINE: Final = 4
"""One case of so many is made as at the keyboard: a hunk whose lines became as many others, line by line."""
_DERIVED: Final = frozenset({"several"})
"""Families whose chance comes from other drafts' and is not weighed by itself."""


class Policy(NamedTuple):
    """What becomes of the engine's offers. The defaults were used for the weights that are shipped."""

    threshold: float = 0.4
    """The least chance of what is shown; above 1, nothing is shown and all is made by hand."""
    most: int = 12
    """Offers of one answer that become rows, the likeliest first."""
    least: float = 0.02
    """The least chance of what becomes a row. What is wrong for sure would outnumber all the rest."""


class Played(NamedTuple):
    rows: list[Row]
    asks: list[RequestRecord]
    hands: list[ManualHunk]


class _Offer(NamedTuple):
    candidate: Candidate
    features: dict[str, float] | None
    then: list[str]
    """The text after it."""
    old: tuple[str, ...]
    new: tuple[str, ...]


class _Texts:
    """The files of the case, as the engine's library."""

    def __init__(self, now: dict[str, list[str]]) -> None:
        self._now = now

    def snapshot(self, uri: str) -> TextSnapshot | None:
        lines = self._now.get(uri)
        return None if lines is None else TextSnapshot(uri, language_id_for(uri), lines)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found: list[TextSnapshot] = []
        for uri, lines in self._now.items():
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
        self._now = {uris[path]: text.split("\n") for path, text in case.files.items()}
        self._final = {uris[path]: lines for path, lines in final_lines(case).items()}
        self._order = list(dict.fromkeys(uris[hunk.path] for hunk in case.hunks))
        self._left = {uri: diff_regions(self._now[uri], self._final[uri]) for uri in self._order}
        self._library = _Texts(self._now)
        self._time = 0.0
        self._history = History(lambda: self._time)
        self._trust = FeedbackCounts()
        self._by_line = zlib.crc32(case.id.encode()) % LINE_BY_LINE == 0
        self._refused: set[tuple[str, tuple[str, ...], tuple[str, ...]]] = set()
        self._uri = self._order[0]
        self._line = 0

    def work(self) -> None:
        by_hand = True
        while any(self._left.values()):
            if by_hand:
                self._make_next()
                by_hand = False
            elif len(self.played.asks) < MAX_REQUESTS_PER_CASE:
                by_hand = not self._ask()
            else:
                return

    def _make_next(self) -> None:
        """The next hunk below the cursor, else the first of the file, else of the next file."""
        if not self._left[self._uri]:
            self._uri = next(uri for uri in self._order if self._left[uri])
            self._line = 0
        uri, left = self._uri, self._left[self._uri]
        region = next((region for region in left if region.start >= self._line), left[0])
        now, new = self._now[uri], self._final[uri][region.new_start : region.new_stop]
        stop = region.stop
        if self._by_line and len(new) == region.stop - region.start:
            stop, new = region.start + 1, new[:1]
        self.played.hands.append(
            ManualHunk(
                case=self._case.id,
                file=self._file,
                language=language_id_for(uri),
                shape=classify_shape(now[region.start : stop], new),
                first=not self.played.hands,
            )
        )
        self._line = region.start + max(len(new) - 1, 0)
        self._change(uri, [*now[: region.start], *new, *now[stop:]], accepted=False)

    def _ask(self) -> bool:
        """Whether a suggestion was taken."""
        situation = Situation(
            snapshot=TextSnapshot(self._uri, language_id_for(self._uri), self._now[self._uri]),
            cursor=Point(self._line, 0),
            edits=self._history.edits,
            workspace_texts=self._library,
            feedback_counts=self._trust.counts_for,
            rejection_streak=int(self._trust.rejection_streak),
        )
        begin = time.perf_counter()
        offers = list(itertools.islice(self._offers(situation), self._policy.most))
        seconds = time.perf_counter() - begin
        number = len(self.played.asks) + 1
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
            self._note(None, "silent", seconds)
            return False
        return self._judge(*judged[0], seconds)

    def _judge(self, offer: _Offer, right: bool, seconds: float) -> bool:
        chosen = offer.candidate
        if not right:
            self._trust.record_reject(chosen, "rejected")
            self._refused.add((chosen.uri, offer.old, offer.new))  # wherever in the file it may stand
            self._note(chosen, "rejected", seconds)
            return False
        self._trust.record_accept(chosen)
        before = len(self._left[chosen.uri])
        self._change(chosen.uri, offer.then, accepted=True)
        self._note(chosen, "accepted", seconds, max(1, before - len(self._left[chosen.uri])))
        self._uri = chosen.uri
        self._line = max(edit.span.start.line for edit in chosen.edits)
        return True

    def _offers(self, situation: Situation) -> Iterator[_Offer]:
        """What may be shown, the likeliest first: past the service's gate, and not refused before."""
        gate = CandidateValidator(situation.supported_kinds, situation.edits)
        for one, features in _weighed(self._engine, situation):
            page = self._library.snapshot(one.uri)
            if one.probability < self._policy.least:
                return
            if page is None or gate.validate(one, page, None) is not None:
                continue
            then = apply_replacements(one.edits, page.lines)
            _, old, new = minimal_splice(0, page.lines, then)
            if (one.uri, old, new) not in self._refused:
                yield _Offer(one, features, then, old, new)

    def _is_right(self, offer: _Offer) -> bool:
        uri = offer.candidate.uri
        return uri in self._left and is_correct_step(self._now[uri], offer.then, self._final[uri])

    def _change(self, uri: str, then: list[str], *, accepted: bool) -> None:
        """Make the step to this text, region by region from the bottom."""
        now = self._now[uri]
        splices = [
            Splice(r.start, tuple(now[r.start : r.stop]), tuple(then[r.new_start : r.new_stop]))
            for r in diff_regions(now, then)
        ]
        self._time += PAUSE
        if accepted:
            for line, old, new in splices:
                self._history.expect_accepted_edit(uri, old, new, line)
        for splice in reversed(splices):
            start, stop = splice.line, splice.line + len(splice.old)
            above = now[start - 1] if start else None
            below = now[stop] if stop < len(now) else None
            self._history.record_splice(uri, splice, above, below)
            now = [*now[:start], *splice.new, *now[stop:]]
        self._now[uri] = then
        self._left[uri] = diff_regions(then, self._final[uri])

    def _note(self, chosen: Candidate | None, outcome: Outcome, seconds: float, hunks: int = 0) -> None:
        self.played.asks.append(
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


def _weighed(engine: SymbolicEngine, situation: Situation) -> list[tuple[Candidate, dict[str, float] | None]]:
    """The engine's candidates with the features that they were weighed by, the likeliest first."""
    drafts = engine.repetition_candidates(
        situation,
        engine.index_snapshot(situation.snapshot),
        extract_patterns(situation.edits, MAX_LEARNED_EDITS),
    )[:DRAFTS]
    found = [(to_candidate(draft), None if draft.family in _DERIVED else draft.features) for draft in drafts]
    followed = [(one, None) for one in consequences.propose(situation) if one.kind == "edit"]
    return sorted([*found, *followed], key=lambda pair: -pair[0].probability)
