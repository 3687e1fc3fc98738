"""After a change at once, the engine reads the text in advance, while the client prepares its next request."""

import asyncio
from collections.abc import Sequence

import pytest

from nes.service_harness import A, ServiceHarness
from understudy.nes import NesSetup
from understudy.nes.engine_api import EngineResult, Situation
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities
from understudy.nes.symbolic import SymbolicEngine, engine
from understudy.nes.syntax import trees
from understudy.nes.text import Edit, TextSnapshot
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidOpenDocumentNotification,
    Position,
    Range,
    StartNesRequest,
    SuggestNesRequest,
    TextDocumentContentChangeEvent,
)


class PreparedEngine:
    """Records what it is asked to prepare for, and what it is asked."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def prepare(self, snapshot: TextSnapshot, edits: Sequence[Edit]) -> None:
        self.events.append(f"prepare {snapshot.version} {edits[-1].new[0]}")

    def propose(self, situation: Situation) -> EngineResult:
        self.events.append(f"propose {situation.snapshot.version}")
        return EngineResult(reason="nowhere: Nothing.")


class Editor:
    """Sends changes to the service of one session, on an event loop."""

    def __init__(
        self, used: PreparedEngine | SymbolicEngine, text: str, setup: NesSetup | None = None
    ) -> None:
        given = setup or NesSetup()
        fields = {name: getattr(given, name) for name in given.__struct_fields__}
        fields["open_engine"] = lambda: used
        self.service = NesService(NesSetup(**fields), NesClientCapabilities())
        self.session = self.service.start(StartNesRequest()).session_id
        self.version = 1
        self.service.did_open(
            DidOpenDocumentNotification(
                session_id=self.session, uri=A, language_id="python", version=1, text=text
            )
        )
        self.service.find_session(self.session).request_count = 1  # a client that asks for suggestions

    def change(self, line: int, start: int, end: int, text: str) -> None:
        self.version += 1
        at = Range(start=Position(line=line, character=start), end=Position(line=line, character=end))
        self.service.did_change(
            DidChangeDocumentNotification(
                session_id=self.session,
                uri=A,
                version=self.version,
                content_changes=[TextDocumentContentChangeEvent(range=at, text=text)],
            )
        )

    async def ask(self) -> None:
        await self.service.suggest(
            SuggestNesRequest(
                session_id=self.session,
                uri=A,
                version=self.version,
                position=Position(line=0, character=0),
                trigger_kind="automatic",
            )
        )


async def one_round() -> None:
    """Let the event loop run what waits for it."""
    await asyncio.sleep(0)


def test_a_change_at_once_is_prepared_before_the_request_comes() -> None:
    async def play() -> list[str]:
        used = PreparedEngine()
        editor = Editor(used, "a = 1\nb = 2\n")
        editor.change(0, 0, 5, "value = 100")
        assert used.events == []  # the notification does not wait for it
        await one_round()
        await editor.ask()
        return used.events

    assert asyncio.run(play()) == ["prepare 2 value = 100", "propose 2"]


def test_of_two_changes_the_last_one_is_prepared() -> None:
    async def play() -> list[str]:
        used = PreparedEngine()
        editor = Editor(used, "a = 1\nb = 2\n")
        editor.change(0, 0, 5, "value = 100")
        editor.change(1, 0, 5, "other = 200")
        await one_round()
        return used.events

    assert asyncio.run(play()) == ["prepare 3 other = 200"]


def test_a_key_prepares_nothing() -> None:
    async def play() -> list[str]:
        used = PreparedEngine()
        editor = Editor(used, "a = 1\nb = 2\n")
        editor.change(0, 5, 5, "2")
        await one_round()
        return used.events

    assert asyncio.run(play()) == []


def test_nothing_is_prepared_where_suggestions_are_off() -> None:
    async def play() -> list[str]:
        used = PreparedEngine()
        editor = Editor(used, "a = 1\nb = 2\n", NesSetup(enabled=False))
        editor.change(0, 0, 5, "value = 100")
        await one_round()
        return used.events

    assert asyncio.run(play()) == []


def test_an_engine_that_cannot_prepare_is_only_asked() -> None:
    async def play() -> ServiceHarness:
        harness = ServiceHarness("a = 1\nb = 2\n")
        harness.replace("a = 1", "value = 100")
        await one_round()
        return harness

    assert asyncio.run(play()).engine.asked == []


def test_without_an_event_loop_the_request_does_all() -> None:
    used = PreparedEngine()
    editor = Editor(used, "a = 1\nb = 2\n")
    editor.change(0, 0, 5, "value = 100")
    asyncio.run(editor.ask())
    assert used.events == ["propose 2"]


def test_a_prepared_request_does_not_parse_the_text_again(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    parse = trees._parse

    def count_parsed(grammar: str, source: bytes, *more: object) -> object:
        parsed.append(source)
        return parse(grammar, source, *more)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(trees, "_parse", count_parsed)

    async def play() -> None:
        editor = Editor(SymbolicEngine(), "def load(a):\n    return a\n\n\nload(1)\n")
        editor.change(4, 0, 7, "x = load(2)")
        await one_round()
        text = parsed[-1]
        assert b"x = load(2)" in text
        await editor.ask()
        assert parsed.count(text) == 1

    asyncio.run(play())


def test_what_is_prepared_follows_an_edit_that_goes_on() -> None:
    """An edit grows in place: what it taught when it was prepared for is not what it teaches now."""

    async def play() -> list[str]:
        used = SymbolicEngine()
        editor = Editor(used, "load(a)\nload(b)\nload(c)\n")
        taught: list[str] = []

        def record(edits: Sequence[Edit], max_edits: int) -> object:
            found = extract(edits, max_edits)
            taught.append(found.line_examples[0].new)
            return found

        extract = engine.extract_patterns
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(engine, "extract_patterns", record)
            editor.change(0, 0, 4, "read")
            await one_round()
            editor.change(0, 5, 6, "first")
            await editor.ask()
        return taught

    assert asyncio.run(play()) == ["read(a)", "read(first)"]
