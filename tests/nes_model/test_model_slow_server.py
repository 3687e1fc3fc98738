"""The engine and slow servers, on virtual time: requests fit, prompts are cached, lateness is no failure."""

import asyncio
import math
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from nes_model.engine_fixtures import result, word
from nes_model.situations import situation_of
from nes_model.slow_server import SlowServer, serving
from nes_model.virtual_time import run_on_virtual_time
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.model.engine import ModelEngine
from understudy.nes.model.limits import (
    MAX_PROBE_INTERVAL_S,
    MODEL_CANDIDATE_PROBABILITY,
    PROBE_INTERVAL_S,
    REQUEST_TIMEOUT_S,
)
from understudy.nes.model.settings import parse_model_settings
from understudy.nes.model.speed import EndpointSpeed

LINES = [f"    value_{number} = compute(value_{number - 1}, {number})" for number in range(1, 300)]


def situation_at(row: int, typed: str = "    tot") -> Situation:
    return situation_of("\n".join([*LINES[:row], f"{typed}‸", *LINES[row:]]))


@asynccontextmanager
async def engine_of(
    server: SlowServer, spec: str = "qwen2.5-coder", speed: EndpointSpeed | None = None
) -> AsyncGenerator[ModelEngine]:
    async with serving(server):
        clock = asyncio.get_running_loop().time
        engine = ModelEngine(parse_model_settings(spec, server.url), speed=speed, clock=clock)
        try:
            yield engine
        finally:
            await engine.close()


async def timed(engine: ModelEngine, situation: Situation) -> tuple[EngineResult, float]:
    started_at = asyncio.get_running_loop().time()
    verdict = await engine.propose(situation)
    return verdict, asyncio.get_running_loop().time() - started_at


def say_line(_: str) -> str:
    return "al = sum(values)\n    more = 1\n\nrest"


async def settle(engine: ModelEngine) -> None:
    """Wait until the server has been prewarmed."""
    await engine._tasks.wait_for_prewarm(math.inf)  # pyright: ignore[reportPrivateUsage]


def test_a_slow_server_answers_in_time_once_it_is_prewarmed() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=60, output_speed=12)
        async with engine_of(server) as engine:
            for _ in range(2):  # the first measures, the second fills the cache
                engine.prewarm(situation_at(150, "    to"))
                await settle(engine)
            for typed in ("    tot", "    result = to", "    total = to"):
                verdict, seconds = await timed(engine, situation_at(150, typed))
                assert (
                    result(situation_at(150, typed), verdict).split("\n")[150] == f"{typed}al = sum(values)"
                )
                assert seconds <= REQUEST_TIMEOUT_S
            assert all(new <= 70 for new in server.evaluated[2:])

    run_on_virtual_time(play())


def test_a_late_reply_makes_the_next_request_smaller_and_no_backoff() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=60, output_speed=12)
        async with engine_of(server) as engine:
            verdict, seconds = await timed(engine, situation_at(150))
            assert (word(verdict), seconds) == ("late", REQUEST_TIMEOUT_S)
            words: list[str] = []
            for number in range(4):
                await asyncio.sleep(20)  # the server goes on with the prompt of the late request
                verdict, seconds = await timed(engine, situation_at(150, f"    t{number} = to"))
                words.append("edit" if verdict.candidates else word(verdict))
                assert seconds <= REQUEST_TIMEOUT_S
            assert len(server.prompts[-1]) < len(server.prompts[0])
            assert words == ["edit"] * 4

    run_on_virtual_time(play())


def test_a_fast_server_gets_the_full_prompt_and_no_prewarming() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=20_000, output_speed=500)
        async with engine_of(server) as engine:
            engine.prewarm(situation_at(150))
            await settle(engine)
            engine.prewarm(situation_at(200))
            assert engine._tasks.prewarm_prompt is None  # pyright: ignore[reportPrivateUsage]
            verdict, _ = await timed(engine, situation_at(150))
            assert len(verdict.candidates) == 1
            assert "\n".join(LINES[110:150]) in server.prompts[-1]
            assert server.bodies[-1]["max_tokens"] == 96

    run_on_virtual_time(play())


