"""The sandboxes by name, what each promises, and the detection of its denials in a command's error output.

The detection only distinguishes a command that the sandbox stopped from one that failed by itself.
Which sandbox works on this machine is found by `sandbox_selection`.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from understudy.workspace.commands.command import Command
from understudy.workspace.commands.folders import contains
from understudy.workspace.limits import MAX_DENIAL_LINE_CHARS

__all__ = [
    "NetworkPolicy",
    "Sandbox",
    "SandboxAccess",
    "SandboxMode",
    "SandboxName",
    "reports_no_network",
    "was_denied",
]

SandboxName = Literal["bubblewrap", "landlock", "off", "none"]


class SandboxMode(StrEnum):
    """The sandbox that the user requests.

    Example: `Workspace(["."], sandbox=SandboxMode.REQUIRE)`.
    """

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    REQUIRE = "require"
    """bubblewrap, and no command without it."""
    OFF = "off"


class NetworkPolicy(StrEnum):
    """What happens when a call wants its command to use the network. Without such a request a command has none.

    Example: `Workspace(["."], network=NetworkPolicy.DENY)`.
    """

    DENY = "deny"
    ASK = "ask"
    """Ask a person; where nobody can be asked, the answer is no."""
    ALLOW = "allow"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The sandbox in use. `none` means that none works and the user has not switched it off: nothing is run."""

    name: SandboxName
    program: str | None = None
    """The path of bwrap."""
    abi: int = 0
    """The kernel's Landlock version."""
    problem: str = ""
    """Why there is no sandbox."""

    def describe(self) -> str:
        """What commands may do, as a sentence for people and models."""
        match self.name:
            case "bubblewrap":
                return (
                    "Commands run in a bubblewrap sandbox: only the roots are writable; /tmp is a private "
                    "folder of each command (unless it lies in a root); besides the roots only the system, "
                    "toolchains and package caches exist, the rest of the home folder is empty; other processes "
                    "are hidden; repository configuration and hooks are "
                    "read-only, or their changes undone; there is no network, not even this machine's "
                    "loopback address, unless a call asks for it with network: true; debugging other processes, "
                    "new namespaces and kernel interfaces such as io_uring are refused."
                )
            case "landlock":
                signals = "cannot" if self.abi >= 6 else "can"
                emptied = "" if self.abi >= 3 else ", but this version cannot keep them from being emptied"
                return (
                    f"Commands run in a Landlock sandbox (version {self.abi}): they can write files only in "
                    "the roots, a private temporary folder and harmless devices; besides the roots they can read "
                    "only the system, toolchains and package caches, but see names and sizes of other files; they "
                    f"{signals} signal other processes; "
                    "changes of repository configuration and hooks are undone afterwards; mode, owner, time "
                    f"stamps and attributes of files outside the roots cannot be changed{emptied}; there is no "
                    "network, not even a loopback address of their own, unless a call asks for it with network: "
                    "true; there are no Unix sockets, no System V IPC and no pseudo-terminals; command lines of "
                    "other processes can be seen."
                )
            case "off":
                return "The sandbox is switched off: commands can do whatever the user can do."
            case "none":
                return f"Commands are refused because no sandbox works here ({self.problem})."


_READ_ONLY_ERRORS: Final = re.compile(r"read-only file system|\bEROFS\b", re.IGNORECASE)
_PERMISSION_ERRORS: Final = re.compile(
    r"permission denied|operation not permitted|\bEACCES\b|\bEPERM\b", re.IGNORECASE
)
_MISSING_ERRORS: Final = re.compile(
    r"no such file or directory|(?:directory nonexistent|not found)\s*$|\bENOENT\b", re.IGNORECASE
)
_MOUNT_ERRORS: Final = re.compile(
    r"device or resource busy|cross-device link|\bEBUSY\b|\bEXDEV\b", re.IGNORECASE
)
"""The errors of renaming over a mount and of linking into one."""
_NETWORK_ERRORS: Final = re.compile(
    r"network is unreachable|\bENETUNREACH\b|could(?: not|n't) resolve (?:host|proxy)|\bEAI_AGAIN\b|"
    r"(?:temporary failure in|failure in|error in) name resolution|name or service not known|"
    r"unable to resolve host|failed to lookup address|no such host|could(?: not|n't) connect to server|"
    r"connection refused|\bECONNREFUSED\b|server misbehaving|failed to fetch `?https?://",
    re.IGNORECASE,
)
"""What programs say without a network; "refused" because nothing listens on the loopback address of a namespace."""
_QUOTED_TEXT: Final = re.compile(r"['\"`‘“]([^'\"`’”]+)['\"`’”]")
_PATH_WORD: Final = re.compile(r"[^\s:,;()\[\]'\"`‘’“”]*/[^\s:,;()\[\]'\"`‘’“”]*")


