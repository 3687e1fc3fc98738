"""Features of candidates at their boundaries, alignment of lines, and the filters before scoring."""

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nes_symbolic.builders import OTHER, asked, changed_lines, generated, made, unscored
from understudy.nes.symbolic.alignment import EditOp, align_lines, diff_sequences, diff_tokens, similarity
from understudy.nes.symbolic.analogy import apply_analogous_change
from understudy.nes.symbolic.candidates import ArgumentChangeFilter, adds_duplicate_text
from understudy.nes.symbolic.features import log_scaled
from understudy.nes.symbolic.limits import (
    MAX_ALIGNED_LINES,
    MAX_COMPARED_CHARS,
    MAX_LEARNED_EDITS,
    SEARCHES_BEFORE_WORD_SET,
)
from understudy.nes.symbolic.patterns import extract_patterns
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.text import Edit, EditOrigin, TextSnapshot


def feature(text: str, edits: list[Edit], family: str, line: int, name: str, cursor: int = 0) -> float:
    found = generated(asked(text, *edits, cursor=(cursor, 0)), family)
    (value,) = {one.features.get(name) for one in found if one.line == line}  # type: ignore[call-overload]
    return value


# Alignment


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        pytest.param("a", "a", [(0, 0)], id="equal"),
        pytest.param("", "", [(0, 0)], id="empty lines"),
        pytest.param("a b c d", "a b c x", [(0, 0)], id="similar"),
        pytest.param("a b c d", "w x y z", [(0, None), (None, 0)], id="different"),
        pytest.param("x\na b c d", "a b c e", [(0, None), (1, 0)], id="one line less"),
        pytest.param("a b c d", "x\na b c e", [(None, 0), (0, 1)], id="one line more at the start"),
        pytest.param("a b c d", "a b c e\nx", [(0, 0), (None, 1)], id="one line more at the end"),
        pytest.param(
            "a b c d\ne f g h\ni j k l",
            "a b c x\ne f g x\ni j k x",
            [(0, 0), (1, 1), (2, 2)],
            id="three each",
        ),
        pytest.param(
            "a b c d\ne f g h\ni j k l",
            "e f g x\ni j k x",
            [(0, None), (1, 0), (2, 1)],
            id="the first is gone",
        ),
        pytest.param(
            "a b c d\ne f g h\ni j k l",
            "a b c x\ni j k x",
            [(0, 0), (1, None), (2, 1)],
            id="the second is gone",
        ),
        pytest.param(
            "a b c d\ne f g h\ni j k l",
            "a b c x\ne f g x",
            [(0, 0), (1, 1), (2, None)],
            id="the third is gone",
        ),
        pytest.param(
            "a b c d\ni j k l",
            "a b c x\ne f g x\ni j k x",
            [(0, 0), (None, 1), (1, 2)],
            id="a new one in the middle",
        ),
        pytest.param(
            "a b c d\ne f g h", "e f g x\na b c x", [(0, None), (1, 0), (None, 1)], id="pairs do not cross"
        ),
        pytest.param(
            "a b c d",
            "a b x y\na b c y",
            [(None, 0), (0, 1)],
            id="the more similar of two is the counterpart",
        ),
        pytest.param("s\na b c d\nt", "s\na b c x\nt", [(0, 0), (1, 1), (2, 2)], id="between equal lines"),
        pytest.param("s\nt", "s\nu v w\nt", [(0, 0), (None, 1), (1, 2)], id="inserted between equal lines"),
    ],
)
def test_which_lines_of_two_blocks_correspond(
    old: str, new: str, pairs: list[tuple[int | None, int | None]]
) -> None:
    assert align_lines(tuple(old.split("\n")), tuple(new.split("\n"))) == pairs


