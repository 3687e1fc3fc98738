"""The limits of a request: at the limit everything is used, one more is left out or truncated."""

import time

import pytest

from nes.service_harness import A, B, ServiceHarness, swap
from understudy.nes import NesSetup
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.limits import (
    MAX_CANDIDATES_CHECKED,
    MAX_CLIENT_EDITS,
    MAX_CLIENT_HISTORY_CHARS,
    MAX_CLIENT_HISTORY_ENTRIES,
    MAX_CONTEXT_DOCUMENTS,
    MAX_DIAGNOSTIC_MESSAGE_CHARS,
    MAX_DIAGNOSTICS,
    MAX_HUNKS_PER_ENTRY,
    MAX_LINE_CHANGES_PER_EVENT,
    MAX_NEW_RECENT_FILE_CHARS,
    MAX_RECENT_FILES,
    MAX_SNIPPET_CHARS,
    MAX_SNIPPETS,
    MAX_UNCHECKED_COORDINATE,
    MAX_USER_ACTIONS,
    MIN_PROBABILITY_FLOOR,
    SYMBOLIC_ENGINE_CPU_S,
)
from understudy.nes.selection import scale_odds
from understudy.nes.text import Point, Span
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    NesDiagnostic,
    NesEditHistoryEntry,
    NesExcerpt,
    NesRecentFile,
    NesRelatedSnippet,
    NesSuggestContext,
    NesUserAction,
    Position,
    Range,
    TextDocumentContentChangeEvent,
)


def at(line: int, character: int = 0) -> Position:
    return Position(line=line, character=character)


def span(start: Position, end: Position) -> Range:
    return Range(start=start, end=end)


def situation_for(context: NesSuggestContext | None = None, **more: object) -> Situation:
    harness = ServiceHarness("one\ntwo\n")
    harness.ask(context=context, **more)
    return harness.engine.asked[-1]


def diagnostic(message: str = "x", uri: str = A, position: Position | None = None) -> NesDiagnostic:
    where = position or at(0)
    return NesDiagnostic(uri=uri, range=span(where, where), severity="error", message=message)


def diff(number: int, hunks: int = 1, filler: int = 0) -> NesEditHistoryEntry:
    body = "".join(
        f"@@ -{10 * hunk + 1} +{10 * hunk + 1} @@\n-{number}.{hunk}\n+{number}.{hunk}{'x' * (filler + 1)}\n"
        for hunk in range(hunks)
    )
    return NesEditHistoryEntry(uri=B, diff=body)


def test_diagnostics_of_the_document_come_first_and_the_rest_is_left_out() -> None:
    others = [diagnostic(uri=B) for _ in range(MAX_DIAGNOSTICS)]
    for extra in (0, 1):
        context = NesSuggestContext(diagnostics=[*others[1 - extra :], diagnostic("own")])
        used = situation_for(context).diagnostics
        assert len(used) == MAX_DIAGNOSTICS
        assert used[0].message == "own"


@pytest.mark.parametrize("extra", [0, 1])
def test_a_diagnostic_message_is_truncated(extra: int) -> None:
    (used,) = situation_for(
        NesSuggestContext(diagnostics=[diagnostic("m" * (MAX_DIAGNOSTIC_MESSAGE_CHARS + extra))])
    ).diagnostics
    assert len(used.message) == MAX_DIAGNOSTIC_MESSAGE_CHARS


@pytest.mark.parametrize(
    ("uri", "position", "expected"),
    [
        (A, at(0, 2), Point(0, 2)),
        (A, at(0, 99), Point(0, 3)),
        (A, at(99, 0), Point(2, 0)),
        (B, at(99, 7), Point(99, 7)),
        (
            B,
            at(MAX_UNCHECKED_COORDINATE + 1, MAX_UNCHECKED_COORDINATE + 1),
            Point(MAX_UNCHECKED_COORDINATE, MAX_UNCHECKED_COORDINATE),
        ),
    ],
)
def test_a_reported_position_is_clamped(uri: str, position: Position, expected: Point) -> None:
    (used,) = situation_for(NesSuggestContext(diagnostics=[diagnostic("x", uri, position)])).diagnostics
    assert used.span.start == expected


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (None, None),
        (span(at(0, 1), at(0, 1)), None),
        (span(at(0, 1), at(9, 0)), None),
        (span(at(0, 0), at(1, 2)), Span(Point(0, 0), Point(1, 2))),
        (span(at(1, 2), at(0, 0)), Span(Point(0, 0), Point(1, 2))),
        (span(at(0, 1), at(0, 99)), Span(Point(0, 1), Point(0, 3))),
    ],
)
def test_a_selection_is_inside_the_text_and_in_order(selection: Range | None, expected: Span | None) -> None:
    assert situation_for(selection=selection).selection == expected


