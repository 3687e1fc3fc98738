"""What a session answers when it is asked: one suggestion, or none and the reason why.

The symbolic engine answers before anything is awaited, so a request sees exactly the texts of its moment. A
model is asked afterwards, where it is wanted, and its answer counts only if nothing has changed meanwhile.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

import msgspec
from msgspec import Struct

from understudy.nes.answering import META, answer
from understudy.nes.asking import Silence, situation_of
from understudy.nes.choosing import Choice, Opinion, choose
from understudy.nes.options import LOWER_WHEN_ASKED
from understudy.nes.port import Situation, Trigger, Verdict
from understudy.nes.reasons import SENTENCES, Explanation, Reason, told
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClient, NesSetup
from understudy.schema.acp import SuggestNesRequest, SuggestNesResponse

__all__ = ["suggest"]

logger = logging.getLogger("understudy.nes")

MODEL_SECONDS: Final = 15.0
"""What a model may take; the engine has its own, shorter limit."""
LEAST_THRESHOLD: Final = 0.05


def suggest(
    session: NesSession, request: SuggestNesRequest, setup: NesSetup, client: NesClient
) -> Coroutine[Any, Any, SuggestNesResponse]:
    """Everything but the model is done when this returns; awaiting what it returns gives the answer."""
    return _Request(session, request, setup, client).begin()


class _Account(Struct):
    """Why it was answered so."""

    reason: str
    sentence: str
    choice: Choice | None = None
    opinions: tuple[Opinion, ...] = ()


class _Request:
    def __init__(
        self, session: NesSession, request: SuggestNesRequest, setup: NesSetup, client: NesClient
    ) -> None:
        self._begun = time.perf_counter()
        self._session = session
        self._request = request
        self._setup = setup
        self._client = client
        self._trigger = Trigger(request.trigger_kind)
        lower = LOWER_WHEN_ASKED if self._trigger is Trigger.MANUAL else 0.0
        self._threshold = max(session.settings.threshold - lower, LEAST_THRESHOLD)
        session.asked += 1
        self._number = session.asked
        if session.work is not None:
            session.work.cancel()  # whoever waits for it answers that it was superseded

    def begin(self) -> Coroutine[Any, Any, SuggestNesResponse]:
        session = self._session
        try:
            situation = situation_of(session, self._request, self._client, self._trigger)
            engine = session.settings.engine
            verdict = Verdict() if engine == "model" else self._hear(situation)
            account = self._judge(situation, verdict)
            if account.choice is None and engine != "symbolic":
                snapshot = situation.page._replace(lines=list(situation.page.lines))
                return self._ask_model(msgspec.structs.replace(situation, page=snapshot), account)
        except Silence as silence:
            if silence.reason not in (Reason.STALE, Reason.AHEAD):
                session.showing.hide()
            account = _Account(silence.reason, silence.sentence)
        except Exception as error:  # noqa: BLE001 - a request never fails because of a text
            account = self._broken(error)
        return _ready(self._answer(account))

    def _hear(self, situation: Situation) -> Verdict:
        try:
            return self._session.engine.propose(situation)
        except Exception as error:  # noqa: BLE001 - said to be impossible
            self._note_failure("the symbolic engine", error)
            return Verdict(reason=Reason.FAILED)

    def _judge(self, situation: Situation, verdict: Verdict) -> _Account:
        session = self._session
        choice, opinions = choose(session, situation, verdict.candidates, self._threshold)
        if choice is not None:
            reason = Reason.KEPT if choice.kept else Reason.SHOWN
            return _Account(reason, choice.shown.candidate.why or SENTENCES[reason], choice, opinions)
        session.showing.hide()
        if opinions:
            return _Account(opinions[0].fate, SENTENCES[opinions[0].fate], None, opinions)
        reason, sentence = told(verdict.reason)
        return _Account(reason, sentence)

    async def _ask_model(self, situation: Situation, before: _Account) -> SuggestNesResponse:
        session = self._session
        if session.closed or session.asked != self._number:
            return self._answer(_silent(Reason.CLOSED if session.closed else Reason.SUPERSEDED))
        try:
            if session.model is None:
                assert self._setup.open_model is not None  # noqa: S101 - the options say so
                session.model = self._setup.open_model()
            work = asyncio.ensure_future(session.model.propose(situation))
        except Exception as error:  # noqa: BLE001 - a broken setting must not break the editor
            self._note_failure("opening the model", error)
            return self._answer(_silent(Reason.MODEL_FAILED))
        work.add_done_callback(_heard)
        session.work = work
        try:
            await asyncio.wait({work}, timeout=MODEL_SECONDS)
        finally:
            work.cancel()
            if session.work is work:
                session.work = None
        return self._answer(self._model_account(work, situation, before))

    def _model_account(
        self, work: asyncio.Future[Verdict], situation: Situation, before: _Account
    ) -> _Account:
        session = self._session
        if session.closed:
            return _silent(Reason.CLOSED)
        if session.asked != self._number:
            return _silent(Reason.SUPERSEDED)
        if not work.done():
            return _silent(Reason.LATE)
        if work.cancelled():
            return _silent(Reason.SUPERSEDED)
        if (error := work.exception()) is not None:
            self._note_failure("the model engine", error)
            return _silent(Reason.MODEL_FAILED)
        if session.text_of(situation.page.uri) != situation.page.lines:
            return _silent(Reason.STALE)
        verdict = work.result()
        account = self._judge(situation, verdict)
        if account.choice is None and not verdict.candidates and session.settings.engine == "hybrid":
            # Both were silent: the nearer of the two has the better reason, unless the model could not be asked.
            reason, sentence = told(verdict.reason)
            account = _Account(reason, f"{sentence} Before, the symbolic engine: {before.reason}.")
        return _Account(
            account.reason, account.sentence, account.choice, (*account.opinions, *before.opinions)
        )

    def _broken(self, error: Exception) -> _Account:
        self._note_failure("suggesting", error)
        self._session.showing.hide()
        return _silent(Reason.FAILED)

    def _note_failure(self, what: str, error: BaseException) -> None:
        """The kind of error, never its words: they may hold the user's text. Once a kind, as people type on."""
        told = f"{what} failed: {type(error).__name__}"
        if told not in self._session.failures:
            self._session.failures.add(told)
            logger.warning("%s", told)
        logger.debug("where it failed", exc_info=error)

    def _answer(self, account: _Account) -> SuggestNesResponse:
        response = SuggestNesResponse(suggestions=[])
        choice = account.choice
        if choice is not None:
            suggestion = answer(
                choice.candidate, choice.shown.id, choice.page.lines, choice.end, self._client
            )
            response.suggestions.append(suggestion)
        else:
            response.meta = {META: {"reason": str(account.reason), "sentence": account.sentence}}
        explanation = Explanation(
            word=account.reason,
            sentence=account.sentence,
            uri=self._request.uri,
            version=self._request.version,
            trigger=self._trigger.value,
            engine=self._session.settings.engine,
            threshold=self._threshold,
            milliseconds=round(1000 * (time.perf_counter() - self._begun), 3),
            suggestion=choice.shown.id if choice is not None else None,
            considered=tuple(opinion.told() for opinion in account.opinions),
        )
        if self._number == self._session.asked:
            self._session.last_explanation = explanation
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s %s", self._session.id, explanation.line())
        return response


async def _ready(response: SuggestNesResponse) -> SuggestNesResponse:
    return response


def _silent(reason: Reason) -> _Account:
    return _Account(reason, SENTENCES[reason])


def _heard(work: asyncio.Future[Verdict]) -> None:
    """What a model raised after nobody waited for it any more is nobody's business."""
    if not work.cancelled():
        work.exception()
