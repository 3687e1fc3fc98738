"""Sessions begin, live beside each other, and end; documents are followed in order."""

import asyncio
from pathlib import Path

import pytest

from nes.service_desk import A, B, Desk, everywhere, run, swap, where
from understudy.nes import service as service_module
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.errors import AuthRequired, TooManySessions, UnknownSession
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
    desk = Desk()
    assert desk.service.has_session(desk.session)
    request = StartNesRequest(
        workspace_uri="file:///project",
        workspace_folders=[
            WorkspaceFolder(uri="file:///project", name="w"),
            WorkspaceFolder(uri="file:///x", name="x"),
        ],
        repository=NesRepository(name="r", owner="o", remote_url="https://example.org/r.git"),
    )
    other = desk.service.start(request).session_id
    assert desk.service.has_session(other)
    assert other != desk.session


def test_a_session_that_begins_waits_a_moment_for_its_files_and_no_longer() -> None:
    desk = Desk()
    run(desk.service.wait_for_first_scan(desk.session))  # files that are never through do not hold it up
    (waited,) = desk.shelves[0].waited
    assert 0 < waited <= 0.1


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
    one = Desk("old\nold\n")
    one.engine.says = everywhere("old", "new")
    first = one.session
    suggestion = one.edit()
    one.session = one.service.start(StartNesRequest()).session_id
    assert one.silence() == "unknown-document"
    one.open("nothing\n")
    assert one.silence() == "nothing-learned"
    one.accept(suggestion)  # of the other session: unknown here
    assert one.service.find_session(first).feedback_counts.counts_for("old → new") == (0, 0)
    one.close()
    one.session, one.versions[A] = first, 1
    assert one.edit().id == suggestion.id


@pytest.mark.requirement("NES-04")
def test_a_closed_session_is_gone() -> None:
    desk = Desk("old\n")
    desk.engine.says = everywhere("old", "new")
    suggestion = desk.edit()
    desk.close()
    assert not desk.service.has_session(desk.session)
    assert desk.shelves[0].closed
    for request in (
        lambda: desk.service.suggest(desk.request()),
        desk.close,
        lambda: desk.service.options(desk.session),
        lambda: desk.service.set_option(desk.session, "enabled", False),
    ):
        with pytest.raises(UnknownSession, match="nes/start") as failure:
            request()
        assert failure.value.code == "no_session"
    desk.change(0, 0, "x")
    desk.accept(suggestion)
    desk.reject(suggestion)
    desk.shut()


def test_there_are_only_so_many_sessions() -> None:
    desk = Desk()
    for _ in range(service_module.MAX_SESSIONS - 1):
        desk.service.start(StartNesRequest())
    with pytest.raises(TooManySessions) as failure:
        desk.service.start(StartNesRequest())
    assert failure.value.code == "too_many"
    desk.close()
    desk.service.start(StartNesRequest())


@pytest.mark.requirement("NES-19")
def test_a_missing_key_refuses_the_start_until_it_is_there() -> None:
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
        desk = Desk("old = 1\nprint(old)\n")
        desk.engine.says = everywhere("old", "new")
        desk.replace("old", "new")
        answer = desk.service.suggest(desk.request())
        desk.change(0, 0, "\n\n\n")
        response = await answer
        (suggestion,) = response.suggestions
        assert where(suggestion) == (1, 6, 1, 9, "new")  # pyright: ignore[reportArgumentType]

    run(scene())


@pytest.mark.requirement("NES-10")
def test_a_request_for_another_version_is_answered_with_nothing() -> None:
    desk = Desk("old\nold\n")
    desk.engine.says = everywhere("old", "new")
    desk.replace("old", "new")
    assert desk.silence(version=1) == "stale"
    assert desk.silence(version=3) == "ahead"
    assert desk.ask(version=2) is not None


@pytest.mark.requirement("NES-07")
def test_after_an_impossible_change_nothing_is_suggested_until_a_full_text_comes() -> None:
    desk = Desk("old\nold\n")
    desk.engine.says = everywhere("old", "new")
    assert desk.ask() is not None

    def change(version: int, range_: Range | None, text: str) -> None:
        event = TextDocumentContentChangeEvent(range=range_, text=text)
        desk.versions[A] = version
        desk.service.did_change(
            DidChangeDocumentNotification(
                session_id=desk.session, uri=A, version=version, content_changes=[event]
            )
        )

    change(2, HERE, "x")
    assert desk.silence() == "untrusted"
    change(3, Range(start=Position(line=0, character=0), end=Position(line=0, character=0)), "x")
    assert desk.silence() == "untrusted"
    change(4, None, "old\n")
    assert where(desk.edit()) == (0, 0, 0, 3, "new")


