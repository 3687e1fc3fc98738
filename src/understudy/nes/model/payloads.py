"""The JSON of the servers' APIs: a prompt as a request, an answer as text. Pure; no HTTP here."""

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from understudy.nes.model.limits import OLLAMA_CONTEXT_TOKENS
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.settings import NesModelSettings

__all__ = ["Completion", "UnreadableResponseError", "build_load_request", "build_request", "parse_response"]


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