@pytest.mark.parametrize(("count", "is_aligned"), [(MAX_ALIGNED_LINES, True), (MAX_ALIGNED_LINES + 1, False)])
@pytest.mark.parametrize("is_old", [True, False], ids=["old", "new"])
def test_only_short_blocks_are_aligned(count: int, is_aligned: bool, is_old: bool) -> None:
    many, one = ("a b c d", *("z",) * (count - 1)), ("a b c e",)
    pairs = align_lines(many, one) if is_old else align_lines(one, many)
    assert ((0, 0) in pairs) is is_aligned


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 1.0),
        (" ", "  ", 1.0),
        ("", "a", 0.0),
        ("a", "", 0.0),
        ("a b", "b a", 1.0),
        ("a a b", "a b b", 2 / 3),
        ("a b c d", "a b", 2 / 3),
        ("a", "b", 0.0),
    ],
)
def test_the_share_of_common_tokens(a: str, b: str, expected: float) -> None:
    assert similarity(a, b) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("chars", "expected"),
    [(MAX_COMPARED_CHARS, 1.0), (MAX_COMPARED_CHARS + 1, 0.0)],
    ids=["long", "too long"],
)
def test_texts_that_are_too_long_are_not_compared(chars: int, expected: float) -> None:
    long = "a" + " " * (chars - 1)
    assert (similarity(long, "a"), similarity("a", long), similarity(long, long)) == (expected,) * 3


@pytest.mark.parametrize(
    ("a", "b", "ops"),
    [
        ("abc", "abc", []),
        ("ac", "abc", [EditOp(1, 1, ("b",))]),
        ("abc", "ac", [EditOp(1, 2, ())]),
        ("abc", "axc", [EditOp(1, 2, ("x",))]),
        ("abcde", "axcye", [EditOp(1, 2, ("x",)), EditOp(3, 4, ("y",))]),
        ("", "ab", [EditOp(0, 0, ("a", "b"))]),
        ("xa", "ay", [EditOp(0, 1, ()), EditOp(2, 2, ("y",))]),
        ("p" + "ab" * 120 + "q", "r" + "ab" * 120 + "s", [EditOp(0, 1, ("r",)), EditOp(241, 242, ("s",))]),
    ],
)
def test_the_operations_between_two_sequences(a: str, b: str, ops: list[EditOp]) -> None:
    assert diff_sequences(a, b) == ops


@given(st.text("ab(", max_size=9), st.text("ab(", max_size=9))
def test_a_diff_finds_what_difflib_finds(a: str, b: str) -> None:
    left, right = f"<{a}>", f"[{b}]"  # without a common beginning and end, which are cut off before
    opcodes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    expected = [EditOp(i1, i2, tuple(right[j1:j2])) for tag, i1, i2, j1, j2 in opcodes if tag != "equal"]
    assert diff_sequences(tuple(left), tuple(right)) == expected


@pytest.mark.parametrize(
    ("a", "b", "count"),
    [
        ("a b c", "x b y", 2),
        ("a b c", "x y c", 1),
        ("a.b", "x.y", 2),
        ("a  b", "x  y", 1),
        ("a", "a", 0),
        ("a.b c", "x.y z", 2),
        ("a.b c.d", "x.y z.w", 3),
    ],
)
def test_changes_with_only_space_between_them_are_one(a: str, b: str, count: int) -> None:
    ops = diff_tokens(a, b)
    assert len(ops) == count
    if count == 1:
        assert "".join(ops[0].new) == b.removesuffix(" c")


# Analogy


