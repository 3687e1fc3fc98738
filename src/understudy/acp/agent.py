"""One client's agent: what was agreed in `initialize`, and two services, each built when it is first wanted.

The chat and the next edit suggestions know nothing of each other: a client that uses one never loads the other.
`run` serves until the client has gone, and ends everything that the sessions started.
"""

import asyncio
import contextlib
import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from understudy.acp.errors import explain
from understudy.acp.handlers.documents import missed
from understudy.acp.ports import House, NesHouse
from understudy.acp.routes import routes
from understudy.rpc import INVALID_REQUEST, Peer, RpcError
from understudy.schema import decode
from understudy.schema.acp import ClientCapabilities
from understudy.wire import Channel

if TYPE_CHECKING:
    from understudy.chat.service import ChatService
    from understudy.nes.service import NesService

__all__ = ["Agent"]

GRACE: Final = 3.0
"""Seconds that everything has to end when the client has gone."""

NES_PARTS: Final = ("understudy.acp.building_nes", "understudy.nes.symbolic.engine", "understudy.nes.library")
"""What the first session of next edits will load."""


class Agent:
    def __init__(
        self,
        channel: Channel,
        furnish: Callable[[], House],
        furnish_nes: Callable[[], NesHouse] | None = None,
    ) -> None:
        """Both are called behind `initialize`, perhaps in a thread; what they raise is told when it is wanted.

        Without `furnish_nes` no next edits are offered.
        """
        self._furnish = furnish
        self._furnish_nes = furnish_nes
        self._furnishing = threading.Lock()
        self._house: House | None = None
        self._nes_house: NesHouse | None = None
        self.logged_out = False
        """Whether keys were forgotten: then who is furnished later forgets them too."""
        self.client: ClientCapabilities | None = None
        """What the client can do; None before `initialize`."""
        self._chat: ChatService | None = None
        self._nes: NesService | None = None
        table = routes(self, nes_offered=self.offers_nes)
        self._peer = Peer(
            channel, table, decode=decode, admit=self._admit, explain=explain, missed=self._missed
        )

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
                house = self._furnish()
                if self.logged_out:
                    house.accounts.forget()
                self._house = house
            return self._house

    @property
    def nes_house(self) -> NesHouse:
        with self._furnishing:
            if self._nes_house is None:
                assert self._furnish_nes is not None  # noqa: S101 - no route leads here otherwise
                house = self._furnish_nes()
                if self.logged_out and house.accounts is not None:
                    house.accounts.forget()
                self._nes_house = house
            return self._nes_house

    @property
    def has_chat(self) -> bool:
        return self._chat is not None

    @property
    def has_nes(self) -> bool:
        return self._nes is not None

    @property
    def offers_nes(self) -> bool:
        return self._furnish_nes is not None

    @property
    def expects_nes(self) -> bool:
        """Whether the client knows next edits. Then nothing of the chat is loaded before it is used."""
        return self.offers_nes and self.client is not None and self.client.nes is not None

    @property
    def chat(self) -> "ChatService":
        """The chat service. Loading it takes a tenth of a second, so `initialize` is answered without it."""
        if self._chat is None:
            from understudy.acp.building import build_chat

            assert self.client is not None  # noqa: S101 - admitted only after `initialize`
            self._chat = build_chat(self.house, self._peer, self.client)
        return self._chat

    @property
    def nes(self) -> "NesService":
        """The service of next edits."""
        if self._nes is None:
            from understudy.acp.building_nes import build_nes

            assert self.client is not None  # noqa: S101 - admitted only after `initialize`
            self._nes = build_nes(self.nes_house, self.client)
        return self._nes

    async def keys_changed(self) -> None:
        if self._nes is not None:
            await self._nes.keys_changed()
        if self._chat is not None:
            await self._chat.keys_changed()

    def warm_up(self) -> None:
        """Load in a thread what the first session will need: the client has its answer and is thinking."""
        threading.Thread(target=self._load, name="understudy-warm-up", daemon=True).start()

    def _load(self) -> None:
        with contextlib.suppress(Exception):  # whoever needs it will be told
            if self.expects_nes:
                for name in NES_PARTS:
                    importlib.import_module(name)
                self.nes_house  # noqa: B018 - furnished by asking for it
            else:
                importlib.import_module("understudy.acp.building")
                self.house  # noqa: B018

    def _admit(self, method: str) -> RpcError | None:
        if self.client is None and method != "initialize":
            return RpcError(
                INVALID_REQUEST, f"Send initialize before {method[:100]}.", {"reason": "not_initialized"}
            )
        return None

    def _missed(self, method: str | None, data: bytes) -> None:
        missed(self, method, data)

    async def _end(self) -> None:
        ending = [service.end(GRACE) for service in (self._chat, self._nes) if service is not None]
        await asyncio.gather(*ending)
