"""What users complain of most: the wrong moment, the same again, and a good one gone before it could be taken."""

import pytest

from nes.service_desk import A, B, Desk, everywhere, swap, where
from understudy.nes.engine_api import Candidate
from understudy.nes.text import EditOrigin
from understudy.nes.text.text_types import Point, Replacement, Span

TEXT = "old = 1\nprint(old)\nprint(old)\nprint(old)\n"


def desk_after_an_edit() -> Desk:
    desk = Desk(TEXT)
    desk.replace("old", "new")
    desk.engine.says = everywhere("old", "new")
    return desk


@pytest.mark.requirement("NES-10", "NES-14")
def test_the_first_sure_candidate_is_suggested_with_an_id() -> None:
    desk = desk_after_an_edit()
    suggestion = desk.edit()
    assert suggestion.id
    assert suggestion.uri == A
    assert where(suggestion) == (1, 6, 1, 9, "new")
    assert desk.why.word == "shown"
    assert desk.why.suggestion == suggestion.id


def test_nothing_is_suggested_right_after_an_undo() -> None:
    desk = desk_after_an_edit()
    desk.edit()
    desk.replace("new", "old")
    assert desk.silence() == "undo"
    assert desk.engine.asked[-1].edits[-1].origin is not EditOrigin.UNDONE  # it was not even asked again
    assert desk.ask(trigger="manual") is not None  # who asks is answered
    desk.replace("print(old)", "show(old)")
    assert desk.ask() is not None


def test_nothing_is_suggested_when_the_last_action_was_an_undo() -> None:
    from understudy.schema.acp import NesSuggestContext, NesUserAction, Position

    desk = desk_after_an_edit()
    here = Position(line=0, character=0)
    context = NesSuggestContext(
        user_actions=[
            NesUserAction(action="undo", uri=A, position=here, timestamp_ms=20),
            NesUserAction(action="insertChar", uri=A, position=here, timestamp_ms=10),
        ]
    )
    assert desk.silence(context=context) == "undo"


@pytest.mark.requirement("NES-18")
def test_what_was_rejected_does_not_come_back_here_even_when_lines_above_it_move() -> None:
    desk = desk_after_an_edit()
    first = desk.edit()
    assert where(first)[0] == 1
    desk.reject(first)
    assert where(desk.edit())[0] == 2
    desk.change(0, 0, "# a\n# b\n")
    assert where(desk.edit())[0] == 4
    assert "refused" in [one.fate for one in desk.why.considered] or desk.why.word == "kept"
    desk.engine.says = lambda situation: [swap(situation.snapshot, 3, "old", "new")]
    assert desk.silence() == "refused"
    assert desk.engine.asked[-1].is_rejected(swap(desk.engine.asked[-1].snapshot, 3, "old", "new"))


def test_of_equal_lines_only_the_rejected_one_is_refused() -> None:
    desk = desk_after_an_edit()
    desk.engine.says = lambda situation: [swap(situation.snapshot, 2, "old", "new")]
    desk.reject(desk.edit())
    assert desk.silence() == "refused"
    desk.engine.says = lambda situation: [swap(situation.snapshot, 3, "old", "new")]
    assert where(desk.edit())[0] == 3


def test_a_suggestion_that_was_taken_and_undone_does_not_come_back() -> None:
    desk = desk_after_an_edit()
    taken = desk.edit()
    desk.accept(taken)
    desk.apply(taken)
    assert desk.service.find_session(desk.session).history.edits[-1].origin is EditOrigin.ACCEPTED
    desk.replace("print(new)", "print(old)")
    assert desk.silence() == "undo"
    desk.change(0, 0, "x = 1\n")
    assert where(desk.edit())[0] == 3


@pytest.mark.requirement("NES-18")
def test_each_reason_counts_in_its_own_way() -> None:
    for reason, comes_back, after_an_edit, trust in (
        ("rejected", False, False, (0, 1)),
        (None, False, False, (0, 1)),
        ("ignored", False, True, (0, 0)),
        ("replaced", True, True, (0, 0)),
        ("cancelled", True, True, (0, 0)),
    ):
        desk = desk_after_an_edit()
        desk.engine.says = lambda situation: [
            swap(situation.snapshot, len(situation.snapshot.lines) - 2, "old", "new")
        ]
        shown = desk.edit()
        desk.reject(shown, reason)
        assert (desk.ask() is not None) is comes_back, reason
        desk.change(0, 0, "other = 2\n")
        assert (desk.ask() is not None) is after_an_edit, reason
        assert desk.engine.asked[-1].feedback_counts("old → new") == trust, reason
    desk = desk_after_an_edit()
    for _ in range(2):
        desk.reject(desk.edit(), "ignored")
    assert desk.service.find_session(desk.session).feedback_counts.counts_for("old → new") == (0, 1)


@pytest.mark.requirement("NES-18")
def test_a_verdict_on_an_unknown_suggestion_is_harmless() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    shown.id = "sug_unknown"
    desk.accept(shown)
    desk.reject(shown)
    assert desk.ask() is not None


def test_a_shown_suggestion_stays_when_a_better_one_turns_up() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    desk.engine.says = lambda situation: [
        swap(situation.snapshot, 3, "old", "new", 0.99),
        swap(situation.snapshot, 1, "old", "new", 0.7),
    ]
    again = desk.edit(line=2)
    assert (again.id, where(again)) == (shown.id, where(shown))
    assert desk.why.word == "kept"
    assert [one.fate for one in desk.why.considered] == ["kept", "behind"]


def test_a_shown_suggestion_moves_with_its_lines_and_keeps_its_id() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    desk.change(0, 0, "import os\n")
    again = desk.edit()
    assert again.id == shown.id
    assert where(again) == (2, 6, 2, 9, "new")


