"""What the first request needs is prepared when a session starts and when a document is opened."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from understudy.nes.completion import line_tokens, prepare_completion
from understudy.nes.completion.limits import LINES_PER_STEP
from understudy.nes.limits import MAX_PREPARED_TEXTS
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.suggest import SuggestRequest
from understudy.nes.symbolic import probability
from understudy.nes.syntax import trees
from understudy.nes.text import TextSnapshot
from understudy.nes.warm_up import WarmUp
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidOpenDocumentNotification,
    Position,
    Range,
    StartNesRequest,
    SuggestNesRequest,
    SuggestNesResponse,
    TextDocumentContentChangeEvent,
)

WAIT_S = 60.0


def opened(uri: str, session: str | None = None) -> DidOpenDocumentNotification:
    return DidOpenDocumentNotification(
        session_id=session, uri=uri, language_id="python", version=1, text="x = 1\n"
    )


@pytest.mark.parametrize("before_start", [False, True])
def test_an_opened_document_is_parsed_before_anybody_asks(tmp_path: Path, before_start: bool) -> None:
    uri = (tmp_path / f"{before_start}.py").as_uri()
    service = NesService(NesSetup(), NesClientCapabilities())
    assert service.warm_up is not None
    if before_start:
        service.did_open(opened(uri))
    session = service.start(StartNesRequest()).session_id
    if not before_start:
        service.did_open(opened(uri, session))
    assert service.warm_up.wait(WAIT_S)
    assert trees._cached_trees[uri].source == b"x = 1\n"


def test_the_models_are_loaded_when_a_session_starts() -> None:
    probability._load_forest.cache_clear()
    service = NesService(NesSetup(), NesClientCapabilities())
    service.start(StartNesRequest())
    assert service.warm_up is not None
    assert service.warm_up.wait(WAIT_S)
    assert probability._load_forest.cache_info().currsize == 1


def test_of_many_texts_only_the_newest_are_prepared() -> None:
    warm_up = WarmUp()
    uris = [f"file:///warm/{number}.py" for number in range(50)]
    for uri in uris:
        warm_up._texts.append(TextSnapshot(uri, "python", ["y = 2"]))
    assert [one.uri for one in warm_up._texts] == uris[-MAX_PREPARED_TEXTS:]
    warm_up.add(TextSnapshot("file:///warm/last.py", "python", ["y = 2"]))
    assert warm_up.wait(WAIT_S)
    assert "file:///warm/last.py" in trees._cached_trees
    assert uris[0] not in trees._cached_trees


def test_a_text_that_changes_while_it_waits_is_prepared_as_it_was() -> None:
    lines = ["z = 3"]
    warm_up = WarmUp()
    warm_up.add(TextSnapshot("file:///warm/changing.py", "python", lines))
    lines[0] = "changed("
    assert warm_up.wait(WAIT_S)
    assert trees._cached_trees["file:///warm/changing.py"].source == b"z = 3"


def test_another_engine_needs_no_preparation() -> None:
    service = NesService(NesSetup(open_engine=lambda: NotImplemented), NesClientCapabilities())
    assert service.warm_up is None


class _Gate(threading.Event):
    """Tells when the thread has come to it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_reached = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.is_reached.set()
        return super().wait(timeout)


def test_the_thread_waits_while_a_request_is_answered() -> None:
    warm_up = WarmUp()
    gate = warm_up._may_work = _Gate()
    uri = "file:///warm/later.py"
    with warm_up.pause("file:///warm/asked.py"):
        warm_up.add(TextSnapshot(uri, "python", ["a = 4"]))
        assert gate.is_reached.wait(WAIT_S)
        assert uri not in trees._cached_trees
    assert warm_up.wait(WAIT_S)
    assert trees._cached_trees[uri].source == b"a = 4"


