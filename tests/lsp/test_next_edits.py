"""Requests about one moment share one prediction, in `understudy.lsp.next_edits`."""

import asyncio
from pathlib import Path

from understudy.lsp.messages import Position
from understudy.lsp.next_edits import NextEdits, Question
from understudy.nes import NesSetup
from understudy.nes.engine_api import EngineResult, Situation
from understudy.schema import acp

TEXT = "def get_user(name):\n    return name\n\n\nprint(get_user('a'))\n"


class SlowModel:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.is_asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def propose(self, situation: Situation) -> EngineResult:
        del situation
        self.is_asked.set()
        await self.may_answer.wait()
        return EngineResult()

    async def close(self) -> None: ...


def open_and_type(edits: NextEdits, uri: str) -> Question:
    session = edits.session_id
    edits.service.did_open(
        acp.DidOpenDocumentNotification(
            session_id=session, uri=uri, language_id="python", version=1, text=TEXT
        )
    )
    typed = acp.Range(start=acp.Position(line=0, character=4), end=acp.Position(line=0, character=12))
    edits.service.did_change(
        acp.DidChangeDocumentNotification(
            session_id=session,
            uri=uri,
            version=2,
            content_changes=[acp.TextDocumentContentChangeEvent(range=typed, text="f")],
        )
    )
    return Question(uri=uri, version=2, position=Position(0, 5))


def test_a_request_that_joins_while_the_only_other_one_is_cancelled_is_answered(tmp_path: Path) -> None:
    async def run() -> None:
        model = SlowModel()
        setup = NesSetup(engine="model", open_model=lambda: model)
        edits = NextEdits(setup, "utf-16", [tmp_path.as_uri()])
        question = open_and_type(edits, (tmp_path / "users.py").as_uri())
        first = asyncio.ensure_future(edits.ask(question))
        await model.is_asked.wait()
        first.cancel()
        second = asyncio.ensure_future(edits.ask(question))
        model.may_answer.set()
        await asyncio.wait([first, second])
        assert first.cancelled()
        assert second.result().reason != ""
        await edits.service.shut_down(1)

    asyncio.run(run())
