"""Document events that name no session and come before there is one: the first session knows their texts."""

from pathlib import Path
from typing import Any

import pytest

from acp_editor import Editor, run
from nes_editor import SEED, TEXT, URI, Scripted, offering, start, typed


async def _tell(editor: Editor, method: str, **params: Any) -> None:
    await editor.peer.notify(f"document/{method}", params)


async def _open(editor: Editor, uri: str = URI, **more: Any) -> None:
    await _tell(editor, "didOpen", uri=uri, languageId="python", version=1, text=TEXT, **more)


@pytest.mark.requirement("DIA-03", "NES-06", "NES-07")
def test_the_first_session_goes_on_with_what_was_opened_before_it(tmp_path: Path) -> None:
    engine = Scripted()

    async def scene() -> None:
        async with offering(tmp_path, engine, capabilities=SEED) as editor:
            await _open(editor)
            await _open(editor, "file:///project/gone.py")
            await _tell(editor, "didChange", uri=URI, version=2, contentChanges=[typed(0, 0, 3, "new")])
            await _tell(editor, "didClose", uri="file:///project/gone.py")
            first = await start(editor, named=False)
            first.versions[URI] = 2
            await first.change(typed(1, 6, 9, "new"))
            await first.suggest()
            (asked,) = engine.asked
            assert asked.snapshot.lines[:2] == ["new = 1", "print(new)"]
            assert len(asked.edits) == 1, "nothing is learned from what was done before the session"
            assert asked.workspace_texts.snapshot("file:///project/gone.py") is None
            second = await start(editor, named=False)
            second.versions[URI] = 3
            answer = await editor.request("nes/suggest", second.question())
            assert answer["_meta"]["understudy.dev/nes"]["reason"] == "unknown-document"

    run(scene())


@pytest.mark.requirement("DIA-03")
def test_an_event_that_names_a_session_which_is_not_there_is_for_nobody(tmp_path: Path) -> None:
    engine = Scripted()

    async def scene() -> None:
        async with offering(tmp_path, engine) as editor:
            await _open(editor, sessionId="nes_of_another_day")
            session = await start(editor)
            session.versions[URI] = 1
            assert await session.suggest() == []
            assert engine.asked == []

    run(scene())
