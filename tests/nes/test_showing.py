"""A shown suggestion follows the text, whatever is typed: it fits and leads to the same lines, or it is gone."""

from hypothesis import given
from hypothesis import strategies as st

from understudy.nes.documents import cut
from understudy.nes.port import Candidate, Trigger
from understudy.nes.regions import applied, fits, line_after, narrowed, regions
from understudy.nes.showing import MOST, Showing, Shown
from understudy.nes.values import Point, Replacement, Span, Splice

URI = "file:///a.py"


def shown(lines: list[str], *edits: Replacement, place: Point | None = None) -> tuple[Showing, Shown]:
    showing = Showing()
    candidate = Candidate(kind="edit", uri=URI, chance=0.9, family="any", edits=edits, place=place)
    return showing, show(showing, candidate, lines)


def show(showing: Showing, candidate: Candidate, lines: list[str]) -> Shown:
    return showing.show(
        candidate, lines, threshold=0.6, trigger=Trigger.AUTOMATIC, asked=URI, selection=None, stamp=(1, 0)
    )


def at(line: int, start: int, end: int, text: str) -> Replacement:
    return Replacement(Span(Point(line, start), Point(line, end)), text)


def type_in(showing: Showing, lines: list[str], line: int, count: int, *new: str) -> None:
    splice = cut(line, lines[line : line + count], new)
    lines[line : line + count] = new
    showing.moved(URI, splice, (2, 0))


def test_the_edits_are_those_of_the_engine_until_somebody_types_into_them() -> None:
    lines = ["a", "f(x, y)", "b"]
    showing, one = shown(lines, at(1, 2, 3, "p"), at(1, 5, 6, "q"))
    assert one.current().edits == (at(1, 2, 3, "p"), at(1, 5, 6, "q"))
    type_in(showing, lines, 0, 0, "top")
    assert one.current().edits == (at(2, 2, 3, "p"), at(2, 5, 6, "q"))
    type_in(showing, lines, 2, 1, "f(p, y)")
    assert one.valid
    assert applied(one.current().edits, lines) == ["top", "a", "f(p, q)", "b"]


def test_backspacing_what_was_typed_keeps_it() -> None:
    lines = ["return"]
    showing, one = shown(lines, at(0, 6, 6, " value"))
    for text in ("return v", "return ", "return", "return val"):
        type_in(showing, lines, 0, 1, text)
        assert one.valid
        assert applied(one.current().edits, lines) == ["return value"]
    assert one.stamp == (2, 0)


def test_brackets_that_the_editor_closes_by_itself_do_not_end_it() -> None:
    lines = ["print"]
    showing, one = shown(lines, at(0, 5, 5, "(name[0])"))
    for text in ("print()", "print(n)", "print(name[])", "print(name[0])"):
        type_in(showing, lines, 0, 1, text)
        assert one.valid
        assert applied(one.current().edits, lines) == ["print(name[0])"]
    type_in(showing, lines, 0, 1, "print(name[0]))")
    assert not one.valid


def test_typing_beside_it_in_the_same_line_ends_it() -> None:
    for text in ("xreturn", "returns", "retur", "return value!"):
        lines = ["return"]
        showing, one = shown(lines, at(0, 6, 6, " value"))
        type_in(showing, lines, 0, 1, text)
        assert not one.valid


def test_typing_it_to_the_end_fulfills_it() -> None:
    lines = ["return"]
    showing, one = shown(lines, at(0, 6, 6, " value"))
    assert not one.fulfilled
    type_in(showing, lines, 0, 1, "return value")
    assert one.fulfilled
    assert one.changes() == [(0, ("return",), ("return value",))]


def test_a_line_added_between_two_places_moves_only_the_lower() -> None:
    lines = ["x", "y", "z"]
    showing, one = shown(lines, at(0, 0, 1, "1"), at(2, 0, 1, "3"), place=Point(2, 1))
    type_in(showing, lines, 1, 0, "between")
    assert one.current().edits == (at(0, 0, 1, "1"), at(3, 0, 1, "3"))
    assert one.place is None


def test_the_cursor_moves_with_the_edit() -> None:
    lines = ["x", "y"]
    showing, one = shown(lines, at(1, 0, 1, "long"), place=Point(1, 4))
    type_in(showing, lines, 0, 0, "top")
    assert one.place == Point(2, 4)
    type_in(showing, lines, 3, 0, "bottom")
    assert one.place == Point(2, 4)


def test_a_jump_moves_with_its_line_and_ends_when_that_is_edited() -> None:
    lines = ["a", "b", "c"]
    showing = Showing()
    jump = Candidate(kind="jump", uri=URI, chance=0.9, family="any", place=Point(2, 0))
    one = show(showing, jump, lines)
    type_in(showing, lines, 0, 0, "top")
    assert one.place == Point(3, 0)
    assert one.same(Candidate(kind="jump", uri=URI, chance=0.5, family="other", place=Point(3, 1)), lines)
    type_in(showing, lines, 3, 1, "cc")
    assert not one.valid


def test_a_text_that_is_lost_takes_its_suggestions_along() -> None:
    showing, one = shown(["a"], at(0, 0, 1, "b"))
    showing.lost("file:///other.py")
    assert one.valid
    showing.lost(URI)
    assert not one.valid


def test_only_the_last_suggestions_wait_for_a_verdict() -> None:
    showing, first = shown(["a"], at(0, 0, 1, "b"))
    others = [show(showing, first.candidate, ["a"]) for _ in range(MOST)]
    assert showing.settle(first.id) is None
    assert showing.current is others[-1]
    assert showing.settle(others[0].id) is others[0]
    assert showing.settle(others[0].id) is None
    assert showing.current is others[-1]
    assert showing.settle(others[-1].id) is others[-1]
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
    target = regions((edit,), lines)[0].target
    showing, one = shown(lines, edit)
    for where, count, new in typed:
        where = min(where, len(lines))
        if where + count == len(lines) == count and not new:
            continue
        type_in(showing, lines, where, min(count, len(lines) - where), *new)
        if not one.valid:
            return
        candidate = one.current()
        assert fits(candidate.edits, lines)
        piece = one.pieces[0]
        result = applied(candidate.edits, lines)
        assert tuple(result[piece.line : piece.line + len(target)]) == target
        assert result[: piece.line] == lines[: piece.line]


@given(texts, texts, st.integers(0, 3))
def test_the_narrowest_replacement_makes_one_text_the_other(
    now: list[str], target: list[str], line: int
) -> None:
    lines = [*["-"] * line, *now, "end"]
    edit = narrowed(line, now, target)
    result = lines if edit.text == "" and edit.span.start == edit.span.end else applied((edit,), lines)
    assert result == [*["-"] * line, *target, "end"]


@given(st.data(), texts)
def test_one_line_of_a_changed_text_is_found_without_making_it(data: st.DataObject, lines: list[str]) -> None:
    line = data.draw(st.integers(0, len(lines) - 1))
    edits = (at(line, 0, len(lines[line]), "\n".join(data.draw(texts))),)
    result = applied(edits, lines)
    changes = regions(edits, lines)
    assert [line_after(changes, lines, number) for number in range(len(result))] == result
    assert line_after(changes, lines, len(result)) is None


def test_a_splice_of_another_text_moves_nothing() -> None:
    showing, one = shown(["a"], at(0, 0, 1, "b"))
    showing.moved("file:///other.py", Splice(0, (), ("top",)), (2, 0))
    assert one.current().edits == (at(0, 0, 1, "b"),)
