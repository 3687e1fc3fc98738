"""A hostile or clumsy editor: what it sends gives silence or a clear error, never a wrong edit and never an end.

In memory an engine that always has something to say shows whom the service lets it see; the real program shows
that nothing of this size or number brings it down. How long things take is measured in `bench`, not here.
"""

import asyncio
import json
import os
import random
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from acp_editor import run
from agent_program import AgentProgram
from nes_editor import (
    TEXT,
    TODAY,
    URI,
    Following,
    Pondering,
    Scripted,
    edit,
    following,
    offering,
    span,
    start,
    typed,
)
from understudy.nes.engine_api import Candidate, EngineResult, Situation
from understudy.nes.errors import RAISE_VARIABLE
from understudy.nes.limits import MAX_CONTEXT_DOCUMENT_CHARS, MAX_LINE_CHANGES_PER_EVENT
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.rpc import RpcError
from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidOpenDocumentNotification,
    NesRecentFile,
    NesSuggestContext,
    Position,
    StartNesRequest,
    SuggestNesRequest,
    TextDocumentContentChangeEvent,
)

CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
WIDTHS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
LINES = [
    line
    for name in ("first", "second", "third")
    for line in (f"def {name}(a):", f"    log.warn('{name}', a)", "")
]
CODE = "\n".join([*LINES, ""])


def eager(situation: Situation) -> list[Candidate]:
    """Something to say about any text that it is shown: the line of the cursor is to begin with a word."""
    line = situation.cursor.line
    return [edit(line, 0, 0, "# so ", uri=situation.snapshot.uri, pattern=f"{situation.snapshot.version}")]


def between(first: int, start: int, last: int, stop: int, text: str = "x") -> dict[str, Any]:
    ends = {"start": {"line": first, "character": start}, "end": {"line": last, "character": stop}}
    return {"range": ends, "text": text}


def shown(engine: Scripted) -> str:
    """The text that the engine saw last, with the line ends that engines see."""
    return "\n".join(engine.asked[-1].snapshot.lines)


