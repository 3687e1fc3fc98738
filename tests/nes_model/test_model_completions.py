"""Responses of servers, whole and streamed: text, log probabilities in every form, timings; and their models."""

import asyncio
import json
import math
from typing import Any

import pytest

from nes_model.engine_fixtures import run
from nes_model.scripted_server import Raw, ScriptedServer, fails
from nes_model.slow_server import SlowServer, serving
from nes_model.virtual_time import run_on_virtual_time
from understudy.nes.model import EndpointFailure, NesModelSettingsError, find_model_spec, measure_endpoint
from understudy.nes.model.completions import (
    Completion,
    CompletionStream,
    ServerTimings,
    UnreadableResponseError,
    parse_response,
)
from understudy.nes.model.limits import MODEL_CANDIDATE_PROBABILITY
from understudy.nes.model.replies import probability_of
from understudy.nes.model.settings import parse_model_settings


def openai(text: str, **more: Any) -> bytes:
    choice = {"text": text, "finish_reason": "stop", "logprobs": more.pop("logprobs", None)}
    return json.dumps({"choices": [choice], **more}).encode()


def event(**more: Any) -> bytes:
    return b"data: " + json.dumps(more).encode() + b"\n\n"


@pytest.mark.parametrize(
    "logprobs",
    [
        {"content": [{"token": "ab", "logprob": -0.5}, {"token": "c", "logprob": -0.25}]},
        {"tokens": ["ab", "c"], "token_logprobs": [-0.5, -0.25]},
    ],
)
def test_both_forms_of_log_probabilities_are_read(logprobs: dict[str, Any]) -> None:
    completion = parse_response("openai", openai("abc", logprobs=logprobs))
    assert completion.log_probabilities == ((2, -0.5), (3, -0.25))
    ollama = {"response": "abc", "done": True, "logprobs": logprobs.get("content")}
    if ollama["logprobs"]:
        assert parse_response("ollama", json.dumps(ollama).encode()).log_probabilities == (
            (2, -0.5),
            (3, -0.25),
        )


@pytest.mark.parametrize(
    "logprobs", [None, 5, {}, {"content": "x"}, {"tokens": ["a"], "token_logprobs": [None]}, [1]]
)
def test_log_probabilities_of_an_unknown_form_are_none(logprobs: Any) -> None:
    assert parse_response("openai", openai("abc", logprobs=logprobs)).log_probabilities == ()


def test_tokens_that_do_not_spell_the_text_count_as_one() -> None:
    logprobs = {"content": [{"token": "?", "logprob": -0.5}, {"token": "?", "logprob": -0.25}]}
    assert parse_response("openai", openai("ö", logprobs=logprobs)).log_probabilities == ((1, -0.75),)


@pytest.mark.parametrize(
    ("more", "timings"),
    [
        (
            {"timings": {"cache_n": 5, "prompt_n": 7, "prompt_ms": 70, "predicted_n": 3, "predicted_ms": 60}},
            ServerTimings(12, 5, 0.07, 3, 0.06),
        ),
        (
            {
                "usage": {
                    "prompt_tokens": 9,
                    "completion_tokens": 2,
                    "prompt_tokens_details": {"cached_tokens": 4},
                }
            },
            ServerTimings(9, 4, None, 2, None),
        ),
        ({"usage": {"prompt_tokens": 9, "prompt_tokens_details": None}}, ServerTimings(9)),
        ({"usage": "much", "timings": [1]}, ServerTimings()),
    ],
)
def test_timings_and_usage_are_read_where_they_have_the_known_form(
    more: dict[str, Any], timings: ServerTimings
) -> None:
    assert parse_response("openai", openai("x", **more)).timings == timings


def test_the_timings_of_ollama_are_in_nanoseconds() -> None:
    answer = {"response": "x", "prompt_eval_count": 9, "prompt_eval_duration": 5 * 10**8, "eval_count": 2}
    completion = parse_response("ollama", json.dumps(answer).encode())
    assert completion.timings == ServerTimings(9, None, 0.5, 2, None)


def test_a_stream_is_read_however_it_is_cut_into_pieces() -> None:
    token = {"content": [{"token": "ö", "logprob": -0.5}]}
    data = (
        b": a comment\r\n\r\n"
        + event(choices=[{"text": "ö", "logprobs": token}])
        + event(choices=[{"delta": {"content": "b"}, "logprobs": token}])
        + event(choices=[{"text": "", "finish_reason": "length"}])
        + event(choices=[], usage={"prompt_tokens": 9})
        + b"data: [DONE]\n\n"
    )
    for size in (1, 7, len(data)):
        stream = CompletionStream()
        for at in range(0, len(data), size):
            stream.feed(data[at : at + size])
        assert stream.is_over
        expected = Completion("öb", True, ((1, -0.5), (2, -0.5)), ServerTimings(9))
        assert stream.completion() == expected


