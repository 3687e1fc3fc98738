"""All MCP servers of one session, and the tools that they offer to the model.

Light until `connect`, which imports the SDK in a thread because that takes about a second. Checks no
permissions: the caller has done that.

The names by which a model calls the tools are unique and acceptable to every provider. A name stays with its
tool for the whole session, whatever is listed later, because the model has seen it.
"""

import asyncio
import hashlib
import importlib
import logging
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from understudy.mcp_servers.limits import MAX_REMEMBERED_TOOL_NAMES, MAX_TOOL_NAME_CHARS, Limits
from understudy.mcp_servers.specs import ServerSpec
from understudy.mcp_servers.text import quote_name
from understudy.mcp_servers.tools import ListedTool, RemoteResult, RemoteTool, ToolList, failed_result

if TYPE_CHECKING:
    from understudy.mcp_servers.managed_server import ManagedServer

__all__ = ["McpServers", "ToolNames"]

logger = logging.getLogger(__name__)

_INVALID_NAME_CHARS: Final = re.compile(r"[^A-Za-z0-9_-]")


class ToolNames:
    """Assigns the names of tools. Knows neither servers nor the model."""

    def __init__(self, reserved: Collection[str] = ()) -> None:
        self._reserved = frozenset(reserved)
        self._assigned: dict[tuple[int, str], str] = {}
        self._used: set[str] = set()

    def assign(self, position: int, server: str, tool: str) -> str:
        """Return the name of a server's tool. `position` distinguishes servers of the same name."""
        known = self._assigned.get((position, tool))
        if known is not None:
            return known
        base = _qualified_name(server, tool)
        name, attempt = base, 0
        while len(name) > MAX_TOOL_NAME_CHARS or name in self._used or name in self._reserved:
            mark = hashlib.sha256(repr((position, server, tool, attempt)).encode()).hexdigest()[:8]
            name = f"{base[: MAX_TOOL_NAME_CHARS - 9]}_{mark}"
            attempt += 1
        self._assigned[position, tool] = name
        self._used.add(name)
        return name

    def prune(self, used_names: Collection[str]) -> None:
        """Drop the names of tools that no longer exist, if there are too many."""
        if len(self._assigned) <= MAX_REMEMBERED_TOOL_NAMES:
            return
        self._assigned = {tool: name for tool, name in self._assigned.items() if name in used_names}
        self._used = set(self._assigned.values())


def _qualified_name(server: str, tool: str) -> str:
    name = f"{_INVALID_NAME_CHARS.sub('_', server[:256]) or 'server'}__{_INVALID_NAME_CHARS.sub('_', tool)}"
    # Some providers require a letter or an underscore at the start.
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"


class McpServers:
    """The servers of one session. Belongs to one event loop; any of its tasks may use it."""

    def __init__(
        self,
        specs: Sequence[ServerSpec],
        *,
        cwd: str,
        environment: Mapping[str, str],
        on_error: Callable[[str, str], None],
        reserved_names: Collection[str] = (),
        limits: Limits | None = None,
    ) -> None:
        """`environment` is all that server processes get, besides the variables of their own spec.

        `on_error` is called with a server's name and one sentence. No tool is offered under a name of
        `reserved_names`.
        """
        self._specs = tuple(specs)
        self._cwd = cwd
        self._environment = dict(environment)
        self._on_error = on_error
        self._limits = limits or Limits()
        self._tool_names = ToolNames(reserved_names)
        self._servers: list[ManagedServer] = []
        self._listed: dict[int, tuple[ListedTool, ...]] = {}
        self._tools: Mapping[str, RemoteTool] = MappingProxyType({})
        self._positions: dict[str, int] = {}
        self._reported_overfull: set[int] = set()
        self._connect_task: asyncio.Task[None] | None = None
        self._close_task: asyncio.Task[None] | None = None

    @property
    def tools(self) -> Mapping[str, RemoteTool]:
        """The tools by the names that the model uses. A new mapping whenever the tools of a server change."""
        return self._tools

    async def connect(self) -> None:
        """Connect to all servers concurrently. Failures are reported to `on_error`."""
        if not self._specs or self._close_task is not None:
            return
        if self._connect_task is None:
            self._connect_task = asyncio.create_task(self._connect())
        connect_task = self._connect_task
        try:
            await asyncio.shield(connect_task)
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if caller is not None and caller.cancelling():
                connect_task.cancel()
                raise
            # Closed in the meantime: there is nothing left to connect to.

    async def call(self, offered_name: str, arguments: Mapping[str, Any], *, timeout: float) -> RemoteResult:
        """Call a tool by the name that the model uses. Raises only if the calling task is cancelled."""
        tool = self._tools.get(offered_name)
        if tool is None:
            return failed_result(f"No MCP server offers the tool {quote_name(offered_name)} now.")
        return await self._servers[self._positions[offered_name]].call(tool.name, arguments, timeout)

    async def close(self) -> None:
        """Close every connection and every process, within about two seconds."""
        if self._close_task is None:
            self._close_task = asyncio.create_task(self._close())
        await asyncio.shield(self._close_task)

    async def _connect(self) -> None:
        # In a thread, so that requests of the editor are still handled.
        module = await asyncio.to_thread(importlib.import_module, "understudy.mcp_servers.managed_server")
        for position, spec in enumerate(self._specs):
            self._servers.append(
                module.ManagedServer(
                    spec,
                    cwd=self._cwd,
                    environment=self._environment,
                    limits=self._limits,
                    on_tools=self._tools_callback(position),
                    on_error=self._error_callback(spec.name),
                )
            )
        await asyncio.gather(*(server.connect() for server in self._servers))

    async def _close(self) -> None:
        if self._connect_task is not None and not self._connect_task.done():
            self._connect_task.cancel()
        await asyncio.gather(*(server.close() for server in self._servers))
        if self._connect_task is not None:
            await asyncio.wait({self._connect_task})
        self._tools = MappingProxyType({})

    def _tools_callback(self, position: int) -> Callable[[ToolList], None]:
        def update(tool_list: ToolList) -> None:
            self._listed[position] = tool_list.tools
            self._rebuild_tools()

        return update

    def _error_callback(self, server: str) -> Callable[[str], None]:
        def report(message: str) -> None:
            try:
                self._on_error(server, message)
            except Exception:
                # An exception of the callback must not close the connection.
                logger.exception("the callback for server errors failed")

        return report

    def _rebuild_tools(self) -> None:
        """Build the tools of all servers; names that are assigned stay."""
        tools: dict[str, RemoteTool] = {}
        positions: dict[str, int] = {}
        for position, spec in enumerate(self._specs):
            listed = self._listed.get(position, ())
            room = self._limits.max_tools - len(tools)
            if len(listed) > room and position not in self._reported_overfull:
                self._reported_overfull.add(position)
                self._error_callback(spec.name)(
                    f"Only {room} of the {len(listed)} tools of the MCP server {quote_name(spec.name)} are "
                    f"offered, because a session can have {self._limits.max_tools} in all."
                )
            for tool in listed[:room]:
                offered = self._tool_names.assign(position, spec.name, tool.name)
                positions[offered] = position
                tools[offered] = RemoteTool(
                    server=spec.name,
                    name=tool.name,
                    offered_name=offered,
                    title=tool.title,
                    description=tool.description,
                    input_schema=tool.input_schema,
                    read_only=tool.read_only,
                )
        self._tool_names.prune(tools)
        self._positions = positions
        self._tools = MappingProxyType(tools)
