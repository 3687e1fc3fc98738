"""Edits as editors draw them: whole words within a line, whole lines otherwise, and always the same result."""

from hypothesis import given
from hypothesis import strategies as st

from understudy.lsp.drawn_edits import is_drawn_after, to_drawn_edits, to_inline_completion
from understudy.nes.text import Point, Replacement, Span, apply_replacements, can_apply


def replace(line: int, start: int, end: int, text: str, *, last: int | None = None) -> Replacement:
    return Replacement(Span(Point(line, start), Point(line if last is None else last, end)), text)


def test_a_part_of_a_word_becomes_the_whole_word() -> None:
    assert to_drawn_edits([replace(0, 6, 9, "find")], ["print(get_user)"]) == [replace(0, 6, 14, "find_user")]


def test_letters_added_to_a_word_are_drawn_with_the_word() -> None:
    assert to_drawn_edits([replace(0, 4, 4, "_id")], ["user = 1"]) == [replace(0, 0, 4, "user_id")]
    assert to_drawn_edits([replace(0, 1, 1, "x_")], ["(foo)"]) == [replace(0, 1, 4, "x_foo")]


def test_what_touches_no_word_stays_as_small_as_it_is() -> None:
    assert to_drawn_edits([replace(0, 5, 5, ", b")], ["f(a, )"]) == [replace(0, 5, 5, ", b")]


def test_two_edits_of_a_line_become_one() -> None:
    found = to_drawn_edits([replace(0, 0, 1, "x"), replace(0, 4, 5, "y")], ["a = b"])
    assert found == [replace(0, 0, 5, "x = y")]


def test_an_edit_of_several_lines_is_drawn_as_whole_lines() -> None:
    found = to_drawn_edits([replace(0, 2, 1, "X\n", last=1)], ["abc", "def", "ghi"])
    assert found == [replace(0, 0, 3, "abX\nef", last=1)]


def test_added_and_removed_lines_are_drawn_as_lines() -> None:
    lines = ["a", "b"]
    assert to_drawn_edits([replace(0, 1, 1, "\nnew")], lines) == [replace(1, 0, 0, "new\n")]
    assert to_drawn_edits([replace(1, 1, 1, "\nnew")], lines) == [replace(1, 1, 1, "\nnew")]
    assert to_drawn_edits([replace(0, 0, 0, "", last=1)], lines) == [replace(0, 0, 0, "", last=1)]
    assert to_drawn_edits([replace(0, 1, 1, "", last=1)], lines) == [replace(0, 1, 1, "", last=1)]


def test_a_line_added_above_a_changed_line_is_drawn_with_it() -> None:
    """Clients disagree on the order of two insertions at one place."""
    found = to_drawn_edits([replace(0, 0, 0, "\n"), replace(1, 0, 0, "_")], ["", ""])
    assert found == [replace(1, 0, 0, "\n_")]
    found = to_drawn_edits([replace(0, 1, 1, "\n"), replace(2, 0, 0, "b")], ["a", "", ""])
    assert apply_replacements(found, ["a", "", ""]) == ["a", "", "", "b"]


def test_an_inline_completion_stays_on_its_line() -> None:
    lines = ["def f():", "    ret", "g()"]
    assert to_inline_completion([replace(1, 7, 7, "urn 1")], lines, 1) == replace(1, 4, 7, "return 1")
    assert to_inline_completion([replace(1, 7, 7, "urn 1")], lines, 0) is None
    assert to_inline_completion([replace(2, 0, 0, "h()\n")], lines, 1) == replace(1, 7, 7, "\nh()")
    assert to_inline_completion([replace(0, 0, 7, "", last=1)], lines, 1) is None


def test_an_edit_is_drawn_after_the_cursor_if_it_changes_nothing_before_it() -> None:
    line = "print(get_user)"
    whole = replace(0, 6, 14, "find_user")
    assert is_drawn_after(whole, line, 6)
    assert is_drawn_after(whole, line, 2)
    assert not is_drawn_after(whole, line, 8)
    assert not is_drawn_after(whole, line, 15)
    assert is_drawn_after(replace(0, 6, 14, "get_user_id"), line, 14)


LINE = st.text("ab_ (\té😀", max_size=6)


@given(st.lists(LINE, min_size=1, max_size=5), st.data())
def test_the_drawn_edits_give_the_same_text(lines: list[str], data: st.DataObject) -> None:
    points = st.integers(0, len(lines) - 1).flatmap(
        lambda line: st.integers(0, len(lines[line])).map(lambda column: Point(line, column))
    )
    ends = sorted(
        data.draw(st.lists(points, min_size=2, max_size=4).filter(lambda found: not len(found) % 2))
    )
    edits = [
        Replacement(Span(start, end), data.draw(st.text("ab_ \n", max_size=5)))
        for start, end in zip(ends[::2], ends[1::2], strict=True)
    ]
    if not can_apply(edits, lines):
        return
    after = apply_replacements(edits, lines)
    drawn = to_drawn_edits(edits, lines)
    assert can_apply(drawn, lines)
    assert apply_replacements(drawn, lines) == after
    for line in range(len(lines)):
        inline = to_inline_completion(edits, lines, line)
        if inline is not None:
            assert inline.span.start.line == inline.span.end.line == line
            assert apply_replacements([inline], lines) == after
