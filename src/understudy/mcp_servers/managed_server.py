"""One named server over a session: its present link, its tools, its calls and its coming back.

A link that was lost is made anew at the next call, once for that call. What the tools are called for the
model, and what other servers there are, is not its business.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from mcp.shared.exceptions import MCPError

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
        """The first link. A failure is reported, not raised."""
        try:
            await self._ensure_connected()
        except ServerError as trouble:
            self._report_error(str(trouble))

    async def call(self, name: str, arguments: Mapping[str, Any], timeout: float) -> RemoteResult:
        """Never raises but for being cancelled; whatever goes wrong is a failed result."""
        try:
            plain = msgspec.json.encode(dict(arguments))
        except (TypeError, ValueError, RecursionError, OverflowError):
            return failed_result("The arguments cannot be written as JSON.")
        if len(plain) > self._limits.max_arguments_bytes:
            size = format_size(self._limits.max_arguments_bytes)
            return failed_result(f"The arguments have more than {size}. Send less at a time.")
        try:
            async with asyncio.timeout(timeout):
                link = await self._ensure_connected()
                if name not in self._tool_names:
                    return failed_result(f"{self._label} no longer has the tool {quote_name(name)}.")
                params = {"name": name, "arguments": msgspec.json.decode(plain)}
                return parse_result(await link.request("tools/call", params), self._limits)
        except TimeoutError:
            return failed_result(f"{self._label} did not answer within {timeout:g} s and was told to stop.")
        except ServerDisconnected as lost:
            return failed_result(f"{self._label} {lost}. It is connected again at the next call.")
        except ServerError as trouble:
            return failed_result(f"{self._label} {trouble}.")
        except MCPError as error:
            return failed_result(f"{self._label} answered with an error: {truncate(error.message, 4000)}")

    async def close(self) -> None:
        self._closed = True
        opening, self._open_task = self._open_task, None
        if opening is not None and not opening.done():
            opening.cancel()
            await asyncio.wait({opening})
        if self._connection is not None:
            await self._connection.close()

    async def _ensure_connected(self) -> ServerConnection:
        """The link, made if there is none. Those who wait for it at the same time wait for the same one."""
        if self._closed:
            raise ServerError("is closed with its session")
        if self._connection is not None and self._connection.is_alive:
            return self._connection
        if self._open_task is None or self._open_task.done():
            self._open_task = asyncio.create_task(self._open())
            self._open_task.add_done_callback(_retrieve_exception)
        opening = self._open_task
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            waiting = asyncio.current_task()
            if waiting is not None and waiting.cancelling():
                raise
            raise ServerError("is closed with its session") from None

    async def _open(self) -> ServerConnection:
        if self._connection is not None:
            await (
                self._connection.close()
            )  # What it held (a port, a lock) should be free before it starts again.
        link = self._connection = ServerConnection(
            self._build_transport(), self._limits, self._update_tools, self._report_error
        )
        self._update_tools(await link.open())
        return link

    def _build_transport(self) -> Transport:
        if isinstance(self._spec, StdioServerSpec):
            return StdioTransport(self._spec, self._cwd, self._environment, self._limits)
        return HttpTransport(self._spec, self._environment, self._limits)

    def _update_tools(self, listing: ToolList) -> None:
        self._tool_names = frozenset(tool.name for tool in listing.tools)
        for remark in listing.warnings:
            self._report_error(remark)
        self._on_tools(listing)

    def _report_error(self, message: str) -> None:
        """Tell it once, and not without end: a server could make trouble all day."""
        if (
            self._closed
            or message in self._reported_errors
            or len(self._reported_errors) >= MAX_REPORTED_ERRORS
        ):
            return
        self._reported_errors.add(message)
        self._on_error(f"{self._label} {message}.")


def _retrieve_exception(task: asyncio.Task[ServerConnection]) -> None:
    if not task.cancelled():
        task.exception()  # Those who waited have it; if all of them left, nobody needs it.
