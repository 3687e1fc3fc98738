"""Everything that was started ends: at close, while connecting, and when our own process is killed."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import uvloop

from mcp_servers.session_harness import (
    ENVIRONMENT,
    LoopFactory,
    connected,
    ignore,
    is_running,
    pids,
    program,
    run,
    wait_for,
)
from understudy.mcp_servers import McpServers

PARENT = """
import asyncio, sys
from understudy.mcp_servers import McpServers, StdioServerSpec
async def main():
    spec = StdioServerSpec("prog", sys.executable, ("-I", "-S", sys.argv[1], sys.argv[2]), {"PIDS": sys.argv[3]})
    servers = McpServers([spec], cwd="/", environment={}, on_error=print)
    await servers.connect()
    print(len(servers.tools), flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.mark.parametrize("loop_factory", [None, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize("mode", ["good", "child", "detached", "deaf"])
def test_close_ends_a_server_with_all_that_it_started(
    mode: str, loop_factory: LoopFactory | None, tmp_path: Path
) -> None:
    file = tmp_path / "pids"

    async def work() -> None:
        async with connected(program(mode, PIDS=str(file))) as harness:
            assert (await harness.call("prog__echo", text="up")).text == "up"
            started = pids(file)
            assert len(started) == (1 if mode == "good" else 2)
            assert all(map(is_running, started))
            waiting = asyncio.create_task(harness.call("prog__wait", timeout=1000))
            await harness.call("prog__echo")
            async with asyncio.timeout(240):
                await harness.servers.close()
                await harness.servers.close()
            assert [pid for pid in started if is_running(pid)] == []
            async with asyncio.timeout(240):
                assert (await waiting).failed
            assert (await harness.call("prog__echo")).failed
            assert harness.errors == []

    run(work(), loop_factory)


def test_close_while_connecting_cancels_it_and_leaves_no_process(tmp_path: Path) -> None:
    file = tmp_path / "pids"

    async def work() -> None:
        errors: list[tuple[str, str]] = []
        servers = McpServers(
            [program("hangs", PIDS=str(file)), program("deaf", PIDS=str(file))],
            cwd="/",
            environment=ENVIRONMENT,
            on_error=lambda name, message: errors.append((name, message)),
        )
        connecting = asyncio.create_task(servers.connect())
        while len(pids(file)) < 3:
            await asyncio.sleep(0.01)
        async with asyncio.timeout(240):
            await servers.close()
            await connecting
        assert [pid for pid in pids(file) if is_running(pid)] == []
        assert errors == []
        await servers.connect()
        assert dict(servers.tools) == {}

    run(work())


def test_a_cancelled_connect_leaves_servers_that_can_be_closed(tmp_path: Path) -> None:
    file = tmp_path / "pids"

    async def work() -> None:
        servers = McpServers(
            [program("hangs", PIDS=str(file))], cwd="/", environment=ENVIRONMENT, on_error=ignore
        )
        connecting = asyncio.create_task(servers.connect())
        while not pids(file):
            await asyncio.sleep(0.01)
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting
        await servers.close()
        wait_for(lambda: not is_running(pids(file)[0]))  # a kill may take a moment on a busy machine

    run(work())


@pytest.mark.parametrize("cancels", [1, 3])
def test_a_loop_that_ends_without_close_still_ends_the_servers(cancels: int, tmp_path: Path) -> None:
    file = tmp_path / "pids"

    async def work() -> None:
        servers = McpServers(
            [program("deaf", PIDS=str(file))], cwd="/", environment=ENVIRONMENT, on_error=ignore
        )
        await servers.connect()
        mine = asyncio.current_task()
        for _ in range(cancels - 1):
            for task in asyncio.all_tasks() - {mine}:
                task.cancel()
            await asyncio.sleep(0.05)

    run(work())
    assert len(pids(file)) == 2
    assert [pid for pid in pids(file) if is_running(pid)] == []


def test_close_without_connect_and_without_servers_is_nothing() -> None:
    async def work() -> None:
        async with connected() as harness:
            assert dict(harness.servers.tools) == {}
        servers = McpServers([program()], cwd="/", environment={}, on_error=ignore)
        await servers.close()

    run(work())


@pytest.mark.parametrize("mode", ["good", "deaf"])
def test_when_our_process_is_killed_the_servers_end_too(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "pids"
    script = Path(__file__).with_name("server_program.py")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(script), mode, str(file)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    with parent.stdout:
        assert int(parent.stdout.readline()) > 5
    started = pids(file)
    assert all(map(is_running, started))
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait(30)
    wait_for(lambda: not any(map(is_running, started)))


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("mcp", "mcp_types", "anyio", "pydantic", "httpx2")
    code = f"import sys, understudy.mcp_servers; print([n for n in {heavy!r} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout == "[]\n"
