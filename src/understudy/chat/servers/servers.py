"""All MCP servers of one session, and the tools that they offer to its model.

Light until `connect`: the SDK is loaded there, in a thread, because it takes about a second. It asks nobody
for permission and trusts nothing; whoever calls a tool has been allowed to.
"""

import asyncio
import importlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.naming import Names
from understudy.chat.servers.results import RemoteResult, failure
from understudy.chat.servers.specs import ServerSpec
from understudy.chat.servers.tools import Listed, RemoteTool
from understudy.chat.servers.wording import quoted

if TYPE_CHECKING:
    from understudy.chat.servers.listing import Listing
    from understudy.chat.servers.remote import Remote

__all__ = ["Servers"]

logger = logging.getLogger(__name__)


class Servers:
    """Belongs to one event loop; any of its tasks may use it."""

    def __init__(
        self,
        specs: Sequence[ServerSpec],
        *,
        cwd: str,
        environment: Mapping[str, str],
        on_trouble: Callable[[str, str], None],
        reserved: Collection[str] = (),
        limits: Limits | None = None,
    ) -> None:
        """`environment` is all that children get besides what their own spec says.

        `on_trouble` hears the server's name and one sentence. `reserved` are names no tool may be offered by.
        """
        self._specs = tuple(specs)
        self._cwd = cwd
        self._environment = dict(environment)
        self._tell = on_trouble
        self._limits = limits or Limits()
        self._names = Names(reserved)
        self._remotes: list[Remote] = []
        self._listed: dict[int, tuple[Listed, ...]] = {}
        self._tools: Mapping[str, RemoteTool] = MappingProxyType({})
        self._places: dict[str, int] = {}
        self._crowded: set[int] = set()
        self._connecting: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def tools(self) -> Mapping[str, RemoteTool]:
        """By the name for the model. A new mapping whenever a server's tools change."""
        return self._tools

    async def connect(self) -> None:
        """Connect to all servers beside each other; what fails is told to `on_trouble`."""
        if not self._specs or self._closing is not None:
            return
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._connect())
        connecting = self._connecting
        try:
            await asyncio.shield(connecting)
        except asyncio.CancelledError:
            waiting = asyncio.current_task()
            if waiting is not None and waiting.cancelling():
                connecting.cancel()
                raise
            # Closed meanwhile: there is nothing to connect to any more.

    async def call(self, offered: str, arguments: Mapping[str, Any], *, timeout: float) -> RemoteResult:
        """Call a tool by its name for the model. Raises only if the waiting task is cancelled."""
        tool = self._tools.get(offered)
        if tool is None:
            return failure(f"No MCP server offers the tool {quoted(offered)} now.")
        return await self._remotes[self._places[offered]].call(tool.name, arguments, timeout)

    async def close(self) -> None:
        """End every connection and every process, within about two seconds."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _connect(self) -> None:
        # In a thread, so that an editor is answered meanwhile.
        module = await asyncio.to_thread(importlib.import_module, "understudy.chat.servers.remote")
        for position, spec in enumerate(self._specs):
            self._remotes.append(
                module.Remote(
                    spec,
                    cwd=self._cwd,
                    environment=self._environment,
                    limits=self._limits,
                    on_listing=self._listener(position),
                    on_trouble=self._teller(spec.name),
                )
            )
        await asyncio.gather(*(remote.connect() for remote in self._remotes))

    async def _close(self) -> None:
        if self._connecting is not None and not self._connecting.done():
            self._connecting.cancel()
        await asyncio.gather(*(remote.close() for remote in self._remotes))
        if self._connecting is not None:
            await asyncio.wait({self._connecting})
        self._tools = MappingProxyType({})

    def _listener(self, position: int) -> Callable[["Listing"], None]:
        def listen(listing: "Listing") -> None:
            self._listed[position] = listing.tools
            self._offer()

        return listen

    def _teller(self, server: str) -> Callable[[str], None]:
        def tell(message: str) -> None:
            try:
                self._tell(server, message)
            except Exception:
                # A listener's fault must not end the connection that it was told about.
                logger.exception("telling of a server's trouble failed")

        return tell

    def _offer(self) -> None:
        """Name the tools of all servers anew; names that were given stay."""
        tools: dict[str, RemoteTool] = {}
        places: dict[str, int] = {}
        for position, spec in enumerate(self._specs):
            listed = self._listed.get(position, ())
            room = self._limits.tools - len(tools)
            if len(listed) > room and position not in self._crowded:
                self._crowded.add(position)
                self._teller(spec.name)(
                    f"Only {room} of the {len(listed)} tools of the MCP server {quoted(spec.name)} are offered, "
                    f"because a session can have {self._limits.tools} in all."
                )
            for tool in listed[:room]:
                offered = self._names.give(position, spec.name, tool.name)
                places[offered] = position
                tools[offered] = RemoteTool(
                    server=spec.name,
                    name=tool.name,
                    offered=offered,
                    title=tool.title,
                    description=tool.description,
                    input_schema=tool.input_schema,
                    read_only=tool.read_only,
                )
        self._names.forget(tools)
        self._places = places
        self._tools = MappingProxyType(tools)
