"""The measured speed of an endpoint and the sizes of requests: each number that decides, at its limit."""

import pytest

from nes_model.situations import situation_of
from understudy.nes.model.completions import Completion, ServerTimings
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.limits import (
    LATE_TIME_FACTOR,
    LONG_LINE_TOKENS,
    MIN_CACHE_SAMPLE_TOKENS,
    MIN_OUTPUT_SAMPLE_TOKENS,
    MIN_PROMPT_SAMPLE_TOKENS,
    ONE_LINE_TOKENS,
    OUTPUT_TO_PROMPT_SPEED,
    PROBE_TOKENS,
    USABLE_TIME_SHARE,
)
from understudy.nes.model.prompt_types import Prompt
from understudy.nes.model.request_size import (
    SIZES,
    UNMEASURED_SIZE,
    choose_prewarm,
    choose_probe,
    choose_request,
)
from understudy.nes.model.speed import EndpointSpeed

QWEN = FORMATS["qwen"]
LINES = [f"    value_{number} = compute(value_{number - 1}, {number})" for number in range(1, 300)]
SITUATION = situation_of("\n".join([*LINES[:150], "    tot‸", *LINES[150:]]))


def text_of(tokens: int, letter: str = "x") -> str:
    return letter * (3 * tokens)


def reply(
    new: int, prompt_s: float, written: int = 20, output_s: float = 1.0, *, cached: int = 0, text: str = ""
) -> Completion:
    timings = ServerTimings(new + cached, cached, prompt_s, written, output_s)
    return Completion(text, False, (), timings, prompt_s, prompt_s + output_s)


def measured(prompt_rate: float, output_rate: float) -> EndpointSpeed:
    speed = EndpointSpeed()
    speed.record(Prompt(text_of(300)), reply(300, 300 / prompt_rate, 100, 100 / output_rate))
    assert speed.prompt_tokens_per_s == pytest.approx(prompt_rate)
    assert speed.output_tokens_per_s == pytest.approx(output_rate)
    return speed


def test_a_newer_measurement_counts_as_much_as_all_older_ones() -> None:
    speed = measured(100, 10)
    speed.record(Prompt(text_of(300, "y")), reply(300, 300 / 400, 100, 100 / 40))
    assert speed.prompt_tokens_per_s == pytest.approx(200)
    assert speed.output_tokens_per_s == pytest.approx(20)


@pytest.mark.parametrize(
    ("tokens", "rate"), [(MIN_PROMPT_SAMPLE_TOKENS, 10**1.5), (MIN_PROMPT_SAMPLE_TOKENS - 1, 100)]
)
def test_a_few_tokens_do_not_measure_the_speed_of_the_prompt(tokens: int, rate: float) -> None:
    speed = measured(100, 10)
    speed.record(Prompt(text_of(tokens, "y")), reply(tokens, tokens / 10))
    assert speed.prompt_tokens_per_s == pytest.approx(rate)


@pytest.mark.parametrize(
    ("tokens", "rate"), [(MIN_OUTPUT_SAMPLE_TOKENS, 20), (MIN_OUTPUT_SAMPLE_TOKENS - 1, 10)]
)
def test_a_few_tokens_do_not_measure_the_speed_of_the_output(tokens: int, rate: float) -> None:
    speed = measured(100, 10)
    speed.record(Prompt(text_of(99, "y")), reply(99, 0.99, tokens, tokens / 40))
    assert speed.output_tokens_per_s == pytest.approx(rate)


def test_a_first_prompt_that_was_cached_is_no_slow_server() -> None:
    speed = EndpointSpeed()
    speed.record(Prompt(text_of(300)), reply(1, 0.2, 20, 1.0, cached=299))
    assert speed.prompt_tokens_per_s == 20


def test_the_output_is_guessed_until_it_is_measured() -> None:
    speed = EndpointSpeed()
    speed.record(Prompt(text_of(300)), reply(300, 3.0, 1, 0.0))
    assert not speed.is_output_measured
    assert speed.output_tokens_per_s == pytest.approx(100 * OUTPUT_TO_PROMPT_SPEED)


