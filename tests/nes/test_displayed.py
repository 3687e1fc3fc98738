"""A displayed suggestion follows the text: it stays valid and leads to the same lines, or it is invalidated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.engine_api import Candidate, Trigger
from understudy.nes.limits import MAX_RECENT_SUGGESTIONS
from understudy.nes.session.displayed import DisplayedSuggestion, DisplayState
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.line_changes import (
    apply_replacements,
    can_apply,
    group_into_line_changes,
    line_after_changes,
    minimal_replacement,
)
from understudy.nes.text.text_types import Point, Replacement, Span, Splice

URI = "file:///a.py"


def shown(
    lines: list[str], *edits: Replacement, position: Point | None = None
) -> tuple[DisplayState, DisplayedSuggestion]:
    showing = DisplayState()
    candidate = Candidate(kind="edit", uri=URI, probability=0.9, family="any", edits=edits, position=position)
    return showing, show(showing, candidate, lines)


def show(showing: DisplayState, candidate: Candidate, lines: list[str]) -> DisplayedSuggestion:
    return showing.show(
        candidate,
        lines,
        min_probability=0.6,
        trigger=Trigger.AUTOMATIC,
        requested_uri=URI,
        selection=None,
        revision=(1, 0),
    )


def at(line: int, start: int, end: int, text: str) -> Replacement:
    return Replacement(Span(Point(line, start), Point(line, end)), text)


def type_in(showing: DisplayState, lines: list[str], line: int, count: int, *new: str) -> None:
    splice = minimal_splice(line, lines[line : line + count], new)
    lines[line : line + count] = new
    showing.apply_splice(URI, splice, (2, 0))


def test_the_edits_are_those_of_the_engine_until_the_user_types_into_them() -> None:
    lines = ["a", "f(x, y)", "b"]
    showing, one = shown(lines, at(1, 2, 3, "p"), at(1, 5, 6, "q"))
    assert one.current_candidate().edits == (at(1, 2, 3, "p"), at(1, 5, 6, "q"))
    type_in(showing, lines, 0, 0, "top")
    assert one.current_candidate().edits == (at(2, 2, 3, "p"), at(2, 5, 6, "q"))
    type_in(showing, lines, 2, 1, "f(p, y)")
    assert one.is_valid
    assert apply_replacements(one.current_candidate().edits, lines) == ["top", "a", "f(p, q)", "b"]


def test_backspacing_what_was_typed_keeps_it() -> None:
    lines = ["return"]
    showing, one = shown(lines, at(0, 6, 6, " value"))
    for text in ("return v", "return ", "return", "return val"):
        type_in(showing, lines, 0, 1, text)
        assert one.is_valid
        assert apply_replacements(one.current_candidate().edits, lines) == ["return value"]
    assert one.revision == (2, 0)


def test_brackets_that_the_editor_closes_by_itself_do_not_end_it() -> None:
    lines = ["print"]
    showing, one = shown(lines, at(0, 5, 5, "(name[0])"))
    for text in ("print()", "print(n)", "print(name[])", "print(name[0])"):
        type_in(showing, lines, 0, 1, text)
        assert one.is_valid
        assert apply_replacements(one.current_candidate().edits, lines) == ["print(name[0])"]
    type_in(showing, lines, 0, 1, "print(name[0]))")
    assert not one.is_valid


def test_typing_beside_it_in_the_same_line_ends_it() -> None:
    for text in ("xreturn", "returns", "retur", "return value!"):
        lines = ["return"]
        showing, one = shown(lines, at(0, 6, 6, " value"))
        type_in(showing, lines, 0, 1, text)
        assert not one.is_valid


def test_typing_it_to_the_end_fulfills_it() -> None:
    lines = ["return"]
    showing, one = shown(lines, at(0, 6, 6, " value"))
    assert not one.is_fulfilled
    type_in(showing, lines, 0, 1, "return value")
    assert one.is_fulfilled
    assert one.line_replacements() == [(0, ("return",), ("return value",))]


def test_a_line_added_between_two_places_moves_only_the_lower() -> None:
    lines = ["x", "y", "z"]
    showing, one = shown(lines, at(0, 0, 1, "1"), at(2, 0, 1, "3"), position=Point(2, 1))
    type_in(showing, lines, 1, 0, "between")
    assert one.current_candidate().edits == (at(0, 0, 1, "1"), at(3, 0, 1, "3"))
    assert one.position is None


def test_the_cursor_moves_with_the_edit() -> None:
    lines = ["x", "y"]
    showing, one = shown(lines, at(1, 0, 1, "long"), position=Point(1, 4))
    type_in(showing, lines, 0, 0, "top")
    assert one.position == Point(2, 4)
    type_in(showing, lines, 3, 0, "bottom")
    assert one.position == Point(2, 4)


def test_a_jump_moves_with_its_line_and_ends_when_that_is_edited() -> None:
    lines = ["a", "b", "c"]
    showing = DisplayState()
    jump = Candidate(kind="jump", uri=URI, probability=0.9, family="any", position=Point(2, 0))
    one = show(showing, jump, lines)
    type_in(showing, lines, 0, 0, "top")
    assert one.position == Point(3, 0)
    assert one.is_equivalent_to(
        Candidate(kind="jump", uri=URI, probability=0.5, family="other", position=Point(3, 1)), lines
    )
    type_in(showing, lines, 3, 1, "cc")
    assert not one.is_valid


def jump_to(line: int, pattern: str = "a", uri: str = URI) -> Candidate:
    return Candidate(
        kind="jump", uri=uri, probability=0.9, family="any", position=Point(line, 0), pattern=pattern
    )


def accepted_jump(*candidates: Candidate) -> tuple[DisplayState, list[str]]:
    lines = [f"line {number}" for number in range(20)]
    showing = DisplayState()
    for candidate in candidates:
        one = showing.pop(show(showing, candidate, lines).id)
        assert one is not None
        showing.record_accept(one)
    return showing, lines


def test_no_jump_leads_to_the_line_to_which_the_user_just_went() -> None:
    showing, lines = accepted_jump(jump_to(10))
    assert showing.was_visited(jump_to(10))
    assert showing.was_visited(jump_to(10, "b"))
    assert not showing.was_visited(jump_to(11))
    assert not showing.was_visited(jump_to(10, uri="file:///b.py"))
    type_in(showing, lines, 0, 1, "x")
    assert not showing.was_visited(jump_to(10, "b"))


@pytest.mark.parametrize(
    ("line", "count", "new", "known_at"),
    [
        (0, 1, ("x",), 10),
        (0, 0, ("x", "y"), 12),
        (0, 2, (), 8),
        (8, 1, ("x",), 10),
        (13, 1, ("x",), 10),
        (9, 1, ("x",), None),
        (10, 1, ("x",), None),
        (11, 0, ("x",), None),
        (11, 1, ("x",), None),
        (5, 8, ("x",), None),
    ],
)
def test_a_jump_is_not_repeated_while_its_place_is_not_edited(
    line: int, count: int, new: tuple[str, ...], known_at: int | None
) -> None:
    showing, lines = accepted_jump(jump_to(10))
    type_in(showing, lines, line, count, *new)
    found = [at for at in range(20) if showing.was_visited(jump_to(at))]
    assert found == ([] if known_at is None else [known_at])


def test_an_edit_of_another_text_does_not_repeat_a_jump() -> None:
    showing, _ = accepted_jump(jump_to(10))
    showing.apply_splice("file:///b.py", Splice(10, ("x",), ("y",)), (2, 0))
    assert showing.was_visited(jump_to(10))


def test_a_jump_may_be_repeated_in_a_text_that_was_replaced() -> None:
    showing, lines = accepted_jump(jump_to(10))
    type_in(showing, lines, 0, 1, "x")
    showing.invalidate("file:///b.py")
    assert showing.was_visited(jump_to(10))
    showing.invalidate(URI)
    assert not showing.was_visited(jump_to(10))


def test_only_the_last_unused_jumps_are_remembered() -> None:
    showing, lines = accepted_jump(*(jump_to(at, f"{at}") for at in range(MAX_RECENT_SUGGESTIONS + 1)))
    type_in(showing, lines, 0, 0, *[""] * 100)
    assert not showing.was_visited(jump_to(100, "0"))
    assert showing.was_visited(jump_to(100 + MAX_RECENT_SUGGESTIONS, f"{MAX_RECENT_SUGGESTIONS}"))


def test_invalidating_a_text_invalidates_its_suggestions() -> None:
    showing, one = shown(["a"], at(0, 0, 1, "b"))
    showing.invalidate("file:///other.py")
    assert one.is_valid
    showing.invalidate(URI)
    assert not one.is_valid


def test_only_the_last_suggestions_can_be_accepted_or_rejected() -> None:
    showing, first = shown(["a"], at(0, 0, 1, "b"))
    others = [show(showing, first.candidate, ["a"]) for _ in range(MAX_RECENT_SUGGESTIONS)]
    assert showing.pop(first.id) is None
    assert showing.current is others[-1]
    assert showing.pop(others[0].id) is others[0]
    assert showing.pop(others[0].id) is None
    assert showing.current is others[-1]
    assert showing.pop(others[-1].id) is others[-1]
    assert showing.current is None


texts = st.lists(st.text("ab(", max_size=4), min_size=1, max_size=5)


@given(st.data(), texts, st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), texts), max_size=4))
def test_whatever_is_typed_it_leads_to_its_lines_or_is_gone(
    data: st.DataObject, lines: list[str], typed: list[tuple[int, int, list[str]]]
) -> None:
    line = data.draw(st.integers(0, len(lines) - 1))
    start = data.draw(st.integers(0, len(lines[line])))
    end = data.draw(st.integers(start, len(lines[line])))
    edit = at(line, start, end, "\n".join(data.draw(texts)))
    target = group_into_line_changes((edit,), lines)[0].target
    showing, one = shown(lines, edit)
    for where, count, new in typed:
        where = min(where, len(lines))
        if where + count == len(lines) == count and not new:
            continue
        type_in(showing, lines, where, min(count, len(lines) - where), *new)
        if not one.is_valid:
            return
        candidate = one.current_candidate()
        assert can_apply(candidate.edits, lines)
        piece = one.line_changes[0]
        result = apply_replacements(candidate.edits, lines)
        assert tuple(result[piece.line : piece.line + len(target)]) == target
        assert result[: piece.line] == lines[: piece.line]


@given(texts, texts, st.integers(0, 3))
def test_the_narrowest_replacement_makes_one_text_the_other(
    now: list[str], target: list[str], line: int
) -> None:
    lines = [*["-"] * line, *now, "end"]
    edit = minimal_replacement(line, now, target)
    result = (
        lines if edit.text == "" and edit.span.start == edit.span.end else apply_replacements((edit,), lines)
    )
    assert result == [*["-"] * line, *target, "end"]


@given(st.data(), texts)
def test_one_line_of_a_changed_text_is_found_without_making_it(data: st.DataObject, lines: list[str]) -> None:
    line = data.draw(st.integers(0, len(lines) - 1))
    edits = (at(line, 0, len(lines[line]), "\n".join(data.draw(texts))),)
    result = apply_replacements(edits, lines)
    changes = group_into_line_changes(edits, lines)
    assert [line_after_changes(changes, lines, number) for number in range(len(result))] == result
    assert line_after_changes(changes, lines, len(result)) is None


def test_a_splice_of_another_text_moves_nothing() -> None:
    showing, one = shown(["a"], at(0, 0, 1, "b"))
    showing.apply_splice("file:///other.py", Splice(0, (), ("top",)), (2, 0))
    assert one.current_candidate().edits == (at(0, 0, 1, "b"),)
