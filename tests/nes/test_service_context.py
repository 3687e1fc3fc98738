"""Clients that send no events: texts and edits come with the request, or from the disk."""

from pathlib import Path

import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, run, where
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.text import EditOrigin
from understudy.nes.text.text_types import Point
from understudy.schema.acp import (
    NesDiagnostic,
    NesEditHistoryEntry,
    NesEditSuggestion,
    NesExcerpt,
    NesOpenFile,
    NesRecentFile,
    NesRelatedSnippet,
    NesSuggestContext,
    NesUserAction,
    Position,
    Range,
    StartNesRequest,
    SuggestNesRequest,
)

DIFF = "@@ -1,2 +1,2 @@\n-old = 1\n+new = 1\n print(old)\n"


def file(text: str, uri: str = A) -> NesRecentFile:
    return NesRecentFile(uri=uri, language_id="python", text=text)


@pytest.mark.requirement("NES-12")
def test_the_text_comes_from_the_recent_files_and_the_edits_from_the_diffs() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    context = NesSuggestContext(
        recent_files=[file("new = 1\r\nprint(old)\r\n")],
        edit_history=[NesEditHistoryEntry(uri=A, diff=DIFF)],
    )
    suggestion = harness.edit(context=context, version=17)
    assert where(suggestion) == (1, 6, 1, 9, "new")
    (edit,) = harness.engine.asked[-1].edits
    assert (edit.line, edit.old, edit.new, edit.origin) == (
        0,
        ("old = 1",),
        ("new = 1",),
        EditOrigin.REPORTED,
    )
    assert edit.below == "print(old)"
    assert edit.serial < 0


@pytest.mark.requirement("NES-12")
def test_without_diffs_two_texts_give_the_edit_between_them() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    first = NesSuggestContext(recent_files=[file("old = 1\nprint(old)\nprint(old)\n")])
    harness.reject(harness.edit(context=first))
    second = NesSuggestContext(recent_files=[file("# top\nnew = 1\nprint(old)\nprint(old)\n")])
    shown = harness.edit(context=second)
    (edit,) = harness.engine.asked[-1].edits
    assert (edit.line, edit.old, edit.new) == (0, ("old = 1",), ("# top", "new = 1"))
    assert where(shown)[0] == 2
    harness.reject(shown)
    third = NesSuggestContext(recent_files=[file("# top\n# more\nnew = 1\nprint(old)\nprint(old)\n")])
    assert where(harness.edit(context=third))[0] == 4  # what was rejected moved to line 3


@pytest.mark.requirement("NES-12")
def test_a_text_of_an_earlier_request_is_not_used_as_the_current_text() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    harness.edit(context=NesSuggestContext(recent_files=[file("old\n")]))
    assert harness.no_suggestion_reason(context=NesSuggestContext(recent_files=[])) == "unknown-document"
    assert harness.no_suggestion_reason() == "unknown-document"