IMPOSSIBLE = {
    "below the last line": between(999, 0, 999, 0),
    "numbers beyond all texts": between(2**31, 2**40, 2**63, 2**63),
    "numbers beyond all integers": between(2**70, 0, 2**90, 0),
    "behind the line's end": between(0, 10**9, 0, 10**9),
    "reversed lines": between(2, 0, 1, 0),
    "reversed in a line": between(0, 3, 0, 1),
    "ends outside": between(0, 0, 10**6, 0),
}


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize("change", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_after_an_impossible_change_the_engine_sees_nothing_until_the_full_text(
    tmp_path: Path, change: Mapping[str, Any]
) -> None:
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open()
            await session.change(change)
            assert await session.suggest() == []
            await session.change(typed(0, 0, 0, "x"))
            assert await session.suggest(triggerKind="manual") == []
            assert engine.asked == []
            await session.change({"text": "healed\n"}, typed(0, 0, 0, "well "))
            assert len(await session.suggest()) == 1
            assert shown(engine) == "well healed\n"

    run(scene())


@pytest.mark.requirement("NES-07", "NES-10")
@pytest.mark.parametrize("version", [1, 0, -5, -(2**62)])
def test_a_version_that_is_not_newer_is_silence_until_the_full_text(tmp_path: Path, version: int) -> None:
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open()
            session.versions[URI] = version - 1
            await session.change(typed(0, 0, 0, "x"))
            for asked in (version, 1, 2):
                session.versions[URI] = asked
                assert await session.suggest() == []
            assert engine.asked == []
            await session.change({"text": TEXT})
            assert len(await session.suggest()) == 1

    run(scene())


@pytest.mark.requirement("NES-05", "NES-07")
@pytest.mark.parametrize(
    ("agreed", "counted"), [("utf-8", "utf-16"), ("utf-16", "utf-8"), ("utf-8", "utf-32")]
)
def test_a_client_that_counts_otherwise_than_agreed_is_found_out_inside_a_character(
    tmp_path: Path, agreed: str, counted: str
) -> None:
    line = "é😀é😀 = 1"
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(
            tmp_path, engine, capabilities={**TODAY, "positionEncodings": [agreed]}
        ) as session:
            await session.open(text=line)
            for column in range(1, 5):
                place = len(line[:column].encode(CODECS[counted])) // WIDTHS[counted]
                await session.change(typed(0, place, place, "."))
                await session.suggest()
                await session.change({"text": line})
            seen = {"\n".join(one.snapshot.lines) for one in engine.asked}
            whole = {line, *(line[:column] + "." + line[column:] for column in range(len(line) + 1))}
            assert seen <= whole  # no character was ever cut in two

    run(scene())


@pytest.mark.requirement("NES-06", "NES-07", "NES-09")
@pytest.mark.parametrize("encoding", CODECS)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_shown_is_about_the_text_that_the_editor_has(
    tmp_path: Path, encoding: str, seed: int
) -> None:
    """Right and impossible changes, full texts, old versions, closing and opening again, in any order."""
    engine = Scripted(eager)
    dice = random.Random(seed)
    pieces = ["x", "é", "😀", "\n", "\r\n", "a = 1\n", "\u2028", "e\u0301", ""]

    def units(text: str) -> int:
        return len(text.encode(CODECS[encoding])) // WIDTHS[encoding]

    def place(text: str, at: int) -> dict[str, int]:
        lines = text[:at].replace("\r\n", "\n").split("\n")
        return {"line": len(lines) - 1, "character": units(lines[-1])}

    def cut(text: str) -> int:
        at = dice.randint(0, len(text))
        return at - 1 if text[at - 1 : at + 1] == "\r\n" and 0 < at < len(text) else at

    async def scene() -> None:
        capabilities = {**TODAY, "positionEncodings": [encoding]}
        async with following(tmp_path, engine, capabilities=capabilities) as session:
            text = "é = 1\r\nprint('😀')\n"
            await session.open(text=text)
            for _ in range(120):
                match dice.randrange(12):
                    case 0:
                        await session.change(dice.choice([*IMPOSSIBLE.values()]))
                        text += "?"  # the editor's own text went on, in a way that it could not tell
                    case 1:
                        text = "".join(dice.choices(pieces, k=dice.randint(0, 9)))
                        await session.change({"text": text})
                    case 2:
                        session.versions[URI] -= dice.randint(1, 3)
                        await session.change(typed(0, 0, 0, "old"))
                        session.versions[URI] += 5
                        text += "!"
                    case 3:
                        await session.tell("document/didClose", uri=URI)
                        if dice.random() < 0.7:
                            await session.open(text=text, version=dice.randint(-3, 50))
                    case _:
                        first, last = sorted((cut(text), cut(text)))
                        new = dice.choice(pieces)
                        ends = {"start": place(text, first), "end": place(text, last)}
                        await session.change({"range": ends, "text": new})
                        text = text[:first] + new + text[last:]
                before = len(engine.asked)
                await session.suggest(0, 0)
                if len(engine.asked) > before:
                    assert shown(engine) == text.replace("\r\n", "\n")
            await session.open(text="the end")
            await session.suggest(triggerKind="manual")
            assert shown(engine) == "the end"

    run(scene())


@pytest.mark.requirement("NES-07", "NES-10")
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = 1\n" * 1_000_000, id="a million lines"),
        pytest.param("x" * 5_000_000, id="one line of 5 MB"),
        pytest.param("é😀" * 1_000_000, id="one line of many bytes"),
        pytest.param("y" * 99 + "\n" + ("y" * 99 + "\n") * 160_000, id="16 MB"),
        pytest.param("x = 1\n" * 400_000, id="2.4 MB"),
        pytest.param("a\0b\n", id="binary"),
    ],
)
def test_a_text_that_nobody_writes_is_followed_in_silence(tmp_path: Path, text: str) -> None:
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open(text=text)
            await session.change(typed(0, 0, 1, "z"))
            assert await session.suggest() == []
            assert await session.suggest(10**9, 10**9, triggerKind="manual") == []
            await session.change({"text": text})
            assert await session.suggest() == []
            assert engine.asked == []
            await session.change({"text": "small\n"})
            assert len(await session.suggest()) == 1

    run(scene())


