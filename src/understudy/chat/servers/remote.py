"""One named server over a session: its present link, its tools, its calls and its coming back.

A link that was lost is made anew at the next call, once for that call. What the tools are called for the
model, and what other servers there are, is not its business.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from mcp.shared.exceptions import MCPError

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.link import Link, LinkLost
from understudy.chat.servers.listing import Listing
from understudy.chat.servers.results import RemoteResult, failure, read_result
from understudy.chat.servers.specs import ServerSpec, StdioServer
from understudy.chat.servers.stdio import StdioTransport
from understudy.chat.servers.transport import Transport
from understudy.chat.servers.web import WebTransport
from understudy.chat.servers.wording import ServerTrouble, bounded, quoted, size

__all__ = ["Remote"]

MOST_TROUBLES: Final = 50


class Remote:
    def __init__(
        self,
        spec: ServerSpec,
        *,
        cwd: str,
        environment: Mapping[str, str],
        limits: Limits,
        on_listing: Callable[[Listing], None],
        on_trouble: Callable[[str], None],
    ) -> None:
        self._spec = spec
        self._cwd = cwd
        self._environment = environment
        self._limits = limits
        self._listen = on_listing
        self._on_trouble = on_trouble
        self._named = f"The MCP server {quoted(spec.name)}"
        self._link: Link | None = None
        self._opening: asyncio.Task[Link] | None = None
        self._closed = False
        self._reported: set[str] = set()
        self._names: frozenset[str] = frozenset()

    async def connect(self) -> None:
        """The first link. A failure is reported, not raised."""
        try:
            await self._live()
        except ServerTrouble as trouble:
            self._report(str(trouble))

    async def call(self, name: str, arguments: Mapping[str, Any], timeout: float) -> RemoteResult:
        """Never raises but for being cancelled; whatever goes wrong is a failed result."""
        try:
            plain = msgspec.json.encode(dict(arguments))
        except (TypeError, ValueError, RecursionError, OverflowError):
            return failure("The arguments cannot be written as JSON.")
        if len(plain) > self._limits.arguments:
            return failure(
                f"The arguments have more than {size(self._limits.arguments)}. Send less at a time."
            )
        try:
            async with asyncio.timeout(timeout):
                link = await self._live()
                if name not in self._names:
                    return failure(f"{self._named} no longer has the tool {quoted(name)}.")
                params = {"name": name, "arguments": msgspec.json.decode(plain)}
                return read_result(await link.request("tools/call", params), self._limits)
        except TimeoutError:
            return failure(f"{self._named} did not answer within {timeout:g} s and was told to stop.")
        except LinkLost as lost:
            return failure(f"{self._named} {lost}. It is connected again at the next call.")
        except ServerTrouble as trouble:
            return failure(f"{self._named} {trouble}.")
        except MCPError as error:
            return failure(f"{self._named} answered with an error: {bounded(error.message, 4000)}")

    async def close(self) -> None:
        self._closed = True
        opening, self._opening = self._opening, None
        if opening is not None and not opening.done():
            opening.cancel()
            await asyncio.wait({opening})
        if self._link is not None:
            await self._link.close()

    async def _live(self) -> Link:
        """The link, made if there is none. Those who wait for it at the same time wait for the same one."""
        if self._closed:
            raise ServerTrouble("is closed with its session")
        if self._link is not None and self._link.alive:
            return self._link
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open())
            self._opening.add_done_callback(_retrieve)
        opening = self._opening
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            if not self._closed:
                raise
            waiting = asyncio.current_task()
            if waiting is not None and waiting.cancelling():
                raise
            raise ServerTrouble("is closed with its session") from None

    async def _open(self) -> Link:
        if self._link is not None:
            await self._link.close()  # What it held (a port, a lock) should be free before it starts again.
        link = self._link = Link(self._transport(), self._limits, self._take, self._report)
        self._take(await link.open())
        return link

    def _transport(self) -> Transport:
        if isinstance(self._spec, StdioServer):
            return StdioTransport(self._spec, self._cwd, self._environment, self._limits)
        return WebTransport(self._spec, self._environment, self._limits)

    def _take(self, listing: Listing) -> None:
        self._names = frozenset(tool.name for tool in listing.tools)
        for remark in listing.remarks:
            self._report(remark)
        self._listen(listing)

    def _report(self, trouble: str) -> None:
        """Tell it once, and not without end: a server could make trouble all day."""
        if self._closed or trouble in self._reported or len(self._reported) >= MOST_TROUBLES:
            return
        self._reported.add(trouble)
        self._on_trouble(f"{self._named} {trouble}.")


def _retrieve(task: asyncio.Task[Link]) -> None:
    if not task.cancelled():
        task.exception()  # Those who waited have it; if all of them left, nobody needs it.