def test_a_shown_suggestion_goes_when_the_engine_has_dropped_it_after_another_edit() -> None:
    desk = desk_after_an_edit()
    desk.edit()
    desk.engine.says = lambda situation: []
    assert desk.ask() is not None  # the user only moved
    desk.change(0, 0, "import os\n")
    assert desk.silence() == "nothing-learned"


def test_a_shown_suggestion_goes_when_its_chance_falls_below_the_threshold() -> None:
    desk = desk_after_an_edit()
    desk.edit()
    desk.engine.says = everywhere("old", "new", 0.05)
    assert desk.edit() is not None  # nothing was edited, so nothing speaks against it
    desk.replace("= 1", "= 2")
    assert desk.silence() == "low-chance"


def test_a_shown_suggestion_goes_when_the_user_changes_its_line_otherwise() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    desk.replace("print(old)", "log(old)")
    again = desk.edit()
    assert again.id != shown.id
    assert where(again) == (1, 4, 1, 7, "new")


def test_typing_its_first_characters_keeps_a_suggestion_and_shortens_it() -> None:
    desk = Desk("def f():\n    return\n")
    desk.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="typing",
            edits=(Replacement(Span(Point(1, 10), Point(1, 10)), " value"),),
        )
    ]
    shown = desk.edit()
    desk.engine.says = lambda situation: []
    at = len("def f():\n    return")
    for index, letter in enumerate(" val"):
        desk.change(at + index, at + index, letter)
        again = desk.edit(line=1)
        assert again.id == shown.id
        assert where(again) == (1, 10 + index + 1, 1, 10 + index + 1, " value"[index + 1 :])
    desk.change(at + 4, at + 4, "x")
    assert desk.ask() is None


def test_deleting_what_is_to_be_replaced_keeps_the_suggestion() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    desk.replace("print(old)", "print()")
    again = desk.edit(line=1)
    assert (again.id, where(again)) == (shown.id, (1, 6, 1, 6, "new"))
    desk.replace("print()", "print(ne)")
    again = desk.edit(line=1)
    assert (again.id, where(again)) == (shown.id, (1, 8, 1, 8, "w"))


def test_a_new_line_that_is_typed_keeps_its_suggestion() -> None:
    desk = Desk("a = 1\nb = 2\n")
    desk.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="typing",
            edits=(Replacement(Span(Point(2, 0), Point(2, 0)), "c = 3\n"),),
        )
    ]
    shown = desk.edit()
    desk.engine.says = lambda situation: []
    desk.change(12, 12, "c")
    again = desk.edit(line=2)
    assert again.id == shown.id
    assert where(again)[-1] == " = 3\n"


def test_what_the_user_typed_to_the_end_is_not_suggested_again() -> None:
    desk = desk_after_an_edit()
    shown = desk.edit()
    desk.replace("print(old)", "print(new)")
    again = desk.edit()
    assert again.id != shown.id
    assert where(again)[0] == 2


def test_accepting_is_seen_in_the_history_before_and_after_the_change() -> None:
    for accept_first in (True, False):
        desk = desk_after_an_edit()
        shown = desk.edit()
        if accept_first:
            desk.accept(shown)
        desk.apply(shown)
        if not accept_first:
            desk.accept(shown)
        assert where(desk.edit())[0] == 2
        assert desk.engine.asked[-1].edits[-1].origin is EditOrigin.ACCEPTED
        assert desk.engine.asked[-1].feedback_counts("old → new") == (1, 0)


def test_a_suggestion_of_several_places_is_taken_as_a_whole() -> None:
    desk = desk_after_an_edit()
    desk.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="swap",
            edits=tuple(Replacement(Span(Point(line, 6), Point(line, 9)), "new") for line in (1, 2, 3)),
        )
    ]
    shown = desk.edit()
    assert len(shown.edits) == 3
    desk.accept(shown)
    desk.apply(shown)
    desk.engine.says = lambda situation: []
    desk.ask()
    origins = [edit.origin for edit in desk.engine.asked[-1].edits]
    assert origins.count(EditOrigin.ACCEPTED) == 3


def test_one_of_several_places_done_by_hand_leaves_the_others() -> None:
    desk = desk_after_an_edit()
    desk.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="swap",
            edits=tuple(Replacement(Span(Point(line, 6), Point(line, 9)), "new") for line in (1, 3)),
        )
    ]
    shown = desk.edit()
    desk.engine.says = lambda situation: []
    desk.replace("print(old)", "print(new)")
    again = desk.edit()
    assert (again.id, where(again)[0]) == (shown.id, 3)


def test_lines_that_are_there_already_are_not_suggested() -> None:
    desk = Desk("a = 1\nb = 2\n")
    for line in (1, 2):
        desk.engine.says = lambda situation, line=line: [
            Candidate(
                kind="edit",
                uri=A,
                probability=0.9,
                family="lines",
                edits=(Replacement(Span(Point(line, 0), Point(line, 0)), "b = 2\n"),),
            )
        ]
        assert desk.silence() == "already-there"


def test_a_suggestion_of_another_document_is_not_kept_when_the_user_goes_elsewhere() -> None:
    desk = desk_after_an_edit()
    desk.edit()
    desk.engine.says = lambda situation: []
    desk.open("nothing\n", B)
    assert desk.silence(uri=B) == "nothing-learned"


def test_after_a_suggestion_was_accepted_another_one_has_another_id() -> None:
    desk = desk_after_an_edit()
    seen: set[str] = set()
    for _ in range(3):
        shown = desk.edit()
        assert shown.id not in seen
        seen.add(shown.id)
        desk.accept(shown)
        desk.apply(shown)
    assert desk.silence() == "nothing-learned"
    assert "old" not in desk.texts[A]
