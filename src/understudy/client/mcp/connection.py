"""One connection of the agent to one MCP server of the caller: JSON-RPC messages in and out, until it is closed.

On the wire a message has no id of its own: that of the `mcp/message` around it counts, and an answer is that
call's answer. The server sees whole JSON-RPC messages, with ids; so it can be any that reads and writes those.
Whoever takes a question back is understood: `$/cancel_request` there is `notifications/cancelled` here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol, cast

from understudy.client.calling import forgotten
from understudy.client.errors import ClientError
from understudy.rpc import (
    BUSY,
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    ConnectionLost,
    Id,
    Peer,
    RpcError,
)
from understudy.schema import acp

__all__ = ["Deliver", "McpConnection", "McpEnd", "Message"]

Message = dict[str, Any]
"""A JSON-RPC 2.0 message: request, notification or answer."""

Deliver = Callable[[Mapping[str, Any]], Awaitable[None]]
"""Takes a message of the server to the agent. Waits while the agent is slow. Raises ClientError."""

MOST: Final = 128
"""Messages of the agent that the server has not taken or answered; also questions of the server."""
CLOSING: Final = 5.0
"""Seconds that a server has to end."""


class McpEnd(Protocol):
    """The server's end of one connection, made by the caller's factory."""

    async def send(self, message: Message) -> None:
        """Take a message of the agent: one after the other, so return when it is taken, not when it is done."""
        ...

    async def close(self) -> None:
        """The connection is over. Told once."""
        ...


class McpConnection:
    def __init__(self, name: str, server_id: str, peer: Peer, on_notice: Callable[[str], None]) -> None:
        self.name = name
        self.server_id = server_id
        self._peer = peer
        self._notice = on_notice
        self._server: McpEnd | None = None
        self._known = asyncio.Event()
        self._closed = False
        self._taking = asyncio.Lock()
        self._admissions = 0
        self._asked: dict[Id, asyncio.Future[Any]] = {}
        """The agent's questions that the server has not answered."""
        self._asking: dict[Id, asyncio.Task[None]] = {}
        """The server's."""
        self._tasks: set[asyncio.Task[Any]] = set()
        """All that ends with the connection."""

    def begin(self, server: McpEnd) -> None:
        self._server = server

    def known(self) -> None:
        """The agent has been told the connection's name: the server may speak."""
        self._known.set()

    # From the agent.

    async def request(self, name: Id, method: str, params: Message | None) -> Any:
        """The server's result. Raises RpcError with the server's error, or why there is none."""
        with self._admitted():
            answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._asked[name] = answer
            try:
                await self._take(_message(method, params, id=name))
                return await answer
            except asyncio.CancelledError:
                if not self._closed:
                    self._start(self._take_back(name))
                raise
            finally:
                del self._asked[name]

    async def notification(self, method: str, params: Message | None) -> None:
        with self._admitted():
            await self._take(_message(method, params))
        match params:
            case {"requestId": str() | int() as name} if method == "notifications/cancelled":
                # To what was taken back the server gives no answer.
                self._answered(name, error=RpcError(CANCELLED, "Request cancelled"))
            case _:
                pass

    @contextmanager
    def _admitted(self) -> Generator[None]:
        """Whoever is inside ends with the connection."""
        task = asyncio.current_task()
        if self._closed or task is None:
            raise RpcError(INVALID_PARAMS, "The MCP connection is closed.")
        if self._admissions >= MOST:
            raise RpcError(BUSY, f"Busy: the MCP server has {MOST} messages to take or to answer.")
        self._admissions += 1
        self._tasks.add(task)
        try:
            yield
        finally:
            self._admissions -= 1
            self._tasks.discard(task)

    async def _take(self, message: Message) -> None:
        """Hand it to the server, in the order in which messages came. Raises RpcError."""
        if self._closed or self._server is None:
            return
        try:
            async with self._taking:
                await self._server.send(message)
        except Exception as error:  # noqa: BLE001 - somebody else's code
            self._notice(f"An MCP server of this client failed ({error!r}).")
            raise RpcError(INTERNAL_ERROR, "The MCP server failed.") from None

    async def _take_back(self, name: Id) -> None:
        await self._take(_message("notifications/cancelled", {"requestId": name}))

    # From the server.

    async def deliver(self, message: Mapping[str, Any]) -> None:
        await self._known.wait()
        if self._closed:
            raise ClientError("The agent's connection to this MCP server is closed.", "closed")
        match message:
            case {"method": str(), "params": params} if not isinstance(params, Mapping | None):
                raise _no_message()
            case {"method": str(method), "id": str() | int() as name}:
                self._ask(name, method, message.get("params"))
            case {"method": "notifications/cancelled", "params": {"requestId": str() | int() as name}}:
                if (asking := self._asking.get(name)) is not None:
                    asking.cancel()
            case {"method": str(method)}:
                await self._tell(method, message.get("params"))
            case {"id": str() | int() as name, "error": {"code": int(code), "message": str(words), **more}}:
                self._answered(name, error=RpcError(code, words, more.get("data")))
            case {"id": str() | int() as name, "result": result}:
                self._answered(name, result)
            case _:
                raise _no_message()

    def _answered(self, name: Id, result: object = None, error: RpcError | None = None) -> None:
        answer = self._asked.get(name)
        if answer is None or answer.done():
            return  # Taken back, or answered before.
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    async def _tell(self, method: str, params: Message | None) -> None:
        told = acp.MessageMcpNotification(connection_id=self.name, method=method, params=params)
        try:
            await self._peer.notify("mcp/message", told)
        except (TypeError, UnicodeError):
            raise _no_message() from None
        except ValueError as error:
            raise ClientError(str(error), "too_large") from None

    def _ask(self, name: Id, method: str, params: Message | None) -> None:
        if name in self._asking:
            raise ClientError(f"An MCP server asked twice under the id {name!r}.", "bad_message")
        if len(self._asking) >= MOST:
            raise ClientError(f"An MCP server has {MOST} questions open.", "busy")
        self._asking[name] = asking = self._start(self._asked_agent(name, method, params))
        asking.add_done_callback(lambda _: self._asking.pop(name, None))

    async def _asked_agent(self, name: Id, method: str, params: Message | None) -> None:
        request = acp.MessageMcpRequest(connection_id=self.name, method=method, params=params)
        answer: Message = {"jsonrpc": "2.0", "id": name}
        try:
            answer["result"] = await self._peer.request("mcp/message", request, cast("type[Any]", Any))
        except RpcError as error:
            more = {} if error.data is None else {"data": error.data}
            answer["error"] = {"code": error.code, "message": error.message, **more}
        except (ConnectionLost, TypeError, ValueError) as error:
            answer["error"] = {"code": INTERNAL_ERROR, "message": str(error) or "The agent has ended."}
        await self._take(answer)

    # The end.

    async def close(self) -> None:
        """Nothing goes through any more; the server is told. Idempotent."""
        if self._closed:
            return
        self._closed = True
        self._known.set()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        try:
            async with asyncio.timeout(CLOSING):
                if self._server is not None:
                    await self._server.close()
        except Exception as error:  # noqa: BLE001 - somebody else's code, and the rest has to end too
            self._notice(f"An MCP server of this client did not end well ({error!r}).")
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSING)

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(forgotten)
        return task


def _message(method: str, params: Message | None, **more: Id) -> Message:
    return {"jsonrpc": "2.0", **more, "method": method, **({} if params is None else {"params": params})}


def _no_message() -> ClientError:
    return ClientError("An MCP server gave something that is no JSON-RPC message.", "bad_message")
