"""After an accepted suggestion, the engine goes on with the rest of its last result, and only then."""

import msgspec
import pytest

from nes_symbolic.builders import Texts
from nes_symbolic.scenes import Scene
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.continuation import Continuation
from understudy.nes.symbolic.limits import SUFFICIENT_PROBABILITY
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span, TextSnapshot

CALLS = """
    def fetch(key):
        return key


    first = fetch(1)
    second = fetch(2)
    third = fetch(3)
"""
URI = "file:///project/calls.py"
LINES = ["first = get(1)", "second = get(2)", "third = get(3)", "fourth = get(4)"]


def replacement(line: int, probability: float = 0.9, pattern: str = "get → load") -> Candidate:
    """Replaces `get` in one of the lines."""
    column = LINES[line].index("get")
    span = Span(Point(line, column), Point(line, column + 3))
    return Candidate(
        kind="edit",
        uri=URI,
        probability=probability,
        family="replace",
        pattern=pattern,
        edits=(Replacement(span, "load"),),
        position=Point(line, column + 4),
    )


def situation(lines: list[str], *edits: Edit, uri: str = URI) -> Situation:
    return Situation(
        snapshot=TextSnapshot(uri, "python", lines),
        cursor=Point(0, 0),
        edits=edits,
        workspace_texts=Texts(),
    )


TYPED = Edit(1, URI, 9, ("get",), ("load",))


def accepted(at: int, **fields: object) -> Edit:
    edit = Edit(2, URI, at, (LINES[at],), (LINES[at].replace("get", "load"),))
    return msgspec.structs.replace(edit, **{"origin": EditOrigin.ACCEPTED, **fields})


def continued(
    *candidates: Candidate, edit: Edit | None = None, lines: list[str] | None = None, uri: str = URI
) -> list[int]:
    """The lines of the candidates that are left after the first was accepted."""
    edit = edit or accepted(0)
    after = lines or [*LINES[: edit.line], *edit.new, *LINES[edit.line + 1 :]]
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), candidates)
    found = continuation.take(situation(after, TYPED, edit, uri=uri))
    return [one.edits[0].span.start.line for one in found]


def test_the_places_below_the_accepted_one_are_left_in_their_order() -> None:
    assert continued(replacement(0), replacement(2), replacement(1)) == [2, 1]


def test_places_above_the_accepted_one_are_estimated_anew() -> None:
    assert continued(replacement(2), replacement(1), replacement(3), edit=accepted(2)) == [3]


@pytest.mark.parametrize(
    ("probability", "is_left"), [(SUFFICIENT_PROBABILITY, True), (SUFFICIENT_PROBABILITY - 0.001, False)]
)
def test_only_likely_places_are_left(probability: float, is_left: bool) -> None:
    assert (continued(replacement(0), replacement(1, probability), replacement(2)) == [1, 2]) is is_left


def test_places_of_another_pattern_are_not_left() -> None:
    assert continued(replacement(0), replacement(1, pattern="get → take"), replacement(2)) == [2]


def test_places_move_with_an_accepted_suggestion_that_adds_lines() -> None:
    grown = accepted(0, new=("first = get(1)", "log(first)"), old=("first = get(1)",))
    edits = (Replacement(Span(Point(0, 14), Point(0, 14)), "\nlog(first)"),)
    insertion = msgspec.structs.replace(replacement(0), edits=edits)
    lines = [*grown.new, *LINES[1:]]
    assert (
        continued(insertion, replacement(1), edit=grown, lines=lines) == []
    )  # history has the added line alone
    added = accepted(0, line=1, old=(), new=("log(first)",))
    assert continued(insertion, replacement(1), replacement(3), edit=added, lines=lines) == [2, 4]


def test_a_moved_place_has_its_cursor_moved_too() -> None:
    edits = (Replacement(Span(Point(0, 14), Point(0, 14)), "\nlog(first)"),)
    continuation = Continuation()
    insertion = msgspec.structs.replace(replacement(0), edits=edits)
    continuation.remember(situation(LINES, TYPED), [insertion, replacement(1)])
    added = accepted(0, line=1, old=(), new=("log(first)",))
    lines = [LINES[0], "log(first)", *LINES[1:]]
    (moved,) = continuation.take(situation(lines, TYPED, added))
    assert moved.position == Point(2, replacement(1).position.column)  # pyright: ignore[reportOptionalMemberAccess]


def test_a_place_whose_line_has_changed_is_not_left() -> None:
    lines = [LINES[0].replace("get", "load"), "second = get(22)", *LINES[2:]]
    assert continued(replacement(0), replacement(1), replacement(2), lines=lines) == [2]


@pytest.mark.parametrize(
    "edit",
    [
        accepted(0, origin=EditOrigin.TYPED),
        accepted(0, revision=1),
        accepted(0, new=("first = fetch(1)",)),
        accepted(0, uri="file:///project/other.py"),
    ],
    ids=["typed by the user", "changed after the acceptance", "another result", "another text"],
)
def test_after_another_edit_the_engine_searches(edit: Edit) -> None:
    assert continued(replacement(0), replacement(1), edit=edit, lines=LINES) == []


