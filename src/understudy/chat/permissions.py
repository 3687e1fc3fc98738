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

__all__ = [
    "MODES_BY_PERMISSIVENESS",
    "SESSION_MODES",
    "ActionKind",
    "Decision",
    "Mode",
    "PermissionRequest",
    "Permissions",
]


class Mode(StrEnum):
    ASK = "ask"
    EDIT = "edit"
    READ_ONLY = "read-only"
    FULL = "full"


MODES_BY_PERMISSIVENESS: Final = (Mode.READ_ONLY, Mode.ASK, Mode.EDIT, Mode.FULL)
"""The modes, each freer than the one before it."""

SESSION_MODES: Final = (
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


class ActionKind(Enum):
    READ = "read"
    EDIT = "edit"
    RUN = "run"
    MCP_TOOL = "remote"


class Decision(Enum):
    ALLOW = "allow"
    ASK = "ask"
    REJECT = "refuse"


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """Something that a tool wants to do."""

    kind: ActionKind
    grant_key: str = ""
    """What "always" would be remembered for: a command line, a server's tool; nothing for file changes."""
    protected_reason: str | None = None
    """Why the place is protected, if it is."""
    read_only_hint: bool = False
    """Whether a server says of its tool that it only reads."""


_ALWAYS_OPTION_NAMES: Final = {
    ActionKind.EDIT: "Always allow file changes in this session",
    ActionKind.RUN: "Always allow this command in this session",
    ActionKind.MCP_TOOL: "Always allow this tool in this session",
}


@dataclass(slots=True)
class Permissions:
    mode: Mode = Mode.ASK
    _always_allowed: set[tuple[ActionKind, str]] = field(default_factory=set[tuple[ActionKind, str]])

    def decide(self, request: PermissionRequest) -> Decision:
        if request.kind is ActionKind.READ or self.mode is Mode.FULL:
            return Decision.ALLOW
        if self.mode is Mode.READ_ONLY:
            return (
                Decision.ASK
                if request.kind is ActionKind.MCP_TOOL and request.read_only_hint
                else Decision.REJECT
            )
        if request.protected_reason is not None:
            return Decision.ASK
        if (request.kind, request.grant_key) in self._always_allowed:
            return Decision.ALLOW
        return Decision.ALLOW if request.kind is ActionKind.EDIT and self.mode is Mode.EDIT else Decision.ASK

    def answer_options(self, request: PermissionRequest) -> list[PermissionOption]:
        """The answers to choose from. Nobody says "always" to a protected place."""
        options = [PermissionOption(option_id="allow", name="Allow", kind="allow_once")]
        if request.protected_reason is None and self.mode is not Mode.READ_ONLY:
            options.append(
                PermissionOption(
                    option_id="always", name=_ALWAYS_OPTION_NAMES[request.kind], kind="allow_always"
                )
            )
        options.append(PermissionOption(option_id="reject", name="Reject", kind="reject_once"))
        return options

    def apply_answer(
        self, request: PermissionRequest, option_id: str, offered: Sequence[PermissionOption]
    ) -> bool:
        """Whether the chosen answer allows it; "always" is remembered. An answer nobody offered is a no."""
        if option_id not in {option.option_id for option in offered}:
            return False
        if option_id == "always":
            self._always_allowed.add((request.kind, request.grant_key))
        return option_id in ("allow", "always")

    def mode_state(self) -> SessionModeState:
        return SessionModeState(current_mode_id=self.mode, available_modes=list(SESSION_MODES))