def test_a_stream_with_a_token_without_its_probability_has_none() -> None:
    stream = CompletionStream()
    token = {"content": [{"token": "a", "logprob": -0.5}]}
    stream.feed(event(choices=[{"text": "a", "logprobs": token}]) + event(choices=[{"text": "b"}]))
    assert stream.completion(is_cut=True) == Completion("ab", True)


@pytest.mark.parametrize("data", [b"data: {]\n", b'error: {"code": 500}\n', b'data: {"choices": 5}\n', b""])
def test_a_stream_that_is_none_is_unreadable(data: bytes) -> None:
    stream = CompletionStream()
    with pytest.raises(UnreadableResponseError):
        stream.feed(data)
        stream.completion()


def test_the_probability_of_a_part_is_that_of_its_tokens() -> None:
    completion = Completion(
        "abcdef", False, ((2, math.log(0.5)), (4, math.log(0.8)), (6, 0.0), (6, math.log(0.5)))
    )
    assert probability_of(completion, 2) == pytest.approx(0.5)
    assert probability_of(completion, 3) == pytest.approx(0.4)
    assert probability_of(completion, 6) == pytest.approx(0.2)
    assert probability_of(Completion("ab", False), 1) == MODEL_CANDIDATE_PROBABILITY
    assert probability_of(Completion("a", False, ((1, 0.7),)), 1) == 1
    assert probability_of(Completion("a", False, ((1, math.nan),)), 1) == 0


@pytest.mark.parametrize(
    ("body", "prefix", "expected"),
    [
        (
            {"data": [{"id": "gpt"}, {"id": "models/qwen2.5-coder-0.5b.gguf"}]},
            "",
            "models/qwen2.5-coder-0.5b.gguf",
        ),
        ({"models": [{"name": "zeta2:latest"}]}, "ollama+", "zeta2:latest"),
    ],
)
def test_the_model_of_a_server_is_found(body: dict[str, Any], prefix: str, expected: str) -> None:
    with ScriptedServer([Raw(json.dumps(body).encode())]) as server:
        assert run(find_model_spec(prefix + server.url)) == expected
    assert server.requests[0].path == ("/api/tags" if prefix else "/v1/models")


@pytest.mark.parametrize("body", [b'{"data": [{"id": "/home/ann/smollm2.gguf"}]}', b"{}", b"[]", b"no"])
def test_a_model_of_an_unknown_kind_must_be_named(body: bytes) -> None:
    with (
        ScriptedServer([Raw(body)]) as server,
        pytest.raises(NesModelSettingsError, match="FORMAT:NAME") as error,
    ):
        run(find_model_spec(server.url))
    assert "ann" not in str(error.value)


def test_a_server_without_a_list_of_models_is_reported() -> None:
    with ScriptedServer([fails(500)]) as server, pytest.raises(EndpointFailure) as failure:
        run(find_model_spec(server.url))
    assert str(failure.value).startswith(f"127.0.0.1:{server.port} answers with 500")


def test_the_bench_reports_what_a_slow_server_can_do() -> None:
    async def play() -> None:
        server = SlowServer(lambda _: "al = 1\nnext", prompt_speed=80, output_speed=16, log_probability=-0.1)
        async with serving(server):
            settings = parse_model_settings("qwen:small", server.url)
            steps: list[tuple[int, int]] = []
            report = await measure_endpoint(
                settings,
                moves=2,
                progress=lambda done, total: steps.append((done, total)),
                clock=asyncio.get_running_loop().time,
            )
        assert steps == [(step, 9) for step in range(1, 10)]
        assert report.prompt_tokens_per_s == pytest.approx(80, rel=0.3)
        assert report.output_tokens_per_s == pytest.approx(16, rel=0.3)
        assert report.warm_s < report.cold_s / 2
        assert report.returns_log_probabilities
        assert (report.requests, report.answered, report.answered_share, report.reasons) == (6, 6, 1.0, {})
        assert report.one_line == 6
        assert report.slowest_s <= report.time_limit_s

    run_on_virtual_time(play())
