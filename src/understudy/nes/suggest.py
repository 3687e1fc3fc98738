"""What a session answers when it is asked: one suggestion, or none and the reason why.

The symbolic engine answers before anything is awaited, so a request sees exactly the texts of its moment. A
model is asked afterwards, where it is wanted, and its answer counts only if nothing has changed meanwhile.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
from msgspec import Struct

from understudy.nes.engine_api import EngineResult, Situation, Trigger
from understudy.nes.limits import MANUAL_THRESHOLD_REDUCTION, MIN_PROBABILITY_FLOOR, MODEL_TIMEOUT_S
from understudy.nes.reasons import SENTENCES, Explanation, Reason, parse_engine_reason
from understudy.nes.request import NoSuggestion, build_situation
from understudy.nes.response import META_KEY, encode_suggestion
from understudy.nes.selection import CandidateOutcome, Selection, select
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.schema.acp import SuggestNesRequest, SuggestNesResponse

__all__ = ["SuggestRequest"]

logger = logging.getLogger("understudy.nes")


class _Outcome(Struct):
    """Why it was answered so."""

    reason: str
    sentence: str
    selection: Selection | None = None
    candidate_outcomes: tuple[CandidateOutcome, ...] = ()


class SuggestRequest:
    def __init__(
        self, session: NesSession, request: SuggestNesRequest, setup: NesSetup, client: NesClientCapabilities
    ) -> None:
        self._started_at = time.perf_counter()
        self._session = session
        self._request = request
        self._setup = setup
        self._client = client
        self._trigger = Trigger(request.trigger_kind)
        lower = MANUAL_THRESHOLD_REDUCTION if self._trigger is Trigger.MANUAL else 0.0
        self._min_probability = max(session.settings.min_probability - lower, MIN_PROBABILITY_FLOOR)
        session.request_count += 1
        self._request_number = session.request_count
        if session.model_task is not None:
            session.model_task.cancel()  # whoever waits for it answers that it was superseded

    def start(self) -> Coroutine[Any, Any, SuggestNesResponse]:
        session = self._session
        try:
            situation = build_situation(session, self._request, self._client, self._trigger)
            engine = session.settings.engine
            verdict = EngineResult() if engine == "model" else self._ask_symbolic_engine(situation)
            account = self._select_outcome(situation, verdict)
            if account.selection is None and engine != "symbolic":
                snapshot = situation.snapshot._replace(lines=list(situation.snapshot.lines))
                return self._ask_model(msgspec.structs.replace(situation, snapshot=snapshot), account)
        except NoSuggestion as silence:
            if silence.reason not in (Reason.STALE, Reason.VERSION_AHEAD):
                session.display.hide()
            account = _Outcome(silence.reason, silence.sentence)
        except Exception as error:  # noqa: BLE001 - a request never fails because of a text
            account = self._failure_outcome(error)
        return _completed(self._build_response(account))

    def _ask_symbolic_engine(self, situation: Situation) -> EngineResult:
        try:
            return self._session.engine.propose(situation)
        except Exception as error:  # noqa: BLE001 - said to be impossible
            self._log_failure_once("the symbolic engine", error)
            return EngineResult(reason=Reason.FAILED)

    def _select_outcome(self, situation: Situation, verdict: EngineResult) -> _Outcome:
        session = self._session
        choice, opinions = select(session, situation, verdict.candidates, self._min_probability)
        if choice is not None:
            reason = Reason.STILL_SHOWN if choice.is_retained else Reason.SHOWN
            return _Outcome(reason, choice.displayed.candidate.why or SENTENCES[reason], choice, opinions)
        session.display.hide()
        if opinions:
            return _Outcome(opinions[0].reason, SENTENCES[opinions[0].reason], None, opinions)
        reason, sentence = parse_engine_reason(verdict.reason)
        return _Outcome(reason, sentence)

    async def _ask_model(self, situation: Situation, before: _Outcome) -> SuggestNesResponse:
        session = self._session
        if session.is_closed or session.request_count != self._request_number:
            return self._build_response(
                _no_suggestion_outcome(Reason.CLOSED if session.is_closed else Reason.SUPERSEDED)
            )
        try:
            if session.model_engine is None:
                assert self._setup.open_model is not None  # noqa: S101 - the options say so
                session.model_engine = self._setup.open_model()
            work = asyncio.ensure_future(session.model_engine.propose(situation))
        except Exception as error:  # noqa: BLE001 - a broken setting must not break the editor
            self._log_failure_once("opening the model", error)
            return self._build_response(_no_suggestion_outcome(Reason.MODEL_FAILED))
        work.add_done_callback(_retrieve_exception)
        session.model_task = work
        try:
            await asyncio.wait({work}, timeout=MODEL_TIMEOUT_S)
        finally:
            work.cancel()
            if session.model_task is work:
                session.model_task = None
        return self._build_response(self._model_outcome(work, situation, before))

    def _model_outcome(
        self, task: asyncio.Future[EngineResult], situation: Situation, before: _Outcome
    ) -> _Outcome:
        session = self._session
        if session.is_closed:
            return _no_suggestion_outcome(Reason.CLOSED)
        if session.request_count != self._request_number:
            return _no_suggestion_outcome(Reason.SUPERSEDED)
        if not task.done():
            return _no_suggestion_outcome(Reason.TIMED_OUT)
        if task.cancelled():
            return _no_suggestion_outcome(Reason.SUPERSEDED)
        if (error := task.exception()) is not None:
            self._log_failure_once("the model engine", error)
            return _no_suggestion_outcome(Reason.MODEL_FAILED)
        if session.find_lines(situation.snapshot.uri) != situation.snapshot.lines:
            return _no_suggestion_outcome(Reason.STALE)
        verdict = task.result()
        account = self._select_outcome(situation, verdict)
        if account.selection is None and not verdict.candidates and session.settings.engine == "hybrid":
            # Both were silent: the nearer of the two has the better reason, unless the model could not be asked.
            reason, sentence = parse_engine_reason(verdict.reason)
            account = _Outcome(reason, f"{sentence} Before, the symbolic engine: {before.reason}.")
        return _Outcome(
            account.reason,
            account.sentence,
            account.selection,
            (*account.candidate_outcomes, *before.candidate_outcomes),
        )

    def _failure_outcome(self, error: Exception) -> _Outcome:
        self._log_failure_once("suggesting", error)
        self._session.display.hide()
        return _no_suggestion_outcome(Reason.FAILED)

    def _log_failure_once(self, operation: str, error: BaseException) -> None:
        """The kind of error, never its words: they may hold the user's text. Once a kind, as people type on."""
        told = f"{operation} failed: {type(error).__name__}"
        if told not in self._session.logged_failures:
            self._session.logged_failures.add(told)
            logger.warning("%s", told)
        logger.debug("where it failed", exc_info=error)

    def _build_response(self, outcome: _Outcome) -> SuggestNesResponse:
        response = SuggestNesResponse(suggestions=[])
        choice = outcome.selection
        if choice is not None:
            suggestion = encode_suggestion(
                choice.candidate, choice.displayed.id, choice.snapshot.lines, choice.line_ending, self._client
            )
            response.suggestions.append(suggestion)
        else:
            response.meta = {META_KEY: {"reason": str(outcome.reason), "sentence": outcome.sentence}}
        explanation = Explanation(
            word=outcome.reason,
            sentence=outcome.sentence,
            uri=self._request.uri,
            version=self._request.version,
            trigger=self._trigger.value,
            engine=self._session.settings.engine,
            threshold=self._min_probability,
            milliseconds=round(1000 * (time.perf_counter() - self._started_at), 3),
            suggestion=choice.displayed.id if choice is not None else None,
            considered=tuple(opinion.to_considered() for opinion in outcome.candidate_outcomes),
        )
        if self._request_number == self._session.request_count:
            self._session.last_explanation = explanation
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s %s", self._session.id, explanation.log_line())
        return response


async def _completed(response: SuggestNesResponse) -> SuggestNesResponse:
    return response


def _no_suggestion_outcome(reason: Reason) -> _Outcome:
    return _Outcome(reason, SENTENCES[reason])


def _retrieve_exception(task: asyncio.Future[EngineResult]) -> None:
    """What a model raised after nobody waited for it any more is nobody's business."""
    if not task.cancelled():
        task.exception()
