"""A model at a real provider: one request, its stream, its retries, its end.

Speaks through pydantic-ai's model of the provider and owns its HTTP client. The loop over tools is not here.
"""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.messages import ModelResponseStreamEvent, PartStartEvent
from pydantic_ai.models import Model as PydanticModel
from pydantic_ai.settings import ModelSettings as PydanticSettings

from understudy.models.backoff import seconds_before
from understudy.models.connecting import hanging_up
from understudy.models.faults import told_safely
from understudy.models.incoming import Gauge, delta_of, finished
from understudy.models.outgoing import messages_of, parameters_of
from understudy.models.port import (
    CallBegun,
    Finished,
    ModelError,
    ModelEvent,
    Request,
    Retrying,
    TextDelta,
    ThoughtDelta,
)
from understudy.models.settings import ModelSettings
from understudy.models.troubles import trouble_of
from understudy.models.windows import guess_window

__all__ = ["ProvidedModel"]

logger = logging.getLogger(__name__)

LONGEST_QUIET: Final = 900.0
"""A stream may live on nothing but signs of life for so long; then it has stalled, too."""


class ProvidedModel:
    """Implements the port's Model."""

    def __init__(self, settings: ModelSettings, inner: PydanticModel[Any], http: httpx2.AsyncClient) -> None:
        self._settings = settings
        self._inner = inner
        self._http = http
        self._name = str(settings.name)
        takes = bool(inner.profile.get("supports_image_input", True))
        self._takes_images = takes if settings.takes_images is None else settings.takes_images
        provider, model = settings.name.provider, settings.name.model
        self._window = settings.context_window or guess_window(provider, model, inner.context_window)

    @property
    def name(self) -> str:
        return self._name

    @property
    def takes_images(self) -> bool:
        return self._takes_images

    @property
    def window(self) -> int:
        return self._window

    async def close(self) -> None:
        await self._http.aclose()

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent]:
        """Ask, and ask again after a passing trouble, as long as nothing was handed out that cannot be taken back:
        the mere beginning of a call can."""
        attempts = self._settings.attempts
        for attempt in range(1, attempts + 1):
            handed_out = False
            try:
                async with aclosing(self._ask(request)) as events:
                    async for event in events:
                        handed_out = handed_out or not isinstance(event, CallBegun)
                        yield event
                return
            except Exception as raised:  # noqa: BLE001 - every fault of a provider becomes one ModelError
                trouble = trouble_of(raised, self._settings, request.context)
                if not trouble.known:
                    logger.error("a request to %s failed: %s", self._name, told_safely(raised))
            if handed_out or not trouble.again or attempt == attempts:
                # What was raised may hold keys and headers: it is not carried on.
                raise trouble.error from None
            seconds = seconds_before(attempt + 1, self._settings.retry_seconds, trouble.after, random.random)
            yield Retrying(attempt + 1, attempts, seconds, trouble.error.trouble, trouble.error.message)
            await asyncio.sleep(seconds)

    async def _ask(self, request: Request) -> AsyncGenerator[TextDelta | ThoughtDelta | CallBegun | Finished]:
        messages = messages_of(
            request, self._inner.system, cache_points=self._settings.name.provider == "anthropic"
        )
        gauge = Gauge()
        begun: set[int] = set()  # a part may be started over, with more of it
        asked = self._inner.request_stream(messages, self._tuning(request), parameters_of(request))
        async with hanging_up(), asked as streamed:
            events = aiter(streamed)
            while True:
                event = await self._next(events)
                if event is None:
                    break
                gauge.feed(event)
                delta = delta_of(event)
                if isinstance(delta, CallBegun) and isinstance(event, PartStartEvent):
                    if event.index in begun:
                        continue
                    begun.add(event.index)
                if delta is not None:
                    yield delta
            response = streamed.get()
        if response.finish_reason == "error":
            raise ModelError("overloaded", f"{self._name} ended its answer with an error: ask again.")
        if response.finish_reason is None and not response.parts:
            raise ModelError(
                "unreachable", f"{self._name} ended without an answer: ask again, or check the address."
            )
        yield finished(response)

    async def _next(self, events: AsyncIterator[ModelResponseStreamEvent]) -> ModelResponseStreamEvent | None:
        """The next event, None at the end. Signs of life keep the connection, but not for ever."""
        quiet = asyncio.timeout(LONGEST_QUIET)
        try:
            async with quiet:
                return await anext(events, None)
        except TimeoutError:
            if not quiet.expired():
                raise
            host = urlsplit(self._settings.address).netloc
            told = f"{host} sent nothing of an answer for {LONGEST_QUIET:g} s: ask again."
            raise ModelError("stalled", told) from None

    def _tuning(self, request: Request) -> PydanticSettings:
        tuning: dict[str, Any] = {"openai_store": False} if self._settings.name.provider == "openai" else {}
        if self._settings.name.provider == "anthropic":
            tuning |= {"anthropic_cache_instructions": True, "anthropic_cache_tool_definitions": True}
        most = request.max_tokens or self._settings.max_output_tokens
        if most is not None:
            tuning["max_tokens"] = most
        if self._settings.thinking is not None:
            tuning["thinking"] = self._settings.thinking
        return PydanticSettings(**tuning)