def test_what_a_prompt_has_in_common_with_the_last_one_and_its_reply_is_cached() -> None:
    speed = EndpointSpeed()
    assert speed.cost(Prompt(text_of(90))).cached == 0
    speed.record(Prompt(text_of(60)), reply(60, 1.0, text=text_of(30)))
    cost = speed.cost(Prompt(text_of(90) + text_of(9, "y")))
    assert (cost.total, cost.cached, cost.new) == pytest.approx((99, 90, 9))
    assert speed.cost(Prompt(text_of(90), system="other")).cached == 0
    speed.forget_cache()
    assert speed.cost(Prompt(text_of(90))).cached == 0


@pytest.mark.parametrize(
    ("same", "share"), [(MIN_CACHE_SAMPLE_TOKENS, 0.0), (MIN_CACHE_SAMPLE_TOKENS - 1, 1.0)]
)
def test_a_server_that_keeps_nothing_is_noticed(same: int, share: float) -> None:
    speed = EndpointSpeed()
    speed.record(Prompt(text_of(same)), reply(same, 1.0))
    speed.record(Prompt(text_of(same) + text_of(40, "y")), reply(same + 40, 1.0))
    assert speed.cache_share == share


def test_a_cache_is_inferred_from_the_time_if_the_server_does_not_count() -> None:
    speed = measured(100, 10)
    longer = Prompt(text_of(300) + text_of(30, "y"))
    speed.record(longer, Completion("z", False, (), ServerTimings(), 0.3, 0.4))
    assert speed.cache_share == 1.0
    assert speed.prompt_tokens_per_s == pytest.approx(100, rel=0.01)
    speed.record(
        Prompt(longer.text + text_of(30, "w")), Completion("z", False, (), ServerTimings(), 3.6, 3.7)
    )
    assert speed.cache_share == pytest.approx(0.5, rel=0.01)


def test_a_late_request_lowers_the_speed_or_the_trust_in_the_cache() -> None:
    speed = measured(400, 10)
    speed.record_late(Prompt(text_of(300, "y")), 2.5)
    assert speed.late_count == 1
    assert speed.prompt_tokens_per_s == pytest.approx((400 * 300 / (2.5 * LATE_TIME_FACTOR)) ** 0.5)
    speed = measured(400, 10)
    speed.record_late(Prompt(text_of(300) + "y"), 2.5)
    assert speed.prompt_tokens_per_s == pytest.approx(400)
    assert speed.cache_share == 0
    speed.record(Prompt(text_of(300)), reply(300, 1.0))
    assert speed.late_count == 0


def test_a_request_that_was_expected_to_be_late_says_nothing_new() -> None:
    speed = measured(100, 10)
    speed.record_late(Prompt(text_of(300, "y")), 2.5)
    assert speed.prompt_tokens_per_s == pytest.approx(100)


def test_the_size_of_a_request_falls_with_the_speed() -> None:
    rates = [10_000 / 1.1**step for step in range(75)]
    found = [choose_request(SITUATION, QWEN, measured(rate, rate / 5), 2.5) for rate in rates]
    shares = [0.0 if one is None else one.size.share for one in found]
    assert shares == sorted(shares, reverse=True)
    assert set(shares) >= {1.0, 0.5, 0.25, 0.125, SIZES[-1].share, 0.0}


def test_the_first_request_is_a_small_one_and_a_late_one_is_followed_by_the_smallest_and_then_none() -> None:
    speed = EndpointSpeed()
    first = choose_request(SITUATION, QWEN, speed, 2.5)
    assert first is not None
    assert first.size == SIZES[UNMEASURED_SIZE]
    speed.record_late(first.prompt, 2.5)
    second = choose_request(SITUATION, QWEN, speed, 2.5)
    assert second is not None
    assert second.size == SIZES[-1]
    speed.record_late(second.prompt, 2.5)
    assert choose_request(SITUATION, QWEN, speed, 2.5) is None


