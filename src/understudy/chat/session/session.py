"""A live session: its roots, its mode and model, its MCP servers, and the turn that runs.

Also checks the roots and the MCP servers that a request names, before anything is created; no root is dropped
silently (DIR-03 and DIR-05 of the requirements). Whether a folder can be opened is up to the workspace. MCP
servers are connected in the background: the request is answered at once, and the first turn that needs them
waits.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from understudy.chat.errors import BadRequest
from understudy.chat.limits import (
    MAX_ADDITIONAL_ROOTS,
    MAX_MCP_SERVERS,
    WORKSPACE_CLOSE_POLL_INTERVAL_S,
    WORKSPACE_CLOSE_TIMEOUT_S,
)
from understudy.chat.permissions import Mode, Permissions
from understudy.chat.prompt import Discovery
from understudy.chat.session.jobs import Jobs
from understudy.chat.session.usage_accounts import NO_ACCOUNTING, Accounting
from understudy.chat.shared import AgentState
from understudy.chat.toolset import PLAN_TOOL_NAME
from understudy.mcp_servers import HttpServerSpec, McpServers, ServerSpec, SseServerSpec, StdioServerSpec
from understudy.schema.acp import McpServer
from understudy.tools import OPTIONAL_TOOLS, TOOLS
from understudy.workspace import Workspace
from understudy.workspace.paths import is_within

if TYPE_CHECKING:
    from understudy.chat.turn import Turn

__all__ = [
    "Session",
    "WorkspaceUsage",
    "check_additional_roots",
    "check_allowed_roots",
    "check_path",
    "check_roots",
    "connect_servers",
    "is_same_folder",
    "parse_server_specs",
]

T = TypeVar("T")
logger = logging.getLogger(__name__)


class WorkspaceUsage:
    """Counts the threads that work in a session's roots. Cancelled work counts until its thread has ended."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def track(self, work: Callable[[], T]) -> Callable[[], T]:
        """Wrap the work so that it is counted while it runs."""

        def counted() -> T:
            with self._lock:
                self._count += 1
            try:
                return work()
            finally:
                with self._lock:
                    self._count -= 1

        return counted

    def run_if_idle(self, action: Callable[[], None]) -> bool:
        """Run the action if no work runs, and let none start meanwhile; return whether it was run."""
        with self._lock:
            if self._count == 0:
                action()
            return self._count == 0


@dataclass(slots=True, eq=False)
class Session:
    """The state of an open session; the persistent part is in the store."""

    id: str
    cwd: str
    roots: tuple[str, ...]
    """The additional roots as they were declared, in order."""
    workspace: Workspace
    permissions: Permissions
    model: str | None
    has_title: bool
    stored_mode: Mode
    """The mode in the store."""
    servers: McpServers | None = None
    connect_task: "asyncio.Future[None] | None" = None
    discovery: Discovery | None = None
    """Set by the first prompt; later changes of the files take effect in the next session."""
    turn: "Turn | None" = None
    workspace_usage: WorkspaceUsage = field(default_factory=WorkspaceUsage)
    window_halvings: dict[str, int] = field(default_factory=dict[str, int])
    """By model name: how often its window was halved because the model rejected a request as too long."""
    last_stop_reason: str | None = None
    """How the last turn of a loaded session ended; None if there was none, or if it was not loaded."""
    loaded_checkpoints: Sequence[tuple[str, Sequence[str]]] = ()
    """Of a loaded session: the turns that can be taken back, each with the files that it changed."""
    pending_notices: list[str] = field(default_factory=list[str])
    """Notices for the user, shown by the next turn: servers that did not start, a store that was set aside."""

    is_empty: bool = False
    """Whether it never had a prompt, so that nothing of it is kept when its client goes."""
    accounting: Accounting = NO_ACCOUNTING
    jobs: Jobs = field(init=False)
    """The commands that run in the background."""

    def __post_init__(self) -> None:
        self.jobs = Jobs(
            lambda job: self.pending_notices.append(f"{job.id} ({job.line[:60]!r}) {job.state}.\n"),
            self.accounting,
        )

    async def close(self) -> None:
        """Stop the turn and the background commands, close the MCP servers, and close the workspace."""
        try:
            if self.turn is not None:
                await self.turn.stop()
            await self.jobs.close()
        finally:
            try:
                if self.servers is not None:
                    await self.servers.close()
            finally:
                await self._close_workspace()

    async def _close_workspace(self) -> None:
        """Close the roots as soon as no thread works in them.

        A descriptor that is closed too early may have become a root of another session when a late thread uses its
        number. So if a thread does not end, the roots stay open: a leak is the lesser evil.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + WORKSPACE_CLOSE_TIMEOUT_S
        while not self.workspace_usage.run_if_idle(self.workspace.close):
            if loop.time() > deadline:
                logger.warning("a tool does not end; the roots of its session stay open")
                return
            await asyncio.sleep(WORKSPACE_CLOSE_POLL_INTERVAL_S)


def check_path(path: str, field: str) -> str:
    """Return the path without a trailing slash, so that equal paths compare equal. Raises BadRequest."""
    if not path:
        raise BadRequest(field, f"{field} is empty. Send the absolute path of a folder.")
    if "\0" in path:
        raise BadRequest(field, f"{field} has a NUL byte, which no path can hold.")
    if not os.path.isabs(path):
        raise BadRequest(field, f"{field} must be an absolute path, and {path[:200]!r} is not.")
    return path.rstrip("/") or "/"


def check_additional_roots(additional: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        check_path(path, f"additionalDirectories[{number}]") for number, path in enumerate(additional)
    )


def check_roots(cwd: str, additional: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return `cwd`, and the additional roots in order, without exact duplicates and without `cwd`."""
    cwd = check_path(cwd, "cwd")
    if len(additional) > MAX_ADDITIONAL_ROOTS:
        raise BadRequest(
            "additionalDirectories",
            f"additionalDirectories has {len(additional)} entries; {MAX_ADDITIONAL_ROOTS} is the most.",
        )
    return cwd, tuple(path for path in dict.fromkeys(check_additional_roots(additional)) if path != cwd)