@pytest.mark.parametrize(("line", "reason"), [(2, "nothing-learned"), (3, "outside")])
def test_a_cursor_below_the_text_gets_no_suggestion(line: int, reason: str) -> None:
    assert ServiceHarness("one\ntwo\n").no_suggestion_reason(line) == reason


@pytest.mark.parametrize(("chars", "used"), [(MAX_SNIPPET_CHARS, 1), (MAX_SNIPPET_CHARS + 1, 0)])
def test_an_overlong_snippet_is_left_out(chars: int, used: int) -> None:
    excerpt = NesExcerpt(start_line=0, end_line=1, text="x" * chars)
    context = NesSuggestContext(related_snippets=[NesRelatedSnippet(uri=B, excerpts=[excerpt])])
    assert len(situation_for(context).snippets) == used


def test_snippets_are_limited_over_all_files_and_have_plain_line_endings() -> None:
    excerpt = NesExcerpt(start_line=0, end_line=1, text="a\r\nb\rc")
    related = [NesRelatedSnippet(uri=B, excerpts=[excerpt, excerpt])] * MAX_SNIPPETS
    used = situation_for(NesSuggestContext(related_snippets=related)).snippets
    assert len(used) == MAX_SNIPPETS
    assert used[0].text == "a\nb\nc"


def test_the_newest_user_actions_are_used_and_their_names_are_short() -> None:
    actions = [
        NesUserAction(action=f"{number} {'n' * 200}", uri=A, position=at(0), timestamp_ms=number)
        for number in range(MAX_USER_ACTIONS + 1)
    ]
    used = situation_for(NesSuggestContext(user_actions=actions)).actions
    assert (len(used), used[0].time, len(used[0].action)) == (MAX_USER_ACTIONS, 1, 100)


