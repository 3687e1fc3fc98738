"""Keystrokes, pastes, undos and accepted suggestions become edits as a person would name them."""

import pytest

from understudy.nes.limits import (
    ACCEPTED_EDIT_TIMEOUT_S,
    MAX_EDIT_LINES,
    MAX_HISTORY_CHARS,
    MAX_HISTORY_EDITS,
    MAX_PENDING_ACCEPTED_EDITS,
)
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.accepted_edits import PendingAcceptedEdits
from understudy.nes.text.documents import AppliedChange, ContentChange, Document
from understudy.nes.text.history import History
from understudy.nes.text.text_types import Splice

A, B = "file:///a.py", "file:///b.py"


class HistoryHarness:
    """Documents with a simulated user, and their history."""

    def __init__(self, text: str = "one\ntwo\nthree\nfour\nfive\n", other: str = "") -> None:
        self.now = 100.0
        self.history = History(lambda: self.now)
        self.documents = {A: Document(A, "python", 0, text), B: Document(B, "python", 0, other)}

    def lines(self, uri: str = A) -> list[str]:
        return self.documents[uri].lines

    def change(self, *changes: ContentChange, uri: str = A, after: float = 0.2) -> None:
        self.now += after
        document = self.documents[uri]
        self.history.record_changes(uri, document.apply_changes(document.version + 1, changes, "utf-16"))
        assert document.is_in_sync
        for edit in self.history.edits:
            text = self.lines(edit.uri)
            assert edit.line < 0 or text[edit.line : edit.line + len(edit.new)] == list(edit.new)

    def put(self, line: int, start: int, stop: int, text: str, *, uri: str = A, after: float = 0.2) -> None:
        self.change(ContentChange((line, start, line, stop), text), uri=uri, after=after)

    def replace(self, line: int, stop: int, text: str, *, after: float = 0.2) -> None:
        """Replace whole lines."""
        self.change(ContentChange((line, 0, stop, 0), text), after=after)

    def type(self, line: int, column: int, text: str, *, after: float = 0.2) -> None:
        for letter in text:
            self.put(line, column, column, letter, after=after)
            line, column = (line + 1, 0) if letter == "\n" else (line, column + 1)

    def summaries(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...], EditOrigin]]:
        return [(edit.line, edit.old, edit.new, edit.origin) for edit in self.history.edits]


# Merging.


def test_letters_typed_in_a_row_are_one_edit() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "_more")
    assert harness.summaries() == [(1, ("two",), ("two_more",), EditOrigin.TYPED)]
    (edit,) = harness.history.edits
    assert (edit.above, edit.below, edit.serial, edit.revision, edit.time) == (
        "one",
        "three",
        1,
        4,
        harness.now,
    )


@pytest.mark.parametrize(
    ("start", "stop", "text", "expected"),
    [
        pytest.param(2, 3, "", True, id="a letter deleted"),
        pytest.param(0, 5, "", True, id="a selection deleted"),
        pytest.param(0, 5, "q", False, id="a letter typed over a selection"),
        pytest.param(0, 5, "t", True, id="the word shortened to its first letter"),
        pytest.param(5, 5, "s", False, id="a letter typed"),
    ],
)
def test_a_key_that_only_removes_text_ends_the_edit_in_a_deletion(
    start: int, stop: int, text: str, expected: bool
) -> None:
    harness = HistoryHarness()
    harness.put(2, start, stop, text)
    assert harness.history.edits[-1].ends_in_deletion is expected


def test_a_removed_empty_line_is_a_deletion() -> None:
    harness = HistoryHarness("one\n\ntwo\n")
    harness.replace(1, 2, "")
    assert harness.history.edits[-1].ends_in_deletion


def test_typing_on_in_the_same_line_is_one_edit_however_long_the_user_thinks() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "x")
    harness.type(1, 0, "y", after=60)
    assert harness.summaries() == [(1, ("two",), ("ytwox",), EditOrigin.TYPED)]