class SandboxAccess:
    """What a command could write to, and what it could not read."""

    def __init__(
        self, command: Command, tmp: str, hidden: Iterable[str], shown: Iterable[str] = ("/",)
    ) -> None:
        self._cwd = command.cwd
        self._writable = (tmp, "/dev") if command.read_only else (*command.roots, tmp, "/dev")
        self._hidden = tuple(hidden)
        self._shown = (*command.roots, tmp, "/dev", "/proc", *map(os.path.realpath, shown))

    def is_missing(self, written: str) -> bool:
        """Whether the path exists, or could be created, but not for the command."""
        path = self._resolve(written)
        if path is None:
            return False
        path = _nearest_existing(path)
        return not any(contains(folder, path) or contains(path, folder) for folder in self._shown)

    def is_denied(self, written: str) -> bool:
        """Whether the sandbox, and not the file's own permissions, denies the command this path."""
        path = self._resolve(written)
        if path is None:
            return False
        if self.is_missing(written) or any(contains(folder, path) for folder in self._hidden):
            return True
        if any(contains(folder, path) for folder in self._writable):
            return False
        # A path that we may not write either would be denied without a sandbox, too.
        return os.access(_nearest_existing(path), os.W_OK)

    def _resolve(self, written: str) -> str | None:
        """The canonical path; None for a text that is none. The command wrote it, so it may be anything."""
        try:
            return os.path.realpath(os.path.join(self._cwd, os.path.expanduser(written)))
        except (OSError, ValueError):
            return None


def _nearest_existing(path: str) -> str:
    """The path, or the nearest folder above it that exists as far as we may know."""
    while path != "/":
        try:
            os.lstat(path)
        except (OSError, ValueError):
            path = os.path.dirname(path)
        else:
            break
    return path


def reports_no_network(*outputs: str) -> bool:
    """Whether the output of a failed command says that it could not reach something."""
    return any(
        _NETWORK_ERRORS.search(line[:MAX_DENIAL_LINE_CHARS])
        for output in outputs
        for line in output.splitlines()
    )


def was_denied(sandbox: Sandbox, access: SandboxAccess, stderr: str) -> bool:
    """Whether a line that a failed command wrote to stderr shows a denial by the sandbox."""
    return any(_shows_denial(sandbox, access, line) for line in stderr.splitlines())


def _shows_denial(sandbox: Sandbox, access: SandboxAccess, line: str) -> bool:
    line = line[:MAX_DENIAL_LINE_CHARS]
    if sandbox.name == "bubblewrap":
        missing = _MISSING_ERRORS.search(line)
        return bool(
            _READ_ONLY_ERRORS.search(line)
            or (_MOUNT_ERRORS.search(line) and ".git" in line)
            or (missing and any(map(access.is_missing, _mentioned_paths(line, missing))))
        )
    denial = _PERMISSION_ERRORS.search(line)
    if sandbox.name != "landlock" or denial is None:
        return False
    paths = _mentioned_paths(line, denial)
    return any(map(access.is_denied, paths))


def _mentioned_paths(line: str, denial: "re.Match[str]") -> list[str]:
    """The paths in a message: what it quotes, else words with a slash, else the last word before the error."""
    quoted = [text for text in _QUOTED_TEXT.findall(line) if denial.group() not in text]
    if quoted:
        return quoted
    # `/bin/sh: 1: cannot create /etc/x: …`: the first word is the program that reports.
    program = line.partition(":")[0].strip()
    paths = [word for word in _PATH_WORD.findall(line) if word.strip("/.") and word != program]
    if paths:
        return paths
    before = line[: denial.start()].rstrip(" -[(")
    last = before.rstrip(":").rpartition(":")[2].split() if before.endswith(":") else []
    return last[-1:] if ":" in before.rstrip(":") else []
