"""The engine that asks a model: turns a situation into candidates, or a reason for none; one request at a time.

Owns the backoff after failures, the reply cache and when a server is prewarmed. `request_size` fits a request
into the time that the server needs, formats build prompts and parse replies; the service decides whether a
candidate is shown.
"""

import logging
import math
import time
from collections.abc import Callable, Sequence

from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.model.completions import Completion
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.limits import (
    MAX_BACKGROUND_S,
    MAX_PREWARM_S,
    MAX_PREWARM_WAIT_SHARE,
    MAX_PROBE_INTERVAL_S,
    PROBE_INTERVAL_S,
)
from understudy.nes.model.prompt_types import ModelContext, UnfitContextError
from understudy.nes.model.replies import (
    ReplyVariant,
    find_reply_problem,
    minimal_replacements,
    reply_variants,
)
from understudy.nes.model.reply_cache import LastSuggestion, ReplyCache, context_after_typing
from understudy.nes.model.request_size import SizedRequest, choose_prewarm, choose_probe, choose_request
from understudy.nes.model.request_tasks import RequestTasks
from understudy.nes.model.server_api import Backoff, EndpointFailure
from understudy.nes.model.settings import NesModelSettings, missing_key_message, validate_key
from understudy.nes.model.speed import EndpointSpeed

__all__ = ["ModelEngine"]

logger = logging.getLogger(__name__)


