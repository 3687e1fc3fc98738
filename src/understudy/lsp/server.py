"""The language server of one editor: its state, its settings, and requests to the editor.

`initialize` is answered before the next-edit service is loaded; a thread loads it meanwhile. `run` serves until
`exit` or the end of input, `serve_stdio` does so on standard input and output.
"""

import asyncio
import contextlib
import importlib
import logging
import signal
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from understudy.lsp.client_features import ClientFeatures
from understudy.lsp.errors import SERVER_NOT_INITIALIZED, NotReady, to_rpc_error
from understudy.lsp.handlers import report_undecodable
from understudy.lsp.limits import CLIENT_TIMEOUT_S, SHUTDOWN_TIMEOUT_S
from understudy.lsp.routes import build_routes
from understudy.rpc import INVALID_REQUEST, CancelConvention, ConnectionLost, Peer, RpcError
from understudy.wire import Channel, HeaderChannel, run_on_stdio

if TYPE_CHECKING:
    from understudy.lsp.next_edits import NextEdits
    from understudy.nes import NesSetup

__all__ = ["LanguageServer", "serve_stdio"]

logger = logging.getLogger("understudy.lsp")

T = TypeVar("T")

SECTION: Final = "understudy"
"""The name of our settings among those of the editor."""
PRELOADED_MODULES: Final = (
    "understudy.lsp.next_edits",
    "understudy.lsp.drawn_edits",
    "understudy.lsp.edit_encoding",
    "understudy.nes.symbolic.engine",
    "understudy.nes.index.workspace_texts",
)
_CANCELLATION: Final = CancelConvention("$/cancelRequest", "id")
_ERROR, _WARNING, _INFO = 1, 2, 3


class LanguageServer:
    def __init__(self, channel: Channel, make_setup: "Callable[[], NesSetup]") -> None:
        """`make_setup` runs after `initialize`, possibly in a thread. Raises NotReady."""
        self._make_setup = make_setup
        self._setup_lock = threading.Lock()
        self._setup: NesSetup | None = None
        self._next_edits: NextEdits | None = None
        self._options: Any = None
        self._is_reported = False
        self.client = ClientFeatures()
        self.roots: Sequence[str] = ()
        self.is_initialized = False
        self.is_shut_down = False
        self.draws_other_documents = False
        """Whether the editor draws an inline edit in another document than the one it asked for."""
        self._peer = Peer(
            channel,
            build_routes(self),
            admit=self._check_state,
            map_error=to_rpc_error,
            on_undecodable=lambda method, data: report_undecodable(self, method, data),
            cancellation=_CANCELLATION,
        )

    async def run(self) -> int:
        """Serve, and return the exit status: 0 after `shutdown`, 1 without it."""
        try:
            await self._peer.run()
        finally:
            if self._next_edits is not None:
                await self._next_edits.service.shut_down(SHUTDOWN_TIMEOUT_S)
        return 0 if self.is_shut_down else 1

    def stop(self) -> None:
        self._peer.stop()

    # State

    def initialize(self, client: ClientFeatures, roots: Sequence[str], options: Any) -> None:
        self.client, self.roots, self._options = client, roots, options
        self.is_initialized = True

    def warm_up(self) -> None:
        """Load in a thread what the first document needs, after `initialize` has been answered."""
        threading.Thread(target=self._preload, name="understudy-warm-up", daemon=True).start()

    def _preload(self) -> None:
        with contextlib.suppress(Exception):  # reported at first use
            for name in PRELOADED_MODULES:
                importlib.import_module(name)
            self._get_setup()

    def _get_setup(self) -> "NesSetup":
        with self._setup_lock:
            if self._setup is None:
                self._setup = self._make_setup()
            return self._setup

    @property
    def has_next_edits(self) -> bool:
        return self._next_edits is not None

    @property
    def next_edits(self) -> "NextEdits":
        """The next-edit session, started at first use. Raises NotReady."""
        if self._next_edits is None:
            from understudy.lsp.next_edits import NextEdits

            try:
                setup = self._get_setup()
            except NotReady as error:
                self._report_not_ready(str(error))
                raise
            self._next_edits = NextEdits(setup, self.client.encoding, self.roots)
            options, self._options = self._options, None
            self.configure(options)
        return self._next_edits

    def _report_not_ready(self, message: str) -> None:
        """Show the message once: few editors show the error of a request that the user did not make."""
        if not self._is_reported:
            self._is_reported = True
            self._peer.notify_now("window/showMessage", {"type": _ERROR, "message": f"Understudy: {message}"})

    def set_roots(self, roots: Sequence[str]) -> None:
        self.roots = list(dict.fromkeys(roots))
        if self._next_edits is not None:
            self._next_edits.service.set_roots(self._next_edits.session_id, self.roots)

    # Settings

    def configure(self, settings: Any) -> None:
        """Apply the settings of the editor; what cannot be used is reported and left as it was."""
        if not isinstance(settings, dict):
            return
        named = cast(dict[str, Any], settings)
        section = named.get(SECTION, named)
        if not isinstance(section, dict):
            return
        edits = self.next_edits
        for name, value in cast(dict[str, Any], section).items():
            if name == "otherDocuments":
                self.draws_other_documents = value is True
                continue
            try:
                edits.service.set_option(edits.session_id, name, value)
            except Exception as error:
                mapped = to_rpc_error(error)
                if mapped is None:
                    raise
                self.log_message(f"The setting {name[:100]!r} is not used: {mapped.message}")

    async def request_configuration(self) -> None:
        items = {"items": [{"section": SECTION}]}
        found = await self.call("workspace/configuration", items, list[Any])
        if found:
            self.configure(found[0])

    # Messages to the editor

    async def call(
        self, method: str, params: object, result: type[T] = object, timeout_s: float = CLIENT_TIMEOUT_S
    ) -> T | None:
        """Send a request to the editor. None if it fails, which is logged: the editor need not support it."""
        try:
            return await self._peer.request(method, params, result, timeout=timeout_s)
        except (RpcError, TimeoutError, ConnectionLost) as error:
            logger.warning("%s failed: %s", method, error)
            return None

    async def show_message(self, message: str) -> None:
        await self._peer.notify("window/showMessage", {"type": _INFO, "message": message})

    def log_message(self, message: str) -> None:
        """Write a warning into the editor's log."""
        logger.warning("%s", message)
        self._peer.notify_now("window/logMessage", {"type": _WARNING, "message": message})

    # ---

    def _check_state(self, method: str) -> RpcError | None:
        if method == "exit":
            return None
        if not self.is_initialized and method != "initialize":
            return RpcError(
                SERVER_NOT_INITIALIZED,
                f"Send initialize before {method[:100]}.",
                {"reason": "not_initialized"},
            )
        if self.is_shut_down:
            return RpcError(INVALID_REQUEST, "The server is shut down.", {"reason": "shut_down"})
        return None


def serve_stdio(make_setup: "Callable[[], NesSetup]") -> int:
    """Serve until `exit`, the end of input, SIGINT or SIGTERM; return the exit status."""

    async def serve(source: int, sink: int) -> int:
        server = LanguageServer(HeaderChannel(source, sink), make_setup)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, server.stop)
        return await server.run()

    return run_on_stdio(serve)
