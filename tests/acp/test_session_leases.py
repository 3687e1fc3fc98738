"""Several agents on one store: one holder of a session, turns that were cut off, holders that were replaced."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from acp_editor import chat_dependencies, editing, provided, run
from provider_server import Hold, ProviderServer, Reply, Text, says
from understudy.chat import LeaseTerms
from understudy.chat.events import AgentText, ToolCalled, UserPrompted, decode_event, encode_event
from understudy.chat.sqlite import SqliteSessionStore
from understudy.rpc import RpcError
from understudy.schema.acp import TextContent


def reopen_params(session: str, cwd: Path) -> dict[str, Any]:
    return {"sessionId": session, "cwd": str(cwd), "mcpServers": []}


def leased(state: Path, holder: str, ttl_s: float = 600, **more: Any) -> Any:
    return chat_dependencies(state, lease_terms=LeaseTerms(holder, ttl_s), **more)


def kinds_of_events(state: Path, session: str) -> list[str]:
    with SqliteSessionStore(state) as store:
        return [type(decode_event(event.data)).__name__ for event in store.events(session)]


def test_a_session_that_another_agent_holds_is_busy_until_it_is_closed(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with editing(leased(state, "replica-1")) as one, editing(leased(state, "replica-2")) as two:
            session = await one.new(root)
            await one.prompt(session, "/roots")
            for method in ("session/load", "session/resume"):
                with pytest.raises(RpcError, match="replica-1") as raised:
                    await two.request(method, reopen_params(session, root))
                assert raised.value.code == -32600
                assert raised.value.data["reason"] == "session_busy"
                assert raised.value.data["holder"] == "replica-1"
                assert raised.value.data["until"].endswith("Z")
            with pytest.raises(RpcError, match="replica-1"):
                await two.request("session/delete", {"sessionId": session})
            await one.prompt(session, "/roots")
            await one.request("session/close", {"sessionId": session})
            await two.request("session/load", reopen_params(session, root))
            await two.prompt(session, "/roots")
            with pytest.raises(RpcError, match="replica-2"):
                await one.request("session/load", reopen_params(session, root))

    run(scenario())


def test_an_agent_that_ends_lets_its_sessions_go(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with editing(leased(state, "replica-1")) as one:
            session = await one.new(root)
            await one.prompt(session, "/roots")  # an empty session is not kept
        async with editing(leased(state, "replica-2")) as two:
            await two.request("session/load", reopen_params(session, root))

    run(scenario())


def test_a_lease_is_renewed_while_the_session_is_open(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with editing(leased(state, "replica-1", ttl_s=0.03)) as one:
            session = await one.new(root)
            await one.prompt(session, "/roots")  # an empty session is not stored
            with SqliteSessionStore(state) as store:
                seen: set[str] = set()

                def is_renewed() -> bool:
                    lease = store.holder(session)
                    seen.update([] if lease is None else [lease.until])
                    return len(seen) >= 3

                await one.until(is_renewed)

    run(scenario())


def test_an_agent_without_lease_terms_leases_nothing(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with editing(chat_dependencies(state)) as one, editing(chat_dependencies(state)) as two:
            session = await one.new(root)
            await one.prompt(session, "/roots")
            await two.request("session/load", reopen_params(session, root))
            for editor in (one, two, one):
                await editor.prompt(session, "/roots")
            with SqliteSessionStore(state) as store:
                assert store.holder(session) is None

    run(scenario())


def test_owners_do_not_see_each_other_s_sessions(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        async with (
            editing(chat_dependencies(state, owner="ann")) as ann,
            editing(chat_dependencies(state, owner="bob")) as bob,
        ):
            session = await ann.new(root)
            assert (await bob.request("session/list", {}))["sessions"] == []
            for method in ("session/load", "session/resume", "session/fork"):
                with pytest.raises(RpcError) as raised:
                    await bob.request(method, reopen_params(session, root))
                assert raised.value.data["reason"] == "no_session"
            await bob.request("session/delete", {"sessionId": session})
            listed = (await ann.request("session/list", {}))["sessions"]
            assert [one["sessionId"] for one in listed] == [session]

    run(scenario())


def cut_off_turn(state: Path, root: Path) -> str:
    """A session as a killed holder leaves it: in the middle of a turn, with a lease that has ended."""
    with SqliteSessionStore(state) as store:
        store.create("cut", str(root), [])
        lease = store.acquire("cut", "killed", 0)
        events = [
            UserPrompted(blocks=[TextContent(text="Do it.")]),
            AgentText(text="I will."),
            ToolCalled(id="c1", name="run_command", title="touch made", arguments={"command": "touch made"}),
        ]
        store.append("cut", [encode_event(event) for event in events], epoch=lease.epoch)
    return "cut"


@pytest.mark.parametrize("method", ["session/load", "session/resume"])
def test_a_turn_that_was_cut_off_is_marked_and_not_run_again(root: Path, tmp_path: Path, method: str) -> None:
    async def scenario(provider: ProviderServer) -> None:
        state = tmp_path / "state"
        session = cut_off_turn(state, root)
        dependencies = provided(state, provider.url, lease_terms=LeaseTerms("replica-2"))
        async with editing(dependencies) as editor:
            await editor.request(method, reopen_params(session, root))
            await editor.request("session/load", reopen_params(session, root))
            assert editor.said(session).count("This turn was interrupted") == (2 if "load" in method else 1)
            assert editor.ended(session)["c1"].status == "failed"
            assert not provider.requests
            assert not (root / "made").exists()
            assert kinds_of_events(state, session)[3:] == ["NoticeShown", "TurnEnded"]
            await editor.prompt(session, "And now?")
            roles = [message["role"] for message in provider.requests[0].messages]
            assert roles == ["system", "user", "assistant", "tool", "user"]

    with ProviderServer([says("Nothing.")]) as provider:
        run(scenario(provider))


def test_a_turn_of_an_agent_without_leases_is_not_marked(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        state = tmp_path / "state"
        session = cut_off_turn(state, root)
        async with editing(chat_dependencies(state)) as editor:
            await editor.request("session/load", reopen_params(session, root))
        assert kinds_of_events(state, session) == ["UserPrompted", "AgentText", "ToolCalled"]

    run(scenario())


def test_a_holder_that_was_replaced_ends_its_turn_with_an_error_and_closes_the_session(
    root: Path, tmp_path: Path
) -> None:
    async def scenario(provider: ProviderServer) -> None:
        state = tmp_path / "state"
        dependencies = provided(state, provider.url, lease_terms=LeaseTerms("replica-1", 0.3))
        async with editing(dependencies) as editor:
            session = await editor.new(root)
            turn = asyncio.ensure_future(editor.prompt(session, "Go."))
            await editor.until(lambda: editor.said(session) == "Half")
            with SqliteSessionStore(state, clock=lambda: time.time() + 3600) as later:
                later.acquire(session, "replica-2", 3600)
            with pytest.raises(RpcError, match="replica-2") as raised:
                await turn
            assert raised.value.data["reason"] == "lease_lost"
            assert raised.value.data["holder"] == "replica-2"

            async def is_closed() -> bool:
                try:
                    await editor.prompt(session, "/roots")
                except RpcError as error:
                    return error.data["reason"] == "no_session"
                return False

            while not await is_closed():
                await asyncio.sleep(0)
        assert "TurnEnded" not in kinds_of_events(state, session)

    with ProviderServer([Reply((Text("Half"), Hold("never")))]) as provider:
        run(scenario(provider))
