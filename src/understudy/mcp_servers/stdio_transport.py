"""The transport to a server that is a child process: start its program, exchange lines, describe its end.

Used instead of the SDK's `stdio_client`, which adds variables of our own environment to the child's, keeps a
line of any length in memory, needs a file for stderr, logs every line that is not a message, knows nothing of
detached grandchildren, and may take six seconds to end.

Bounded: a line that is too long is dropped while it is read, the child's output is not read while earlier
lines are unprocessed, and a child that writes only lines that are not messages is closed.
"""

import asyncio
import contextlib
import os
import re
import shutil
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

from understudy.mcp_servers.limits import MAX_CONSECUTIVE_NON_MESSAGES, MAX_UNREAD_BYTES, Limits
from understudy.mcp_servers.server_process import ServerProcess
from understudy.mcp_servers.specs import StdioServerSpec
from understudy.mcp_servers.text import ServerError, format_size, is_encodable, one_line, quote_name
from understudy.mcp_streams import MessageReadStream, MessageStream, MessageStreams
from understudy.wire import LineSplitter

__all__ = ["LineReader", "LineWriter", "OverlongLine", "StdioTransport", "find_command"]

LINE_COST_BYTES: Final = 64
"""Memory that a queued line costs besides its bytes, about."""
_ID_AT_START: Final = re.compile(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*[,}]')
_ID_AT_END: Final = re.compile(
    rb'"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
    rb'|,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$'
)


@dataclass(frozen=True, slots=True)
class OverlongLine:
    """The beginning and the end of a line that was too long to keep."""

    head: bytes
    tail: bytes

    def answered_request_id(self) -> int | None:
        """The id of the request that it answers, if that is at either end of the line, where SDKs write it."""
        found = _ID_AT_START.match(self.head) or _ID_AT_END.search(self.tail)
        return None if found is None else int(found[1] or found[2])


class LineWriter(MessageStream):
    def __init__(self, process: ServerProcess) -> None:
        self._process = process

    async def send(self, item: SessionMessage, /) -> None:
        line = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        if not await self._process.write(line.encode() + b"\n"):
            raise anyio.BrokenResourceError


class LineReader(MessageReadStream):
    """Reads messages in the order in which they were written. Other lines are counted and dropped."""

    def __init__(self, max_line_bytes: int) -> None:
        self._splitter = LineSplitter(max_line_bytes, summarize_overlong=OverlongLine, keep_blank=True)
        self._max_line_bytes = max_line_bytes
        self._lines: deque[bytes | OverlongLine] = deque()
        self._unread_bytes = 0
        self._ended = False
        self._ready = asyncio.Event()
        self._consecutive_non_messages = 0
        self.non_message_count = 0
        self.is_given_up = False

    def set_reading(self, enabled: bool) -> None:
        """Pause or resume reading. Replaced by the method of the process."""
        del enabled

    def feed(self, data: bytes) -> None:
        """Add a chunk of output; an empty one means the end."""
        if not data:
            self._ended = True
        for line in self._splitter.feed(data):
            self._lines.append(line)
            self._unread_bytes += len(line) if isinstance(line, bytes) else 0
        # Empty lines need memory too.
        if self._unread_bytes + LINE_COST_BYTES * len(self._lines) > MAX_UNREAD_BYTES:
            self.set_reading(False)
        self._ready.set()

    async def receive(self) -> SessionMessage:
        while True:
            line = await self._next_line()
            message = self._decode_overlong(line) if isinstance(line, OverlongLine) else self._decode(line)
            if message is not None:
                self._consecutive_non_messages = 0
                return SessionMessage(message)
            if self._consecutive_non_messages >= MAX_CONSECUTIVE_NON_MESSAGES:
                self.is_given_up = True
                raise anyio.EndOfStream

    async def _next_line(self) -> bytes | OverlongLine:
        if self._lines:
            await asyncio.sleep(0)  # Other tasks run in between, however much a server writes.
        while not self._lines:
            if self._ended:
                raise anyio.EndOfStream
            self.set_reading(True)
            self._ready.clear()
            await self._ready.wait()
        line = self._lines.popleft()
        self._unread_bytes -= len(line) if isinstance(line, bytes) else 0
        return line

    def _decode(self, line: bytes) -> types.JSONRPCMessage | None:
        if not line or line.isspace():
            self._consecutive_non_messages += 1
            return None
        with contextlib.suppress(ValueError, RecursionError):
            return types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        self.non_message_count += 1
        self._consecutive_non_messages += 1
        return None

    def _decode_overlong(self, line: OverlongLine) -> types.JSONRPCMessage | None:
        request_id = line.answered_request_id()
        if request_id is None:
            self.non_message_count += 1
            self._consecutive_non_messages += 1
            return None
        size = format_size(self._max_line_bytes)
        message = f"its answer has more than {size} and was dropped; ask for less at a time"
        return types.JSONRPCError(
            jsonrpc="2.0", id=request_id, error=types.ErrorData(code=types.INTERNAL_ERROR, message=message)
        )