@pytest.mark.parametrize(
    ("count", "chars", "used"),
    [
        (MAX_RECENT_FILES + 1, 1, MAX_RECENT_FILES),
        (2, MAX_NEW_RECENT_FILE_CHARS // 2, 2),
        (2, MAX_NEW_RECENT_FILE_CHARS // 2 + 1, 1),
        (1, MAX_NEW_RECENT_FILE_CHARS + 1, 0),
    ],
)
def test_recent_files_are_limited_in_number_and_size(count: int, chars: int, used: int) -> None:
    harness = ServiceHarness("one\n")
    files = [
        NesRecentFile(uri=f"file:///{number}", language_id="python", text="x" * chars)
        for number in range(count)
    ]
    harness.ask(context=NesSuggestContext(recent_files=files))
    assert len(harness.service.find_session(harness.session).recent_snapshots) == used


def test_the_recent_files_that_were_left_out_come_with_the_next_request() -> None:
    harness = ServiceHarness("one\n")
    half = MAX_NEW_RECENT_FILE_CHARS // 2 + 1
    files = [
        NesRecentFile(uri=f"file:///{number}", language_id="python", text=str(number) * half)
        for number in range(3)
    ]
    for expected in (1, 2, 3):
        harness.ask(context=NesSuggestContext(recent_files=files))
        assert len(harness.service.find_session(harness.session).recent_snapshots) == expected


def test_a_session_keeps_only_the_newest_texts_from_requests() -> None:
    harness = ServiceHarness("one\n")
    session = harness.service.find_session(harness.session)
    for number in range(MAX_CONTEXT_DOCUMENTS + 1):
        session.load_context_text(f"file:///{number}", "python", "x", is_recent=True, record_edits=False)
    assert session.find_document("file:///0") is None
    assert len(session.recent_snapshots) == MAX_CONTEXT_DOCUMENTS


def test_the_newest_entries_of_the_edit_history_are_used() -> None:
    entries = [diff(number) for number in range(MAX_CLIENT_HISTORY_ENTRIES + 1)]
    used = situation_for(NesSuggestContext(edit_history=entries)).edits
    assert [edit.old for edit in used[:1]] == [("1.0",)]
    assert len(used) == MAX_CLIENT_HISTORY_ENTRIES


def test_an_edit_history_that_is_too_long_loses_its_oldest_entries() -> None:
    third = MAX_CLIENT_HISTORY_CHARS // 3
    entries = [diff(number, filler=third) for number in range(3)]
    used = situation_for(NesSuggestContext(edit_history=entries)).edits
    assert [edit.old for edit in used] == [("1.0",), ("2.0",)]


@pytest.mark.parametrize(
    ("hunks", "used"), [(MAX_HUNKS_PER_ENTRY, MAX_HUNKS_PER_ENTRY), (MAX_HUNKS_PER_ENTRY + 1, 0)]
)
def test_a_diff_with_many_hunks_is_no_example(hunks: int, used: int) -> None:
    assert len(situation_for(NesSuggestContext(edit_history=[diff(1, hunks)])).edits) == used


def test_the_reported_edits_are_limited() -> None:
    entries = [diff(number, MAX_HUNKS_PER_ENTRY) for number in range(4)]
    used = situation_for(NesSuggestContext(edit_history=entries)).edits
    assert len(used) == MAX_CLIENT_EDITS
    assert used[-1].old == (f"3.{MAX_HUNKS_PER_ENTRY - 1}",)


@pytest.mark.parametrize(
    ("changes", "edits"), [(MAX_LINE_CHANGES_PER_EVENT, 50), (MAX_LINE_CHANGES_PER_EVENT + 1, 0)]
)
def test_an_event_with_many_changes_is_no_example(changes: int, edits: int) -> None:
    harness = ServiceHarness("old\n\n" * changes)
    events = [
        TextDocumentContentChangeEvent(range=span(at(2 * number, 0), at(2 * number, 3)), text="new!")
        for number in range(changes)
    ]
    harness.service.did_change(
        DidChangeDocumentNotification(session_id=harness.session, uri=A, version=2, content_changes=events)
    )
    assert len(harness.service.find_session(harness.session).history.edits) == edits


def test_the_setup_gives_the_processor_time_of_the_symbolic_engine() -> None:
    harness = ServiceHarness("one\n", setup=NesSetup(engine_cpu_s=1000.0))
    before = time.thread_time()
    harness.ask()
    assert before + 1000 <= harness.engine.asked[-1].deadline


def test_the_symbolic_engine_gets_a_deadline() -> None:
    harness = ServiceHarness("one\n")
    harness.ask()
    first = harness.engine.asked[-1].deadline
    harness.ask()
    assert 0 <= harness.engine.asked[-1].deadline - first < 60 + SYMBOLIC_ENGINE_CPU_S


@pytest.mark.parametrize(
    ("position", "shown"), [(MAX_CANDIDATES_CHECKED - 1, True), (MAX_CANDIDATES_CHECKED, False)]
)
def test_only_the_best_candidates_are_checked(position: int, shown: bool) -> None:
    harness = ServiceHarness("old\n")

    def candidates(situation: Situation) -> list[Candidate]:
        good = swap(situation.snapshot, 0, "old", "new")
        bad = swap(situation.snapshot, 0, "old", "old")
        return [*[bad] * position, good]

    harness.engine.says = candidates
    assert (harness.ask() is not None) is shown
    assert len(harness.explanation.considered) == min(position + 1, MAX_CANDIDATES_CHECKED)


@pytest.mark.parametrize(
    ("trigger", "probability", "shown"),
    [
        ("automatic", 0.44, True),
        ("automatic", 0.43, False),
        ("manual", 0.3, True),
        ("manual", 0.28, False),
    ],
)
def test_the_threshold_is_lower_for_a_manual_request(trigger: str, probability: float, shown: bool) -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new", probability)]
    assert (harness.ask(trigger=trigger) is not None) is shown
    assert harness.explanation.threshold >= MIN_PROBABILITY_FLOOR


@pytest.mark.parametrize(
    ("probability", "factor", "expected"),
    [(0.5, 1.0, 0.5), (0.5, 2.0, 2 / 3), (0.5, 0.5, 1 / 3), (0.0, 2.0, 0.0), (1.0, 0.5, 1.0)],
)
def test_odds_are_scaled_and_certainties_stay(probability: float, factor: float, expected: float) -> None:
    assert scale_odds(probability, factor) == pytest.approx(expected)