@pytest.mark.requirement("NES-05", "NES-14")
@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_new_lines_leave_with_the_line_ends_of_the_document(tmp_path: Path, end: str) -> None:
    engine = Scripted(lambda situation: [edit(1, 0, 0, "one\ntwo\n")])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open(text=TEXT.replace("\n", end))
            await session.change(typed(0, 0, 3, "new"))
            (found,) = await session.suggest()
            assert found["edits"] == [{"range": span(1, 0, 0), "newText": f"one{end}two{end}"}]

    run(scene())


@pytest.mark.requirement("NES-07")
def test_a_replace_all_moves_the_text_but_is_no_example(tmp_path: Path) -> None:
    engine = Scripted(eager)
    many = MAX_LINE_CHANGES_PER_EVENT + 1

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open(text="old\n" * many)
            await session.change(*(typed(line, 0, 3, "new") for line in range(many)))
            assert len(await session.suggest()) == 1
            assert shown(engine) == "new\n" * many
            assert engine.asked[-1].edits == ()
            await session.change(typed(0, 3, 3, "er"))
            await session.suggest()
            assert [(one.old, one.new) for one in engine.asked[-1].edits] == [(("new",), ("newer",))]

    run(scene())


def nonsense() -> dict[str, Any]:
    """Context of the worst kind that is still of the right types."""
    ranges = [between(10**9, 0, 0, 0), between(3, 0, 1, 0), between(0, 0, 2**60, 2**60)]
    uris = [URI, "file:///etc/passwd", "nonsense", "", "file://elsewhere/x", "untitled:" + "x" * 20_000]
    diffs = [
        "",
        "@@",
        "@@ -1 +1 @@",
        "@@ -999999999,999999999 +999999999,1 @@\n-a\n+b",
        "\0\0",
        "--- \n+++ ",
        "+" * 10_000,
        "\n" * 10_000,
        "@@ -1,1 +1,1 @@\n" * 3_000,
        "@@ -1,3 +1,3 @@\n" + "-old\n+new\n x\n" * 20_000,
    ]
    return {
        "diagnostics": [
            {"uri": uri, "range": one["range"], "severity": "error", "message": "x" * 5_000}
            for uri in uris
            for one in ranges
        ],
        "editHistory": [{"uri": uri, "diff": diff} for uri in uris for diff in diffs],
        "userActions": [
            {
                "action": "a" * 500,
                "uri": uri,
                "position": {"line": 2**60, "character": 2**60},
                "timestampMs": 0,
            }
            for uri in uris
        ],
        "relatedSnippets": [
            {"uri": uri, "excerpts": [{"startLine": 2**40, "endLine": 0, "text": "\r\0x" * 9_000}]}
            for uri in uris
        ],
        "openFiles": [
            {"uri": uri, "languageId": "?", "visibleRange": one["range"]} for uri in uris for one in ranges
        ],
        "recentFiles": [{"uri": uri, "languageId": "?", "text": "\0\r\n\r" * 10} for uri in uris[1:]],
    }


@pytest.mark.requirement("NES-10", "NES-12")
@pytest.mark.parametrize("trigger", ["automatic", "diagnostic", "manual"])
def test_a_context_full_of_nonsense_is_taken_or_left_out(tmp_path: Path, trigger: str) -> None:
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open()
            for selection in (None, between(99, 0, 100, 0)["range"], between(2, 0, 1, 0)["range"]):
                more = {} if selection is None else {"selection": selection}
                assert len(await session.suggest(triggerKind=trigger, context=nonsense(), **more)) == 1
            for situation in engine.asked:
                for one in situation.diagnostics:
                    assert one.span.start <= one.span.end
                    assert one.uri != URI or one.span.end.line < len(situation.snapshot.lines)
                assert situation.selection is None or situation.selection.start < situation.selection.end
                assert len(situation.edits) <= 100

    run(scene())


