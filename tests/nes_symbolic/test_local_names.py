"""A local name that was replaced by a constant in one function stays in other functions."""

from contextlib import closing

import pytest

from nes_symbolic.builders import OTHER, line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.symbolic.filters.types import limit_local_names_of_other_functions
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    MAX_PATTERN_LINE_CHARS,
    OTHER_VALUE_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit

TEXT = """LOCALE = "en"
def one():
    show(LOCALE)
    save(locale)
def two({parameter}):
    {place}
def three(locale):
    drop(LOCALE)
"""
CHANGE = made("    show(locale)", "    show(LOCALE)", 2)
DROP = made("    drop(locale)", "    drop(LOCALE)", 7, serial=2)


def limited(place: str, new: str, *edits: Edit, parameter: str = "locale", probability: float = 0.9) -> float:
    snapshot = text_of(TEXT.format(place=place, parameter=parameter))
    one = line_candidate(snapshot, 5, f"    {new}", probability=probability)
    limit_local_names_of_other_functions([one], extract_patterns(edits or [CHANGE], MAX_LEARNED_EDITS))
    return one.probability


@pytest.mark.parametrize(
    ("place", "new", "parameter", "is_likely"),
    [
        pytest.param("show(locale)", "show(LOCALE)", "locale", False, id="a parameter"),
        pytest.param("x = locale; locale = 1", "x = LOCALE; locale = 1", "a", False, id="a local variable"),
        pytest.param("show(locale)", "show(LOCALE)", "a", True, id="a name that nothing defines"),
        pytest.param("show(a.locale)", "show(a.LOCALE)", "locale", True, id="a member"),
        pytest.param("show(locale)", "show(place)", "locale", True, id="another change"),
    ],
)
def test_a_local_name_of_another_function_stays(
    place: str, new: str, parameter: str, is_likely: bool
) -> None:
    assert limited(place, new, parameter=parameter) == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("locale", "place", id="a name that is no constant"),
        pytest.param("locale", "LOCALE.name", id="more than a constant"),
        pytest.param("a.locale", "a.LOCALE", id="a member"),
        pytest.param('"locale"', "LOCALE", id="a string"),
    ],
)
def test_only_a_name_that_a_constant_replaced_is_compared(old: str, new: str) -> None:
    edit = made(f"    show({old})", f"    show({new})", 2)
    assert limited(f"show({old})", f"show({new})", edit) == 0.9


def test_a_name_that_was_replaced_in_two_lines_follows() -> None:
    assert limited("show(locale)", "show(LOCALE)", CHANGE, DROP) == 0.9


def test_a_function_of_the_text_is_no_local_name() -> None:
    snapshot = text_of("def locale():\n    pass\ndef two():\n    show(locale)\n")
    one = line_candidate(snapshot, 3, "    show(LOCALE)")
    edit = made("    show(locale)", "    show(LOCALE)", 9, uri=OTHER)
    limit_local_names_of_other_functions([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


def test_an_improbable_candidate_keeps_its_probability() -> None:
    assert limited("show(locale)", "show(LOCALE)", probability=0.1) == 0.1


@pytest.mark.parametrize(
    ("line", "uri", "is_likely"),
    [
        pytest.param(2, "", True, id="in the same function"),
        pytest.param(4, "", False, id="below it"),
        pytest.param(0, "", False, id="above it"),
        pytest.param(2, OTHER, False, id="in another text"),
    ],
)
def test_the_function_of_the_example_has_its_own_name(line: int, uri: str, is_likely: bool) -> None:
    snapshot = text_of("x = 1\ndef one(locale):\n    show(LOCALE)\n    save(locale)\nx = 2\n")
    edit = made("    show(locale)", "    show(LOCALE)", line, uri=uri or snapshot.uri)
    one = line_candidate(snapshot, 3, "    save(LOCALE)")
    limit_local_names_of_other_functions([one], extract_patterns([edit], MAX_LEARNED_EDITS))
    assert one.probability == (0.9 if is_likely else OTHER_VALUE_PROBABILITY)


@pytest.mark.parametrize(
    ("new", "line_count"),
    [(("    show(LOCALE)", ""), 1), (("    show(LOCALE)",), 2)],
    ids=["one line becomes two", "two lines become one"],
)
def test_a_name_is_read_from_one_line(new: tuple[str, ...], line_count: int) -> None:
    snapshot = text_of(TEXT.format(place="show(locale)", parameter="locale"))
    one = line_candidate(snapshot, 5, *new, line_count=line_count)
    limit_local_names_of_other_functions([one], extract_patterns([CHANGE], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


@pytest.mark.parametrize(
    ("more", "expected"), [(0, OTHER_VALUE_PROBABILITY), (1, 0.9)], ids=["as compared", "longer"]
)
def test_long_lines_are_not_compared(more: int, expected: float) -> None:
    name = "x" * (MAX_PATTERN_LINE_CHARS - len("    (locale)") + more)
    assert limited(f"{name}(locale)", f"{name}(LOCALE)") == expected


def test_a_language_without_bindings_is_not_checked() -> None:
    snapshot = text_of("show(locale)", uri="file:///project/a.unknown", language="unknown")
    one = line_candidate(snapshot, 0, "show(LOCALE)")
    limit_local_names_of_other_functions([one], extract_patterns([CHANGE], MAX_LEARNED_EDITS))
    assert one.probability == 0.9


def test_another_function_keeps_its_parameter() -> None:
    text = """
    const DEFAULT_LOCALE = "en";

    function price(amount, locale) {
      return format(amount, locale);
    }

    function weight(amount, locale) {
      return format(amount, locale);
    }
    """
    with closing(Scene("format.ts", text)) as scene:
        scene.edit("format(amount, locale)", "format(amount, DEFAULT_LOCALE)")
        assert "- return format(amount, locale);" not in scene.shown(), scene.account()