@pytest.mark.parametrize(
    ("old", "new", "other", "expected"),
    [
        pytest.param(
            "f(a + b)", "f(a + b) + 1", "f(a - b)", "f(a - b) + 1", id="symbols are not substituted"
        ),
        pytest.param("f(1)", "f(1, 1)", "f(2)", "f(2, 2)", id="numbers are substituted"),
        pytest.param(
            "a, a", "a, a, a", "b, c", "b, c, a", id="a word with two counterparts is not substituted"
        ),
        pytest.param("f(a)", "f(a, k=1)", "f(a, k=1)", None, id="the other text has the words already"),
        pytest.param("f(a)", "f(a, k=1)", "f(a, j=1)", "f(a, j=1, k=1)", id="the other text has other words"),
        pytest.param("f(a)", "f(a);", "f(b)", "f(b);", id="a symbol is inserted"),
        pytest.param(
            "left = x(left)", "left_ = x(left)", "right = x(right)", "right_ = x(right)", id="a suffix"
        ),
        pytest.param("ab = x(ab)", "_ab = x(ab)", "cd = x(ef)", None, id="the word has two counterparts"),
        pytest.param("a = x(a)", "_a = x(a)", "b = x(b)", None, id="a word of one letter"),
        pytest.param("ab = x(ab)", "abab = x(ab)", "cd = x(cd)", None, id="the word twice in the new one"),
        pytest.param("f(ab, 1)", "f(ab_c, 1)", "f(cd, 1)", None, id="a word that occurs once"),
        pytest.param("f(a, b, c)", "f(c, b, a)", "f(x, y, z)", "f(z, y, x)", id="three words change places"),
        pytest.param("f(a) + g(b)", "h(a) + k(b)", "f(c) + g(d)", "h(c) + k(d)", id="two changes"),
        pytest.param("f(a, b)", "g(a, b)", "f(a, b, c)", "g(a, b, c)", id="a difference behind the change"),
        pytest.param("f(a, b)", "f(a, c)", "x.f(a, b)", "x.f(a, c)", id="a difference before the change"),
    ],
)
def test_which_changes_carry_over(old: str, new: str, other: str, expected: str | None) -> None:
    assert apply_analogous_change(old, new, other) == expected


# Corroboration


@pytest.mark.parametrize(
    ("earlier", "count"),
    [
        pytest.param([], 0, id="no other edit"),
        pytest.param([made("print(b)", None, 5, serial=1)], 1, id="the same with another word"),
        pytest.param([made("y = 12345", None, 5, serial=1)], 0, id="another line"),
        pytest.param([made("print(b)\nprint(c)", None, 5, serial=1)], 0, id="two lines"),
        pytest.param([made("print(b)", "print(c)", 5, serial=1)], 0, id="a replacement"),
    ],
)
def test_how_many_edits_confirm_a_deletion(earlier: list[Edit], count: int) -> None:
    text = "x = 1\n\nprint(z)\nx = 2"
    edits = [*earlier, made("print(a)", None, 1, serial=2)]
    assert feature(text, edits, "thin", 2, "confirmed") == log_scaled(count)


@pytest.mark.parametrize(
    ("text", "above", "below", "features"),
    [
        pytest.param("p\nprint(z)\nq", "p", "q", (1.0, 1.0), id="both"),
        pytest.param("p\nprint(z)\nr", "p", "q", (1.0, 0.0), id="above"),
        pytest.param("r\nprint(z)\nq", "p", "q", (0.0, 1.0), id="below"),
        pytest.param("r\nprint(z)\nr", "p", "q", (0.0, 0.0), id="neither"),
        pytest.param("print(z)", None, None, (1.0, 1.0), id="alone in both texts"),
    ],
)
@pytest.mark.parametrize(("deleted", "family"), [("print(a)", "thin"), ("print(z)", "delete")])
def test_neighbours_of_a_deleted_line_are_compared(
    text: str,
    above: str | None,
    below: str | None,
    features: tuple[float, float],
    deleted: str,
    family: str,
) -> None:
    edits = [made(deleted, None, 0, uri=OTHER, above=above, below=below)]
    line = text.split("\n").index("print(z)")
    names = "above_same", "below_same"
    assert tuple(feature(text, edits, family, line, name) for name in names) == features


# Style changes


def test_places_above_the_first_style_change_are_counted() -> None:
    text = "a = '1'\nb = '2'\nc = \"3\"\nd = '4'"
    edits = [made("c = '3'", 'c = "3"', 2)]
    assert feature(text, edits, "manner", 3, "above_first", cursor=2) == log_scaled(2)
    assert feature(text, edits, "manner", 3, "places", cursor=2) == log_scaled(3)