@pytest.mark.parametrize(("reports", "streams"), [(True, True), (True, False), (False, True), (False, False)])
def test_the_speed_is_measured_however_the_server_answers(reports: bool, streams: bool) -> None:
    async def play() -> EndpointSpeed:
        speed = EndpointSpeed()
        server = SlowServer(
            lambda _: "x = 1\n" * 9, prompt_speed=400, output_speed=80, reports=reports, streams=streams
        )
        async with engine_of(server, speed=speed) as engine:
            for number in range(4):
                await engine.propose(situation_at(40 + 60 * number))
        return speed

    speed = run_on_virtual_time(play())
    assert speed.prompt_tokens_per_s == pytest.approx(400, rel=0.5)
    assert speed.output_tokens_per_s == pytest.approx(80, rel=0.5)


def test_a_server_without_a_prompt_cache_is_not_prewarmed() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=60, output_speed=12, caches=False)
        async with engine_of(server) as engine:
            for _ in range(6):
                engine.prewarm(situation_at(150))
                await settle(engine)
            assert len(server.bodies) <= 3
            for typed in ("    tota", "    total"):
                verdict, seconds = await timed(engine, situation_at(150, typed))
                assert verdict.candidates
                assert seconds <= REQUEST_TIMEOUT_S
            count = len(server.bodies)
            engine.prewarm(situation_at(10))
            await settle(engine)
            assert len(server.bodies) == count

    run_on_virtual_time(play())


def test_a_server_that_is_too_slow_for_anything_is_not_waited_for_and_measured_again() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=20, output_speed=1)
        async with engine_of(server) as engine:
            engine.prewarm(situation_at(150))
            await settle(engine)
            verdict, seconds = await timed(engine, situation_at(150, "    tota"))
            assert (word(verdict), seconds) == ("model-slow", 0)
            assert "reads 20 and writes 1 tokens a second" in verdict.reason
            await settle(engine)
            count = len(server.bodies)
            verdict, _ = await timed(engine, situation_at(150, "    total"))
            assert (word(verdict), len(server.bodies)) == ("model-slow", count)
            server.prompt_speed, server.output_speed = 2000, 200
            await asyncio.sleep(PROBE_INTERVAL_S)
            await engine.propose(situation_at(150, "    total "))
            await settle(engine)
            verdict, _ = await timed(engine, situation_at(150))
            assert verdict.candidates

    run_on_virtual_time(play())


def test_a_server_that_stays_too_slow_is_measured_less_and_less_often() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=20, output_speed=1)
        loop, times, count = asyncio.get_running_loop(), list[float](), 0
        async with engine_of(server) as engine:
            engine.prewarm(situation_at(150))
            await settle(engine)
            while len(times) < 7:
                count = len(server.bodies)
                asked_at = loop.time()
                await engine.propose(situation_at(150, "    tota"))
                await settle(engine)
                if len(server.bodies) > count:
                    times.append(asked_at)
                await asyncio.sleep(0.5)
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert gaps[1] > 1.5 * PROBE_INTERVAL_S
        assert MAX_PROBE_INTERVAL_S <= gaps[-1] <= MAX_PROBE_INTERVAL_S + 15
        assert gaps == sorted(gaps)

    run_on_virtual_time(play())


def test_a_server_that_never_answers_is_waited_for_twice_and_then_measured_in_the_background() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=0.1)
        async with engine_of(server) as engine:
            verdicts = [await timed(engine, situation_at(150, f"    t{number}")) for number in range(4)]
            assert [(word(verdict), seconds) for verdict, seconds in verdicts] == [
                ("late", REQUEST_TIMEOUT_S),
                ("late", REQUEST_TIMEOUT_S),
                ("model-slow", 0),
                ("model-slow", REQUEST_TIMEOUT_S / 2),  # it waits for the measurement
            ]
            assert "has not answered yet" in verdicts[2][0].reason

    run_on_virtual_time(play())