def test_after_another_edit_and_a_pause_the_same_line_is_a_new_edit() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "x")
    harness.type(3, 4, "x", after=2)
    harness.type(1, 4, "y", after=2)
    assert harness.summaries() == [
        (-1, ("two",), ("twox",), EditOrigin.TYPED),
        (3, ("four",), ("fourx",), EditOrigin.TYPED),
        (1, ("twox",), ("twoxy",), EditOrigin.TYPED),
    ]


def test_lines_typed_one_below_the_other_are_one_edit_until_a_pause() -> None:
    harness = HistoryHarness()
    harness.type(0, 3, "\nnew\nnewer")
    assert harness.summaries() == [(1, (), ("new", "newer"), EditOrigin.TYPED)]
    harness.type(2, 5, "\n", after=3)
    harness.type(3, 0, "newest")
    assert [edit.new for edit in harness.history.edits] == [("new", "newer"), ("newest",)]


def test_deleting_line_after_line_is_one_edit_downwards_and_upwards() -> None:
    harness = HistoryHarness()
    harness.replace(1, 2, "")
    harness.replace(1, 2, "")
    harness.replace(0, 1, "")
    assert harness.summaries() == [(0, ("one", "two", "three"), (), EditOrigin.TYPED)]
    (edit,) = harness.history.edits
    assert (edit.above, edit.below) == (None, "four")


def test_the_next_line_changed_in_the_same_way_is_an_edit_of_its_own() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "2", after=0)
    harness.put(2, 0, 5, "3", after=0)
    assert [(edit.old, edit.new) for edit in harness.history.edits] == [
        (("two",), ("2",)),
        (("three",), ("3",)),
    ]


def test_several_cursors_make_one_edit_each() -> None:
    harness = HistoryHarness()
    for column, letter in enumerate("abc"):
        harness.change(*[ContentChange((line, column, line, column), letter) for line in (4, 2, 0)])
    assert harness.summaries() == [
        (4, ("five",), ("abcfive",), EditOrigin.TYPED),
        (2, ("three",), ("abcthree",), EditOrigin.TYPED),
        (0, ("one",), ("abcone",), EditOrigin.TYPED),
    ]


def test_an_edit_that_grows_upwards_and_downwards_knows_its_new_neighbours() -> None:
    harness = HistoryHarness()
    harness.type(2, 0, "x")
    harness.replace(1, 4, "joined\n")
    assert harness.summaries() == [(1, ("two", "three", "four"), ("joined",), EditOrigin.TYPED)]
    (edit,) = harness.history.edits
    assert (edit.above, edit.below) == ("one", "five")


def test_an_edit_that_shrinks_knows_its_new_neighbours() -> None:
    harness = HistoryHarness()
    harness.replace(1, 4, "2\n3\n4\n")
    harness.put(1, 0, 1, "two")
    harness.put(3, 0, 1, "four")
    assert harness.summaries() == [(2, ("three",), ("3",), EditOrigin.TYPED)]
    (edit,) = harness.history.edits
    assert (edit.above, edit.below) == ("two", "four")


def test_an_edit_that_changes_nothing_any_more_vanishes() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "ab")
    harness.put(1, 4, 5, "")
    harness.put(1, 3, 4, "")
    assert harness.summaries() == []
    assert harness.lines()[1] == "two"


def test_files_do_not_mix() -> None:
    harness = HistoryHarness(other="one\ntwo\n")
    harness.put(1, 3, 3, "x")
    harness.put(1, 3, 3, "x", uri=B)
    assert [(edit.uri, edit.new) for edit in harness.history.edits] == [(A, ("twox",)), (B, ("twox",))]


# Where edits stand.


