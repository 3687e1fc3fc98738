"""Every response has a reason in the log and in its explanation, and no input makes a request fail."""

import logging

import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, run, swap
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.errors import RAISE_VARIABLE
from understudy.nes.reasons import SENTENCES, Reason, parse_engine_reason
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.text.text_types import Point, Replacement, Span
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidFocusDocumentNotification,
    DidOpenDocumentNotification,
    Position,
    Range,
    StartNesRequest,
    TextDocumentContentChangeEvent,
)


def test_every_reason_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Reason)
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())


def test_an_explanation_lists_the_considered_candidates() -> None:
    harness = ServiceHarness("old\nold\n")
    assert harness.service.explanation(harness.session) is None
    harness.engine.says = lambda situation: [
        swap(situation.snapshot, 0, "old", "new", 0.3),
        swap(situation.snapshot, 1, "old", "new", 0.9),
        swap(situation.snapshot, 1, "old", "newer", 0.8),
    ]
    suggestion = harness.edit()
    why = harness.explanation
    assert (why.word, why.sentence, why.suggestion) == ("shown", "You changed old to new.", suggestion.id)
    assert (why.uri, why.version, why.trigger, why.engine) == (A, 1, "automatic", "symbolic")
    assert why.milliseconds > 0
    assert [(one.line, one.chance, one.fate) for one in why.considered] == [
        (0, 0.3, "low-chance"),
        (1, 0.9, "shown"),
        (1, 0.8, "behind"),
    ]
    first = why.considered[0]
    assert (first.kind, first.family, first.lesson) == ("edit", "swap", "old → new")


def test_an_engine_may_have_words_of_its_own() -> None:
    assert parse_engine_reason("model-rests: It rests.") == ("model-rests", "It rests.")
    assert parse_engine_reason("nowhere") == ("nowhere", SENTENCES[Reason.NO_LOCATION])
    assert parse_engine_reason("") == ("nothing-learned", SENTENCES[Reason.NO_PATTERN])
    assert parse_engine_reason("Something: else") == ("nothing-learned", "Something: else")
    harness = ServiceHarness("x\n")
    harness.engine.reason = "nowhere: Nothing looks like that."
    assert harness.no_suggestion_reason() == "nowhere"
    assert harness.explanation.sentence == "Nothing looks like that."


def test_every_answer_is_one_line_in_the_log_with_next_to_nothing_of_the_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "understudy.nes")
    secret = "x" * 200
    harness = ServiceHarness(f"old {secret}\n")
    harness.engine.says = lambda situation: (
        [swap(situation.snapshot, 0, f"old {secret}", f"new {secret}", pattern=f"old\n{secret}")] * 9
    )
    harness.edit()
    (record,) = caplog.records
    message = record.getMessage()
    assert record.levelno == logging.DEBUG
    assert "\n" not in message
    assert message.count("x") < 81
    assert "suggest shown [symbolic, automatic, v1" in message
    assert "4 more" in message


class Broken:
    def propose(self, situation: Situation) -> EngineResult:
        raise ValueError(f"cannot think about {situation.snapshot.lines[0]}")


def test_an_engine_that_fails_is_silence_and_its_words_are_not_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(RAISE_VARIABLE)
    caplog.set_level(logging.INFO, "understudy.nes")
    service = NesService(NesSetup(open_engine=Broken), NesClientCapabilities())
    harness = ServiceHarness()
    harness.service, harness.session = service, service.start(StartNesRequest()).session_id
    harness.open("secret\n")
    assert harness.no_suggestion_reason() == "failed"
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text
    run(service.shut_down(5.0))


