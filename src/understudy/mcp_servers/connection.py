"""One connection to one server, from its start to its end. To reconnect, a new one is made.

The SDK's contexts must be entered and left by one task, so each connection has an owner task that does both
and waits in between. Requests may come from any task: each runs in a task of its own, so that a caller can be
cancelled at once while the server is still notified of the cancellation.

Messages of the server are filtered before the SDK sees them. Responses pass. Requests pass while few are
unanswered (the SDK declines those that we do not support), so that a server which sends requests without end
and reads nothing cannot fill our memory. Notifications are dropped, since each would cost a task; only a
changed tool list is reported to the owner task.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeVar, cast

import anyio
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    Implementation,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from understudy import __version__
from understudy.mcp_servers.limits import (
    CANCEL_TIMEOUT_S,
    CONNECTION_CLOSE_TIMEOUT_S,
    LIST_CHANGE_DEBOUNCE_S,
    MAX_UNANSWERED_REQUESTS,
    TOOL_LIST_INTERVAL_S,
    Limits,
)
from understudy.mcp_servers.text import ServerError, one_line
from understudy.mcp_servers.tools import ToolList, list_tools
from understudy.mcp_streams import (
    MessageReader,
    MessageReadStream,
    MessageStream,
    MessageStreams,
    MessageWriter,
)

__all__ = ["ServerConnection", "ServerDisconnected", "Transport", "filter_streams"]


class Transport(Protocol):
    """One way to reach a server. A connection uses it once, from its start to its end."""

    def streams(self) -> AbstractAsyncContextManager[MessageStreams]:
        """The streams of a new connection. Entered and left by one task.

        Raises ServerError for what is wrong before anything is sent.
        """
        ...

    def set_loss_callback(self, callback: Callable[[], None]) -> None:
        """Set what is called if the server is lost in a way that the streams do not show."""
        ...

    def describe_end(self, *, while_connecting: bool) -> str | None:
        """How the server ended or what it refused, if that is known: words that follow its name."""
        ...

    def failure_hint(self) -> str:
        """What may explain that a server does not answer: words appended to a message, or an empty string."""
        ...


def filter_streams(
    streams: MessageStreams, *, on_tools_changed: Callable[[], None], on_end: Callable[[], None]
) -> MessageStreams:
    """Wrap the streams of a transport in a filter for the server's messages."""
    message_filter = _MessageFilter(on_tools_changed, on_end)
    return _FilteredReader(streams[0], message_filter), _FilteredWriter(streams[1], message_filter)


class _MessageFilter:
    def __init__(self, on_tools_changed: Callable[[], None], on_end: Callable[[], None]) -> None:
        self.on_tools_changed = on_tools_changed
        self.on_end = on_end
        self.unanswered = 0

    def accepts(self, item: SessionMessage) -> bool:
        match item.message:
            case JSONRPCRequest():
                if self.unanswered >= MAX_UNANSWERED_REQUESTS:
                    return False
                self.unanswered += 1
                return True
            case JSONRPCNotification(method=method):
                if method == "notifications/tools/list_changed":
                    self.on_tools_changed()
                return False
            case _:
                return True


class _FilteredReader(MessageReadStream):
    def __init__(self, inner: MessageReader, message_filter: _MessageFilter) -> None:
        self._inner = inner
        self._filter = message_filter

    async def receive(self) -> SessionMessage:
        while True:
            try:
                item = await self._inner.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                self._filter.on_end()
                raise
            # An exception is a fault of the transport; if it is fatal, the end of the stream follows.
            if isinstance(item, SessionMessage) and self._filter.accepts(item):
                return item

    async def aclose(self) -> None:
        await self._inner.aclose()


class _FilteredWriter(MessageStream):
    def __init__(self, inner: MessageWriter, message_filter: _MessageFilter) -> None:
        self._inner = inner
        self._filter = message_filter

    async def send(self, item: SessionMessage, /) -> None:
        try:
            await self._inner.send(item)
        finally:
            if isinstance(item.message, JSONRPCResponse | JSONRPCError):
                self._filter.unanswered -= 1

    async def aclose(self) -> None:
        await self._inner.aclose()


