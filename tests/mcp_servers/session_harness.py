"""Shared by the tests of MCP servers: a strict event loop, connected servers and their errors, processes."""

import asyncio
import gc
import os
import sys
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from understudy.mcp_servers import Limits, McpServers, RemoteResult, ServerSpec, StdioServerSpec

PROGRAM = Path(__file__).with_name("server_program.py")
LIMIT_S = 240.0
LoopFactory = Callable[[], asyncio.AbstractEventLoop]
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}


def run(
    work: Coroutine[Any, Any, None], loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None
) -> None:
    """Run it within the limit; whatever a task or a callback leaves unhandled is a failure."""
    unhandled: list[dict[str, Any]] = []

    async def limited() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))
        async with asyncio.timeout(LIMIT_S):
            await work
        gc.collect()

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(limited())
        gc.collect()
    assert unhandled == []


def program(mode: str = "good", name: str = "prog", **env: str) -> StdioServerSpec:
    return StdioServerSpec(name, sys.executable, ("-I", "-S", str(PROGRAM), mode), env)


@dataclass
class SessionHarness:
    servers: McpServers
    errors: list[tuple[str, str]]

    async def call(self, offered: str, timeout: float = 20.0, **arguments: Any) -> RemoteResult:
        return await self.servers.call(offered, arguments, timeout=timeout)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for a change that happens by itself, within the limit of the whole test."""
        while not true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def connected(
    *specs: ServerSpec, limits: Limits | None = None, **more: Any
) -> AsyncGenerator[SessionHarness]:
    """Connect to servers; close them at the end."""
    errors: list[tuple[str, str]] = []
    settings: dict[str, Any] = {"cwd": "/", "environment": ENVIRONMENT, **more}

    def note(server: str, message: str) -> None:
        errors.append((server, message))

    servers = McpServers(specs, on_error=note, limits=limits, **settings)
    try:
        await servers.connect()
        yield SessionHarness(servers, errors)
    finally:
        await servers.close()


def ignore(server: str, message: str) -> None:
    """For tests in which errors do not matter."""


def pids(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(true: Callable[[], bool]) -> None:
    until = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < until, "not in time"
        time.sleep(0.01)