def test_under_test_an_engine_that_fails_is_no_silence() -> None:
    service = NesService(NesSetup(open_engine=Broken), NesClientCapabilities())
    harness = ServiceHarness()
    harness.service, harness.session = service, service.start(StartNesRequest()).session_id
    harness.open("secret\n")
    with pytest.raises(ValueError, match="cannot think about secret"):
        harness.no_suggestion_reason()
    run(service.shut_down(5.0))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("x" * 5_000_000, "unwieldy"),
        ("a\n" * 1_000_000, "unwieldy"),
        ("\0\1\2binary\n", "unwieldy"),
        ("", "nothing-learned"),
        ("\ufeffold\n", "nothing-learned"),
        ("\ud800 lone\n", "nothing-learned"),
        ("a\u2028b\x0cc\x85d\n", "nothing-learned"),
    ],
)
def test_an_odd_text_is_silence(text: str, word: str) -> None:
    harness = ServiceHarness()
    harness.open(text)
    assert harness.no_suggestion_reason() == word
    harness.open("old\n")
    harness.engine.says = everywhere("old", "new")
    assert harness.ask() is not None


def test_bad_events_never_raise() -> None:
    harness = ServiceHarness("old\nold\n")
    far = Position(line=10**9, character=10**9)
    zero = Position(line=0, character=0)
    for range_ in (
        Range(start=far, end=far),
        Range(start=far, end=zero),
        Range(start=zero, end=far),
        Range(start=zero, end=Position(line=0, character=99)),
    ):
        for version in (-5, 0, 2, 10**12):
            for uri in (A, B, "", "untitled:Untitled-1", "file:///%zz", "no uri at all", "x" * 100_000):
                harness.service.did_change(
                    DidChangeDocumentNotification(
                        session_id=harness.session,
                        uri=uri,
                        version=version,
                        content_changes=[TextDocumentContentChangeEvent(range=range_, text="x")] * 3,
                    )
                )
                harness.service.did_focus(
                    DidFocusDocumentNotification(
                        session_id=harness.session,
                        uri=uri,
                        version=version,
                        position=far,
                        visible_range=range_,
                    )
                )
    assert harness.no_suggestion_reason(version=10**12) == "untrusted"
    harness.service.did_change(
        DidChangeDocumentNotification(session_id=harness.session, uri=A, version=10**13, content_changes=[])
    )
    assert harness.no_suggestion_reason(version=10**13) == "untrusted"
    harness.open("old\n")
    harness.engine.says = everywhere("old", "new")
    assert harness.ask() is not None


def test_a_notification_that_fails_inside_is_logged_and_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    class Torn(Exception):
        pass

    harness = ServiceHarness("old\n")

    def refresh(near: str | None = None) -> None:
        raise Torn("the user's text")

    harness.workspace_texts[0].refresh = refresh  # pyright: ignore[reportAttributeAccessIssue]
    harness.service.did_open(
        DidOpenDocumentNotification(
            session_id=harness.session, uri=B, language_id="python", version=1, text="x"
        )
    )
    assert "Torn" in caplog.text
    assert "the user's text" not in caplog.text


def test_an_untitled_document_is_followed_like_any_other() -> None:
    harness = ServiceHarness()
    harness.open("old\n", "untitled:Untitled-1")
    harness.engine.says = everywhere("old", "new")
    assert harness.edit(uri="untitled:Untitled-1").uri == "untitled:Untitled-1"


def test_a_candidate_that_does_not_fit_is_passed_over() -> None:
    harness = ServiceHarness("old\n")
    outside = Candidate(
        kind="edit",
        uri=A,
        probability=0.99,
        family="any",
        edits=(Replacement(Span(Point(7, 0), Point(9, 9)), "x"),),
    )
    harness.engine.says = lambda situation: [outside, swap(situation.snapshot, 0, "old", "new")]
    harness.edit()
    harness.engine.says = lambda situation: [outside, swap(situation.snapshot, 0, "old", "new")]
    harness.edit()
    assert harness.explanation.word == "kept"
    harness.open("other\n")
    harness.engine.says = lambda situation: [outside]
    assert harness.no_suggestion_reason() == "bad-edit"


def test_memory_stays_flat_over_many_edits_and_requests() -> None:
    harness = ServiceHarness("old\n" * 50)
    harness.engine.says = everywhere("old", "new")
    session = harness.service.find_session(harness.session)
    for number in range(1_000):
        harness.change(0, 0, "x")
        if number % 10 == 0:
            harness.reject(harness.edit())
            harness.engine.asked.clear()
    assert len(session.history.edits) <= 50
    assert session.open_chars < 5_000
