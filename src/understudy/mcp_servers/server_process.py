"""One server process and whatever it starts: its pipes, its stderr and its end.

It runs under the workspace's supervisor, the small process that makes itself the reaper of all that a
program leaves behind. So even a detached grandchild ends with the server, and everything ends when our own
process is gone, also by kill -9, because the supervisor's control pipe closes then. Knows no MCP: what the
server writes goes to whoever was given as `on_output`.
"""

import asyncio
import contextlib
import logging
import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from understudy.mcp_servers.limits import (
    EXIT_AFTER_KILL_TIMEOUT_S,
    EXIT_AFTER_STDIN_TIMEOUT_S,
    EXIT_AFTER_TERM_TIMEOUT_S,
)
from understudy.mcp_servers.text import one_line
from understudy.workspace.commands.process import (
    SupervisedProgram,
    SupervisorPipes,
    prepare_supervisor,
    terminate_program,
)

__all__ = ["ServerProcess"]

logger = logging.getLogger(__name__)


class ServerProcess(asyncio.SubprocessProtocol):
    """Made by `start`, ended by `close`."""

    def __init__(self, name: str, on_output: Callable[[bytes], None], max_stderr_bytes: int) -> None:
        self._name = name
        self._on_output = on_output
        self._stderr_bytes_left = max_stderr_bytes
        self._transport: asyncio.SubprocessTransport | None = None
        self._supervisor: SupervisorPipes | None = None
        self._exited = asyncio.Event()
        self._transport_closed = asyncio.Event()
        self._can_write = asyncio.Event()
        self._can_write.set()
        self._output_ended = False
        self._closing = False
        self._was_terminated = self._exited_unasked = False

    async def start(self, argv: Sequence[str], environment: Mapping[str, str], cwd: str) -> None:
        """Raises OSError if the folder is not there or there are no more processes to be had."""
        program = SupervisedProgram(argv=argv, environment=environment, cwd=cwd, rlimits={"RLIMIT_CORE": 0})
        with prepare_supervisor(program) as launch:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: self,
                *launch.argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=launch.pass_fds,
                env=launch.environment,
                start_new_session=True,
            )
        self._supervisor = launch.pipes

    # What the loop tells us.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        match fd:
            case 1 if not self._closing:
                self._on_output(data)
            case 2 if self._stderr_bytes_left > 0:
                text = data[: self._stderr_bytes_left].decode("utf-8", "replace")
                self._stderr_bytes_left -= len(data)
                logger.debug("%s: %s", one_line(self._name, 80), one_line(text, 2000))
            case _:
                pass  # Read and dropped: a full pipe would hold the server up.

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        del exc
        match fd:
            case 0:
                self._can_write.set()
            case 1:
                self._end_output()
            case _:
                pass

    def process_exited(self) -> None:
        self._exited.set()
        self._can_write.set()
        # Whoever could not be ended (another user's program) may still hold the pipe open.
        asyncio.get_running_loop().call_later(0.3, self._end_output)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._transport_closed.set()

    def pause_writing(self) -> None:
        self._can_write.clear()

    def resume_writing(self) -> None:
        self._can_write.set()

    def _end_output(self) -> None:
        if not self._output_ended:
            self._output_ended = True
            self._on_output(b"")

    # What we tell the server.

    async def write(self, data: bytes) -> bool:
        """Hand over a whole line, after waiting for a server that does not read; False if it never will."""
        await self._can_write.wait()
        stdin = cast("asyncio.WriteTransport | None", self._pipe(0))
        if self._closing or self._exited.is_set() or stdin is None or stdin.is_closing():
            return False
        stdin.write(data)
        return True

    def set_reading(self, enabled: bool) -> None:
        """Whether more output is wanted; while it is not, the server waits at its full pipe."""
        stdout = self._pipe(1)
        if stdout is None or stdout.is_closing() or self._output_ended:
            return
        reading = cast(asyncio.ReadTransport, stdout)
        if enabled and not reading.is_reading():
            reading.resume_reading()
        elif not enabled and reading.is_reading():
            reading.pause_reading()

    async def close(self) -> None:
        """End it: stdin first, then a request to terminate, then the whole tree, within two seconds."""
        if self._closing or self._transport is None:
            return
        self.set_reading(True)
        self._closing = True
        self._exited_unasked = self._output_ended or self._exited.is_set()
        self._can_write.set()
        stdin = cast("asyncio.WriteTransport | None", self._pipe(0))
        if stdin is not None:
            # What a server does not read would keep a mere `close` waiting for ever.
            stdin.abort() if stdin.get_write_buffer_size() else stdin.close()
        try:
            if not await self._wait_for_exit(EXIT_AFTER_STDIN_TIMEOUT_S):
                self._was_terminated = True
                terminate_program(self._transport.get_pid())
                if not await self._wait_for_exit(EXIT_AFTER_TERM_TIMEOUT_S):
                    await self._kill()
        except asyncio.CancelledError:
            # The loop ends. The supervisor must not be killed before it has ended the others.
            await self._kill()
            raise
        finally:
            if self._supervisor is not None:
                self._supervisor.close()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                self._transport.close()  # Kills the supervisor if it should still be there.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await self._transport_closed.wait()

    def exit_report(self) -> str:
        """How it ended, once it is closed: `exit N`, `signal N`, `error STAGE ERRNO`; nothing if we ended it.

        `closed` if it closed its stdout and did not go.
        """
        if not self._exited_unasked:
            return ""
        if self._was_terminated:
            return "closed"
        return "" if self._supervisor is None else self._supervisor.status

    async def _kill(self) -> None:
        if self._supervisor is not None:
            self._supervisor.kill_tree()
        await self._wait_for_exit(EXIT_AFTER_KILL_TIMEOUT_S)

    async def _wait_for_exit(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._exited.wait()
        except TimeoutError:
            return False
        return True

    def _pipe(self, fd: int) -> asyncio.BaseTransport | None:
        return None if self._transport is None else self._transport.get_pipe_transport(fd)