def test_the_thread_goes_on_when_the_answer_is_written() -> None:
    """Before, it would take the interpreter's lock from the request whose answer is not written yet."""
    warm_up = WarmUp()

    async def answer() -> list[bool]:
        with warm_up.pause("file:///warm/asked.py"):
            pass
        before = warm_up._may_work.is_set()
        await asyncio.sleep(0)
        return [before, warm_up._may_work.is_set()]

    assert asyncio.run(answer()) == [False, True]


def test_a_text_is_tokenized_in_steps_between_which_a_request_is_answered() -> None:
    text = TextSnapshot("file:///warm/long.py", "python", [f"a{n} = {n}" for n in range(5 * LINES_PER_STEP)])
    steps = prepare_completion(text)
    next(steps)
    next(steps)
    assert text.lines[LINES_PER_STEP - 1] in line_tokens._cache
    assert text.lines[LINES_PER_STEP] not in line_tokens._cache
    assert len(list(steps)) == 3
    assert text.lines[-1] in line_tokens._cache


def test_the_tree_of_a_request_is_not_replaced_by_that_of_an_older_text() -> None:
    warm_up = WarmUp()
    uri = "file:///warm/asked.py"
    with warm_up.pause(""):
        warm_up.add(TextSnapshot(uri, "python", ["b = 5"]))
        with warm_up.pause(uri):
            trees.parse_snapshot(TextSnapshot(uri, "python", ["b = 6"]))
    assert warm_up.wait(WAIT_S)
    assert trees._cached_trees[uri].source == b"b = 6"
    warm_up.add(TextSnapshot(uri, "python", ["b = 7"]))  # opened again
    assert warm_up.wait(WAIT_S)
    assert trees._cached_trees[uri].source == b"b = 7"


def test_a_request_pauses_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    service = NesService(NesSetup(), NesClientCapabilities())
    session = service.start(StartNesRequest()).session_id
    warm_up = service.warm_up
    assert warm_up is not None
    assert warm_up.wait(WAIT_S)
    paused: list[bool] = []

    async def answer() -> SuggestNesResponse:
        return SuggestNesResponse(suggestions=[])

    def start(_: SuggestRequest) -> Coroutine[Any, Any, SuggestNesResponse]:
        paused.append(not warm_up._may_work.is_set())
        return answer()

    monkeypatch.setattr(SuggestRequest, "start", start)
    place = Position(line=0, character=0)
    service.suggest(
        SuggestNesRequest(session_id=session, uri="", version=1, position=place, trigger_kind="automatic")
    ).close()
    assert paused == [True]
    assert warm_up._may_work.is_set()


@pytest.mark.parametrize(
    ("text", "is_asked", "is_parsed"),
    [("y = 2\nz = 3\n", True, True), ("y", True, False), ("y = 2\nz = 3\n", False, False)],
    ids=["lines", "a key", "a client that never asks"],
)
def test_a_text_is_parsed_again_after_a_change_that_is_no_key(
    tmp_path: Path, text: str, is_asked: bool, is_parsed: bool
) -> None:
    uri = (tmp_path / "changed.py").as_uri()

    async def change() -> None:
        service = NesService(NesSetup(), NesClientCapabilities())
        session = service.start(StartNesRequest()).session_id
        service.did_open(opened(uri, session))
        assert service.warm_up is not None
        assert service.warm_up.wait(WAIT_S)
        if is_asked:
            await service.suggest(
                SuggestNesRequest(
                    session_id=session,
                    uri=uri,
                    version=1,
                    position=Position(line=0, character=0),
                    trigger_kind="automatic",
                )
            )
        here = Position(line=0, character=0)
        service.did_change(
            DidChangeDocumentNotification(
                session_id=session,
                uri=uri,
                version=2,
                content_changes=[
                    TextDocumentContentChangeEvent(range=Range(start=here, end=here), text=text)
                ],
            )
        )
        await asyncio.sleep(0)  # the loop has nothing else to do

    asyncio.run(change())
    after = text.encode() + b"x = 1\n"
    assert (trees._cached_trees[uri].source == after) is is_parsed
