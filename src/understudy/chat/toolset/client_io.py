"""The client's files and terminals, for tools that run in worker threads.

Owns the way from a worker thread to the event loop and back, and the terminal's life cycle. Does not check
paths: that was done before.
"""

import asyncio
import concurrent.futures
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from understudy.chat.limits import CLIENT_READ_TIMEOUT_S, CLIENT_WRITE_TIMEOUT_S, TERMINAL_CLEANUP_TIMEOUT_S
from understudy.chat.outbound import Outbound, OutboundError
from understudy.schema.acp import (
    CreateTerminalRequest,
    EnvVariable,
    TerminalExitStatus,
    TerminalOutputResponse,
    WaitForTerminalExitResponse,
)
from understudy.tools import terminal_cancelled_error, terminal_timeout_error
from understudy.workspace import ExecutionFailed, Stop, WorkspaceError
from understudy.workspace.commands import BoundedOutput, CommandResult
from understudy.workspace.files import replace_undecodable

__all__ = ["ClientBuffers", "ClientTerminals", "run_on_loop"]

T = TypeVar("T")

NETWORK_META_KEY: Final = "understudy.dev/network"
"""In the `_meta` of terminal/create: true if the user agreed that the command uses the network."""


def run_on_loop(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, T],
    stop: Stop,
    timeout_s: float | None = None,
) -> T:
    """Run a coroutine on `loop` and wait for its result in this thread.

    Raises ExecutionFailed if `stop` is cancelled meanwhile, TimeoutError after `timeout_s`.
    """
    try:
        future = asyncio.run_coroutine_threadsafe(coroutine, loop)
    except RuntimeError:  # the loop is closed: the process is ending
        coroutine.close()
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    try:
        with stop.on_cancel(lambda: (future.cancel(), None)[1]):
            return future.result(timeout_s)
    except concurrent.futures.CancelledError:
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    except TimeoutError:
        future.cancel()
        raise


@dataclass(frozen=True, slots=True)
class ClientBuffers:
    """The client's editor buffers: fs/read_text_file and fs/write_text_file."""

    outbound: Outbound
    session_id: str
    loop: asyncio.AbstractEventLoop
    stop: Stop

    @property
    def can_read(self) -> bool:
        return self.outbound.can_read_files

    @property
    def can_write(self) -> bool:
        return self.outbound.can_write_files

    def read(self, path: str) -> str | None:
        try:
            return run_on_loop(
                self.loop, self.outbound.read_text(self.session_id, path), self.stop, CLIENT_READ_TIMEOUT_S
            )
        except (OutboundError, TimeoutError):
            return None

    def write(self, path: str, text: str) -> None:
        try:
            run_on_loop(
                self.loop,
                self.outbound.write_text(self.session_id, path, text),
                self.stop,
                CLIENT_WRITE_TIMEOUT_S,
            )
        except OutboundError as error:
            raise ExecutionFailed(f"The editor did not write the file: {error}.", "os_error") from None
        except TimeoutError:
            raise ExecutionFailed(
                f"The editor did not say within {CLIENT_WRITE_TIMEOUT_S:g} s that the file is written.",
                "os_error",
                advice="Read it again.",
            ) from None


