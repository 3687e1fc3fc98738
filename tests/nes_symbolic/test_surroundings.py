"""What is around a place: its block, its function, the names that it has, the edits near it, and equal changes."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_symbolic.builders import HERE, OTHER, asked, made, text_of
from understudy.nes.symbolic.candidates import CandidateLabel
from understudy.nes.symbolic.feature_names import FEATURE_NAMES, FeatureName, Features
from understudy.nes.symbolic.features import FeatureExtractor
from understudy.nes.symbolic.limits import (
    MAX_COMPARED_CHANGE_LINES,
    MAX_COMPARED_EDITS,
    MAX_COUNTED_EDITS,
    MAX_INDENT_GAP,
    MAX_LEARNED_EDITS,
    MAX_NEEDED_NAMES,
    MAX_SCOPE_LINES_READ,
    NEAR_EDIT_LINES,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.symbolic.surroundings import _WORD, Surroundings, _has_word
from understudy.nes.text import Edit

TEXT = """import log

LIMIT = 1

def load(path):
    with open(path) as file:
        text = file.read()
    return text

def store(path):
    with open(path) as file:
        file.write(path)
    return path
"""
READ, RETURN_TEXT, WRITE, RETURN_PATH = 6, 7, 11, 12
"""Lines of the text."""


def features_of(
    text: str,
    line: int,
    new: str | None,
    *edits: Edit,
    count: int = 1,
    shown_by: Sequence[Edit] | None = None,
) -> Features:
    """The features of a change of `count` lines, by a pattern that these edits show."""
    situation = asked(text, *edits)
    patterns = extract_patterns(edits, MAX_LEARNED_EDITS)
    extractor = FeatureExtractor(SnapshotIndex(situation.snapshot), situation, patterns)
    extractor.pattern_features(edits if shown_by is None else shown_by, 0, "p", "t")
    label = CandidateLabel("again", "p", "t", "why")
    lines = () if new is None else tuple(new.split("\n"))
    return Surroundings(extractor).features(label.candidate(situation.snapshot, line, count, lines, {}))


def feature(name: FeatureName, *args: object, **more: object) -> float:
    return features_of(*args, **more)[name]  # type: ignore[arg-type]


def counted(number: int) -> object:
    return pytest.approx(math.log1p(number))


@pytest.mark.parametrize(
    ("name", "line", "example", "expected"),
    [
        pytest.param("outer_alike", WRITE, READ, 1.0, id="both in `with`"),
        pytest.param("outer_alike", RETURN_PATH, RETURN_TEXT, 5 / 6, id="in two functions"),
        pytest.param("outer_alike", 2, READ, 0.0, id="in no block"),
        pytest.param("scope_alike", WRITE, READ, 5 / 6, id="functions with other names"),
        pytest.param("scope_alike", RETURN_TEXT, READ, 1.0, id="one function"),
        pytest.param("scope_alike", 2, READ, 0.0, id="in no function"),
        pytest.param("indent_gap", WRITE, READ, 0.0, id="the same depth"),
        pytest.param("indent_gap", RETURN_PATH, READ, math.log1p(4), id="less deep"),
    ],
)
def test_the_block_and_the_function_are_compared_with_those_of_the_example(
    name: FeatureName, line: int, example: int, expected: float
) -> None:
    text = TEXT.split("\n")[example]
    edit = made("    old" if example == RETURN_TEXT else "        old", text, example)
    assert feature(name, TEXT, line, "x", edit) == pytest.approx(expected)


def test_the_most_similar_of_the_first_examples_counts() -> None:
    near, far = made("        a", "b", READ), made("a", "b", 2, serial=2)
    assert feature("scope_alike", TEXT, RETURN_TEXT, "x", far, near) == 1.0
    assert feature("indent_gap", TEXT, READ, "x", far, near) == 0.0
    others = [made("a", "b", 2, serial=serial) for serial in range(2, 2 + MAX_COMPARED_EDITS)]
    assert feature("scope_alike", TEXT, RETURN_TEXT, "x", *others, near) == 0.0


def test_an_example_that_is_overwritten_or_in_an_unknown_text_has_no_function() -> None:
    for edit in (made("a", "b", -1), made("a", "b", READ, uri=OTHER), made("a", "b", 999)):
        assert feature("scope_alike", TEXT, RETURN_TEXT, "x", edit) == 0.0


def test_the_depth_is_compared_up_to_a_limit() -> None:
    deep = made(" " * 99 + "a", "b")
    assert feature("indent_gap", TEXT, 2, "x", deep) == counted(MAX_INDENT_GAP)


@pytest.mark.parametrize(
    ("line", "near"), [(20 + NEAR_EDIT_LINES + 1, True), (20 + NEAR_EDIT_LINES + 2, False)]
)
@pytest.mark.parametrize("name", ["company", "place_company"])
def test_edits_near_the_example_and_near_the_place_are_counted(
    name: FeatureName, line: int, near: bool
) -> None:
    text = "\n".join("x" * 60)
    example, other = made("a", "b", 20), made("c", "d", line, serial=2)
    if name == "company":
        found = feature(name, text, 50, "y", example, other, shown_by=[example])
    else:
        found = feature(name, text, 20, "y", other)
    assert found == counted(near)


def test_edits_of_other_texts_and_overwritten_ones_are_not_near() -> None:
    example = made("a", "b", 20)
    others = [made("c", "d", 21, serial=2, uri=OTHER), made("c", "d", -1, serial=3)]
    found = features_of("\n".join("x" * 60), 20, "y", example, *others, shown_by=[example])
    assert (found["company"], found["place_company"]) == (0.0, counted(1))


def test_edits_of_the_function_and_of_the_file_are_counted() -> None:
    edits = [
        made("a", "b", 2),
        made("a", "b", READ, serial=2),
        made("a", "b", 4, serial=3),
        made("a", "b", 9, serial=4),
        made("a", "b", 9, serial=5, uri=OTHER),
        made("a", "b", -1, serial=6),
    ]
    found = features_of(TEXT, RETURN_TEXT, "x", *edits)
    assert (found["scope_edits"], found["file_edits"]) == (counted(2), counted(4))
    assert feature("scope_edits", TEXT, 2, "x", *edits) == 0.0


@pytest.mark.parametrize(
    ("new", "unknown", "foreign"),
    [
        pytest.param("    return path", 0, 0, id="a parameter of the function"),
        pytest.param("    return LIMIT", 1, 0, id="a name of the module"),
        pytest.param("    return nothing", 1, 0, id="a name that is nowhere"),
        pytest.param("    return file", 1, 1, id="a variable of another function"),
        pytest.param("    return text.file", 0, 0, id="a member"),
        pytest.param("    return pat", 1, 0, id="the beginning of a name"),
        pytest.param("    return ath", 1, 0, id="the end of a name"),
    ],
)
def test_names_that_the_function_does_not_have_are_counted(new: str, unknown: int, foreign: int) -> None:
    text = "LIMIT = 1\n\ndef load(path):\n    return text\n\ndef store():\n    file = 2\n    return file\n"
    found = features_of(text, 3, new, made("a", "b"))
    assert (found["scope_unknown"], found["foreign"]) == (counted(unknown), counted(foreign))


@given(st.text("ab_1é²\n.", max_size=30), st.text("ab_1é²", min_size=1, max_size=3))
def test_a_word_is_found_where_an_expression_finds_it(text: str, name: str) -> None:
    words = set(_WORD.findall(text))
    for word in words | set(_WORD.findall(name)):
        assert _has_word(text, word, 0, len(text)) == (word in words)


def test_outside_of_functions_no_name_is_missing() -> None:
    assert feature("scope_unknown", TEXT, 2, "LIMIT = nothing", made("a", "b")) == 0.0


def test_names_and_lines_of_a_function_are_read_up_to_a_limit() -> None:
    many = " ".join(f"name{number}" for number in range(MAX_NEEDED_NAMES + 3))
    assert feature("scope_unknown", TEXT, READ, many, made("a", "b")) == counted(MAX_NEEDED_NAMES)
    long = "def load():\n" + "    x = 1\n" * (MAX_SCOPE_LINES_READ - 2) + "    last = 1\n    later = 1\n"
    for name, unknown in (("last", 0), ("later", 1)):
        assert feature("scope_unknown", long, 1, f"    {name}", made("a", "b")) == counted(unknown)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("user_id = 1", "account = 1", 1.0),
        ("userId = 1", "account = 1", 1.0),
        ("user = 1", "account = 1", 0.0),
        ("user_id = 1", "user_id = 2", 0.0),
    ],
)
def test_a_removed_name_of_several_parts(old: str, new: str, expected: float) -> None:
    assert feature("removed_compound", old, 0, new, made("a", "b")) == expected


@pytest.mark.parametrize(
    ("old", "new", "least", "most"),
    [
        pytest.param("run(Optional[int])", "run(Maybe[int])", 2, 2, id="in another line"),
        pytest.param("run(Optional[a], b)", "run(Maybe[a], c)", 0, 2, id="with another change"),
        pytest.param("run(Other[int])", "run(Maybe[int])", 0, 0, id="another change"),
        pytest.param("run(Optional[int])", "run(Maybe[int])\nend", 0, 0, id="an added line"),
    ],
)
def test_edits_with_the_same_change_of_tokens_are_counted(old: str, new: str, least: int, most: int) -> None:
    edits = [
        made("x: Optional[str]", "x: Maybe[str]"),
        made("a\ny = Optional", "b\ny = Maybe", serial=2),
        made("z = 1", "z = 2", serial=3),
    ]
    found = features_of(old, 0, new, *edits)
    assert (found["change_seen"], found["change_seen_part"]) == (counted(least), counted(most))


@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        pytest.param("    c(d)", "    c(d, e)", 2, id="other words"),
        pytest.param("    c(d)", "    c(d.e)", 0, id="another shape"),
        pytest.param("c[d]", "c[d, e]", 0, id="other brackets"),
    ],
)
def test_edits_with_the_same_change_of_shape_are_counted(old: str, new: str, seen: int) -> None:
    edits = [made("a(b)", "a(b, c)"), made("f(g)\nx", "f(g, h)\ny", serial=2), made("a(b)", None, serial=3)]
    assert feature("shape_seen", old, 0, new, *edits) == counted(seen)


def test_equal_changes_are_counted_in_the_last_edits_that_are_not_too_large() -> None:
    many = [made("a", "b", serial=serial) for serial in range(MAX_COUNTED_EDITS + 5)]
    assert feature("change_seen", "a", 0, "b", *many) == counted(MAX_COUNTED_EDITS)
    for lines, seen in ((MAX_COMPARED_CHANGE_LINES, 1), (MAX_COMPARED_CHANGE_LINES + 1, 0)):
        large = made("\n".join("a" * lines), "\n".join("b" * lines))
        assert feature("change_seen", "a", 0, "b", large) == counted(seen)


def test_an_insertion_at_the_end_and_a_deletion_have_features() -> None:
    edit = made("a", "b")
    for found in (
        features_of("a\nb", 2, "c", edit, count=0),
        features_of("a\nb", 1, None, edit),
    ):
        assert found.keys() <= FEATURE_NAMES


def test_an_example_in_another_text_that_was_searched_has_its_own_function() -> None:
    edit = made("a", "b", READ, uri=OTHER)
    situation = asked(TEXT, edit)
    extractor = FeatureExtractor(SnapshotIndex(situation.snapshot), situation, extract_patterns([edit], 9))
    extractor.for_index(SnapshotIndex(text_of(TEXT.replace("load", "fetch"), OTHER)))
    extractor.pattern_features([edit], 0, "p", "t")
    label = CandidateLabel("again", "p", "t", "why")
    one = label.candidate(situation.snapshot, WRITE, 1, ("x",), {})
    assert Surroundings(extractor).features(one)["scope_alike"] == pytest.approx(5 / 6)
    assert HERE in extractor.indexes