def test_edits_move_with_the_lines_above_them() -> None:
    harness = HistoryHarness()
    harness.put(3, 0, 4, "4")
    harness.put(0, 0, 0, "zero\nhalf\n", after=5)
    assert [edit.line for edit in harness.history.edits] == [5, 0]
    harness.replace(1, 3, "", after=5)
    assert harness.history.edits[0].line == 3
    harness.put(5, 0, 0, "below\n", after=5)
    assert harness.history.edits[0].line == 3


def test_an_edit_that_was_written_over_stands_nowhere() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "2")
    harness.replace(0, 3, "all\nnew\n", after=5)
    assert harness.summaries() == [
        (-1, ("two",), ("2",), EditOrigin.TYPED),
        (0, ("one", "2", "three"), ("all", "new"), EditOrigin.TYPED),
    ]


def test_edits_of_a_closed_document_are_kept_and_stand_nowhere() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "2")
    harness.history.invalidate_positions(A)
    assert harness.summaries() == [(-1, ("two",), ("2",), EditOrigin.TYPED)]
    harness.put(1, 1, 1, "x")
    assert harness.summaries()[1:] == [(1, ("2",), ("2x",), EditOrigin.TYPED)]


def test_after_an_untracked_change_edits_have_no_line() -> None:
    harness = HistoryHarness()
    harness.put(3, 0, 4, "4")
    harness.put(0, 0, 0, "x" * 30_000 + "\n")
    assert harness.summaries() == [(-1, ("four",), ("4",), EditOrigin.TYPED)]


# Undo and redo.


def test_an_undone_edit_is_replaced_by_its_undo() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "second")
    harness.put(1, 0, 6, "two")
    assert harness.summaries() == [(1, ("second",), ("two",), EditOrigin.UNDONE)]
    harness.put(1, 0, 3, "second", after=5)
    assert harness.summaries() == [(1, ("two",), ("second",), EditOrigin.REDONE)]
    harness.put(1, 0, 6, "two", after=5)
    assert harness.summaries() == [(1, ("second",), ("two",), EditOrigin.UNDONE)]


def test_the_undo_of_a_typed_word_is_seen_whatever_the_pause() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "_more")
    harness.put(1, 3, 8, "", after=50)
    assert harness.summaries() == [(1, ("two_more",), ("two",), EditOrigin.UNDONE)]


def test_a_deleted_letter_is_no_undo() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "_mora")
    harness.put(1, 7, 8, "")
    harness.type(1, 7, "e")
    assert harness.summaries() == [(1, ("two",), ("two_more",), EditOrigin.TYPED)]


@pytest.mark.parametrize("indent", ["", "    "])
def test_a_line_end_that_is_deleted_again_is_no_undo(indent: str) -> None:
    harness = HistoryHarness()
    harness.put(1, 3, 3, "\n" + indent)
    harness.change(ContentChange((1, 3, 2, len(indent)), ""))
    assert harness.summaries() == []
    harness.put(1, 1, 1, "\n" + indent)
    harness.change(ContentChange((1, 1, 2, len(indent)), ""))
    assert harness.summaries() == []


def test_the_end_of_an_edit_can_be_undone_and_redone() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "s")
    harness.type(1, 1, "econd")
    harness.put(1, 1, 6, "")
    assert harness.summaries() == [
        (1, ("two",), ("s",), EditOrigin.TYPED),
        (1, ("second",), ("s",), EditOrigin.UNDONE),
    ]
    harness.put(1, 1, 1, "econd")
    assert harness.summaries() == [(1, ("two",), ("second",), EditOrigin.REDONE)]


def test_undone_step_by_step_it_is_one_undo() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "s")
    harness.type(1, 1, "ec")
    harness.type(1, 3, "ond")
    harness.put(1, 3, 6, "")
    harness.put(1, 1, 3, "")
    harness.put(1, 0, 1, "two")
    assert harness.summaries() == [(1, ("second",), ("two",), EditOrigin.UNDONE)]
    harness.put(1, 0, 3, "s")
    assert harness.history.edits[-1].origin is EditOrigin.REDONE
    harness.put(1, 1, 1, "ec")
    harness.put(1, 3, 3, "ond")
    assert harness.summaries() == [(1, ("two",), ("second",), EditOrigin.REDONE)]