def test_a_request_is_planned_for_less_than_its_time_limit_and_its_reply_too() -> None:
    speed = measured(1000, 50)
    found = choose_request(SITUATION, QWEN, speed, 2.5)
    assert found is not None
    cost = speed.cost(found.prompt)
    assert speed.expected_s(cost.new, ONE_LINE_TOKENS) <= 2.5 * USABLE_TIME_SHARE
    assert speed.expected_s(cost.new, found.prompt.max_tokens) <= 2.5 * USABLE_TIME_SHARE
    assert speed.expected_s(cost.new, found.prompt.max_tokens + 1) > 2.5 * USABLE_TIME_SHARE
    assert found.prompt.max_tokens >= LONG_LINE_TOKENS


def test_a_smaller_prompt_is_preferred_to_a_reply_without_time() -> None:
    fast_output = choose_request(SITUATION, QWEN, measured(300, 1000), 2.5)
    slow_output = choose_request(SITUATION, QWEN, measured(300, 25), 2.5)
    assert fast_output is not None
    assert slow_output is not None
    assert slow_output.size.share < fast_output.size.share
    assert slow_output.is_one_line
    assert not fast_output.is_one_line


def test_a_region_is_as_large_as_its_rewriting_allows() -> None:
    zeta2 = FORMATS["zeta2"]
    rows = [
        len(found.context.region)
        if (found := choose_request(SITUATION, zeta2, measured(9000, rate), 2.5))
        else 0
        for rate in (1000, 100, 40, 12, 5)
    ]
    assert rows[0] > rows[1] > rows[2] > rows[3] == 1
    assert rows[4] == 0


def test_prewarming_measures_first_and_then_fills_the_cache() -> None:
    speed = EndpointSpeed()
    probe = choose_prewarm(SITUATION, QWEN, speed, 2.5)
    assert probe == choose_probe(SITUATION, QWEN)
    assert probe is not None
    assert probe.max_tokens == PROBE_TOKENS
    speed = measured(60, 12)
    prompt = choose_prewarm(SITUATION, QWEN, speed, 2.5)
    assert prompt is not None
    assert prompt.max_tokens == 1
    larger = choose_prewarm(SITUATION, QWEN, speed, 2.5, max_s=10)
    assert larger is not None
    assert len(larger.text) > len(prompt.text)
    speed.record(prompt, reply(100, 100 / 60))
    assert choose_prewarm(SITUATION, QWEN, speed, 2.5) is None


@pytest.mark.parametrize("rates", [(20_000, 500), (60, 2)])
def test_a_server_that_is_fast_or_too_slow_is_not_prewarmed(rates: tuple[float, float]) -> None:
    assert choose_prewarm(SITUATION, QWEN, measured(*rates), 2.5) is None


def test_a_server_without_a_cache_is_not_prewarmed() -> None:
    speed = measured(60, 12)
    speed.record(Prompt(text_of(300) + text_of(20, "y")), reply(320, 320 / 60))
    assert choose_prewarm(SITUATION, QWEN, speed, 2.5) is None


@pytest.mark.parametrize("name", ["qwen", "codestral", "zeta2"])
def test_moving_and_typing_changes_the_end_of_a_prompt_only(name: str) -> None:
    """The start of the window moves once in many lines; below, typing a new line moves nothing."""
    prompts: list[str] = []
    speed = measured(500, 100)
    for row in range(100, 110):
        lines = [*LINES[:100], *["    typed = 1"] * (row - 100), "    tot‸", *LINES[100:]]
        found = choose_request(situation_of("\n".join(lines)), FORMATS[name], speed, 2.5)
        assert found is not None
        prompts.append(found.prompt.text)
    starts = {prompt[:60] for prompt in prompts}
    assert len(starts) <= 5
