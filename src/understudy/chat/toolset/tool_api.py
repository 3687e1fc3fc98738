"""What a tool is to a turn: how it is offered, how a call of it is shown, and how it is run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from understudy.chat.permissions import PermissionRequest
from understudy.models import ImagePart, ToolSpec
from understudy.schema.acp import ToolCallContent, ToolCallLocation, ToolKind

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
    """What a person is told of a failure, behind `content`."""
    advice: str = ""
    """What a failure advises the model to do next; part of `text`, and not of `user_message`."""
    content: Sequence[ToolCallContent] = ()
    output: Any = None
    """The tool's result as plain data, or the error's `{error, code, details}`; None if there is neither."""
    locations: Sequence[ToolCallLocation] = ()
    images: Sequence[ImagePart] = ()
    in_terminal: bool = False
    """Whether the client shows it in a terminal of its own, and `content` is for later only."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why something may not be done: `text` for the model, `line` for the person."""

    text: str
    user_message: str

    def to_outcome(self, content: Sequence[ToolCallContent] = ()) -> CallOutcome:
        return CallOutcome(self.text, failed=True, user_message=self.user_message, content=content)


class CallContext(Protocol):
    """What a running call may ask of its turn."""

    @property
    def call_id(self) -> str: ...

    async def authorize(
        self,
        request: PermissionRequest,
        content: Sequence[ToolCallContent] = (),
        *,
        can_remember: bool = True,
    ) -> Rejection | None:
        """None if it is allowed, by the mode or by the user; else why not.

        `always`: whether the user may allow it for later as well.
        """
        ...

    async def report_started(self) -> None:
        """The work itself starts now."""
        ...

    async def report_progress(self, content: Sequence[ToolCallContent]) -> None: ...

    def on_turn_stopped(self, build_outcome: Callable[[], CallOutcome]) -> None:
        """How the call is to be told if its turn ends before it does."""
        ...


class ChatTool(Protocol):
    @property
    def spec(self) -> ToolSpec: ...

    @property
    def read_only(self) -> bool:
        """Whether calls may run beside others."""
        ...

    def describe_call(self, arguments: Any) -> CallPresentation: ...

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome: ...
