"""What a session may do without asking. Owns the modes and what the user allowed "always"; asks nobody itself.

| mode      | reading | changing files | protected places | commands, MCP tools |
|-----------|---------|----------------|------------------|---------------------|
| read-only | free    | refused        | refused          | refused (a)         |
| ask       | free    | asks           | asks             | ask                 |
| edit      | free    | free           | asks             | ask                 |
| full      | free    | free           | free             | free                |

(a) an MCP tool whose server calls it read-only asks. "Always" holds for the rest of the live session, never for
protected places, and is not stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final

from understudy.schema.acp import PermissionOption, SessionMode, SessionModeState

__all__ = ["FREEDOM", "MODES", "Deed", "Mode", "Permissions", "Verdict", "Wish"]


class Mode(StrEnum):
    ASK = "ask"
    EDIT = "edit"
    READ_ONLY = "read-only"
    FULL = "full"


FREEDOM: Final = (Mode.READ_ONLY, Mode.ASK, Mode.EDIT, Mode.FULL)
"""The modes, each freer than the one before it."""

MODES: Final = (
    SessionMode(
        id=Mode.ASK, name="Ask", description="Reads freely; asks before it changes a file or runs a command."
    ),
    SessionMode(
        id=Mode.EDIT, name="Edit", description="Changes files freely; asks before it runs a command."
    ),
    SessionMode(id=Mode.READ_ONLY, name="Read only", description="Changes nothing and runs nothing."),
    SessionMode(
        id=Mode.FULL, name="Full access", description="Asks nothing, not even for .git or editor settings."
    ),
)


class Deed(Enum):
    READ = "read"
    EDIT = "edit"
    RUN = "run"
    REMOTE = "remote"


class Verdict(Enum):
    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that a tool wants to do."""

    deed: Deed
    subject: str = ""
    """What "always" would be remembered for: a command line, a server's tool; nothing for file changes."""
    protected: str | None = None
    """Why the place is protected, if it is."""
    harmless: bool = False
    """Whether a server says of its tool that it only reads."""


_ALWAYS: Final = {
    Deed.EDIT: "Always allow file changes in this session",
    Deed.RUN: "Always allow this command in this session",
    Deed.REMOTE: "Always allow this tool in this session",
}


@dataclass(slots=True)
class Permissions:
    mode: Mode = Mode.ASK
    _granted: set[tuple[Deed, str]] = field(default_factory=set[tuple[Deed, str]])

    def judge(self, wish: Wish) -> Verdict:
        if wish.deed is Deed.READ or self.mode is Mode.FULL:
            return Verdict.ALLOW
        if self.mode is Mode.READ_ONLY:
            return Verdict.ASK if wish.deed is Deed.REMOTE and wish.harmless else Verdict.REFUSE
        if wish.protected is not None:
            return Verdict.ASK
        if (wish.deed, wish.subject) in self._granted:
            return Verdict.ALLOW
        return Verdict.ALLOW if wish.deed is Deed.EDIT and self.mode is Mode.EDIT else Verdict.ASK

    def options(self, wish: Wish) -> list[PermissionOption]:
        """The answers to choose from. Nobody says "always" to a protected place."""
        options = [PermissionOption(option_id="allow", name="Allow", kind="allow_once")]
        if wish.protected is None and self.mode is not Mode.READ_ONLY:
            options.append(PermissionOption(option_id="always", name=_ALWAYS[wish.deed], kind="allow_always"))
        options.append(PermissionOption(option_id="reject", name="Reject", kind="reject_once"))
        return options

    def learn(self, wish: Wish, chosen: str, offered: Sequence[PermissionOption]) -> bool:
        """Whether the chosen answer allows it; "always" is remembered. An answer nobody offered is a no."""
        if chosen not in {option.option_id for option in offered}:
            return False
        if chosen == "always":
            self._granted.add((wish.deed, wish.subject))
        return chosen in ("allow", "always")

    def state(self) -> SessionModeState:
        return SessionModeState(current_mode_id=self.mode, available_modes=list(MODES))