def test_typing_after_an_undo_goes_on_with_what_is_left_and_nothing_can_be_redone() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "s")
    harness.type(1, 1, "econd")
    harness.put(1, 1, 6, "")
    harness.type(1, 1, "ixth")
    assert harness.summaries() == [(1, ("two",), ("sixth",), EditOrigin.TYPED)]


def test_typing_after_an_edit_was_all_undone_is_new() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "second")
    harness.put(1, 0, 6, "two")
    harness.type(1, 3, "x")
    assert harness.summaries() == [
        (-1, ("second",), ("two",), EditOrigin.UNDONE),
        (1, ("two",), ("twox",), EditOrigin.TYPED),
    ]


def test_edits_undone_one_after_the_other_are_all_gone() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 3, "second", after=5)
    harness.put(3, 0, 4, "fourth", after=5)
    harness.put(0, 0, 0, "zero\n", after=5)
    harness.replace(0, 1, "", after=5)
    harness.put(3, 0, 6, "four", after=5)
    harness.put(1, 0, 6, "two", after=5)
    assert [origin for *_, origin in harness.summaries()] == [EditOrigin.UNDONE] * 3
    harness.put(1, 0, 3, "second", after=5)
    harness.put(3, 0, 4, "fourth", after=5)
    assert [origin for *_, origin in harness.summaries()] == [
        EditOrigin.UNDONE,
        EditOrigin.REDONE,
        EditOrigin.REDONE,
    ]


def test_an_undo_of_several_places_at_once_is_seen_at_each() -> None:
    harness = HistoryHarness()
    harness.change(ContentChange((3, 0, 3, 4), "4th"), ContentChange((1, 0, 1, 3), "2nd"))
    harness.change(ContentChange((1, 0, 1, 3), "two"), ContentChange((3, 0, 3, 3), "four"))
    assert [origin for *_, origin in harness.summaries()] == [EditOrigin.UNDONE] * 2
    assert harness.lines()[1::2] == ["two", "four", ""]


def test_a_pasted_block_that_is_undone_is_an_undo() -> None:
    harness = HistoryHarness()
    harness.put(2, 0, 0, "a\nb\nc\n")
    harness.replace(2, 5, "")
    assert harness.summaries() == [(2, ("a", "b", "c"), (), EditOrigin.UNDONE)]


# Suggestions that were accepted, and texts from elsewhere.


def test_an_announced_change_is_accepted_and_nothing_merges_with_it() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "x")
    harness.history.expect_accepted_edit(A, ("twox",), ("twox()",), 1)
    harness.put(1, 4, 4, "()")
    harness.type(1, 6, ";")
    assert [(edit.new, edit.origin) for edit in harness.history.edits] == [
        (("twox",), EditOrigin.TYPED),
        (("twox()",), EditOrigin.ACCEPTED),
        (("twox();",), EditOrigin.TYPED),
    ]


def test_all_changes_of_a_suggestion_are_accepted_in_any_order() -> None:
    for upwards in (False, True):
        harness = HistoryHarness()
        harness.history.expect_accepted_edit(A, ("one",), ("one", "and a half"), 0)
        harness.history.expect_accepted_edit(A, ("four",), ("4",), 3)
        changes = [ContentChange((0, 3, 0, 3), "\nand a half"), ContentChange((4, 0, 4, 4), "4")]
        if upwards:
            changes = [ContentChange((3, 0, 3, 4), "4"), changes[0]]
        harness.change(*changes)
        assert [edit.origin for edit in harness.history.edits] == [EditOrigin.ACCEPTED] * 2


