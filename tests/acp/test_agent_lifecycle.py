"""Concurrent and interrupted requests: opening twice, cancelled closing, changed keys, a slow or full disk."""

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from acp_editor import LIMIT_S, NoAccounts, chat_dependencies, editing, lacks_key, provided, run
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says
from understudy.chat.sqlite import SqliteSessionStore
from understudy.chat.store import StoredSession, StoreFull
from understudy.rpc import Order, Route, RpcError
from understudy.schema import acp


class FailingStore(SqliteSessionStore):
    """The real store, which can be made slow or full for changes of settings."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.full = False
        self.gate = threading.Event()
        self.gate.set()
        self.reached = threading.Event()

    def change(self, id: str, **more: Any) -> StoredSession:  # noqa: A002
        self.reached.set()
        assert self.gate.wait(240)
        if self.full:
            raise StoreFull("The disk is full.")
        return super().change(id, **more)


def reopen_params(session: str, cwd: Path) -> dict[str, Any]:
    return {"sessionId": session, "cwd": str(cwd), "mcpServers": []}


def test_a_load_that_is_cancelled_and_sent_again_leaves_the_session_open(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            for _ in range(20):
                first = asyncio.ensure_future(editor.request("session/load", reopen_params(session, root)))
                await asyncio.sleep(0)
                first.cancel()
                await editor.request("session/load", reopen_params(session, root))
                await editor.request("session/list", {})
                await editor.prompt(session, "/roots")

    run(scenario())


def test_a_cancelled_close_still_closes(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            await editor.prompt(await editor.new(root), "/roots")
            before = len(os.listdir("/dev/fd"))
            for _ in range(10):
                session = await editor.new(root)
                closing = asyncio.ensure_future(editor.request("session/close", {"sessionId": session}))
                await asyncio.sleep(0)
                closing.cancel()
            async with asyncio.timeout(LIMIT_S):
                while len(os.listdir("/dev/fd")) > before:
                    await asyncio.sleep(0.01)

    run(scenario())


def test_a_mode_that_cannot_be_stored_is_not_set(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        store = FailingStore(tmp_path / "state")
        async with editing(chat_dependencies(tmp_path / "state", open_store=lambda: store)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "/roots")  # it is stored from its first prompt on
            store.full = True
            for method, params in (
                ("session/set_mode", {"modeId": "full"}),
                ("session/set_config_option", {"configId": "mode", "value": "full"}),
                ("session/set_config_option", {"configId": "model", "value": "openai-chat:x"}),
            ):
                with pytest.raises(RpcError) as failed:
                    await editor.request(method, {"sessionId": session, **params})
                assert failed.value.data["reason"] == "store_full"
            assert editor.of(session, acp.CurrentModeUpdate) == []
            store.full = False
            await editor.prompt(session, "/permissions")
            assert "The mode is `ask`." in editor.said(session)

    run(scenario())


def test_a_slow_disk_does_not_delay_a_cancel(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        store = FailingStore(tmp_path / "state")
        async with editing(provided(tmp_path / "state", provider.url, open_store=lambda: store)) as editor:
            session, other = await editor.new(root), await editor.new(root)
            await editor.prompt(other, "/roots")  # it is stored from its first prompt on
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: editor.said(session) == "Half")
            store.gate.clear()
            slow = asyncio.ensure_future(
                editor.request("session/set_mode", {"sessionId": other, "modeId": "edit"})
            )
            await editor.until(store.reached.is_set)
            await editor.cancel(session)
            await editor.until(provider.requests[0].left.is_set)
            assert not slow.done()
            store.gate.set()
            assert (await turn)["stopReason"] == "cancelled"
            await slow

    with ProviderServer([Reply((Text("Half"), Hold("never")))]) as provider:
        run(scenario(provider))


def test_the_mode_applies_to_the_next_message(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            session = await editor.new(root)
            setting = asyncio.ensure_future(
                editor.request("session/set_mode", {"sessionId": session, "modeId": "full"})
            )
            turn = asyncio.ensure_future(editor.prompt(session, "/run touch made"))
            await setting
            assert (await turn)["stopReason"] == "end_turn"
            assert (root / "made").exists()

    run(scenario())


def test_keys_may_change_while_a_model_streams(root: Path, tmp_path: Path) -> None:
    class Accounts(NoAccounts):
        def from_environment(self) -> str | None:
            return "openai"

    async def scenario(provider: ProviderServer) -> None:
        state = tmp_path / "state"
        async with editing(provided(state, provider.url, accounts=Accounts())) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: editor.said(session) == "Half")
            await editor.request("authenticate", {"methodId": "environment-key"})
            await editor.request("logout", {})
            provider.release("rest")
            assert (await turn)["stopReason"] == "end_turn"
            assert editor.said(session) == "Half and half."
            await editor.prompt(session, "Again.")
            assert editor.said(session).endswith("New.")

    script = [Reply((Text("Half"), Hold("rest"), Text(" and half."))), says("New.")]
    with ProviderServer(script) as provider:
        run(scenario(provider))


def test_reading_tools_really_run_in_parallel(root: Path, tmp_path: Path) -> None:
    """Each of two reads waits at the editor until the other is there too."""
    for name in ("a", "b"):
        (root / f"{name}.txt").write_text(name)
    there: list[str] = []
    both = asyncio.Event()

    async def read(params: acp.ReadTextFileRequest, inbound: Any) -> Any:
        del inbound
        there.append(params.path)
        if len(there) == 2:
            both.set()
        async with asyncio.timeout(LIMIT_S):
            await both.wait()
        return {"content": "met"}

    async def scenario(provider: ProviderServer) -> None:
        async with editing(
            provided(tmp_path / "state", provider.url),
            capabilities={"fs": {"readTextFile": True}},
            routes={"fs/read_text_file": Route(acp.ReadTextFileRequest, read, Order.CONCURRENT)},
        ) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "Read both.")
            assert sorted(there) == [str(root / "a.txt"), str(root / "b.txt")]

    wanted = [Call("readFile", {"path": "a.txt"}, id="1"), Call("readFile", {"path": "b.txt"}, id="2")]
    with ProviderServer([calls(*wanted), says("Done.")]) as provider:
        run(scenario(provider))


def test_an_agent_that_has_ended_leaves_no_thread(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            await editor.prompt(await editor.new(root), "/read nothing")

    run(scenario())  # what the first use loads may start threads of its own
    before = set(threading.enumerate())
    for _ in range(3):
        run(scenario())
    for thread in set(threading.enumerate()) - before:
        thread.join(240)
        assert not thread.is_alive(), thread.name


def test_too_many_sessions_servers_or_roots_are_refused(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state")) as editor:
            server = {"name": "x", "command": "/bin/true", "args": [], "env": []}
            for field, value in (
                ("mcpServers", [server] * 33),
                ("additionalDirectories", [f"/nowhere/{number}" for number in range(65)]),
            ):
                with pytest.raises(RpcError) as refused:
                    await editor.request("session/new", {"cwd": str(root), field: value})
                assert refused.value.code == -32602
                assert refused.value.data["field"] == field
                assert "the most" in refused.value.message

    run(scenario())


def test_authenticating_by_the_login_needs_a_stored_key_and_a_client_that_was_offered_it(
    root: Path, tmp_path: Path
) -> None:
    class Accounts(NoAccounts):
        key: str | None = None

        def stored(self) -> str | None:
            return self.key

    accounts = Accounts()

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "one", accounts=accounts)) as editor:
            with pytest.raises(RpcError) as unknown:
                await editor.request("authenticate", {"methodId": "understudy-login"})
            assert unknown.value.code == -32602
        terminal = {"auth": {"terminal": True}}
        async with editing(
            chat_dependencies(tmp_path / "two", accounts=accounts, model="openai:one", check_model=lacks_key),
            capabilities=terminal,
        ) as editor:
            with pytest.raises(RpcError) as missing:
                await editor.request("authenticate", {"methodId": "understudy-login"})
            assert missing.value.data == {"reason": "auth_required"}
            accounts.key = "anthropic"
            assert await editor.request("authenticate", {"methodId": "understudy-login"}) == {}

    run(scenario())


@pytest.mark.parametrize(
    "modes", [["full", "read-only"], ["edit", "full", "read-only"], ["read-only", "full"]]
)
def test_modes_that_cannot_be_stored_never_leave_a_more_permissive_one(
    root: Path, tmp_path: Path, modes: list[str]
) -> None:
    async def scenario() -> None:
        store = FailingStore(tmp_path / "state")
        async with editing(chat_dependencies(tmp_path / "state", open_store=lambda: store)) as editor:
            session = await editor.new(root)
            await editor.prompt(session, "/roots")  # it is stored from its first prompt on
            store.full = True
            failed = await asyncio.gather(
                *(
                    editor.request("session/set_mode", {"sessionId": session, "modeId": mode})
                    for mode in modes
                ),
                return_exceptions=True,
            )
            assert all(isinstance(error, RpcError) for error in failed)
            store.full = False
            await editor.prompt(session, "/permissions")
            assert "The mode is `full`." not in editor.said(session)

    run(scenario())


def test_a_cancelled_turn_is_answered_even_if_others_lock_the_store(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        store = FailingStore(tmp_path / "state")
        async with editing(provided(tmp_path / "state", provider.url, open_store=lambda: store)) as editor:
            session, other = await editor.new(root), await editor.new(root)
            await editor.prompt(other, "/roots")  # it is stored from its first prompt on
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: editor.said(session) == "Half")
            store.gate.clear()
            slow = asyncio.ensure_future(
                editor.request("session/set_mode", {"sessionId": other, "modeId": "edit"})
            )
            await editor.until(store.reached.is_set)
            await editor.cancel(session)
            assert (await turn)["stopReason"] == "cancelled"
            assert not slow.done()
            store.gate.set()
            await slow
            await editor.request("session/load", reopen_params(session, root))
            assert editor.said(session) == "HalfHalf"

    with ProviderServer([Reply((Text("Half"), Hold("never")))]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIR-04")
def test_the_agent_s_own_folders_are_no_roots_and_not_in_any(root: Path, tmp_path: Path) -> None:
    own = root / ".config" / "understudy"
    own.mkdir(parents=True)
    (own / "credentials.json").write_text("sk-stored-key")

    async def scenario() -> None:
        async with editing(chat_dependencies(tmp_path / "state", private_folders=(str(own),))) as editor:
            for params in ({"cwd": str(own)}, {"cwd": str(root), "additionalDirectories": [str(own)]}):
                with pytest.raises(RpcError) as refused:
                    await editor.request("session/new", params)
                assert refused.value.code == -32602
                assert str(own) in refused.value.message
            session = await editor.new(root)
            await editor.prompt(session, "/read .config/understudy/credentials.json")
            assert "sk-stored-key" not in str(editor.updates)

    run(scenario())