@pytest.mark.requirement("NES-10", "NES-12")
@pytest.mark.parametrize("trigger", ["automatic", "diagnostic", "manual"])
def test_the_real_engine_bears_nonsense_too(tmp_path: Path, trigger: str) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            await session.open(text=CODE)
            await session.change(typed(1, 8, 12, "warning"))
            lines = CODE.replace("log.warn", "log.warning", 1).split("\n")
            for more in ({}, {"selection": between(0, 0, 2**40, 2**40)["range"]}):
                for found in await session.suggest(1, 10**6, triggerKind=trigger, context=nonsense(), **more):
                    assert found["uri"] == URI
                    for one in found.get("edits", []):
                        start, end = one["range"]["start"], one["range"]["end"]
                        assert start["line"] <= end["line"] < len(lines)
                        assert end["character"] <= len(lines[end["line"]])

    run(scene())


@pytest.mark.requirement("NES-12")
def test_nothing_outside_the_roots_is_read_but_what_the_client_gives_is_used(tmp_path: Path) -> None:
    root, secret = tmp_path / "root", tmp_path / "secret.py"
    root.mkdir()
    secret.write_text("the secret\n")
    (root / "out.py").symlink_to(secret)
    (root / "up").symlink_to(tmp_path)
    os.mkfifo(root / "pipe.py")
    asked = [
        secret.as_uri(),
        f"{root.as_uri()}/out.py",
        f"{root.as_uri()}/up/secret.py",
        f"{root.as_uri()}/../secret.py",
        f"{root.as_uri()}/%2e%2e/secret.py",
        f"{root.as_uri()}/pipe.py",
        "file:///etc/passwd",
        "file:///proc/self/environ",
        "file:///dev/zero",
        "http://localhost/etc/passwd",
        "vscode-remote://host/etc/passwd",
    ]
    engine = Scripted(eager)

    async def scene() -> None:
        async with offering(tmp_path / "state", engine) as editor:
            session = await start(editor, workspaceUri=root.as_uri())
            for uri in asked:
                assert await session.suggest(uri=uri, triggerKind="manual") == []
            assert engine.asked == []
            for uri in asked:
                given = [{"uri": uri, "languageId": "plaintext", "text": "given\n"}]
                assert len(await session.suggest(uri=uri, context={"recentFiles": given})) == 1
                assert shown(engine) == "given\n"
                texts = engine.asked[-1].workspace_texts
                assert not any("secret" in line for line in _texts(texts, asked))

    run(scene())


def _texts(texts: Any, uris: list[str]) -> list[str]:
    found = [texts.snapshot(uri) for uri in uris] + texts.find_containing(["secret", "root"], "", 50)
    return [line for snapshot in found if snapshot is not None for line in snapshot.lines]


@pytest.mark.requirement("NES-02", "NES-03")
@pytest.mark.parametrize(
    "roots",
    [
        {"workspaceUri": "file:///"},
        {"workspaceUri": "file:///there/is/no/such/folder"},
        {"workspaceUri": "file:///etc/passwd"},
        {"workspaceUri": "http://localhost/"},
        {"workspaceUri": "../.."},
        {"workspaceUri": ""},
        {"workspaceUri": "file:///" + "x" * 100_000},
        {"workspaceFolders": [{"uri": f"file:///none/{number}", "name": ""} for number in range(2_000)]},
        {"repository": {"name": "\0", "owner": "x" * 10_000, "remoteUrl": "::"}},
    ],
    ids=lambda roots: str(roots)[:50],
)
def test_odd_roots_start_a_session_that_works(tmp_path: Path, roots: Mapping[str, Any]) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted(eager)) as editor:
            session = await start(editor, **roots)
            await session.open()
            assert len(await session.suggest()) == 1
            assert await editor.request("nes/close", {"sessionId": session.session}) == {}

    run(scene())


