"""Sessions start, run side by side and close; document events are applied in order."""

import asyncio
import threading
from pathlib import Path

import pytest

from nes.service_harness import A, B, ServiceHarness, everywhere, run, swap, where
from understudy.nes import service as service_module
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.errors import AuthRequired, TooManySessions, UnknownSession
from understudy.nes.reasons import Reason
from understudy.nes.service import NesService
from understudy.nes.session import session as session_module
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.schema.acp import (
    AcceptNesNotification,
    CloseNesRequest,
    DidChangeDocumentNotification,
    DidFocusDocumentNotification,
    DidOpenDocumentNotification,
    DidSaveDocumentNotification,
    NesRepository,
    Position,
    Range,
    StartNesRequest,
    TextDocumentContentChangeEvent,
    WorkspaceFolder,
)

HERE = Range(start=Position(line=3, character=0), end=Position(line=40, character=0))


@pytest.mark.requirement("NES-02")
def test_a_session_starts_with_everything_or_nothing() -> None:
    harness = ServiceHarness()
    assert harness.service.has_session(harness.session)
    request = StartNesRequest(
        workspace_uri="file:///project",
        workspace_folders=[
            WorkspaceFolder(uri="file:///project", name="w"),
            WorkspaceFolder(uri="file:///x", name="x"),
        ],
        repository=NesRepository(name="r", owner="o", remote_url="https://example.org/r.git"),
    )
    other = harness.service.start(request).session_id
    assert harness.service.has_session(other)
    assert other != harness.session


def test_a_session_that_begins_waits_a_moment_for_its_files_and_no_longer() -> None:
    harness = ServiceHarness()
    run(
        harness.service.wait_for_first_scan(harness.session)
    )  # files that are never through do not hold it up
    (waited,) = harness.workspace_texts[0].waited
    assert 0 < waited <= 0.5


@pytest.mark.requirement("NES-02", "NES-12")
def test_the_folders_of_the_workspace_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("old = 1\n")
    service = NesService(NesSetup(open_engine=_Echo), NesClientCapabilities())
    uri = tmp_path.as_uri()
    session = service.find_session(service.start(StartNesRequest(workspace_uri=uri)).session_id)
    page = session.workspace_texts.snapshot((tmp_path / "a.py").as_uri())
    assert page is not None
    assert page.lines == ["old = 1", ""]
    run(service.shut_down(5.0))


class _Echo:
    def propose(self, situation: Situation) -> EngineResult:
        return EngineResult()


@pytest.mark.requirement("NES-03")
def test_sessions_share_nothing() -> None:
    one = ServiceHarness("old\nold\n")
    one.engine.says = everywhere("old", "new")
    first = one.session
    suggestion = one.edit()
    one.session = one.service.start(StartNesRequest()).session_id
    assert one.no_suggestion_reason() == "unknown-document"
    one.open("nothing\n")
    assert one.no_suggestion_reason() == "nothing-learned"
    one.accept(suggestion)  # of the other session: unknown here
    assert one.service.find_session(first).feedback_counts.counts_for("old → new") == (0, 0)
    one.close()
    one.session, one.versions[A] = first, 1
    assert one.edit().id == suggestion.id


@pytest.mark.requirement("NES-04")
def test_a_closed_session_is_gone() -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = everywhere("old", "new")
    suggestion = harness.edit()
    harness.close()
    assert not harness.service.has_session(harness.session)
    assert harness.workspace_texts[0].closed
    for request in (
        lambda: harness.service.suggest(harness.request()),
        harness.close,
        lambda: harness.service.options(harness.session),
        lambda: harness.service.set_option(harness.session, "enabled", False),
    ):
        with pytest.raises(UnknownSession, match="nes/start") as failure:
            request()
        assert failure.value.code == "no_session"
    harness.change(0, 0, "x")
    harness.accept(suggestion)
    harness.reject(suggestion)
    harness.close_document()


def test_one_session_too_many_closes_the_one_that_was_not_used_for_the_longest_time() -> None:
    harness = ServiceHarness("x = 1\n")
    others = [
        harness.service.start(StartNesRequest()).session_id for _ in range(service_module.MAX_SESSIONS - 1)
    ]
    harness.change(0, 0, "x")
    newest = harness.service.start(StartNesRequest()).session_id
    assert [one for one in [harness.session, *others, newest] if not harness.service.has_session(one)] == [
        others[0]
    ]
    assert [texts.closed for texts in harness.workspace_texts].count(True) == 1
    with pytest.raises(UnknownSession, match=r"closed because it was idle.*nes/start") as failure:
        harness.service.find_session(others[0])
    assert failure.value.code == "no_session"
    harness.service.find_session(others[1])
    harness.service.start(StartNesRequest())
    assert harness.service.has_session(others[1])
    assert not harness.service.has_session(others[2])


