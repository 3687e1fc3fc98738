"""The model of a real provider: sends a request, streams the answer, retries, and closes.

Uses pydantic-ai's model of the provider and owns its HTTP client. The loop over tool calls is not here.
"""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.messages import ModelResponseStreamEvent, PartStartEvent
from pydantic_ai.models import Model as PydanticModel
from pydantic_ai.models import StreamedResponse
from pydantic_ai.settings import ModelSettings as PydanticSettings

from understudy.models.errors import classify_failure, retry_wait_seconds
from understudy.models.from_pydantic_ai import AnswerSizeLimiter, to_delta, to_finished
from understudy.models.http_client import changing_bodies, closing_responses
from understudy.models.limits import NO_EVENT_TIMEOUT_S
from understudy.models.model_api import (
    CallStarted,
    Finished,
    ModelError,
    ModelEvent,
    Request,
    Retrying,
    TextDelta,
    ThoughtDelta,
)
from understudy.models.model_names import guess_context_window
from understudy.models.prepared_requests import PreparedRequests
from understudy.models.redaction import describe_exception_safely
from understudy.models.settings import ModelSettings
from understudy.models.to_pydantic_ai import to_messages, to_parameters

__all__ = ["ProviderModel"]

logger = logging.getLogger(__name__)


@runtime_checkable
class PreparedSender(Protocol):
    """A model that can send a request which is built already."""

    def stream_prepared(self, request: httpx2.Request) -> AbstractAsyncContextManager[StreamedResponse]: ...


class ProviderModel:
    """Implements Model of model_api."""

    def __init__(self, settings: ModelSettings, inner: PydanticModel[Any], http: httpx2.AsyncClient) -> None:
        self._settings = settings
        self._inner = inner
        self._http = http
        self._name = str(settings.name)
        self._prepared = PreparedRequests.for_model(inner)
        profile_takes = bool(inner.profile.get("supports_image_input", True))
        self._takes_images = profile_takes if settings.takes_images is None else settings.takes_images
        self._context_window = settings.context_window or guess_context_window(
            settings.name, inner.context_window
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def takes_images(self) -> bool:
        return self._takes_images

    @property
    def context_window(self) -> int:
        return self._context_window

    async def close(self) -> None:
        await self._http.aclose()

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent]:
        """Send the request, and retry after a temporary error as long as no event was emitted that cannot be
        revoked. Only the start of a call can be revoked."""
        attempts = self._settings.attempts
        for attempt in range(1, attempts + 1):
            was_emitted = False
            try:
                async with aclosing(self._stream_once(request)) as events:
                    async for event in events:
                        was_emitted = was_emitted or not isinstance(event, CallStarted)
                        yield event
                return
            except Exception as raised:  # noqa: BLE001 - every exception becomes one ModelError
                failure = classify_failure(raised, self._settings, request.context)
                if not failure.is_expected:
                    logger.error("a request to %s failed: %s", self._name, describe_exception_safely(raised))
            if was_emitted or not failure.is_retryable or attempt == attempts:
                # The original exception may contain keys and headers: it is not chained.
                raise failure.error from None
            seconds = retry_wait_seconds(
                attempt + 1, self._settings.retry_seconds, failure.retry_after_s, random.random
            )
            yield Retrying(attempt + 1, attempts, seconds, failure.error.kind, failure.error.message)
            await asyncio.sleep(seconds)

    async def _stream_once(
        self, request: Request
    ) -> AsyncGenerator[TextDelta | ThoughtDelta | CallStarted | Finished]:
        size_limiter = AnswerSizeLimiter()
        started: set[int] = set()  # a part may be started again, with more content
        stream = await self._open_stream(request)
        async with closing_responses(), stream as streamed:
            events = aiter(streamed)
            while True:
                event = await self._next_event(events)
                if event is None:
                    break
                size_limiter.feed(event)
                delta = to_delta(event)
                if isinstance(delta, CallStarted) and isinstance(event, PartStartEvent):
                    if event.index in started:
                        continue
                    started.add(event.index)
                if delta is not None:
                    yield delta
            response = streamed.get()
        if response.finish_reason == "error":
            raise ModelError("overloaded", f"{self._name} ended its answer with an error: ask again.")
        if response.finish_reason is None and not response.parts:
            raise ModelError(
                "unreachable", f"{self._name} ended without an answer: ask again, or check the address."
            )
        yield to_finished(response)

    async def _open_stream(self, request: Request) -> AbstractAsyncContextManager[StreamedResponse]:
        """Send as much as possible as JSON that exists already; the SDK builds the rest."""
        settings = self._request_settings(request)
        prepared = None if self._prepared is None else await self._prepared.split(request, settings)
        if prepared is not None and isinstance(self._inner, PreparedSender):
            whole = prepared.request()
            if whole is not None:
                changing_bodies(None)
                return self._inner.stream_prepared(whole)
        changing_bodies(None if prepared is None else prepared.complete)
        remaining = request if prepared is None else prepared.remaining
        messages = to_messages(
            remaining, self._inner.system, cache_points=self._settings.provider.uses_cache_points
        )
        return self._inner.request_stream(messages, settings, to_parameters(remaining))

    async def _next_event(
        self, events: AsyncIterator[ModelResponseStreamEvent]
    ) -> ModelResponseStreamEvent | None:
        """Return the next event, None at the end. Keep-alive data prolongs the wait, but not forever."""
        timeout = asyncio.timeout(NO_EVENT_TIMEOUT_S)
        try:
            async with timeout:
                return await anext(events, None)
        except TimeoutError:
            if not timeout.expired():
                raise
            host = urlsplit(self._settings.effective_url).netloc
            raise ModelError(
                "stalled", f"{host} sent nothing of an answer for {NO_EVENT_TIMEOUT_S:g} s: ask again."
            ) from None

    def _request_settings(self, request: Request) -> PydanticSettings:
        tuning: dict[str, Any] = dict(self._settings.provider.request_settings)
        max_tokens = request.max_tokens or self._settings.max_output_tokens
        if max_tokens is not None:
            tuning["max_tokens"] = max_tokens
        if self._settings.thinking is not None:
            tuning["thinking"] = self._settings.thinking
        return PydanticSettings(**tuning)