class StdioTransport:
    def __init__(
        self, spec: StdioServerSpec, cwd: str, environment: Mapping[str, str], limits: Limits
    ) -> None:
        self._spec = spec
        self._cwd = cwd
        self._environment = {**environment, **spec.env}
        self._limits = limits
        self._process: ServerProcess | None = None
        self._reader: LineReader | None = None

    @asynccontextmanager
    async def streams(self) -> AsyncGenerator[MessageStreams]:
        self._validate_spec()
        command = find_command(self._spec.command, self._cwd, self._environment)
        reader = self._reader = LineReader(self._limits.max_frame_bytes)
        process = self._process = ServerProcess(self._spec.name, reader.feed, self._limits.max_stderr_bytes)
        reader.set_reading = process.set_reading
        try:
            await process.start([command, *self._spec.args], self._environment, self._cwd)
        except OSError as error:
            raise ServerError(f"could not be started: {error.strerror}") from None
        try:
            yield reader, LineWriter(process)
        finally:
            # The owner task is cancelled at most once, so this always completes, within two seconds.
            await process.close()

    def describe_end(self, *, while_connecting: bool) -> str | None:
        if self._reader is not None and self._reader.is_given_up:
            return "was ended because it keeps writing to its stdout what is not MCP"
        report = self._process.exit_report().split() if self._process is not None else []
        match report:
            case ["error", "shell", number]:
                return f"could not be started: {os.strerror(int(number))}"
            case ["error", stage, number]:
                return f"could not be started ({one_line(stage)}): {os.strerror(int(number))}"
            case ["exit", number]:
                ended = f"ended with exit code {number}"
            case ["signal", number]:
                ended = f"was ended by signal {number}"
            case ["closed"]:
                ended = "closed its stdout"
            case _:
                return None
        return f"{ended} before it was connected{self.failure_hint()}" if while_connecting else ended

    def set_loss_callback(self, callback: Callable[[], None]) -> None:
        del callback  # The end of its output shows that a process has exited.

    def failure_hint(self) -> str:
        wrote_other_text = self._reader is not None and self._reader.non_message_count > 0
        return "; what it wrote to its stdout is not MCP" if wrote_other_text else ""

    def _validate_spec(self) -> None:
        for name, value in self._environment.items():
            if not name or "=" in name or "\0" in name + value or not is_encodable(name + value):
                raise ServerError(
                    f"could not be started: {quote_name(name)} cannot be a variable's name or value"
                )
        for word in (self._spec.command, *self._spec.args, self._cwd):
            if "\0" in word or not is_encodable(word):
                raise ServerError("could not be started: its command has a NUL byte or a lone surrogate")


def find_command(command: str, cwd: str, environment: Mapping[str, str]) -> str:
    """Resolve the program: a path, or a name on the environment's PATH. Raises ServerError if there is none."""
    if os.sep in command:
        path = os.path.join(cwd, command)
        if not os.path.exists(path):
            raise ServerError(f"could not be started: there is no file {quote_name(command)}")
        if not os.path.isfile(path) or not os.access(path, os.X_OK):
            raise ServerError(f"could not be started: {quote_name(command)} is not an executable file")
        return path
    # A relative entry would let a file of the workspace replace any program.
    folders = [folder for folder in environment.get("PATH", "").split(os.pathsep) if folder.startswith("/")]
    found = shutil.which(command, path=os.pathsep.join(folders)) if command and folders else None
    if found is None:
        raise ServerError(
            f"could not be started: the command {quote_name(command)} was not found on the PATH; "
            "install it or give its full path"
        )
    return found
