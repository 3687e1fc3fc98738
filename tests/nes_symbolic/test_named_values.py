"""A value that has a name in the text is replaced by it where the value stands, except for the definition."""

from contextlib import closing

import pytest

from nes_symbolic.builders import asked, line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.values import prefer_named_values
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    MIN_NAMED_VALUE_CHARS,
    NAMED_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns

RAISED, SAME, DROPPED = NAMED_VALUE_PROBABILITY, 0.2, None


def preferred(
    definition: str,
    value: str,
    name: str,
    place: str | None = None,
    new: str | None = None,
    *,
    probability: float = SAME,
    features: dict[str, float] | None = None,
    more: tuple[str, ...] = (),
    line_count: int = 1,
    uri: str = "",
) -> float | None:
    """The probability of the candidate for the last line after `x(value)` became `x(name)`; None if it is dropped.

    The candidate writes the name in `y(value)` unless there is another place.
    """
    place = place or f"y({value})"
    text = f"{definition}\nx({name})\n{place}\n"
    edit = made(f"x({value})", f"x({name})", 1, uri=uri or text_of("").uri)
    one = line_candidate(
        text_of(text),
        2,
        new or place.replace(value, name),
        *more,
        line_count=line_count,
        probability=probability,
        features=features,
    )
    situation = asked(text, edit)
    kept = prefer_named_values([one], extract_patterns([edit], MAX_LEARNED_EDITS), situation)
    return kept[0].probability if kept else DROPPED


@pytest.mark.parametrize(
    ("definition", "value", "name", "expected"),
    [
        pytest.param("--accent: #2a6df4;", "#2a6df4", "var(--accent)", RAISED, id="a property of CSS"),
        pytest.param("$accent: #2a6df4;", "#2a6df4", "$accent", RAISED, id="a variable of SCSS"),
        pytest.param("LIMIT = 4096", "4096", "LIMIT", RAISED, id="a number"),
        pytest.param("const LIMIT: number = 4096;", "4096", "LIMIT", RAISED, id="a constant with a type"),
        pytest.param("limit := 4096", "4096", "limit", RAISED, id="a variable of Go"),
        pytest.param("#define LIMIT 4096", "4096", "LIMIT", RAISED, id="a macro"),
        pytest.param('LABEL = "Home"', '"Home"', "LABEL", RAISED, id="a string"),
        pytest.param("  label: 'Home',", "'Home'", "texts.label", RAISED, id="a member of an object"),
        pytest.param("WIDTH = 1.5rem", "1.5rem", "WIDTH", RAISED, id="a number with a unit"),
        pytest.param("LIMIT = 4097", "4096", "LIMIT", SAME, id="another value"),
        pytest.param("OTHER = 4096", "4096", "LIMIT", SAME, id="another name"),
        pytest.param("MY_LIMIT = 4096", "4096", "LIMIT", SAME, id="a longer name"),
        pytest.param("LIMIT = 4096 + 1", "4096", "LIMIT", SAME, id="more than the value"),
        pytest.param("LIMIT == 4096", "4096", "LIMIT", SAME, id="a comparison"),
        pytest.param("LIMIT = size", "size", "LIMIT", SAME, id="a name and no value"),
        pytest.param("f = 4096", "4096", "f(1)", SAME, id="a call"),
    ],
)
def test_a_value_with_a_name(definition: str, value: str, name: str, expected: float) -> None:
    assert preferred(definition, value, name) == expected


@pytest.mark.parametrize("chars", [MIN_NAMED_VALUE_CHARS - 1, MIN_NAMED_VALUE_CHARS])
def test_a_short_value_may_be_equal_by_chance(chars: int) -> None:
    value = "7" * chars
    expected = RAISED if chars >= MIN_NAMED_VALUE_CHARS else SAME
    assert preferred(f"LIMIT = {value}", value, "LIMIT") == expected


@pytest.mark.parametrize(
    ("place", "new", "expected"),
    [
        pytest.param("y(4096, 1)", "y(LIMIT, 1)", RAISED, id="elsewhere"),
        pytest.param("LIMIT = 4096", "LIMIT = LIMIT", DROPPED, id="the definition"),
        pytest.param("  LIMIT: 4096,", "  LIMIT: LIMIT,", DROPPED, id="another definition"),
        pytest.param("y(8192)", "y(LIMIT)", SAME, id="another value"),
        pytest.param("y(4096)", "y(OTHER)", SAME, id="another name"),
        pytest.param("y(4096)", "z(LIMIT)", SAME, id="another word as well"),
        pytest.param("y(size)", "y(LIMIT)", SAME, id="no value"),
        pytest.param("y(4096)", "y(4096)", SAME, id="no change"),
    ],
)
def test_where_the_name_is_written(place: str, new: str, expected: float | None) -> None:
    assert preferred("LIMIT = 4096", "4096", "LIMIT", place, new) == expected


def test_a_likely_candidate_keeps_its_probability() -> None:
    assert preferred("LIMIT = 4096", "4096", "LIMIT", probability=0.9) == 0.9


def test_a_refused_name_is_not_raised() -> None:
    assert preferred("LIMIT = 4096", "4096", "LIMIT", features={"refused": 1.0}) == SAME


def test_a_change_of_several_lines_is_not_raised() -> None:
    assert preferred("LIMIT = 4096", "4096", "LIMIT", more=("",)) == SAME
    assert preferred("LIMIT = 4096", "4096", "LIMIT", line_count=2) == SAME


def test_an_example_of_a_text_that_is_gone_says_nothing() -> None:
    assert preferred("LIMIT = 4096", "4096", "LIMIT", uri="file:///project/gone.py") == SAME


@pytest.mark.parametrize(("more", "expected"), [(0, RAISED), (1, SAME)], ids=["as compared", "longer"])
def test_long_lines_are_not_compared(more: int, expected: float) -> None:
    place = "y" * (MAX_PATTERN_LINE_CHARS - len("(LIMIT)") + more)
    assert preferred("LIMIT = 4096", "4096", "LIMIT", f"{place}(4096)") == expected


def test_other_rules_take_the_variable_and_its_definition_stays() -> None:
    text = """
    :root {
      --accent: #2a6df4;
    }

    .link {
      color: #2a6df4;
    }

    .button {
      background: #2a6df4;
    }
    """
    with closing(Scene("page.css", text)) as scene:
        scene.edit("color: #2a6df4", "color: var(--accent)")
        scene.expect("- background: #2a6df4;", "+ background: var(--accent);")
        scene.accept_all()
        assert "--accent: #2a6df4;" in scene.text