def test_only_one_line_is_asked_for_if_only_that_fits_and_the_reason_says_so() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=300, output_speed=14)
        async with engine_of(server) as engine:
            for _ in range(2):
                engine.prewarm(situation_at(150, "    to"))
                await settle(engine)
            verdict, _ = await timed(engine, situation_at(150))
            (candidate,) = verdict.candidates
            assert "more" not in candidate.edits[0].text
            assert (
                "Only one line fits into 2.5 s: it reads 300 and writes 14 tokens a second." in candidate.why
            )

    run_on_virtual_time(play())


def test_a_model_that_rewrites_a_region_gets_a_smaller_one_from_a_slow_server() -> None:
    def rewrite(prompt: str) -> str:
        region = prompt.partition("<<<<<<< CURRENT\n")[2].partition("=======\n")[0]
        return region.replace("<|user_cursor|>", "al = 7") + ">>>>>>> UPDATED\n"

    async def play() -> None:
        server = SlowServer(rewrite, prompt_speed=150, output_speed=25)
        async with engine_of(server, "zeta2") as engine:
            for _ in range(2):
                engine.prewarm(situation_at(150, "    to"))
                await settle(engine)
            verdict, seconds = await timed(engine, situation_at(150))
            assert result(situation_at(150), verdict).split("\n")[150] == "    total = 7"
            assert seconds <= REQUEST_TIMEOUT_S

    run_on_virtual_time(play())


def test_a_reply_that_is_not_complete_in_time_is_used_up_to_its_last_line() -> None:
    async def play() -> None:
        server = SlowServer(
            lambda _: "al = 1\n    next = 2\n    third = 3\n", prompt_speed=9000, output_speed=3
        )
        async with engine_of(server) as engine:
            verdict, seconds = await timed(engine, situation_at(3))
            assert seconds == REQUEST_TIMEOUT_S
            lines = result(situation_at(3), verdict).split("\n")
            assert lines[3] == "    total = 1"
            assert lines[4] == LINES[3] or lines[4] == "    next = 2"

    run_on_virtual_time(play())


def test_a_request_waits_for_the_prewarming_under_way_and_a_newer_one_supersedes_it() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=200, output_speed=40)
        async with engine_of(server) as engine:
            engine.prewarm(situation_at(150, "    to"))
            older = asyncio.create_task(engine.propose(situation_at(150, "    t")))
            newer = asyncio.create_task(engine.propose(situation_at(150)))
            assert word(await older) == "superseded"
            assert (await newer).candidates
            assert len(server.bodies) == 2

    run_on_virtual_time(play())


def test_a_server_that_refuses_optional_parts_is_asked_without_them() -> None:
    async def play() -> None:
        server = SlowServer(say_line, prompt_speed=5000, output_speed=500, refuses_extras=True)
        async with engine_of(server) as engine:
            for typed in ("    t", "    to"):
                assert (await engine.propose(situation_at(3, typed))).candidates
            assert [body["stream"] for body in server.bodies] == [True, False, False]
            assert "logprobs" not in server.bodies[1]

    run_on_virtual_time(play())


@pytest.mark.parametrize(
    ("log_probability", "expected"),
    [
        (None, [MODEL_CANDIDATE_PROBABILITY]),
        (0.0, [1.0, 1.0]),
        (math.log(0.9), [0.9**8, 0.9**5]),
    ],
)
def test_log_probabilities_are_the_probability(log_probability: float | None, expected: list[float]) -> None:
    """The whole insertion has eight tokens of four characters, its first line five."""
    reply: Callable[[str], Any] = lambda _: "al = sum(values)\n    more = 1\n\n"  # noqa: E731

    async def play() -> EngineResult:
        server = SlowServer(reply, prompt_speed=9000, output_speed=900, log_probability=log_probability)
        async with engine_of(server) as engine:
            return await engine.propose(situation_at(3))

    verdict = run_on_virtual_time(play())
    assert [one.probability for one in verdict.candidates] == pytest.approx(expected)
    if len(verdict.candidates) == 2:
        assert "more" in verdict.candidates[0].edits[0].text
        assert "more" not in verdict.candidates[1].edits[0].text
