"""Each format's prompt, word for word, and what is left out when it gets too long.

`python -m nes_model.test_model_prompts` from `tests/` writes the golden files anew; look at what changed.
"""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from nes_model.situations import context_of, sample_context
from understudy.nes.model.formats import FORMATS
from understudy.nes.model.formats.zeta21 import block_bounds
from understudy.nes.model.prompt_types import (
    DEFAULT_BUDGET,
    EditEvent,
    ModelContext,
    Prompt,
    PromptBudget,
    RelatedSnippet,
    UnfitContextError,
    estimate_tokens,
)

GOLDEN = Path(__file__).parent / "golden"
NAMES = list(FORMATS)


def readable(prompt: Prompt) -> str:
    head = [
        f"style: {prompt.style}",
        f"most tokens: {prompt.max_tokens}",
        f"stops: {' '.join(prompt.stops)}",
    ]
    system = ["--- system", prompt.system] if prompt.system else []
    return "\n".join([*head, *system, "--- prompt", prompt.text]) + "⏎\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_is_the_golden_one(name: str) -> None:
    built = readable(FORMATS[name].build(sample_context(), DEFAULT_BUDGET))
    assert built == (GOLDEN / f"{name}.txt").read_text()


def test_each_golden_file_belongs_to_a_format() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(NAMES)
    assert [FORMATS[name].name for name in NAMES] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_format_asks_for_more_stops_than_servers_take(name: str) -> None:
    assert len(FORMATS[name].build(sample_context(), DEFAULT_BUDGET).stops) <= 4


@pytest.mark.parametrize("name", NAMES)
def test_source_text_with_a_special_token_is_unfit_wherever_it_is(name: str) -> None:
    chosen = FORMATS[name]
    for special in chosen.special_tokens:
        token = special.removesuffix("\n")
        for changed in (
            replace(sample_context(), before=(f"{token}" if special != token else f"a {token} b",)),
            replace(sample_context(), after=("x", token)),
            replace(sample_context(), region=("one", token), cursor=(0, 0)),
        ):
            with pytest.raises(UnfitContextError) as refused:
                chosen.build(changed, DEFAULT_BUDGET)
            assert refused.value.reason == "special-tokens"
    with pytest.raises(UnfitContextError):
        chosen.build(replace(sample_context(), path=f"src/{chosen.special_tokens[0]}.py"), DEFAULT_BUDGET)


def test_an_underline_of_equal_signs_is_no_conflict_marker() -> None:
    title = context_of("Title‸\n========", before=("x",))
    assert FORMATS["zeta2"].build(title, DEFAULT_BUDGET)
    with pytest.raises(UnfitContextError):
        FORMATS["zeta2"].build(context_of("Title‸\n======="), DEFAULT_BUDGET)


@pytest.mark.parametrize("name", NAMES)
def test_edits_and_other_files_with_a_special_token_are_left_out(name: str) -> None:
    chosen = FORMATS[name]
    token = chosen.special_tokens[0]
    poisoned = replace(
        sample_context(),
        events=(
            EditEvent("a.py", 1, (f"poison {token}",), ("clean",)),
            EditEvent(f"{token}.py", 1, ("poison",), ()),
        ),
        related=(RelatedSnippet("b.py", (f"poison {token}",)), RelatedSnippet(f"{token}.py", ("poison",))),
    )
    assert "poison" not in chosen.build(poisoned, DEFAULT_BUDGET).text


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_keeps_its_budget_and_cuts_other_files_and_old_edits_first(name: str) -> None:
    many = replace(
        sample_context(),
        events=tuple(
            EditEvent("a.py", at, (f"old {at} " + "x" * 300,), (f"new {at} " + "y" * 300,)) for at in range(9)
        ),
        related=tuple(RelatedSnippet(f"r{at}.py", ("z" * 90,) * 40) for at in range(8)),
    )
    for room in (4096, 2000, 1200, 900):
        prompt = FORMATS[name].build(many, PromptBudget(prompt=room))
        assert estimate_tokens(prompt.text + prompt.system) <= room
        included = [at for at in range(9) if f"new {at} " in prompt.text]
        assert len(included) <= 6
        assert included == list(range(9))[9 - len(included) :]
        if room == 4096 and name in ("zeta", "zeta2", "zeta2.1", "sweep-next-edit", "instinct", "mercury"):
            assert len(included) == 6


@pytest.mark.parametrize("name", NAMES)
def test_a_region_that_is_too_long_by_itself_is_unfit(name: str) -> None:
    with pytest.raises(UnfitContextError) as refused:
        FORMATS[name].build(sample_context(), PromptBudget(prompt=20))
    assert refused.value.reason == "too-long"


def test_an_overlong_event_is_left_out_but_older_ones_are_included() -> None:
    wall = replace(
        sample_context(),
        events=(EditEvent("a.py", 1, ("small",), ()), EditEvent("b.py", 1, ("wall " * 500,), ())),
    )
    prompt = FORMATS["zeta"].build(wall, DEFAULT_BUDGET)
    assert "small" in prompt.text
    assert "wall" not in prompt.text


def test_an_event_without_a_line_is_rendered_without_numbers() -> None:
    lost = replace(sample_context(), events=(EditEvent("a.py", -1, ("old",), ("new",)),))
    assert "```diff\n-old\n+new\n```" in FORMATS["zeta"].build(lost, DEFAULT_BUDGET).text


@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_text_makes_a_prompt(name: str) -> None:
    assert FORMATS[name].build(ModelContext(path="untitled", region=("",)), DEFAULT_BUDGET).text


@pytest.mark.parametrize("count", [*range(1, 40), 100, 137])
@pytest.mark.parametrize("blank_every", [0, 2, 5, 9])
def test_blocks_cover_the_region_and_are_neither_tiny_nor_huge(count: int, blank_every: int) -> None:
    lines = ["" if blank_every and at % blank_every == 0 else f"line {at}" for at in range(count)]
    bounds = block_bounds(lines)
    sizes = [end - start for start, end in pairwise(bounds)]
    assert bounds[0] == 0
    assert bounds[-1] == count
    assert all(6 <= size <= 16 for size in sizes[:-1])
    assert 1 <= sizes[-1] <= 16


def write_golden_files() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name in NAMES:
        (GOLDEN / f"{name}.txt").write_text(readable(FORMATS[name].build(sample_context(), DEFAULT_BUDGET)))


if __name__ == "__main__":
    write_golden_files()