def test_a_line_changed_after_the_newest_example_keeps_its_style() -> None:
    text = "a = \"1\"\nb = '2'\nc = \"3\"\nd = '4'"
    first, typed = made("a = '1'", 'a = "1"', 0, serial=1), made("b = ''", "b = '2'", 1, serial=2)
    newest = made("c = '3'", 'c = "3"', 2, serial=3)
    assert [line for line, _ in changed_lines(asked(text, first, typed, newest), "manner")] == [1, 3]
    assert [line for line, _ in changed_lines(asked(text, first, typed), "manner")] == [3]


@pytest.mark.parametrize(("newer_edits", "is_compared"), [(4, True), (5, False)])
@pytest.mark.parametrize(
    ("family", "name", "old", "new", "similar_old", "similar_new", "place"),
    [
        (
            "template",
            "alike",
            "k{} = load(v{})!",
            "k{} = get(v{})?",
            "tag = it + me + load(x)!",
            "tag = it + me + get(x)?",
            "tag = it + me + load(y)!",
        ),
        ("manner", "shared", "k{} = 'v{}'", 'k{} = "v{}"', "tag = 'it'", 'tag = "it"', "tag = 'it2'"),
        (
            "call",
            "line_alike",
            "k{} = load(x) + v{}",
            "k{} = load(x, 1) + v{}",
            "tag = it + me + load(x)",
            "tag = it + me + load(x, 1)",
            "tag = it + me + load(y)",
        ),
    ],
)
def test_the_newest_six_examples_are_compared(
    newer_edits: int,
    is_compared: bool,
    family: str,
    name: str,
    old: str,
    new: str,
    similar_old: str,
    similar_new: str,
    place: str,
) -> None:
    """The oldest edit has two examples; the second of them is the similar one."""
    oldest = made(f"{old.format(0, 0)}\n{similar_old}", f"{new.format(0, 0)}\n{similar_new}", 0, serial=1)
    numbers = range(1, newer_edits + 1)
    newer = [made(old.format(at, at), new.format(at, at), at + 1, serial=at + 1) for at in numbers]
    text = "\n".join([new.format(0, 0), similar_new, *(new.format(at, at) for at in numbers), place])
    line = newer_edits + 2
    shared = feature(text, [oldest, *newer], family, line, name, cursor=line)
    without = feature(text.replace(similar_new, "pass"), newer, family, line, name, cursor=line)
    assert (shared > without) is is_compared


# Insertions


@pytest.mark.parametrize(
    ("anchor", "place", "expected"),
    [
        pytest.param("    load(a)", "        load(b)", "        check(b)", id="deeper"),
        pytest.param("    load(a)", "load(b)", "check(b)", id="less deep"),
        pytest.param("    load(a)", "        load(a)", "        check(a)", id="an equal line, deeper"),
    ],
)
@pytest.mark.parametrize("is_above", [True, False], ids=["above", "below"])
def test_an_inserted_line_takes_the_indentation_of_its_place(
    anchor: str, place: str, expected: str, is_above: bool
) -> None:
    around = {"above": anchor} if is_above else {"below": anchor}
    edit = made(None, "    check(a)", 0, uri=OTHER, **around)
    found = changed_lines(asked(f"x = 1\n\n{place}\n\ny = 1", edit), "insert")
    assert found == [(3 if is_above else 2, (expected,))]


# The search index


def test_a_search_with_symbols_still_finds_its_places_after_many_searches() -> None:
    index = SnapshotIndex(TextSnapshot("file:///a.py", "python", ["x.load(1)", "über.load(2)"], 1))
    for number in range(SEARCHES_BEFORE_WORD_SET + 2):
        assert index.find_tokens((f"missing{number}",)) == []
    assert index.find_tokens((".", "load", "(")) == [(0, 1), (1, 4)]
    assert index.find_tokens(("1",)) == [(0, 7)]
    assert index.find_tokens(("über",)) == [(1, 0)]
    assert index.find_tokens(("absent", ".")) == []


# Filters