class ModelEngine:
    """One for each next-edit session: a new request cancels the previous one."""

    def __init__(
        self,
        settings: NesModelSettings,
        key: str | None = None,
        *,
        speed: EndpointSpeed | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises NesModelSettingsError for a key that no header can carry. Loads and opens nothing. Sessions that
        use the same endpoint share its `speed`."""
        self._settings = settings
        self._key = None if key is None else validate_key(key)
        self._clock = clock
        self._speed = EndpointSpeed() if speed is None else speed
        self._format = FORMATS[settings.format]
        self._tasks = RequestTasks(settings, self._speed, clock)
        self._backoff = Backoff()
        self._last_failure = ""
        self._key_rejection = ""
        self._cache = ReplyCache()
        self._last_suggestions: list[LastSuggestion] = []
        """One for each variant of the last reply."""
        self._request_count = 0
        self.is_limited_to_one_line = False
        """Whether the last request asked for one line only, for lack of time."""
        self._next_probe_at = -math.inf
        self._probe_interval_s = PROBE_INTERVAL_S
        self._closed = False

    @property
    def auth_required(self) -> bool:
        """Whether every request fails until the key changes."""
        return bool(self._key_rejection or missing_key_message(self._settings, self._key))

    async def propose(self, situation: Situation) -> EngineResult:
        """Raises nothing but CancelledError. The time limit is that of the settings: the deadline of the situation
        is for engines that do not wait."""
        self._tasks.cancel_request()
        self._request_count += 1
        request_number, started_at = self._request_count, self._clock()
        if self._closed:
            return _no_candidate("closed", "The session is over.")
        missing_key = self._key_rejection or missing_key_message(self._settings, self._key)
        if missing_key:
            return _no_candidate("auth_required", missing_key)
        typed = self._propose_while_typing(situation)
        if typed is not None:
            return typed
        await self._tasks.wait_for_prewarm(self._settings.seconds * MAX_PREWARM_WAIT_SHARE)
        if self._request_count != request_number or self._closed:
            return _no_candidate("superseded", "A newer question took its place.")
        if self._tasks.prewarm_prompt is not None:
            return self._skip_slow_server(
                situation
            )  # most servers finish that first, even if it is cancelled
        limit_s = self._settings.seconds - (self._clock() - started_at)
        try:
            request = choose_request(situation, self._format, self._speed, limit_s)
            if request is not None:
                request.prompt.text.encode()
        except UnfitContextError as error:
            return _no_candidate(f"model-unfit-{error.reason}", str(error))
        except UnicodeEncodeError:
            return _no_candidate(
                "model-unfit-characters", "The text holds half a character, which cannot be sent."
            )
        if request is not None and (reply := self._cache.get(request.prompt)) is not None:
            return self._parse_reply(situation, request, reply)
        resting = self._backoff_reason()
        if resting:
            return _no_candidate("model-resting", resting)
        self.is_limited_to_one_line = request is not None and request.is_one_line
        if request is None:
            return self._skip_slow_server(situation)
        return await self._request_reply(situation, request, limit_s)

    def prewarm(self, situation: Situation) -> None:
        """Let the server evaluate the beginning of the next prompt, if that was measured to save time. Returns at
        once; a request or another prewarm ends it. Raises nothing."""
        if self._closed or self.auth_required or self._backoff_reason():
            return
        if self._key is not None and not self._speed.is_measured:
            return  # a hosted server may charge for each request, and is fast until it is measured
        self._start_prewarm(situation)

    def keys_changed(self, key: str | None) -> None:
        """Use the new key after a login or logout, and retry at once."""
        self._key = None if key is None else validate_key(key)
        self._key_rejection = ""
        self._backoff.reset()

    async def close(self) -> None:
        """Cancel the running requests and close the connection. May be called again."""
        self._closed = True
        self._cache.clear()
        self._last_suggestions = []
        await self._tasks.close()

    def _backoff_reason(self) -> str:
        if self._tasks.is_loading:
            return f"{self._settings.label} is loading the model."
        remaining_s = self._backoff.remaining_s(self._clock())
        return f"It is asked again in {math.ceil(remaining_s)} s. {self._last_failure}" if remaining_s else ""

    def _propose_while_typing(self, situation: Situation) -> EngineResult | None:
        """Return what is left of the last reply while the user types its beginning."""
        for last in self._last_suggestions:
            context = context_after_typing(last, situation.snapshot, situation.cursor)
            if context is not None:
                return self._propose_edits(
                    situation, context, [ReplyVariant(last.new_text, last.probability)]
                )
        return None

    async def _request_reply(
        self, situation: Situation, request: SizedRequest, limit_s: float
    ) -> EngineResult:
        is_enough = self._format.is_complete

        def ends_reply(text: str) -> bool:
            return is_enough(text, request.context, request.is_one_line)

        try:
            reply = await self._tasks.run(request.prompt, self._key, limit_s, ends_reply)
        except EndpointFailure as failure:
            return self._handle_failure(failure)
        if reply is None:
            return _no_candidate("superseded", "A newer question took its place.")
        self._backoff.reset()
        self._probe_interval_s = PROBE_INTERVAL_S
        self._cache.put(request.prompt, reply)
        return self._parse_reply(situation, request, reply)

    def _skip_slow_server(self, situation: Situation) -> EngineResult:
        """The reply would be late: let the server evaluate the prompt meanwhile, or measure it again."""
        limit = f"{self._settings.seconds:g} s"
        summary = self._speed.summary() or "it has not answered yet"
        sentence = f"{self._settings.label} is too slow for an answer within {limit}: {summary}."
        if self._start_prewarm(situation, MAX_BACKGROUND_S) or self._start_probe(situation):
            sentence += " It evaluates the text in the background."
        return _no_candidate("model-slow", sentence)

    def _start_prewarm(self, situation: Situation, max_s: float = MAX_PREWARM_S) -> bool:
        """Return whether the server is evaluating the text now."""
        running = self._tasks.prewarm_prompt
        try:
            prompt = choose_prewarm(situation, self._format, self._speed, self._settings.seconds, max_s)
            if prompt is None:
                return running is not None
            prompt.text.encode()
        except (UnfitContextError, UnicodeEncodeError):
            return False
        if running is None or not prompt.text.startswith(running.text[: len(running.text) // 2]):
            self._tasks.prewarm(prompt, self._key)
        return True

    def _start_probe(self, situation: Situation) -> bool:
        """Measure the server again from time to time, even if no request fits into the time limit."""
        now = self._clock()
        if now < self._next_probe_at:
            return False
        self._next_probe_at = now + self._probe_interval_s
        self._probe_interval_s = min(2 * self._probe_interval_s, MAX_PROBE_INTERVAL_S)
        try:
            prompt = choose_probe(situation, self._format)
            prompt.text.encode()
        except (UnfitContextError, UnicodeEncodeError):
            return False
        self._tasks.prewarm(prompt, self._key)
        return True

    def _handle_failure(self, failure: EndpointFailure) -> EngineResult:
        match failure.reason:
            case "auth":
                self._key_rejection = str(failure)
                return _no_candidate("auth_required", str(failure))
            case "late":
                return self._handle_lateness(failure)
            case _:
                pass
        seconds = self._backoff.record_failure(self._clock(), failure.retry_after_s)
        self._last_failure = str(failure)
        logger.debug("%s rests for %.0f s: %s", self._settings.label, seconds, failure.reason)
        return _no_candidate(f"model-{failure.reason}", str(failure))

    def _handle_lateness(self, failure: EndpointFailure) -> EngineResult:
        """A late server is no failing one: the next request is smaller."""
        if self._settings.kind == "ollama" and not self._tasks.was_load_requested:
            # Once until the next response: then the model is loaded, and only slow.
            self._tasks.load_model(self._key, self._backoff.reset)
        summary = self._speed.summary()
        more = f" By the last requests, {summary}; the next one is smaller." if summary else ""
        return _no_candidate("late", f"{failure}{more}")

    def _parse_reply(self, situation: Situation, request: SizedRequest, reply: Completion) -> EngineResult:
        context = request.context
        text = self._format.salvage_truncated(reply.text) if reply.is_truncated else reply.text
        if text is None:
            return _no_candidate("model-cut", "The reply hit its limit of tokens or time.")
        variants = reply_variants(self._format, text, reply, context, one_line=request.is_one_line)
        if not variants:
            return _no_candidate("model-silent", "The model sees no edit.")
        problems = [find_reply_problem(variant.new_text, context) for variant in variants]
        usable = [one for one, problem in zip(variants, problems, strict=True) if problem is None]
        if not usable:
            return _no_candidate("model-astray", f"The reply is not usable: {problems[0]}.")
        self._last_suggestions = [LastSuggestion(situation.snapshot, context, *one) for one in usable]
        return self._propose_edits(situation, context, usable, is_one_line=request.is_one_line)

    def _propose_edits(
        self,
        situation: Situation,
        context: ModelContext,
        variants: Sequence[ReplyVariant],
        *,
        is_one_line: bool = False,
    ) -> EngineResult:
        why = f"{self._settings.model or self._settings.format} expects this edit."
        if is_one_line:
            why += f" Only one line fits into {self._settings.seconds:g} s: {self._speed.summary()}."
        candidates = [
            Candidate(
                kind="edit",
                uri=situation.snapshot.uri,
                probability=variant.probability,
                family="model",
                pattern=self._settings.format,
                why=why,
                edits=minimal_replacements(context, variant.new_text),
            )
            for variant in variants
        ]
        wanted = tuple(candidate for candidate in candidates if not situation.is_rejected(candidate))
        if not wanted:
            return _no_candidate("refused", "The user rejected this before.")
        return EngineResult(candidates=wanted)


def _no_candidate(reason: str, sentence: str) -> EngineResult:
    return EngineResult(reason=f"{reason}: {sentence}")
