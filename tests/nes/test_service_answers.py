"""How suggestions are sent: the client's positions, line endings, kinds and dialect, and the threshold."""

from pathlib import Path

import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, run, swap, where
from understudy.nes.engine_api import Candidate, Situation, SuggestionKind, Trigger
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts
from understudy.nes.limits import MANUAL_THRESHOLD_REDUCTION
from understudy.nes.options import MIN_PROBABILITY_BY_EAGERNESS
from understudy.nes.setup import NesClientCapabilities, NesSetup, PositionEncoding
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot
from understudy.schema.acp import (
    NesActionSuggestion,
    NesDiagnostic,
    NesEditSuggestion,
    NesJumpSuggestion,
    NesRenameSuggestion,
    NesSearchAndReplaceSuggestion,
    NesSuggestContext,
    Position,
    Range,
    StartNesRequest,
)

ALL: frozenset[SuggestionKind] = frozenset({"edit", "jump", "rename", "searchAndReplace"})


@pytest.mark.requirement("NES-05", "NES-14")
@pytest.mark.parametrize(
    ("encoding", "start", "cursor"), [("utf-32", 10, 11), ("utf-16", 11, 12), ("utf-8", 14, 16)]
)
def test_positions_are_counted_as_the_client_counts(
    encoding: PositionEncoding, start: int, cursor: int
) -> None:
    harness = ServiceHarness("s = '😀e\u0301'+old\n", client=NesClientCapabilities(encoding=encoding))
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="any",
            edits=(Replacement(Span(Point(0, 10), Point(0, 13)), "é"),),
            position=Point(0, 11),
        )
    ]
    suggestion = harness.edit()
    assert where(suggestion) == (0, start, 0, start + 3, "é")
    assert suggestion.cursor_position == Position(line=0, character=cursor)


@pytest.mark.requirement("NES-05")
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_new_lines_end_as_the_documents_do(end: str) -> None:
    harness = ServiceHarness(end.join(["one", "two", ""]))
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=A,
            probability=0.9,
            family="any",
            edits=(Replacement(Span(Point(1, 0), Point(1, 0)), "new\nlines\n"),),
        )
    ]
    assert where(harness.edit()) == (1, 0, 1, 0, f"new{end}lines{end}")


@pytest.mark.requirement("NES-14")
def test_an_edit_may_be_in_another_file() -> None:
    harness = ServiceHarness("old\n")
    harness.open("x\r\nold\r\n", B)
    other = TextSnapshot(B, "python", ["x", "old", ""])
    harness.engine.says = lambda situation: [swap(other, 1, "old", "new\nnew")]
    suggestion = harness.edit()
    assert (suggestion.uri, where(suggestion)) == (B, (1, 0, 1, 3, "new\r\nnew"))


@pytest.mark.requirement("NES-05", "NES-14")
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_file_that_is_not_open_keeps_its_line_ends(tmp_path: Path, end: str) -> None:
    other = tmp_path / "b.py"
    other.write_bytes(f"x{end}old{end}".encode())
    harness = ServiceHarness(
        "x\r\nold\r\n",
        setup=NesSetup(open_workspace_texts=SessionWorkspaceTexts),
        start=StartNesRequest(workspace_uri=tmp_path.as_uri()),
    )
    harness.engine.says = lambda situation: [
        Candidate(
            kind="edit",
            uri=other.as_uri(),
            probability=0.9,
            family="any",
            edits=(Replacement(Span(Point(1, 0), Point(1, 3)), "new\nnew"),),
        )
    ]
    harness.replace("x", "y")
    suggestion = harness.edit()
    assert where(suggestion)[-1] == f"new{end}new"
    # A text that the client only asks about is that of the file, with its line ends.
    harness.versions[other.as_uri()] = 1
    assert where(harness.edit(uri=other.as_uri()))[-1] == f"new{end}new"
    run(harness.service.shut_down(5.0))


def test_an_edit_in_an_unknown_file_is_not_sent() -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = lambda situation: [swap(TextSnapshot("file:///c.py", "", ["old"]), 0, "old", "new")]
    assert harness.no_suggestion_reason() == "other-file"