def test_a_session_that_answers_a_request_is_not_closed_for_another_one() -> None:
    async def scene() -> None:
        harness = ServiceHarness()
        sessions = [harness.session]
        sessions += [
            harness.service.start(StartNesRequest()).session_id
            for _ in range(service_module.MAX_SESSIONS - 1)
        ]
        for one in sessions:
            harness.service.find_session(one).hold_request("file:///a.py")
        with pytest.raises(TooManySessions) as failure:
            harness.service.start(StartNesRequest())
        assert failure.value.code == "too_many"
        harness.service.find_session(sessions[5]).end_held_request(Reason.STALE)
        harness.service.start(StartNesRequest())
        assert [one for one in sessions if not harness.service.has_session(one)] == [sessions[5]]

    run(scene())


@pytest.mark.parametrize("ending", ["closed", "cancelled before its first step", "cancelled while it waits"])
def test_a_held_request_that_nobody_waits_for_is_released(
    monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    async def scene() -> None:
        harness = ServiceHarness("x = 1\n")
        scanned = threading.Event()

        def wait_until_usable(seconds: float) -> bool:
            return seconds > 0 and scanned.wait(60)

        monkeypatch.setattr(harness.workspace_texts[0], "wait_until_usable", wait_until_usable)
        session = harness.service.find_session(harness.session)
        response = harness.service.suggest(harness.request())
        assert session.is_answering
        if ending == "closed":
            response.close()
        else:
            task = asyncio.ensure_future(response)
            if ending == "cancelled while it waits":
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert not session.is_answering
        scanned.set()

    run(scene())


@pytest.mark.requirement("NES-19")
def test_a_session_does_not_start_without_a_required_key() -> None:
    missing: list[str] = ["Set the key."]
    setup = NesSetup(
        engine="hybrid", open_model=_Model, missing_key_message=lambda: missing[0] if missing else None
    )
    service = NesService(setup, NesClientCapabilities())
    with pytest.raises(AuthRequired, match=r"Set the key\.") as failure:
        service.start(StartNesRequest())
    assert failure.value.code == "auth_required"
    missing.clear()
    assert service.has_session(service.start(StartNesRequest()).session_id)
    run(service.shut_down(5.0))


class _Model:
    async def propose(self, situation: Situation) -> EngineResult:
        return EngineResult()

    async def close(self) -> None:
        pass


def test_an_engine_without_keys_needs_none() -> None:
    service = NesService(NesSetup(missing_key_message=lambda: "Set the key."), NesClientCapabilities())
    service.start(StartNesRequest())
    run(service.shut_down(5.0))


@pytest.mark.requirement("NES-09")
def test_a_request_sees_every_event_before_it_and_none_after() -> None:
    async def scene() -> None:
        harness = ServiceHarness("old = 1\nprint(old)\n")
        harness.engine.says = everywhere("old", "new")
        harness.replace("old", "new")
        answer = harness.service.suggest(harness.request())
        harness.change(0, 0, "\n\n\n")
        response = await answer
        (suggestion,) = response.suggestions
        assert where(suggestion) == (1, 6, 1, 9, "new")  # pyright: ignore[reportArgumentType]

    run(scene())


@pytest.mark.requirement("NES-10")
def test_a_request_for_another_version_is_answered_with_nothing() -> None:
    harness = ServiceHarness("old\nold\n")
    harness.engine.says = everywhere("old", "new")
    harness.replace("old", "new")
    assert harness.no_suggestion_reason(version=1) == "stale"
    assert harness.no_suggestion_reason(version=3) == "ahead"
    assert harness.ask(version=2) is not None


@pytest.mark.requirement("NES-07")
def test_after_an_impossible_change_nothing_is_suggested_until_a_full_text_comes() -> None:
    harness = ServiceHarness("old\nold\n")
    harness.engine.says = everywhere("old", "new")
    assert harness.ask() is not None

    def change(version: int, range_: Range | None, text: str) -> None:
        event = TextDocumentContentChangeEvent(range=range_, text=text)
        harness.versions[A] = version
        harness.service.did_change(
            DidChangeDocumentNotification(
                session_id=harness.session, uri=A, version=version, content_changes=[event]
            )
        )

    change(2, HERE, "x")
    assert harness.no_suggestion_reason() == "untrusted"
    change(3, Range(start=Position(line=0, character=0), end=Position(line=0, character=0)), "x")
    assert harness.no_suggestion_reason() == "untrusted"
    change(4, None, "old\n")
    assert where(harness.edit()) == (0, 0, 0, 3, "new")


@pytest.mark.requirement("NES-07")
def test_a_change_of_a_document_that_was_never_opened_needs_the_full_text() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    harness.texts[A], harness.versions[A] = "old\n", 1
    harness.change(0, 0, "x")
    assert harness.no_suggestion_reason() == "untrusted"
    event = TextDocumentContentChangeEvent(text="old\n")
    harness.service.did_change(
        DidChangeDocumentNotification(session_id=harness.session, uri=B, version=7, content_changes=[event])
    )
    harness.versions[B] = 7
    assert harness.edit(uri=B).uri == B
    assert harness.engine.asked[-1].snapshot.language == "python"


@pytest.mark.requirement("NES-08")
def test_focus_and_saving_refresh_what_is_known() -> None:
    harness = ServiceHarness("old\n")
    texts = harness.workspace_texts[0]
    texts.refreshed.clear()
    harness.service.did_focus(
        DidFocusDocumentNotification(
            session_id=harness.session,
            uri=A,
            version=1,
            position=Position(line=0, character=0),
            visible_range=HERE,
        )
    )
    harness.service.did_save(DidSaveDocumentNotification(session_id=harness.session, uri=A))
    assert texts.refreshed == [A, A]
    harness.ask()
    assert harness.engine.asked[-1].visible_lines == (3, 40)


@pytest.mark.requirement("NES-08")
def test_a_closed_document_is_unknown_and_may_be_opened_again() -> None:
    harness = ServiceHarness("old\n")
    harness.engine.says = everywhere("old", "new")
    first = harness.edit()
    harness.close_document()
    assert harness.no_suggestion_reason() == "unknown-document"
    harness.open("old\n")
    assert harness.edit().id != first.id


@pytest.mark.requirement("DIA-03")
def test_events_without_a_session_go_to_every_session() -> None:
    harness = ServiceHarness()
    harness.engine.says = everywhere("old", "new")
    other = harness.service.start(StartNesRequest()).session_id
    harness.service.did_open(
        DidOpenDocumentNotification(uri=A, language_id="python", version=1, text="old\nold\n")
    )
    start = Position(line=0, character=0)
    event = TextDocumentContentChangeEvent(range=Range(start=start, end=start), text="old\n")
    harness.service.did_change(DidChangeDocumentNotification(uri=A, version=2, content_changes=[event]))
    harness.versions[A] = 2
    first = harness.edit()
    harness.session = other
    second = harness.edit()
    assert where(first) == where(second)
    assert first.id != second.id


def test_the_number_of_open_documents_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MAX_OPEN_DOCUMENTS", 3)
    harness = ServiceHarness()
    for number in range(4):
        harness.open("text\n", f"file:///{number}.py")
    assert harness.no_suggestion_reason(uri="file:///0.py") == "unknown-document"
    assert harness.no_suggestion_reason(uri="file:///1.py") == "nothing-learned"


def test_the_characters_of_open_documents_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "MAX_TOTAL_DOCUMENT_CHARS", 100)
    harness = ServiceHarness()
    for number in range(3):
        harness.open("x" * 40, f"file:///{number}.py")
    session = harness.service.find_session(harness.session)
    assert list(session.documents) == ["file:///1.py", "file:///2.py"]
    harness.change(0, 0, "y" * 60, "file:///1.py")
    assert list(session.documents) == ["file:///1.py"]
    harness.open("z" * 101, "file:///3.py")
    assert session.documents == {}
    assert session.open_chars == 0


