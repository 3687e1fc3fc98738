"""A harness for WorkspaceAccess: its routes, called with the messages of the schema as the peer calls them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from understudy.client.permissions import Permissions
from understudy.client.roots import Roots
from understudy.client.workspace_access import WorkspaceAccess
from understudy.rpc import Inbound, RpcError
from understudy.schema import acp

T = TypeVar("T")

SESSION = "session-1"
LIMIT_S = 240.0
"""Seconds until a test fails."""


class AccessHarness:
    """The file and terminal requests of one session."""

    def __init__(self, access: WorkspaceAccess) -> None:
        self.access = access

    async def ask(self, method: str, params: Any) -> Any:
        handler = self.access.routes()[method].handler
        answer = handler(params, cast(Inbound, None))
        return await answer if asyncio.iscoroutine(answer) else answer

    async def read(self, path: Path | str, line: int | None = None, limit: int | None = None) -> str:
        request = acp.ReadTextFileRequest(session_id=SESSION, path=str(path), line=line, limit=limit)
        return (await self.ask("fs/read_text_file", request)).content

    async def write(self, path: Path | str, content: str, session: str = SESSION) -> None:
        request = acp.WriteTextFileRequest(session_id=session, path=str(path), content=content)
        await self.ask("fs/write_text_file", request)

    async def create(self, command: str, *args: str, session: str = SESSION, **more: Any) -> str:
        request = acp.CreateTerminalRequest(session_id=session, command=command, args=list(args), **more)
        return (await self.ask("terminal/create", request)).terminal_id

    async def shell(self, line: str, **more: Any) -> str:
        return await self.create("/bin/sh", "-c", line, **more)

    async def output(self, terminal: str, session: str = SESSION) -> acp.TerminalOutputResponse:
        request = acp.TerminalOutputRequest(session_id=session, terminal_id=terminal)
        return await self.ask("terminal/output", request)

    async def exit(self, terminal: str, session: str = SESSION) -> acp.WaitForTerminalExitResponse:
        request = acp.WaitForTerminalExitRequest(session_id=session, terminal_id=terminal)
        return await self.ask("terminal/wait_for_exit", request)

    async def kill(self, terminal: str) -> None:
        await self.ask("terminal/kill", acp.KillTerminalRequest(session_id=SESSION, terminal_id=terminal))

    async def release(self, terminal: str) -> None:
        await self.ask(
            "terminal/release", acp.ReleaseTerminalRequest(session_id=SESSION, terminal_id=terminal)
        )

    async def final_output(self, terminal: str) -> str:
        """The output of a terminal after its command has exited."""
        await self.exit(terminal)
        return (await self.output(terminal)).output


async def choose_first(request: acp.RequestPermissionRequest) -> str | None:
    return request.options[0].option_id


@asynccontextmanager
async def served(
    roots: Sequence[Path | str] | Roots, permissions: Permissions | None = None, **more: Any
) -> AsyncGenerator[AccessHarness]:
    """WorkspaceAccess with one session, SESSION, that has these roots."""
    session_roots = roots if isinstance(roots, Roots) else Roots(roots[0], roots[1:])
    policy = permissions or Permissions.allow("read", "edit", "execute")
    access = WorkspaceAccess(permissions=policy, **more)
    access.set_session_roots(SESSION, session_roots)
    try:
        yield AccessHarness(access)
    finally:
        await access.close()


def run(scenario: Callable[[], Coroutine[Any, Any, T]]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(LIMIT_S):
            return await scenario()

    return asyncio.run(limited())


async def error_of(work: Awaitable[Any]) -> RpcError:
    """The error with which a request is answered."""
    try:
        await work
    except RpcError as error:
        return error
    raise AssertionError("the request succeeded")