@pytest.mark.requirement("NES-15", "NES-16", "NES-17")
def test_a_kind_is_sent_only_to_clients_that_support_it() -> None:
    jump = Candidate(kind="jump", uri=A, probability=0.9, family="any", position=Point(1, 2))
    rename = Candidate(
        kind="rename", uri=A, probability=0.9, family="any", position=Point(0, 0), new_name="new"
    )
    replace = Candidate(
        kind="searchAndReplace",
        uri="file:///project",
        probability=0.9,
        family="any",
        search="old",
        replace="new",
    )
    for candidate in (jump, rename, replace):
        harness = ServiceHarness("old\n  old\n")
        harness.engine.says = lambda situation, candidate=candidate: [
            candidate,
            swap(situation.snapshot, 1, "old", "new"),
        ]
        assert where(harness.edit())[0] == 1
        assert [one.fate for one in harness.explanation.considered] == ["kind", "shown"]
        assert harness.engine.asked[-1].supported_kinds == {"edit"}

    def answered(candidate: Candidate) -> object:
        harness = ServiceHarness("old\n  old\n", client=NesClientCapabilities(supported_kinds=ALL))
        harness.engine.says = lambda situation: [candidate]
        suggestion = harness.ask()
        assert suggestion is not None
        suggestion.id = ""
        assert suggestion.meta == {"understudy.dev/nes": {"family": "any", "chance": 0.9, "why": ""}}
        suggestion.meta = None
        return suggestion

    place = Position(line=1, character=2)
    assert answered(jump) == NesJumpSuggestion(id="", uri=A, position=place)
    start = Position(line=0, character=0)
    assert answered(rename) == NesRenameSuggestion(id="", uri=A, position=start, new_name="new")
    assert answered(replace) == NesSearchAndReplaceSuggestion(
        id="", uri="file:///project", search="old", replace="new"
    )


def test_whole_words_are_searched_by_a_pattern() -> None:
    harness = ServiceHarness("a.b\n", client=NesClientCapabilities(supported_kinds=ALL))
    harness.engine.says = lambda situation: [
        Candidate(
            kind="searchAndReplace",
            uri=A,
            probability=0.9,
            family="any",
            search="a.b",
            replace="c",
            whole_word=True,
        )
    ]
    suggestion = harness.ask()
    assert isinstance(suggestion, NesSearchAndReplaceSuggestion)
    assert (suggestion.search, suggestion.is_regex) == (r"\ba\.b\b", True)


@pytest.mark.requirement("DIA-01", "NES-16")
def test_the_seeds_client_gets_actions() -> None:
    harness = ServiceHarness("😀old\n", client=NesClientCapabilities(supported_kinds=ALL, dialect="seed"))
    harness.engine.says = lambda situation: [
        Candidate(kind="rename", uri=A, probability=0.9, family="any", position=Point(0, 1), new_name="new")
    ]
    suggestion = harness.ask()
    assert isinstance(suggestion, NesActionSuggestion)
    assert (suggestion.action_id, suggestion.arguments) == (
        "rename",
        {"uri": A, "position": {"line": 0, "character": 2}, "newName": "new"},
    )
    harness.reject(suggestion)
    harness.engine.says = lambda situation: [
        Candidate(
            kind="searchAndReplace",
            uri=A,
            probability=0.9,
            family="any",
            search="o",
            replace="n",
            is_regex=True,
        )
    ]
    suggestion = harness.ask()
    assert isinstance(suggestion, NesActionSuggestion)
    assert (suggestion.action_id, suggestion.arguments) == (
        "searchAndReplace",
        {"uri": A, "search": "o", "replace": "n", "isRegex": True},
    )


@pytest.mark.requirement("NES-11")
def test_who_asks_gets_less_certain_suggestions() -> None:
    assert (
        MIN_PROBABILITY_BY_EAGERNESS["low"]
        > MIN_PROBABILITY_BY_EAGERNESS["medium"]
        > MIN_PROBABILITY_BY_EAGERNESS["high"]
        > MANUAL_THRESHOLD_REDUCTION
        > 0
    )
    for eagerness, shown in MIN_PROBABILITY_BY_EAGERNESS.items():
        asked = shown - MANUAL_THRESHOLD_REDUCTION
        for chance, trigger, expected in (
            (shown, "automatic", True),
            (shown - 0.01, "automatic", False),
            (shown - 0.01, "diagnostic", False),
            (asked + 0.001, "manual", True),
            (asked - 0.01, "manual", False),
        ):
            harness = ServiceHarness("old\n", setup=NesSetup(eagerness=eagerness))
            harness.engine.says = everywhere("old", "new", chance)
            assert (harness.ask(trigger=trigger) is not None) is expected, (eagerness, chance, trigger)
            if not expected:
                assert harness.explanation.word == "low-chance"


