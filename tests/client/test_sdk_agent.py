"""Our client with an agent that we did not write: one on the official Python library."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.client.agents.driving import run

from understudy.client import NotSupported, Permissions, connect
from understudy.schema import acp

COMMAND = [sys.executable, str(Path(__file__).parent / "agents" / "sdk_agent.py")]


async def yes(request: acp.RequestPermissionRequest) -> str | None:
    return request.options[0].option_id


async def key(methods: Sequence[acp.AuthMethod]) -> str | None:
    return methods[0].id


@pytest.mark.requirement("DIA-05")
def test_its_plain_auth_required_is_understood(root: Path) -> None:
    async def scene() -> None:
        async with connect([*COMMAND, "--anonymous"], authenticate=key) as agent:
            assert (await agent.new_session(root)).id == "session-0"

    run(scene())


def test_it_is_served_files_terminals_and_answers(root: Path, outside: Path) -> None:
    (root / "a.txt").write_text("of the file\n")

    async def scene() -> None:
        async with connect(COMMAND, permissions=Permissions.ask(yes)) as agent:
            assert agent.info is not None
            assert agent.info.name == "sdk-agent"
            session = await agent.new_session(root)
            assert await session.prompt(f"read {root}/a.txt").text() == "of the file\n"
            assert await session.prompt(f"write {root}/b.txt written").finish() == "end_turn"
            assert (root / "b.txt").read_text() == "written"
            assert await session.prompt("run cat a.txt").text() == "0: of the file\n"
            assert await session.prompt("ask").text() == "selected"

    run(scene())


def test_its_sessions_are_listed_loaded_and_steered(root: Path) -> None:
    async def scene() -> None:
        async with connect(COMMAND) as agent:
            session = await agent.new_session(root)
            assert [info.session_id async for info in agent.sessions()] == [session.id]
            await session.set_mode("ask")
            await session.set_option("loud", True)
            assert [option.current_value for option in session.options] == [True]
            turn = session.prompt("wait")
            async for _ in turn:
                await session.cancel()
            assert turn.stop_reason == "cancelled"
            loaded = await agent.load_session(session.id, root)
            assert len(loaded.replayed) == 1
            with pytest.raises(NotSupported):
                await agent.fork_session(session.id, root)

    run(scene())
