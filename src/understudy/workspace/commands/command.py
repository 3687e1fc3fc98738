"""What a command is before and after it ran: the order, the answer, and the checks of the order.

It starts nothing; `running` does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from understudy.workspace.commands.environment import is_encodable, validate_variables
from understudy.workspace.errors import InvalidArgument
from understudy.workspace.limits import Limits

__all__ = ["Command", "CommandResult", "validate_command"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One line for /bin/sh, and everything that decides what it may do."""

    line: str
    cwd: str
    """The canonical folder it runs in, already known to lie inside a root."""
    cwd_fd: int
    """An open descriptor of that same folder; the caller keeps and closes it."""
    roots: tuple[str, ...]
    """The canonical roots: the only places that it may write to."""
    root_fds: tuple[int, ...] = ()
    """Open descriptors of the roots, in their order; the caller's. Without them the roots are opened anew."""
    read_only: bool = False
    """Then not even the roots are writable."""
    timeout: float
    environment: Mapping[str, str]
    stdin: str | None = None
    limits: Limits


@dataclass(frozen=True, slots=True)
class CommandResult:
    """A command that came to its own end; a non-zero exit code is an answer, not an error."""

    stdout: str
    stderr: str
    exit_code: int
    """128 + n when signal n ended the shell, as shells themselves say it."""
    truncated: bool
    duration_ms: int


def validate_command(command: Command) -> None:
    """Refuse what cannot be run before anything is started."""
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
    # A single argument of execve may be 128 KiB on Linux; say so instead of "Argument list too long".
    if len(command.line.encode()) >= 128 * 1024:
        raise InvalidArgument(
            "The command is longer than 128 KiB. Write it to a script file and run that.", "too_large"
        )
    validate_variables(command.environment)
