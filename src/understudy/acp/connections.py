"""Serves many clients in one process: an agent for each socket that arrives over a control socket.

For a parent that has several clients, such as the tabs of the workbench. The parent passes one end of a socket pair
for each client, reads one byte (`ACCEPTED`) as the answer, and speaks ACP over its own end, one message a line. It
ends a client by closing that end, and everything by closing the control socket. An error of one agent ends its own
connection; what ends the process ends all of them, and the parent starts another one.
"""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable
from typing import Final, Protocol

from understudy.wire import Channel, LineChannel, run_on_stdio

__all__ = ["ACCEPTED", "serve_passed_connections"]

logger = logging.getLogger(__name__)

ACCEPTED: Final = b"\n"
"""Sent first on each connection: the event loop of this process works."""


class _Agent(Protocol):
    async def run(self) -> None: ...

    def stop(self) -> None: ...


def serve_passed_connections(control_fd: int, make_agent: Callable[[Channel], _Agent]) -> None:
    """Serve until the control socket is closed, SIGINT or SIGTERM; then close everything and return."""

    async def serve(source: int, sink: int) -> None:
        del source, sink
        with socket.socket(fileno=control_fd) as control:
            control.setblocking(False)
            control.set_inheritable(False)
            await _Connections(control, make_agent).run()

    run_on_stdio(serve)


class _Connections:
    def __init__(self, control: socket.socket, make_agent: Callable[[Channel], _Agent]) -> None:
        self._control = control
        self._make_agent = make_agent
        self._agents: set[_Agent] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = asyncio.Event()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._is_over.set)
        loop.add_reader(self._control.fileno(), self._accept)
        await self._is_over.wait()
        loop.remove_reader(self._control.fileno())
        for agent in self._agents:
            agent.stop()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _accept(self) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        if not data:
            self._is_over.set()
        for descriptor in descriptors:
            task = asyncio.ensure_future(self._serve(socket.socket(fileno=descriptor)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        agent: _Agent | None = None
        with connection:
            connection.setblocking(False)
            connection.set_inheritable(False)
            try:
                with contextlib.suppress(OSError):  # a client that is gone already; its agent ends at once
                    connection.send(ACCEPTED)
                agent = self._make_agent(LineChannel(connection.fileno(), connection.fileno()))
                self._agents.add(agent)
                await agent.run()
            except Exception:
                logger.exception("an agent failed")
            finally:
                if agent is not None:
                    self._agents.discard(agent)
