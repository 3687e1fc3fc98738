"""The limits of the model package: reply checks, backoff, prompt budget, context window and cache, at and above."""

import pytest

from nes_model.situations import FakeWorkspaceTexts, context_of, edit_of, situation_of
from understudy.nes.model.completions import Completion
from understudy.nes.model.context_window import build_model_context, display_path
from understudy.nes.model.limits import (
    FIRST_BACKOFF_S,
    MAX_ADDED_LINES,
    MAX_BACKOFF_S,
    MAX_CACHED_REPLY_CHARS,
    MAX_DIFF_TOKENS,
    MAX_DROPPED_LINES,
    MAX_EVENT_TOKENS,
    MAX_EVENTS,
    MAX_LINE_REPETITIONS,
    MAX_MODEL_SPEC_CHARS,
    MAX_RELATED_SNIPPETS,
    MAX_REQUEST_TIMEOUT_S,
    MAX_RETRY_AFTER_S,
    MAX_SNIPPET_LINES,
    MIN_DISTINCTIVE_CHARS,
)
from understudy.nes.model.prompt_types import (
    DEFAULT_BUDGET,
    EditEvent,
    Prompt,
    PromptBudget,
    RegionShape,
    RelatedSnippet,
    UnfitContextError,
    fit_to_budget,
)
from understudy.nes.model.replies import find_reply_problem, minimal_replacements
from understudy.nes.model.reply_cache import ReplyCache
from understudy.nes.model.server_api import Backoff, parse_retry_after
from understudy.nes.model.settings import NesModelSettingsError, parse_model_settings

REGION = "\n".join(f"line_{number} = {number}" for number in range(MAX_DROPPED_LINES + 3))


@pytest.mark.parametrize(
    ("new", "problem"),
    [
        (REGION + "".join(f"\nnew_{number} = 0" for number in range(MAX_ADDED_LINES)), None),
        (REGION + "".join(f"\nnew_{number} = 0" for number in range(MAX_ADDED_LINES + 1)), "adds more than"),
        ("\n".join(REGION.split("\n")[MAX_DROPPED_LINES:]), None),
        ("\n".join(REGION.split("\n")[MAX_DROPPED_LINES + 1 :]), "drops more than"),
        (REGION + "\nrepeated()" * (MAX_LINE_REPETITIONS - 1), None),
        (REGION + "\nrepeated()" * MAX_LINE_REPETITIONS, "repeats itself"),
        (REGION + "\n" + "\n".join([")" * (MIN_DISTINCTIVE_CHARS - 1)] * MAX_LINE_REPETITIONS), None),
        (REGION.removesuffix("8"), None),
        ("\n".join(REGION.split("\n")[:-1]), "breaks off"),
    ],
)
def test_a_reply_is_checked_at_its_limits(new: str, problem: str | None) -> None:
    found = find_reply_problem(new, context_of(REGION + "‸"))
    assert found is None if problem is None else problem in (found or "")


@pytest.mark.parametrize(
    ("failures", "retry_after_s", "seconds"),
    [
        (1, None, FIRST_BACKOFF_S),
        (2, None, 2 * FIRST_BACKOFF_S),
        (6, None, 32 * FIRST_BACKOFF_S),
        (7, None, MAX_BACKOFF_S),
        (5_000, None, MAX_BACKOFF_S),
        (7, MAX_RETRY_AFTER_S, MAX_RETRY_AFTER_S),
        (7, 0.0, MAX_BACKOFF_S),
    ],
)
def test_the_backoff_grows_to_its_limit(failures: int, retry_after_s: float | None, seconds: float) -> None:
    backoff = Backoff()
    for _ in range(failures - 1):
        backoff.record_failure(0.0)
    assert backoff.record_failure(0.0, retry_after_s) == seconds
    assert (backoff.remaining_s(0.0), backoff.remaining_s(seconds)) == (seconds, 0.0)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        (str(int(MAX_RETRY_AFTER_S)), MAX_RETRY_AFTER_S),
        (str(int(MAX_RETRY_AFTER_S) + 1), MAX_RETRY_AFTER_S),
        ("-1", None),
        ("1e3", None),
        ("", None),
    ],
)
def test_a_retry_after_is_limited(value: str, seconds: float | None) -> None:
    assert parse_retry_after(value) == seconds


@pytest.mark.parametrize(("chars", "cached"), [(MAX_CACHED_REPLY_CHARS, 1), (MAX_CACHED_REPLY_CHARS + 1, 0)])
def test_a_long_reply_is_not_cached(chars: int, cached: int) -> None:
    cache = ReplyCache()
    cache.put(Prompt("p"), Completion("x" * chars, False))
    assert len(cache) == cached


