"""The backoff after failures, Retry-After, and the reply cache."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_model.situations import situation_of
from understudy.nes.model.completions import Completion
from understudy.nes.model.context_window import build_model_context
from understudy.nes.model.prompt_types import Prompt, RegionShape
from understudy.nes.model.reply_cache import LastSuggestion, ReplyCache, context_after_typing
from understudy.nes.model.server_api import Backoff, failure_from_status, parse_retry_after


def test_the_backoff_doubles_up_to_a_minute_and_ends_with_a_response() -> None:
    rest = Backoff()
    assert rest.remaining_s(5.0) == 0
    assert [rest.record_failure(0.0) for _ in range(9)] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert rest.remaining_s(10.0) == 50
    assert rest.remaining_s(60.0) == 0
    rest.reset()
    assert rest.remaining_s(0.0) == 0
    assert rest.record_failure(0.0) == 1


def test_a_retry_after_never_shortens_the_backoff() -> None:
    assert Backoff().record_failure(0.0, 0.1) == 1
    assert Backoff().record_failure(0.0, 30.0) == 30


def test_a_retry_after_is_a_number_or_a_date() -> None:
    assert parse_retry_after("7") == 7
    assert parse_retry_after(" 1.5 ") == 1.5
    assert parse_retry_after("99999999") == 300
    soon = parse_retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True))
    assert soon is not None
    assert 0 < soon <= 100
    assert parse_retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    for nonsense in ("", "soon", "-5", "nan", "1e400", "²"):
        assert parse_retry_after(nonsense) is None


@given(st.text(max_size=80))
def test_no_retry_after_makes_it_raise(value: str) -> None:
    said = parse_retry_after(value)
    assert said is None or 0 <= said <= 300


@pytest.mark.parametrize("status", [*range(201, 600, 7), 999])
def test_every_status_has_a_sentence(status: int) -> None:
    failure = failure_from_status(status, "zeta2 at box", "3")
    assert str(failure).startswith("zeta2 at box ")
    assert str(failure).endswith(".")


def test_the_cache_forgets_what_was_used_longest_ago() -> None:
    cache = ReplyCache()
    prompts = [Prompt(f"p{at}") for at in range(33)]
    for prompt in prompts[:32]:
        cache.put(prompt, Completion(prompt.text, False))
    assert cache.get(prompts[0]) == Completion("p0", False)
    cache.put(prompts[32], Completion("p32", False))
    assert len(cache) == 32
    assert cache.get(prompts[1]) is None
    assert cache.get(prompts[0]) is not None
    cache.put(Prompt("huge"), Completion("x" * 20_000, False))
    assert cache.get(Prompt("huge")) is None


def test_prompts_that_differ_in_anything_are_kept_apart() -> None:
    cache = ReplyCache()
    cache.put(Prompt("a", stops=("x",)), Completion("reply", False))
    assert cache.get(Prompt("a")) is None
    assert cache.get(Prompt("a", stops=("x",), style="chat")) is None
    assert cache.get(Prompt("a", stops=("x",))) is not None


@pytest.mark.parametrize(
    ("now", "kept"),
    [
        ("a\nre‸\nz", False),
        ("a\nret‸\nz", True),
        ("a\nreturn‸\nz", True),
        ("a\nreturn 1‸\nz", False),
        ("a\nrem‸\nz", False),
        ("a\nr‸et\nz", False),
        ("b\nret‸\nz", False),
        ("a\nret‸\ny", False),
        ("a\nret\nz‸", False),
        ("a\nret‸\nz\nmore", False),
        ("‸", False),
    ],
)
def test_a_suggestion_lasts_while_its_beginning_is_typed(now: str, kept: bool) -> None:
    first = situation_of("a\nre‸\nz")
    last = LastSuggestion(first.snapshot, build_model_context(first, RegionShape()), "a\nreturn 1\nz")
    later = situation_of(now)
    assert (context_after_typing(last, later.snapshot, later.cursor) is not None) is kept


lines = st.text(alphabet=st.sampled_from("ab\n‸"), max_size=12)


@given(lines, lines, lines)
def test_a_suggestion_that_lasts_ends_where_it_was_to_end(old: str, new: str, now: str) -> None:
    first, later = situation_of(old), situation_of(now)
    last = LastSuggestion(first.snapshot, build_model_context(first, RegionShape()), new.replace("‸", ""))
    found = context_after_typing(last, later.snapshot, later.cursor)
    if found is not None:
        assert found.region_text == "\n".join(later.snapshot.lines)
        assert len(found.region_text) < len(last.new_text)
