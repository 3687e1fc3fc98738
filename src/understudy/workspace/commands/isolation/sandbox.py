"""The names of the sandboxes and what each one promises. Which one works here, `choice` finds out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

__all__ = ["Sandbox", "SandboxMode", "SandboxName"]

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
