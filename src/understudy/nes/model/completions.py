"""Completions that servers return, whole or streamed: text, log probabilities and timings.

Pure: decodes bytes. Reads the JSON of OpenAI-compatible servers (llama.cpp, vLLM, LM Studio), their server-sent
events, and Ollama. What is optional, such as log probabilities and timings, never makes a response unreadable.
"""

from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from understudy.nes.model.settings import ServerKind

__all__ = ["Completion", "CompletionStream", "ServerTimings", "UnreadableResponseError", "parse_response"]


class UnreadableResponseError(Exception):
    """The body is no response of this API."""


class ServerTimings(NamedTuple):
    """What a server reports about one request. None where it reports nothing."""

    prompt_tokens: int | None = None
    """All tokens of the prompt, the cached ones too."""
    cached_tokens: int | None = None
    """Tokens of the prompt that the server did not evaluate again."""
    prompt_s: float | None = None
    output_tokens: int | None = None
    output_s: float | None = None


class Completion(NamedTuple):
    text: str
    is_truncated: bool
    """The reply reached the token limit or the time limit."""
    log_probabilities: tuple[tuple[int, float], ...] = ()
    """Where each token ends in the text, and its log probability. Empty if the server returns none."""
    timings: ServerTimings = ServerTimings()
    first_token_s: float | None = None
    """Seconds from the request to the first part of a streamed reply."""
    total_s: float | None = None


class _Message(Struct):
    content: str | None = None


class _Choice(Struct):
    text: str | None = None
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None
    logprobs: msgspec.Raw = msgspec.Raw(b"null")


class _OpenAiResponse(Struct):
    choices: list[_Choice] = []
    usage: msgspec.Raw = msgspec.Raw(b"null")
    timings: msgspec.Raw = msgspec.Raw(b"null")


class _OllamaResponse(Struct):
    response: str | None = None
    message: _Message | None = None
    done: bool = True
    done_reason: str | None = None
    logprobs: msgspec.Raw = msgspec.Raw(b"null")
    prompt_eval_count: int | None = None
    prompt_eval_duration: int | None = None
    eval_count: int | None = None
    eval_duration: int | None = None


class _LlamaTimings(Struct):
    """Of llama.cpp: `prompt_n` counts only what was evaluated."""

    prompt_n: int
    prompt_ms: float
    predicted_n: int
    predicted_ms: float
    cache_n: int = 0


class _TokenDetails(Struct):
    cached_tokens: int | None = None


