"""Old lines rewritten as lines of the same shape were, and deleted lines broken into several."""

import pytest

from nes_completion.completion_place import situation_of
from understudy.nes.completion.continuations import cut_rests
from understudy.nes.completion.engine import CompletionEngine
from understudy.nes.completion.limits import (
    MAX_CUTS,
    MAX_REPEATED_LINE_TOKENS,
    MAX_REWRITING_DISTANCE_LINES,
    MAX_REWRITING_EXAMPLES,
)
from understudy.nes.completion.repetition import find_rewritings, replaced_words, rewrite_line
from understudy.nes.completion.texts import find_place
from understudy.nes.text import Edit

URI = "file:///project/a.py"


@pytest.mark.parametrize(
    ("line", "old", "new", "expected"),
    [
        ('NAME = "Two words"', 'TITLE = "One"', 'TITLE = _("One")', 'NAME = _("Two words")'),
        ("self.b = b", "self.a = a", "self.a = a or make_a()", "self.b = b or make_a()"),
        ("set_name(one.name)", "set_size(one.size)", "set_size(size=one.size)", "set_name(name=one.name)"),
        ("  x = f(1)", "y = f(2)", "y: int = f(2)", "x: int = f(1)"),
    ],
    ids=["wrapped string", "words", "argument", "without indentation"],
)
def test_a_line_is_rewritten_in_its_own_words(line: str, old: str, new: str, expected: str) -> None:
    assert rewrite_line(line, old, new) == expected


@pytest.mark.parametrize(
    ("line", "old"),
    [
        ("a = b", "a = b"),
        ("a = b", "a = b + c"),
        ("a = 1", "a = b"),
        ('a = "x"', "a = b"),
        ("add(a, b)", "add(c, c)"),
        ('add("a", "b")', 'add("c", "c")'),
    ],
    ids=["the same", "longer", "number", "string", "two words for one", "two strings for one"],
)
def test_a_line_of_another_shape_is_not_rewritten(line: str, old: str) -> None:
    assert rewrite_line(line, old, "new") is None


@pytest.mark.parametrize(("tokens", "is_rewritten"), [(0, True), (1, False)])
def test_a_very_long_line_is_not_rewritten(tokens: int, is_rewritten: bool) -> None:
    words = " ".join(["word"] * (MAX_REPEATED_LINE_TOKENS - 1 + tokens))
    assert (rewrite_line(f"a {words}", f"b {words}", "b") is not None) == is_rewritten


def rewritten(text: str, edits: list[Edit]) -> dict[str, tuple[int, int]]:
    """Text, support and offset of what is rewritten."""
    situation = situation_of(text, edits=edits)
    place = find_place(situation)
    assert place is not None
    return {one.text: (one.support, one.offset) for one in find_rewritings(place, situation)}


OLD = ('A = "one"', 'B = "two"', 'C = "three"')


def test_the_lines_above_show_how_the_next_one_is_rewritten() -> None:
    new = ('A = _("one")', 'B = _("two")', "C")
    edit = Edit(1, URI, 0, OLD, new, time=1.0)
    text = "\n".join((*new[:2], "C|\n"))
    assert rewritten(text, [edit]) == {' = _("three")': (2, 0)}
    situation = situation_of(text, edits=[edit])
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    assert found[' = _("three")']["rewrite_support"] == 2.0
    assert found[' = _("three")']["rewrite_offset"] == 0.0


def test_the_typed_line_itself_and_an_unlike_line_are_no_example() -> None:
    assert rewritten("A = _(|\n", [Edit(1, URI, 0, OLD, ("A = _(",), time=1.0)]) == {}
    other = Edit(1, URI, 0, OLD, ("return make(everything, else_)", "B"), time=1.0)
    assert rewritten("return make(everything, else_)\nB|\n", [other]) == {}


@pytest.mark.parametrize(("more", "is_found"), [(0, True), (1, False)])
def test_an_old_line_is_rewritten_near_its_place(more: int, is_found: bool) -> None:
    distance = MAX_REWRITING_DISTANCE_LINES + more
    example = Edit(1, URI, 90, ('A = "one"',), ('A = _("one")',), time=1.0)
    old = (*(f"line_{index}()" for index in range(distance)), 'B = "two"')
    found = rewritten("B|\n", [example, Edit(2, URI, 0, old, ("B",), time=2.0)])
    assert found == ({' = _("two")': (1, distance)} if is_found else {})


@pytest.mark.parametrize(("more", "is_found"), [(0, True), (1, False)])
def test_the_newest_replaced_lines_are_the_examples(more: int, is_found: bool) -> None:
    count = MAX_REWRITING_EXAMPLES - 1 + more
    examples = [Edit(0, URI, 90, ('A = "one"',), ('A = _("one")',), time=0.0)]
    examples += [
        Edit(index, URI, 90 + index, (f"call_{index}(x)",), (f"call_{index}(x, y)",), time=float(index))
        for index in range(1, count + 1)
    ]
    last = Edit(50, URI, 0, ('B = "two"',), ("B",), time=50.0)
    assert (' = _("two")' in rewritten("B|\n", [*examples, last])) == is_found


@pytest.mark.parametrize(
    ("rest", "cuts"),
    [
        ("one, two)", ["one,", "one, two"]),
        ("call(one, two), three", ["call(", "call(one, two),"]),
        ("one && two", ["one", "one &&"]),
        ("one or two;", ["one", "one or", "one or two"]),
        ("'a, b' + c;", ["'a, b' + c"]),
        ("value", []),
    ],
    ids=["items", "call", "condition", "words", "string", "nothing"],
)
def test_the_rest_of_a_deleted_line_may_end_early(rest: str, cuts: list[str]) -> None:
    assert cut_rests(rest, ends_with_comma=False) == cuts


def test_an_item_ends_like_the_line_above() -> None:
    assert cut_rests("one)", ends_with_comma=True) == ["one", "one,"]


def test_a_rest_is_cut_at_few_places() -> None:
    assert len(cut_rests(", ".join("abcdefghij"), ends_with_comma=False)) == MAX_CUTS


def test_a_deleted_line_is_broken_into_several() -> None:
    edit = Edit(1, URI, 0, ('call(first="x", second="yes")',), (), time=1.0)
    situation = situation_of('call(\n    first="x",\n    second="|\n', edits=[edit])
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    assert found['yes",']["cut"] == 1.0
    assert found['yes")']["cut"] == 0.0


def test_words_that_were_replaced_are_stale() -> None:
    before = Edit(1, URI, 90, ("send(old_name, x)",), ("send(new_name, x)",), time=1.0)
    last = Edit(2, URI, 0, ("other(old_name, y)",), ("other(",), time=2.0)
    situation = situation_of("other(|\n", edits=[before, last])
    place = find_place(situation)
    assert place is not None
    assert replaced_words(place, situation) == {"old_name"}
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    assert found["old_name, y)"]["stale_words"] == 1.0
    assert found["old_name, y)"]["is_old_line"] == 1.0
    assert found["new_name, y)"]["stale_words"] == 0.0


def test_a_word_that_the_line_has_replaced_is_stale_in_its_rest() -> None:
    edit = Edit(1, URI, 0, ("equal(first.size, hash(first))",), (), time=1.0)
    situation = situation_of("equal(other.size, |\n", edits=[edit])
    found = {one.text: features for one, features in CompletionEngine().scored_continuations(situation)}
    assert found["hash(first))"]["stale_words"] == 1.0
    assert found["hash(other))"]["stale_words"] == 0.0
