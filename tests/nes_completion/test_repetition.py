"""Changes of the last edits, repeated in a replaced line that is typed again."""

import pytest

from nes_completion.completion_place import completions, situation_of
from understudy.nes.completion.limits import (
    MAX_REPEATED_CHANGES,
    MAX_REPEATED_LINE_TOKENS,
    MAX_REPEATED_LINES,
)
from understudy.nes.completion.repetition import TokenChange, line_changes
from understudy.nes.text import Edit, EditOrigin

URI = "file:///project/a.py"


def edits(*pairs: tuple[str, str], old: tuple[str, ...]) -> list[Edit]:
    """Lines that were replaced before, and the replaced lines of which the first is being typed again."""
    before = [
        Edit(number, URI, 50 + number, (one,), (other,), time=float(number))
        for number, (one, other) in enumerate(pairs)
    ]
    return [*before, Edit(len(before), URI, 0, old, (), time=float(len(before)))]


@pytest.mark.parametrize(
    ("before", "after", "old", "typed", "rest"),
    [
        ("if isAbs(one):", "if path.isAbs(one):", "if isAbs(other):", "if|", " path.isAbs(other):"),
        ("a = Null.make()", "a = Null()", "return Null.make()", "return |", "Null()"),
        ("call(first, mode)", "call(first)", "other(first, mode)", "other(|", "first)"),
        ("open(name)", "open(name, flags)", "x = open(name)", "x|", " = open(name, flags)"),
        ("get_user(a)", "fetch_user(a)", "self.get_user(b, c)", "self.|", "fetch_user(b, c)"),
    ],
    ids=["inserted", "removed", "argument removed", "argument added", "replaced"],
)
def test_the_change_of_another_line_is_made_before_it_is_typed(
    before: str, after: str, old: str, typed: str, rest: str
) -> None:
    situation = situation_of(f"{typed}\n", edits=edits((before, after), old=(old,)))
    assert rest in completions(situation)
    assert rest not in completions(situation_of(f"{typed}\n", edits=edits(old=(old,))))


def test_lines_of_the_same_edit_show_the_change_and_the_typed_line_does_not() -> None:
    old = ("send(user.name, one)", "send(user.name, other)")
    edit = Edit(1, URI, 0, old, ("send(user.label, one)", "send("), time=1.0)
    assert "user.label, other)" in completions(situation_of("send(user.label, one)\nsend(|\n", edits=[edit]))


def test_a_line_that_a_completion_ended_shows_the_whole_change() -> None:
    old, new, typed = "def test_one():", "def test_one() -> None:", "def test_one"
    before = [
        Edit(1, URI, -1, (old,), (typed,), time=1.0),
        Edit(2, URI, 50, (typed,), (new,), time=2.0, origin=EditOrigin.ACCEPTED),
    ]
    last = Edit(3, URI, 0, ("def test_other():",), (), time=3.0)
    found = completions(situation_of("def|\n", edits=[*before, last]))
    assert " test_other() -> None:" in found
    assert " test_other" not in found


def test_an_edit_that_is_not_continued_here_is_no_source_of_lines() -> None:
    known = edits(("if isAbs(one):", "if path.isAbs(one):"), old=("if isAbs(other):",))
    assert " path.isAbs(other):" not in completions(situation_of("x\ny\nif|\n", edits=known))


def test_a_change_of_signs_keeps_a_word_beside_it() -> None:
    assert line_changes("a(first)", "a(&first)") == (TokenChange(("first",), ("&", "first")),)
    assert line_changes("x = y", "x == y") == (TokenChange(("=", "y"), (" =", "=", " y")),)


def test_only_the_newest_changes_are_repeated() -> None:
    pairs = [(f"use(old_{number}, x)", f"use(new_{number}, x)") for number in range(MAX_REPEATED_CHANGES + 1)]
    changed = Edit(0, URI, 50, tuple(one for one, _ in pairs[:1]), tuple(one for _, one in pairs[:1]))
    rest = Edit(1, URI, 60, tuple(one for one, _ in pairs[1:]), tuple(one for _, one in pairs[1:]))
    old = ("call(old_0, y)", f"call(old_{MAX_REPEATED_CHANGES - 1}, y)")
    found = completions(situation_of("call|\n", edits=[changed, rest, Edit(2, URI, 0, old, (), time=1.0)]))
    assert f"(new_{MAX_REPEATED_CHANGES - 1}, y)" in found
    assert "(new_0, y)" not in found


@pytest.mark.parametrize(("above", "is_found"), [(MAX_REPEATED_LINES - 1, True), (MAX_REPEATED_LINES, False)])
def test_of_a_long_edit_the_first_lines_are_changed(above: int, is_found: bool) -> None:
    old = (*(f"line_{number}" for number in range(above)), "if isAbs(other):")
    found = completions(
        situation_of("if|\n", edits=edits(("if isAbs(one):", "if path.isAbs(one):"), old=old))
    )
    assert (" path.isAbs(other):" in found) == is_found


@pytest.mark.parametrize(("more", "is_known"), [(0, True), (1, False)])
def test_very_long_lines_show_no_change(more: int, is_known: bool) -> None:
    line = " ".join(["word"] * (MAX_REPEATED_LINE_TOKENS + more))
    assert bool(line_changes(line, line.replace("word", "other", 1))) == is_known


def test_a_repetition_that_more_lines_show_is_likelier() -> None:
    def likelihood(count: int, typed: str = "if|") -> float:
        pairs = [(f"if isAbs(x{number}):", f"if path.isAbs(x{number}):") for number in range(count)]
        found = completions(situation_of(f"{typed}\n", edits=edits(*pairs, old=("if isAbs(other):",))))
        return found[" path.isAbs(other):" if typed == "if|" else "(other):"]

    assert likelihood(1) < likelihood(2) < likelihood(6)
    assert likelihood(2) < likelihood(2, "if path.isAbs|")
