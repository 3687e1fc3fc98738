"""Which of the candidates is shown: what is on the screen stays while it holds, then the first that is sure enough.

Chances are the engines' own, bent a little by what is remembered of their family.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from understudy.nes.engine_api import Candidate, Situation, Trigger
from understudy.nes.limits import MAX_CANDIDATES_CHECKED
from understudy.nes.reasons import ConsideredCandidate, Reason, describe_candidate
from understudy.nes.session import DisplayedSuggestion, NesSession
from understudy.nes.text import Point, TextSnapshot, can_apply
from understudy.nes.validation import CandidateValidator

__all__ = ["CandidateOutcome", "Selection", "scale_odds", "select"]


_ScoredCandidate = tuple[Candidate, float]


class Selection(Struct, frozen=True, eq=False):
    displayed: DisplayedSuggestion
    candidate: Candidate
    """As it is to be sent now."""
    snapshot: TextSnapshot
    line_ending: str
    """The line end of the document."""
    is_retained: bool


class CandidateOutcome(Struct, frozen=True, eq=False):
    """A candidate, the chance it was given and what became of it."""

    candidate: Candidate
    probability: float
    reason: Reason

    def to_considered(self) -> ConsideredCandidate:
        return describe_candidate(self.candidate, self.probability, self.reason)


def select(
    session: NesSession, situation: Situation, candidates: Sequence[Candidate], min_probability: float
) -> tuple[Selection | None, tuple[CandidateOutcome, ...]]:
    """The opinions are about the best candidates, the best first."""
    return _Selector(session, situation, min_probability).select(
        _score(session, candidates[:MAX_CANDIDATES_CHECKED])
    )


class _Selector:
    def __init__(self, session: NesSession, situation: Situation, min_probability: float) -> None:
        self._session = session
        self._situation = situation
        self._min_probability = min_probability
        self._revision = session.revision
        self._validator = CandidateValidator(situation.supported_kinds, situation.edits)

    def select(
        self, scored: Sequence[_ScoredCandidate]
    ) -> tuple[Selection | None, tuple[CandidateOutcome, ...]]:
        choice = self._retain_displayed(scored)
        opinions: list[CandidateOutcome] = []
        if choice is not None:
            opinions.append(
                CandidateOutcome(choice.candidate, choice.displayed.probability, Reason.STILL_SHOWN)
            )
        for candidate, chance in scored:
            if choice is None:
                # Another file's text has to be looked for: not for what is out of the question.
                found = self._find_snapshot(candidate) if chance >= self._min_probability else None
                fate = self._find_rejection_reason(candidate, chance, found)
                if fate is None and found is not None:
                    choice = self._display(candidate, chance, *found)
                opinions.append(CandidateOutcome(candidate, chance, fate or Reason.SHOWN))
            elif not choice.is_retained or not self._matches_displayed(choice.displayed, candidate):
                opinions.append(CandidateOutcome(candidate, chance, Reason.OUTRANKED))
        return choice, tuple(opinions)

    def _retain_displayed(self, scored: Sequence[_ScoredCandidate]) -> Selection | None:
        """What is on the screen, if it is still right: nobody wants it exchanged while they reach for the key."""
        shown = self._session.display.current
        if shown is None or not shown.is_valid or shown.is_fulfilled or not self._is_still_relevant(shown):
            return None
        found = self._find_snapshot(shown.candidate)
        if found is None:
            return None
        said = next(
            (chance for candidate, chance in scored if self._matches_displayed(shown, candidate)), None
        )
        if said is None and shown.revision != self._revision:
            return None  # the user has done something else, and the engine has dropped it
        if said is not None:
            # Where nothing was edited, only the cursor has moved: that makes it no worse.
            shown.probability = max(said, shown.probability) if shown.revision == self._revision else said
        if shown.probability < min(self._min_probability, shown.min_probability):
            return None
        page, end = found
        candidate = shown.current_candidate()
        if shown.candidate.kind == "edit" and not any(
            text.strip() or span.start != span.end for span, text in candidate.edits
        ):
            return None  # the user has typed it all but for some space
        if self._validator.validate(candidate, page, self._cursor_in_candidate_file(candidate)) is not None:
            return None
        return Selection(shown, candidate, page, end, is_retained=True)

    def _is_still_relevant(self, displayed: DisplayedSuggestion) -> bool:
        """Whether the user still looks at the same thing."""
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
        """Why it is not shown, or None."""
        if probability < self._min_probability:
            return Reason.LOW_PROBABILITY
        if found is None:
            return Reason.OTHER_FILE_UNKNOWN
        if self._session.display.was_visited(candidate):
            return Reason.NO_CHANGE
        page = found[0]
        reason = self._validator.validate(candidate, page, self._cursor_in_candidate_file(candidate))
        if reason is not None:
            return reason
        refused = self._session.rejections.is_rejected(candidate, lambda _: page.lines, self._revision)
        return Reason.REJECTED if refused else None

    def _display(
        self, candidate: Candidate, probability: float, snapshot: TextSnapshot, line_ending: str
    ) -> Selection:
        showing = self._session.display
        shown = showing.current
        if shown is not None and shown.is_valid and shown.is_equivalent_to(candidate, snapshot.lines):
            shown.probability, shown.min_probability, shown.revision = (
                probability,
                self._min_probability,
                self._revision,
            )
            return Selection(shown, candidate, snapshot, line_ending, is_retained=True)
        shown = showing.show(
            msgspec.structs.replace(candidate, probability=probability),
            snapshot.lines,
            min_probability=self._min_probability,
            trigger=self._situation.trigger,
            requested_uri=self._situation.snapshot.uri,
            selection=self._situation.selection,
            revision=self._revision,
        )
        return Selection(shown, candidate, snapshot, line_ending, is_retained=False)

    def _find_snapshot(self, candidate: Candidate) -> tuple[TextSnapshot, str] | None:
        """The text that a candidate is for and its line end; None if it is not known well enough."""
        uri = candidate.uri
        document = self._session.find_document(uri)
        if document is not None:
            if not document.is_in_sync or not document.is_processable:
                return None
            own = self._situation.snapshot
            return own if uri == own.uri else document.snapshot(), document.line_ending
        page = self._session.workspace_texts.snapshot(uri)
        if page is not None:
            return page, page.line_ending
        # A search may be for a whole folder, which has no text.
        return (TextSnapshot(uri, "", []), "\n") if candidate.kind == "searchAndReplace" else None

    def _cursor_in_candidate_file(self, candidate: Candidate) -> Point | None:
        return self._situation.cursor if candidate.uri == self._situation.snapshot.uri else None


def _score(session: NesSession, candidates: Sequence[Candidate]) -> list[_ScoredCandidate]:
    """With the chances that they have for this user, in the engine's order."""
    if not session.settings.remember:
        return [(candidate, candidate.probability) for candidate in candidates]
    return [
        (candidate, scale_odds(candidate.probability, session.feedback_store.odds_factor(candidate.family)))
        for candidate in candidates
    ]


def scale_odds(probability: float, factor: float) -> float:
    """The chance whose odds are `factor` times as good."""
    if factor == 1.0 or not 0.0 < probability < 1.0:
        return probability
    odds = factor * probability / (1.0 - probability)
    return odds / (1.0 + odds)
