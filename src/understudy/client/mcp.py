"""MCP over ACP: the caller's own MCP servers, offered to the agent over the existing connection.

`McpServers` offers every server with each session under an id of that session, so that its connections end with
the session; an agent that does not advertise `mcpCapabilities.acp` is offered nothing. `McpConnection` carries the
JSON-RPC messages of one connection.

ACP has had two shapes of this, and agents of both are served:

- The agent sends `mcp/message` with the server's id and an id of the inner request, without connecting first. The
  response carries the inner result or error. The server sends notifications only while a request is pending.
- The agent connects with `mcp/connect`. A message has no id of its own: the id of the `mcp/message` request around
  it counts, and the response is that request's response. The server can send requests too.

The server sees whole JSON-RPC messages with ids, so any server that reads and writes those can be used. A cancelled
request is passed on: `$/cancel_request` from the agent becomes `notifications/cancelled` for the server, and the
other way round. No MCP library is used here.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from inspect import isawaitable
from typing import Any, Protocol, cast

from understudy.abandoned_tasks import retrieve_exception
from understudy.client.errors import ClientError
from understudy.client.limits import (
    MAX_MCP_CONNECTIONS,
    MAX_PENDING_MCP_MESSAGES,
    MCP_SERVER_CLOSE_TIMEOUT_S,
)
from understudy.rpc import (
    BUSY,
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    ConnectionLost,
    Id,
    Inbound,
    Peer,
    ResultWithCallback,
    Route,
    RpcError,
)
from understudy.schema import acp

__all__ = ["Deliver", "McpConnection", "McpEnd", "McpFactory", "McpServers", "Message"]

Message = dict[str, Any]
"""A JSON-RPC 2.0 message: request, notification or response."""

Deliver = Callable[[Mapping[str, Any]], Awaitable[None]]
"""Sends a message of the server to the agent; waits while the agent does not read. Raises ClientError."""


class McpEnd(Protocol):
    """The server's end of one connection, made by a factory of the caller.

    Example: `connect(command, mcp={"mine": make_end})`, where `make_end` returns one.
    """

    async def send(self, message: Message) -> None:
        """Accept a message of the agent. The next one comes after this returns, so queue it and handle it later."""
        ...

    async def close(self) -> None:
        """The connection has ended. Called once."""
        ...


McpFactory = Callable[[Deliver], McpEnd | Awaitable[McpEnd]]
"""Makes the server's end of one connection. Messages that it delivers wait until the agent knows the connection."""


class _ServerError(RpcError):
    """An error that the MCP server answered, not one of this client."""

    def to_json(self) -> Message:
        return {
            "code": self.code,
            "message": self.message,
            **({} if self.data is None else {"data": self.data}),
        }


