"""One server that runs a model, over HTTP: bounded in time and size, to its own host only.

Importing this loads the HTTP client (about 50 ms), so only an engine that is really asked does it. It follows no
redirect and reads no proxy from the environment, so that prompts and the key go where the user said, and nowhere
else. What the HTTP library says is never repeated: it may quote headers.
"""

import asyncio
import logging
import ssl
from contextlib import suppress
from typing import Final

import httpx2

from understudy.nes.model.bodies import Completion, Unreadable, read, request, request_to_load
from understudy.nes.model.failures import EndpointFailure, of_status
from understudy.nes.model.naming import ModelSettings
from understudy.nes.model.prompting import Prompt

__all__ = ["Endpoint"]

CONNECT_SECONDS: Final = 2.0
LONGEST_REPLY: Final = 256 * 1024
LOADING_SECONDS: Final = 60.0
IDLE_SECONDS: Final = 30.0
"""How long an unused connection stays open."""

# They tell URLs and headers, a line for each question; what matters is told by us in plain words.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class Endpoint:
    def __init__(self, settings: ModelSettings) -> None:
        """Reads the machine's certificates for https (about 50 ms): call it in a thread."""
        self._settings = settings
        self._client = httpx2.AsyncClient(
            transport=httpx2.AsyncHTTPTransport(
                verify=_certificates(settings.url),
                trust_env=False,
                limits=httpx2.Limits(
                    max_connections=4, max_keepalive_connections=1, keepalive_expiry=IDLE_SECONDS
                ),
            ),
            follow_redirects=False,
            trust_env=False,
        )

    async def ask(self, prompt: Prompt, key: str | None) -> Completion:
        """Raises EndpointFailure. Being cancelled closes the connection."""
        label = self._settings.label
        try:
            async with asyncio.timeout(self._settings.seconds):
                path, body = request(self._settings, prompt)
                return read(self._settings, await self._exchange(path, body, key, self._settings.seconds))
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout, httpx2.PoolTimeout):
            raise EndpointFailure(
                "late", f"{label} did not answer within {self._settings.seconds:g} s."
            ) from None
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            raise EndpointFailure(
                "unreachable", f"{label} cannot be reached: check that it runs and that its URL is right."
            ) from None
        except Unreadable:
            raise EndpointFailure(
                "failed", f"{label} sent something that is no answer of a model: check its URL."
            ) from None
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError):
            raise EndpointFailure("failed", f"The connection to {label} broke.") from None

    async def load(self, key: str | None) -> None:
        """Waits for Ollama to have the model in memory: it gives up loading when the one who asked leaves, so that
        a large model would never be there within the time limit of a suggestion. Says nothing of failures."""
        with suppress(TimeoutError, EndpointFailure, httpx2.HTTPError, httpx2.StreamError, OSError):
            async with asyncio.timeout(LOADING_SECONDS):
                await self._exchange(*request_to_load(self._settings), key, LOADING_SECONDS)

    async def close(self) -> None:
        await self._client.aclose()

    async def _exchange(self, path: str, body: bytes, key: str | None, seconds: float) -> bytes:
        headers = {
            "accept": "application/json",
            # What is packed has no size until it is unpacked.
            "accept-encoding": "identity",
            "content-type": "application/json",
            "user-agent": "understudy",
        }
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        limits = httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
        url = self._settings.url + path
        async with self._client.stream("POST", url, content=body, headers=headers, timeout=limits) as answer:
            if answer.status_code != 200:
                raise of_status(answer.status_code, self._settings.label, answer.headers.get("retry-after"))
            return await self._body(answer)

    async def _body(self, answer: httpx2.Response) -> bytes:
        label = self._settings.label
        if "json" not in answer.headers.get("content-type", "").lower():
            raise EndpointFailure("failed", f"{label} does not answer in JSON: check its URL.")
        if answer.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise EndpointFailure("failed", f"{label} sent a packed answer, which was not asked for.")
        body = bytearray()
        async for chunk in answer.aiter_raw():
            body += chunk
            if len(body) > LONGEST_REPLY:
                raise EndpointFailure("failed", f"{label} sent more than {LONGEST_REPLY // 1024} KiB.")
        return bytes(body)


def _certificates(url: str) -> ssl.SSLContext | bool:
    """Without https none are needed: a context that trusts nobody is made at once."""
    return True if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
