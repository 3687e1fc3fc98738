"""Rendering of runtime context within a budget, and the estimate of tokens."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from understudy.chat.prompt.context_window import render_context, truncation_report
from understudy.chat.text.token_estimate import (
    WEIGHT_PER_TOKEN,
    estimate_tokens,
    prefix_length_within,
    text_weight,
)
from understudy.schema.acp import RuntimeContextItem


def item(text: str, title: str | None = None) -> RuntimeContextItem:
    return RuntimeContextItem(text=text, title=UNSET if title is None else title)


texts = st.text(st.sampled_from("ab \n`日é😀0A_"), max_size=60).flatmap(
    lambda text: st.integers(0, 60).map(lambda times: text * times)
)
contexts = st.lists(st.builds(item, texts, st.none() | st.text(max_size=10)), max_size=6)


def test_items_come_in_order_with_titles_and_in_fences() -> None:
    rendered = render_context([item("main", "Branch"), item(""), item("``` x")], 1000)
    assert rendered.text == "## Branch\n```\nmain\n```\n\n## Untitled\n````\n``` x\n````\n"
    assert (rendered.trimmed, rendered.omitted) == ([], [])


def test_no_items_or_only_empty_ones_render_nothing_and_report_nothing() -> None:
    for items in ([], [item(""), item(" \n", "Blank")]):
        rendered = render_context(items, 0)
        assert (rendered.text, rendered.trimmed, rendered.omitted) == (None, [], [])
        assert truncation_report(rendered, items) is None


def test_later_items_are_dropped_first_and_the_report_names_them() -> None:
    items = [
        item("first line\n" * 100, "A"),
        item("second line\n" * 1000, "B"),
        item("third", "C"),
        item("last"),
    ]
    rendered = render_context(items, 900)
    assert rendered.text is not None
    assert items[0].text in rendered.text
    assert rendered.text.endswith("second line\n```\n[cut here: the rest did not fit]\n")
    assert "third" not in rendered.text
    assert truncation_report(rendered, items) == {
        "trimmed": [{"index": 1, "title": "B"}],
        "omitted": [{"index": 2, "title": "C"}, {"index": 3}],
    }


def test_a_part_too_small_to_be_useful_is_left_out_whole() -> None:
    items = [item("word " * 150), item("word " * 2000)]
    rendered = render_context(items, estimate_tokens(items[0].text) + 150)
    assert (rendered.trimmed, rendered.omitted) == ([], [1])
    assert render_context(items[1:], 100).text is None


def test_a_single_long_line_is_truncated_within_the_line() -> None:
    rendered = render_context([item("short\n" + "x" * 1_000_000)], 1000)
    assert rendered.trimmed == [0]
    assert rendered.text is not None
    assert 900 < estimate_tokens(rendered.text) <= 1000


@given(contexts, st.integers(-10, 3000))
def test_it_is_never_over_budget_and_keeps_the_first_items_whole(
    items: list[RuntimeContextItem], budget: int
) -> None:
    rendered = render_context(items, budget)
    assert rendered.text is None or estimate_tokens(rendered.text) <= budget
    wanted = [index for index, one in enumerate(items) if one.text.strip()]
    lost = rendered.trimmed + rendered.omitted
    kept = wanted[: len(wanted) - len(lost)]
    assert [*kept, *lost] == wanted
    assert len(rendered.trimmed) <= 1
    at = 0
    for index in kept:
        assert rendered.text is not None
        at = rendered.text.index(items[index].text, at) + len(items[index].text)


@given(contexts, st.integers(0, 2000))
def test_a_larger_budget_never_drops_more(items: list[RuntimeContextItem], budget: int) -> None:
    less, more = render_context(items, budget), render_context(items, budget + 500)
    assert set(more.omitted) <= set(less.omitted)


@given(st.text(), st.text())
def test_the_estimate_is_additive_monotone_and_never_zero_for_text(one: str, other: str) -> None:
    assert text_weight(one) + text_weight(other) == text_weight(one + other)
    assert (
        estimate_tokens(one) <= estimate_tokens(one + other) <= estimate_tokens(one) + estimate_tokens(other)
    )
    assert (estimate_tokens(one) > 0) == bool(one)


@given(st.text(), st.integers(-5, 20_000))
def test_the_longest_prefix_that_fits_is_found(text: str, room: int) -> None:
    size = prefix_length_within(text, room)
    assert text_weight(text[:size]) <= max(room, 0)
    assert size == len(text) or text_weight(text[: size + 1]) > room


def test_the_estimate_is_high_for_code_digits_and_other_scripts() -> None:
    assert estimate_tokens("word " * 1000) >= 1000
    assert estimate_tokens("9" * 300) >= 100
    assert estimate_tokens("漢字" * 100) >= 200
    assert estimate_tokens("😀" * 100) >= 100
    assert estimate_tokens("if (a[i] != b->c) { return -1; }") >= 12
    assert text_weight("a") < WEIGHT_PER_TOKEN
