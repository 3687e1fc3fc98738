"""The agent of one client: what was negotiated in `initialize`, and two services, each built at first use.

The chat and the next edit suggestions know nothing of each other: a client that uses one never loads the other.
`run` serves until the client disconnects, and then closes everything that the sessions started. `serve_stdio` does
so on standard input and output, until a signal arrives at the latest.
"""

import asyncio
import contextlib
import importlib
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from understudy.acp.capabilities import select_position_encoding, select_suggestion_kinds
from understudy.acp.dependencies import ChatDependencies, Hosting, NesDependencies
from understudy.acp.errors import to_rpc_error
from understudy.acp.garbage import GarbageCollection
from understudy.acp.handlers import report_undecodable
from understudy.acp.limits import SHUTDOWN_TIMEOUT_S
from understudy.acp.routes import build_routes
from understudy.rpc import INVALID_REQUEST, Peer, RpcError
from understudy.schema import decode
from understudy.schema.acp import ClientCapabilities
from understudy.wire import Channel, LineChannel, run_on_stdio

if TYPE_CHECKING:
    from understudy.chat import ChatService
    from understudy.nes import NesService

__all__ = ["Agent", "serve_stdio"]

NES_MODULES: Final = (
    "understudy.nes.service",
    "understudy.nes.symbolic.engine",
    "understudy.nes.index.workspace_texts",
)
"""Modules that the first session of next edit suggestions loads."""


class Agent:
    def __init__(
        self,
        channel: Channel,
        make_chat_dependencies: Callable[[], ChatDependencies],
        make_nes_dependencies: Callable[[], NesDependencies] | None = None,
        hosting: Hosting | None = None,
        on_suggestion: Callable[[Literal["shown", "accepted", "rejected"]], None] | None = None,
    ) -> None:
        """Both run after `initialize`, possibly in a thread. What they raise is reported at first use.

        Without `make_nes_dependencies` no next edit suggestions are offered. Without `hosting` the client is a
        program of the same user on the same machine. `on_suggestion` counts next edit suggestions.
        """
        self.on_suggestion = on_suggestion
        self.hosting = hosting
        self._make_chat_dependencies = make_chat_dependencies
        self._make_nes_dependencies = make_nes_dependencies
        self._dependencies_lock = threading.Lock()
        self._chat_dependencies: ChatDependencies | None = None
        self._nes_dependencies: NesDependencies | None = None
        self.logged_out = False
        """Whether `logout` was called: then dependencies that are built later forget their keys too."""
        self.client_capabilities: ClientCapabilities | None = None
        """The capabilities of the client; None before `initialize`."""
        self._chat: ChatService | None = None
        self._nes: NesService | None = None
        self.garbage_collection = GarbageCollection()
        table = build_routes(self, nes_offered=self.offers_nes)
        self._peer = Peer(
            channel,
            table,
            decode=decode,
            admit=self._check_initialized,
            map_error=to_rpc_error,
            on_undecodable=self._on_undecodable,
        )

    async def run(self) -> None:
        try:
            await self._peer.run()
        finally:
            await self._close_services()

    def stop(self) -> None:
        self._peer.stop()

    @property
    def chat_dependencies(self) -> ChatDependencies:
        with self._dependencies_lock:  # the warm-up thread may be building them
            if self._chat_dependencies is None:
                dependencies = self._make_chat_dependencies()
                if self.logged_out:
                    dependencies.accounts.forget()
                self._chat_dependencies = dependencies
            return self._chat_dependencies

    @property
    def nes_dependencies(self) -> NesDependencies:
        with self._dependencies_lock:
            if self._nes_dependencies is None:
                assert self._make_nes_dependencies is not None  # noqa: S101 - there is no route to it otherwise
                dependencies = self._make_nes_dependencies()
                if self.logged_out and dependencies.accounts is not None:
                    dependencies.accounts.forget()
                self._nes_dependencies = dependencies
            return self._nes_dependencies

    @property
    def has_chat(self) -> bool:
        return self._chat is not None

    @property
    def has_nes(self) -> bool:
        return self._nes is not None

    @property
    def offers_nes(self) -> bool:
        return self._make_nes_dependencies is not None

    @property
    def expects_nes(self) -> bool:
        """Whether the client supports next edit suggestions. Then the chat is not loaded before it is used."""
        return (
            self.offers_nes
            and self.client_capabilities is not None
            and self.client_capabilities.nes is not None
        )

    @property
    def chat(self) -> "ChatService":
        """The chat service. Loading it takes 0.1 s, so `initialize` is answered without it."""
        if self._chat is None:
            from understudy.acp.chat_service import build_chat_service

            assert self.client_capabilities is not None  # noqa: S101 - admitted only after `initialize`
            self._chat = build_chat_service(
                self.chat_dependencies, self._peer, self.client_capabilities, self.hosting
            )
        return self._chat

    @property
    def nes(self) -> "NesService":
        """The service of next edit suggestions."""
        if self._nes is None:
            from understudy.nes import NesClientCapabilities, NesService

            client = self.client_capabilities
            assert client is not None  # noqa: S101 - admitted only after `initialize`
            kinds, dialect = select_suggestion_kinds(client)
            options = client.session.config_options if client.session else None
            capabilities = NesClientCapabilities(
                encoding=select_position_encoding(client),
                supported_kinds=kinds,
                dialect=dialect,
                supports_boolean_options=options is not None and options.boolean is not None,
            )
            self._nes = NesService(self.nes_dependencies.setup, capabilities)
        return self._nes

    async def keys_changed(self) -> None:
        if self._nes is not None:
            await self._nes.keys_changed()
        if self._chat is not None:
            await self._chat.keys_changed()

    def warm_up(self) -> None:
        """Load in a thread what the first session will need, after `initialize` has been answered."""
        if self.hosting is not None:
            return  # a server has loaded it
        threading.Thread(target=self._preload, name="understudy-warm-up", daemon=True).start()

    def _preload(self) -> None:
        with contextlib.suppress(Exception):  # reported at first use
            if self.expects_nes:
                for name in NES_MODULES:
                    importlib.import_module(name)
                self.nes_dependencies  # noqa: B018 - built by the property
            else:
                importlib.import_module("understudy.acp.chat_service")
                self.chat_dependencies  # noqa: B018

    def _check_initialized(self, method: str) -> RpcError | None:
        if self.client_capabilities is None and method != "initialize":
            return RpcError(
                INVALID_REQUEST, f"Send initialize before {method[:100]}.", {"reason": "not_initialized"}
            )
        return None

    def _on_undecodable(self, method: str | None, data: bytes) -> None:
        report_undecodable(self, method, data)

    async def _close_services(self) -> None:
        closing = [
            service.shut_down(SHUTDOWN_TIMEOUT_S)
            for service in (self._chat, self._nes)
            if service is not None
        ]
        await asyncio.gather(*closing)


def serve_stdio(
    make_chat_dependencies: Callable[[], ChatDependencies],
    make_nes_dependencies: Callable[[], NesDependencies] | None = None,
) -> None:
    """Serve until the end of input, SIGINT or SIGTERM; then close everything and return."""

    async def serve(source: int, sink: int) -> None:
        agent = Agent(LineChannel(source, sink), make_chat_dependencies, make_nes_dependencies)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, agent.stop)
        await agent.run()

    run_on_stdio(serve)