def fitted(budget: PromptBudget, fixed: str, *events: EditEvent, related: int = 0) -> tuple[int, int]:
    context = context_of(
        "x‸", events=events, related=tuple(RelatedSnippet("b.py", ("yyy",) * 40) for _ in range(related))
    )
    used = fit_to_budget(
        context, budget, fixed, ("<s>",), lambda event: event.new[0], lambda piece: "\n".join(piece.lines)
    )
    return len(used[0]), len(used[1])


def event(tokens: int, text: str = "abc") -> EditEvent:
    return EditEvent("a.py", 0, (), (text * tokens,))


def test_a_prompt_has_only_so_many_events_and_none_that_is_too_large() -> None:
    assert fitted(DEFAULT_BUDGET, "", *[event(1)] * (DEFAULT_BUDGET.events + 1)) == (DEFAULT_BUDGET.events, 0)
    assert fitted(DEFAULT_BUDGET, "", event(MAX_EVENT_TOKENS)) == (1, 0)
    assert fitted(DEFAULT_BUDGET, "", event(MAX_EVENT_TOKENS + 1)) == (0, 0)
    assert fitted(DEFAULT_BUDGET, "", event(1, "<s>"), event(1)) == (1, 0)


def test_what_does_not_fit_into_the_budget_is_left_out() -> None:
    budget = PromptBudget(prompt=100)
    assert fitted(budget, "abc" * 100) == (0, 0)
    with pytest.raises(UnfitContextError) as unfit:
        fitted(budget, "abc" * 101)
    assert unfit.value.reason == "too-long"
    assert fitted(budget, "abc" * 50, event(50)) == (1, 0)
    assert fitted(budget, "abc" * 50, event(51)) == (0, 0)
    assert fitted(budget, "abc" * 80, related=3) == (0, 1)
    assert fitted(budget, "abc" * 81, related=3) == (0, 0)


def test_the_events_and_snippets_of_a_context_are_limited() -> None:
    other = "file:///home/ann/other.py"
    edits = tuple(edit_of(0, "a", str(number), uri=other) for number in range(MAX_EVENTS + 1))
    context = build_model_context(
        situation_of("x‸", edits=edits, workspace_texts=FakeWorkspaceTexts()), RegionShape()
    )
    assert (len(context.events), context.events[0].new) == (MAX_EVENTS, ("1",))
    assert len(context.related) <= MAX_RELATED_SNIPPETS
    assert MAX_SNIPPET_LINES > 0


@pytest.mark.parametrize(("chars", "fits"), [(3 * 349, True), (3 * 349 + 1, False)])
def test_a_line_that_is_too_long_for_the_region_is_unfit(chars: int, fits: bool) -> None:
    situation = situation_of("x" * chars + "‸")
    if fits:
        assert build_model_context(situation, RegionShape()).region == ("x" * chars,)
    else:
        with pytest.raises(UnfitContextError) as unfit:
            build_model_context(situation, RegionShape())
        assert unfit.value.reason == "long-line"


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/ann/shop/src/cart.py", "shop/src/cart.py"),
        ("file:///a%0Ab.py", "a?b.py"),
        ("file:///", "untitled"),
        ("c:\\code\\cart.py", "c:/code/cart.py"),
        ("http://[broken/a.py", "http:/[broken/a.py"),
    ],
)
def test_a_prompt_names_only_the_end_of_a_path(uri: str, path: str) -> None:
    assert display_path(uri) == path


def test_a_diff_that_is_too_large_is_one_replacement() -> None:
    half = MAX_DIFF_TOKENS // 2
    small = " ".join(["x"] * (half // 4)) + " y"
    large = " ".join(["x"] * half) + " y"
    for text, count in ((small, 2), (large, 1)):
        changed = "z" + text.removesuffix("y").removeprefix("x") + "z"
        assert len(minimal_replacements(context_of(text + "‸"), changed)) == count


@pytest.mark.parametrize("seconds", [0.0, -1.0, MAX_REQUEST_TIMEOUT_S + 0.1, float("nan")])
def test_a_time_limit_out_of_range_is_rejected(seconds: float) -> None:
    with pytest.raises(NesModelSettingsError):
        parse_model_settings("zeta2", "http://h", seconds=seconds)
    assert parse_model_settings("zeta2", "http://h", seconds=MAX_REQUEST_TIMEOUT_S).seconds == 60


def test_the_name_of_a_model_is_limited() -> None:
    name = "zeta2:" + "m" * (MAX_MODEL_SPEC_CHARS - 6)
    assert parse_model_settings(name, "http://h").format == "zeta2"
    with pytest.raises(NesModelSettingsError):
        parse_model_settings(name + "m", "http://h")
