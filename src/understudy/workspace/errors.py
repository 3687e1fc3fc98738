"""The errors of a workspace: one tree of exceptions with stable codes.

    WorkspaceError
    ├── NotFound          FILE_NOT_FOUND       the path names nothing
    ├── Denied            PERMISSION_DENIED    out of scope, forbidden, or denied by the OS
    ├── TooLarge          SIZE_LIMIT_EXCEEDED  a size or a count is over its limit
    ├── InvalidArgument   INVALID_ARGUMENT     the caller must change the arguments
    ├── ExecutionFailed   EXECUTION_FAILED     a command or an operation of the OS failed
    └── TimedOut          TIMEOUT              the time limit was reached

`code` is one of the six that WAP defines, and no code is added. `reason` is a finer, equally stable word in
`details["reason"]` (the table REASONS). A message says what is wrong and what to do next. It names no path
outside the roots except the one that the caller sent.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

__all__ = [
    "REASONS",
    "Denied",
    "ExecutionFailed",
    "InvalidArgument",
    "NotFound",
    "TimedOut",
    "TooLarge",
    "WorkspaceError",
]

REASONS: Final[Mapping[str, str]] = {
    "already_exists": "mode create, and the file is there",
    "bad_arguments": "a missing, unknown or wrongly typed argument",
    "bad_cursor": "a cursor that this call did not hand out, or that no longer fits",
    "bad_path": "an empty path, a NUL byte, or a name the system cannot hold",
    "bad_pattern": "a regular expression or glob that cannot be used",
    "binary_file": "a text operation on a file that is not text",
    "cancelled": "the caller took the request back",
    "changed_since_read": "expectedHash is not the file's hash any more",
    "dangerous_variable": "an environment variable that changes what a command means",
    "disk_limit": "the command was filling the disk",
    "fetch_failed": "a page of the web that could not be fetched",
    "internal": "a fault of ours; the log on stderr has more",
    "line_out_of_range": "a line number outside the file",
    "link_loop": "symbolic links that lead in a circle",
    "memory_limit": "the command took too much memory",
    "missing": "nothing has this name",
    "needs_approval": "a file that tools execute or trust; a person must agree first",
    "network_denied": "the command needed the network, and has none",
    "no_match": "the text to replace does not occur",
    "no_sandbox": "no sandbox works here and none was waived",
    "not_a_directory": "a folder was needed",
    "not_a_file": "a regular file was needed",
    "not_encodable": "the file's encoding has no such character",
    "not_unique": "the text to replace occurs more than once",
    "os_error": "the operating system refused or failed",
    "out_of_scope": "the path leads outside every root",
    "overlap": "two operations touch the same lines",
    "planted_configuration": "the command left a repository whose settings or hooks run programs",
    "private_address": "a host that is not on the public internet",
    "process_limit": "the command started too many processes",
    "read_only": "the workspace was opened for reading only",
    "root_replaced": "a root is no longer the folder it was",
    "sandbox_denied": "the command wanted more than the sandbox allows",
    "time_limit": "the time limit was reached",
    "too_large": "a size or count over its limit",
    "unknown_tool": "no tool has this name",
}


class WorkspaceError(Exception):
    """An expected failure, ready to be shown to the caller.

    `message`, the text on the wire, is `prefix + sentence + " " + advice`. The parts are kept apart because a
    person is shown only `user_message`: the advice is written for a model (it names tools and their
    arguments), and the prefix names the tool that failed.

    Example: `except WorkspaceError as error: print(error.code, error.user_message)`.
    """

    code: ClassVar[str]

    def __init__(
        self, sentence: str, reason: str, *, advice: str = "", prefix: str = "", **details: Any
    ) -> None:
        if reason not in REASONS:
            raise ValueError(f"unlisted reason {reason!r}")
        self.sentence = sentence
        """What is wrong, without the prefix and the advice. After a prefix it may start in lower case."""
        self.advice = advice
        """What a model should do next; empty if the sentence alone is enough."""
        self.message = f"{prefix}{sentence} {advice}" if advice else f"{prefix}{sentence}"
        super().__init__(self.message)
        self._prefix = prefix
        self.reason = reason
        self.details: dict[str, Any] = {"reason": reason, **details}

    @property
    def user_message(self) -> str:
        """The sentence as a person reads it: alone, and with a capital at its start if a prefix was cut off."""
        return self.sentence[:1].upper() + self.sentence[1:] if self._prefix else self.sentence

    def payload(self) -> dict[str, Any]:
        """The error in the form that WAP defines: error, code, details."""
        return {"error": self.message, "code": self.code, "details": self.details}


class NotFound(WorkspaceError):
    """Nothing has this name.

    Example: `except NotFound: …` around `workspace.resolve("missing.txt")` and reading it.
    """

    code = "FILE_NOT_FOUND"


class Denied(WorkspaceError):
    """The action is not permitted.

    Example: `except Denied as error: print(error.reason)`.
    """

    code = "PERMISSION_DENIED"


class TooLarge(WorkspaceError):
    """A size or a count is over its limit.

    Example: `except TooLarge as error: print(error.details["limit"])`.
    """

    code = "SIZE_LIMIT_EXCEEDED"


class InvalidArgument(WorkspaceError):
    """An argument cannot be used.

    Example: `except InvalidArgument as error: print(error.message)`.
    """

    code = "INVALID_ARGUMENT"


class ExecutionFailed(WorkspaceError):
    """The action was tried and failed.

    Example: `except ExecutionFailed as error: print(error.details.get("stderr"))`.
    """

    code = "EXECUTION_FAILED"


class TimedOut(WorkspaceError):
    """A time limit was reached.

    Example: `except TimedOut as error: print(error.details["limitMs"])`.
    """

    code = "TIMEOUT"
