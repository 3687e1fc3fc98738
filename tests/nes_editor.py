"""An in-memory ACP editor with next-edit helpers and a scripted engine, for tests."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acp_editor import LIMIT_S, Editor, chat_dependencies, editing
from understudy.acp import Accounts, NesDependencies
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.setup import NesSetup
from understudy.nes.text.text_types import Point, Replacement, Span

URI = "file:///project/a.py"
TEXT = "old = 1\nprint(old)\nreturn old\n"
TODAY: Mapping[str, Any] = {"nes": {"jump": {}, "rename": {}, "searchAndReplace": {}}}
SEED: Mapping[str, Any] = {"nes": {"ideActions": {"rename": {}, "searchAndReplace": {}}}}


def edit(line: int, start: int, end: int, text: str, *, uri: str = URI, **more: Any) -> Candidate:
    span = Span(Point(line, start), Point(line, end))
    defaults: dict[str, Any] = {
        "probability": 0.95,
        "family": "test",
        "pattern": f"{line}:{text}",
        "why": "a test",
    }
    return Candidate(kind="edit", uri=uri, edits=(Replacement(span, text),), **{**defaults, **more})


@dataclass
class Scripted:
    """An engine that returns the given candidates and records the situations."""

    candidates: Sequence[Candidate] | Callable[[Situation], Sequence[Candidate]] = ()
    asked: list[Situation] = field(default_factory=list)

    def propose(self, situation: Situation) -> EngineResult:
        self.asked.append(situation)
        found = self.candidates(situation) if callable(self.candidates) else self.candidates
        return EngineResult(candidates=tuple(found), reason="" if found else "nothing-learned: a test")


@dataclass
class Pondering:
    """A model engine that answers once `go` is set, and counts cancelled requests."""

    candidates: Sequence[Candidate] = ()
    asked: list[Situation] = field(default_factory=list)
    cancelled: int = 0
    closed: bool = False
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def propose(self, situation: Situation) -> EngineResult:
        self.asked.append(situation)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return EngineResult(
            candidates=tuple(self.candidates), reason="" if self.candidates else "model-silent: a test"
        )

    async def close(self) -> None:
        self.closed = True


@dataclass
class Following:
    """One NES session of an editor."""

    editor: Editor
    session: str
    options: list[dict[str, Any]]
    named: bool = True
    """Whether document events carry a session id; those of the seed dialect do not."""
    versions: dict[str, int] = field(default_factory=dict)

    async def tell(self, method: str, **params: Any) -> None:
        whose = {"sessionId": self.session} if self.named or method.startswith("nes/") else {}
        await self.editor.peer.notify(method, {**whose, **params})

    async def open(
        self, uri: str = URI, text: str = TEXT, *, language: str = "python", version: int = 1
    ) -> None:
        self.versions[uri] = version
        await self.tell("document/didOpen", uri=uri, languageId=language, version=version, text=text)

    async def change(self, *changes: Mapping[str, Any], uri: str = URI) -> None:
        self.versions[uri] += 1
        version = self.versions[uri]
        await self.tell("document/didChange", uri=uri, version=version, contentChanges=list(changes))

    async def suggest(
        self, line: int = 0, character: int = 0, uri: str = URI, **more: Any
    ) -> list[dict[str, Any]]:
        return (await self.editor.request("nes/suggest", self.question(line, character, uri, **more)))[
            "suggestions"
        ]

    def question(self, line: int = 0, character: int = 0, uri: str = URI, **more: Any) -> dict[str, Any]:
        asked = {
            "sessionId": self.session,
            "uri": uri,
            "version": self.versions.get(uri, 0),
            "position": {"line": line, "character": character},
            "triggerKind": "automatic",
        }
        return {**asked, **more}

    async def accept(self, name: str) -> None:
        await self.tell("nes/accept", id=name)

    async def reject(self, name: str, reason: str | None = None) -> None:
        await self.tell("nes/reject", id=name, **({} if reason is None else {"reason": reason}))

    def option(self, name: str) -> Any:
        return next(option["currentValue"] for option in self.options if option["id"] == name)

    async def set(self, name: str, value: str | bool) -> None:
        params: dict[str, Any] = {"sessionId": self.session, "configId": name, "value": value}
        if isinstance(value, bool):
            params["type"] = "boolean"
        self.options = (await self.editor.request("session/set_config_option", params))["configOptions"]


def span(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def typed(line: int, start: int, end: int, text: str) -> dict[str, Any]:
    return {"range": span(line, start, end), "text": text}


async def start(editor: Editor, *, named: bool = True, **params: Any) -> Following:
    answer = await editor.request("nes/start", params)
    return Following(editor, answer["sessionId"], answer.get("configOptions", []), named)


@asynccontextmanager
async def offering(
    state: Path,
    scripted: Scripted | None = None,
    *,
    capabilities: Mapping[str, Any] | None = None,
    accounts: Accounts | None = None,
    chat: Any = None,
    **setup: Any,
) -> AsyncGenerator[Editor]:
    """An editor connected to an agent with this engine."""
    opened: dict[str, Any] = {} if scripted is None else {"open_engine": lambda: scripted}
    nes = NesDependencies(setup=NesSetup(**{**opened, **setup}), accounts=accounts)
    rooms = chat or chat_dependencies(state)
    async with editing(
        rooms, capabilities=TODAY if capabilities is None else capabilities, nes=nes
    ) as editor:
        yield editor


@asynccontextmanager
async def following(state: Path, scripted: Scripted | None = None, **more: Any) -> AsyncGenerator[Following]:
    """Like `offering`, with one session started."""
    async with offering(state, scripted, **more) as editor:
        async with asyncio.timeout(LIMIT_S):
            session = await start(editor)
        yield session
