"""Measures what to expect of an endpoint: tokens per second, cold and warm latency, the share of requests
answered in time.

Sends a text of its own, never one of the user. The last part runs the engine as a session does: the cursor moves,
the server is prewarmed, the user types, and each request has the time limit of the settings. A server that is given
without a model is asked for its models. A session never asks: the format of its prompts must not change by itself.
"""

import asyncio
import secrets
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct, structs

from understudy.nes.engine_api import Situation
from understudy.nes.model.completions import Completion
from understudy.nes.model.endpoint import Endpoint
from understudy.nes.model.engine import ModelEngine
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.limits import (
    BENCH_OUTPUT_TOKENS,
    BENCH_PAUSE_S,
    BENCH_TIMEOUT_S,
    BENCH_TYPING_PAUSE_S,
)
from understudy.nes.model.request_size import build_small_prompt
from understudy.nes.model.server_api import EndpointFailure
from understudy.nes.model.settings import NesModelSettings, NesModelSettingsError, parse_model_settings
from understudy.nes.model.speed import EndpointSpeed
from understudy.nes.text import Point, TextSnapshot

__all__ = ["EndpointReport", "find_model_spec", "measure_endpoint"]

_ANSWERED_WORDS: Final = frozenset({"model-silent", "model-astray", "refused"})
"""Reasons without a candidate that need a complete reply."""
_TYPED_SHARES: Final = (0.4, 0.6, 0.8)
"""How much of a line the user has typed at each request."""
_PROBE_ROW: Final = 30


class EndpointReport(Struct, frozen=True, kw_only=True):
    """All times are in seconds."""

    label: str
    format: str
    time_limit_s: float
    prompt_tokens: int | None
    """Of the cold request; None if the server does not count."""
    prompt_tokens_per_s: float | None
    output_tokens_per_s: float | None
    cold_s: float
    """For a short line, with a prompt that the server has not seen."""
    warm_s: float
    """The same after one more character was typed."""
    returns_log_probabilities: bool
    requests: int
    answered: int
    """Requests with a reply in time, usable or not."""
    answered_share: float
    one_line: int
    """Requests for one line only, for lack of time."""
    median_s: float
    slowest_s: float
    reasons: dict[str, int]
    """Of the requests without a suggestion."""


async def measure_endpoint(
    settings: NesModelSettings,
    key: str | None = None,
    *,
    moves: int = 4,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    clock: Callable[[], float] = time.monotonic,
) -> EndpointReport:
    """Raises EndpointFailure if the server does not answer. `moves` is how often the cursor moves."""
    speed = EndpointSpeed()
    total = 3 + moves * len(_TYPED_SHARES)
    lines = _sample_lines()
    endpoint = await asyncio.to_thread(Endpoint, settings, clock=clock)
    try:
        # The first request opens the connection and may load the model.
        places = ((0, 0.5), (_PROBE_ROW, 0.5), (_PROBE_ROW, 0.6))
        replies: list[Completion] = []
        for row, share in places:
            situation = _situation(lines, row, share)
            replies.append(await _measure_request(endpoint, settings, key, situation, speed))
            progress(len(replies), total)
    finally:
        await endpoint.close()
    _, cold, warm = replies
    seconds: list[float] = []
    reasons: Counter[str] = Counter()
    answered = one_line = 0
    engine = ModelEngine(settings, key, speed=speed, clock=clock)
    try:
        for situation, is_new_place in _typing(lines, moves):
            if is_new_place:
                engine.prewarm(situation)
                await asyncio.sleep(BENCH_PAUSE_S)
            await asyncio.sleep(BENCH_TYPING_PAUSE_S)
            started_at = clock()
            result = await engine.propose(situation)
            seconds.append(clock() - started_at)
            word = "" if result.candidates else result.reason.partition(":")[0]
            answered += not word or word in _ANSWERED_WORDS
            one_line += engine.is_limited_to_one_line
            if word:
                reasons[word] += 1
            progress(3 + len(seconds), total)
    finally:
        await engine.close()
    return EndpointReport(
        label=settings.label,
        format=settings.format,
        time_limit_s=settings.seconds,
        prompt_tokens=cold.timings.prompt_tokens,
        prompt_tokens_per_s=_rounded(speed.prompt_tokens_per_s),
        output_tokens_per_s=_rounded(speed.output_tokens_per_s),
        cold_s=round(cold.total_s or 0.0, 3),
        warm_s=round(warm.total_s or 0.0, 3),
        returns_log_probabilities=bool(warm.log_probabilities),
        requests=len(seconds),
        answered=answered,
        answered_share=round(answered / len(seconds), 3),
        one_line=one_line,
        median_s=round(statistics.median(seconds), 3),
        slowest_s=round(max(seconds), 3),
        reasons=dict(reasons),
    )


