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
                    "Commands run in a bubblewrap sandbox: only the roots and a private temporary folder are "
                    "writable, credentials and other processes are hidden, repository configuration and "
                    "hooks are read-only, the network is reachable."
                )
            case "landlock":
                kept_in = " and cannot signal other processes" if self.abi >= 6 else ""
                return (
                    f"Commands run in a Landlock sandbox (version {self.abi}): they can write only to the "
                    f"roots and a private temporary folder, cannot read credentials{kept_in}; changes of "
                    "repository configuration and hooks are undone; the network is reachable."
                )
            case "off":
                return "The sandbox is switched off: commands can do whatever the user can do."
            case "none":
                return f"Commands are refused because no sandbox works here ({self.problem})."