@pytest.mark.parametrize(
    ("edits", "is_for_other"),
    [
        pytest.param([made("load(a)", "load(a, b)")], True, id="an argument of another function"),
        pytest.param([made("store(a)", "store(a, b)")], False, id="an argument of the same function"),
        pytest.param(
            [made("load(a)", "load(a, b)"), made("save(a)", "save(a, b)", 1, serial=2)],
            False,
            id="arguments of two functions",
        ),
        pytest.param([made("load(a)", "load(b)")], False, id="no more arguments"),
        pytest.param(
            [made("load(a)", "load(a, b)", origin=EditOrigin.ACCEPTED)], False, id="an accepted suggestion"
        ),
        pytest.param([made("x = [a]", "x = [a, b]")], False, id="an element of a list"),
        pytest.param([made("x = load(a)", "x = load(a) + 1")], False, id="behind the call"),
    ],
)
def test_an_argument_is_added_to_the_function_that_the_user_changed(
    edits: list[Edit], is_for_other: bool
) -> None:
    arguments = ArgumentChangeFilter(extract_patterns(edits, MAX_LEARNED_EDITS))
    added = unscored(0, old="store(a)", new=("store(a, b)",))
    assert arguments.is_for_other_function(added) is is_for_other
    assert not arguments.is_for_other_function(unscored(0, old="store(a)", new=("store(c)",)))
    assert not arguments.is_for_other_function(unscored(0, old="store(a)", new=("store(a, b)", "x")))


@pytest.mark.parametrize(
    ("changed", "call", "is_for_other"),
    [
        (["self.log.info(a)", "self.log.warn(a)"], "self.log.debug(a)", False),
        (["self.log.info(a)", "self.log.warn(a)"], "if self.log.debug(a) {", False),
        (["self.log.info(a)", "self.log.warn(a)"], "self.log.info(a)", False),
        (["self.log.info(a)", "self.log.warn(a)"], "self.handle(a)", True),
        (["self.log.info(a)", "self.log.warn(a)"], "handle(a)", True),
        (["self.log.info(a)", "self.log.warn(a)"], "make().log.debug(a)", True),
        (["log::info(a)", "log::warn(a)"], "log::debug(a)", False),
        (["log->info(a)", "log->warn(a)"], "row->debug(a)", True),
        (["log.info(a)", "warn(a)"], "handle(a)", False),
        (["log.info(a)", "events.warn(a)"], "handle(a)", False),
        (["info(a)", "warn(a)"], "log.debug(a)", False),
    ],
)
def test_an_argument_of_two_functions_of_one_thing_is_added_to_its_others(
    changed: list[str], call: str, is_for_other: bool
) -> None:
    edits = [made(one, one.replace("(a)", "(a, b)"), at, serial=at + 1) for at, one in enumerate(changed)]
    arguments = ArgumentChangeFilter(extract_patterns(edits, MAX_LEARNED_EDITS))
    added = unscored(0, old=call, new=(call.replace("(a)", "(a, b)"),))
    assert arguments.is_for_other_function(added) is is_for_other


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("f(ab)", "f(ab, ab)", True),
        ("f(ab)", "f(ab, cd)", False),
        ("f(a)", "f(a, a)", False),
        ("f(ab, ab)", "f(ab, ab, ab)", False),
        ("f(ab)", "f(cd)", False),
        ("f(ab)", "f(ab)", False),
    ],
)
def test_text_that_is_there_already_is_not_added_again(old: str, new: str, expected: bool) -> None:
    assert adds_duplicate_text(unscored(0, old=old, new=(new,))) is expected
    assert not adds_duplicate_text(unscored(0, old=old, new=(new, "")))


# Features of a pattern


@pytest.mark.parametrize(
    ("edits", "size"),
    [
        ([made("load = 1", "fetch = 1")], 2),
        ([made("load = 1\nb\nc", "fetch = 1\nb\nc")], 6),
        ([made("load = 1\nb\nc", "fetch = 1\nb\nc"), made("x(load)", "x(fetch)", 4, serial=2)], 2),
    ],
)
def test_the_size_of_a_pattern_is_that_of_its_smallest_edit(edits: list[Edit], size: int) -> None:
    text = "fetch = 1\nb\nc\n\nx(fetch)\n\ny(load)"
    assert feature(text, edits, "replace", 6, "edit_size") == log_scaled(size)
