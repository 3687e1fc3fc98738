"""Permission rules: what a session may do without asking. Owns the modes and the "always" grants of the user.

Does not ask: `turn.tool_runner` sends the permission request to the client.

| mode      | reading | changing files | protected paths | commands, MCP tools |
|-----------|---------|----------------|-----------------|---------------------|
| read-only | allowed | rejected       | rejected        | rejected (a)        |
| ask       | allowed | asks           | asks            | asks                |
| edit      | allowed | allowed        | asks            | asks                |
| full      | allowed | allowed        | allowed         | allowed             |

(a) an MCP tool that its server declares read-only asks. An "always" grant holds until the session is closed, never
for protected paths, and is not stored. A rule of the user's configuration (`permission_rules`) does the same in its
folder, and is stored.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Final

from understudy.chat.permission_rules import Action, PermissionRules, parse_simple_command
from understudy.schema.acp import PermissionOption, SessionMode, SessionModeState
from understudy.settings import PermissionRule

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
"""The modes, each more permissive than the one before it."""

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
    FETCH = "fetch"


class Decision(Enum):
    ALLOW = "allow"
    ASK = "ask"
    REJECT = "refuse"


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """An action that a tool needs permission for."""

    kind: ActionKind
    grant_key: str = ""
    """The key of an "always" grant: a command with its folder, or the name of an MCP tool; "" for file changes."""
    protected_reason: str | None = None
    """Why the path is protected; None if it is not."""
    read_only_hint: bool = False
    """Whether an MCP server declares its tool read-only."""
    action: Action | None = None
    """What rules compare; None if no rule may allow it."""

    def lasting_rule(self) -> PermissionRule | None:
        """Return the rule that would allow exactly this from now on; None if no rule can."""
        action = self.action
        if action is None or self.protected_reason is not None:
            return None
        if action.path is not None:
            return PermissionRule(action.folder, action.tool)
        if self.kind is ActionKind.RUN:
            words = None if action.command is None else parse_simple_command(action.command)
            return (
                None if words is None else PermissionRule(action.folder, action.tool, command=action.command)
            )
        return PermissionRule(action.folder, action.tool)


_ALWAYS_OPTION_NAMES: Final = {
    ActionKind.EDIT: "Always allow file changes in this session",
    ActionKind.RUN: "Always allow this command in this session",
    ActionKind.MCP_TOOL: "Always allow this tool in this session",
    ActionKind.FETCH: "Always allow this site in this session",
}


def _lasting_option_name(rule: PermissionRule) -> str:
    folder = os.path.basename(rule.folder) or rule.folder
    if rule.command is not None:
        return f"Always allow “{rule.command[:60]} …” in {folder}"
    return f"Always allow {rule.tool} in {folder}"


@dataclass(slots=True)
class Permissions:
    mode: Mode = Mode.ASK
    rules: PermissionRules = field(default_factory=PermissionRules)
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
        if request.action is not None and self.rules.allows(request.action):
            return Decision.ALLOW
        return Decision.ALLOW if request.kind is ActionKind.EDIT and self.mode is Mode.EDIT else Decision.ASK

    def answer_options(self, request: PermissionRequest) -> list[PermissionOption]:
        """The options of a permission request. There is no "always" for a protected path."""
        options = [PermissionOption(option_id="allow", name="Allow", kind="allow_once")]
        if request.protected_reason is None and self.mode is not Mode.READ_ONLY:
            options.append(
                PermissionOption(
                    option_id="always", name=_ALWAYS_OPTION_NAMES[request.kind], kind="allow_always"
                )
            )
            if self.rules.can_store and (rule := request.lasting_rule()) is not None:
                options.append(
                    PermissionOption(
                        option_id="always_folder", name=_lasting_option_name(rule), kind="allow_always"
                    )
                )
        options.append(PermissionOption(option_id="reject", name="Reject", kind="reject_once"))
        return options

    def apply_answer(
        self, request: PermissionRequest, option_id: str, offered: Sequence[PermissionOption]
    ) -> bool:
        """Return whether the chosen option allows the action, and record an "always" grant.

        An option that was not offered rejects the action.
        """
        if option_id not in {option.option_id for option in offered}:
            return False
        if option_id == "always":
            self._always_allowed.add((request.kind, request.grant_key))
        return option_id in ("allow", "always", "always_folder")

    def session_grants(self) -> list[str]:
        """The "always" grants of this session, as the user would name them."""
        return [
            f"{kind.value}: {key}" if key else "file changes"
            for kind, key in sorted(self._always_allowed, key=str)
        ]

    def mode_state(self) -> SessionModeState:
        return SessionModeState(current_mode_id=self.mode, available_modes=list(SESSION_MODES))