def test_a_manually_requested_suggestion_stays_for_the_next_automatic_request() -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = everywhere("old", "new", 0.5)
    asked = harness.edit(trigger="manual")
    assert harness.edit().id == asked.id


@pytest.mark.requirement("NES-11")
def test_a_diagnostic_request_carries_its_diagnostics_and_does_not_cling_to_another_suggestion() -> None:
    harness = ServiceHarness("old\nprnt('😀', 1)\n")
    harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new")]
    harness.edit()

    def fix(situation: Situation) -> list[Candidate]:
        assert situation.trigger is Trigger.DIAGNOSTIC
        (diagnostic,) = situation.diagnostics
        assert diagnostic.span == Span(Point(1, 5), Point(1, 8))
        return [swap(situation.snapshot, 1, "prnt", "print")]

    harness.engine.says = fix
    context = NesSuggestContext(
        diagnostics=[
            NesDiagnostic(
                uri=A,
                range=Range(start=Position(line=1, character=5), end=Position(line=1, character=9)),
                severity="error",
                message="undefined name 'prnt'",
            )
        ]
    )
    assert where(harness.edit(line=1, trigger="diagnostic", context=context))[0] == 1


@pytest.mark.requirement("NES-13")
def test_the_selection_reaches_the_engine() -> None:
    harness = ServiceHarness("a = '😀'\nb = 2\n")
    selection = Range(start=Position(line=0, character=4), end=Position(line=1, character=99))
    harness.ask(selection=selection)
    assert harness.engine.asked[-1].selection == Span(Point(0, 4), Point(1, 5))
    point = Position(line=0, character=4)
    harness.ask(selection=Range(start=point, end=point))
    assert harness.engine.asked[-1].selection is None
    harness.ask(selection=Range(start=Position(line=1, character=1), end=point))
    assert harness.engine.asked[-1].selection == Span(Point(0, 4), Point(1, 1))
    harness.ask(selection=Range(start=point, end=Position(line=9, character=0)))
    assert harness.engine.asked[-1].selection is None


def test_a_selection_is_answered_for_itself() -> None:
    harness = ServiceHarness("old\nold\n")
    harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new")]
    shown = harness.edit()
    harness.engine.says = lambda situation: [swap(situation.snapshot, 1, "old", "new")]
    selection = Range(start=Position(line=1, character=0), end=Position(line=1, character=3))
    chosen = harness.edit(selection=selection)
    assert chosen.id != shown.id
    assert where(chosen)[0] == 1
    harness.engine.says = lambda situation: []
    assert harness.edit(selection=selection).id == chosen.id


def test_the_position_is_moved_into_its_line_but_not_into_the_text() -> None:
    harness = ServiceHarness("one\ntwo")
    request = harness.request()
    request.position = Position(line=1, character=99)
    harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "one", "1")]
    response = run(harness.service.suggest(request))
    assert isinstance(response.suggestions[0], NesEditSuggestion)
    assert harness.engine.asked[-1].cursor == Point(1, 3)
    assert harness.no_suggestion_reason(line=2) == "outside"


@pytest.mark.parametrize(("is_continued", "requests"), [(True, 2), (False, 1)])
def test_an_engine_whose_left_over_candidates_are_not_displayed_is_asked_again(
    is_continued: bool, requests: int
) -> None:
    harness = ServiceHarness("old = 1\n")
    harness.engine.says = lambda situation: [
        swap(situation.snapshot, 0, "old", "new", probability=0.1 if len(harness.engine.asked) == 1 else 0.9)
    ]
    harness.engine.is_continued = is_continued
    shown = harness.ask()
    assert len(harness.engine.asked) == requests
    assert (shown is not None) is is_continued


def test_an_engine_whose_left_over_candidate_is_displayed_is_not_asked_again() -> None:
    harness = ServiceHarness("old = 1\n")
    harness.engine.says = everywhere("old", "new")
    harness.engine.is_continued = True
    assert harness.ask() is not None
    assert len(harness.engine.asked) == 1