@pytest.mark.requirement("NES-12")
def test_the_text_comes_from_the_disk_if_the_client_sends_none(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("new = 1\nprint(old)\n")
    (tmp_path.parent / "outside.py").write_text("old\n")

    class Engine:
        def propose(self, situation: Situation) -> EngineResult:
            return EngineResult(candidates=tuple(everywhere("old", "new")(situation)))

    service = NesService(NesSetup(open_engine=Engine), NesClientCapabilities())
    session = service.start(StartNesRequest(workspace_uri=tmp_path.as_uri())).session_id

    def ask(path: Path) -> list[object]:
        request = SuggestNesRequest(
            session_id=session,
            uri=path.as_uri(),
            version=1,
            position=Position(line=0, character=0),
            trigger_kind="automatic",
        )
        return list(run(service.suggest(request)).suggestions)

    (suggestion,) = ask(tmp_path / "a.py")
    assert isinstance(suggestion, NesEditSuggestion)
    assert where(suggestion) == (1, 6, 1, 9, "new")
    (tmp_path / "a.py").write_text("# top\nnew = 1\nprint(old)\n")
    (suggestion,) = ask(tmp_path / "a.py")
    assert isinstance(suggestion, NesEditSuggestion)
    assert where(suggestion) == (2, 6, 2, 9, "new")
    assert ask(tmp_path.parent / "outside.py") == []
    assert ask(tmp_path / "missing.py") == []
    explanation = service.explanation(session)
    assert explanation is not None
    assert explanation.word == "unknown-document"
    run(service.shut_down(5.0))


@pytest.mark.requirement("NES-12")
def test_an_observed_edit_is_not_reported_twice() -> None:
    harness = ServiceHarness("old = 1\nprint(old)\n")
    before = NesEditHistoryEntry(uri=A, diff="@@ -2 +2 @@\n-show(old)\n+print(old)\n")
    elsewhere = NesEditHistoryEntry(uri=B, diff="@@ -5 +5 @@\n-old\n+new\n")
    harness.ask(context=NesSuggestContext(edit_history=[before, elsewhere]))
    harness.replace("old = 1", "new = 1")
    now = NesEditHistoryEntry(uri=A, diff=DIFF)
    partly = NesEditHistoryEntry(uri=A, diff="@@ -1 +1 @@\n-old = 1\n+ne = 1\n")
    harness.ask(context=NesSuggestContext(edit_history=[before, elsewhere, partly, now]))
    edits = harness.engine.asked[-1].edits
    assert [(edit.uri, edit.new, edit.origin) for edit in edits] == [
        (A, ("print(old)",), EditOrigin.REPORTED),
        (B, ("new",), EditOrigin.REPORTED),
        (A, ("new = 1",), EditOrigin.TYPED),
    ]
    assert [edit.line for edit in edits] == [1, 4, 0]
    assert [edit.serial for edit in edits] == sorted(edit.serial for edit in edits)


def test_a_reported_edit_keeps_its_serial_and_moves_with_later_ones() -> None:
    harness = ServiceHarness()
    first = NesEditHistoryEntry(uri=A, diff="@@ -2 +2 @@\n-b\n+B\n")
    second = NesEditHistoryEntry(uri=A, diff="@@ -1,0 +1,2 @@\n+x\n+y\n")
    over = NesEditHistoryEntry(uri=A, diff="@@ -4 +4 @@\n-B\n+BB\n")
    asked = harness.engine.asked
    harness.ask(context=NesSuggestContext(recent_files=[file("a\nB")], edit_history=[first]))
    harness.ask(context=NesSuggestContext(recent_files=[file("x\ny\na\nB")], edit_history=[first, second]))
    assert [edit.line for edit in asked[-1].edits] == [3, 0]
    assert asked[-1].edits[0].serial == asked[-2].edits[0].serial
    harness.ask(
        context=NesSuggestContext(recent_files=[file("x\ny\na\nBB")], edit_history=[first, second, over])
    )
    assert [edit.line for edit in asked[-1].edits] == [-1, 0, 3]


def test_a_reported_edit_without_a_line_is_found_by_its_text() -> None:
    harness = ServiceHarness("a\nb\nnew text\nc\n")
    entry = NesEditHistoryEntry(uri=A, diff="-old text\n+new text\n")
    harness.ask(context=NesSuggestContext(edit_history=[entry]))
    assert harness.engine.asked[-1].edits[0].line == 2
    entry = NesEditHistoryEntry(uri=A, diff="@@ -90 +90 @@\n-old text\n+new text\n")
    harness.ask(context=NesSuggestContext(edit_history=[entry]))
    assert harness.engine.asked[-1].edits[0].line == 2


@pytest.mark.requirement("DIA-04")
def test_user_actions_are_understood_in_both_dialects() -> None:
    harness = ServiceHarness("'😀' x\n")
    context = NesSuggestContext(
        user_actions=[
            NesUserAction(action="insertChar", uri=A, position=Position(line=0, character=5), timestamp_ms=1),
            NesUserAction(action="cursorMovement", uri=A, line=0, offset=5, timestamp_ms=2),
            NesUserAction(action="other", uri=B, line=7, offset=3, timestamp_ms=3),
            NesUserAction(action="far", uri=A, position=Position(line=99, character=9), timestamp_ms=4),
            NesUserAction(action="nowhere", uri=A, timestamp_ms=5),
        ]
    )
    harness.ask(context=context)
    places = [action.position for action in harness.engine.asked[-1].actions]
    assert places == [Point(0, 4), Point(0, 4), Point(7, 3), Point(1, 0), Point(0, 0)]


def test_snippets_open_files_and_diagnostics_reach_the_engine() -> None:
    harness = ServiceHarness("text\n")
    outside = Range(start=Position(line=9, character=9), end=Position(line=2, character=0))
    context = NesSuggestContext(
        related_snippets=[
            NesRelatedSnippet(uri=B, excerpts=[NesExcerpt(start_line=4, end_line=5, text="a\r\nb")])
        ],
        open_files=[
            NesOpenFile(uri=B, language_id="python"),
            NesOpenFile(uri=A, language_id="python", visible_range=outside),
        ],
        diagnostics=[
            NesDiagnostic(uri=B, range=outside, severity="hint", message="b"),
            NesDiagnostic(uri=A, range=outside, severity="error", message="a" * 5_000),
        ],
    )
    harness.ask(context=context)
    situation = harness.engine.asked[-1]
    assert [(snippet.uri, snippet.line, snippet.text) for snippet in situation.snippets] == [(B, 4, "a\nb")]
    assert situation.visible_lines == (9, 2)
    own, other = situation.diagnostics
    assert (own.uri, own.span, len(own.message)) == (A, (Point(1, 0), Point(1, 0)), 1_000)
    assert other.span == (Point(9, 9), Point(9, 9))


def test_recent_files_are_workspace_texts_for_the_engine() -> None:
    harness = ServiceHarness("text\n")
    harness.ask(context=NesSuggestContext(recent_files=[file("other\n", B), file("not this\n", A)]))
    library = harness.engine.asked[-1].workspace_texts
    other, own = library.snapshot(B), library.snapshot(A)
    assert other is not None
    assert own is not None
    assert (other.lines, own.lines) == (["other", ""], ["text", ""])


def test_opening_a_document_replaces_its_text_from_a_request() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    harness.ask(context=NesSuggestContext(recent_files=[file("old\n")]))
    harness.open("# top\nold\n")
    assert where(harness.edit(context=NesSuggestContext(recent_files=[file("old\n")])))[0] == 1


def test_far_too_much_context_is_truncated() -> None:
    harness = ServiceHarness("text\n")
    position = Position(line=0, character=0)
    here = Range(start=position, end=position)
    many = NesSuggestContext(
        recent_files=[file("x" * 1_000_000, f"file:///{number}") for number in range(60)],
        edit_history=[
            NesEditHistoryEntry(uri=B, diff=f"@@ -1 +1 @@\n-{number}\n+{number + 1}")
            for number in range(5_000)
        ],
        related_snippets=[
            NesRelatedSnippet(uri=B, excerpts=[NesExcerpt(start_line=0, end_line=1, text="x")] * 500)
        ]
        * 500,
        user_actions=[NesUserAction(action="x", uri=A, position=position, timestamp_ms=1)] * 5_000,
        diagnostics=[NesDiagnostic(uri=A, range=here, severity="error", message="x")] * 5_000,
    )
    assert harness.no_suggestion_reason(context=many) == "nothing-learned"
    situation = harness.engine.asked[-1]
    assert len(situation.edits) <= 50
    assert len(situation.snippets) <= 50
    assert len(situation.actions) <= 100
    assert len(situation.diagnostics) <= 200
    assert situation.edits[-1].new == ("5000",)


def test_candidates_in_recent_files_are_sent_with_their_line_endings() -> None:
    harness = ServiceHarness("text\n")

    def say(situation: Situation) -> list[Candidate]:
        page = situation.workspace_texts.snapshot(B)
        assert page is not None
        return everywhere("old", "new\nnew")(_at(situation, B))

    harness.engine.says = say
    suggestion = harness.edit(context=NesSuggestContext(recent_files=[file("x\r\nold\r\n", B)]))
    assert (suggestion.uri, where(suggestion)) == (B, (1, 0, 1, 3, "new\r\nnew"))


def _at(situation: Situation, uri: str) -> Situation:
    import msgspec

    page = situation.workspace_texts.snapshot(uri)
    assert page is not None
    return msgspec.structs.replace(situation, snapshot=page)