def test_what_is_no_edit_of_one_place_is_not_left() -> None:
    jump = msgspec.structs.replace(replacement(1), kind="jump", edits=())
    wide = msgspec.structs.replace(replacement(1), edits=(*replacement(1).edits, *replacement(3).edits))
    assert continued(replacement(0), jump, replacement(2)) == [2]
    assert continued(replacement(0), wide, replacement(2)) == [2]


def test_one_likely_place_is_not_remembered() -> None:
    assert continued(replacement(0)) == []
    assert continued(replacement(0), replacement(1, SUFFICIENT_PROBABILITY - 0.001)) == []


def test_an_accepted_insertion_is_not_left_itself() -> None:
    edits = (Replacement(Span(Point(1, 0), Point(1, 0)), "log(first)\n"),)
    insertion = msgspec.structs.replace(replacement(0), edits=edits)
    added = accepted(0, line=1, old=(), new=("log(first)",))
    lines = [LINES[0], "log(first)", *LINES[1:]]
    assert continued(insertion, edit=added, lines=lines) == []
    assert continued(insertion, replacement(1), edit=added, lines=lines) == [2]


def test_places_of_another_family_are_not_left() -> None:
    other = msgspec.structs.replace(replacement(1), family="again")
    assert continued(replacement(0), other, replacement(2)) == [2]


def test_places_of_another_text_are_not_left() -> None:
    uri = "file:///project/other.py"
    texts = Texts(TextSnapshot(uri, "python", LINES))
    elsewhere = msgspec.structs.replace(replacement(1), uri=uri)
    continuation = Continuation()
    before = msgspec.structs.replace(situation(LINES, TYPED), workspace_texts=texts)
    continuation.remember(before, [replacement(0), elsewhere, replacement(2)])
    found = continuation.take(situation([accepted(0).new[0], *LINES[1:]], TYPED, accepted(0)))
    assert [one.uri for one in found] == [URI]


def test_a_history_that_was_forgotten_starts_a_search() -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), [replacement(0), replacement(1)])
    assert continuation.take(situation([accepted(0).new[0], *LINES[1:]], accepted(0))) == []


@pytest.mark.parametrize("revision", [0, 1])
def test_a_result_without_edits_is_not_continued(revision: int) -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES), [replacement(0), replacement(1)])
    after = [accepted(0).new[0], *LINES[1:]]
    assert continuation.take(situation(after, accepted(0, revision=revision))) == []


def test_the_newest_of_several_edits_counts() -> None:
    continuation = Continuation()
    newest = msgspec.structs.replace(TYPED, serial=2, line=3, revision=4)
    continuation.remember(situation(LINES, TYPED, newest), [replacement(0), replacement(1), replacement(2)])
    after = [accepted(0).new[0], *LINES[1:]]
    found = continuation.take(situation(after, TYPED, newest, accepted(0, serial=3)))
    assert [one.edits[0].span.start.line for one in found] == [1, 2]


def test_after_two_edits_the_engine_searches() -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), [replacement(0), replacement(1)])
    other = msgspec.structs.replace(TYPED, serial=2, line=3)
    assert continuation.take(situation(LINES, TYPED, other, accepted(0, serial=3))) == []


def test_an_edit_that_grew_before_the_acceptance_starts_a_search() -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), [replacement(0), replacement(1)])
    grown = msgspec.structs.replace(TYPED, revision=1)
    after = [accepted(0).new[0], *LINES[1:]]
    assert continuation.take(situation(after, grown, accepted(0))) == []


def test_a_request_from_another_text_starts_a_search() -> None:
    assert continued(replacement(0), replacement(1), uri="file:///project/other.py") == []


@pytest.mark.parametrize("given", ["diagnostics", "selection"])
def test_a_request_about_something_else_starts_a_search(given: str) -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), [replacement(0), replacement(1)])
    asked = situation([accepted(0).new[0], *LINES[1:]], TYPED, accepted(0))
    value = ("problem",) if given == "diagnostics" else Span(Point(0, 0), Point(0, 3))
    assert continuation.take(msgspec.structs.replace(asked, **{given: value})) == []


def test_the_rest_is_taken_once() -> None:
    continuation = Continuation()
    continuation.remember(situation(LINES, TYPED), [replacement(0), replacement(1)])
    asked = situation([accepted(0).new[0], *LINES[1:]], TYPED, accepted(0))
    assert continuation.take(asked)
    assert continuation.take(asked) == []


def test_a_row_of_accepted_suggestions_is_searched_for_once() -> None:
    scene = Scene("calls.py", CALLS)
    scene.edit("fetch", "load")
    assert scene.accept()
    searched = scene.engine.result.is_continued
    scene.expect("- second = fetch(2)", "+ second = load(2)")
    assert (searched, scene.engine.result.is_continued) == (False, True)
    scene.accept()
    scene.expect("- third = fetch(3)", "+ third = load(3)")
    assert scene.engine.result.is_continued
