"""Suggestions as changes of texts, for clients that do not take ACP's messages; and a change at all its places."""

import msgspec
import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, run, swap
from understudy.nes import NesClientCapabilities, PlacedSuggestion
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.text.edits import EditOrigin
from understudy.nes.text.text_types import TextSnapshot

TEXT = "old = 1\nprint(old)\nuse(old)\nsend(old)\n"


def lines_of(places: list[PlacedSuggestion]) -> list[tuple[str, int]]:
    return [(place.uri, place.edits[0].span.start.line) for place in places]


def renaming() -> ServiceHarness:
    harness = ServiceHarness(TEXT)
    harness.engine.says = everywhere("old", "new")
    harness.replace("old", "new")
    return harness


def test_a_placed_suggestion_follows_the_text_and_has_its_version() -> None:
    harness = renaming()
    suggestion = harness.edit()
    placed = harness.service.place(harness.session, suggestion.id)
    assert placed is not None
    assert (placed.version, lines_of([placed])) == (2, [(A, 1)])
    harness.change(0, 0, "# first\n")
    placed = harness.service.place(harness.session, suggestion.id)
    assert placed is not None
    assert (placed.version, lines_of([placed])) == (3, [(A, 2)])


def test_a_suggestion_that_was_made_or_answered_is_not_placed_any_more() -> None:
    harness = renaming()
    suggestion = harness.edit()
    harness.apply(suggestion)
    assert harness.service.place(harness.session, suggestion.id) is None
    suggestion = harness.edit(2)
    harness.reject(suggestion)
    assert harness.service.place(harness.session, suggestion.id) is None
    assert harness.service.displayed_id(harness.session) is None
    assert harness.service.place(harness.session, "sug_unknown") is None
    assert harness.service.place_others(harness.session, "sug_unknown") == []


def test_the_other_places_are_those_of_the_same_pattern_that_may_be_displayed() -> None:
    harness = renaming()

    def say(situation: Situation) -> list[object]:
        page = situation.snapshot
        here = [swap(page, line, "old", "new") for line in (1, 2)]
        unlikely = swap(page, 3, "old", "new", probability=0.1)
        unbalanced = swap(page, 3, "old)", "new")
        other = TextSnapshot(B, "python", ["import old"])
        return [*here, here[1], unlikely, unbalanced, swap(other, 0, "old", "new")]

    harness.engine.says = say  # type: ignore[assignment]
    harness.workspace_texts[0].files[B] = TextSnapshot(B, "python", ["import old"])
    suggestion = harness.edit()
    assert lines_of(harness.service.place_others(harness.session, suggestion.id)) == [(A, 2), (B, 0)]


def test_a_rejected_place_is_not_among_the_others() -> None:
    harness = renaming()
    first = harness.edit(2)
    harness.reject(first)
    second = harness.edit(1)
    assert lines_of(harness.service.place_others(harness.session, second.id)) == [(A, 3)]


def test_after_another_edit_the_other_places_are_unknown() -> None:
    harness = renaming()
    suggestion = harness.edit()
    harness.replace("send", "post")
    assert harness.service.place_others(harness.session, suggestion.id) == []


def test_edits_accepted_everywhere_count_as_accepted_and_not_as_typed() -> None:
    harness = renaming()
    suggestion = harness.edit()
    places = harness.service.place_others(harness.session, suggestion.id)
    assert lines_of(places) == [(A, 2), (A, 3)]
    harness.service.accept_everywhere(harness.session, suggestion.id)
    for _ in range(3):
        harness.replace("old", "new")
    edits = harness.service.find_session(harness.session).history.edits
    assert [edit.origin for edit in edits[-3:]] == [EditOrigin.ACCEPTED] * 3


def test_new_roots_keep_the_documents_and_close_the_old_texts() -> None:
    harness = renaming()

    async def scene() -> None:
        harness.service.set_roots(harness.session, ["file:///other"])
        await harness.service.shut_down(5)

    assert harness.service.document_version(harness.session, A) == 2
    assert harness.service.document_version(harness.session, B) is None
    run(scene())
    before, after = harness.workspace_texts
    assert (before.closed, after.refreshed) == (True, [None])
    assert A in after.documents


def test_a_focus_without_visible_lines_keeps_the_ones_that_are_known() -> None:
    harness = renaming()
    session = harness.service.find_session(harness.session)
    session.focus_document(A, (3, 9))
    harness.service.focus_document(harness.session, A)
    assert session.visible_lines == {A: (3, 9)}


def suggesting_elsewhere(harness: ServiceHarness, *more: str) -> None:
    """The engine suggests `old` → `new` in the first line of another file, and here in each line with `more`."""
    harness.workspace_texts[0].files[B] = TextSnapshot(B, "python", ["import old", "old"])

    def say(situation: Situation) -> list[Candidate]:
        other = harness.workspace_texts[0].files[B]
        here = [swap(situation.snapshot, int(line), "old", "new") for line in more]
        return [*here, *(swap(other, 0, "old", "new") for _ in "x" if "old" in other.lines[0])]

    harness.engine.says = say


def test_a_suggestion_for_a_file_that_has_changed_on_the_disk_is_neither_placed_nor_kept() -> None:
    harness = renaming()
    suggesting_elsewhere(harness)
    suggestion = harness.edit()
    assert harness.service.place(harness.session, suggestion.id) is not None
    harness.workspace_texts[0].files[B] = TextSnapshot(B, "python", ["import new", "old"])
    assert harness.service.place(harness.session, suggestion.id) is None
    assert harness.ask() is None


def test_a_suggestion_for_a_file_that_is_opened_with_another_text_is_not_placed_any_more() -> None:
    harness = renaming()
    suggesting_elsewhere(harness)
    suggestion = harness.edit()
    harness.open("# first\nimport old\nold\n", uri=B)
    assert harness.service.place(harness.session, suggestion.id) is None


def test_a_file_that_has_changed_since_the_answer_is_not_among_the_other_places() -> None:
    harness = ServiceHarness(TEXT, client=NesClientCapabilities(applies_everywhere=True))
    harness.replace("old", "new")
    suggesting_elsewhere(harness, "1", "2")
    suggestion = harness.edit()
    assert lines_of(harness.service.place_others(harness.session, suggestion.id)) == [(A, 2), (B, 0)]
    harness.workspace_texts[0].files[B] = TextSnapshot(B, "python", ["import ola", "old"])
    assert lines_of(harness.service.place_others(harness.session, suggestion.id)) == [(A, 2)]


def test_a_check_of_other_places_that_fails_leaves_the_suggestion(caplog: pytest.LogCaptureFixture) -> None:
    harness = renaming()
    suggestion = harness.edit()
    session = harness.service.find_session(harness.session)
    assert session.alternatives is not None

    def fail(_candidate: Candidate, _snapshot: TextSnapshot) -> bool:
        raise IndexError

    session.alternatives = msgspec.structs.replace(session.alternatives, is_acceptable=fail)
    assert harness.service.place_others(harness.session, suggestion.id) == []
    assert harness.service.place(harness.session, suggestion.id) is not None
    assert "finding the other places failed: IndexError" in caplog.text
