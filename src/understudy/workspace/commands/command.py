"""The data of a command: the request and its validation, the bounded output, and the result.

Starts nothing; `runner` does. The output keeps its terminal escapes; code that shows it on a terminal must escape
them. Output is measured as UTF-8 after decoding, because that is what leaves this process, and it takes at most
four times its limit in memory, however much a command writes.
"""

import codecs
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from understudy.workspace.commands.environment import is_encodable, validate_variables
from understudy.workspace.errors import InvalidArgument
from understudy.workspace.limits import Limits

__all__ = [
    "BoundedOutput",
    "ByteTail",
    "Command",
    "CommandResult",
    "OutputCallback",
    "OutputSink",
    "StreamName",
    "validate_command",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One line for /bin/sh, and what it may do."""

    line: str
    cwd: str
    """The canonical working folder, already checked to be inside a root."""
    cwd_fd: int
    """An open descriptor of the working folder; the caller closes it."""
    roots: tuple[str, ...]
    """The canonical roots: the only folders that the command may write to."""
    root_fds: tuple[int, ...] = ()
    """Open descriptors of the roots, in the same order; the caller closes them. Without them, roots are opened."""
    read_only: bool = False
    """Make the roots read-only too."""
    readable: tuple[str, ...] = ()
    """Absolute paths that the command may read besides the system, toolchains and roots."""
    network: bool = False
    """Let the command use the network; without it, not even this machine's loopback address can be reached."""
    timeout: float
    environment: Mapping[str, str]
    stdin: str | None = None
    limits: Limits
    groups: tuple[str, ...] = ()
    """Folders of the control group that the command joins (`control_groups`)."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command that exited by itself. A non-zero exit code is a result, not an error."""

    stdout: str
    stderr: str
    exit_code: int
    """128 + n if signal n killed the shell, as shells report it."""
    truncated: bool
    duration_ms: int


def validate_command(command: Command) -> None:
    """Raise InvalidArgument or Denied for a command that cannot or must not be started."""
    if "\0" in command.line:
        raise InvalidArgument("A command cannot contain a NUL byte.", "bad_arguments")
    if not command.line.strip():
        raise InvalidArgument("The command is empty. Say what to run, for example `ls`.", "bad_arguments")
    if not command.timeout > 0:
        raise InvalidArgument("The timeout must be greater than zero.", "bad_arguments")
    if not is_encodable(command.line) or not is_encodable(command.stdin or ""):
        raise InvalidArgument(
            "The command or its stdin contains a lone surrogate, which is no text.", "bad_arguments"
        )
    # Linux limits one argument of execve to 128 KiB; its own error would be "Argument list too long".
    if len(command.line.encode()) >= 128 * 1024:
        raise InvalidArgument(
            "The command is longer than 128 KiB. Write it to a script file and run that.", "too_large"
        )
    validate_variables(command.environment)


StreamName = Literal["stdout", "stderr"]
OutputCallback = Callable[[StreamName, str], None]


class OutputSink(Protocol):
    """Receives the output of a running command."""

    def feed(self, name: StreamName, chunk: bytes) -> None: ...

    def close(self) -> None:
        """The command has ended; no output follows."""
        ...


class ByteTail:
    """The last `max_bytes` bytes of a stream. Not thread-safe."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._buffer = bytearray()
        self._dropped = False

    def append(self, data: bytes) -> None:
        self._buffer += data
        # Cut only at twice the size, so that a flood of output is not copied at every chunk.
        if len(self._buffer) > 2 * self._max_bytes:
            del self._buffer[: len(self._buffer) - self._max_bytes]
            self._dropped = True

    @property
    def truncated(self) -> bool:
        """Whether earlier bytes are missing in `data`."""
        return self._dropped or len(self._buffer) > self._max_bytes

    @property
    def data(self) -> bytes:
        return bytes(self._buffer[max(0, len(self._buffer) - self._max_bytes) :])


class _BoundedStream:
    """One stream: its first `max_bytes` bytes, and the last `max_bytes` bytes of the rest."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._head = bytearray()
        self._tail = ByteTail(max_bytes)
        self.size = 0

    def feed(self, chunk: bytes, *, final: bool = False) -> str:
        text = self._decoder.decode(chunk, final)
        data = text.encode()
        self.size += len(data)
        room = self._max_bytes - len(self._head)
        self._head += data[:room]
        if rest := data[room:]:
            self._tail.append(rest)
        return text

    def render(self, max_bytes: int) -> str:
        stored = self._head + self._tail.data
        if self.size <= max_bytes:
            return _decode_cut(stored)
        # The final marker cannot be longer than this one: it names a smaller number of bytes.
        marker = _omission_marker(self.size)
        room = max_bytes - len(marker)
        if room < 2:
            return _decode_cut(self._head[:max_bytes])
        first, last = room - room // 2, room // 2
        head = _decode_cut(self._head[:first])
        tail = _decode_cut(stored[len(stored) - last :])
        omitted_bytes = self.size - len(head.encode()) - len(tail.encode())
        return head + _omission_marker(omitted_bytes).decode() + tail


class BoundedOutput:
    """Stdout and stderr of one command under one limit: the beginning and the end of each, and a marker between."""

    def __init__(self, max_bytes: int, on_output: OutputCallback | None = None) -> None:
        self._max_bytes = max(0, max_bytes)
        self._streams: dict[StreamName, _BoundedStream] = {
            "stdout": _BoundedStream(self._max_bytes),
            "stderr": _BoundedStream(self._max_bytes),
        }
        self._on_output = on_output
        self._notified_bytes = 0

    def feed(self, name: StreamName, chunk: bytes) -> None:
        self._notify(name, self._streams[name].feed(chunk))

    def close(self) -> None:
        """Flush incomplete UTF-8 sequences."""
        for name, stream in self._streams.items():
            self._notify(name, stream.feed(b"", final=True))

    @property
    def truncated(self) -> bool:
        return sum(stream.size for stream in self._streams.values()) > self._max_bytes

    def render(self) -> tuple[str, str]:
        """Stdout and stderr, together within the limit. What one stream does not use is left to the other."""
        out, err = self._streams["stdout"], self._streams["stderr"]
        half = self._max_bytes // 2
        if out.size <= half:
            return out.render(self._max_bytes), err.render(self._max_bytes - out.size)
        if err.size <= half:
            return out.render(self._max_bytes - err.size), err.render(self._max_bytes)
        if not self.truncated:
            return out.render(self._max_bytes), err.render(self._max_bytes)
        return out.render(self._max_bytes - half), err.render(half)

    def _notify(self, name: StreamName, text: str) -> None:
        """Call `on_output` with new text, up to the limit in total."""
        if not text or self._on_output is None or self._notified_bytes >= self._max_bytes:
            return
        data = text.encode()
        room = self._max_bytes - self._notified_bytes
        self._notified_bytes += len(data)
        if len(data) > room:
            text = _decode_cut(data[:room]) + "\n[... more output is not shown while the command runs ...]\n"
        self._on_output(name, text)


def _omission_marker(omitted_bytes: int) -> bytes:
    return b"\n[... %d bytes left out ...]\n" % omitted_bytes


def _decode_cut(data: bytes | bytearray) -> str:
    """Decode a slice of valid UTF-8, and drop the incomplete characters at its two ends."""
    return data.decode(errors="ignore")
