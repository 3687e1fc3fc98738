"""What a person's editor may lend to a call, and what a call tells about the file it changes.

Owns the ports only: the editor's unsaved texts, its terminals, the announcement of a change, and the state
in which a file must still be. Who implements them, and over which protocol, is not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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
    """A file as it was and as it will be, as a person sees it (undecodable bytes as U+FFFD)."""

    path: str
    """Absolute and canonical."""
    display_path: str
    """The path as the tools show it."""
    old: str | None
    """None: the file was not there."""
    new: str
    too_large: bool = False
    """Whether the texts are left out ("") because one is over 1 MiB or binary."""


@dataclass(frozen=True, slots=True)
class ExpectedState:
    """How a file must be when the change is made, or nothing is changed."""

    hash: str | None
    """None: it must not be there."""
    path: str | None = None
    """Where its path must lead to, links followed, as the tools show it; None: anywhere."""


class EditorBuffers(Protocol):
    """The editor's texts of files, unsaved edits included.

    Called from the worker thread with absolute canonical paths that are in scope. A method may block; it
    obeys the call's stop itself.
    """

    @property
    def can_read(self) -> bool: ...

    @property
    def can_write(self) -> bool: ...

    def read(self, path: str) -> str | None:
        """The whole text; None if the editor has none or failed, and then the disk's is taken."""
        ...

    def write(self, path: str, text: str) -> None:
        """Make `text` the file's text; raises a WorkspaceError if the editor refused."""
        ...


class EditorTerminals(Protocol):
    """The editor's terminals. They are outside our sandbox: the question for permission is the guard."""

    def run(
        self,
        line: str,
        cwd: str,
        environment: Mapping[str, str],
        timeout: float,
        output_limit: int,
        stop: Stop,
    ) -> CommandResult:
        """Run a shell line to its end. A terminal has one stream, so `stderr` stays empty.

        Called from the worker thread. When `timeout` (seconds) is over or `stop` is raised, the command is
        ended and `timed_out_in_terminal` or `cancelled_in_terminal` raised.
        """
        ...


def terminal_timeout_error(timeout: float, output: str, *, truncated: bool, duration_ms: int) -> TimedOut:
    """The error of a command that took too long, with its output so far, as the sandbox's own commands have."""
    return TimedOut(
        f"The command did not finish within {timeout:g} s and was ended.",
        "time_limit",
        advice="Give a larger timeout, or ask for less at once.",
        limitMs=round(timeout * 1000),
        **_output_details(output, truncated, duration_ms),
    )


def terminal_cancelled_error(output: str, *, truncated: bool, duration_ms: int) -> ExecutionFailed:
    """The error of a command that was taken back, with its output so far."""
    return ExecutionFailed(
        "The command was cancelled and ended.", "cancelled", **_output_details(output, truncated, duration_ms)
    )


def _output_details(output: str, truncated: bool, duration_ms: int) -> dict[str, Any]:
    return {"stdout": output, "stderr": "", "isOutputTruncated": truncated, "durationMs": duration_ms}
