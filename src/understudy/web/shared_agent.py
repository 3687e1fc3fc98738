"""One process of our own agent for all tabs: a tab costs a connection, not a process.

The process is started with the first connection, again after it has ended, and ends itself some time after the last
one. It is not this process: a crash ends agents and no page's files, and an agent may wait for a page that writes
through `/mcp`. The other half is `acp.serve_passed_connections`. Knows no messages.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from understudy.client import AgentGone
from understudy.client.agent_process import AgentProcess, start_agent_process, strip_control_chars
from understudy.web.limits import (
    AGENT_ACCEPT_TIMEOUT_S,
    AGENT_EXIT_TIMEOUT_S,
    AGENT_IDLE_TIMEOUT_S,
    MAX_LOG_LINES_SHOWN,
)
from understudy.wire import Channel, LineChannel

__all__ = ["AgentConnection", "NotAccepted", "SharedAgent"]


class NotAccepted(AgentGone):
    """The process started, and then ended or did not answer. Another one may work."""


class _Process:
    """The agent's process, and the socket over which it gets its connections."""

    def __init__(self, process: AgentProcess, control: socket.socket) -> None:
        self.process = process
        self.control = control
        self.connection_count = 0
        self.idle_timer: asyncio.TimerHandle | None = None


class AgentConnection:
    """The agent of one tab."""

    def __init__(self, process: AgentProcess, channel: Channel) -> None:
        self._process = process
        self.channel = channel

    @property
    def log(self) -> str:
        """The end of the log of the process, which other tabs share."""
        return _log_text(self._process)

    async def describe_end(self) -> str:
        """Say how the agent ended, after its channel did."""
        return await _describe_end(self._process)


class SharedAgent:
    """Connects tabs to the process. `close` ends it; nothing is connected afterwards."""

    def __init__(
        self,
        command: Sequence[str],
        environ: Mapping[str, str],
        cwd: Path,
        log: Callable[[str], None],
        *,
        accept_timeout_s: float = AGENT_ACCEPT_TIMEOUT_S,
        idle_timeout_s: float = AGENT_IDLE_TIMEOUT_S,
    ) -> None:
        self._command = command
        self._environ = environ
        self._cwd = cwd
        self._log = log
        self._accept_timeout_s = accept_timeout_s
        self._idle_timeout_s = idle_timeout_s
        self._current: _Process | None = None
        self._start_lock = asyncio.Lock()
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[AgentConnection]:
        """Raises AgentGone if the process cannot be started, and NotAccepted."""
        async with self._start_lock:
            shared = await self._running_process()
        shared.connection_count += 1
        try:
            ours = await self._open_connection(shared)
            with ours, contextlib.closing(LineChannel(ours.fileno(), ours.fileno())) as channel:
                yield AgentConnection(shared.process, channel)
        finally:
            shared.connection_count -= 1
            if shared.process.has_exited:
                self._retire(shared)
            elif not shared.connection_count and shared is self._current:
                loop = asyncio.get_running_loop()
                shared.idle_timer = loop.call_later(self._idle_timeout_s, self._retire, shared)

    async def close(self) -> None:
        if self._current is not None:
            self._retire(self._current)
        if self._closing:
            await asyncio.wait(self._closing)

    async def _running_process(self) -> _Process:
        shared = self._current
        if shared is not None and shared.process.has_exited:
            self._retire(shared)
            shared = None
        if shared is None:
            ours, theirs = socket.socketpair()
            try:
                with theirs:
                    fd = theirs.fileno()
                    command = [*self._command, "--connections-fd", str(fd)]
                    process = await start_agent_process(
                        command, self._cwd, self._environ, None, pass_fds=(fd,)
                    )
            except BaseException:
                ours.close()
                raise
            ours.setblocking(False)
            shared = self._current = _Process(process, ours)
        elif shared.idle_timer is not None:
            shared.idle_timer.cancel()
            shared.idle_timer = None
        return shared

    async def _open_connection(self, shared: _Process) -> socket.socket:
        """A socket whose other end the process has accepted."""
        ours, theirs = socket.socketpair()
        try:
            ours.setblocking(False)
            with theirs, contextlib.suppress(OSError):  # a process that ended is described below
                socket.send_fds(shared.control, [b"\0"], [theirs.fileno()])
            try:
                async with asyncio.timeout(self._accept_timeout_s):
                    accepted = await asyncio.get_running_loop().sock_recv(ours, 1)
            except TimeoutError:
                self._retire(shared)  # for all tabs: they connect again, to another process
                raise NotAccepted(
                    f"The agent did not answer for {self._accept_timeout_s:g} s and was ended."
                ) from None
            if not accepted:
                raise NotAccepted(await _describe_end(shared.process))
        except BaseException:
            ours.close()
            raise
        return ours

    def _retire(self, shared: _Process) -> None:
        """End the process, unless that has begun; the next tab starts another one."""
        if self._current is shared:
            self._current = None
            task = asyncio.ensure_future(self._end(shared))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _end(self, shared: _Process) -> None:
        if shared.idle_timer is not None:
            shared.idle_timer.cancel()
        shared.control.close()
        await shared.process.close()
        for line in _log_text(shared.process).splitlines()[-MAX_LOG_LINES_SHOWN:]:
            self._log(f"[agent] {line}")


async def _describe_end(process: AgentProcess) -> str:
    if not await process.wait_for_exit(AGENT_EXIT_TIMEOUT_S):
        return "The agent of this tab failed."
    await asyncio.sleep(0)  # its last output may still be in the pipe
    process.stderr_tail.close()
    last_line = _log_text(process).strip().splitlines()[-1:]
    return " ".join([f"The agent {process.exit_description}.", *last_line])


def _log_text(process: AgentProcess) -> str:
    return strip_control_chars(process.stderr_tail.text)
