"""Answer one request: one suggestion, or none and the reason.

The symbolic engine runs before anything is awaited, so a request sees exactly the texts of its moment. A model,
if the session uses one, runs afterwards, and its result counts only if the text has not changed meanwhile. While
the newest edit is being typed, the request is held: the engine runs again once the user has paused.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, Final, NoReturn

import msgspec
from msgspec import Struct

from understudy.abandoned_tasks import retrieve_exception
from understudy.nes.completion import (
    COMPLETION_FAMILY,
    MIN_PROBABILITY_BY_EAGERNESS,
    can_complete,
    is_line_unfinished,
    typing_end,
)
from understudy.nes.engine_api import Candidate, Engine, EngineResult, Situation, Trigger
from understudy.nes.errors import are_failures_raised
from understudy.nes.limits import (
    FIRST_SCAN_TIMEOUT_S,
    MANUAL_THRESHOLD_REDUCTION,
    MAX_HOLD_S,
    MIN_HOLD_S,
    MIN_PROBABILITY_FLOOR,
    MODEL_TIMEOUT_S,
)
from understudy.nes.reasons import SENTENCES, Explanation, Reason, parse_engine_reason
from understudy.nes.request import NoSuggestion, build_situation
from understudy.nes.response import META_KEY, encode_suggestion
from understudy.nes.selection import CandidateOutcome, Selection, select
from understudy.nes.session import Alternatives, HeldAnswer, HeldRequest, NesSession
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.text import TextSnapshot
from understudy.nes.validation import CandidateValidator
from understudy.schema.acp import SuggestNesRequest, SuggestNesResponse

__all__ = ["CompletedAnswer", "SuggestRequest"]

logger = logging.getLogger("understudy.nes")


_ENDED_REASONS: Final = frozenset({Reason.CLOSED, Reason.SUPERSEDED, Reason.STALE})
"""The request is over, or about another text: nothing is worth waiting for."""


class _Outcome(Struct):
    """The selection, or the reason for none, with the outcomes of the candidates."""

    reason: str
    sentence: str
    selection: Selection | None = None
    candidate_outcomes: tuple[CandidateOutcome, ...] = ()
    retry_at: float | None = None
    """Without a selection: when the symbolic engine may have one, on the clock of the session."""
    is_typing: bool = False
    """The user types in the middle of a line: no engine but the completion engine was asked."""


class CompletedAnswer(Coroutine[Any, Any, SuggestNesResponse]):
    """The answer to a request for which nothing has to be awaited: a caller may send the response at once."""

    def __init__(self, response: SuggestNesResponse) -> None:
        self.response = response

    def send(self, value: object) -> NoReturn:  # noqa: ARG002 - the interface of a coroutine
        raise StopIteration(self.response)

    def throw(self, *error: Any) -> NoReturn:
        raise error[0]

    def close(self) -> None:
        pass

    def __await__(self) -> Generator[Any, Any, SuggestNesResponse]:
        yield from ()
        return self.response


class SuggestRequest:
    """One request to one session. Creating it supersedes the held request and the model request of the
    session."""

    def __init__(
        self, session: NesSession, request: SuggestNesRequest, setup: NesSetup, client: NesClientCapabilities
    ) -> None:
        self._started_at = time.perf_counter()
        self._epoch_offset = time.time() - session.clock.now()
        self._session = session
        self._request = request
        self._setup = setup
        self._client = client
        self._trigger = Trigger(request.trigger_kind)
        reduction = MANUAL_THRESHOLD_REDUCTION if self._trigger is Trigger.MANUAL else 0.0
        self._min_probability = max(session.settings.min_probability - reduction, MIN_PROBABILITY_FLOOR)
        completion_threshold = MIN_PROBABILITY_BY_EAGERNESS[session.settings.eagerness]
        self._min_completion_probability = max(completion_threshold - reduction, MIN_PROBABILITY_FLOOR)
        session.request_count += 1
        self._request_number = session.request_count
        if session.model_task is not None:
            session.model_task.cancel()  # its request is answered with "superseded"
        session.end_held_request(Reason.SUPERSEDED)

    def start(self) -> Coroutine[Any, Any, SuggestNesResponse]:
        """Do everything that needs no waiting; awaiting the returned coroutine gives the response."""
        session = self._session
        if not session.is_first_scan_over and not session.workspace_texts.wait_until_usable(0):
            return self._hold(self._answer_after_scan)
        session.is_first_scan_over = True
        return self._answer()

    def _hold(
        self, answer: Callable[[HeldRequest], Coroutine[Any, Any, SuggestNesResponse]]
    ) -> Coroutine[Any, Any, SuggestNesResponse]:
        held = self._session.hold_request(self._request.uri)
        return HeldAnswer(answer(held), lambda: self._session.release(held))

    async def _answer_after_scan(self, held: HeldRequest) -> SuggestNesResponse:
        """Answer when the files of the new session have been read, or after some time."""
        session = self._session
        seconds = max(session.started_at + FIRST_SCAN_TIMEOUT_S - time.monotonic(), 0.0)
        end_reason = await held.wait_for(
            asyncio.to_thread(session.workspace_texts.wait_until_usable, seconds)
        )
        session.release(held)
        if end_reason is not None:
            return self._build_response(_no_suggestion_outcome(end_reason))
        session.is_first_scan_over = True
        return await self._answer()

    def _answer(self) -> Coroutine[Any, Any, SuggestNesResponse]:
        situation, outcome = self._evaluate()
        if outcome.is_typing and self._session.settings.engine == "symbolic":
            pause_at = outcome.retry_at
            if pause_at is None:
                return CompletedAnswer(self._build_response(outcome))
            return self._hold(lambda held: self._answer_after_typing(held, pause_at))
        if (
            situation is not None
            and outcome.selection is None
            and self._session.settings.engine != "symbolic"
        ):
            snapshot = situation.snapshot._replace(lines=list(situation.snapshot.lines))
            return self._ask_model(msgspec.structs.replace(situation, snapshot=snapshot), outcome)
        retry_at = outcome.retry_at
        if retry_at is not None:
            return self._hold(lambda held: self._answer_after_pause(held, retry_at))
        return CompletedAnswer(self._build_response(outcome))

    def _evaluate(self) -> tuple[Situation | None, _Outcome]:
        """The outcome of the symbolic engine on the current texts; no situation if no engine may be asked."""
        with self._session.workspace_texts.one_request():
            return self._evaluate_texts()

    def _evaluate_texts(self) -> tuple[Situation | None, _Outcome]:
        session = self._session
        try:
            situation = build_situation(
                session,
                self._request,
                self._client,
                self._trigger,
                self._epoch_offset,
                self._setup.engine_cpu_s,
            )
            completion_engine = session.completion_engine if session.settings.completion else None
            if completion_engine is not None and (end := typing_end(situation)) is not None:
                outcome = self._complete(situation, completion_engine)
                # While the line cannot end here, no pause would bring a suggestion for another place.
                retry_at = None if is_line_unfinished(situation) else end
                return situation, outcome or _Outcome(
                    Reason.IN_PROGRESS, SENTENCES[Reason.IN_PROGRESS], retry_at=retry_at, is_typing=True
                )
            is_model_alone = session.settings.engine == "model"
            result = EngineResult() if is_model_alone else self._ask_symbolic_engine(situation)
            outcome = self._select_outcome(situation, result)
            if outcome.selection is None and result.is_continued:
                outcome = self._select_outcome(situation, self._ask_symbolic_engine(situation))
            if outcome.selection is None and completion_engine is not None:
                outcome = self._complete(situation, completion_engine) or outcome
            if outcome.selection is None:
                session.display.hide()
            return situation, outcome
        except NoSuggestion as no_suggestion:
            if no_suggestion.reason not in (Reason.STALE, Reason.VERSION_AHEAD):
                session.display.hide()
            return None, _Outcome(no_suggestion.reason, no_suggestion.sentence)
        except Exception as error:
            if are_failures_raised():
                raise
            # A request never fails because of a text.
            return None, self._failure_outcome(error)

    async def _answer_after_typing(self, held: HeldRequest, pause_at: float) -> SuggestNesResponse:
        """Answer when the user has stopped typing in the middle of a line, with a suggestion for any place."""
        end_reason = await held.wait_until(pause_at, MIN_HOLD_S)
        self._session.release(held)
        if end_reason is not None:
            return self._build_response(_no_suggestion_outcome(end_reason))
        return await self._answer()

    async def _answer_after_pause(self, held: HeldRequest, retry_at: float) -> SuggestNesResponse:
        """Ask the engine again when the newest edit may be complete, until that changes nothing any more."""
        session = self._session
        hold_until = session.clock.now() + MAX_HOLD_S
        while True:
            end_reason = await held.wait_until(min(retry_at, hold_until), MIN_HOLD_S)
            if end_reason is not None:
                return self._build_response(_no_suggestion_outcome(end_reason))
            _, outcome = self._evaluate()
            if outcome.retry_at is None or session.clock.now() >= hold_until:
                return self._build_response(outcome)
            retry_at = outcome.retry_at

    def _complete(self, situation: Situation, engine: Engine) -> _Outcome | None:
        """Return the outcome with a completion of the line at the cursor; None if there is none."""
        if not can_complete(situation):
            return None
        display = self._session.display
        displayed = display.current
        is_typed_into = False
        if displayed is not None and displayed.is_valid and displayed.candidate.family == COMPLETION_FAMILY:
            if _begins_at_cursor(displayed.current_candidate(), situation):
                is_typed_into = displayed.revision == self._session.revision
            else:  # the user typed its end, as a closing quote: what is left of it is behind the cursor
                display.hide()
        # A completion that the user types into stays as it is: it only shrinks.
        result = (
            EngineResult() if is_typed_into else self._ask_engine(engine, situation, "the completion engine")
        )
        outcome = self._select_outcome(situation, result, self._min_completion_probability)
        if outcome.selection is None and is_typed_into:
            result = self._ask_engine(engine, situation, "the completion engine")
            outcome = self._select_outcome(situation, result, self._min_completion_probability)
        return outcome if outcome.selection is not None else None

    def _ask_symbolic_engine(self, situation: Situation) -> EngineResult:
        return self._ask_engine(self._session.engine, situation, "the symbolic engine")

    def _ask_engine(self, engine: Engine, situation: Situation, name: str) -> EngineResult:
        try:
            return engine.propose(situation)
        except Exception as error:
            if are_failures_raised():
                raise  # in tests, a failure is no silence
            self._log_failure_once(name, error)
            return EngineResult(reason=Reason.FAILED)

    def _select_outcome(
        self, situation: Situation, result: EngineResult, min_probability: float | None = None
    ) -> _Outcome:
        session = self._session
        threshold = self._min_probability if min_probability is None else min_probability
        selection, outcomes = select(session, situation, result, threshold)
        session.alternatives = self._build_alternatives(situation, result, outcomes)
        if selection is not None:
            reason = Reason.STILL_SHOWN if selection.is_retained else Reason.SHOWN
            return _Outcome(
                reason, selection.displayed.candidate.why or SENTENCES[reason], selection, outcomes
            )
        if outcomes:
            first = outcomes[0].reason
            return _Outcome(first, SENTENCES[first], None, outcomes, result.retry_at)
        reason, sentence = parse_engine_reason(result.reason)
        return _Outcome(reason, sentence, retry_at=result.retry_at)

    def _build_alternatives(
        self, situation: Situation, result: EngineResult, outcomes: Sequence[CandidateOutcome]
    ) -> Alternatives:
        """The candidates that are likely enough. They are validated when they are asked for."""
        session = self._session
        likely = [one.candidate for one in outcomes if one.probability >= self._min_probability]
        validator = CandidateValidator(situation.supported_kinds, situation.edits)
        revision = session.revision
        files = self._read_files(likely) if self._client.applies_everywhere else {}

        def is_acceptable(candidate: Candidate, snapshot: TextSnapshot) -> bool:
            if files.get(candidate.uri, snapshot.lines) != snapshot.lines:
                return False  # it has changed since, so that the place is another one
            cursor = situation.cursor if candidate.uri == situation.snapshot.uri else None
            return (
                validator.validate(candidate, snapshot, cursor) is None
                and result.final_check(candidate, snapshot) is None
                and not session.rejections.is_rejected(candidate, lambda _: snapshot.lines, revision)
            )

        return Alternatives(likely, is_acceptable, revision)

    def _read_files(self, candidates: Sequence[Candidate]) -> dict[str, list[str]]:
        """Return the lines of the files of the candidates that are not open: no event tells when they change."""
        session = self._session
        uris = {one.uri for one in candidates if session.find_document(one.uri) is None}
        found = {uri: session.workspace_texts.snapshot(uri) for uri in uris}
        return {uri: snapshot.lines for uri, snapshot in found.items() if snapshot is not None}

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
            task = asyncio.ensure_future(session.model_engine.propose(situation))
        except Exception as error:  # noqa: BLE001 - a broken setting must not break the editor
            self._log_failure_once("opening the model", error)
            return self._build_response(_no_suggestion_outcome(Reason.MODEL_FAILED))
        task.add_done_callback(retrieve_exception)
        session.model_task = task
        try:
            await asyncio.wait({task}, timeout=MODEL_TIMEOUT_S)
        finally:
            task.cancel()
            if session.model_task is task:
                session.model_task = None
        outcome = self._model_outcome(task, situation, before)
        if before.retry_at is not None and outcome.reason not in _ENDED_REASONS and outcome.selection is None:
            return await self._answer_after_pause(session.hold_request(self._request.uri), before.retry_at)
        return self._build_response(outcome)

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
        result = task.result()
        if before.is_typing:
            result = msgspec.structs.replace(
                result, candidates=tuple(one for one in result.candidates if _is_at_cursor(one, situation))
            )
        outcome = self._select_outcome(situation, result)
        if outcome.selection is None:
            session.display.hide()
        if outcome.selection is None and not result.candidates and session.settings.engine == "hybrid":
            # No engine has a candidate: report the reason of the model and mention the one of the symbolic engine.
            reason, sentence = parse_engine_reason(result.reason)
            outcome = _Outcome(reason, f"{sentence} Before, the symbolic engine: {before.reason}.")
        return _Outcome(
            outcome.reason,
            outcome.sentence,
            outcome.selection,
            (*outcome.candidate_outcomes, *before.candidate_outcomes),
        )

    def _failure_outcome(self, error: Exception) -> _Outcome:
        self._log_failure_once("suggesting", error)
        self._session.display.hide()
        return _no_suggestion_outcome(Reason.FAILED)

    def _log_failure_once(self, operation: str, error: BaseException) -> None:
        """Log the type of the error, once per type. Its message may quote the user's text, so only DEBUG shows
        it."""
        message = f"{operation} failed: {type(error).__name__}"
        if message not in self._session.logged_failures:
            self._session.logged_failures.add(message)
            logger.warning("%s", message)
        logger.debug("where it failed", exc_info=error)

    def _build_response(self, outcome: _Outcome) -> SuggestNesResponse:
        response = SuggestNesResponse(suggestions=[])
        selection = outcome.selection
        if selection is not None:
            suggestion = encode_suggestion(
                selection.candidate,
                selection.displayed.id,
                selection.snapshot.lines,
                selection.line_ending,
                self._client,
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
            suggestion=selection.displayed.id if selection is not None else None,
            considered=tuple(
                candidate_outcome.to_considered() for candidate_outcome in outcome.candidate_outcomes
            ),
        )
        if self._request_number == self._session.request_count:
            self._session.last_explanation = explanation
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s %s", self._session.id, explanation.log_line())
        return response


def _is_at_cursor(candidate: Candidate, situation: Situation) -> bool:
    """Whether the candidate is for the line that the user is typing."""
    if candidate.kind != "edit" or candidate.uri != situation.snapshot.uri:
        return False
    return min(edit.span.start.line for edit in candidate.edits) == situation.cursor.line


def _begins_at_cursor(candidate: Candidate, situation: Situation) -> bool:
    return not candidate.edits or candidate.edits[0].span.start >= situation.cursor


def _no_suggestion_outcome(reason: Reason) -> _Outcome:
    return _Outcome(reason, SENTENCES[reason])
