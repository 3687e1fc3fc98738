"""The documents of an editor: the events that the agent gets, and that it then has the same texts."""

from collections.abc import Sequence
from typing import Any

import pytest

from acp_editor import run
from client_editor import TEXT, URI, Suggesting, editing, span
from understudy.client import ClientError, NotSupported, connect
from understudy.client.editor import Edit, Editor, LineColumn
from understudy.schema import acp


def events(**wanted: Any) -> dict[str, Any]:
    return {"events": {"document": wanted}}


@pytest.mark.requirement("NES-22")
def test_an_agent_that_offers_no_next_edits_is_not_asked_for_any() -> None:
    agent = Suggesting(None)

    async def scenario() -> None:
        async with connect(partner=agent) as connection:
            with pytest.raises(NotSupported, match="nes"):
                await Editor(connection).start()
            with pytest.raises(NotSupported):
                connection.editor(["/project"])
        assert agent.methods == ["initialize"]

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_a_session_begins_with_its_roots_once_each_and_ends_with_nes_close() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        repository = acp.NesRepository(name="r", owner="me", remote_url="https://git.example/me/r.git")
        roots = ["/project", "file:///project", "/more/with space"]
        async with editing(agent, roots, repository=repository):
            (start,) = agent.of("nes/start")
            assert start["workspaceUri"] == "file:///project"
            assert start["workspaceFolders"] == [
                {"uri": "file:///project", "name": "project"},
                {"uri": "file:///more/with%20space", "name": "with space"},
            ]
            assert start["repository"]["remoteUrl"] == "https://git.example/me/r.git"
        assert agent.of("nes/close") == [{"sessionId": "s1"}]

    run(scenario())


def test_an_editor_without_roots_starts_with_nothing_and_a_closed_one_says_so() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent, []) as editor:
            assert agent.of("nes/start") == [{}]
            with pytest.raises(ClientError, match="started already"):
                await editor.start()
        for late in (editor.open(URI, ""), editor.suggest(URI, (0, 0))):
            with pytest.raises(ClientError, match="closed") as caught:
                await late
            assert caught.value.code == "closed"

    run(scenario())


@pytest.mark.requirement("NES-22", "DIA-05")
@pytest.mark.parametrize("code", [-32000, -32001])
def test_an_agent_that_requires_a_login_gets_it_and_the_request_again(code: int) -> None:
    agent = Suggesting(needs_login=code)

    async def choose(methods: Sequence[Any]) -> str:
        return methods[0].id

    async def scenario() -> None:
        async with editing(agent, connecting={"authenticate": choose}) as editor:
            await editor.open(URI, TEXT)
        assert agent.methods[:4] == ["initialize", "nes/start", "authenticate", "nes/start"]

    run(scenario())


def test_the_settings_of_the_session_can_be_seen_and_changed() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent) as editor:
            assert [(one.id, one.current_value) for one in editor.options] == [("fast", False)]
            await editor.set_option("fast", True)
            assert editor.options[0].current_value is True
            (sent,) = agent.of("session/set_config_option")
            assert sent == {"sessionId": "s1", "configId": "fast", "value": True, "type": "boolean"}
            with pytest.raises(NotSupported):
                await editor.set_option("slow", True)

    run(scenario())


async def use_everything(editor: Editor) -> None:
    await editor.open(URI, TEXT)
    await editor.change(URI, TEXT + "more\n")
    await editor.change(URI, edits=[Edit((0, 0), (0, 3), "new")])
    await editor.focus(URI, (1, 2), ((0, 0), (2, 0)))
    await editor.save(URI)
    await editor.suggest(URI, (0, 3))
    await editor.close(URI)


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("name", ["didOpen", "didChange", "didClose", "didSave", "didFocus"])
def test_only_the_event_that_the_agent_asked_for_is_sent(name: str) -> None:
    wanted = {"syncKind": "incremental"} if name == "didChange" else {}
    agent = Suggesting(events(**{name: wanted}))

    async def scenario() -> None:
        async with editing(agent) as editor:
            await use_everything(editor)
        sent = {method for method in agent.methods if method.startswith("document/")}
        assert sent == {f"document/{name}"}
        assert "context" not in agent.of("nes/suggest")[0]

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("nes", [{}, {"events": {}}, {"events": None, "context": None}, {"context": {}}])
def test_an_agent_that_requested_no_events_gets_only_the_request(nes: dict[str, Any]) -> None:
    agent = Suggesting(nes)

    async def scenario() -> None:
        async with editing(agent) as editor:
            await use_everything(editor)
        assert agent.methods == ["initialize", "nes/start", "nes/suggest", "nes/close"]
        (asked,) = agent.of("nes/suggest")
        assert asked == {
            "sessionId": "s1",
            "uri": URI,
            "version": 3,
            "position": {"line": 0, "character": 3},
            "triggerKind": "automatic",
        }

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_an_agent_that_wants_everything_gets_it_in_order() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent) as editor:
            await use_everything(editor)
        names = ["didOpen", "didChange", "didChange", "didFocus", "didSave"]
        events = [f"document/{name}" for name in names]
        assert agent.methods[2:] == [*events, "nes/suggest", "document/didClose", "nes/close"]
        opened, first, second, focus = (params for _, params in agent.sent[2:6])
        common = {"sessionId": "s1", "uri": URI}
        assert opened == {**common, "languageId": "python", "version": 1, "text": TEXT}
        assert first["contentChanges"] == [{"range": span(3, 0, 0), "text": "more\n"}]
        assert second["contentChanges"] == [{"range": span(0, 0, 3), "text": "new"}]
        assert (first["version"], second["version"]) == (2, 3)
        assert focus == {
            **common,
            "version": 3,
            "position": {"line": 1, "character": 2},
            "visibleRange": span(0, 0, 0, 2),
        }

    run(scenario())


