"""The engine that asks a model: turns a situation into one candidate, or a reason for none; one request at a time.

Owns the running request, the backoff after failures and the reply cache. Formats build prompts and parse
replies; the service decides whether a candidate is shown.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.model.context_window import build_model_context
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.limits import CLOSE_TIMEOUT_S, MODEL_CANDIDATE_PROBABILITY
from understudy.nes.model.prompt_types import DEFAULT_BUDGET, ModelContext, Prompt, UnfitContextError
from understudy.nes.model.replies import find_reply_problem, minimal_replacements
from understudy.nes.model.reply_cache import LastSuggestion, ReplyCache, context_after_typing
from understudy.nes.model.server_api import Backoff, Completion, EndpointFailure
from understudy.nes.model.settings import NesModelSettings, missing_key_message, validate_key

if TYPE_CHECKING:
    from understudy.nes.model.endpoint import Endpoint

__all__ = ["ModelEngine"]

logger = logging.getLogger(__name__)


class ModelEngine:
    """One for each next-edit session: a new request cancels the previous one."""

    def __init__(
        self,
        settings: NesModelSettings,
        key: str | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises NesModelSettingsError for a key that no header can carry. Loads and opens nothing."""
        self._settings = settings
        self._key = None if key is None else validate_key(key)
        self._clock = clock
        self._format = FORMATS[settings.format]
        self._endpoint_task: asyncio.Task[Endpoint] | None = None
        self._request_task: asyncio.Task[Completion] | None = None
        self._load_task: asyncio.Task[None] | None = None
        self._backoff = Backoff()
        self._last_failure = ""
        self._key_rejection = ""
        self._cache = ReplyCache()
        self._last_suggestion: LastSuggestion | None = None
        self._closed = False

    @property
    def auth_required(self) -> bool:
        """Whether every request fails until the key changes."""
        return bool(self._key_rejection or missing_key_message(self._settings, self._key))

    async def propose(self, situation: Situation) -> EngineResult:
        """Raises nothing but CancelledError. The time limit is that of the settings: the deadline of the situation
        is for engines that do not wait."""
        self._cancel_request()
        if self._closed:
            return _no_candidate("closed", "The session is over.")
        missing_key = self._key_rejection or missing_key_message(self._settings, self._key)
        if missing_key:
            return _no_candidate("auth_required", missing_key)
        if self._last_suggestion is not None:
            current_context = context_after_typing(
                self._last_suggestion, situation.snapshot, situation.cursor
            )
            if current_context is not None:
                return self._propose_edit(situation, current_context, self._last_suggestion.new_text)
        try:
            context = build_model_context(situation, self._format.shape)
            prompt = self._format.build(context, DEFAULT_BUDGET)
            prompt.text.encode()
        except UnfitContextError as error:
            return _no_candidate(f"model-unfit-{error.reason}", str(error))
        except UnicodeEncodeError:
            return _no_candidate(
                "model-unfit-characters", "The text holds half a character, which cannot be sent."
            )
        reply = self._cache.get(prompt)
        if reply is not None:
            return self._parse_reply(situation, context, reply)
        if self._load_task is not None and not self._load_task.done():
            return _no_candidate("model-resting", f"{self._settings.label} is loading the model.")
        remaining_s = self._backoff.remaining_s(self._clock())
        if remaining_s > 0:
            return _no_candidate(
                "model-resting", f"It is asked again in {math.ceil(remaining_s)} s. {self._last_failure}"
            )
        return await self._request_reply(situation, context, prompt)

    def keys_changed(self, key: str | None) -> None:
        """Use the new key after a login or logout, and retry at once."""
        self._key = None if key is None else validate_key(key)
        self._key_rejection = ""
        self._backoff.reset()

    async def close(self) -> None:
        """Cancel the running request and close the connection. May be called again."""
        self._closed = True
        self._cancel_request()
        if self._load_task is not None:
            self._load_task.cancel()
        self._cache.clear()
        self._last_suggestion = None
        endpoint_task, self._endpoint_task = self._endpoint_task, None
        if endpoint_task is None:
            return
        with suppress(Exception):  # it never opened, or the server hangs: nothing is left to close
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await (await endpoint_task).close()

    def _cancel_request(self) -> None:
        task, self._request_task = self._request_task, None
        if task is not None:
            task.cancel()

    async def _request_reply(
        self, situation: Situation, context: ModelContext, prompt: Prompt
    ) -> EngineResult:
        task = self._request_task = asyncio.create_task(self._complete(prompt))
        task.add_done_callback(_retrieve_exception)
        try:
            # `wait` is not cancelled with the task: a newer request cancels only the task.
            await asyncio.wait((task,))
        finally:
            task.cancel()
            if self._request_task is task:
                self._request_task = None
        if task.cancelled():
            return _no_candidate("superseded", "A newer question took its place.")
        failure = task.exception()
        if isinstance(failure, EndpointFailure):
            return self._handle_failure(failure)
        if failure is not None:
            logger.warning("asking %s failed: %s", self._settings.label, type(failure).__name__)
            return self._handle_failure(EndpointFailure("failed", f"Asking {self._settings.label} failed."))
        reply = task.result()
        self._backoff.reset()
        self._load_task = None
        self._cache.put(prompt, reply)
        return self._parse_reply(situation, context, reply)

    async def _complete(self, prompt: Prompt) -> Completion:
        return await (await self._open_endpoint()).complete(prompt, self._key)

    async def _load_model(self) -> None:
        await (await self._open_endpoint()).load_model(self._key)
        self._backoff.reset()

    async def _open_endpoint(self) -> "Endpoint":
        endpoint_task = self._endpoint_task
        if endpoint_task is None or (
            endpoint_task.done() and (endpoint_task.cancelled() or endpoint_task.exception() is not None)
        ):
            endpoint_task = self._endpoint_task = asyncio.create_task(
                asyncio.to_thread(_create_endpoint, self._settings)
            )
        return await asyncio.shield(endpoint_task)

    def _handle_failure(self, failure: EndpointFailure) -> EngineResult:
        if failure.reason == "auth":
            self._key_rejection = str(failure)
            return _no_candidate("auth_required", str(failure))
        seconds = self._backoff.record_failure(self._clock(), failure.retry_after_s)
        self._last_failure = str(failure)
        if failure.reason == "late" and self._settings.kind == "ollama" and self._load_task is None:
            # Once until the next response: a loaded model that is too slow gets the normal backoff.
            self._load_task = asyncio.create_task(self._load_model())
        logger.debug("%s rests for %.0f s: %s", self._settings.label, seconds, failure.reason)
        return _no_candidate("late" if failure.reason == "late" else f"model-{failure.reason}", str(failure))

    def _parse_reply(self, situation: Situation, context: ModelContext, reply: Completion) -> EngineResult:
        text = self._format.salvage_truncated(reply.text) if reply.is_truncated else reply.text
        if text is None:
            return _no_candidate("model-cut", "The reply hit its limit of tokens.")
        new_text = self._format.parse(text, context)
        if new_text is None:
            return _no_candidate("model-silent", "The model sees no edit.")
        problem = find_reply_problem(new_text, context)
        if problem is not None:
            return _no_candidate("model-astray", f"The reply is refused: {problem}.")
        self._last_suggestion = LastSuggestion(situation.snapshot, context, new_text)
        return self._propose_edit(situation, context, new_text)

    def _propose_edit(self, situation: Situation, context: ModelContext, new_text: str) -> EngineResult:
        candidate = Candidate(
            kind="edit",
            uri=situation.snapshot.uri,
            probability=MODEL_CANDIDATE_PROBABILITY,
            family="model",
            pattern=self._settings.format,
            why=f"{self._settings.model or self._settings.format} expects this edit.",
            edits=minimal_replacements(context, new_text),
        )
        if situation.is_rejected(candidate):
            return _no_candidate("refused", "The user refused this before.")
        return EngineResult(candidates=(candidate,))


def _retrieve_exception(task: asyncio.Task[Completion]) -> None:
    """Retrieve the exception of an abandoned task so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()


def _create_endpoint(settings: NesModelSettings) -> "Endpoint":
    # Imports the HTTP client, in a thread, so that document events are not delayed.
    from understudy.nes.model.endpoint import Endpoint

    return Endpoint(settings)


def _no_candidate(reason: str, sentence: str) -> EngineResult:
    return EngineResult(reason=f"{reason}: {sentence}")
