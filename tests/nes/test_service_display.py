"""Frequent complaints of users: a suggestion at the wrong moment, the same one again, a good one that vanishes."""

import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, swap, where
from understudy.nes.engine_api import Candidate
from understudy.nes.text import EditOrigin
from understudy.nes.text.text_types import Point, Replacement, Span

TEXT = "old = 1\nprint(old)\nprint(old)\nprint(old)\n"


def harness_after_an_edit() -> ServiceHarness:
    harness = ServiceHarness(TEXT)
    harness.replace("old", "new")
    harness.engine.says = everywhere("old", "new")
    return harness


@pytest.mark.requirement("NES-10", "NES-14")
def test_the_first_sure_candidate_is_suggested_with_an_id() -> None:
    harness = harness_after_an_edit()
    suggestion = harness.edit()
    assert suggestion.id
    assert suggestion.uri == A
    assert where(suggestion) == (1, 6, 1, 9, "new")
    assert harness.explanation.word == "shown"
    assert harness.explanation.suggestion == suggestion.id


def test_nothing_is_suggested_right_after_an_undo() -> None:
    harness = harness_after_an_edit()
    harness.edit()
    harness.replace("new", "old")
    assert harness.no_suggestion_reason() == "undo"
    assert harness.engine.asked[-1].edits[-1].origin is not EditOrigin.UNDONE  # it was not even asked again
    assert harness.ask(trigger="manual") is not None  # who asks is answered
    harness.replace("print(old)", "show(old)")
    assert harness.ask() is not None


def test_nothing_is_suggested_when_the_last_action_was_an_undo() -> None:
    from understudy.schema.acp import NesSuggestContext, NesUserAction, Position

    harness = harness_after_an_edit()
    here = Position(line=0, character=0)
    context = NesSuggestContext(
        user_actions=[
            NesUserAction(action="undo", uri=A, position=here, timestamp_ms=20),
            NesUserAction(action="insertChar", uri=A, position=here, timestamp_ms=10),
        ]
    )
    assert harness.no_suggestion_reason(context=context) == "undo"


@pytest.mark.requirement("NES-18")
def test_what_was_rejected_does_not_come_back_here_even_when_lines_above_it_move() -> None:
    harness = harness_after_an_edit()
    first = harness.edit()
    assert where(first)[0] == 1
    harness.reject(first)
    assert where(harness.edit())[0] == 2
    harness.change(0, 0, "# a\n# b\n")
    assert where(harness.edit())[0] == 4
    assert (
        "refused" in [one.fate for one in harness.explanation.considered]
        or harness.explanation.word == "kept"
    )
    harness.engine.says = lambda situation: [swap(situation.snapshot, 3, "old", "new")]
    assert harness.no_suggestion_reason() == "refused"
    assert harness.engine.asked[-1].is_rejected(swap(harness.engine.asked[-1].snapshot, 3, "old", "new"))


def test_a_suggestion_that_was_sent_under_two_ids_is_rejected_by_either() -> None:
    harness = harness_after_an_edit()
    harness.engine.says = lambda situation: [swap(situation.snapshot, 1, "old", "new")]
    first = harness.edit()
    harness.service.find_session(harness.session).display.hide()  # as an answer without a suggestion does
    second = harness.edit()
    assert (second.id != first.id, where(second)) == (True, where(first))
    harness.reject(first)
    assert harness.no_suggestion_reason() == "refused"


def test_of_equal_lines_only_the_rejected_one_is_suppressed() -> None:
    harness = harness_after_an_edit()
    harness.engine.says = lambda situation: [swap(situation.snapshot, 2, "old", "new")]
    harness.reject(harness.edit())
    assert harness.no_suggestion_reason() == "refused"
    harness.engine.says = lambda situation: [swap(situation.snapshot, 3, "old", "new")]
    assert where(harness.edit())[0] == 3


