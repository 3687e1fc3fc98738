"""The requests of one session that are under way: at most one for a suggestion and one to prewarm the server.

Owns the connection, opened at the first request, and the loading of a model by Ollama. Records the speed of what it
sends. Decides neither what is sent nor whether a server rests.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from understudy.abandoned_tasks import retrieve_exception
from understudy.nes.model.completions import Completion
from understudy.nes.model.limits import CLOSE_TIMEOUT_S, PREWARM_TIMEOUT_S
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.server_api import EndpointFailure
from understudy.nes.model.settings import NesModelSettings
from understudy.nes.model.speed import EndpointSpeed

if TYPE_CHECKING:
    from understudy.nes.model.endpoint import Endpoint

__all__ = ["RequestTasks"]

logger = logging.getLogger(__name__)


class RequestTasks:
    def __init__(self, settings: NesModelSettings, speed: EndpointSpeed, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._speed = speed
        self._clock = clock
        self._endpoint_task: asyncio.Task[Endpoint] | None = None
        self._request_task: asyncio.Task[Completion] | None = None
        self._prewarm_task: asyncio.Task[None] | None = None
        self._prewarm_prompt: Prompt | None = None
        self._load_task: asyncio.Task[None] | None = None

    @property
    def is_loading(self) -> bool:
        return self._load_task is not None and not self._load_task.done()

    @property
    def was_load_requested(self) -> bool:
        """Since the last reply."""
        return self._load_task is not None

    @property
    def prewarm_prompt(self) -> Prompt | None:
        """The prompt that the server is evaluating ahead of a request."""
        is_running = self._prewarm_task is not None and not self._prewarm_task.done()
        return self._prewarm_prompt if is_running else None

    async def wait_for_prewarm(self, max_s: float) -> None:
        """Wait for the running prewarm request: a server would answer another one only after it."""
        if self._prewarm_task is not None and not self._prewarm_task.done():
            await asyncio.wait((self._prewarm_task,), timeout=max_s)

    async def run(
        self, prompt: Prompt, key: str | None, seconds: float, is_enough: Callable[[str], bool]
    ) -> Completion | None:
        """Return the reply, or None if a newer request cancelled this one. Raises EndpointFailure.

        Ends the prewarm request, which the server would evaluate first.
        """
        self.cancel_prewarm()
        task = self._request_task = asyncio.create_task(self._complete(prompt, key, seconds, is_enough))
        task.add_done_callback(retrieve_exception)
        try:
            # `wait` is not cancelled with the task: a newer request cancels only the task.
            await asyncio.wait((task,))
        finally:
            task.cancel()
            if self._request_task is task:
                self._request_task = None
        if task.cancelled():
            return None
        failure = task.exception()
        if isinstance(failure, EndpointFailure):
            if failure.reason == "late":
                # A model that Ollama has to load first says nothing about the speed.
                if self._settings.kind != "ollama" or self.was_load_requested:
                    self._speed.record_late(prompt, seconds)
            elif failure.reason in ("unreachable", "failed"):
                self._speed.forget_cache()
            raise failure
        if failure is not None:
            logger.warning("asking %s failed: %s", self._settings.label, type(failure).__name__)
            raise EndpointFailure("failed", f"Asking {self._settings.label} failed.")
        completion = task.result()
        self._speed.record(prompt, completion)
        self._load_task = None
        return completion

    def prewarm(self, prompt: Prompt, key: str | None) -> None:
        """Let the server evaluate the prompt, so that it is cached when a request needs it."""
        self.cancel_prewarm()
        self._prewarm_prompt = prompt
        self._prewarm_task = asyncio.create_task(self._prewarm(prompt, key))

    def load_model(self, key: str | None, on_loaded: Callable[[], None]) -> None:
        self._load_task = asyncio.create_task(self._load_model(key, on_loaded))

    def cancel_request(self) -> None:
        task, self._request_task = self._request_task, None
        if task is not None:
            task.cancel()

    def cancel_prewarm(self) -> None:
        task, self._prewarm_task, self._prewarm_prompt = self._prewarm_task, None, None
        if task is not None:
            task.cancel()

    async def close(self) -> None:
        """Cancel everything and close the connection. May be called again."""
        self.cancel_request()
        self.cancel_prewarm()
        if self._load_task is not None:
            self._load_task.cancel()
        endpoint_task, self._endpoint_task = self._endpoint_task, None
        if endpoint_task is None:
            return
        with suppress(Exception):  # it never opened, or the server hangs: nothing is left to close
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await (await endpoint_task).close()

    async def _complete(
        self, prompt: Prompt, key: str | None, seconds: float, is_enough: Callable[[str], bool]
    ) -> Completion:
        endpoint = await self._open_endpoint()
        return await endpoint.complete(prompt, key, seconds=seconds, is_enough=is_enough)

    async def _prewarm(self, prompt: Prompt, key: str | None) -> None:
        try:
            endpoint = await self._open_endpoint()
            completion = await endpoint.complete(prompt, key, seconds=PREWARM_TIMEOUT_S)
        except EndpointFailure as failure:
            # The next request reports it, if it lasts.
            logger.debug("prewarming %s failed: %s", self._settings.label, failure.reason)
            if failure.reason == "late":
                self._speed.record_late(prompt, PREWARM_TIMEOUT_S)
            return
        self._speed.record(prompt, completion)
        logger.debug("prewarmed %s: %s", self._settings.label, self._speed.summary())

    async def _load_model(self, key: str | None, on_loaded: Callable[[], None]) -> None:
        await (await self._open_endpoint()).load_model(key)
        on_loaded()

    async def _open_endpoint(self) -> "Endpoint":
        endpoint_task = self._endpoint_task
        if endpoint_task is None or (
            endpoint_task.done() and (endpoint_task.cancelled() or endpoint_task.exception() is not None)
        ):
            endpoint_task = self._endpoint_task = asyncio.create_task(
                asyncio.to_thread(_create_endpoint, self._settings, self._clock)
            )
        return await asyncio.shield(endpoint_task)


def _create_endpoint(settings: NesModelSettings, clock: Callable[[], float]) -> "Endpoint":
    # Imports the HTTP client, in a thread, so that document events are not delayed.
    from understudy.nes.model.endpoint import Endpoint

    return Endpoint(settings, clock=clock)
