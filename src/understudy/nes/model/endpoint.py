"""One server that runs a model, over HTTP: bounded in time and size, to its own host only.

Importing this loads the HTTP client (about 50 ms), so only an engine that is really asked does it. It follows no
redirect and reads no proxy from the environment, so that prompts and the key go where the user said, and nowhere
else. What the HTTP library says is never repeated: it may quote headers.

The JSON of the servers' APIs: a prompt as a request, an answer as text. Pure; no HTTP here.
"""

import asyncio
import logging
import ssl
from contextlib import suppress
from typing import Any, NamedTuple

import httpx2
import msgspec
from msgspec import Struct

from understudy.nes.model.failures import EndpointFailure, failure_from_status
from understudy.nes.model.limits import (
    CONNECT_TIMEOUT_S,
    KEEPALIVE_TIMEOUT_S,
    MAX_RESPONSE_BYTES,
    MODEL_LOAD_TIMEOUT_S,
    OLLAMA_CONTEXT_TOKENS,
)
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.settings import NesModelSettings

__all__ = [
    "Completion",
    "Endpoint",
    "UnreadableResponseError",
    "build_load_request",
    "build_request",
    "parse_response",
]


class UnreadableResponseError(Exception):
    """No answer of this API."""


class Completion(NamedTuple):
    text: str
    is_truncated: bool
    """The reply hit its limit of tokens."""


class _Message(Struct):
    content: str | None = None


class _Choice(Struct):
    text: str | None = None
    message: _Message | None = None
    finish_reason: str | None = None


class _OpenAiResponse(Struct):
    choices: list[_Choice] = []


class _OllamaResponse(Struct):
    response: str | None = None
    message: _Message | None = None
    done: bool = True
    done_reason: str | None = None


def build_request(settings: NesModelSettings, prompt: Prompt) -> tuple[str, bytes]:
    """Where to send it, behind the base URL, and what."""
    match settings.kind, prompt.style:
        case "ollama", "raw":
            path, body = "/api/generate", {"prompt": prompt.text, "raw": True}
        case "ollama", _:
            path, body = "/api/chat", {"messages": _build_messages(prompt)}
        case _, "raw":
            path, body = "/completions", {"prompt": prompt.text}
        case _, "chat":
            path, body = "/chat/completions", {"messages": _build_messages(prompt)}
        case _:
            path, body = "/edit/completions", {"messages": _build_messages(prompt)}
    return path, msgspec.json.encode({**body, **_build_options(settings, prompt), "stream": False})


def build_load_request(settings: NesModelSettings) -> tuple[str, bytes]:
    """Makes Ollama load the model, with the same window as later requests, and write nothing."""
    options = {"num_ctx": OLLAMA_CONTEXT_TOKENS}
    return "/api/generate", msgspec.json.encode(
        {"model": settings.model, "options": options, "stream": False}
    )


def _build_messages(prompt: Prompt) -> list[dict[str, str]]:
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    return [*system, {"role": "user", "content": prompt.text}]


def _build_options(settings: NesModelSettings, prompt: Prompt) -> dict[str, Any]:
    model = {"model": settings.model} if settings.model else {}
    stops = {"stop": list(prompt.stops)} if prompt.stops else {}
    if settings.kind == "ollama":
        options = {
            "temperature": 0,
            "num_predict": prompt.max_tokens,
            "num_ctx": OLLAMA_CONTEXT_TOKENS,
            **stops,
        }
        return {**model, "options": options}
    if prompt.style == "edit":
        return {**model, "max_tokens": prompt.max_tokens}
    return {**model, "max_tokens": prompt.max_tokens, "temperature": 0, **stops}


def parse_response(settings: NesModelSettings, body: bytes) -> Completion:
    """Raises Unreadable."""
    try:
        if settings.kind == "ollama":
            answer = msgspec.json.decode(body, type=_OllamaResponse)
            text = answer.response
            if text is None and answer.message is not None:
                text = answer.message.content
            reason = answer.done_reason if answer.done else "length"
        else:
            choices = msgspec.json.decode(body, type=_OpenAiResponse).choices
            choice = choices[0] if choices else _Choice()
            text = choice.text
            if text is None and choice.message is not None:
                text = choice.message.content
            reason = choice.finish_reason
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise UnreadableResponseError from error
    if text is None:
        raise UnreadableResponseError
    return Completion(text, reason in ("length", "max_tokens"))


# They tell URLs and headers, a line for each question; what matters is told by us in plain words.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class Endpoint:
    def __init__(self, settings: NesModelSettings) -> None:
        """Reads the machine's certificates for https (about 50 ms): call it in a thread."""
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
        """Raises EndpointFailure. Being cancelled closes the connection."""
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
        """Waits for Ollama to have the model in memory: it gives up loading when the one who asked leaves, so that
        a large model would never be there within the time limit of a suggestion. Says nothing of failures."""
        with suppress(TimeoutError, EndpointFailure, httpx2.HTTPError, httpx2.StreamError, OSError):
            async with asyncio.timeout(MODEL_LOAD_TIMEOUT_S):
                await self._post(*build_load_request(self._settings), key, MODEL_LOAD_TIMEOUT_S)

    async def close(self) -> None:
        await self._client.aclose()

    async def _post(self, path: str, body: bytes, key: str | None, timeout_s: float) -> bytes:
        headers = {
            "accept": "application/json",
            # What is packed has no size until it is unpacked.
            "accept-encoding": "identity",
            "content-type": "application/json",
            "user-agent": "understudy",
        }
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        limits = httpx2.Timeout(timeout_s, connect=min(CONNECT_TIMEOUT_S, timeout_s))
        url = self._settings.url + path
        async with self._client.stream("POST", url, content=body, headers=headers, timeout=limits) as answer:
            if answer.status_code != 200:
                raise failure_from_status(
                    answer.status_code, self._settings.label, answer.headers.get("retry-after")
                )
            return await self._read_body(answer)

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
    """Without https none are needed: a context that trusts nobody is made at once."""
    return True if url.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