@pytest.mark.parametrize("is_one_event", [True, False])
@pytest.mark.parametrize("upwards", [True, False])
def test_a_suggestion_that_is_made_in_parts_is_one_accepted_edit(upwards: bool, is_one_event: bool) -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("two",), ("Ok(two)",), 1, is_consequence=True)
    changes = [ContentChange((1, 0, 1, 0), "Ok("), ContentChange((1, 6, 1, 6), ")")]
    if upwards:
        changes = [ContentChange((1, 3, 1, 3), ")"), changes[0]]
    for part in [changes] if is_one_event else [[one] for one in changes]:
        harness.change(*part)
    assert harness.summaries() == [(1, ("two",), ("Ok(two)",), EditOrigin.ACCEPTED)]
    assert harness.history.edits[0].is_consequence
    assert (harness.history.edits[0].above, harness.history.edits[0].below) == ("one", "three")


def test_the_parts_of_a_suggestion_of_several_lines_move_with_the_text() -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("two", "three"), ("[two", "three]"), 1)
    harness.change(ContentChange((2, 5, 2, 5), "]"))
    harness.change(ContentChange((0, 0, 0, 0), "zero\n"))
    harness.change(ContentChange((2, 0, 2, 0), "["))
    assert harness.summaries()[-1] == (2, ("two", "three"), ("[two", "three]"), EditOrigin.ACCEPTED)
    assert (harness.history.edits[-1].above, harness.history.edits[-1].below) == ("one", "four")


def test_a_part_of_a_suggestion_stays_the_users_if_the_rest_does_not_come() -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("two",), ("Ok(two)",), 1)
    harness.put(1, 3, 3, ")")
    assert harness.history.edits == ()
    harness.put(1, 0, 4, "second")
    assert [one.origin for one in harness.history.edits] == [EditOrigin.TYPED]
    assert harness.history.edits[0].old == ("two",)
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("two",), ("Ok(two)",), 1)
    harness.put(1, 3, 3, ")")
    harness.put(3, 0, 4, "4", after=31)
    assert [(one.origin, one.new) for one in harness.history.edits] == [
        (EditOrigin.TYPED, ("two)",)),
        (EditOrigin.TYPED, ("4",)),
    ]


def test_a_change_that_leads_elsewhere_is_no_part_of_a_suggestion() -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("two",), ("Ok(two)",), 1)
    harness.put(1, 0, 0, "Err(")
    assert harness.summaries() == [(1, ("two",), ("Err(two",), EditOrigin.TYPED)]


def test_a_change_that_was_recorded_before_the_accept_is_accepted_too() -> None:
    harness = HistoryHarness()
    harness.put(3, 0, 4, "4", after=9)
    harness.history.mark_accepted(A, ("four",), ("4",), 3)
    assert harness.summaries() == [(3, ("four",), ("4",), EditOrigin.ACCEPTED)]


def test_a_change_that_was_merged_before_the_accept_is_split_again() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "x")
    harness.put(1, 4, 4, "()")
    harness.history.mark_accepted(A, ("twox",), ("twox()",), 1)
    assert harness.summaries() == [
        (-1, ("two",), ("twox",), EditOrigin.TYPED),
        (1, ("twox",), ("twox()",), EditOrigin.ACCEPTED),
    ]


def test_an_announced_deletion_is_not_matched_with_an_earlier_equal_one() -> None:
    harness = HistoryHarness("a\nbb")
    harness.replace(0, 1, "", after=5)
    harness.put(0, 0, 0, "a\nb", after=5)
    harness.history.expect_accepted_edit(A, ("a",), (), 0)
    harness.replace(0, 1, "", after=5)
    assert harness.history.edits[0].origin is EditOrigin.TYPED
    assert harness.history.edits[-1].origin is EditOrigin.ACCEPTED


def test_an_announced_change_that_is_never_made_expires() -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("four",), ("4",), 3)
    harness.put(3, 0, 4, "4", after=31)
    harness.history.expect_accepted_edit(A, ("two",), ("2",), 1)
    harness.put(1, 0, 3, "second", after=5)
    harness.put(1, 0, 6, "two", after=5)
    harness.put(1, 0, 3, "2", after=5)
    assert EditOrigin.ACCEPTED not in [edit.origin for edit in harness.history.edits]