class McpConnection:
    """The connection of the agent to one MCP server. For the event loop's thread."""

    def __init__(
        self, connection_id: str | None, server_id: str, peer: Peer, on_notice: Callable[[str], None]
    ) -> None:
        self.connection_id = connection_id
        """None if the agent addresses the server without a connection, by the server's id."""
        self.server_id = server_id
        self._peer = peer
        self._on_notice = on_notice
        self._server: McpEnd | None = None
        self._announced = asyncio.Event()
        self._closed = False
        self._send_lock = asyncio.Lock()
        self._admitted_count = 0
        self._agent_requests: dict[Id, asyncio.Future[Any]] = {}
        """Requests of the agent that the server has not answered."""
        self._progress_tokens: dict[Id, object] = {}
        """The progress tokens of those requests that have one."""
        self._server_requests: dict[Id, asyncio.Task[None]] = {}
        """Requests of the server that the agent has not answered."""
        self._tasks: set[asyncio.Task[Any]] = set()
        """Tasks that are cancelled with the connection."""

    def attach_server(self, server: McpEnd) -> None:
        self._server = server

    def mark_announced(self) -> None:
        """The agent has received the connection's id: messages of the server may be sent."""
        self._announced.set()

    # Messages of the agent.

    async def request(self, request_id: Id, method: str, params: Message | None) -> Any:
        """Return the server's result. Raises RpcError with the server's error, or why there is no result."""
        with self._admission():
            if request_id in self._agent_requests:
                raise RpcError(INVALID_PARAMS, f"The MCP request {request_id!r} is pending already.")
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._agent_requests[request_id] = answer
            match params:
                case {"_meta": {"progressToken": token}}:
                    self._progress_tokens[request_id] = token
                case _:
                    pass
            try:
                await self._send_to_server(_build_message(method, params, id=request_id))
                return await answer
            except asyncio.CancelledError:
                if not self._closed:
                    self._start_task(self._cancel_at_server(request_id))
                raise
            finally:
                del self._agent_requests[request_id]
                self._progress_tokens.pop(request_id, None)

    async def notification(self, method: str, params: Message | None) -> None:
        with self._admission():
            await self._send_to_server(_build_message(method, params))
        match params:
            case {"requestId": str() | int() as request_id} if method == "notifications/cancelled":
                # The server does not answer a cancelled request.
                self._resolve_agent_request(request_id, error=RpcError(CANCELLED, "Request cancelled"))
            case _:
                pass

    @contextmanager
    def _admission(self) -> Generator[None]:
        """Count a message as pending, and cancel its task when the connection is closed. Raises RpcError."""
        task = asyncio.current_task()
        if self._closed or task is None:
            raise RpcError(INVALID_PARAMS, "The MCP connection is closed.")
        if self._admitted_count >= MAX_PENDING_MCP_MESSAGES:
            raise RpcError(
                BUSY, f"Busy: the MCP server has {MAX_PENDING_MCP_MESSAGES} messages to take or to answer."
            )
        self._admitted_count += 1
        self._tasks.add(task)
        try:
            yield
        finally:
            self._admitted_count -= 1
            self._tasks.discard(task)

    async def _send_to_server(self, message: Message) -> None:
        """Pass a message to the server, in the order of arrival. Raises RpcError if the server fails."""
        if self._closed or self._server is None:
            return
        try:
            async with self._send_lock:
                await self._server.send(message)
        except Exception as error:  # noqa: BLE001 - the caller's code
            self._on_notice(f"An MCP server of this client failed ({error!r}).")
            raise RpcError(INTERNAL_ERROR, "The MCP server failed.") from None

    async def _cancel_at_server(self, request_id: Id) -> None:
        await self._send_to_server(_build_message("notifications/cancelled", {"requestId": request_id}))

    # Messages of the server.

    async def deliver(self, message: Mapping[str, Any]) -> None:
        await self._announced.wait()
        if self._closed:
            raise ClientError("The agent's connection to this MCP server is closed.", "closed")
        match message:
            case {"method": str(), "params": params} if not isinstance(params, Mapping | None):
                raise _bad_message_error()
            case {"method": str(method), "id": str() | int() as request_id}:
                self._start_server_request(request_id, method, message.get("params"))
            case {"method": "notifications/cancelled", "params": {"requestId": str() | int() as request_id}}:
                if (request := self._server_requests.get(request_id)) is not None:
                    request.cancel()
            case {"method": str(method)}:
                await self._notify_agent(method, message.get("params"))
            case {
                "id": str() | int() as request_id,
                "error": {"code": int(code), "message": str(text), **more},
            }:
                error = _ServerError(code, text, more.get("data"))
                self._resolve_agent_request(request_id, error=error)
            case {"id": str() | int() as request_id, "result": result}:
                self._resolve_agent_request(request_id, result)
            case _:
                raise _bad_message_error()

    def _resolve_agent_request(
        self, request_id: Id, result: object = None, error: RpcError | None = None
    ) -> None:
        answer = self._agent_requests.get(request_id)
        if answer is None or answer.done():
            return  # Cancelled, or answered already.
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    async def _notify_agent(self, method: str, params: Message | None) -> None:
        notification = acp.MessageMcpNotification(method=method, params=params)
        if self.connection_id is not None:
            notification.connection_id = self.connection_id
        else:
            request_id = self._request_of_notification(params)
            if request_id is None:
                self._on_notice(
                    f"{method!r} of an MCP server was dropped: the agent has no request pending there."
                )
                return
            notification.server_id, notification.request_id = self.server_id, str(request_id)
        try:
            await self._peer.notify("mcp/message", notification)
        except (TypeError, UnicodeError):
            raise _bad_message_error() from None
        except ValueError as error:
            raise ClientError(str(error), "too_large") from None

    def _request_of_notification(self, params: Message | None) -> Id | None:
        """The pending request that a notification belongs to: that of its progress token, else the newest one."""
        token = (params or {}).get("progressToken")
        of_token = [request_id for request_id, known in self._progress_tokens.items() if known == token]
        pending = of_token if token is not None and of_token else list(self._agent_requests)
        return pending[-1] if pending else None

    def _start_server_request(self, request_id: Id, method: str, params: Message | None) -> None:
        if self.connection_id is None:
            raise ClientError("This agent answers no requests of MCP servers.", "bad_message")
        if request_id in self._server_requests:
            raise ClientError(f"An MCP server asked twice under the id {request_id!r}.", "bad_message")
        if len(self._server_requests) >= MAX_PENDING_MCP_MESSAGES:
            raise ClientError(f"An MCP server has {MAX_PENDING_MCP_MESSAGES} questions open.", "busy")
        self._server_requests[request_id] = task = self._start_task(
            self._forward_server_request(request_id, method, params)
        )
        task.add_done_callback(lambda _: self._server_requests.pop(request_id, None))

    async def _forward_server_request(self, request_id: Id, method: str, params: Message | None) -> None:
        request = acp.MessageMcpRequest(connection_id=self.connection_id, method=method, params=params)
        answer: Message = {"jsonrpc": "2.0", "id": request_id}
        try:
            answer["result"] = await self._peer.request("mcp/message", request, cast("type[Any]", Any))
        except RpcError as error:
            more = {} if error.data is None else {"data": error.data}
            answer["error"] = {"code": error.code, "message": error.message, **more}
        except (ConnectionLost, TypeError, ValueError) as error:
            answer["error"] = {"code": INTERNAL_ERROR, "message": str(error) or "The agent has ended."}
        await self._send_to_server(answer)

    async def close(self) -> None:
        """Cancel what is pending and close the server's end. Idempotent."""
        if self._closed:
            return
        self._closed = True
        self._announced.set()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        try:
            async with asyncio.timeout(MCP_SERVER_CLOSE_TIMEOUT_S):
                if self._server is not None:
                    await self._server.close()
        except Exception as error:  # noqa: BLE001 - the caller's code; the remaining tasks have to end too
            self._on_notice(f"An MCP server of this client did not end well ({error!r}).")
        if tasks:
            await asyncio.wait(tasks, timeout=MCP_SERVER_CLOSE_TIMEOUT_S)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(retrieve_exception)
        return task