@pytest.mark.requirement("NES-22")
def test_an_agent_that_wants_full_texts_gets_full_texts() -> None:
    agent = Suggesting(events(didOpen={}, didChange={"syncKind": "full"}))

    async def scenario() -> None:
        async with editing(agent) as editor:
            await use_everything(editor)
        changes = [params["contentChanges"] for params in agent.of("document/didChange")]
        assert changes == [[{"text": TEXT + "more\n"}], [{"text": "new" + TEXT[3:] + "more\n"}]]

    run(scenario())


def test_an_agent_that_never_had_a_text_gets_it_whole_with_its_first_change() -> None:
    agent = Suggesting(events(didChange={"syncKind": "incremental"}))

    async def scenario() -> None:
        async with editing(agent) as editor:
            await use_everything(editor)
            assert ["range" in params["contentChanges"][0] for params in agent.of("document/didChange")] == [
                False,
                True,
            ]

    run(scenario())


def test_a_change_without_effect_is_not_sent() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.change(URI, TEXT)
            await editor.change(URI, edits=[])
            await editor.change(URI, edits=[Edit((1, 1), (1, 1), "")])
            assert await editor.open("file://localhost/project/a.py", TEXT) == URI
            assert editor.version(URI) == 1
        assert not agent.of("document/didChange")

    run(scenario())


def test_opening_an_open_document_changes_it_and_a_path_is_the_same_as_its_uri() -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open("/project/a.py", TEXT, language="py")
            await editor.open(URI, "other\n")
            assert (editor.text("/project/../project/a.py"), editor.version(URI)) == ("other\n", 2)
            assert dict(editor.documents) == {URI: "other\n"}
        (opened,) = agent.of("document/didOpen")
        assert opened["languageId"] == "py"
        assert agent.texts[URI] == "other\n"

    run(scenario())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda editor: editor.change("file:///project/b.py", ""), "not_open"),
        (lambda editor: editor.close("file:///project/b.py"), "not_open"),
        (lambda editor: editor.suggest("file:///project/b.py", (0, 0)), "not_open"),
        (lambda editor: editor.open("a.py", ""), "bad_name"),
        (lambda editor: editor.change(URI), "bad_edits"),
        (lambda editor: editor.change(URI, "", edits=[]), "bad_edits"),
        (lambda editor: editor.change(URI, edits=[Edit((0, 0), (9, 0), "")]), "bad_place"),
        (lambda editor: editor.change(URI, edits=[Edit((0, 2), (0, 1), "")]), "bad_edits"),
        (
            lambda editor: editor.change(URI, edits=[Edit((0, 0), (0, 2), ""), Edit((0, 1), (0, 3), "")]),
            "bad_edits",
        ),
        (lambda editor: editor.focus(URI, (0, 99)), "bad_place"),
        (lambda editor: editor.suggest(URI, (-1, 0)), "bad_place"),
    ],
)
def test_invalid_arguments_are_refused_and_nothing_is_sent(wrong: Any, code: str) -> None:
    agent = Suggesting()

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            with pytest.raises(ClientError) as caught:
                await wrong(editor)
            assert caught.value.code == code
            assert editor.text(URI) == TEXT
        assert agent.methods == ["initialize", "nes/start", "document/didOpen", "nes/close"]

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_positions_count_code_points_and_on_the_wire_the_agreed_encoding(
    encoding: str, character: int
) -> None:
    agent = Suggesting(encoding=encoding)

    async def scenario() -> None:
        async with editing(agent, connecting={"encodings": [encoding]}) as editor:
            await editor.open(URI, "x😀y\r\nz")
            await editor.focus(URI, (0, 3))
            await editor.focus(URI, acp.Position(line=0, character=character))
            await editor.suggest(URI, LineColumn(0, 3), selection=((0, 3), (0, 0)))
            with pytest.raises(ClientError):
                await editor.focus(URI, (0, 4))
        for focus in agent.of("document/didFocus"):
            assert focus["position"] == {"line": 0, "character": character}
        assert agent.of("document/didFocus")[0]["visibleRange"] == span(0, 0, 1, 1)
        (asked,) = agent.of("nes/suggest")
        assert asked["selection"] == span(0, 0, character)

    run(scenario())
