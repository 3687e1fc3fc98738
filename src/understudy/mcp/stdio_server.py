"""Serves one MCP client on standard input and output with the SDK, until it closes its end.

`LineDispatcher` is an SDK Dispatcher that works directly on our streams: one task per request, request ids,
cancellation, and one place that responds. It serves connections that open with the handshake (every client
today). The SDK's own JSONRPCDispatcher does the same for all transports, with a task group, two cancel scopes
and an event for each request; this one is lighter because a stdio server has one client and sends it few
requests. Connections of protocol 2026-07-28 use the SDK's.
"""

import asyncio
import logging
from collections.abc import Mapping, Set
from typing import Any, Final

import anyio
import anyio.abc
from mcp.server.connection import Connection
from mcp.server.runner import serve_connection
from mcp.shared.dispatcher import (
    CallOptions,
    OnNotify,
    OnNotifyIntercept,
    OnRequest,
    as_request_id,
    coerce_request_id,
    run_notify_intercept,
)
from mcp.shared.exceptions import MCPError, NoBackChannelError
from mcp.shared.jsonrpc_dispatcher import handler_exception_to_error_data, progress_token_from_params
from mcp.shared.message import SessionMessage
from mcp.shared.transport_context import TransportContext
from mcp_types import (
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    ProgressToken,
    RequestId,
)

from understudy.mcp.early_answers import EarlyAnswers
from understudy.mcp.frames import REQUEST_ID_PREFIX
from understudy.mcp.limits import FLUSH_TIMEOUT_S
from understudy.mcp.line_queue import LineQueue
from understudy.mcp.server import build_server
from understudy.mcp.stdio_streams import LineReader, LineWriter
from understudy.mcp.tool_messages import ToolRegistry
from understudy.tools import WorkerPool
from understudy.workspace import Workspace

__all__ = ["LineDispatcher", "serve_sdk"]

_STDIO_CONTEXT: Final = TransportContext(kind="stdio", can_send_request=True)

logger = logging.getLogger(__name__)


async def serve_sdk(
    workspace: Workspace, tools: ToolRegistry, lines: LineQueue, sink: int, early: EarlyAnswers
) -> None:
    """Serve what stands in the queue and comes into it, until its end."""
    server = build_server(workspace, tools, WorkerPool())
    writer = LineWriter(sink)
    reader = LineReader(lines, writer)
    try:
        first = await reader.peek_first()
        if first is None:
            return
        if isinstance(first.message, JSONRPCRequest) and first.message.method == "initialize":
            dispatcher = LineDispatcher(reader, writer, early.answered)
            connection = Connection.for_loop(dispatcher)
            async with server.lifespan(server) as workers:
                await serve_connection(server, dispatcher, connection=connection, lifespan_state=workers)
        else:
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        await writer.flush(FLUSH_TIMEOUT_S)
        writer.drop_unwritten()


class _RequestSender:
    """Base class of what can send requests to the client."""

    _pending_requests: "_PendingRequests"

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        return await self._pending_requests.send(method, params, opts)


class _RequestContext(_RequestSender):
    """The SDK's DispatchContext: what a handler can send to its client while it handles one message."""

    transport = _STDIO_CONTEXT
    can_send_request = True
    message_metadata = None

    def __init__(
        self,
        pending_requests: "_PendingRequests",
        writer: LineWriter,
        request_id: RequestId | None,
        progress_token: ProgressToken | None = None,
    ) -> None:
        self._pending_requests = pending_requests
        self.request_id = request_id
        self.task: asyncio.Task[None] | None = None
        self.is_open = True
        self._writer = writer
        self._progress_token = progress_token
        self._cancel_requested: anyio.Event | None = None

    @property
    def cancel_requested(self) -> anyio.Event:
        if self._cancel_requested is None:
            self._cancel_requested = anyio.Event()
        return self._cancel_requested

    async def notify(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> None:
        del opts
        if self.is_open:
            await _send_notification(self._writer, method, params)

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        if self._progress_token is None:
            return
        params: dict[str, Any] = {"progressToken": self._progress_token, "progress": progress}
        if total is not None:
            params["total"] = total
        if message is not None:
            params["message"] = message
        await self.notify("notifications/progress", params)


class _PendingRequests:
    """Our requests to the client, by id until they are answered."""

    def __init__(self, writer: LineWriter) -> None:
        self._writer = writer
        self._futures: dict[RequestId, asyncio.Future[dict[str, Any]]] = {}
        self._last_id = 0

    async def send(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None
    ) -> dict[str, Any]:
        self._last_id += 1
        request_id = f"{REQUEST_ID_PREFIX}{self._last_id}"
        response: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._futures[request_id] = response
        fields: dict[str, Any] = {} if params is None else {"params": dict(params)}
        try:
            await self._writer.send(
                SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=request_id, method=method, **fields))
            )
            async with asyncio.timeout((opts or {}).get("timeout")):
                return await response
        except anyio.BrokenResourceError:
            raise NoBackChannelError(method) from None
        finally:
            del self._futures[request_id]

    def resolve(self, message: JSONRPCResponse | JSONRPCError) -> None:
        """Resolve a request with the client's response. A response to an unknown request is ignored."""
        response = None if message.id is None else self._futures.get(message.id)
        if response is None or response.done():
            return
        if isinstance(message, JSONRPCResponse):
            response.set_result(message.result)
        else:
            error = message.error
            response.set_exception(MCPError(code=error.code, message=error.message, data=error.data))