@pytest.mark.requirement("NES-07", "NES-21")
@pytest.mark.parametrize("event", ["didClose", "didOpen", "didChange"])
def test_a_document_that_goes_while_a_model_thinks_gets_no_answer(tmp_path: Path, event: str) -> None:
    async def scene() -> None:
        model = Pondering([edit(1, 6, 9, "new")])
        setup = {"engine": "model", "open_model": lambda: model}
        async with following(tmp_path, Scripted(), **setup) as session:
            await session.open()
            waiting = asyncio.ensure_future(session.suggest())
            while not model.asked:
                await asyncio.sleep(0)
            match event:
                case "didClose":
                    await session.tell("document/didClose", uri=URI)
                case "didOpen":
                    await session.open(text="other\n", version=7)
                case _:
                    await session.change(typed(0, 0, 0, "x"))
            await session.editor.request("session/list", {})  # the event is seen before the model answers
            model.go.set()
            assert await waiting == []

    run(scene())


@pytest.mark.requirement("NES-04", "NES-18")
def test_who_speaks_to_nobody_is_told_so_or_not_heard(tmp_path: Path) -> None:
    engine = Scripted(eager)

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open()
            for name in ("", "sug_", "x" * 10_000, session.session):
                await session.accept(name)
                for reason in (None, "rejected", "ignored", "replaced", "cancelled"):
                    await session.reject(name, reason)
            (found,) = await session.suggest()
            await session.accept(found["id"])
            await session.accept(found["id"])
            await session.reject(found["id"])
            gone = Following(session.editor, "nes_gone", [], versions={URI: 1})
            for stranger in (gone, session):
                if stranger is session:
                    await session.editor.request("nes/close", {"sessionId": session.session})
                await stranger.open()
                await stranger.change(typed(0, 0, 0, "x"))
                await stranger.tell("document/didSave", uri=URI)
                await stranger.tell("document/didClose", uri=URI)
                await stranger.accept(found["id"])
                for method in ("nes/suggest", "nes/close"):
                    with pytest.raises(RpcError) as error:
                        await session.editor.request(method, stranger.question())
                    assert error.value.code == -32002
                    assert "nes/start" in error.value.message

    run(scene())


