"""Select the candidate to display.

A displayed suggestion is kept while it is still valid; otherwise the first candidate above the threshold that
passes validation is selected. Probabilities come from the engines, adjusted by the feedback on the family.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct

from understudy.nes.completion import COMPLETION_FAMILY
from understudy.nes.engine_api import Candidate, EngineResult, Situation, Trigger
from understudy.nes.limits import MAX_CANDIDATES_CHECKED
from understudy.nes.reasons import ConsideredCandidate, Reason, describe_candidate
from understudy.nes.session import DisplayedSuggestion, NesSession, feedback_name
from understudy.nes.text import Point, TextSnapshot, can_apply
from understudy.nes.validation import CandidateValidator

__all__ = ["CandidateOutcome", "Selection", "scale_odds", "select"]


_ScoredCandidate = tuple[Candidate, float]


class Selection(Struct, frozen=True, eq=False):
    displayed: DisplayedSuggestion
    candidate: Candidate
    """The candidate to send, at its current position."""
    snapshot: TextSnapshot
    line_ending: str
    """The line ending of the document."""
    is_retained: bool


class CandidateOutcome(Struct, frozen=True, eq=False):
    """A candidate, its adjusted probability and whether it was displayed."""

    candidate: Candidate
    probability: float
    reason: Reason

    def to_considered(self) -> ConsideredCandidate:
        return describe_candidate(self.candidate, self.probability, self.reason)


def select(
    session: NesSession, situation: Situation, result: EngineResult, min_probability: float
) -> tuple[Selection | None, tuple[CandidateOutcome, ...]]:
    """Return the selection and the outcome of each checked candidate, best first."""
    return _Selector(session, situation, min_probability, result.final_check).select(
        _score(session, result.candidates[:MAX_CANDIDATES_CHECKED])
    )


class _Selector:
    def __init__(
        self,
        session: NesSession,
        situation: Situation,
        min_probability: float,
        final_check: Callable[[Candidate, TextSnapshot], str | None],
    ) -> None:
        self._final_check = final_check
        self._session = session
        self._situation = situation
        self._min_probability = min_probability
        self._revision = session.revision
        self._validator = CandidateValidator(situation.supported_kinds, situation.edits)

    def select(
        self, scored: Sequence[_ScoredCandidate]
    ) -> tuple[Selection | None, tuple[CandidateOutcome, ...]]:
        selection = self._retain_displayed(scored)
        outcomes: list[CandidateOutcome] = []
        if selection is not None:
            outcomes.append(
                CandidateOutcome(selection.candidate, selection.displayed.probability, Reason.STILL_SHOWN)
            )
        for candidate, probability in scored:
            if selection is None:
                # Looking up the text of another file costs time: only for candidates above the threshold.
                found = self._find_snapshot(candidate) if probability >= self._min_probability else None
                reason = self._find_rejection_reason(candidate, probability, found)
                if reason is None and found is not None:
                    selection = self._display(candidate, probability, *found)
                outcomes.append(CandidateOutcome(candidate, probability, reason or Reason.SHOWN))
            elif not selection.is_retained or not self._matches_displayed(selection.displayed, candidate):
                outcomes.append(CandidateOutcome(candidate, probability, Reason.OUTRANKED))
        return selection, tuple(outcomes)

    def _retain_displayed(self, scored: Sequence[_ScoredCandidate]) -> Selection | None:
        """Return the displayed suggestion if it is still valid, so that it does not change while the user
        reaches for Tab."""
        displayed = self._session.display.current
        if (
            displayed is None
            or not displayed.is_valid
            or displayed.is_fulfilled
            or not self._is_still_relevant(displayed)
        ):
            return None
        found = self._find_snapshot(displayed.candidate)
        if found is None or not displayed.fits(found[0].lines):
            return None
        proposed = next(
            (
                probability
                for candidate, probability in scored
                if self._matches_displayed(displayed, candidate)
            ),
            None,
        )
        if proposed is None and displayed.revision != self._revision:
            return None  # the user edited something, and the engine no longer proposes it
        if proposed is not None:
            # Without an edit only the cursor has moved, which does not lower the probability.
            displayed.probability = (
                max(proposed, displayed.probability) if displayed.revision == self._revision else proposed
            )
        if displayed.probability < min(self._min_probability, displayed.min_probability):
            return None
        snapshot, end = found
        candidate = displayed.current_candidate()
        if displayed.candidate.kind == "edit" and not any(
            text.strip() or span.start != span.end for span, text in candidate.edits
        ):
            return None  # the user has typed everything except white space
        if (
            self._validator.validate(candidate, snapshot, self._cursor_in_candidate_file(candidate))
            is not None
        ):
            return None
        if self._is_rejected(candidate, snapshot):
            return None  # it was sent twice, and the user rejected it under its other id
        return Selection(displayed, candidate, snapshot, end, is_retained=True)

    def _is_still_relevant(self, displayed: DisplayedSuggestion) -> bool:
        """Whether the request is for the same document, trigger and selection as the displayed suggestion."""
        situation = self._situation
        if situation.snapshot.uri not in (displayed.candidate.uri, displayed.requested_uri):
            return False
        if situation.trigger is Trigger.DIAGNOSTIC and displayed.trigger is not Trigger.DIAGNOSTIC:
            return False
        return situation.selection is None or situation.selection == displayed.selection

    def _matches_displayed(self, displayed: DisplayedSuggestion, candidate: Candidate) -> bool:
        if candidate.kind != displayed.candidate.kind or candidate.uri != displayed.candidate.uri:
            return False
        lines = self._session.find_lines(candidate.uri) or ()
        return can_apply(candidate.edits, lines) and displayed.is_equivalent_to(candidate, lines)

    def _find_rejection_reason(
        self, candidate: Candidate, probability: float, found: tuple[TextSnapshot, str] | None
    ) -> Reason | None:
        """Return why the candidate is not displayed, or None."""
        if probability < self._min_probability:
            return Reason.LOW_PROBABILITY
        if found is None:
            return Reason.OTHER_FILE_UNKNOWN
        if self._session.display.was_visited(candidate):
            return Reason.NO_CHANGE
        snapshot = found[0]
        reason = self._validator.validate(candidate, snapshot, self._cursor_in_candidate_file(candidate))
        if reason is None:
            word = self._final_check(candidate, snapshot)
            reason = Reason(word) if word is not None else None
        if reason is not None:
            return reason
        return Reason.REJECTED if self._is_rejected(candidate, snapshot) else None

    def _is_rejected(self, candidate: Candidate, snapshot: TextSnapshot) -> bool:
        return self._session.rejections.is_rejected(candidate, lambda _: snapshot.lines, self._revision)

    def _display(
        self, candidate: Candidate, probability: float, snapshot: TextSnapshot, line_ending: str
    ) -> Selection:
        display = self._session.display
        displayed = display.current
        if (
            displayed is not None
            and displayed.is_valid
            and displayed.is_equivalent_to(candidate, snapshot.lines)
        ):
            displayed.probability, displayed.min_probability, displayed.revision = (
                probability,
                self._min_probability,
                self._revision,
            )
            return Selection(displayed, candidate, snapshot, line_ending, is_retained=True)
        displayed = display.show(
            msgspec.structs.replace(candidate, probability=probability),
            snapshot.lines,
            min_probability=self._min_probability,
            trigger=self._situation.trigger,
            requested_uri=self._situation.snapshot.uri,
            selection=self._situation.selection,
            revision=self._revision,
        )
        return Selection(displayed, candidate, snapshot, line_ending, is_retained=False)

    def _find_snapshot(self, candidate: Candidate) -> tuple[TextSnapshot, str] | None:
        """Return the text that the candidate changes, and its line ending; None if the text is unknown or out
        of sync."""
        uri = candidate.uri
        document = self._session.find_document(uri)
        if document is not None:
            if not document.is_in_sync or not document.is_processable:
                return None
            own = self._situation.snapshot
            return own if uri == own.uri else document.snapshot(), document.line_ending
        snapshot = self._session.workspace_texts.snapshot(uri)
        if snapshot is not None:
            return snapshot, snapshot.line_ending
        # A search may be for a whole folder, which has no text.
        return (TextSnapshot(uri, "", []), "\n") if candidate.kind == "searchAndReplace" else None

    def _cursor_in_candidate_file(self, candidate: Candidate) -> Point | None:
        return self._situation.cursor if candidate.uri == self._situation.snapshot.uri else None


def _score(session: NesSession, candidates: Sequence[Candidate]) -> list[_ScoredCandidate]:
    """Return the candidates with their probability for this user, in the order of the engine.

    Completions are not adjusted: one that is typed over is mostly not reported, so that only accepted ones would
    count.
    """
    if not session.settings.remember:
        return [(candidate, candidate.probability) for candidate in candidates]
    return [
        (
            candidate,
            candidate.probability
            if candidate.family == COMPLETION_FAMILY
            else scale_odds(
                candidate.probability, session.feedback_store.odds_factor(feedback_name(candidate))
            ),
        )
        for candidate in candidates
    ]


def scale_odds(probability: float, factor: float) -> float:
    """Return the probability whose odds are `factor` times those of `probability`."""
    if factor == 1.0 or not 0.0 < probability < 1.0:
        return probability
    odds = factor * probability / (1.0 - probability)
    return odds / (1.0 + odds)
