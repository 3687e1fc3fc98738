"""The first answer of a session waits for the files of a small workspace, and nothing else waits for them."""

import asyncio
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from acp_editor import run
from nes.service_harness import FakeWorkspaceTexts
from nes_editor import Following, Scripted, edit, offering, start, typed
from understudy.nes.text import Document, TextSnapshot


class SlowTexts(FakeWorkspaceTexts):
    """Workspace texts whose scan ends when the test says so."""

    def __init__(self, documents: Mapping[str, Document], recent: Mapping[str, TextSnapshot]) -> None:
        super().__init__(documents, recent)
        self.scanned = threading.Event()

    def wait_until_usable(self, seconds: float) -> bool:
        super().wait_until_usable(seconds)
        return self.scanned.wait(seconds)


class SlowScans:
    def __init__(self) -> None:
        self.opened: list[SlowTexts] = []

    def __call__(self, roots: Sequence[str], documents: Any, recent: Any) -> SlowTexts:
        del roots
        self.opened.append(SlowTexts(documents, recent))
        return self.opened[-1]


async def ask_first(session: Following) -> "asyncio.Task[Any]":
    await session.open()
    await session.change(typed(0, 0, 3, "new"))
    asking = asyncio.ensure_future(session.editor.request("nes/suggest", session.question(0, 3)))
    await session.set("eagerness", "high")  # the connection answers, and the request was received before
    return asking


def test_the_first_answer_waits_for_the_scan(tmp_path: Path) -> None:
    scans, engine = SlowScans(), Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with offering(tmp_path, engine, open_workspace_texts=scans) as editor:
            session = await start(editor)  # answered although the scan goes on
            asking = await ask_first(session)
            assert not asking.done()
            assert engine.asked == []
            scans.opened[0].scanned.set()
            assert len((await asking)["suggestions"]) == 1
            before = list(scans.opened[0].waited)
            await session.suggest(0, 3)
            assert scans.opened[0].waited == before, "only the first request waits"

    run(scene())


def test_a_scan_that_does_not_end_is_not_waited_for_any_longer(tmp_path: Path) -> None:
    scans, engine = SlowScans(), Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with offering(tmp_path, engine, open_workspace_texts=scans) as editor:
            session = await start(editor)
            assert len((await (await ask_first(session)))["suggestions"]) == 1
            waited = scans.opened[0].waited
            assert len(await session.suggest(0, 3)) == 1
            assert scans.opened[0].waited == waited

    run(scene())


def test_a_change_or_a_newer_request_ends_the_wait(tmp_path: Path) -> None:
    scans, engine = SlowScans(), Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with offering(tmp_path, engine, open_workspace_texts=scans) as editor:
            session = await start(editor)
            asking = await ask_first(session)
            newer = asyncio.ensure_future(editor.request("nes/suggest", session.question(0, 3)))
            assert (await asking)["_meta"]["understudy.dev/nes"]["reason"] == "superseded"
            await session.change(typed(0, 3, 3, "er"))
            assert (await newer)["suggestions"] == []
            scans.opened[0].scanned.set()
            assert len(await session.suggest(0, 5)) == 1

    run(scene())


def test_a_session_follows_its_documents_before_its_start_is_answered(tmp_path: Path) -> None:
    scans, engine = SlowScans(), Scripted()

    async def scene() -> None:
        async with offering(tmp_path, engine, open_workspace_texts=scans) as editor:
            starting = asyncio.ensure_future(editor.request("nes/start", {}))
            await editor.until(lambda: bool(scans.opened))
            uri = "file:///project/a.py"
            opened = {"uri": uri, "languageId": "python", "version": 1, "text": "one\n"}
            await editor.peer.notify("document/didOpen", opened)
            await editor.until(lambda: uri in scans.opened[0].documents)
            scans.opened[0].scanned.set()
            assert (await starting)["sessionId"]

    run(scene())