class LineDispatcher(_RequestSender):
    """Calls a server's handlers for the messages of one client."""

    def __init__(
        self, reader: LineReader, writer: LineWriter, answered: Set[RequestId] = frozenset()
    ) -> None:
        self._reader = reader
        self._answered = set(answered)
        """Requests that were answered before the SDK was loaded: handled, and not answered again."""
        self._writer = writer
        self._pending_requests = _PendingRequests(writer)
        self._requests: dict[RequestId, _RequestContext] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def notify(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> None:
        del opts
        await _send_notification(self._writer, method, params)

    async def run(
        self,
        on_request: OnRequest,
        on_notify: OnNotify,
        on_notify_intercept: OnNotifyIntercept | None = None,
        *,
        task_status: anyio.abc.TaskStatus[None] = anyio.TASK_STATUS_IGNORED,
    ) -> None:
        """Run until the end of input; then cancel every request that is still in progress."""
        task_status.started()
        try:
            async for item in self._reader:
                message = item.message
                if isinstance(message, JSONRPCRequest):
                    task = self._start_request(message, on_request)
                    if message.method == "initialize":  # Later messages may rely on it.
                        await asyncio.wait([task])
                elif isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._pending_requests.resolve(message)
                else:
                    if message.method == "notifications/cancelled":
                        self._cancel(message.params)
                    if not run_notify_intercept(on_notify_intercept, message.method, message.params):
                        request = _RequestContext(self._pending_requests, self._writer, None)
                        self._start_task(
                            _handle_notification(on_notify, request, message.method, message.params)
                        )
        finally:
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks)

    def _start_task(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _start_request(self, message: JSONRPCRequest, on_request: OnRequest) -> asyncio.Task[None]:
        token = progress_token_from_params(message.params)
        request = _RequestContext(self._pending_requests, self._writer, message.id, token)
        self._requests[coerce_request_id(message.id)] = request
        request.task = self._start_task(self._handle_request(message, request, on_request))
        return request.task

    def _cancel(self, params: Mapping[str, Any] | None) -> None:
        request_id = as_request_id((params or {}).get("requestId"))
        request = None if request_id is None else self._requests.get(coerce_request_id(request_id))
        if request is not None and request.task is not None:
            request.is_open = False
            request.cancel_requested.set()
            request.task.cancel()

    async def _handle_request(
        self, message: JSONRPCRequest, request: _RequestContext, on_request: OnRequest
    ) -> None:
        """The task of one request: call its handler, then send the response. A cancelled request gets none."""
        response: JSONRPCResponse | JSONRPCError
        try:
            result = await on_request(request, message.method, message.params)
            response = JSONRPCResponse.model_construct(jsonrpc="2.0", id=message.id, result=result)
        except Exception as raised:
            error = handler_exception_to_error_data(raised)
            if error is None:
                logger.exception("the handler of %r raised", message.method)
                error = ErrorData(code=INTERNAL_ERROR, message="Internal error")
            response = JSONRPCError(jsonrpc="2.0", id=message.id, error=error)
        except asyncio.CancelledError:
            await self._writer.mark_answered()
            raise
        finally:
            request.is_open = False
            request_id = coerce_request_id(message.id)
            if self._requests.get(request_id) is request:
                del self._requests[request_id]
        if message.id in self._answered:
            self._answered.discard(message.id)
            await self._writer.mark_answered()
            return
        try:
            await self._writer.send(SessionMessage(response))
        except anyio.BrokenResourceError:
            logger.debug("the client left before the answer to %r", message.method)


async def _handle_notification(
    on_notify: OnNotify, request: _RequestContext, method: str, params: Mapping[str, Any] | None
) -> None:
    try:
        await on_notify(request, method, params)
    except Exception:
        logger.exception("the handler of %r raised", method)


async def _send_notification(writer: LineWriter, method: str, params: Mapping[str, Any] | None) -> None:
    fields: dict[str, Any] = {} if params is None else {"params": dict(params)}
    try:
        await writer.send(SessionMessage(JSONRPCNotification(jsonrpc="2.0", method=method, **fields)))
    except anyio.BrokenResourceError:
        logger.debug("the client left before %r", method)