def test_an_accepted_suggestion_can_be_undone() -> None:
    harness = HistoryHarness()
    harness.history.expect_accepted_edit(A, ("four",), ("4",), 3)
    harness.put(3, 0, 4, "4")
    harness.put(3, 0, 1, "four")
    assert harness.summaries() == [(3, ("4",), ("four",), EditOrigin.UNDONE)]


def test_a_rewritten_text_is_an_external_edit_and_nothing_merges_with_it() -> None:
    harness = HistoryHarness("".join(f"{n}\n" for n in range(50)))
    harness.change(ContentChange(None, "".join(f"{n} {n}\n" for n in range(51))))
    harness.type(3, 3, "x")
    assert [edit.origin for edit in harness.history.edits] == [EditOrigin.EXTERNAL, EditOrigin.TYPED]


def test_a_client_that_sends_full_texts_has_the_same_history() -> None:
    harness = HistoryHarness()
    for text in ("t", "tw", "twx", "twxy"):
        harness.change(ContentChange(None, f"one\n{text}\nthree\nfour\nfive\n"))
    harness.change(ContentChange(None, "one\nt\nthree\nfour\nfive\n"))
    assert harness.summaries() == [
        (1, ("two",), ("t",), EditOrigin.TYPED),
        (1, ("twxy",), ("t",), EditOrigin.UNDONE),
    ]


@pytest.mark.requirement("NES-12")
def test_a_reported_edit_counts_once_and_shifts_nothing() -> None:
    harness = HistoryHarness(other="y\nz\n")
    harness.put(3, 0, 4, "4")
    splice = Splice(0, ("x",), ("y", "z"))
    first = harness.history.record_splice(B, splice, None, "one", is_reported=True)
    assert isinstance(first, Edit)
    assert first.origin is EditOrigin.REPORTED
    assert harness.history.record_splice(B, splice, None, "one", is_reported=True) is None
    assert (
        harness.history.record_splice(A, Splice(3, ("four",), ("4",)), None, None, is_reported=True) is None
    )
    assert [edit.line for edit in harness.history.edits] == [3, 0]
    harness.type(3, 1, "x", after=9)
    assert harness.history.edits[0].new == ("4x",)


# Bounds.


def test_only_the_last_edits_are_kept() -> None:
    harness = HistoryHarness("line\n" * 1_000)
    for line in range(0, 1_000, 2):
        harness.put(line, 0, 0, f"{line}", after=2)
    assert len(harness.history.edits) == MAX_HISTORY_EDITS
    assert harness.history.edits[-1].serial == 500
    assert [edit.line for edit in harness.history.edits] == list(range(900, 1_000, 2))


def test_all_edits_together_are_bounded_in_characters() -> None:
    harness = HistoryHarness("line\n" * 100)
    for line in range(0, 60, 2):
        harness.put(line, 0, 0, "x" * 19_000, after=2)
    size = sum(len(text) for edit in harness.history.edits for text in edit.old + edit.new)
    assert 19_000 < size <= MAX_HISTORY_CHARS
    harness.put(70, 0, 0, ("y" * 10_000 + "\n") * 30, after=2)
    assert harness.history.edits == ()


def test_a_very_large_edit_only_moves_lines() -> None:
    harness = HistoryHarness()
    harness.put(3, 0, 4, "4")
    harness.put(0, 0, 0, "x\n" * (MAX_EDIT_LINES + 1), after=2)
    assert harness.summaries() == [(3 + MAX_EDIT_LINES + 1, ("four",), ("4",), EditOrigin.TYPED)]
    harness.put(0, 0, 0, "x\n" * MAX_EDIT_LINES, after=2)
    harness.put(0, 0, 0, "x\n", after=0)
    assert [len(edit.new) for edit in harness.history.edits] == [1, MAX_EDIT_LINES, 1]


