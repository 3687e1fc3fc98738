"""Starts the workbench of the sample project: a second `understudy web` in a temporary folder, once per server.

Its page is another origin, with a token of its own, and ends with this server. Knows neither the page nor the
sample.
"""

import asyncio
import contextlib
import re
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from understudy.web.limits import GRACEFUL_SHUTDOWN_TIMEOUT_S, SAMPLE_START_TIMEOUT_S

__all__ = ["SampleServer"]

_URL: Final = re.compile(rb"http://\S+")


class SampleServer:
    """An endpoint that starts the command at the first request, and returns the URL that the command prints."""

    def __init__(self, command: Sequence[str], timeout_s: float = SAMPLE_START_TIMEOUT_S) -> None:
        """`command` is empty if there is no sample to start."""
        self._command = command
        self._timeout_s = timeout_s
        self.process: Process | None = None
        """The process that was started last."""
        self._url = ""
        self._starting = asyncio.Lock()

    async def start(self, request: Request) -> Response:
        del request
        async with self._starting:
            if not self._is_running:
                await self._start_process()
            if not self._is_running:
                return JSONResponse({"error": "The sample's workbench does not start."}, 500)
            return JSONResponse({"url": self._url})

    def stop(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()

    async def wait_ended(self) -> None:
        """Wait until the process has removed its folder and ended, or kill it."""
        if self.process is None:
            return
        try:
            async with asyncio.timeout(GRACEFUL_SHUTDOWN_TIMEOUT_S):
                await self.process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()

    @property
    def _is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def _start_process(self) -> None:
        """Leave no process behind that printed no URL in time."""
        if not self._command:
            return
        self.process = await asyncio.create_subprocess_exec(
            *self._command, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
        try:
            async with asyncio.timeout(self._timeout_s):
                self._url = await _read_url(self.process.stdout)
        except TimeoutError:
            self._url = ""
        if not self._url:
            self.stop()
            await self.wait_ended()


async def _read_url(output: asyncio.StreamReader | None) -> str:
    """Return the first URL in the output of a process; "" if it ends without one."""
    if output is None:
        return ""
    async for line in output:
        if found := _URL.search(line):
            return found[0].decode("latin-1")
    return ""
