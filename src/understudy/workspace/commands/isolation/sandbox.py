"""The names of the sandboxes and what each one promises. Which one works here, `choice` finds out.

Telling a command that the sandbox stopped from one that failed by itself, by what it printed.

Only a reading of messages; the sandbox itself has long decided.
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

__all__ = ["Sandbox", "SandboxAccess", "SandboxMode", "SandboxName", "was_denied"]

SandboxName = Literal["bubblewrap", "landlock", "off", "none"]


class SandboxMode(StrEnum):
    """What the person who starts us asks for."""

    AUTO = "auto"
    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What holds commands here. `none` means that none works and none was waived: nothing runs then."""

    name: SandboxName
    program: str | None = None
    """bubblewrap's executable."""
    abi: int = 0
    """Landlock's version in this kernel."""
    problem: str = ""
    """Why there is none."""

    def describe(self) -> str:
        """One sentence for whoever asks what commands may do."""
        match self.name:
            case "bubblewrap":
                return (
                    "Commands run in a bubblewrap sandbox: only the roots are writable; /tmp is a private "
                    "folder of each command (unless it lies in a root); known places of credentials in the "
                    "home folder and other processes are hidden; repository configuration and hooks are "
                    "read-only, or their changes undone; the network is reachable."
                )
            case "landlock":
                signals = "cannot" if self.abi >= 6 else "can"
                emptied = "" if self.abi >= 3 else "; this version cannot keep them from being emptied either"
                return (
                    f"Commands run in a Landlock sandbox (version {self.abi}): they can write files only in "
                    "the roots, a private temporary folder and devices such as terminals; they cannot read "
                    f"known places of credentials in the home folder; they {signals} signal other processes; "
                    "changes of repository configuration and hooks are undone afterwards; mode, owner, time "
                    f"stamps and attributes of files outside the roots cannot be protected{emptied}; the "
                    "network and local sockets are reachable."
                )
            case "off":
                return "The sandbox is switched off: commands can do whatever the user can do."
            case "none":
                return f"Commands are refused because no sandbox works here ({self.problem})."


_READ_ONLY_ERRORS: Final = re.compile(r"read-only file system|\bEROFS\b", re.IGNORECASE)
_PERMISSION_ERRORS: Final = re.compile(
    r"permission denied|operation not permitted|\bEACCES\b|\bEPERM\b", re.IGNORECASE
)
_MOUNT_ERRORS: Final = re.compile(
    r"device or resource busy|cross-device link|\bEBUSY\b|\bEXDEV\b", re.IGNORECASE
)
"""What mounts answer when something is renamed over them or linked into them."""
_QUOTED_TEXT: Final = re.compile(r"['\"`‘“]([^'\"`’”]+)['\"`’”]")
_PATH_WORD: Final = re.compile(r"[^\s:,;()\[\]'\"`‘’“”]*/[^\s:,;()\[\]'\"`‘’“”]*")


class SandboxAccess:
    """What a command could write to, and what it could not even read."""

    def __init__(self, command: Command, tmp: str, hidden: Iterable[str]) -> None:
        self._cwd = command.cwd
        self._writable = (tmp, "/dev") if command.read_only else (*command.roots, tmp, "/dev")
        self._hidden = tuple(hidden)

    def is_denied(self, written: str) -> bool:
        """Whether the sandbox, and not the file's own rights, keeps the command from this path."""
        path: str = os.path.realpath(os.path.join(self._cwd, os.path.expanduser(written)))
        if any(contains(place, path) for place in self._hidden):
            return True
        if any(contains(place, path) for place in self._writable):
            return False
        # What we ourselves may not change would be refused without any sandbox.
        while not os.path.lexists(path) and path != "/":
            path = os.path.dirname(path)
        return os.access(path, os.W_OK)


def was_denied(sandbox: Sandbox, access: SandboxAccess, stderr: str) -> bool:
    """Whether one line that a failed command wrote to stderr shows the sandbox's refusal."""
    return any(_shows_denial(sandbox, access, line) for line in stderr.splitlines())


def _shows_denial(sandbox: Sandbox, access: SandboxAccess, line: str) -> bool:
    line = line[:MAX_DENIAL_LINE_CHARS]
    if sandbox.name == "bubblewrap":
        return bool(_READ_ONLY_ERRORS.search(line) or (_MOUNT_ERRORS.search(line) and ".git" in line))
    refusal = _PERMISSION_ERRORS.search(line)
    if sandbox.name != "landlock" or refusal is None:
        return False
    named = _mentioned_paths(line, refusal)
    return any(map(access.is_denied, named))


def _mentioned_paths(line: str, refusal: "re.Match[str]") -> list[str]:
    """The paths that a message is about: what it quotes, else what has a slash, else the last word."""
    quoted = [text for text in _QUOTED_TEXT.findall(line) if _PERMISSION_ERRORS.search(text) is None]
    if quoted:
        return quoted
    # `/bin/sh: 1: cannot create /etc/x: …`: whoever speaks comes first.
    speaker = line.partition(":")[0].strip()
    words = [word for word in _PATH_WORD.findall(line) if word.strip("/.") and word != speaker]
    if words:
        return words
    before = line[: refusal.start()].rstrip(" -[(")
    last = before.rstrip(":").rpartition(":")[2].split() if before.endswith(":") else []
    return last[-1:] if ":" in before.rstrip(":") else []