class _Usage(Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _TokenDetails | None = None


class _TokenProbability(Struct):
    token: str
    logprob: float


class _Logprobs(Struct):
    """`content` is the newer form; `tokens` and `token_logprobs` are the older one of `/completions`."""

    content: list[_TokenProbability] | None = None
    tokens: list[str] | None = None
    token_logprobs: list[float | None] | None = None


def parse_response(kind: ServerKind, body: bytes) -> Completion:
    """Raises UnreadableResponseError."""
    try:
        if kind == "ollama":
            return _parse_ollama(msgspec.json.decode(body, type=_OllamaResponse))
        answer = msgspec.json.decode(body, type=_OpenAiResponse)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise UnreadableResponseError from error
    choice = answer.choices[0] if answer.choices else _Choice()
    text = _choice_text(choice)
    if text is None:
        raise UnreadableResponseError
    tokens = _token_probabilities(_decode_optional(choice.logprobs, _Logprobs))
    return Completion(
        text,
        choice.finish_reason in ("length", "max_tokens"),
        _align_tokens(text, tokens),
        _server_timings(answer),
    )


class CompletionStream:
    """Collects the server-sent events of one streamed completion."""

    def __init__(self) -> None:
        self.text = ""
        self.is_over = False
        self._buffer = b""
        self._has_choice = False
        self._finish_reason: str | None = None
        self._log_probabilities: list[tuple[int, float]] = []
        self._is_probability_missing = False
        self._timings = ServerTimings()

    def feed(self, data: bytes) -> None:
        """Raises UnreadableResponseError."""
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        for line in lines:
            name, _, value = line.rstrip(b"\r").partition(b":")
            value = value.strip()
            if name == b"error":
                raise UnreadableResponseError
            if name != b"data":
                continue
            if value == b"[DONE]":
                self.is_over = True
            else:
                self._add_event(value)

    def completion(self, *, is_cut: bool = False) -> Completion:
        """Return what has arrived. `is_cut` if the server would have sent more. Raises UnreadableResponseError."""
        if not self._has_choice:
            raise UnreadableResponseError
        return Completion(
            self.text,
            is_cut or self._finish_reason in ("length", "max_tokens"),
            () if self._is_probability_missing else tuple(self._log_probabilities),
            self._timings,
        )

    def _add_event(self, value: bytes) -> None:
        try:
            event = msgspec.json.decode(value, type=_OpenAiResponse)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise UnreadableResponseError from error
        timings = _server_timings(event)
        if timings != ServerTimings():
            self._timings = timings
        if not event.choices:
            return
        choice = event.choices[0]
        self._has_choice = True
        self._finish_reason = choice.finish_reason or self._finish_reason
        text = _choice_text(choice) or ""
        self.text += text
        tokens = _token_probabilities(_decode_optional(choice.logprobs, _Logprobs))
        if tokens:
            # The tokens of one event count together: their texts may be parts of one character.
            self._log_probabilities.append((len(self.text), sum(logprob for _, logprob in tokens)))
        elif text:
            self._is_probability_missing = True


def _choice_text(choice: _Choice) -> str | None:
    if choice.text is not None:
        return choice.text
    message = choice.message or choice.delta
    return None if message is None else message.content


def _parse_ollama(answer: _OllamaResponse) -> Completion:
    text = answer.response
    if text is None and answer.message is not None:
        text = answer.message.content
    if text is None:
        raise UnreadableResponseError
    tokens = _token_probabilities(
        _Logprobs(content=_decode_optional(answer.logprobs, list[_TokenProbability]))
    )
    timings = ServerTimings(
        prompt_tokens=answer.prompt_eval_count,
        prompt_s=_nanoseconds(answer.prompt_eval_duration),
        output_tokens=answer.eval_count,
        output_s=_nanoseconds(answer.eval_duration),
    )
    reason = answer.done_reason if answer.done else "length"
    return Completion(text, reason in ("length", "max_tokens"), _align_tokens(text, tokens), timings)


def _nanoseconds(value: int | None) -> float | None:
    return None if value is None else value / 1e9


def _server_timings(answer: _OpenAiResponse) -> ServerTimings:
    timings = _decode_optional(answer.timings, _LlamaTimings)
    if timings is not None:
        return ServerTimings(
            timings.prompt_n + timings.cache_n,
            timings.cache_n,
            timings.prompt_ms / 1000,
            timings.predicted_n,
            timings.predicted_ms / 1000,
        )
    usage = _decode_optional(answer.usage, _Usage)
    if usage is None:
        return ServerTimings()
    details = usage.prompt_tokens_details
    return ServerTimings(
        prompt_tokens=usage.prompt_tokens,
        cached_tokens=None if details is None else details.cached_tokens,
        output_tokens=usage.completion_tokens,
    )


def _decode_optional(raw: msgspec.Raw, kind: Any) -> Any:
    """Return the decoded part, or None if it is absent or has another form."""
    try:
        return msgspec.json.decode(raw, type=kind | None)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def _token_probabilities(found: _Logprobs | None) -> list[tuple[str, float]]:
    if found is None:
        return []
    if found.content is not None:
        return [(one.token, one.logprob) for one in found.content]
    if found.tokens is None or found.token_logprobs is None or None in found.token_logprobs:
        return []
    return [
        (token, logprob)
        for token, logprob in zip(found.tokens, found.token_logprobs, strict=False)
        if logprob is not None
    ]


def _align_tokens(text: str, tokens: list[tuple[str, float]]) -> tuple[tuple[int, float], ...]:
    """Return where each token ends in the text. If the tokens do not spell the text, they count as one."""
    if not tokens:
        return ()
    if "".join(token for token, _ in tokens).startswith(text):
        ends = accumulate(len(token) for token, _ in tokens)
        return tuple((min(end, len(text)), logprob) for end, (_, logprob) in zip(ends, tokens, strict=True))
    return ((len(text), sum(logprob for _, logprob in tokens)),)