def test_a_suggestion_that_was_accepted_and_undone_does_not_come_back() -> None:
    harness = harness_after_an_edit()
    accepted = harness.edit()
    harness.accept(accepted)
    harness.apply(accepted)
    assert harness.service.find_session(harness.session).history.edits[-1].origin is EditOrigin.ACCEPTED
    harness.replace("print(new)", "print(old)")
    assert harness.no_suggestion_reason() == "undo"
    harness.change(0, 0, "x = 1\n")
    assert where(harness.edit())[0] == 3


@pytest.mark.requirement("NES-18")
def test_each_reason_counts_in_its_own_way() -> None:
    for reason, comes_back, after_an_edit, trust in (
        ("rejected", False, False, (0, 1)),
        (None, False, False, (0, 1)),
        ("ignored", False, True, (0, 0)),
        ("replaced", True, True, (0, 0)),
        ("cancelled", True, True, (0, 0)),
    ):
        harness = harness_after_an_edit()
        harness.engine.says = lambda situation: [
            swap(situation.snapshot, len(situation.snapshot.lines) - 2, "old", "new")
        ]
        shown = harness.edit()
        harness.reject(shown, reason)
        assert (harness.ask() is not None) is comes_back, reason
        harness.change(0, 0, "other = 2\n")
        assert (harness.ask() is not None) is after_an_edit, reason
        assert harness.engine.asked[-1].feedback_counts("old → new") == trust, reason
    harness = harness_after_an_edit()
    for _ in range(2):
        harness.reject(harness.edit(), "ignored")
    assert harness.service.find_session(harness.session).feedback_counts.counts_for("old → new") == (0, 1)


@pytest.mark.requirement("NES-18")
def test_feedback_on_an_unknown_suggestion_is_ignored() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    shown.id = "sug_unknown"
    harness.accept(shown)
    harness.reject(shown)
    assert harness.ask() is not None


def test_a_shown_suggestion_stays_when_a_better_one_turns_up() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    harness.engine.says = lambda situation: [
        swap(situation.snapshot, 3, "old", "new", 0.99),
        swap(situation.snapshot, 1, "old", "new", 0.7),
    ]
    again = harness.edit(line=2)
    assert (again.id, where(again)) == (shown.id, where(shown))
    assert harness.explanation.word == "kept"
    assert [one.fate for one in harness.explanation.considered] == ["kept", "behind"]


def test_a_shown_suggestion_moves_with_its_lines_and_keeps_its_id() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    harness.change(0, 0, "import os\n")
    again = harness.edit()
    assert again.id == shown.id
    assert where(again) == (2, 6, 2, 9, "new")


def test_a_shown_suggestion_goes_when_the_engine_has_dropped_it_after_another_edit() -> None:
    harness = harness_after_an_edit()
    harness.edit()
    harness.engine.says = lambda situation: []
    assert harness.ask() is not None  # the user only moved
    harness.change(0, 0, "import os\n")
    assert harness.no_suggestion_reason() == "nothing-learned"


def test_a_shown_suggestion_goes_when_its_chance_falls_below_the_threshold() -> None:
    harness = harness_after_an_edit()
    harness.edit()
    harness.engine.says = everywhere("old", "new", 0.05)
    assert harness.edit() is not None  # nothing was edited, so nothing speaks against it
    harness.replace("= 1", "= 2")
    assert harness.no_suggestion_reason() == "low-chance"


def test_a_shown_suggestion_goes_when_the_user_changes_its_line_otherwise() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    harness.replace("print(old)", "log(old)")
    again = harness.edit()
    assert again.id != shown.id
    assert where(again) == (1, 4, 1, 7, "new")


def test_typing_its_first_characters_keeps_a_suggestion_and_shortens_it() -> None:
    harness = ServiceHarness("def f():\n    return\n")
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="typing",
            edits=(Replacement(Span(Point(1, 10), Point(1, 10)), " value"),),
        )
    ]
    shown = harness.edit()
    harness.engine.says = lambda situation: []
    at = len("def f():\n    return")
    for index, letter in enumerate(" val"):
        harness.change(at + index, at + index, letter)
        again = harness.edit(line=1)
        assert again.id == shown.id
        assert where(again) == (1, 10 + index + 1, 1, 10 + index + 1, " value"[index + 1 :])
    harness.change(at + 4, at + 4, "x")
    assert harness.ask() is None