@dataclass(frozen=True, slots=True)
class ClientTerminals:
    """terminal/*: runs one command in one terminal of the client and releases the terminal afterwards.

    A client can show a terminal only until it is released, so both callbacks are called before that.
    """

    outbound: Outbound
    session_id: str
    loop: asyncio.AbstractEventLoop
    on_created: Callable[[str], Awaitable[None]]
    """Called with the terminal's id, so that the client can show it in the tool call."""
    on_ended: Callable[[str, WorkspaceError | None], Awaitable[None]]
    """Called with the terminal's output, and the error if there was one."""

    def run(
        self,
        line: str,
        cwd: str,
        environment: Mapping[str, str],
        timeout: float,
        output_limit: int,
        stop: Stop,
        network: bool = False,
    ) -> CommandResult:
        request = CreateTerminalRequest(
            session_id=self.session_id,
            command="/bin/sh",
            args=["-c", line],
            cwd=cwd,
            env=[EnvVariable(name=name, value=value) for name, value in environment.items()],
            output_byte_limit=output_limit,
            meta={NETWORK_META_KEY: True} if network else None,
        )
        return run_on_loop(self.loop, self._run_in_terminal(request, timeout, stop), Stop())

    async def _run_in_terminal(
        self, request: CreateTerminalRequest, timeout: float, stop: Stop
    ) -> CommandResult:
        """Create the terminal, wait for the command, and release the terminal."""
        started_at = time.monotonic()
        with _translate_client_errors():
            async with asyncio.timeout(CLIENT_WRITE_TIMEOUT_S):
                terminal = await self.outbound.create_terminal(request)
        try:
            await self.on_created(terminal)
            try:
                result = await self._wait_finished(terminal, request, timeout, stop, started_at)
            except WorkspaceError as error:
                await self.on_ended(str(error.details.get("stdout", "")), error)
                raise
            await self.on_ended(result.stdout, None)
            return result
        finally:
            # A failure is ignored: nothing more can be done about the terminal.
            with contextlib.suppress(OutboundError, TimeoutError):
                async with asyncio.timeout(TERMINAL_CLEANUP_TIMEOUT_S):
                    await self.outbound.release_terminal(self.session_id, terminal)

    async def _wait_finished(
        self, terminal: str, request: CreateTerminalRequest, timeout: float, stop: Stop, started_at: float
    ) -> CommandResult:
        with _translate_client_errors():
            exit_response = await self._wait_exit(terminal, timeout, stop)
            output = await self._read_output(terminal, required=exit_response is not None)
        duration_ms = round((time.monotonic() - started_at) * 1000)
        output = _truncate_output(output, request.output_byte_limit or 0)
        if stop.cancelled:
            raise terminal_cancelled_error(output.output, truncated=output.truncated, duration_ms=duration_ms)
        if exit_response is None:
            raise terminal_timeout_error(
                timeout, output.output, truncated=output.truncated, duration_ms=duration_ms
            )
        status = output.exit_status or TerminalExitStatus(
            exit_code=exit_response.exit_code, signal=exit_response.signal
        )
        return CommandResult(
            stdout=output.output,
            stderr="",
            exit_code=_exit_code(status),
            truncated=output.truncated,
            duration_ms=duration_ms,
        )

    async def _wait_exit(
        self, terminal: str, timeout: float, stop: Stop
    ) -> WaitForTerminalExitResponse | None:
        """Return how the command ended; None if it timed out or was cancelled, and was killed."""
        exiting = asyncio.ensure_future(self.outbound.wait_for_terminal_exit(self.session_id, terminal))
        cancelled = asyncio.Event()
        cancelling = asyncio.ensure_future(cancelled.wait())
        response: WaitForTerminalExitResponse | None = None
        try:
            with stop.on_cancel(lambda: (self.loop.call_soon_threadsafe(cancelled.set), None)[1]):
                await asyncio.wait(
                    {exiting, cancelling}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
                )
            if exiting.done():
                response = exiting.result()
            return response
        finally:
            exiting.cancel()
            cancelling.cancel()
            if response is None:
                with contextlib.suppress(OutboundError, TimeoutError):  # the release ends the command too
                    async with asyncio.timeout(TERMINAL_CLEANUP_TIMEOUT_S):
                        await self.outbound.kill_terminal(self.session_id, terminal)

    async def _read_output(self, terminal: str, *, required: bool) -> TerminalOutputResponse:
        try:
            async with asyncio.timeout(TERMINAL_CLEANUP_TIMEOUT_S):
                return await self.outbound.terminal_output(self.session_id, terminal)
        except (OutboundError, TimeoutError):
            if required:
                raise
            return TerminalOutputResponse(output="", truncated=True)


@contextlib.contextmanager
def _translate_client_errors() -> Generator[None]:
    """Raise errors of the client's terminal as ExecutionFailed."""
    try:
        yield
    except OutboundError as error:
        raise ExecutionFailed(f"The editor's terminal failed: {error}.", "os_error") from None
    except TimeoutError:
        raise ExecutionFailed("The editor's terminal did not answer in time.", "os_error") from None


def _truncate_output(output: TerminalOutputResponse, limit: int) -> TerminalOutputResponse:
    """Truncate the output to the limit, because a client may ignore it."""
    bounded = BoundedOutput(limit)
    bounded.feed("stdout", replace_undecodable(output.output).encode())
    bounded.close()
    output.output, _ = bounded.render()
    output.truncated = output.truncated or bounded.truncated
    return output


def _exit_code(status: TerminalExitStatus) -> int:
    """The exit code as a shell reports it: 128 + n if signal n ended the command."""
    if status.exit_code is not None:
        return status.exit_code
    try:
        return 128 + signal.Signals[status.signal or ""]
    except KeyError:
        return -1
