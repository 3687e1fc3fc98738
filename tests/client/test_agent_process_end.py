"""The end of an agent's processes: no process is left behind, however a connection ends."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.client.agents.harness import LIMIT_S, SCRIPTED, is_alive, processes_with, run, scripted, until

from understudy.client import AgentGone, ClientError, connect, connection_setup
from understudy.client.agent_process import process

CLIENT = """
import asyncio, json, sys
from understudy.client import connect

async def main():
    async with connect(json.loads(sys.argv[1])) as agent:
        print("connected", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
def mark() -> str:
    """A word that is only in the command line of this test's agent."""
    return f"mark-{os.urandom(8).hex()}"


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the timeouts between the steps that end an agent; the steps are the same."""
    monkeypatch.setattr(connection_setup, "EXIT_AFTER_STDIN_CLOSE_TIMEOUT_S", 0.3)
    monkeypatch.setattr(process, "EXIT_AFTER_SIGTERM_TIMEOUT_S", 0.3)


def stubborn(mark: str, pid: Path) -> list[str]:
    """An agent that ignores the end of its stdin and SIGTERM, with a grandchild outside its process group."""
    return scripted(start=["deaf", {"grandchild": str(pid)}], turn=[], note=mark)


def test_an_ordinary_agent_ends_when_its_stdin_is_closed(mark: str) -> None:
    async def scenario() -> None:
        async with connect(scripted(note=mark)):
            assert processes_with(mark)
        assert not processes_with(mark)

    run(scenario())


@pytest.mark.parametrize("how", ["left", "raised", "cancelled"])
def test_a_stubborn_agent_ends_with_its_detached_grandchild(mark: str, tmp_path: Path, how: str) -> None:
    pid = tmp_path / "pid"

    async def scenario() -> None:
        async with connect(stubborn(mark, pid)) as agent:
            session = await agent.new_session(tmp_path)
            await session.prompt("hello").finish()
            assert is_alive(int(pid.read_text()))
            match how:
                case "raised":
                    raise ZeroDivisionError
                case "cancelled":
                    asyncio.current_task().cancel()  # type: ignore[union-attr]
                    await asyncio.sleep(600)
                case _:
                    pass

    if how == "left":
        run(scenario())
    else:
        with pytest.raises(ZeroDivisionError if how == "raised" else asyncio.CancelledError):
            run(scenario())
    assert not is_alive(int(pid.read_text()))
    assert not processes_with(mark)


def test_a_connection_that_is_cancelled_twice_leaves_no_process(mark: str, tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    async def hold() -> None:
        async with connect(stubborn(mark, pid)):
            await asyncio.sleep(600)

    async def scenario() -> None:
        task = asyncio.ensure_future(hold())
        await until(pid.exists)
        await until(pid.read_text)
        task.cancel()
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.wait([task])
        assert not processes_with(mark)
        assert not is_alive(int(pid.read_text()))

    run(scenario())


@pytest.mark.parametrize("failure", ["hang", "junk", "version", "dead"])
def test_a_failed_start_leaves_no_process(mark: str, tmp_path: Path, failure: str) -> None:
    pid = tmp_path / "pid"
    start: list[Any] = ["deaf", {"grandchild": str(pid)}]
    match failure:
        case "hang":
            start.append("hang")
        case "junk":
            start += [{"print": "junk"}, "hang"]
        case "dead":
            start.append({"exit": 1})
        case _:
            pass
    command = scripted(start=start, initialize={"protocolVersion": 9}, note=mark)

    async def scenario(seconds: float) -> None:
        with pytest.raises(ClientError):
            async with connect(command, timeout=seconds):
                pass

    for seconds in (1.0, 10.0):  # on a busy machine the start alone takes longer than the first
        run(scenario(seconds))
        assert not processes_with(mark)
        if pid.exists() and pid.read_text():
            break
    assert not is_alive(int(pid.read_text()))


def test_an_agent_that_exits_during_a_turn_is_reported_and_leaves_no_process(
    mark: str, tmp_path: Path
) -> None:
    pid = tmp_path / "pid"
    command = scripted(start=[{"grandchild": str(pid)}], turn=[{"say": "so"}, {"exit": 7}], note=mark)

    async def scenario() -> None:
        async with connect(command) as agent:
            session = await agent.new_session(tmp_path)
            said: list[Any] = []
            with pytest.raises(AgentGone, match="exit status 7") as error:
                async for update in session.prompt("hello"):
                    said.append(update)
            assert len(said) == 1
            assert str(error.value).endswith("last words")
            with pytest.raises(AgentGone, match="exit status 7"):
                await agent.new_session(tmp_path)

    run(scenario())
    assert not processes_with(mark)
    assert not is_alive(int(pid.read_text()))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_client_that_is_ended_by_a_signal(
    mark: str, tmp_path: Path, how: signal.Signals
) -> None:
    pid = tmp_path / "pid"
    arguments = json.dumps(stubborn(mark, pid))
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"connected\n"
        client.send_signal(how)
        client.wait(LIMIT_S)

    async def scenario() -> None:
        await until(lambda: not processes_with(SCRIPTED) or not processes_with(mark))
        await until(lambda: not is_alive(int(pid.read_text())))

    run(scenario())
    assert not processes_with(mark)