def test_deleting_what_is_to_be_replaced_keeps_the_suggestion() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    harness.replace("print(old)", "print()")
    again = harness.edit(line=1)
    assert (again.id, where(again)) == (shown.id, (1, 6, 1, 6, "new"))
    harness.replace("print()", "print(ne)")
    again = harness.edit(line=1)
    assert (again.id, where(again)) == (shown.id, (1, 8, 1, 8, "w"))


def test_a_new_line_that_is_typed_keeps_its_suggestion() -> None:
    harness = ServiceHarness("a = 1\nb = 2\n")
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="typing",
            edits=(Replacement(Span(Point(2, 0), Point(2, 0)), "c = 3\n"),),
        )
    ]
    shown = harness.edit()
    harness.engine.says = lambda situation: []
    harness.change(12, 12, "c")
    again = harness.edit(line=2)
    assert again.id == shown.id
    assert where(again)[-1] == " = 3\n"


def test_what_the_user_typed_to_the_end_is_not_suggested_again() -> None:
    harness = harness_after_an_edit()
    shown = harness.edit()
    harness.replace("print(old)", "print(new)")
    again = harness.edit()
    assert again.id != shown.id
    assert where(again)[0] == 2


def test_accepting_is_seen_in_the_history_before_and_after_the_change() -> None:
    for accept_first in (True, False):
        harness = harness_after_an_edit()
        shown = harness.edit()
        if accept_first:
            harness.accept(shown)
        harness.apply(shown)
        if not accept_first:
            harness.accept(shown)
        assert where(harness.edit())[0] == 2
        assert harness.engine.asked[-1].edits[-1].origin is EditOrigin.ACCEPTED
        assert harness.engine.asked[-1].feedback_counts("old → new") == (1, 0)


def test_a_suggestion_of_several_places_is_accepted_as_a_whole() -> None:
    harness = harness_after_an_edit()
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="swap",
            edits=tuple(Replacement(Span(Point(line, 6), Point(line, 9)), "new") for line in (1, 2, 3)),
        )
    ]
    shown = harness.edit()
    assert len(shown.edits) == 3
    harness.accept(shown)
    harness.apply(shown)
    harness.engine.says = lambda situation: []
    harness.ask()
    origins = [edit.origin for edit in harness.engine.asked[-1].edits]
    assert origins.count(EditOrigin.ACCEPTED) == 3


def test_one_of_several_places_done_by_hand_leaves_the_others() -> None:
    harness = harness_after_an_edit()
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="swap",
            edits=tuple(Replacement(Span(Point(line, 6), Point(line, 9)), "new") for line in (1, 3)),
        )
    ]
    shown = harness.edit()
    harness.engine.says = lambda situation: []
    harness.replace("print(old)", "print(new)")
    again = harness.edit()
    assert (again.id, where(again)[0]) == (shown.id, 3)


def test_lines_that_are_there_already_are_not_suggested() -> None:
    harness = ServiceHarness("a = 1\nb = 2\n")
    for line in (1, 2):
        harness.engine.says = lambda situation, line=line: [
            Candidate(
                kind="edit",
                uri=A,
                probability=0.9,
                family="lines",
                edits=(Replacement(Span(Point(line, 0), Point(line, 0)), "b = 2\n"),),
            )
        ]
        assert harness.no_suggestion_reason() == "already-there"


def test_a_suggestion_of_another_document_is_not_kept_when_the_user_goes_elsewhere() -> None:
    harness = harness_after_an_edit()
    harness.edit()
    harness.engine.says = lambda situation: []
    harness.open("nothing\n", B)
    assert harness.no_suggestion_reason(uri=B) == "nothing-learned"


def test_after_a_suggestion_was_accepted_another_one_has_another_id() -> None:
    harness = harness_after_an_edit()
    seen: set[str] = set()
    for _ in range(3):
        shown = harness.edit()
        assert shown.id not in seen
        seen.add(shown.id)
        harness.accept(shown)
        harness.apply(shown)
    assert harness.no_suggestion_reason() == "nothing-learned"
    assert "old" not in harness.texts[A]
