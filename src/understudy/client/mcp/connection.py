"""One connection of the agent to one MCP server of the caller: JSON-RPC messages in and out, until it is closed.

On the wire a message has no id of its own: that of the `mcp/message` around it counts, and an answer is that
call's answer. The server sees whole JSON-RPC messages, with ids; so it can be any that reads and writes those.
Whoever takes a question back is understood: `$/cancel_request` there is `notifications/cancelled` here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, cast

from understudy.client.calls import retrieve_exception
from understudy.client.errors import ClientError
from understudy.client.limits import MAX_PENDING_MCP_MESSAGES, MCP_SERVER_CLOSE_TIMEOUT_S
from understudy.rpc import BUSY, CANCELLED, INTERNAL_ERROR, INVALID_PARAMS, ConnectionLost, Id, Peer, RpcError
from understudy.schema import acp

__all__ = ["Deliver", "McpConnection", "McpEnd", "Message"]

Message = dict[str, Any]
"""A JSON-RPC 2.0 message: request, notification or answer."""

Deliver = Callable[[Mapping[str, Any]], Awaitable[None]]
"""Takes a message of the server to the agent. Waits while the agent is slow. Raises ClientError."""


class McpEnd(Protocol):
    """The server's end of one connection, made by the caller's factory."""

    async def send(self, message: Message) -> None:
        """Take a message of the agent: one after the other, so return when it is taken, not when it is done."""
        ...

    async def close(self) -> None:
        """The connection is over. Told once."""
        ...


class McpConnection:
    def __init__(
        self, connection_id: str, server_id: str, peer: Peer, on_notice: Callable[[str], None]
    ) -> None:
        self.connection_id = connection_id
        self.server_id = server_id
        self._peer = peer
        self._on_notice = on_notice
        self._server: McpEnd | None = None
        self._announced = asyncio.Event()
        self._closed = False
        self._send_lock = asyncio.Lock()
        self._admitted_count = 0
        self._agent_requests: dict[Id, asyncio.Future[Any]] = {}
        """The agent's questions that the server has not answered."""
        self._server_requests: dict[Id, asyncio.Task[None]] = {}
        """The server's."""
        self._tasks: set[asyncio.Task[Any]] = set()
        """All that ends with the connection."""

    def attach_server(self, server: McpEnd) -> None:
        self._server = server

    def mark_announced(self) -> None:
        """The agent has been told the connection's name: the server may speak."""
        self._announced.set()

    # From the agent.

    async def request(self, request_id: Id, method: str, params: Message | None) -> Any:
        """The server's result. Raises RpcError with the server's error, or why there is none."""
        with self._admission():
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._agent_requests[request_id] = answer
            try:
                await self._send_to_server(_build_message(method, params, id=request_id))
                return await answer
            except asyncio.CancelledError:
                if not self._closed:
                    self._start_task(self._cancel_at_server(request_id))
                raise
            finally:
                del self._agent_requests[request_id]

    async def notification(self, method: str, params: Message | None) -> None:
        with self._admission():
            await self._send_to_server(_build_message(method, params))
        match params:
            case {"requestId": str() | int() as name} if method == "notifications/cancelled":
                # To what was taken back the server gives no answer.
                self._resolve_agent_request(name, error=RpcError(CANCELLED, "Request cancelled"))
            case _:
                pass

    @contextmanager
    def _admission(self) -> Generator[None]:
        """Whoever is inside ends with the connection."""
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
        """Hand it to the server, in the order in which messages came. Raises RpcError."""
        if self._closed or self._server is None:
            return
        try:
            async with self._send_lock:
                await self._server.send(message)
        except Exception as error:  # noqa: BLE001 - somebody else's code
            self._on_notice(f"An MCP server of this client failed ({error!r}).")
            raise RpcError(INTERNAL_ERROR, "The MCP server failed.") from None

    async def _cancel_at_server(self, request_id: Id) -> None:
        await self._send_to_server(_build_message("notifications/cancelled", {"requestId": request_id}))

    # From the server.

    async def deliver(self, message: Mapping[str, Any]) -> None:
        await self._announced.wait()
        if self._closed:
            raise ClientError("The agent's connection to this MCP server is closed.", "closed")
        match message:
            case {"method": str(), "params": params} if not isinstance(params, Mapping | None):
                raise _bad_message_error()
            case {"method": str(method), "id": str() | int() as name}:
                self._start_server_request(name, method, message.get("params"))
            case {"method": "notifications/cancelled", "params": {"requestId": str() | int() as name}}:
                if (asking := self._server_requests.get(name)) is not None:
                    asking.cancel()
            case {"method": str(method)}:
                await self._notify_agent(method, message.get("params"))
            case {"id": str() | int() as name, "error": {"code": int(code), "message": str(words), **more}}:
                self._resolve_agent_request(name, error=RpcError(code, words, more.get("data")))
            case {"id": str() | int() as name, "result": result}:
                self._resolve_agent_request(name, result)
            case _:
                raise _bad_message_error()

    def _resolve_agent_request(
        self, request_id: Id, result: object = None, error: RpcError | None = None
    ) -> None:
        answer = self._agent_requests.get(request_id)
        if answer is None or answer.done():
            return  # Taken back, or answered before.
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    async def _notify_agent(self, method: str, params: Message | None) -> None:
        told = acp.MessageMcpNotification(connection_id=self.connection_id, method=method, params=params)
        try:
            await self._peer.notify("mcp/message", told)
        except (TypeError, UnicodeError):
            raise _bad_message_error() from None
        except ValueError as error:
            raise ClientError(str(error), "too_large") from None

    def _start_server_request(self, request_id: Id, method: str, params: Message | None) -> None:
        if request_id in self._server_requests:
            raise ClientError(f"An MCP server asked twice under the id {request_id!r}.", "bad_message")
        if len(self._server_requests) >= MAX_PENDING_MCP_MESSAGES:
            raise ClientError(f"An MCP server has {MAX_PENDING_MCP_MESSAGES} questions open.", "busy")
        self._server_requests[request_id] = asking = self._start_task(
            self._forward_server_request(request_id, method, params)
        )
        asking.add_done_callback(lambda _: self._server_requests.pop(request_id, None))

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

    # The end.

    async def close(self) -> None:
        """Nothing goes through any more; the server is told. Idempotent."""
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
        except Exception as error:  # noqa: BLE001 - somebody else's code, and the rest has to end too
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
