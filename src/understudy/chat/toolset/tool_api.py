"""The interface between a tool and a turn: the tool's spec, how a call is shown, how it is run, and its outcome."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from understudy.chat.permissions import PermissionRequest
from understudy.models import ImagePart, ToolSpec
from understudy.schema.acp import ToolCallContent, ToolCallLocation, ToolKind
from understudy.tools import FileChange

__all__ = ["PLAN_TOOL_NAME", "CallContext", "CallOutcome", "CallPresentation", "ChatTool", "Rejection"]

PLAN_TOOL_NAME: Final = "updatePlan"


@dataclass(frozen=True, slots=True)
class CallPresentation:
    """How a call is shown before it runs."""

    title: str
    kind: ToolKind
    locations: Sequence[ToolCallLocation] = ()
    pending_title: str = ""
    """The title while the model is still writing the arguments; `title` if empty."""


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """How a call ended: `text` for the model, the rest for the client and for slash commands."""

    text: str
    failed: bool = False
    user_message: str = ""
    """The message of a failure for a person; shown after `content`."""
    advice: str = ""
    """What the model should do next after a failure; part of `text`, but not of `user_message`."""
    content: Sequence[ToolCallContent] = ()
    output: Any = None
    """The tool's result as plain data, or the error's `{error, code, details}`; None if there is neither."""
    locations: Sequence[ToolCallLocation] = ()
    images: Sequence[ImagePart] = ()
    in_terminal: bool = False
    """Whether the client shows the output in its own terminal, so that `content` is only for a later replay."""
    ending: Literal["stopped", "rejected"] | None = None
    """Why a failed call is no failure: the user stopped it, or it was not permitted."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why an action is not permitted: `text` for the model, `user_message` for the person."""

    text: str
    user_message: str

    def to_outcome(self, content: Sequence[ToolCallContent] = ()) -> CallOutcome:
        return CallOutcome(
            self.text, failed=True, user_message=self.user_message, content=content, ending="rejected"
        )


class CallContext(Protocol):
    """What a turn provides to a running call."""

    @property
    def call_id(self) -> str: ...

    async def authorize(
        self,
        request: PermissionRequest,
        content: Sequence[ToolCallContent] = (),
        *,
        can_remember: bool = True,
    ) -> Rejection | None:
        """Return None if the mode or the user permits the action, otherwise why not.

        `content` is shown in the permission request. `can_remember`: whether the user may also choose "always".
        """
        ...

    async def report_started(self) -> None:
        """Tell the client that the call is in progress."""
        ...

    async def report_progress(self, content: Sequence[ToolCallContent]) -> None: ...

    async def record_change(self, change: FileChange, old_hash: str | None, new_hash: str) -> None:
        """Store what is needed to take a change back. Called before the file is changed."""
        ...

    def on_turn_stopped(self, build_outcome: Callable[[], CallOutcome]) -> None:
        """Set the outcome that is recorded if the turn ends before the call does."""
        ...


class ChatTool(Protocol):
    @property
    def spec(self) -> ToolSpec: ...

    @property
    def read_only(self) -> bool:
        """Whether calls may run in parallel with other read-only calls."""
        ...

    def describe_call(self, arguments: Any) -> CallPresentation: ...

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome: ...
