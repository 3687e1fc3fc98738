"""HTTP client for one server that runs a model, with limits on time and size.

Importing this module imports the HTTP library (about 50 ms), so only the first request does it. It follows no
redirect and reads no proxy from the environment, so that prompts and the key go only where the user said.
Messages of the HTTP library are never repeated, because they may quote headers.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

import httpx2

from understudy.nes.model.completions import (
    Completion,
    CompletionStream,
    UnreadableResponseError,
    parse_response,
)
from understudy.nes.model.limits import (
    CONNECT_TIMEOUT_S,
    KEEPALIVE_TIMEOUT_S,
    MAX_RESPONSE_BYTES,
    MAX_STREAM_BYTES,
    MODEL_LIST_TIMEOUT_S,
    MODEL_LOAD_TIMEOUT_S,
)
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.server_api import (
    EndpointFailure,
    build_load_request,
    build_request,
    failure_from_status,
)
from understudy.nes.model.settings import NesModelSettings
from understudy.tls import certificate_checks

__all__ = ["Endpoint"]


# They log URLs and headers, a line for each request; `EndpointFailure` reports what matters.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class Endpoint:
    def __init__(self, settings: NesModelSettings, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Reads the certificates of the machine for https (about 50 ms): call it in a thread."""
        self._settings = settings
        self._clock = clock
        self._is_minimal = False
        """Whether the server refused a request with optional parts and took one without them."""
        self._client = httpx2.AsyncClient(
            transport=httpx2.AsyncHTTPTransport(
                verify=certificate_checks(settings.url),
                trust_env=False,
                limits=httpx2.Limits(
                    max_connections=4, max_keepalive_connections=1, keepalive_expiry=KEEPALIVE_TIMEOUT_S
                ),
            ),
            follow_redirects=False,
            trust_env=False,
        )

    async def complete(
        self,
        prompt: Prompt,
        key: str | None,
        *,
        seconds: float | None = None,
        is_enough: Callable[[str], bool] = lambda _: False,
    ) -> Completion:
        """Send a prompt. Raises EndpointFailure. Cancelling closes the connection.

        A streamed reply ends when `is_enough` is true for its text, and at the time limit: it is truncated then.
        """
        seconds = self._settings.seconds if seconds is None else seconds
        stream = CompletionStream()
        exchange = _Exchange(stream, self._clock(), self._clock, is_enough)
        with self._failures(seconds):
            try:
                async with asyncio.timeout(seconds):
                    completion = await self._request_completion(prompt, key, seconds, exchange)
            except (TimeoutError, httpx2.ReadTimeout):
                if not stream.text:
                    raise
                completion = stream.completion(is_cut=True)
            return completion._replace(
                first_token_s=exchange.first_token_s, total_s=self._clock() - exchange.started_at
            )

    async def list_models(self, key: str | None) -> bytes:
        """Return the server's list of models as JSON. Raises EndpointFailure."""
        path = "/api/tags" if self._settings.kind == "ollama" else "/models"
        with self._failures(MODEL_LIST_TIMEOUT_S):
            async with asyncio.timeout(MODEL_LIST_TIMEOUT_S):
                answer = await self._request(path, None, key, MODEL_LIST_TIMEOUT_S)
                return answer if isinstance(answer, bytes) else b""

    @contextmanager
    def _failures(self, seconds: float) -> Generator[None]:
        """Turn what the HTTP library raises into an EndpointFailure."""
        label = self._settings.label
        try:
            yield
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout, httpx2.PoolTimeout):
            raise EndpointFailure("late", f"{label} did not answer within {seconds:.2g} s.") from None
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            raise EndpointFailure(
                "unreachable", f"{label} cannot be reached: check that it runs and that its URL is right."
            ) from None
        except UnreadableResponseError:
            raise EndpointFailure(
                "failed", f"{label} sent something that is no answer of a model: check its URL."
            ) from None
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError):
            raise EndpointFailure("failed", f"The connection to {label} broke.") from None

    async def load_model(self, key: str | None) -> None:
        """Wait until Ollama has loaded the model. Ollama stops loading when the client disconnects, so a large
        model would never load within the time limit of a suggestion. Suppresses failures."""
        with suppress(TimeoutError, EndpointFailure, httpx2.HTTPError, httpx2.StreamError, OSError):
            async with asyncio.timeout(MODEL_LOAD_TIMEOUT_S):
                await self._request(*build_load_request(self._settings), key, MODEL_LOAD_TIMEOUT_S)

    async def close(self) -> None:
        await self._client.aclose()

    async def _request_completion(
        self, prompt: Prompt, key: str | None, seconds: float, exchange: "_Exchange"
    ) -> Completion:
        path, body = build_request(self._settings, prompt, is_minimal=self._is_minimal)
        try:
            answer = await self._request(path, body, key, seconds, exchange)
        except EndpointFailure as failure:
            if failure.reason != "rejected" or failure.status not in (400, 422) or self._is_minimal:
                raise
            path, body = build_request(self._settings, prompt, is_minimal=True)
            answer = await self._request(path, body, key, seconds, exchange)
            self._is_minimal = True
        return answer if isinstance(answer, Completion) else parse_response(self._settings.kind, answer)

    async def _request(
        self,
        path: str,
        body: bytes | None,
        key: str | None,
        timeout_s: float,
        exchange: "_Exchange | None" = None,
    ) -> bytes | Completion:
        """Send a body, or get the path without one."""
        headers = {
            "accept": "application/json, text/event-stream",
            # The size of a compressed body is unknown until it is decompressed.
            "accept-encoding": "identity",
            "content-type": "application/json",
            "user-agent": "understudy",
        }
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        limits = httpx2.Timeout(timeout_s, connect=min(CONNECT_TIMEOUT_S, timeout_s))
        url = self._settings.url + path
        async with self._client.stream(
            "GET" if body is None else "POST", url, content=body, headers=headers, timeout=limits
        ) as response:
            if response.status_code != 200:
                raise failure_from_status(
                    response.status_code, self._settings.label, response.headers.get("retry-after")
                )
            return await self._read_body(response, exchange)

    async def _read_body(self, response: httpx2.Response, exchange: "_Exchange | None") -> bytes | Completion:
        label = self._settings.label
        content_type = response.headers.get("content-type", "").lower()
        is_stream = exchange is not None and "event-stream" in content_type
        if not is_stream and "json" not in content_type:
            raise EndpointFailure("failed", f"{label} does not answer in JSON: check its URL.")
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise EndpointFailure("failed", f"{label} sent a packed answer, which was not asked for.")
        body, size = bytearray(), 0
        async for chunk in response.aiter_raw():
            size += len(chunk)
            if size > (MAX_STREAM_BYTES if is_stream else MAX_RESPONSE_BYTES):
                raise EndpointFailure("failed", f"{label} sent more than {MAX_RESPONSE_BYTES // 1024} KiB.")
            if not is_stream or exchange is None:
                body += chunk
            elif (completion := exchange.feed(chunk)) is not None:
                return completion
        return bytes(body) if exchange is None or not is_stream else exchange.stream.completion()


class _Exchange:
    """A streamed reply while it arrives, and when its first part came."""

    def __init__(
        self,
        stream: CompletionStream,
        started_at: float,
        clock: Callable[[], float],
        is_enough: Callable[[str], bool],
    ) -> None:
        self.stream = stream
        self.started_at = started_at
        self.first_token_s: float | None = None
        self._clock = clock
        self._is_enough = is_enough

    def feed(self, chunk: bytes) -> Completion | None:
        """Return the completion if nothing more is needed. Raises UnreadableResponseError."""
        stream = self.stream
        stream.feed(chunk)
        if stream.text and self.first_token_s is None:
            self.first_token_s = self._clock() - self.started_at
        if stream.is_over:
            return stream.completion()
        return stream.completion(is_cut=True) if stream.text and self._is_enough(stream.text) else None
