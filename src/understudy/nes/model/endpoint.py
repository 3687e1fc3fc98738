"""HTTP client for one server that runs a model, with limits on time and size.

Importing this module imports the HTTP library (about 50 ms), so only the first request does it. It follows no
redirect and reads no proxy from the environment, so that prompts and the key go only where the user said.
Messages of the HTTP library are never repeated, because they may quote headers.
"""

import asyncio
import logging
import ssl
from contextlib import suppress

import httpx2

from understudy.nes.model.limits import (
    CONNECT_TIMEOUT_S,
    KEEPALIVE_TIMEOUT_S,
    MAX_RESPONSE_BYTES,
    MODEL_LOAD_TIMEOUT_S,
)
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.server_api import (
    Completion,
    EndpointFailure,
    UnreadableResponseError,
    build_load_request,
    build_request,
    failure_from_status,
    parse_response,
)
from understudy.nes.model.settings import NesModelSettings

__all__ = ["Endpoint"]


# They log URLs and headers, a line for each request; `EndpointFailure` reports what matters.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class Endpoint:
    def __init__(self, settings: NesModelSettings) -> None:
        """Reads the certificates of the machine for https (about 50 ms): call it in a thread."""
        self._settings = settings
        self._client = httpx2.AsyncClient(
            transport=httpx2.AsyncHTTPTransport(
                verify=_tls_verification(settings.url),
                trust_env=False,
                limits=httpx2.Limits(
                    max_connections=4, max_keepalive_connections=1, keepalive_expiry=KEEPALIVE_TIMEOUT_S
                ),
            ),
            follow_redirects=False,
            trust_env=False,
        )

    async def complete(self, prompt: Prompt, key: str | None) -> Completion:
        """Send a prompt. Raises EndpointFailure. Cancelling closes the connection."""
        label = self._settings.label
        try:
            async with asyncio.timeout(self._settings.seconds):
                path, body = build_request(self._settings, prompt)
                return parse_response(
                    self._settings, await self._post(path, body, key, self._settings.seconds)
                )
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout, httpx2.PoolTimeout):
            raise EndpointFailure(
                "late", f"{label} did not answer within {self._settings.seconds:g} s."
            ) from None
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
                await self._post(*build_load_request(self._settings), key, MODEL_LOAD_TIMEOUT_S)

    async def close(self) -> None:
        await self._client.aclose()

    async def _post(self, path: str, body: bytes, key: str | None, timeout_s: float) -> bytes:
        headers = {
            "accept": "application/json",
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
            "POST", url, content=body, headers=headers, timeout=limits
        ) as response:
            if response.status_code != 200:
                raise failure_from_status(
                    response.status_code, self._settings.label, response.headers.get("retry-after")
                )
            return await self._read_body(response)

    async def _read_body(self, response: httpx2.Response) -> bytes:
        label = self._settings.label
        if "json" not in response.headers.get("content-type", "").lower():
            raise EndpointFailure("failed", f"{label} does not answer in JSON: check its URL.")
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise EndpointFailure("failed", f"{label} sent a packed answer, which was not asked for.")
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MAX_RESPONSE_BYTES:
                raise EndpointFailure("failed", f"{label} sent more than {MAX_RESPONSE_BYTES // 1024} KiB.")
        return bytes(body)


def _tls_verification(url: str) -> ssl.SSLContext | bool:
    """Without https, return a context without certificates, which is created at once."""
    return True if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
