"""Small functions that the generators and the layout share: what they find, and where they find nothing."""

import pytest

from nes_symbolic.builders import HERE, OTHER, made, text_of
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.generators.block_features import (
    find_beginnings,
    find_block_starts,
    find_lines_beginning_alike,
    find_similar_lines,
    longest_line_index,
    neighbour_substitutions,
    reindent,
    skipped_places,
)
from understudy.nes.symbolic.layout.long_lines import _bracket_pairs
from understudy.nes.symbolic.limits import MAX_PATTERN_LINE_CHARS, MAX_SIMILAR_LINES
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


@pytest.mark.parametrize(
    ("anchor", "text", "found"),
    [
        pytest.param("load(a)", "load(b)\nload(c, d)\nx", [(0, {"a": "b"})], id="one other word"),
        pytest.param("  load(a)", "load(b)", [(0, {"a": "b"})], id="another indentation"),
        pytest.param("load(a)", "load(a)", [], id="an equal line"),
        pytest.param("a = 1", "a = 2", [], id="five characters"),
        pytest.param("ab = 1", "ab = 2", [(0, {"1": "2"})], id="six characters"),
        pytest.param("abcdef", "ghijkl", [], id="one token"),
        pytest.param(None, "load(b)", [], id="no anchor"),
        pytest.param("(load, a)", "(load, b)", [(0, {"a": "b"})], id="begins with a symbol"),
        pytest.param("x = load(a)", "y = load(a)", [(0, {"x": "y"})], id="begins with one letter"),
        pytest.param(
            "abc(long_name, x)", "xyz(long_name, x)", [(0, {"abc": "xyz"})], id="begins with another word"
        ),
        pytest.param(
            "abc(long_name, x)",
            "abc(short, x)\nxyz(long_name, x)",
            [(0, {"long_name": "short"})],
            id="the first word is there",
        ),
    ],
)
def test_lines_that_differ_in_words(
    anchor: str | None, text: str, found: list[tuple[int, dict[str, str]]]
) -> None:
    assert find_similar_lines(anchor, SnapshotIndex(text_of(text))) == found


@pytest.mark.parametrize(
    ("line", "text", "found"),
    [
        pytest.param(
            "from a import b", "from a import c\nx from a import\n  from a import d", [0, 2], id="two words"
        ),
        pytest.param("from a import", "from a other\nfrom b import", [0], id="three words in all"),
        pytest.param("from a", "from a import", [], id="two words in all"),
        pytest.param("- [ ] one", "- [ ] two\n- [x] one", [0], id="symbols"),
        pytest.param("//one", "//two\n/one", [0], id="two symbols"),
        pytest.param("/one two", "/one three", [], id="one symbol"),
        pytest.param("a((((b c", "a((((b d", [0], id="the second word is the sixth token"),
        pytest.param("a(((((b c", "a(((((b d", [], id="the second word is the seventh token"),
    ],
)
def test_lines_that_begin_alike(line: str, text: str, found: list[int]) -> None:
    assert find_beginnings(line, SnapshotIndex(text_of(text))) == found


def test_lines_that_begin_alike_are_not_equal_and_not_too_long() -> None:
    long = "from a import " + "b" * MAX_PATTERN_LINE_CHARS
    fitting = long[:MAX_PATTERN_LINE_CHARS]
    text = f"from a import b\nfrom a import c\n{long}\n{fitting}"
    assert find_lines_beginning_alike("from a import b", SnapshotIndex(text_of(text))) == [1, 3]


def test_so_many_similar_lines_are_compared() -> None:
    index = SnapshotIndex(text_of("\n".join(f"from a import c{at}" for at in range(MAX_SIMILAR_LINES + 4))))
    assert len(find_lines_beginning_alike("from a import b", index)) == MAX_SIMILAR_LINES
    assert len(find_similar_lines("from a import b", index)) == MAX_SIMILAR_LINES


@pytest.mark.parametrize(
    ("anchor", "other", "found"),
    [
        ("load(a)", "load(b)", {"a": "b"}),
        ("load(a)", None, None),
        (None, "load(b)", None),
        ("", "", None),
        ("  ", "  ", None),
        ("load(a)", "", None),
        ("load(a)", "x", None),
    ],
)
def test_words_in_which_neighbours_differ(
    anchor: str | None, other: str | None, found: dict[str, str] | None
) -> None:
    assert neighbour_substitutions(anchor, other) == found