@pytest.mark.requirement("NES-12")
def test_texts_that_come_with_requests_are_not_kept_without_end() -> None:
    service = NesService(NesSetup(open_engine=Scripted), NesClientCapabilities())
    name = service.start(StartNesRequest()).session_id
    session = service.find_session(name)
    uris = [f"file:///project/{number}.py" for number in range(12)]
    size = 4 << 20

    async def scene() -> None:
        for uri in uris:
            big = NesRecentFile(uri=uri, language_id="python", text="#" * size)
            request = SuggestNesRequest(
                session_id=name,
                uri=uri,
                version=1,
                position=Position(line=0, character=0),
                trigger_kind="automatic",
                context=NesSuggestContext(recent_files=[big]),
            )
            await service.suggest(request)
        kept = [uri for uri in uris if session.find_document(uri) is not None]
        assert kept == uris[-MAX_CONTEXT_DOCUMENT_CHARS // size :]
        await service.shut_down(5.0)

    run(scene())


@pytest.mark.requirement("NES-14")
def test_a_suggestion_for_an_empty_line_goes_when_the_line_is_deleted(tmp_path: Path) -> None:
    """Else its words would be put before those of the next line."""
    says: list[Candidate] = [edit(1, 0, 0, "b = 2")]

    async def scene() -> None:
        async with following(tmp_path, Scripted(lambda _: says)) as session:
            await session.open(text="a = 1\n\nc = 3\n")
            await session.change(typed(0, 4, 5, "0"))
            assert len(await session.suggest(1, 0)) == 1
            says.clear()
            await session.change(between(1, 0, 2, 0, ""))
            assert await session.suggest(1, 0) == []

    run(scene())


class Broken:
    def propose(self, situation: Situation) -> EngineResult:
        raise ValueError("said to be impossible")


def test_an_engine_that_always_fails_is_logged_once_and_not_at_every_keystroke(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(RAISE_VARIABLE)

    async def scene() -> None:
        async with offering(tmp_path, open_engine=Broken) as editor:
            session = await start(editor)
            await session.open()
            for _ in range(20):
                await session.change(typed(0, 0, 0, "x"))
                assert await session.suggest() == []

    run(scene())
    assert [record.message for record in caplog.records if record.name == "understudy.nes"] == [
        "the symbolic engine failed: ValueError"
    ]


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize("known", [True, False])
def test_after_a_message_that_was_lost_its_document_is_not_trusted_until_the_full_text(known: bool) -> None:
    engine = Scripted(eager)
    service = NesService(NesSetup(open_engine=lambda: engine), NesClientCapabilities())
    session = service.start(StartNesRequest()).session_id
    other = "file:///project/other.py"
    changes = [TextDocumentContentChangeEvent(text="full\n")]

    async def asked(uri: str, version: int) -> int:
        place = Position(line=0, character=0)
        request = SuggestNesRequest(
            session_id=session, uri=uri, version=version, position=place, trigger_kind="manual"
        )
        return len((await service.suggest(request)).suggestions)

    async def scene() -> None:
        for uri in (URI, other):
            service.did_open(
                DidOpenDocumentNotification(
                    session_id=session, uri=uri, language_id="python", version=1, text=TEXT
                )
            )
        service.mark_message_lost(URI if known else None)
        assert await asked(URI, 1) == 0
        assert await asked(other, 1) == (1 if known else 0)
        for uri in (URI, other):
            service.did_change(
                DidChangeDocumentNotification(session_id=session, uri=uri, version=2, content_changes=changes)
            )
            assert await asked(uri, 2) == 1
        service.mark_message_lost("file:///nobody.py")
        await service.shut_down(5.0)

    run(scene())


# The real program


def frames(*messages: Mapping[str, Any]) -> bytes:
    return b"".join(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in messages)


def opened(agent: AgentProgram, text: str = CODE, version: int = 1) -> str:
    session = agent.result("nes/start", {})["sessionId"]
    agent.notify("document/didOpen", _opening(session, text, version))
    return session


def _opening(session: str, text: str, version: int = 1) -> dict[str, Any]:
    return {"sessionId": session, "uri": URI, "languageId": "python", "version": version, "text": text}


def _change(session: str, version: int, *changes: Mapping[str, Any]) -> dict[str, Any]:
    event = {"sessionId": session, "uri": URI, "version": version, "contentChanges": list(changes)}
    return {"method": "document/didChange", "params": event}


def _question(session: str, version: int, line: int = 0, character: int = 0) -> dict[str, Any]:
    place = {"line": line, "character": character}
    return {
        "sessionId": session,
        "uri": URI,
        "version": version,
        "position": place,
        "triggerKind": "automatic",
    }


def works(agent: AgentProgram, session: str) -> bool:
    """Whether it still learns and suggests; a busy machine may need to be asked twice."""
    agent.notify("document/didOpen", _opening(session, CODE, 1000))
    agent.write(frames(_change(session, 1001, typed(1, 8, 12, "warning"))))
    agent.write(frames(_change(session, 1002, typed(4, 8, 12, "warning"))))
    asked = _question(session, 1002, 4, 15)
    return any(agent.result("nes/suggest", asked)["suggestions"] for _ in range(50))


@pytest.mark.requirement("NES-09")
def test_a_burst_of_ten_thousand_changes_is_followed_by_its_question(tmp_path: Path) -> None:
    """Every change counts on the one before it: had one been lost, the last would be impossible."""
    many = 10_000
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        session = opened(agent, "")
        changes = [_change(session, 2 + at, typed(at // 50, at % 50, at % 50, "x")) for at in range(many)]
        for at in range(49, many, 50):
            changes[at] = _change(session, 2 + at, typed(at // 50, 49, 49, "\n"))
        changes.append(_change(session, many + 2, typed(many // 50 - 1, 0, 49, "")))
        agent.write(frames(*changes, {"id": "q", "method": "nes/suggest", "params": _question(session, 9)}))
        assert _answer(agent, "q")["result"]["suggestions"] == []
        assert works(agent, session)
        assert agent.end() == 0
        assert agent.log == ""


def _answer(agent: AgentProgram, name: str) -> dict[str, Any]:
    return agent.until(lambda frame: frame.get("id") == name)


@pytest.mark.requirement("NES-21")
def test_a_thousand_questions_at_once_are_each_answered_once(tmp_path: Path) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        session = opened(agent)
        agent.write(frames(_change(session, 2, typed(1, 8, 12, "warning"))))
        asked = [
            {"id": f"q{number}", "method": "nes/suggest", "params": _question(session, 2, 1, 15)}
            for number in range(1_000)
        ]
        writing = threading.Thread(target=agent.write, args=(frames(*asked),))
        writing.start()
        answers = [agent.receive() for _ in asked]
        writing.join()
        assert {answer["id"] for answer in answers} == {question["id"] for question in asked}
        for answer in answers:
            if "error" in answer:  # too many at once, and told so
                assert "Busy" in answer["error"]["message"]
            else:
                assert len(answer["result"]["suggestions"]) <= 1
        assert works(agent, session)
        assert agent.end() == 0
        assert agent.log == ""


@pytest.mark.requirement("NES-03")
def test_there_are_only_so_many_sessions_and_an_idle_one_makes_room(tmp_path: Path) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        sessions = [agent.result("nes/start", {})["sessionId"] for _ in range(64)]
        assert len(set(sessions)) == 64
        event = {**_opening("", "x = 1\n" * 1_000), "sessionId": None}
        agent.notify("document/didOpen", event)  # the seed's way: for all of them
        assert works(agent, sessions[0])
        sessions.append(agent.result("nes/start", {})["sessionId"])
        error = agent.request("nes/close", {"sessionId": sessions.pop(1)})["error"]
        assert "idle" in error["message"]
        assert "nes/start" in error["message"]
        assert all(works(agent, session) for session in (sessions[0], sessions[1], sessions[-1]))
        assert agent.result("nes/close", {"sessionId": sessions.pop()}) == {}
        assert agent.end() == 0
        assert agent.log == ""


HUGE: dict[str, Callable[[], str]] = {
    "a million lines": lambda: "x = 1\n" * 1_000_000,
    "one line of 5 MB": lambda: "x" * 5_000_000,
    "16 MB": lambda: "y = 22222222\n" * 1_250_000,
    "carriage returns": lambda: "x = 1\r" * 100_000,
    "binary": lambda: "\0\1\2\n" * 10_000,
}


@pytest.mark.requirement("NES-06", "NES-07")
def test_huge_texts_leave_the_program_as_it_was(tmp_path: Path) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        session = opened(agent)
        assert works(agent, session)
        for make in HUGE.values():
            text = make()
            agent.notify("document/didOpen", _opening(session, text))
            agent.write(frames(_change(session, 2, typed(0, 0, 1, "z")), _change(session, 3, {"text": text})))
            assert agent.result("nes/suggest", _question(session, 3))["suggestions"] == []
            agent.notify("document/didClose", {"sessionId": session, "uri": URI})
        assert works(agent, session)
        assert agent.end() == 0
        assert agent.log == ""


@pytest.mark.requirement("NES-10")
def test_a_question_that_is_no_text_or_too_long_is_refused_and_the_next_one_answered(tmp_path: Path) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        session = opened(agent)
        half = {"id": "half", "method": "nes/suggest", "params": _question(session, 1) | {"uri": "\ud83d"}}
        agent.write(frames(half))
        assert "surrogate" in _answer(agent, "half")["error"]["message"]
        wrong = {"line": -1, "character": 0}
        error = agent.request("nes/suggest", _question(session, 1) | {"position": wrong})["error"]
        assert (error["code"], "position.line" in error["message"]) == (-32602, True)
        error = agent.request("nes/suggest", _question(session, 1) | {"triggerKind": "whenever"})["error"]
        assert error["code"] == -32602
        assert works(agent, session)
        assert agent.end() == 0
