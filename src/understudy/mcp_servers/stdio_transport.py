"""A server as a child process: how it is found, started and connected, and how its end is told.

Written instead of the SDK's `stdio_client`, which adds variables of our own environment to the child's,
keeps a line of any length in memory, needs a file for stderr, logs every line that is no message, knows
nothing of detached grandchildren and may take six seconds to end.
"""

import os
import shutil
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager

from understudy.mcp_servers.limits import Limits
from understudy.mcp_servers.server_process import ServerProcess
from understudy.mcp_servers.specs import StdioServerSpec
from understudy.mcp_servers.stdio_streams import LineReader, LineWriter
from understudy.mcp_servers.text import ServerError, one_line, quote_name
from understudy.mcp_servers.transport import MessageStreams

__all__ = ["StdioTransport", "find_command"]


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
        child = self._process = ServerProcess(self._spec.name, reader.feed, self._limits.max_stderr_bytes)
        reader.set_reading = child.set_reading
        try:
            await child.start([command, *self._spec.args], self._environment, self._cwd)
        except OSError as error:
            raise ServerError(f"could not be started: {error.strerror}") from None
        try:
            yield reader, LineWriter(child)
        finally:
            # Our owner is cancelled at most once, so this runs to its end, which is two seconds away at most.
            await child.close()

    def describe_end(self, *, while_connecting: bool) -> str | None:
        if self._reader is not None and self._reader.given_up:
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
        del callback  # The end of its output is what shows that a process is gone.

    def failure_hint(self) -> str:
        garbage = self._reader is not None and self._reader.non_message_count > 0
        return "; what it wrote to its stdout is not MCP" if garbage else ""

    def _validate_spec(self) -> None:
        for name, value in self._environment.items():
            if not name or "=" in name or "\0" in name + value or not _encodable(name + value):
                raise ServerError(
                    f"could not be started: {quote_name(name)} cannot be a variable's name or value"
                )
        for word in (self._spec.command, *self._spec.args, self._cwd):
            if "\0" in word or not _encodable(word):
                raise ServerError("could not be started: its command has a NUL byte or a lone surrogate")


def find_command(command: str, cwd: str, environment: Mapping[str, str]) -> str:
    """The program's file: as given, or on the environment's PATH. Raises ServerTrouble if there is none."""
    if os.sep in command:
        path = os.path.join(cwd, command)
        if not os.path.exists(path):
            raise ServerError(f"could not be started: there is no file {quote_name(command)}")
        if not os.path.isfile(path) or not os.access(path, os.X_OK):
            raise ServerError(f"could not be started: {quote_name(command)} is not an executable file")
        return path
    # A relative entry would let a file of the workspace stand in for any program.
    folders = [folder for folder in environment.get("PATH", "").split(os.pathsep) if folder.startswith("/")]
    found = shutil.which(command, path=os.pathsep.join(folders)) if command and folders else None
    if found is None:
        raise ServerError(
            f"could not be started: the command {quote_name(command)} was not found on the PATH; "
            "install it or give its full path"
        )
    return found


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
