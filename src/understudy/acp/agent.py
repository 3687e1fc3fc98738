"""One client's agent: what was agreed in `initialize`, and the chat service, built when a session is first wanted.

`run` serves until the client has gone, and ends everything that the sessions started.
"""

import contextlib
import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from understudy.acp.errors import explain
from understudy.acp.ports import House
from understudy.acp.routes import routes
from understudy.rpc import INVALID_REQUEST, Peer, RpcError
from understudy.schema import decode
from understudy.schema.acp import ClientCapabilities
from understudy.wire import Channel

if TYPE_CHECKING:
    from understudy.chat.service import ChatService

__all__ = ["Agent"]

GRACE: Final = 3.0
"""Seconds that everything has to end when the client has gone."""


class Agent:
    def __init__(self, channel: Channel, furnish: Callable[[], House]) -> None:
        """`furnish` is called behind `initialize`, in a thread; what it raises is told when a session is wanted."""
        self._furnish = furnish
        self._furnishing = threading.Lock()
        self._house: House | None = None
        self.client: ClientCapabilities | None = None
        """What the client can do; None before `initialize`."""
        self._chat: ChatService | None = None
        self._peer = Peer(channel, routes(self), decode=decode, admit=self._admit, explain=explain)

    async def run(self) -> None:
        try:
            await self._peer.run()
        finally:
            await self._end()

    def stop(self) -> None:
        self._peer.stop()

    @property
    def house(self) -> House:
        with self._furnishing:  # the warm-up may be at it
            if self._house is None:
                self._house = self._furnish()
            return self._house

    @property
    def has_chat(self) -> bool:
        return self._chat is not None

    @property
    def chat(self) -> "ChatService":
        """The chat service. Loading it takes a tenth of a second, so `initialize` is answered without it."""
        if self._chat is None:
            from understudy.acp.building import build_chat

            assert self.client is not None  # noqa: S101 - admitted only after `initialize`
            self._chat = build_chat(self.house, self._peer, self.client)
        return self._chat

    def warm_up(self) -> None:
        """Load in a thread what the first session will need: the client has its answer and is thinking."""
        threading.Thread(target=self._load, name="understudy-warm-up", daemon=True).start()

    def _load(self) -> None:
        with contextlib.suppress(Exception):  # whoever needs it will be told
            importlib.import_module("understudy.acp.building")
            self.house  # noqa: B018 - furnished by asking for it

    def _admit(self, method: str) -> RpcError | None:
        if self.client is None and method != "initialize":
            return RpcError(
                INVALID_REQUEST, f"Send initialize before {method[:100]}.", {"reason": "not_initialized"}
            )
        return None

    async def _end(self) -> None:
        if self._chat is not None:
            await self._chat.end(GRACE)