def _build_message(method: str, params: Message | None, **more: Id) -> Message:
    return {"jsonrpc": "2.0", **more, "method": method, **({} if params is None else {"params": params})}


def _bad_message_error() -> ClientError:
    return ClientError("An MCP server gave something that is no JSON-RPC message.", "bad_message")


class McpServers:
    """The servers that the caller gave to `connect`. For the event loop's thread."""

    def __init__(
        self, factories: Mapping[str, McpFactory], on_notice: Callable[[str], None], timeout: float
    ) -> None:
        self._factories = dict(factories)
        self._on_notice = on_notice
        self._timeout = timeout
        self._offered_names: dict[str, str] = {}
        """The name of each offered server by its id."""
        self._server_ids_by_session: dict[str, list[str]] = {}
        """The ids of the servers of each session."""
        self._connections: dict[str, McpConnection] = {}
        """By the id of the connection; by the id of the server where the agent does not connect."""
        self._stateless_lock = asyncio.Lock()
        self._opening = 0

    def apply_agent_support(self, supported: bool) -> None:
        """Drop all servers, with a notice, if the agent does not advertise that it connects to them."""
        if supported or not self._factories:
            return
        self._factories.clear()
        self._on_notice(
            "The agent takes no MCP servers of its client (it does not advertise mcpCapabilities.acp): "
            "none is offered."
        )

    def offer(self) -> list[acp.McpServer]:
        """Return all servers under new ids, for a session that is being opened; `bind` or `withdraw` them later."""
        offered = [
            acp.McpServer(type="acp", name=name, server_id=secrets.token_hex(16)) for name in self._factories
        ]
        self._offered_names.update((server.server_id or "", server.name) for server in offered)
        return offered

    async def bind(self, session_id: str, offered: Sequence[acp.McpServer]) -> None:
        """Assign offered servers to a session, and close the connections of those that it had before."""
        before = self._server_ids_by_session.pop(session_id, [])
        if offered:
            self._server_ids_by_session[session_id] = [server.server_id or "" for server in offered]
        await self._close_servers(before)

    async def withdraw(self, offered: Sequence[acp.McpServer]) -> None:
        """Drop offered servers, because their session could not be opened."""
        await self._close_servers([server.server_id or "" for server in offered])

    async def close_session(self, session_id: str) -> None:
        """Close the connections of a session. Idempotent."""
        await self._close_servers(self._server_ids_by_session.pop(session_id, []))

    async def close(self) -> None:
        """Close every connection."""
        await self._close_servers(list(self._offered_names))

    def routes(self) -> dict[str, Route[Any]]:
        if not self._factories:
            return {}
        return {
            "mcp/connect": Route(acp.ConnectMcpRequest, self._connect),
            "mcp/message": Route(acp.MessageMcpRequest, self._forward_message, allow_notification=True),
            "mcp/disconnect": Route(acp.DisconnectMcpRequest, self._disconnect),
        }

    async def _connect(self, request: acp.ConnectMcpRequest, inbound: Inbound) -> ResultWithCallback:
        connection_id = secrets.token_hex(16)
        connection = await self._open(connection_id, request.server_id, inbound.peer)
        return ResultWithCallback(
            acp.ConnectMcpResponse(connection_id=connection_id), connection.mark_announced
        )

    async def _open(self, connection_id: str | None, server_id: str, peer: Peer) -> McpConnection:
        name = self._offered_names.get(server_id)
        if name is None:
            raise _unknown_id_error("MCP server", server_id)
        if len(self._connections) + self._opening >= MAX_MCP_CONNECTIONS:
            raise RpcError(BUSY, f"Busy: {MAX_MCP_CONNECTIONS} MCP connections are open. Close one.")
        connection = McpConnection(connection_id, server_id, peer, self._on_notice)
        self._opening += 1
        try:
            async with asyncio.timeout(self._timeout):
                made = self._factories[name](connection.deliver)
                connection.attach_server(await made if isawaitable(made) else made)
        except Exception as error:  # noqa: BLE001 - the caller's code
            self._on_notice(f"The MCP server {name!r} could not be started ({error!r}).")
            raise RpcError(INTERNAL_ERROR, f"The MCP server {name!r} could not be started.") from None
        finally:
            self._opening -= 1
        self._connections[connection_id or server_id] = connection
        if server_id not in self._offered_names:  # its session was closed meanwhile
            await self._close_servers([server_id])
            raise _unknown_id_error("MCP server", server_id)
        return connection

    def _forward_message(self, request: acp.MessageMcpRequest, inbound: Inbound) -> Awaitable[object]:
        if request.connection_id is None:
            return self._forward_stateless(request, inbound)
        connection = self._connections.get(request.connection_id)
        if connection is None:
            raise _unknown_id_error("MCP connection", request.connection_id)
        if inbound.id is None:
            return connection.notification(request.method, request.params)
        return connection.request(inbound.id, request.method, request.params)

    async def _forward_stateless(self, request: acp.MessageMcpRequest, inbound: Inbound) -> object:
        """Pass a message on that names its server. The server's end is made with the first one."""
        server_id = request.server_id
        if server_id is None or (request.request_id is None and inbound.id is not None):
            raise RpcError(INVALID_PARAMS, "An MCP message needs a serverId and a requestId.")
        connection = self._connections.get(server_id)
        if connection is None:
            async with self._stateless_lock:
                connection = self._connections.get(server_id)
                if connection is None:
                    connection = await self._open(None, server_id, inbound.peer)
                    connection.mark_announced()
        if inbound.id is None or request.request_id is None:
            return await connection.notification(request.method, request.params)
        try:
            return {"result": await connection.request(request.request_id, request.method, request.params)}
        except _ServerError as error:
            return {"error": error.to_json()}

    async def _disconnect(
        self, request: acp.DisconnectMcpRequest, inbound: Inbound
    ) -> acp.DisconnectMcpResponse:
        del inbound
        connection = self._connections.pop(request.connection_id, None)
        if connection is None:
            raise _unknown_id_error("MCP connection", request.connection_id)
        await connection.close()
        return acp.DisconnectMcpResponse()

    async def _close_servers(self, server_ids: Sequence[str]) -> None:
        for server in server_ids:
            self._offered_names.pop(server, None)
        closing = [one for one in self._connections.values() if one.server_id in server_ids]
        for connection in closing:
            del self._connections[connection.connection_id or connection.server_id]
        if closing:
            await asyncio.gather(*(connection.close() for connection in closing))


def _unknown_id_error(kind: str, name: str) -> RpcError:
    return RpcError(INVALID_PARAMS, f"There is no {kind} {name[:100]!r} here.", {"reason": "unknown"})
