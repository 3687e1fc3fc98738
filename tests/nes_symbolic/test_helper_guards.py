"""Small functions that the generators and the layout share: what they find, and where they find nothing."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.generators.block_features import (
    find_block_starts,
    longest_line_index,
    reindent,
    skipped_places,
)
from understudy.nes.symbolic.layout.long_lines import _bracket_pairs
from understudy.nes.symbolic.passed_places import PassedPlaces
from understudy.nes.symbolic.patterns import _longest_words
from understudy.nes.symbolic.snapshot_index import SnapshotIndex


@pytest.mark.parametrize(
    ("code", "pairs"),
    [
        pytest.param("f(a)", [(1, 3)], id="one pair"),
        pytest.param("f(a[1], {b})", [(1, 11), (3, 5), (8, 10)], id="nested"),
        pytest.param("f(a)(b)", [(1, 3), (4, 6)], id="one after the other"),
        pytest.param("abc", [], id="none"),
        pytest.param("f(a", [], id="not closed"),
        pytest.param("f)a(", [], id="not opened"),
        pytest.param("f(a])", [], id="closed by another bracket"),
        pytest.param("f[a)", [], id="another bracket"),
        pytest.param("f{a]", [], id="a brace closed by a bracket"),
    ],
)
def test_the_pairs_of_brackets_in_a_line(code: str, pairs: list[tuple[int, int]]) -> None:
    assert _bracket_pairs(code) == pairs


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param("load(name)", "fetch(name)", ["load", "name"], id="the changed word and the other"),
        pytest.param(
            "load(longest, names)", "load(longest, x)", ["names", "longest", "load"], id="two that stay"
        ),
        pytest.param("the(big, word)", "a(big, word)", ["word"], id="words of three letters are too short"),
        pytest.param("abcd(a)", "b(a)", ["abcd"], id="a word of four letters"),
        pytest.param("12345(a)", "b(a)", [], id="a number is no word"),
        pytest.param(
            "first(second, thirds)", "a()", ["second"], id="one that goes: the longest, by the alphabet"
        ),
    ],
)
def test_the_words_that_other_texts_are_searched_for(old: str, new: str, words: list[str]) -> None:
    assert list(_longest_words(old, new)) == words


@pytest.mark.parametrize(
    ("text", "block", "starts"),
    [
        pytest.param(
            "a\nlonger\nb\n  a\n  longer\n  b", ("a", "longer", "b"), [0, 3], id="at any indentation"
        ),
        pytest.param(
            "longer\nb\na", ("a", "longer", "b"), [], id="its longest line is the first of the text"
        ),
        pytest.param("b\na\nlonger", ("a", "longer", "b"), [], id="its last line is missing"),
        pytest.param("c\nlonger\nb", ("a", "longer", "b"), [], id="another line above"),
        pytest.param("longer", ("longer",), [0], id="one line"),
    ],
)
def test_the_blocks_equal_to_some_lines(text: str, block: tuple[str, ...], starts: list[int]) -> None:
    assert find_block_starts(block, SnapshotIndex(text_of(text))) == starts


def test_the_longest_line_is_the_one_with_the_most_text() -> None:
    assert longest_line_index(["ab", "   c   ", "abc"]) == 2
    assert longest_line_index(["abc", "abd"]) == 0


def test_lines_get_another_indentation() -> None:
    assert reindent(("  a", "    b", "", "c"), "  ", "\t") == ("\ta", "\t  b", "", "c")
    assert reindent(("  a", "  "), "  ", "") == ("a", "  ")
    assert reindent(("  a",), "  ", "  ") == ("  a",)


@pytest.mark.parametrize(
    ("lines", "above", "between"),
    [
        pytest.param([0, 1], 2, 0, id="above the first edit"),
        pytest.param([2, 3, 6], 0, 3, id="from the first edit to the last"),
        pytest.param([7, 9], 0, 0, id="below the last edit"),
        pytest.param([1, 2, 6, 7], 1, 2, id="some of each"),
    ],
)
def test_places_that_the_user_has_left_out(lines: list[int], above: int, between: int) -> None:
    edits = [made("a", "b", 2), made("a", "b", 6), made("a", "b", 0, uri=OTHER), made("a", "b", -1)]
    assert skipped_places(lines, edits, HERE) == {
        "above_first": log_scaled(above),
        "passed": log_scaled(between),
    }


def test_without_an_edit_in_the_text_nothing_is_left_out() -> None:
    assert skipped_places([1, 2], [made("a", "b", 0, uri=OTHER), made("a", "b", -1)], HERE) == {}
    assert PassedPlaces(HERE, [made("a", "b", 0, uri=OTHER)]).features(1, 0) == {}


def test_an_edit_in_the_first_line_has_places_below_it_only() -> None:
    found = skipped_places([0, 1], [made("a", "b", 0)], HERE)
    assert found == {"above_first": log_scaled(0), "passed": log_scaled(1)}