def test_ending_closes_every_session() -> None:
    async def scene() -> None:
        harness = ServiceHarness()
        harness.service.start(StartNesRequest())
        await harness.service.shut_down(5.0)
        assert [texts.closed for texts in harness.workspace_texts] == [True, True]
        assert not harness.service.has_session(harness.session)
        with pytest.raises(TooManySessions):
            harness.service.start(StartNesRequest())

    run(scene())


def test_a_close_in_a_running_loop_is_waited_for_at_the_end() -> None:
    async def scene() -> None:
        harness = ServiceHarness()
        harness.service.close(CloseNesRequest(session_id=harness.session))
        await harness.service.shut_down(5.0)
        assert harness.workspace_texts[0].closed
        await asyncio.sleep(0)

    run(scene())


@pytest.mark.requirement("NES-18")
def test_notifications_for_unknown_sessions_are_ignored() -> None:
    harness = ServiceHarness("old\n")
    harness.service.accept(AcceptNesNotification(session_id="nobody", id="x"))
    harness.service.did_save(DidSaveDocumentNotification(session_id="nobody", uri=A))
    assert harness.no_suggestion_reason() == "nothing-learned"


def test_a_document_opened_twice_is_the_second_text() -> None:
    harness = ServiceHarness("old\nold\n")
    harness.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new")]
    first = harness.edit()
    harness.open("old\nold\n")
    assert harness.edit().id == first.id  # the same text
    harness.open("# top\nold\n")
    harness.engine.says = lambda situation: [swap(situation.snapshot, 1, "old", "new")]
    assert harness.edit().id != first.id
