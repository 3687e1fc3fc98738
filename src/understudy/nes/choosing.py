"""Which of the candidates is shown: what is on the screen stays while it holds, then the first that is sure enough.

Chances are the engines' own, bent a little by what is remembered of their family.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from understudy.nes.gate import Gate
from understudy.nes.port import Candidate, Situation, Trigger
from understudy.nes.reasons import Considered, Reason, considered
from understudy.nes.regions import fits
from understudy.nes.session import NesSession
from understudy.nes.showing import Shown
from understudy.nes.values import Page, Point

__all__ = ["Choice", "Opinion", "bent", "choose"]

MOST: Final = 20
"""Candidates that are looked at."""

_Weighed = tuple[Candidate, float]


class Choice(Struct, frozen=True, eq=False):
    shown: Shown
    candidate: Candidate
    """As it is to be sent now."""
    page: Page
    end: str
    """The line end of the document."""
    kept: bool


class Opinion(Struct, frozen=True, eq=False):
    """A candidate, the chance it was given and what became of it."""

    candidate: Candidate
    chance: float
    fate: Reason

    def told(self) -> Considered:
        return considered(self.candidate, self.chance, self.fate)


def choose(
    session: NesSession, situation: Situation, candidates: Sequence[Candidate], threshold: float
) -> tuple[Choice | None, tuple[Opinion, ...]]:
    """The opinions are about the best candidates, the best first."""
    return _Choosing(session, situation, threshold).choose(_weighed(session, candidates[:MOST]))


class _Choosing:
    def __init__(self, session: NesSession, situation: Situation, threshold: float) -> None:
        self._session = session
        self._situation = situation
        self._threshold = threshold
        self._stamp = session.stamp
        self._gate = Gate(situation.kinds, situation.edits)

    def choose(self, weighed: Sequence[_Weighed]) -> tuple[Choice | None, tuple[Opinion, ...]]:
        choice = self._kept(weighed)
        opinions: list[Opinion] = []
        if choice is not None:
            opinions.append(Opinion(choice.candidate, choice.shown.chance, Reason.KEPT))
        for candidate, chance in weighed:
            if choice is None:
                # Another file's text has to be looked for: not for what is out of the question.
                found = self._text(candidate) if chance >= self._threshold else None
                fate = self._fate(candidate, chance, found)
                if fate is None and found is not None:
                    choice = self._show(candidate, chance, *found)
                opinions.append(Opinion(candidate, chance, fate or Reason.SHOWN))
            elif not choice.kept or not self._is_shown(choice.shown, candidate):
                opinions.append(Opinion(candidate, chance, Reason.BEHIND))
        return choice, tuple(opinions)

    def _kept(self, weighed: Sequence[_Weighed]) -> Choice | None:
        """What is on the screen, if it is still right: nobody wants it exchanged while they reach for the key."""
        shown = self._session.showing.current
        if shown is None or not shown.valid or shown.fulfilled or not self._is_about(shown):
            return None
        found = self._text(shown.candidate)
        if found is None:
            return None
        said = next((chance for candidate, chance in weighed if self._is_shown(shown, candidate)), None)
        if said is None and shown.stamp != self._stamp:
            return None  # the user has done something else, and the engine has dropped it
        if said is not None:
            # Where nothing was edited, only the cursor has moved: that makes it no worse.
            shown.chance = max(said, shown.chance) if shown.stamp == self._stamp else said
        if shown.chance < min(self._threshold, shown.threshold):
            return None
        page, end = found
        candidate = shown.current()
        if shown.candidate.kind == "edit" and not any(
            text.strip() or span.start != span.end for span, text in candidate.edits
        ):
            return None  # the user has typed it all but for some space
        if self._gate.check(candidate, page, self._cursor(candidate)) is not None:
            return None
        return Choice(shown, candidate, page, end, kept=True)

    def _is_about(self, shown: Shown) -> bool:
        """Whether the user still looks at the same thing."""
        situation = self._situation
        if situation.page.uri not in (shown.candidate.uri, shown.asked):
            return False
        if situation.trigger is Trigger.DIAGNOSTIC and shown.trigger is not Trigger.DIAGNOSTIC:
            return False
        return situation.selection is None or situation.selection == shown.selection

    def _is_shown(self, shown: Shown, candidate: Candidate) -> bool:
        if candidate.kind != shown.candidate.kind or candidate.uri != shown.candidate.uri:
            return False
        lines = self._session.text_of(candidate.uri) or ()
        return fits(candidate.edits, lines) and shown.same(candidate, lines)

    def _fate(self, candidate: Candidate, chance: float, found: tuple[Page, str] | None) -> Reason | None:
        """Why it is not shown, or None."""
        if chance < self._threshold:
            return Reason.LOW_CHANCE
        if found is None:
            return Reason.OTHER_FILE
        if self._session.showing.visited(candidate):
            return Reason.NO_CHANGE
        page = found[0]
        reason = self._gate.check(candidate, page, self._cursor(candidate))
        if reason is not None:
            return reason
        refused = self._session.refusals.refuse(candidate, lambda _: page.lines, self._stamp)
        return Reason.REFUSED if refused else None

    def _show(self, candidate: Candidate, chance: float, page: Page, end: str) -> Choice:
        showing = self._session.showing
        shown = showing.current
        if shown is not None and shown.valid and shown.same(candidate, page.lines):
            shown.chance, shown.threshold, shown.stamp = chance, self._threshold, self._stamp
            return Choice(shown, candidate, page, end, kept=True)
        shown = showing.show(
            msgspec.structs.replace(candidate, chance=chance),
            page.lines,
            threshold=self._threshold,
            trigger=self._situation.trigger,
            asked=self._situation.page.uri,
            selection=self._situation.selection,
            stamp=self._stamp,
        )
        return Choice(shown, candidate, page, end, kept=False)

    def _text(self, candidate: Candidate) -> tuple[Page, str] | None:
        """The text that a candidate is for and its line end; None if it is not known well enough."""
        uri = candidate.uri
        document = self._session.document(uri)
        if document is not None:
            if not document.trusted or not document.wieldy:
                return None
            own = self._situation.page
            return own if uri == own.uri else document.page(), document.end
        page = self._session.library.page(uri)
        if page is not None:
            return page, page.end
        # A search may be for a whole folder, which has no text.
        return (Page(uri, "", []), "\n") if candidate.kind == "searchAndReplace" else None

    def _cursor(self, candidate: Candidate) -> Point | None:
        return self._situation.cursor if candidate.uri == self._situation.page.uri else None


def _weighed(session: NesSession, candidates: Sequence[Candidate]) -> list[_Weighed]:
    """With the chances that they have for this user, in the engine's order."""
    if not session.settings.remember:
        return [(candidate, candidate.chance) for candidate in candidates]
    return [
        (candidate, bent(candidate.chance, session.memory.factor(candidate.family)))
        for candidate in candidates
    ]


def bent(chance: float, factor: float) -> float:
    """The chance whose odds are `factor` times as good."""
    if factor == 1.0 or not 0.0 < chance < 1.0:
        return chance
    odds = factor * chance / (1.0 - chance)
    return odds / (1.0 + odds)