@pytest.mark.requirement("NES-07")
def test_a_change_of_a_document_that_was_never_opened_needs_the_full_text() -> None:
    desk = Desk()
    desk.engine.says = everywhere("old", "new")
    desk.texts[A], desk.versions[A] = "old\n", 1
    desk.change(0, 0, "x")
    assert desk.silence() == "untrusted"
    event = TextDocumentContentChangeEvent(text="old\n")
    desk.service.did_change(
        DidChangeDocumentNotification(session_id=desk.session, uri=B, version=7, content_changes=[event])
    )
    desk.versions[B] = 7
    assert desk.edit(uri=B).uri == B
    assert desk.engine.asked[-1].snapshot.language == "python"


@pytest.mark.requirement("NES-08")
def test_focus_and_saving_refresh_what_is_known() -> None:
    desk = Desk("old\n")
    shelf = desk.shelves[0]
    shelf.refreshed.clear()
    desk.service.did_focus(
        DidFocusDocumentNotification(
            session_id=desk.session,
            uri=A,
            version=1,
            position=Position(line=0, character=0),
            visible_range=HERE,
        )
    )
    desk.service.did_save(DidSaveDocumentNotification(session_id=desk.session, uri=A))
    assert shelf.refreshed == [A, A]
    desk.ask()
    assert desk.engine.asked[-1].visible_lines == (3, 40)


@pytest.mark.requirement("NES-08")
def test_a_closed_document_is_unknown_and_may_be_opened_again() -> None:
    desk = Desk("old\n")
    desk.engine.says = everywhere("old", "new")
    first = desk.edit()
    desk.shut()
    assert desk.silence() == "unknown-document"
    desk.open("old\n")
    assert desk.edit().id != first.id


@pytest.mark.requirement("DIA-03")
def test_events_without_a_session_go_to_every_session() -> None:
    desk = Desk()
    desk.engine.says = everywhere("old", "new")
    other = desk.service.start(StartNesRequest()).session_id
    desk.service.did_open(
        DidOpenDocumentNotification(uri=A, language_id="python", version=1, text="old\nold\n")
    )
    start = Position(line=0, character=0)
    event = TextDocumentContentChangeEvent(range=Range(start=start, end=start), text="old\n")
    desk.service.did_change(DidChangeDocumentNotification(uri=A, version=2, content_changes=[event]))
    desk.versions[A] = 2
    first = desk.edit()
    desk.session = other
    second = desk.edit()
    assert where(first) == where(second)
    assert first.id != second.id


def test_only_so_many_documents_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MAX_OPEN_DOCUMENTS", 3)
    desk = Desk()
    for number in range(4):
        desk.open("text\n", f"file:///{number}.py")
    assert desk.silence(uri="file:///0.py") == "unknown-document"
    assert desk.silence(uri="file:///1.py") == "nothing-learned"


def test_only_so_much_text_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "MAX_TOTAL_DOCUMENT_CHARS", 100)
    desk = Desk()
    for number in range(3):
        desk.open("x" * 40, f"file:///{number}.py")
    session = desk.service.find_session(desk.session)
    assert list(session.documents) == ["file:///1.py", "file:///2.py"]
    desk.change(0, 0, "y" * 60, "file:///1.py")
    assert list(session.documents) == ["file:///1.py"]
    desk.open("z" * 101, "file:///3.py")
    assert session.documents == {}
    assert session.open_chars == 0


def test_ending_closes_every_session() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.service.start(StartNesRequest())
        await desk.service.shut_down(5.0)
        assert [shelf.closed for shelf in desk.shelves] == [True, True]
        assert not desk.service.has_session(desk.session)
        with pytest.raises(TooManySessions):
            desk.service.start(StartNesRequest())

    run(scene())


def test_a_close_in_a_running_loop_is_waited_for_at_the_end() -> None:
    async def scene() -> None:
        desk = Desk()
        desk.service.close(CloseNesRequest(session_id=desk.session))
        await desk.service.shut_down(5.0)
        assert desk.shelves[0].closed
        await asyncio.sleep(0)

    run(scene())


@pytest.mark.requirement("NES-18")
def test_notifications_for_nobody_are_ignored() -> None:
    desk = Desk("old\n")
    desk.service.accept(AcceptNesNotification(session_id="nobody", id="x"))
    desk.service.did_save(DidSaveDocumentNotification(session_id="nobody", uri=A))
    assert desk.silence() == "nothing-learned"


def test_a_document_opened_twice_is_the_second_text() -> None:
    desk = Desk("old\nold\n")
    desk.engine.says = lambda situation: [swap(situation.snapshot, 0, "old", "new")]
    first = desk.edit()
    desk.open("old\nold\n")
    assert desk.edit().id == first.id  # the same text
    desk.open("# top\nold\n")
    desk.engine.says = lambda situation: [swap(situation.snapshot, 1, "old", "new")]
    assert desk.edit().id != first.id
