"""The client's files and terminals, lent to the tools. What a path may be was decided before these are asked.

From a tool's worker thread to the loop and back: ask something there, and wait for the answer here.
"""

import asyncio
import concurrent.futures
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

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


def run_on_loop(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, T],
    stop: Stop,
    timeout_s: float | None = None,
) -> T:
    """The answer of a coroutine that runs on `loop`. Raises as `stop` does if that is raised meanwhile."""
    try:
        waiting = asyncio.run_coroutine_threadsafe(coroutine, loop)
    except RuntimeError:  # the loop is closed: everything is ending
        coroutine.close()
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    try:
        with stop.on_cancel(lambda: (waiting.cancel(), None)[1]):
            return waiting.result(timeout_s)
    except concurrent.futures.CancelledError:
        raise ExecutionFailed("The request was cancelled.", "cancelled") from None
    except TimeoutError:
        waiting.cancel()
        raise


@dataclass(frozen=True, slots=True)
class ClientBuffers:
    """fs/read_text_file and fs/write_text_file."""

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
    """terminal/*: one command in one terminal, released when it is over.

    A client can show a terminal only until it is released, so whoever shows it is told everything before that.
    """

    outbound: Outbound
    session_id: str
    loop: asyncio.AbstractEventLoop
    on_created: Callable[[str], Awaitable[None]]
    """Told the terminal's id, so that the client can show it in the tool call."""
    on_ended: Callable[[str, WorkspaceError | None], Awaitable[None]]
    """Told what stood in the terminal, and what went wrong."""

    def run(
        self,
        line: str,
        cwd: str,
        environment: Mapping[str, str],
        timeout: float,
        output_limit: int,
        stop: Stop,
    ) -> CommandResult:
        request = CreateTerminalRequest(
            session_id=self.session_id,
            command="/bin/sh",
            args=["-c", line],
            cwd=cwd,
            env=[EnvVariable(name=name, value=value) for name, value in environment.items()],
            output_byte_limit=output_limit,
        )
        return run_on_loop(self.loop, self._run_in_terminal(request, timeout, stop), Stop())

    async def _run_in_terminal(
        self, request: CreateTerminalRequest, timeout: float, stop: Stop
    ) -> CommandResult:
        """The terminal's whole life."""
        began = time.monotonic()
        with _translate_client_errors():
            async with asyncio.timeout(CLIENT_WRITE_TIMEOUT_S):
                terminal = await self.outbound.create_terminal(request)
        try:
            await self.on_created(terminal)
            try:
                finished = await self._wait_finished(terminal, request, timeout, stop, began)
            except WorkspaceError as error:
                await self.on_ended(str(error.details.get("stdout", "")), error)
                raise
            await self.on_ended(finished.stdout, None)
            return finished
        finally:
            # What the client makes of this changes nothing for us: there is no more that we could do.
            with contextlib.suppress(OutboundError, TimeoutError):
                async with asyncio.timeout(TERMINAL_CLEANUP_TIMEOUT_S):
                    await self.outbound.release_terminal(self.session_id, terminal)

    async def _wait_finished(
        self, terminal: str, request: CreateTerminalRequest, timeout: float, stop: Stop, started_at: float
    ) -> CommandResult:
        with _translate_client_errors():
            final = await self._wait_exit(terminal, timeout, stop)
            output = await self._read_output(terminal, required=final is not None)
        spent = round((time.monotonic() - started_at) * 1000)
        output = _truncate_output(output, request.output_byte_limit or 0)
        if stop.cancelled:
            raise terminal_cancelled_error(output.output, truncated=output.truncated, duration_ms=spent)
        if final is None:
            raise terminal_timeout_error(
                timeout, output.output, truncated=output.truncated, duration_ms=spent
            )
        status = output.exit_status or TerminalExitStatus(exit_code=final.exit_code, signal=final.signal)
        return CommandResult(
            stdout=output.output,
            stderr="",
            exit_code=_exit_code(status),
            truncated=output.truncated,
            duration_ms=spent,
        )

    async def _wait_exit(
        self, terminal: str, timeout: float, stop: Stop
    ) -> WaitForTerminalExitResponse | None:
        """How the command ended; None if its time was over or it was called off, and it was killed."""
        waiting = asyncio.ensure_future(self.outbound.wait_for_terminal_exit(self.session_id, terminal))
        called_off = asyncio.Event()
        off = asyncio.ensure_future(called_off.wait())
        final: WaitForTerminalExitResponse | None = None
        try:
            with stop.on_cancel(lambda: (self.loop.call_soon_threadsafe(called_off.set), None)[1]):
                await asyncio.wait({waiting, off}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                final = waiting.result()
            return final
        finally:
            waiting.cancel()
            off.cancel()
            if final is None:
                with contextlib.suppress(OutboundError, TimeoutError):  # releasing it ends the command too
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
    """Trouble with the client's terminal, as the tools tell it."""
    try:
        yield
    except OutboundError as error:
        raise ExecutionFailed(f"The editor's terminal failed: {error}.", "os_error") from None
    except TimeoutError:
        raise ExecutionFailed("The editor's terminal did not answer in time.", "os_error") from None


def _truncate_output(output: TerminalOutputResponse, limit: int) -> TerminalOutputResponse:
    """The output within the limit, whatever the client makes of it."""
    kept = BoundedOutput(limit)
    kept.feed("stdout", replace_undecodable(output.output).encode())
    kept.close()
    output.output, _ = kept.render()
    output.truncated = output.truncated or kept.truncated
    return output


def _exit_code(status: TerminalExitStatus) -> int:
    """The exit code, as shells say it: 128 + n when signal n ended the command."""
    if status.exit_code is not None:
        return status.exit_code
    try:
        return 128 + signal.Signals[status.signal or ""]
    except KeyError:
        return -1
