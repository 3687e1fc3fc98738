"""Which changes of a value, an operator or a word say nothing about an equal one elsewhere."""

import pytest

from nes_symbolic.builders import made, unscored
from understudy.languages import find_language
from understudy.nes.symbolic.filters.values import LiteralFilter
from understudy.nes.symbolic.limits import (
    MAX_LEARNED_EDITS,
    OTHER_VALUE_PROBABILITY,
    PINNED_VERSION_PROBABILITY,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.text import Edit, EditOrigin


def probability(
    edits: list[Edit],
    place: str,
    new: tuple[str, ...],
    *,
    uri: str = "file:///project/b.py",
    line_count: int = 1,
) -> float:
    """The probability after the filter of a candidate that had 0.9."""
    candidate = unscored(0, 0.9, uri=uri, old=place, new=new, size=2, line_count=line_count)
    candidate.snapshot = candidate.snapshot._replace(language=find_language("", uri).id)
    (filtered,) = LiteralFilter(extract_patterns(edits, MAX_LEARNED_EDITS)).filter([candidate])
    return filtered.probability


def is_chance(example: tuple[str, str], place: tuple[str, str], ending: str = "py") -> bool:
    edit = made(*example, uri=f"file:///project/a.{ending}")
    found = probability([edit], place[0], (place[1],), uri=f"file:///project/b.{ending}")
    assert found in (0.9, OTHER_VALUE_PROBABILITY)
    return found != 0.9


@pytest.mark.parametrize(
    ("example", "place", "expected"),
    [
        pytest.param(("A = 12", "A = 14"), ("B = 12", "B = 14"), True, id="a number of another name"),
        pytest.param(("A = 12", "A = 14"), ("A = 12", "A = 14"), False, id="a number of the same name"),
        pytest.param(("A = 12", "A = size"), ("B = 12", "B = size"), False, id="a name for a number"),
        pytest.param(("A = size", "A = 12"), ("B = size", "B = 12"), False, id="a number for a name"),
        pytest.param(("A = true", "A = false"), ("B = true", "B = false"), True, id="a switch"),
        pytest.param(("A = true", "A = load"), ("B = true", "B = load"), False, id="a name for a switch"),
        pytest.param(("A = load", "A = true"), ("B = load", "B = true"), False, id="a switch for a name"),
        pytest.param(("A = 'home'", "A = 'start'"), ("B = 'home'", "B = 'start'"), True, id="a string"),
        pytest.param(("A = home", "A = start"), ("B = home", "B = start"), False, id="a name"),
        pytest.param(
            ("A = 'max_rows'", "A = 'min_rows'"),
            ("B = 'max_rows'", "B = 'min_rows'"),
            False,
            id="a string with a name in it",
        ),
        pytest.param(("A = '/home'", "A = '/start'"), ("B = '/home'", "B = '/start'"), False, id="a path"),
        pytest.param(
            ("A = 'home now'", "A = 'start now'"),
            ("B = 'home now'", "B = 'start now'"),
            False,
            id="a string of two words",
        ),
        pytest.param(("A = '!'", "A = '?'"), ("B = '!'", "B = '?'"), False, id="a string without a word"),
        pytest.param(
            ("A = '\\'' + home", "A = '\\'' + start"),
            ("B = '\\'' + home", "B = '\\'' + start"),
            False,
            id="behind an escaped quote",
        ),
        pytest.param(("a + b", "a - b"), ("c + b", "c - b"), True, id="an operator"),
        pytest.param(
            ("a + b", "a - b"), ("  a + b", "  a - b"), False, id="an operator of the same expression"
        ),
        pytest.param(("a + b", "a = b"), ("c + b", "c = b"), False, id="another symbol for an operator"),
        pytest.param(("a = b", "a + b"), ("c = b", "c + b"), False, id="an operator for another symbol"),
        pytest.param(("f(a)", "f(a) && b"), ("g(a)", "g(a) && b"), True, id="a condition"),
        pytest.param(
            ("f(a)", "f(a) && b"), ("f(a)", "f(a) && b"), False, id="a condition of the same expression"
        ),
        pytest.param(("if a:", "if a and b:"), ("if c:", "if c and b:"), True, id="a condition in words"),
        pytest.param(("f(a)", "f(a) + b"), ("g(a)", "g(a) + b"), False, id="an operand that is no condition"),
        pytest.param(
            ('x("open")', 'x("open file")'),
            ('x("close")', 'x("close file")'),
            True,
            id="a word more in a string",
        ),
        pytest.param(
            ('x("open")', 'x("open file")'),
            ('y("open")', 'y("open file")'),
            False,
            id="a word more in an equal string",
        ),
        pytest.param(("go a", "go a now"), ("go b", "go b now"), False, id="a word more outside of a string"),
        pytest.param(
            ('x("/open")', 'x("/open file")'),
            ('x("/close")', 'x("/close file")'),
            False,
            id="a word more in a path",
        ),
        pytest.param(
            ('x("open")', 'x("open [1]")'),
            ('x("close")', 'x("close [1]")'),
            False,
            id="other text in a string",
        ),
        pytest.param(("a = [1]", "a = [1, 2]"), ("b = [3]", "b = [3, 2]"), True, id="an element of a list"),
        pytest.param(
            ("a = [1]", "a = [1, 2]"), ("a = [3]", "a = [3, 2]"), False, id="an element of the same list"
        ),
        pytest.param(("a = (1)", "a = (1, 2)"), ("b = (3)", "b = (3, 2)"), True, id="an element of a tuple"),
        pytest.param(
            ("[1]", "[1, 2]"), ("[3]", "[3, 2]"), True, id="an element of a list at the start of the line"
        ),
        pytest.param(
            ("a = ['x']", "a = ['x', 'y']"), ("b = ['z']", "b = ['z', 'y']"), True, id="a string in a list"
        ),
        pytest.param(("a = [1]", "a = [1, x]"), ("b = [3]", "b = [3, x]"), False, id="a name in a list"),
        pytest.param(("f(1)", "f(1, 2)"), ("g(3)", "g(3, 2)"), False, id="an argument"),
        pytest.param(("f (1)", "f (1, 2)"), ("g (3)", "g (3, 2)"), False, id="an argument behind a space"),
        pytest.param(("a = 1", "a = 1, 2"), ("b = 3", "b = 3, 2"), False, id="an element without brackets"),
        pytest.param(
            ("a = [1]", "a = [1 2]"), ("b = [3]", "b = [3 2]"), False, id="an element without a comma"
        ),
        pytest.param(("w(20)", "w(24)"), ("h(20)", "h(24)"), True, id="an argument of another function"),
        pytest.param(
            ("w(1, 20)", "w(1, 24)"), ("w(7, 20)", "w(7, 24)"), False, id="an argument of the same function"
        ),
        pytest.param(
            ("w(f(1), 20)", "w(f(1), 24)"),
            ("w(g(2), 20)", "w(g(2), 24)"),
            False,
            id="behind a call in a call",
        ),
        pytest.param(
            ("(20) + a", "(24) + a"), ("(20) + b", "(24) + b"), True, id="in brackets without a function"
        ),
        pytest.param(
            ("x = a[20]", "x = a[24]"), ("x = b[20]", "x = b[24]"), False, id="an index of the same name"
        ),
        pytest.param(
            ("a = b = 20", "a = b = 24"), ("c = b = 20", "c = b = 24"), False, id="the last of two names"
        ),
        pytest.param(
            ("#define W 20", "#define W 24"), ("#define H 20", "#define H 24"), True, id="another macro"
        ),
        pytest.param(("a: 20,", "a: 24,"), ("b: 20,", "b: 24,"), True, id="another key"),
    ],
)
def test_a_change_that_says_nothing_about_an_equal_one(
    example: tuple[str, str], place: tuple[str, str], expected: bool
) -> None:
    assert is_chance(example, place) is expected


@pytest.mark.parametrize(
    ("example", "place", "expected"),
    [
        pytest.param(("a good plan", "a sound plan"), ("the good one", "the sound one"), True, id="a word"),
        pytest.param(
            ("we recieve it", "we receive it"), ("they recieve", "they receive"), False, id="a misspelt word"
        ),
        pytest.param(("a cat", "a cow"), ("the cat", "the cow"), False, id="two letters"),
        pytest.param(("a cat", "a cups"), ("the cat", "the cups"), True, id="three letters"),
        pytest.param(("a cups", "a cat"), ("the cups", "the cat"), True, id="three letters that go"),
        pytest.param(
            ("in docs/good it", "in docs/sound it"),
            ("by docs/good or", "by docs/sound or"),
            False,
            id="behind a slash",
        ),
        pytest.param(
            ("in good/docs it", "in sound/docs it"),
            ("by good/docs or", "by sound/docs or"),
            False,
            id="before a slash",
        ),
        pytest.param(("a Good plan", "a Sound plan"), ("the Good one", "the Sound one"), False, id="a name"),
        pytest.param(("a good plan", "a s0und plan"), ("the good one", "the s0und one"), False, id="no word"),
        pytest.param(
            ("have 12 cats", "have many cats"),
            ("see 12 dogs", "see many dogs"),
            True,
            id="a word for a number",
        ),
        pytest.param(
            ("a `good` plan", "a `sound` plan"), ("the `good` one", "the `sound` one"), True, id="a string"
        ),
    ],
)
def test_words_of_prose(example: tuple[str, str], place: tuple[str, str], expected: bool) -> None:
    assert is_chance(example, place, "md") is expected


@pytest.mark.parametrize(
    ("second", "lowered"),
    [
        pytest.param([], True, id="changed once"),
        pytest.param([made("C = 12", "C = 14", 1, serial=2)], False, id="changed twice"),
        pytest.param(
            [made("C = 12", "C = 14", 1, serial=2, origin=EditOrigin.ACCEPTED)], True, id="accepted once"
        ),
    ],
)
def test_a_value_that_the_user_changed_twice_is_a_pattern(second: list[Edit], lowered: bool) -> None:
    found = probability([made("A = 12", "A = 14"), *second], "B = 12", ("B = 14",))
    assert (found == OTHER_VALUE_PROBABILITY) is lowered


@pytest.mark.parametrize(("new", "line_count"), [(("B = 14", "x"), 1), (("B = 14",), 2), (("B = 14",), 0)])
def test_changes_of_several_lines_are_not_compared(new: tuple[str, ...], line_count: int) -> None:
    assert probability([made("A = 12", "A = 14")], "B = 12", new, line_count=line_count) == 0.9


PINNED = made("uses: a/b@v1", "uses: a/b@v2", uri="file:///project/a.yaml")


@pytest.mark.parametrize(
    ("place", "new", "expected"),
    [
        pytest.param("- uses: a/b@v1", ("- uses: a/b@v2",), 0.9, id="the same change"),
        pytest.param("- uses: a/c@v1", ("- uses: a/c@v2",), OTHER_VALUE_PROBABILITY, id="another package"),
        pytest.param("- uses: a/c@v1", ("- uses: none",), 0.9, id="no package any more"),
        pytest.param("- uses: none", ("- uses: a/c@v2",), 0.9, id="no package before"),
        pytest.param("- uses: a/c@v1 # x", ("- uses: a/c@v1 # y",), 0.9, id="the same version"),
        pytest.param("- uses: a/c@v1", ("- run: a/c@v2",), 0.9, id="another key"),
        pytest.param("- uses: a/c@v1", ("- uses: a/d@v2",), 0.9, id="two packages"),
        pytest.param("- uses: a/c/x@v1", ("- uses: a/c/y@v2",), 0.9, id="two paths of a package"),
        pytest.param("- uses: a/c@v1", ("- uses: a/c@v2", "x"), 0.9, id="two lines"),
    ],
)
def test_the_version_of_a_package(place: str, new: tuple[str, ...], expected: float) -> None:
    assert probability([PINNED], place, new, uri="file:///project/b.yaml") == expected
    assert PINNED_VERSION_PROBABILITY < 0.9