def test_a_line_typed_for_very_long_still_knows_its_last_states() -> None:
    harness = HistoryHarness()
    harness.type(1, 3, "x" * 500, after=0.01)
    harness.put(1, 493, 503, "")
    assert harness.history.edits[-1].origin is EditOrigin.UNDONE
    harness.put(1, 3, 493, "")
    assert harness.lines()[1] == "two"
    assert [origin for *_, origin in harness.summaries()] == [EditOrigin.UNDONE]


def test_an_edit_that_grows_too_large_while_it_is_typed_is_dropped() -> None:
    harness = HistoryHarness()
    harness.put(1, 0, 0, ("x" * 1_000 + "\n") * 199)
    harness.put(1, 0, 0, "y" * 3_000)
    assert harness.history.edits == ()
    harness.type(0, 3, "z", after=5)
    assert harness.summaries() == [(0, ("one",), ("onez",), EditOrigin.TYPED)]


def _make(pending: PendingAcceptedEdits, uri: str, splice: Splice, now: float) -> bool | None:
    made = pending.make(uri, AppliedChange(splice, None, None), now)
    return made.is_consequence if made is not None else None


@pytest.mark.parametrize(
    ("seconds", "expected"), [(ACCEPTED_EDIT_TIMEOUT_S, True), (ACCEPTED_EDIT_TIMEOUT_S + 0.1, None)]
)
def test_a_pending_edit_expires(seconds: float, expected: bool | None) -> None:
    pending = PendingAcceptedEdits()
    pending.add(A, Splice(0, ("a",), ("b",)), 0.0, is_consequence=True)
    assert _make(pending, A, Splice(0, ("a",), ("b",)), seconds) is expected
    assert _make(pending, A, Splice(0, ("a",), ("b",)), 0.0) is None


@pytest.mark.parametrize(
    ("old", "new", "change", "expected"),
    [
        pytest.param(("a",), ("b",), Splice(5, ("a",), ("b",)), "whole", id="the edit"),
        pytest.param(("a",), ("b",), Splice(5, ("a", "z"), ("b",)), None, id="a line more"),
        pytest.param(("a",), ("b",), Splice(5, ("q",), ("b",)), None, id="another line"),
        pytest.param(("a",), ("a", "b"), Splice(6, (), ("b",)), "whole", id="a line below"),
        pytest.param(("a",), ("a", "b"), Splice(9, (), ("b",)), None, id="a line further below"),
        pytest.param(("a",), ("b", "a"), Splice(5, (), ("b",)), "whole", id="a line above"),
        pytest.param(("a",), ("b", "a"), Splice(4, (), ("b",)), None, id="a line further above"),
        pytest.param(("ab",), ("xy",), Splice(5, ("ab",), ("ay",)), "part", id="the end first"),
        pytest.param(("ab",), ("xy",), Splice(5, ("ab",), ("xb",)), "part", id="the start first"),
        pytest.param(("ab",), ("xy",), Splice(5, ("ab",), ("az",)), None, id="another end"),
        pytest.param(("ab",), ("xy",), Splice(5, ("ab",), ("xz",)), None, id="another end of the new text"),
        pytest.param(("ab",), ("xb",), Splice(5, ("ab",), ("b",)), None, id="nothing of the new text"),
        pytest.param((), ("a", "b"), Splice(5, (), ("a",)), None, id="a part of new lines"),
        pytest.param(("a", "b"), (), Splice(5, ("a",), ()), None, id="a part of removed lines"),
    ],
)
def test_what_makes_a_pending_edit(
    old: tuple[str, ...], new: tuple[str, ...], change: Splice, expected: str | None
) -> None:
    pending = PendingAcceptedEdits()
    pending.add(A, Splice(5, old, new), 0.0, is_consequence=False)
    made = pending.make(A, AppliedChange(change, None, None), 0.0)
    found = None if made is None else "part" if made.change is None else "whole"
    assert found == expected


