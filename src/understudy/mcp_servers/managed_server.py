"""One server during a session: its current connection, its tools, its calls, and reconnecting.

A lost connection is opened again at the next call, once for that call. Knows neither the names that the model
uses for the tools nor the other servers.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from mcp.shared.exceptions import MCPError

from understudy.abandoned_tasks import retrieve_exception
from understudy.mcp_servers.connection import ServerConnection, ServerDisconnected, Transport
from understudy.mcp_servers.http_transport import HttpTransport
from understudy.mcp_servers.limits import MAX_REPORTED_ERRORS, Limits
from understudy.mcp_servers.specs import ServerSpec, StdioServerSpec
from understudy.mcp_servers.stdio_transport import StdioTransport
from understudy.mcp_servers.text import ServerError, format_size, quote_name, truncate
from understudy.mcp_servers.tools import RemoteResult, ToolList, failed_result, parse_result

__all__ = ["ManagedServer"]


class ManagedServer:
    def __init__(
        self,
        spec: ServerSpec,
        *,
        cwd: str,
        environment: Mapping[str, str],
        limits: Limits,
        on_tools: Callable[[ToolList], None],
        on_error: Callable[[str], None],
    ) -> None:
        self._spec = spec
        self._cwd = cwd
        self._environment = environment
        self._limits = limits
        self._on_tools = on_tools
        self._on_error = on_error
        self._label = f"The MCP server {quote_name(spec.name)}"
        self._connection: ServerConnection | None = None
        self._open_task: asyncio.Task[ServerConnection] | None = None
        self._closed = False
        self._reported_errors: set[str] = set()
        self._tool_names: frozenset[str] = frozenset()

    async def connect(self) -> None:
        """Open the first connection. A failure is reported, not raised."""
        try:
            await self._ensure_connected()
        except ServerError as error:
            self._report_error(str(error))

    async def call(self, name: str, arguments: Mapping[str, Any], timeout: float) -> RemoteResult:
        """Call a tool. Raises only when cancelled; every failure is a failed result."""
        try:
            encoded = msgspec.json.encode(dict(arguments))
        except (TypeError, ValueError, RecursionError, OverflowError):
            return failed_result("The arguments cannot be written as JSON.")
        if len(encoded) > self._limits.max_arguments_bytes:
            size = format_size(self._limits.max_arguments_bytes)
            return failed_result(f"The arguments have more than {size}. Send less at a time.")
        try:
            async with asyncio.timeout(timeout):
                connection = await self._ensure_connected()
                if name not in self._tool_names:
                    return failed_result(f"{self._label} no longer has the tool {quote_name(name)}.")
                params = {"name": name, "arguments": msgspec.json.decode(encoded)}
                return parse_result(await connection.request("tools/call", params), self._limits)
        except TimeoutError:
            return failed_result(f"{self._label} did not answer within {timeout:g} s and was told to stop.")
        except ServerDisconnected as lost:
            return failed_result(f"{self._label} {lost}. It is connected again at the next call.")
        except ServerError as error:
            return failed_result(f"{self._label} {error}.")
        except MCPError as error:
            return failed_result(f"{self._label} answered with an error: {truncate(error.message, 4000)}")

    async def close(self) -> None:
        self._closed = True
        open_task, self._open_task = self._open_task, None
        if open_task is not None and not open_task.done():
            open_task.cancel()
            await asyncio.wait({open_task})
        if self._connection is not None:
            await self._connection.close()

    async def _ensure_connected(self) -> ServerConnection:
        """Return the connection, opened if there is none. Concurrent callers wait for the same one."""
        if self._closed:
            raise ServerError("is closed with its session")
        if self._connection is not None and self._connection.is_alive:
            return self._connection
        if self._open_task is None or self._open_task.done():
            self._open_task = asyncio.create_task(self._open())
            self._open_task.add_done_callback(retrieve_exception)  # every waiting caller may be cancelled
        open_task = self._open_task
        try:
            return await asyncio.shield(open_task)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            caller = asyncio.current_task()
            if caller is not None and caller.cancelling():
                raise
            raise ServerError("is closed with its session") from None

    async def _open(self) -> ServerConnection:
        if self._connection is not None:
            await (
                self._connection.close()
            )  # Its resources (a port, a lock) must be free before it starts again.
        connection = self._connection = ServerConnection(
            self._build_transport(), self._limits, self._update_tools, self._report_error
        )
        self._update_tools(await connection.open())
        return connection

    def _build_transport(self) -> Transport:
        if isinstance(self._spec, StdioServerSpec):
            return StdioTransport(self._spec, self._cwd, self._environment, self._limits)
        return HttpTransport(self._spec, self._environment, self._limits)

    def _update_tools(self, tool_list: ToolList) -> None:
        self._tool_names = frozenset(tool.name for tool in tool_list.tools)
        for warning in tool_list.warnings:
            self._report_error(warning)
        self._on_tools(tool_list)

    def _report_error(self, message: str) -> None:
        """Report each error once, and only a limited number of them."""
        if (
            self._closed
            or message in self._reported_errors
            or len(self._reported_errors) >= MAX_REPORTED_ERRORS
        ):
            return
        self._reported_errors.add(message)
        self._on_error(f"{self._label} {message}.")
