"""One live connection to one server, from its start to its end; a new one is made to connect again.

The SDK's contexts must be entered and left by one task, so each link has an owner task that does both and
waits in between. Requests may come from any task: each runs in a task of its own, so that whoever waits can
leave at once, while the server is still told that its answer is no longer wanted.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar, cast

from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp_types import CONNECTION_CLOSED, Implementation

from understudy import __version__
from understudy.chat.servers.gate import guarded
from understudy.chat.servers.limits import Limits
from understudy.chat.servers.listing import Listing, list_tools
from understudy.chat.servers.transport import Transport
from understudy.chat.servers.wording import ServerTrouble, plain

__all__ = ["Link", "LinkLost"]

SETTLING: Final = 0.1
"""Seconds after a changed list in which further changes are one and the same."""
BETWEEN_LISTS: Final = 1.0
"""Seconds between two lists of tools, however often a server says that they changed."""
PARTING: Final = 2.5
"""Seconds for a server's orderly end."""
_NOT_MCP: Final = (
    "Unexpected content type",
    "Failed to parse",
    "server answered a request with 202",
    "SSE stream",
)

T = TypeVar("T")

# They quote what a server sent, or URLs and header values; what matters is reported by us in plain words.
for _name in ("client", "mcp.client", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


class LinkLost(Exception):
    """The connection is over; the text says how, in words that follow the server's name."""


class Link:
    def __init__(
        self,
        transport: Transport,
        limits: Limits,
        on_listing: Callable[[Listing], None],
        on_trouble: Callable[[str], None],
    ) -> None:
        """`on_listing` hears of later lists of tools, `on_trouble` of an end that we did not ask for."""
        self._transport = transport
        self._limits = limits
        self._on_listing = on_listing
        self._on_trouble = on_trouble
        self._dispatcher: JSONRPCDispatcher[Any] | None = None
        self._ready: asyncio.Future[Listing] = asyncio.get_running_loop().create_future()
        self._wake = asyncio.Event()
        self._changed = self._lost = self._unasked = self._stopped = False
        self._stage = "connect"
        self._work: asyncio.Task[Any] | None = None
        self._requests: set[asyncio.Task[dict[str, Any]]] = set()
        self._owner: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        return self._owner is not None and not self._owner.done() and not self._lost and not self._stopped

    async def open(self) -> Listing:
        """Connect, and list the tools. Raises ServerTrouble, and then nothing is left of the attempt."""
        self._owner = asyncio.create_task(self._own())
        try:
            async with asyncio.timeout(self._limits.connect):
                return await asyncio.shield(self._ready)
        except TimeoutError:
            await self.close()
            limit = f"{self._limits.connect:g} s"
            raise ServerTrouble(f"did not {self._stage} within {limit}{self._transport.hint()}") from None
        except asyncio.CancelledError:
            await self.close()
            raise

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask and wait. Being cancelled ends the wait at once; telling the server goes on without us.

        Raises MCPError for the server's refusal and LinkLost if there is no server any more.
        """
        if self._dispatcher is None or self._lost or self._stopped:
            raise LinkLost("is no longer there")
        task = asyncio.create_task(self._dispatcher.send_raw_request(method, params))
        self._requests.add(task)
        task.add_done_callback(self._forget)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            waiting = asyncio.current_task()
            if task.cancelled() and waiting is not None and not waiting.cancelling():
                raise LinkLost("was disconnected") from None
            task.cancel()
            raise
        except MCPError as error:
            if not _is_closed(error):
                raise
            self._lose()
            raise LinkLost("was disconnected" if self._stopped else "ended before it answered") from None

    async def close(self) -> None:
        """Leave, and end what is still under way. Safe to call at any time and more than once."""
        owner = self._owner
        if owner is None:
            return
        first = not self._stopped
        self._stopped = True
        self._interrupt()
        if first and not self._ready.done():
            owner.cancel()
        # A process is ended within this time; beyond it there is only a network that does not move.
        await asyncio.wait({owner}, timeout=PARTING)
        if not owner.done():
            owner.cancel()
            await asyncio.wait({owner}, timeout=1)
        if self._requests:
            await asyncio.wait(set(self._requests), timeout=1)

    async def _own(self) -> None:
        error: BaseException | None = None
        try:
            async with self._transport.streams() as streams:
                self._transport.on_loss(self._lose)
                reader, writer = guarded(streams, on_changed=self._change, on_end=self._lose)
                # Its own dispatcher, because the session's `call_tool` validates against schemas of the
                # server, whose patterns may take for ever, and its `list_tools` takes all tools or none.
                self._dispatcher = JSONRPCDispatcher(reader, writer)
                info = Implementation(name="understudy", version=__version__)
                async with ClientSession(dispatcher=self._dispatcher, client_info=info) as session:
                    self._ready.set_result(await self._unless_over(self._greet(session)))
                    await self._serve()
        except (Exception, asyncio.CancelledError, BaseExceptionGroup) as raised:  # noqa: BLE001 - told below
            error = raised
        finally:
            self._finish(error)

    async def _greet(self, session: ClientSession) -> Listing:
        self._stage = "answer the greeting"
        await session.initialize()
        self._stage = "list its tools"
        capabilities = session.server_capabilities
        if capabilities is None or capabilities.tools is None:
            return Listing((), ())
        return await list_tools(self.request, self._limits)

    async def _serve(self) -> None:
        """Until the end of either side, keep the list of tools fresh."""
        loop = asyncio.get_running_loop()
        next_list = 0.0
        while not (self._stopped or self._lost):
            if not self._changed:
                await self._wake.wait()
                self._wake.clear()
                continue
            await self._pause(max(SETTLING, next_list - loop.time()))
            next_list = loop.time() + BETWEEN_LISTS
            self._changed = False
            await self._refresh()

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError, LinkLost):
            async with asyncio.timeout(seconds):
                await self._unless_over(asyncio.Event().wait())

    async def _refresh(self) -> None:
        try:
            async with asyncio.timeout(self._limits.connect):
                listing = await self._unless_over(list_tools(self.request, self._limits))
        except (TimeoutError, LinkLost, MCPError):
            if not (self._stopped or self._lost):
                self._on_trouble("did not list its tools again after they changed; the old ones stay")
        else:
            self._on_listing(listing)

    async def _unless_over(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something of our own with the server, and leave it as soon as either side is gone."""
        task = self._work = asyncio.create_task(work)
        try:
            await asyncio.wait({task})
        finally:
            task.cancel()
        if task.cancelled():
            raise LinkLost("was disconnected")
        return task.result()

    def _finish(self, error: BaseException | None) -> None:
        self._lose()
        for task in self._requests:
            task.cancel()
        if not self._ready.done():
            self._ready.set_exception(ServerTrouble(self._explain(_first(error))))
            self._ready.exception()  # Nobody may be waiting for it any more.
        elif self._unasked:
            self._on_trouble(self._transport.ending(while_connecting=False) or "was disconnected")

    def _explain(self, error: BaseException | None) -> str:
        """Why there is no connection. Only the server's own words are quoted, never a library's."""
        if isinstance(error, ServerTrouble):
            return str(error)
        known = self._transport.ending(while_connecting=True)
        match error:
            case MCPError(message=message) if known is None and not _is_closed(error):
                if message.startswith(_NOT_MCP):
                    return "answers, but does not speak MCP; check its address"
                return f"refused the connection: {plain(message)}"
            case RuntimeError() if str(error).startswith("Unsupported protocol version"):
                return "speaks a version of MCP that is not supported"
            case _:
                return known or "does not speak MCP"

    def _change(self) -> None:
        self._changed = True
        self._wake.set()

    def _lose(self) -> None:
        self._lost = True
        self._unasked = self._unasked or not self._stopped
        self._interrupt()

    def _interrupt(self) -> None:
        self._wake.set()
        if self._work is not None:
            self._work.cancel()

    def _forget(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self._requests.discard(task)
        if not task.cancelled():
            task.exception()  # Whoever left does not want to know.


def _is_closed(error: MCPError) -> bool:
    """Whether it is the SDK's word that the connection is over. Servers use its code for other things."""
    return error.code == CONNECTION_CLOSED and error.message == "Connection closed"


def _first(error: BaseException | None) -> BaseException | None:
    """The fault inside the groups that the SDK's task groups make of it."""
    while isinstance(error, BaseExceptionGroup):
        inner = cast(BaseExceptionGroup[BaseException], error).exceptions
        error = next((e for e in inner if not isinstance(e, asyncio.CancelledError)), inner[0])
    return error