@pytest.mark.parametrize(
    ("is_begun", "uri", "line", "seconds", "is_taken"),
    [
        pytest.param(True, A, 5, 0.0, True, id="interrupted"),
        pytest.param(True, A, 3, 0.0, False, id="another line"),
        pytest.param(True, B, 5, 0.0, False, id="another text"),
        pytest.param(True, A, 3, ACCEPTED_EDIT_TIMEOUT_S, False, id="in time"),
        pytest.param(True, A, 3, ACCEPTED_EDIT_TIMEOUT_S + 0.1, True, id="too late"),
        pytest.param(False, A, 5, 0.0, False, id="not begun"),
        pytest.param(False, A, 3, ACCEPTED_EDIT_TIMEOUT_S + 0.1, False, id="not begun in time"),
    ],
)
def test_when_a_part_of_an_accepted_edit_is_taken(
    is_begun: bool, uri: str, line: int, seconds: float, is_taken: bool
) -> None:
    pending = PendingAcceptedEdits()
    pending.add(A, Splice(5, ("ab",), ("xy",)), 0.0, is_consequence=False)
    part = Splice(5, ("ab",), ("ay",))
    if is_begun:
        assert _make(pending, A, part, 0.0) is False
    taken = pending.take_unfinished(uri, Splice(line, ("q",), ("r",)), seconds)
    assert taken == ([(A, AppliedChange(part, None, None))] if is_taken else [])
    assert pending.take_unfinished(A, Splice(5, ("q",), ("r",)), 0.0) == (
        [(A, AppliedChange(part, None, None))] if is_begun and not is_taken else []
    )


def test_only_the_newest_pending_edits_are_kept() -> None:
    pending = PendingAcceptedEdits()
    splices = [Splice(line, ("a",), ("b",)) for line in range(MAX_PENDING_ACCEPTED_EDITS + 1)]
    for splice in splices:
        pending.add(A, splice, 0.0, is_consequence=False)
    found = [_make(pending, A, splice, 0.0) for splice in splices]
    assert found == [None, *[False] * MAX_PENDING_ACCEPTED_EDITS]


def test_pending_edits_move_with_the_text_and_are_dropped_when_it_changes_under_them() -> None:
    pending = PendingAcceptedEdits()
    for line in (2, 6):
        pending.add(A, Splice(line, ("a",), ("b",)), 0.0, is_consequence=False)
    pending.add(B, Splice(2, ("a",), ("b",)), 0.0, is_consequence=False)
    pending.apply_splice(A, Splice(2, ("a",), ("x", "y")))
    assert _make(pending, A, Splice(2, ("a",), ("b",)), 0.0) is None
    assert _make(pending, A, Splice(7, ("a",), ("b",)), 0.0) is False
    pending.drop_document(B)
    assert _make(pending, B, Splice(2, ("a",), ("b",)), 0.0) is None


# Discarded changes.


def test_edits_that_a_newly_opened_text_does_not_have_are_dropped_and_the_others_stay() -> None:
    harness = HistoryHarness(other="one\n")
    harness.replace(0, 1, "1\n", after=5.0)
    harness.replace(2, 4, "3\n4\n", after=5.0)
    harness.change(ContentChange((4, 4, 4, 4), "\nsix"), after=5.0)
    harness.put(0, 0, 3, "1", uri=B, after=5.0)
    before = harness.history.edits
    for text in (harness.lines(), ["1", "two", "3", "4", "five"], ["quite", "another", "text"]):
        harness.history.drop_discarded(A, text)
        assert harness.history.edits == before
    harness.history.drop_discarded(A, ["1", "two", "three", "four", "five"])
    assert [(edit.uri, edit.new) for edit in harness.history.edits] == [
        (edit.uri, edit.new) for edit in before if edit.new != ("3", "4")
    ]
    assert len(harness.history.edits) == len(before) - 1
