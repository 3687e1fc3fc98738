"""What is tried again, how often, and how long we wait."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.model_requests import SPECS, ask, failure, settings, text
from provider_server import ProviderServer, fails, says
from understudy.models import ModelEvent, Retrying
from understudy.models.errors import format_wait, retry_wait_seconds


def retries(events: list[ModelEvent]) -> list[Retrying]:
    return [event for event in events if isinstance(event, Retrying)]


@pytest.mark.parametrize("spec", SPECS)
def test_a_passing_trouble_is_tried_again_and_announced(spec: str) -> None:
    with ProviderServer([fails(429), fails(503), fails(500), says("at last")]) as provider:
        events = ask(settings(provider, spec))
    assert text(events) == ["at last"]
    retried = retries(events)
    assert [(event.attempt, event.attempts, event.error_kind) for event in retried] == [
        (2, 4, "rate_limit"),
        (3, 4, "overloaded"),
        (4, 4, "overloaded"),
    ]
    assert all(event.message for event in retried)
    assert len({request.raw for request in provider.requests}) == 1


def test_after_the_last_attempt_the_trouble_is_raised() -> None:
    with ProviderServer([fails(503)], repeat=True) as provider:
        assert failure(settings(provider)).kind == "overloaded"
    assert len(provider.requests) == 4


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_will_not_get_better_is_not_tried_again(status: int) -> None:
    with ProviderServer([fails(status), says("no")]) as provider:
        failure(settings(provider))
    assert len(provider.requests) == 1


def test_a_quota_that_is_used_up_is_not_tried_again() -> None:
    spent = {
        "message": "You exceeded your current quota",
        "type": "insufficient_quota",
        "code": "insufficient_quota",
    }
    with ProviderServer([fails(429, error=spent), says("no")]) as provider:
        error = failure(settings(provider))
    assert error.kind == "rate_limit"
    assert "quota" in error.message
    assert len(provider.requests) == 1


def test_a_quota_that_a_gateway_wraps_once_more_is_not_tried_again_either() -> None:
    spent = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
    with ProviderServer([fails(429, error=spent), says("no")]) as provider:
        error = failure(settings(provider))
    assert "no quota left" in error.message
    assert len(provider.requests) == 1


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("status", "kind"), [(429, "rate_limit"), (503, "overloaded")])
def test_a_wait_that_is_too_long_for_us_is_told_and_not_waited_for(spec: str, status: int, kind: str) -> None:
    with ProviderServer([fails(status, Retry_After="3600"), says("no")]) as provider:
        error = failure(settings(provider, spec))
    assert error.kind == kind
    assert "ask again in 1 hour." in error.message
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, "59 seconds"),
        (60, "1 minute"),
        (61, "2 minutes"),
        (3600, "1 hour"),
        (7201, "3 hours"),
        (86_400, "1 day"),
        (float("inf"), "11575 days"),
    ],
)
def test_a_long_wait_is_told_in_words(seconds: float, words: str) -> None:
    assert format_wait(seconds) == words


def test_the_wait_that_the_provider_asks_for_is_kept() -> None:
    with ProviderServer([fails(429, retry_after_ms="300"), says("ok")]) as provider:
        (retry,) = retries(ask(settings(provider)))
    assert retry.seconds == 0.3
    with ProviderServer([fails(429, Retry_After="1"), says("ok")]) as provider:
        (retry,) = retries(ask(settings(provider)))
    assert retry.seconds == 1.0


def test_waits_double_and_are_capped() -> None:
    assert [retry_wait_seconds(attempt, 0.5, None, lambda: 1.0) for attempt in (2, 3, 4, 9)] == [
        0.5,
        1.0,
        2.0,
        20.0,
    ]
    assert retry_wait_seconds(2, 0.5, 7.0, lambda: 1.0) == 7.0
    assert retry_wait_seconds(2, 0.5, 3600.0, lambda: 1.0) == 60.0
    assert retry_wait_seconds(2, 0.5, float("nan"), lambda: 1.0) == 0.5
    assert retry_wait_seconds(2, 0.5, -1.0, lambda: 1.0) == 0.5


@given(
    attempt=st.integers(2, 50),
    base=st.floats(0, 10),
    asked=st.none() | st.floats(),
    chance=st.floats(0, 1),
)
def test_no_wait_is_negative_or_longer_than_a_minute(
    attempt: int, base: float, asked: float | None, chance: float
) -> None:
    assert 0 <= retry_wait_seconds(attempt, base, asked, lambda: chance) <= 60