def is_same_folder(one: str, other: str) -> bool:
    """Whether two paths name the same folder, through whatever links."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def check_allowed_roots(roots: Sequence[str], allowed: Sequence[str]) -> None:
    """Raise BadRequest if a root does not lie in one of the `allowed` folders, through whatever links."""
    folders = [os.path.realpath(folder) for folder in allowed]
    for path in roots:
        if not any(is_within(os.path.realpath(path), folder) for folder in folders):
            offered = ", ".join(allowed) or "none"
            raise BadRequest(
                "cwd", f"{path[:200]!r} is not one of your folders on this server. They are: {offered}."
            )


def parse_server_specs(servers: Sequence[McpServer], *, allowed: bool = True) -> list[ServerSpec]:
    """Check the MCP servers that a request names. Raises BadRequest."""
    if servers and not allowed:
        raise BadRequest("mcpServers", "This server connects to no MCP servers of its clients. Name none.")
    if len(servers) > MAX_MCP_SERVERS:
        raise BadRequest(
            "mcpServers", f"mcpServers has {len(servers)} servers; {MAX_MCP_SERVERS} is the most."
        )
    return [_parse_server_spec(server, f"mcpServers[{number}]") for number, server in enumerate(servers)]


def _parse_server_spec(server: McpServer, field: str) -> ServerSpec:
    headers = tuple((header.name, header.value) for header in server.headers)
    match server.type:
        case None | "stdio":
            if not server.command:
                raise BadRequest(f"{field}.command", f"{field} has no command to start the server with.")
            variables = {variable.name: variable.value for variable in server.env}
            return StdioServerSpec(server.name, server.command, tuple(server.args), variables)
        case "http" | "sse":
            if not server.url:
                raise BadRequest(f"{field}.url", f"{field} has no url.")
            kind = HttpServerSpec if server.type == "http" else SseServerSpec
            return kind(server.name, server.url, headers)
        case unknown:
            raise BadRequest(
                f"{field}.type",
                f"{field} is of the type {unknown[:50]!r}; this agent knows stdio, http and sse.",
            )


def connect_servers(session: Session, state: AgentState, specs: Sequence[ServerSpec]) -> None:
    """Start connecting. A failure becomes a notice of the next turn and does not end the session."""
    if not specs:
        return
    session.servers = McpServers(
        specs,
        cwd=session.workspace.primary.path,
        environment=state.mcp_environment,
        on_error=lambda _, message: session.pending_notices.append(f"{message}\n"),
        reserved_names=[*TOOLS, *OPTIONAL_TOOLS, PLAN_TOOL_NAME, "readJob", "research"],
    )
    session.connect_task = asyncio.ensure_future(_connect(session, session.servers))


async def _connect(session: Session, servers: McpServers) -> None:
    try:
        await servers.connect()
    except Exception:
        logger.exception("the MCP servers of a session could not be connected")
        session.pending_notices.append("The MCP servers could not be connected; the agent's log says more.\n")