async def _measure_request(
    endpoint: Endpoint,
    settings: NesModelSettings,
    key: str | None,
    situation: Situation,
    speed: EndpointSpeed,
) -> Completion:
    prompt = build_small_prompt(situation, FORMATS[settings.format])
    prompt = structs.replace(prompt, max_tokens=BENCH_OUTPUT_TOKENS, stops=())
    completion = await endpoint.complete(prompt, key, seconds=BENCH_TIMEOUT_S)
    speed.record(prompt, completion)
    return completion


def _typing(lines: Sequence[str], moves: int) -> Iterator[tuple[Situation, bool]]:
    """Yield the situations at each pause of a user who types lines at several places; True at a new place."""
    for move in range(moves):
        row = 45 + 37 * move % (len(lines) - 60)
        for share in _TYPED_SHARES:
            yield _situation(lines, row, share), share == _TYPED_SHARES[0]


def _situation(lines: Sequence[str], row: int, share: float) -> Situation:
    row = next(at for at in range(row, len(lines)) if lines[at].strip())
    column = max(int(len(lines[row]) * share), 1)
    text = [*lines[:row], lines[row][:column], *lines[row + 1 :]]
    return Situation(
        snapshot=TextSnapshot("file:///bench/shop/orders.py", "python", text, 1),
        cursor=Point(row, column),
        edits=(),
        workspace_texts=_NoTexts(),
    )


def _sample_lines() -> list[str]:
    """Return a module of some 170 lines. Its names differ each time, so that the server's cache is cold."""
    mark = secrets.token_hex(2)
    lines = ['"""Orders."""', "", "from dataclasses import dataclass", ""]
    kinds = ("price", "weight", "discount", "shipping", "tax", "deposit", "refund", "insurance")
    names = [f"{kind}_{mark}" for kind in kinds]
    for number in range(1, 4):
        lines += ["", "@dataclass", f"class Order{number}{mark}:", f'    """Order {mark}."""', ""]
        lines += [f"    {name}: float = 0.0" for name in names]
        for name in names:
            lines += [
                "",
                f"    def add_{name}(self, value_{mark}: float, count: int = {number}) -> float:",
                f"        if value_{mark} < 0:",
                f'            raise ValueError("the {name} is negative")',
                f"        self.{name} += value_{mark} * count",
                f"        return self.{name}",
            ]
    return lines


class _NoTexts:
    """There are no other files."""

    def snapshot(self, uri: str) -> TextSnapshot | None:
        del uri
        return None

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        del literals, near, max_texts
        return []


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


async def find_model_spec(url: str, key: str | None = None) -> str:
    """Return the first model of the server whose format is known.

    Raises NesModelSettingsError and EndpointFailure.
    """
    settings = parse_model_settings("zeta2:any", url)  # the format does not matter for the list
    endpoint = Endpoint(settings)
    try:
        names = _model_names(await endpoint.list_models(key))
    except EndpointFailure as failure:
        raise EndpointFailure(
            failure.reason, str(failure).replace(settings.label, settings.label.removeprefix("any at "))
        ) from None
    finally:
        await endpoint.close()
    for name in names:
        try:
            parse_model_settings(name, url)
        except NesModelSettingsError:
            continue
        return name
    found = f" It has {', '.join(name.rpartition('/')[2][:60] for name in names[:5])}." if names else ""
    raise NesModelSettingsError(
        f"It is not known how a model of that server wants to be asked.{found} Name it with "
        "--nes-model FORMAT:NAME, such as qwen:NAME for a model that fills in the middle."
    )


class _Model(Struct):
    id: str | None = None
    name: str | None = None


class _ModelList(Struct):
    """`data` is of an OpenAI-compatible server, `models` of Ollama."""

    data: list[_Model] = []
    models: list[_Model] = []


def _model_names(body: bytes) -> list[str]:
    try:
        answer = msgspec.json.decode(body, type=_ModelList)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return []
    names = [model.id or model.name for model in (*answer.data, *answer.models)]
    return list(dict.fromkeys(name for name in names if name))
