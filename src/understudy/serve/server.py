"""Runs the application on Hypercorn, which speaks HTTP/1.1, HTTP/2 and WebSocket, until a signal ends it.

The first signal begins the drain: `/readyz` says no, no turn begins any more, and those that run have time to end;
then the agents end and every client is told why. A second signal ends the wait.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hypercorn.asyncio import serve as serve_hypercorn  # pyright: ignore[reportUnknownVariableType]
from hypercorn.config import Config

from understudy.http import format_address, listen
from understudy.serve.accounts import Accounts
from understudy.serve.connections import Connections
from understudy.serve.limits import (
    DRAIN_TIMEOUT_S,
    GRACEFUL_SHUTDOWN_TIMEOUT_S,
    KEEP_ALIVE_INTERVAL_S,
    LISTEN_BACKLOG,
    OUTPUT_STALL_TIMEOUT_S,
)
from understudy.wire import MAX_FRAME_BYTES

__all__ = ["Certificate", "Shutdown", "open_listener", "run_server"]

logger = logging.getLogger(__name__)

_MAX_H2_STREAMS: Final = 1_000
"""Requests of one HTTP/2 connection at a time: a session stream is one as long as it is open."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files in PEM form."""

    chain: Path
    key: Path


class Shutdown:
    """The drain, and the end of all connections, after a signal."""

    def __init__(
        self, accounts: Accounts, connections: Connections, drain_timeout_s: float = DRAIN_TIMEOUT_S
    ) -> None:
        self._accounts = accounts
        self._connections = connections
        self._drain_timeout_s = drain_timeout_s
        self._requested = asyncio.Event()
        self._hurried = asyncio.Event()

    @property
    def is_requested(self) -> bool:
        return self._requested.is_set()

    def request(self) -> None:
        """What a signal calls: the first begins the drain, a second one ends the wait for turns."""
        if self._requested.is_set():
            self._hurried.set()
        self._requested.set()

    async def wait(self) -> None:
        """Return when the server may stop listening."""
        await self._requested.wait()
        running = self._accounts.turns
        logger.info("shutting down", extra={"turns": running})
        draining = asyncio.ensure_future(self._accounts.drain(self._drain_timeout_s))
        hurried = asyncio.ensure_future(self._hurried.wait())
        await asyncio.wait({draining, hurried}, return_when=asyncio.FIRST_COMPLETED)
        for task in (draining, hurried):
            task.cancel()
        self._connections.stop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACEFUL_SHUTDOWN_TIMEOUT_S):
                await self._connections.wait_closed()


def open_listener(host: str, port: int) -> socket.socket:
    """Raises WorkspaceError. A peer that is gone is noticed although nothing but pings is sent to it."""
    listener = listen(host, port)
    listener.listen(LISTEN_BACKLOG)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
        unacknowledged_ms = int((KEEP_ALIVE_INTERVAL_S + OUTPUT_STALL_TIMEOUT_S) * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unacknowledged_ms)
    return listener


def _report_unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A connection that the shutdown cancelled is no error; one whose protocol was broken is one line."""
    error: Any = context.get("exception")
    if isinstance(error, asyncio.CancelledError):
        return
    if type(error).__name__.endswith("ExceptionGroup"):  # raised by Hypercorn's tasks of one connection
        logger.warning("a connection was broken off: %r", error.exceptions[0])
        return
    loop.default_exception_handler(context)


async def run_server(
    app: object,
    listener: socket.socket,
    shutdown: Shutdown,
    *,
    host: str,
    certificate: Certificate | None,
    on_ready: Callable[[str], None],
) -> None:
    """Serve until `shutdown` ends. `on_ready` gets the WebSocket address."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, shutdown.request)
    loop.set_exception_handler(_report_unhandled)
    config = Config()
    config.bind = [f"fd://{os.dup(listener.fileno())}"]  # Hypercorn closes it
    config.websocket_ping_interval = KEEP_ALIVE_INTERVAL_S
    config.websocket_max_message_size = 2 * MAX_FRAME_BYTES  # below it our own limit answers with an error
    config.h2_max_concurrent_streams = _MAX_H2_STREAMS
    config.h2_max_inbound_frame_size = 1 << 16
    config.keep_alive_timeout = 4 * KEEP_ALIVE_INTERVAL_S
    config.graceful_timeout = GRACEFUL_SHUTDOWN_TIMEOUT_S
    config.include_server_header = False
    config.accesslog = None
    config.errorlog = logging.getLogger("understudy.serve.hypercorn")
    config.errorlog.setLevel(logging.WARNING)
    if certificate is not None:
        config.certfile, config.keyfile = str(certificate.chain), str(certificate.key)
    scheme = "ws" if certificate is None else "wss"
    on_ready(f"{scheme}://{format_address(host, listener)}/acp")
    gc.freeze()  # modules and settings stay for the life of the process
    await serve_hypercorn(app, config, shutdown_trigger=shutdown.wait)  # pyright: ignore[reportArgumentType]
