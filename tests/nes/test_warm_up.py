"""What the first request needs is prepared when a session starts and when a document is opened."""

from pathlib import Path

import pytest

from understudy.nes.limits import MAX_PREPARED_TEXTS
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.symbolic import probability
from understudy.nes.syntax import trees
from understudy.nes.text import TextSnapshot
from understudy.nes.warm_up import WarmUp
from understudy.schema.acp import DidOpenDocumentNotification, StartNesRequest

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
