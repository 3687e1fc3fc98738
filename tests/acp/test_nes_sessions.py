"""Sessions of next edits: started, set, closed, beside each other and beside chats; and whose key they need."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from acp_editor import NoAccounts, chat_dependencies, run
from nes_editor import TEXT, TODAY, URI, Pondering, Scripted, edit, following, offering, start, typed
from understudy.rpc import RpcError

BOOLEANS = {**TODAY, "session": {"configOptions": {"boolean": {}}}}
OPTIONS = {"enabled", "completion", "engine", "eagerness", "remember"}


async def refused(awaitable: Any) -> RpcError:
    with pytest.raises(RpcError) as caught:
        await awaitable
    return caught.value


@pytest.mark.requirement("NES-02")
@pytest.mark.parametrize(
    "params",
    [
        {},
        {"workspaceUri": "file:///project"},
        {"workspaceUri": None, "workspaceFolders": None, "repository": None},
        {
            "workspaceFolders": [
                {"uri": "file:///project", "name": "work"},
                {"uri": "file:///more", "name": "more"},
            ]
        },
        {"repository": {"name": "r", "owner": "me", "remoteUrl": "https://git.example/me/r.git"}},
        {"workspaceUri": "untitled:1", "_meta": {"a": 1}, "somethingNew": 7},
    ],
)
def test_a_session_starts_with_whatever_is_known_of_the_workspace(
    tmp_path: Path, params: dict[str, Any]
) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted([edit(1, 6, 9, "new")])) as editor:
            session = await start(editor, **params)
            assert isinstance(session.session, str)
            await session.open()
            await session.change(typed(0, 0, 3, "new"))
            (found,) = await session.suggest()
            assert found["kind"] == "edit"

    run(scene())


@pytest.mark.requirement("NES-02")
def test_a_session_starts_without_any_params_at_all(tmp_path: Path) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted()) as editor:
            answer = await editor.peer.request("nes/start", None, dict, timeout=240)
            assert answer["sessionId"]

    run(scene())


@pytest.mark.requirement("NES-02")
def test_folders_that_are_no_folders_are_refused_with_their_field(tmp_path: Path) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted()) as editor:
            error = await refused(editor.request("nes/start", {"workspaceFolders": [{"name": "r"}]}))
            assert error.code == -32602
            assert "workspaceFolders[0].uri" in error.data["field"]

    run(scene())


@pytest.mark.requirement("NES-03")
def test_sessions_stand_beside_each_other_and_beside_chats_and_share_nothing(tmp_path: Path) -> None:
    engine = Scripted()

    async def scene() -> None:
        root = tmp_path / "root"
        root.mkdir()
        async with offering(tmp_path / "state", engine) as editor:
            first, second = await start(editor), await start(editor)
            chat, other = await editor.new(root), await editor.new(root)
            assert len({first.session, second.session, chat, other}) == 4
            await first.open(text="first\n")
            await second.open(text="second\n")
            await first.suggest()
            await second.suggest()
            assert [asked.snapshot.lines[0] for asked in engine.asked] == ["first", "second"]
            await first.change({"text": "changed\n"})
            await second.suggest()
            assert engine.asked[-1].snapshot.lines[0] == "second"
            assert list(engine.asked[-1].edits) == []
            await editor.request("nes/close", {"sessionId": first.session})
            await second.suggest()
            assert engine.asked[-1].snapshot.lines[0] == "second"
            await editor.prompt(chat, "/roots")
            assert str(root) in editor.said(chat)
            listed = (await editor.request("session/list", {}))["sessions"]
            assert {entry["sessionId"] for entry in listed} == {chat, other}

    run(scene())


@pytest.mark.requirement("NES-03")
def test_an_id_of_one_kind_of_session_is_none_of_the_other(tmp_path: Path) -> None:
    async def scene() -> None:
        root = tmp_path / "root"
        root.mkdir()
        async with offering(tmp_path / "state", Scripted()) as editor:
            session, chat = await start(editor), await editor.new(root)
            prompt = {"sessionId": session.session, "prompt": [{"type": "text", "text": "/roots"}]}
            assert (await refused(editor.request("session/prompt", prompt))).code == -32002
            closing = editor.request("session/close", {"sessionId": session.session})
            assert (await refused(closing)).code == -32002
            assert (await refused(editor.request("nes/close", {"sessionId": chat}))).code == -32002
            await session.open()
            assert await session.suggest() == []

    run(scene())


@pytest.mark.requirement("NES-04")
def test_a_closed_session_refuses_requests_and_ignores_the_rest(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new")])

    async def scene() -> None:
        async with following(tmp_path, engine) as session:
            await session.open()
            await session.change(typed(0, 0, 3, "new"))
            (found,) = await session.suggest()
            closing = session.editor.request("nes/close", {"sessionId": session.session})
            assert await closing == {}
            for method, params in (
                ("nes/suggest", session.question()),
                ("nes/close", {"sessionId": session.session}),
            ):
                error = await refused(session.editor.request(method, params))
                assert (error.code, error.data["reason"]) == (-32002, "no_session")
                assert len(error.message) > 10
            await session.change(typed(0, 0, 3, "newer"))
            await session.accept(found["id"])
            await session.reject(found["id"], "rejected")
            await session.tell("document/didClose", uri=URI)
            again = await start(session.editor)
            assert again.session != session.session

    run(scene())


@pytest.mark.requirement("NES-04", "NES-21")
def test_closing_a_session_ends_what_it_was_asked(tmp_path: Path) -> None:
    model = Pondering()

    async def scene() -> None:
        async with following(tmp_path, Scripted(), engine="hybrid", open_model=lambda: model) as session:
            await session.open()
            asking = asyncio.ensure_future(session.suggest(triggerKind="manual"))
            await session.editor.until(lambda: bool(model.asked))
            assert await session.editor.request("nes/close", {"sessionId": session.session}) == {}
            assert await asking == []
            await session.editor.until(lambda: model.closed)
            assert model.cancelled == 1

    run(scene())


@pytest.mark.requirement("NES-20")
def test_the_settings_are_told_and_can_be_changed_while_the_session_is_open(tmp_path: Path) -> None:
    engine = Scripted([edit(1, 6, 9, "new", probability=0.5)])

    async def scene() -> None:
        async with following(tmp_path, engine, capabilities=BOOLEANS) as session:
            assert {option["id"] for option in session.options} == OPTIONS
            assert session.option("enabled") is True
            assert session.option("eagerness") == "medium"
            await session.open()
            await session.change(typed(0, 0, 3, "new"))
            await session.set("eagerness", "low")
            assert session.option("eagerness") == "low"
            assert {option["id"] for option in session.options} == OPTIONS
            assert await session.suggest() == []
            await session.set("eagerness", "high")
            assert len(await session.suggest()) == 1
            await session.set("enabled", False)
            assert session.option("enabled") is False
            assert await session.suggest() == []
            await session.set("enabled", True)
            assert len(await session.suggest()) == 1

    run(scene())


@pytest.mark.requirement("NES-20")
def test_a_session_can_begin_switched_off_and_be_switched_on(tmp_path: Path) -> None:
    async def scene() -> None:
        engine = Scripted([edit(1, 6, 9, "new")])
        async with following(tmp_path, engine, enabled=False) as session:
            assert session.option("enabled") == "off", "a client that shows no switches gets a choice"
            await session.open()
            await session.change(typed(0, 0, 3, "new"))
            assert await session.suggest() == []
            await session.set("enabled", "on")
            assert len(await session.suggest()) == 1

    run(scene())


@pytest.mark.requirement("NES-20")
def test_settings_of_one_session_are_not_those_of_another(tmp_path: Path) -> None:
    async def scene() -> None:
        async with offering(tmp_path, Scripted(), capabilities=BOOLEANS) as editor:
            first, second = await start(editor), await start(editor)
            await first.set("enabled", False)
            await second.set("eagerness", "high")
            assert (first.option("enabled"), second.option("enabled")) == (False, True)
            assert (first.option("eagerness"), second.option("eagerness")) == ("medium", "high")

    run(scene())


@pytest.mark.requirement("NES-20", "NES-03")
def test_the_settings_of_a_chat_beside_are_its_own(tmp_path: Path) -> None:
    async def scene() -> None:
        root = tmp_path / "root"
        root.mkdir()
        async with offering(tmp_path / "state", Scripted()) as editor:
            session, chat = await start(editor), await editor.new(root)
            params = {"sessionId": chat, "configId": "mode", "value": "edit"}
            answer = await editor.request("session/set_config_option", params)
            assert "eagerness" not in {option["id"] for option in answer["configOptions"]}
            await session.set("eagerness", "high")
            assert {option["id"] for option in session.options} == OPTIONS
            unknown = editor.request("session/set_config_option", {**params, "sessionId": "nobody"})
            assert (await refused(unknown)).code == -32002

    run(scene())


@pytest.mark.requirement("NES-20")
@pytest.mark.parametrize(
    ("name", "value", "field"),
    [("eagerness", "huge", "value"), ("engine", "model", "value"), ("mode", "ask", "configId")],
)
def test_settings_that_there_are_not_are_refused_with_those_that_there_are(
    tmp_path: Path, name: str, value: str, field: str
) -> None:
    async def scene() -> None:
        async with following(tmp_path, Scripted()) as session:
            error = await refused(session.set(name, value))
            assert (error.code, error.data["field"]) == (-32602, field)

    run(scene())


class Keys(NoAccounts):
    """A key that is there from some moment on."""

    def __init__(self) -> None:
        self.key: str | None = None

    def from_environment(self) -> str | None:
        return self.key

    def stored(self) -> str | None:
        return self.key

    def forget(self) -> None:
        self.key = None

    def missing(self) -> str | None:
        return "Run `understudy login nes`." if self.key is None else None


@pytest.mark.requirement("NES-19", "DIA-05")
def test_a_session_whose_engine_lacks_its_key_starts_after_authenticate_and_not_after_logout(
    tmp_path: Path,
) -> None:
    keys = Keys()
    model: list[Pondering] = []

    def open_model() -> Pondering:
        model.append(Pondering())
        return model[-1]

    async def scene() -> None:
        async with offering(
            tmp_path,
            Scripted(),
            accounts=keys,
            engine="hybrid",
            open_model=open_model,
            missing_key_message=keys.missing,
        ) as editor:
            error = await refused(editor.request("nes/start", {}))
            assert (error.code, error.data["reason"]) == (-32000, "auth_required")
            assert "understudy login nes" in error.message
            login = editor.request("authenticate", {"methodId": "environment-key"})
            error = await refused(login)
            assert (error.code, error.message) == (-32000, "Run `understudy login nes`.")
            keys.key = "sk-test"
            assert await editor.request("authenticate", {"methodId": "environment-key"}) == {}
            session = await start(editor)
            assert session.option("engine") == "hybrid"
            assert await editor.request("logout", {}) == {}
            assert keys.key is None
            assert (await refused(editor.request("nes/start", {}))).code == -32000
            await session.set("engine", "symbolic")
            assert (await refused(session.set("engine", "model"))).code == -32000

    run(scene())


@pytest.mark.requirement("NES-19")
def test_the_symbolic_engine_needs_no_key_and_authenticate_has_nothing_to_say(tmp_path: Path) -> None:
    async def scene() -> None:
        async with following(tmp_path, Scripted()) as session:
            assert await session.editor.request("authenticate", {"methodId": "environment-key"}) == {}
            assert await session.editor.request("logout", {}) == {}
            await session.open()
            assert await session.suggest() == []

    run(scene())


@pytest.mark.requirement("NES-19")
def test_logging_in_and_out_reaches_the_chat_and_the_next_edits(tmp_path: Path) -> None:
    chats, keys = Keys(), Keys()
    keys.key = "sk-test"

    async def scene() -> None:
        root = tmp_path / "root"
        root.mkdir()
        rooms = chat_dependencies(tmp_path / "state", accounts=chats)
        async with offering(
            tmp_path,
            Scripted(),
            accounts=keys,
            chat=rooms,
            open_model=Pondering,
            missing_key_message=keys.missing,
        ) as editor:
            await start(editor)
            await editor.new(root)
            chats.key = "sk-chat"
            assert await editor.request("authenticate", {"methodId": "environment-key"}) == {}
            assert await editor.request("logout", {}) == {}
            assert (chats.key, keys.key) == (None, None)
            error = await refused(editor.request("authenticate", {"methodId": "environment-key"}))
            assert error.code == -32000

    run(scene())


@pytest.mark.requirement("NES-19")
def test_a_chat_that_is_opened_after_logout_has_forgotten_its_keys_too(tmp_path: Path) -> None:
    chats = Keys()
    chats.key = "sk-chat"

    async def scene() -> None:
        root = tmp_path / "root"
        root.mkdir()
        rooms = chat_dependencies(tmp_path / "state", accounts=chats)
        async with offering(tmp_path, Scripted(), chat=rooms) as editor:
            await start(editor)
            await editor.request("logout", {})
            assert chats.key == "sk-chat", "nothing of the chat was loaded"
            await editor.new(root)
            assert chats.key is None

    run(scene())


def test_the_end_of_the_connection_ends_models_that_are_asked(tmp_path: Path) -> None:
    model = Pondering()

    async def scene() -> None:
        async with following(tmp_path, Scripted(), engine="hybrid", open_model=lambda: model) as session:
            await session.open(text=TEXT)
            await session.editor.send(
                {
                    "jsonrpc": "2.0",
                    "id": "q",
                    "method": "nes/suggest",
                    "params": session.question(triggerKind="manual"),
                }
            )
            await session.editor.until(lambda: bool(model.asked))
        assert (model.cancelled, model.closed) == (1, True)

    run(scene())