_NOT_MCP_MESSAGES: Final = (
    "Unexpected content type",
    "Failed to parse",
    "server answered a request with 202",
    "SSE stream",
)

T = TypeVar("T")

# These loggers quote server data, URLs and header values. We report what matters ourselves.
for _name in ("client", "mcp.client", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class ServerDisconnected(Exception):
    """The connection is closed. The text says how, in words that follow the server's name."""


class ServerConnection:
    def __init__(
        self,
        transport: Transport,
        limits: Limits,
        on_tools: Callable[[ToolList], None],
        on_error: Callable[[str], None],
    ) -> None:
        """`on_tools` gets every later tool list, `on_error` a description of an end that we did not request."""
        self._transport = transport
        self._limits = limits
        self._on_tools = on_tools
        self._on_error = on_error
        self._dispatcher: JSONRPCDispatcher[Any] | None = None
        self._ready: asyncio.Future[ToolList] = asyncio.get_running_loop().create_future()
        self._wake = asyncio.Event()
        self._tools_changed = self._lost = self._lost_unexpectedly = self._stopped = False
        self._stage = "connect"
        self._current_task: asyncio.Task[Any] | None = None
        self._requests: set[asyncio.Task[dict[str, Any]]] = set()
        self._owner_task: asyncio.Task[None] | None = None

    @property
    def is_alive(self) -> bool:
        return (
            self._owner_task is not None
            and not self._owner_task.done()
            and not self._lost
            and not self._stopped
        )

    async def open(self) -> ToolList:
        """Connect and list the tools. Raises ServerError after everything that was started is closed again."""
        self._owner_task = asyncio.create_task(self._run_owner())
        try:
            async with asyncio.timeout(self._limits.connect_timeout_s):
                return await asyncio.shield(self._ready)
        except TimeoutError:
            await self.close()
            limit = f"{self._limits.connect_timeout_s:g} s"
            raise ServerError(
                f"did not {self._stage} within {limit}{self._transport.failure_hint()}"
            ) from None
        except asyncio.CancelledError:
            await self.close()
            raise

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for the result. On cancellation, return at once and notify the server later.

        Raises MCPError for an error response and ServerDisconnected if the connection is closed.
        """
        if self._dispatcher is None or self._lost or self._stopped:
            raise ServerDisconnected("is no longer there")
        task = asyncio.create_task(self._dispatcher.send_raw_request(method, params))
        self._requests.add(task)
        task.add_done_callback(self._forget_request)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if task.cancelled() and caller is not None and not caller.cancelling():
                raise ServerDisconnected("was disconnected") from None
            task.cancel()
            raise
        except MCPError as error:
            if not _is_connection_closed(error):
                raise
            self._on_lost()
            raise ServerDisconnected(
                "was disconnected" if self._stopped else "ended before it answered"
            ) from None

    async def close(self) -> None:
        """Close the connection and cancel everything in progress. May be called at any time and more than once."""
        owner = self._owner_task
        if owner is None:
            return
        is_first_call = not self._stopped
        self._stopped = True
        self._cancel_current_task()
        if is_first_call and not self._ready.done():
            owner.cancel()
        # A process ends within this time; after it, only a network that does not respond can be the cause.
        await asyncio.wait({owner}, timeout=CONNECTION_CLOSE_TIMEOUT_S)
        if not owner.done():
            owner.cancel()
            await asyncio.wait({owner}, timeout=CANCEL_TIMEOUT_S)
        if self._requests:
            await asyncio.wait(set(self._requests), timeout=CANCEL_TIMEOUT_S)

    async def _run_owner(self) -> None:
        error: BaseException | None = None
        try:
            async with self._transport.streams() as streams:
                self._transport.set_loss_callback(self._on_lost)
                reader, writer = filter_streams(
                    streams, on_tools_changed=self._on_tools_changed, on_end=self._on_lost
                )
                # Our own dispatcher, because the session's `call_tool` validates against schemas of the server,
                # whose patterns may never finish, and its `list_tools` accepts all tools or none.
                self._dispatcher = JSONRPCDispatcher(reader, writer)
                info = Implementation(name="understudy", version=__version__)
                async with ClientSession(dispatcher=self._dispatcher, client_info=info) as session:
                    self._ready.set_result(await self._run_until_closed(self._initialize(session)))
                    await self._watch_tool_changes()
        except (Exception, asyncio.CancelledError, BaseExceptionGroup) as raised:  # noqa: BLE001 - reported below
            error = raised
        finally:
            self._on_owner_end(error)

    async def _initialize(self, session: ClientSession) -> ToolList:
        self._stage = "answer the greeting"
        await session.initialize()
        self._stage = "list its tools"
        capabilities = session.server_capabilities
        if capabilities is None or capabilities.tools is None:
            return ToolList((), ())
        return await list_tools(self.request, self._limits)

    async def _watch_tool_changes(self) -> None:
        """Until either side closes, read the tool list again whenever it changes."""
        loop = asyncio.get_running_loop()
        next_list = 0.0
        while not (self._stopped or self._lost):
            if not self._tools_changed:
                await self._wake.wait()
                self._wake.clear()
                continue
            await self._sleep(max(LIST_CHANGE_DEBOUNCE_S, next_list - loop.time()))
            next_list = loop.time() + TOOL_LIST_INTERVAL_S
            self._tools_changed = False
            await self._refresh_tools()

    async def _sleep(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError, ServerDisconnected):
            async with asyncio.timeout(seconds):
                await self._run_until_closed(asyncio.Event().wait())

    async def _refresh_tools(self) -> None:
        try:
            async with asyncio.timeout(self._limits.connect_timeout_s):
                tools = await self._run_until_closed(list_tools(self.request, self._limits))
        except (TimeoutError, ServerDisconnected, MCPError):
            if not (self._stopped or self._lost):
                self._on_error("did not list its tools again after they changed; the old ones stay")
        else:
            self._on_tools(tools)

    async def _run_until_closed(self, work: Coroutine[Any, Any, T]) -> T:
        """Await `work`; cancel it and raise ServerDisconnected as soon as either side is closed."""
        task = self._current_task = asyncio.create_task(work)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
        if task.cancelled():
            raise ServerDisconnected("was disconnected")
        return task.result()

    def _on_owner_end(self, error: BaseException | None) -> None:
        self._on_lost()
        for task in self._requests:
            task.cancel()
        if not self._ready.done():
            self._ready.set_exception(ServerError(self._describe_failure(_root_cause(error))))
            self._ready.exception()  # Retrieved, because no caller may be waiting any more.
        elif self._lost_unexpectedly:
            self._on_error(self._transport.describe_end(while_connecting=False) or "was disconnected")

    def _describe_failure(self, error: BaseException | None) -> str:
        """Why there is no connection. Quotes only the server's own message, never that of a library."""
        if isinstance(error, ServerError):
            return str(error)
        known = self._transport.describe_end(while_connecting=True)
        match error:
            case MCPError(message=message) if known is None and not _is_connection_closed(error):
                if message.startswith(_NOT_MCP_MESSAGES):
                    return "answers, but does not speak MCP; check its address"
                return f"refused the connection: {one_line(message)}"
            case RuntimeError() if str(error).startswith("Unsupported protocol version"):
                return "speaks a version of MCP that is not supported"
            case _:
                return known or "does not speak MCP"

    def _on_tools_changed(self) -> None:
        self._tools_changed = True
        self._wake.set()

    def _on_lost(self) -> None:
        self._lost = True
        self._lost_unexpectedly = self._lost_unexpectedly or not self._stopped
        self._cancel_current_task()

    def _cancel_current_task(self) -> None:
        self._wake.set()
        if self._current_task is not None:
            self._current_task.cancel()

    def _forget_request(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._requests.discard(task)
        if not task.cancelled():
            task.exception()  # Retrieved, because the caller may have been cancelled.


def _is_connection_closed(error: MCPError) -> bool:
    """Whether the SDK says that the connection is closed. Servers use the same code for other errors."""
    return error.code == CONNECTION_CLOSED and error.message == "Connection closed"


def _root_cause(error: BaseException | None) -> BaseException | None:
    """The first exception inside the exception groups of the SDK's task groups."""
    while isinstance(error, BaseExceptionGroup):
        inner = cast(BaseExceptionGroup[BaseException], error).exceptions
        error = next((e for e in inner if not isinstance(e, asyncio.CancelledError)), inner[0])
    return error
