"""The ports through which a caller's editor serves a call, and the values that describe a change of a file.

Only interfaces: the editor's unsaved texts, its terminals, the announcement of a change, and the expected
state of a file. Who implements them, and over which protocol, is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from understudy.workspace import ExecutionFailed, Stop, TimedOut
from understudy.workspace.commands import CommandResult

__all__ = [
    "EditorBuffers",
    "EditorTerminals",
    "ExpectedState",
    "FileChange",
    "terminal_cancelled_error",
    "terminal_timeout_error",
]


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after a change, as a person reads it (undecodable bytes as U+FFFD).

    Example: `Call(on_change=lambda change: print(change.path))`.
    """

    path: str
    """Absolute and canonical."""
    display_path: str
    """The path as the tools show it."""
    old: str | None
    """None: the file did not exist."""
    new: str
    too_large: bool = False
    """Whether the texts are omitted ("") because one is over 1 MiB or binary."""
    old_data: bytes | None = field(default=None, repr=False, compare=False)
    """The bytes of the file before; None if it did not exist or has over 1 MiB. Not part of a comparison."""


@dataclass(frozen=True, slots=True)
class ExpectedState:
    """The state that a file must have at the time of the change; otherwise nothing is changed."""

    hash: str | None
    """None: the file must not exist."""
    path: str | None = None
    """The resolved path that it must have, as the tools show it; None: any."""


class EditorBuffers(Protocol):
    """The editor's texts of files, unsaved edits included.

    Called from the worker thread with absolute canonical paths that are in scope. A method may block; it
    must observe the call's Stop itself.

    Example: `Call(buffers=my_editor)`, where `my_editor` has these methods.
    """

    @property
    def can_read(self) -> bool: ...

    @property
    def can_write(self) -> bool: ...

    def read(self, path: str) -> str | None:
        """The whole text; None if the editor has none or failed, and then the file on the disk is used."""
        ...

    def write(self, path: str, text: str) -> None:
        """Set the file's text; raise a WorkspaceError if the editor refuses."""
        ...


class EditorTerminals(Protocol):
    """The editor's terminals. They are outside the sandbox: the permission request is the only guard."""

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
        """Run a shell command line until it exits. A terminal has one stream, so `stderr` is empty.

        `network`: whether the command may use the network; an editor without a sandbox ignores it.

        Called from the worker thread. When `timeout` (seconds) has passed or `stop` is cancelled, the command
        is ended and `terminal_timeout_error` or `terminal_cancelled_error` raised.
        """
        ...


def terminal_timeout_error(timeout: float, output: str, *, truncated: bool, duration_ms: int) -> TimedOut:
    """The error of a command that exceeded its timeout, with its output so far, as for sandboxed commands.

    Example: `raise terminal_timeout_error(30, "so far", truncated=False, duration_ms=30_000)`.
    """
    return TimedOut(
        f"The command did not finish within {timeout:g} s and was ended.",
        "time_limit",
        advice="Give a larger timeout, or ask for less at once.",
        limitMs=round(timeout * 1000),
        **_output_details(output, truncated, duration_ms),
    )


def terminal_cancelled_error(output: str, *, truncated: bool, duration_ms: int) -> ExecutionFailed:
    """The error of a cancelled command, with its output so far.

    Example: `raise terminal_cancelled_error("so far", truncated=False, duration_ms=10)`.
    """
    return ExecutionFailed(
        "The command was cancelled and ended.", "cancelled", **_output_details(output, truncated, duration_ms)
    )


def _output_details(output: str, truncated: bool, duration_ms: int) -> dict[str, Any]:
    return {"stdout": output, "stderr": "", "isOutputTruncated": truncated, "durationMs": duration_ms}
