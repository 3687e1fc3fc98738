"""Our client and our agent together, in memory and over a process's streams."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import run

from acp_editor import provided
from agent_program import SCRIPTED, agent_environ
from forked_command import forked_understudy
from provider_server import Call, Hold, ProviderServer, Reply, Text, calls, says
from understudy.acp import Agent
from understudy.client import AuthRequired, Connection, Permissions, connect
from understudy.schema import acp

PROGRAM = [sys.executable, "-m", "understudy.cli.main", "acp"]


@asynccontextmanager
async def ours(how: str, tmp_path: Path, provider: ProviderServer, **more: Any) -> AsyncGenerator[Connection]:
    """Our agent with a scripted model: in this process, as a forked program, or as one of a new interpreter."""
    if how == "memory":
        dependencies = provided(tmp_path / "state", provider.url)
        async with connect(partner=lambda channel: Agent(channel, lambda: dependencies), **more) as agent:
            yield agent
        return
    program = PROGRAM if how == "interpreter" else (*forked_understudy(), "acp")
    command = [*program, "--model", SCRIPTED, "--base-url", provider.url]
    # The agent's process uses the sources under test, too.
    environ = agent_environ(tmp_path, OPENAI_API_KEY="sk-test-key", PYTHONPATH=os.pathsep.join(sys.path))
    async with connect(command, environ=environ, **more) as agent:
        yield agent


HOWS = pytest.mark.parametrize("how", ["memory", "process"])


@HOWS
def test_a_conversation_is_had_listed_loaded_forked_and_deleted(how: str, root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("Hello?")
            assert await turn.text() == "Hello."
            assert turn.stop_reason == "end_turn"
            assert [info.session_id async for info in agent.sessions(cwd=root)] == [session.id]
            forked = await agent.fork_session(session.id, root)
            assert forked.id != session.id
            assert await forked.prompt("And you?").text() == "Fine."
            await agent.delete_session(forked.id)
            await agent.close_session(session.id)
            loaded = await agent.load_session(session.id, root)
            said = [update for update in loaded.replayed if isinstance(update, acp.AgentMessageChunk)]
            assert [update.content.text for update in said] == ["Hello."]  # type: ignore[union-attr]
            await loaded.set_mode("read-only")
            assert loaded.modes is not None
            assert loaded.modes.current_mode_id == "read-only"
            assert [info.session_id async for info in agent.sessions()] == [session.id]

    with ProviderServer([says("Hello."), says("Fine.")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIR-13")
@HOWS
def test_a_session_is_titled_archived_and_brought_back(how: str, root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider) as agent:
            # A key from the environment is not sent to another server, which needs none here.
            state = {"memory": "authenticated", "process": "not_required"}[how]
            assert (await agent.auth_status()).state == state
            session = await agent.new_session(root)
            assert await agent.session_status(session.id) == "open"
            await session.prompt("/help").finish()  # an empty session that is not open is in no list
            assert await agent.set_session_title(session.id, " Tidy\nup ") == "Tidy up"
            await agent.archive_session(session.id)
            assert await agent.session_status(session.id) == "saved"
            assert [info async for info in agent.sessions()] == []
            listed = [info async for info in agent.sessions(archived="only")]
            assert [(info.session_id, info.title, info.archived) for info in listed] == [
                (session.id, "Tidy up", True)
            ]
            await agent.unarchive_session(session.id)
            assert [info.session_id async for info in agent.sessions(archived="exclude")] == [session.id]

    with ProviderServer([]) as provider:
        run(scenario(provider))


@HOWS
def test_several_roots_are_worked_on_through_the_clients_files_and_terminals(
    how: str, root: Path, second: Path, outside: Path, tmp_path: Path
) -> None:
    (second / "b.txt").write_text("of the second\n")
    wanted = [
        Call("readFile", {"path": f"{second}/b.txt"}, id="r"),
        Call("writeFile", {"path": f"{root}/new.txt", "content": "written\n"}, id="w"),
        Call("executeCommand", {"command": "cat new.txt", "workingDirectory": str(root)}, id="x"),
        Call("readFile", {"path": f"{outside}/secret.txt"}, id="o"),
    ]

    async def agreed(request: acp.RequestPermissionRequest) -> str | None:
        return next(option.option_id for option in request.options if option.kind == "allow_once")

    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider, permissions=Permissions.ask(agreed)) as agent:
            session = await agent.new_session(root, additional=[second])
            ended: dict[str, str | None] = {}
            async for update in session.prompt("Work."):
                if isinstance(update, acp.ToolCallProgress) and update.status in ("completed", "failed"):
                    ended[update.tool_call_id] = update.status
            assert ended == {"r": "completed", "w": "completed", "x": "completed", "o": "failed"}
        assert (root / "new.txt").read_text() == "written\n"

    with ProviderServer([calls(*wanted), says("Done.")]) as provider:
        run(scenario(provider))


@HOWS
def test_a_rejected_operation_is_not_performed(how: str, root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider) as agent:
            session = await agent.new_session(root)
            assert await session.prompt("Write.").finish() == "end_turn"
        assert list(root.iterdir()) == []

    wanted = Call("writeFile", {"path": f"{root}/new.txt", "content": "x"})
    with ProviderServer([calls(wanted), says("A pity.")]) as provider:
        run(scenario(provider))


@HOWS
def test_a_turn_is_cancelled_while_the_model_speaks_and_while_it_asks(
    how: str, root: Path, tmp_path: Path
) -> None:
    asked = asyncio.Event()

    async def never(request: acp.RequestPermissionRequest) -> str | None:
        asked.set()
        await asyncio.sleep(600)
        return None

    async def scenario(provider: ProviderServer) -> None:
        async with ours(how, tmp_path, provider, permissions=Permissions.ask(never)) as agent:
            session = await agent.new_session(root)
            turn = session.prompt("Speak.")
            async for update in turn:
                if isinstance(update, acp.AgentMessageChunk):
                    await session.cancel()
            assert turn.stop_reason == "cancelled"
            turn = session.prompt("Write.")
            following = asyncio.ensure_future(turn.finish())
            await asked.wait()
            await session.cancel()
            assert await following == "cancelled"
            assert await session.prompt("Still there?").text() == "Yes."

    wanted = Call("writeFile", {"path": f"{root}/new.txt", "content": "x"})
    with ProviderServer([Reply((Text("Well, "), Hold("on"))), calls(wanted), says("Yes.")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("CTX-06")
def test_context_reaches_the_model(root: Path, tmp_path: Path) -> None:
    async def scenario(provider: ProviderServer) -> None:
        moments = iter(["morning", "evening"])

        def provide() -> list[acp.RuntimeContextItem]:
            return [acp.RuntimeContextItem(title="Time", text=f"It is {next(moments)}.")]

        async with ours("memory", tmp_path, provider, context=provide) as agent:
            session = await agent.new_session(root)
            await session.prompt("One").finish()
            await session.prompt("Two").finish()
        first, second = (str(request.body) for request in provider.requests)
        assert "It is morning." in first
        assert "It is evening." in second
        assert "It is morning." not in second

    with ProviderServer([says("a"), says("b")]) as provider:
        run(scenario(provider))


@pytest.mark.requirement("DIA-05")
def test_our_agents_missing_key_is_auth_required(root: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        dependencies = provided(tmp_path / "state", "https://api.example.com/v1", key=None)
        async with connect(partner=lambda channel: Agent(channel, lambda: dependencies)) as agent:
            session = await agent.new_session(root)
            with pytest.raises(AuthRequired):
                await session.prompt("Hello?").finish()

    run(scenario())
