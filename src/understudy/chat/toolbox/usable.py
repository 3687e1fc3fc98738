"""What a tool is to a turn: how it is offered, how a call of it is shown, and how it is run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from understudy.chat.permissions import Wish
from understudy.models.port import ImagePart, ToolSpec
from understudy.schema.acp import ToolCallContent, ToolCallLocation, ToolKind

__all__ = ["Appearance", "Context", "Outcome", "Refusal", "Usable"]


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a call is shown before it runs."""

    title: str
    kind: ToolKind
    locations: Sequence[ToolCallLocation] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: `text` for the model, the rest for the client."""

    text: str
    failed: bool = False
    line: str = ""
    """What a person is told of a failure, behind `content`."""
    content: Sequence[ToolCallContent] = ()
    output: Any = None
    locations: Sequence[ToolCallLocation] = ()
    images: Sequence[ImagePart] = ()
    in_terminal: bool = False
    """Whether the client shows it in a terminal of its own, and `content` is for later only."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be done: `text` for the model, `line` for the person."""

    text: str
    line: str

    def outcome(self, content: Sequence[ToolCallContent] = ()) -> Outcome:
        return Outcome(self.text, failed=True, line=self.line, content=content)


class Context(Protocol):
    """What a running call may ask of its turn."""

    @property
    def call_id(self) -> str: ...

    async def allow(
        self, wish: Wish, content: Sequence[ToolCallContent] = (), *, always: bool = True
    ) -> Refusal | None:
        """None if it is allowed, by the mode or by the user; else why not.

        `always`: whether the user may allow it for later as well.
        """
        ...

    async def begin(self) -> None:
        """The work itself starts now."""
        ...

    async def progress(self, content: Sequence[ToolCallContent]) -> None: ...

    def if_stopped(self, so_far: Callable[[], Outcome]) -> None:
        """How the call is to be told if its turn ends before it does."""
        ...


class Usable(Protocol):
    @property
    def spec(self) -> ToolSpec: ...

    @property
    def read_only(self) -> bool:
        """Whether calls may run beside others."""
        ...

    def appear(self, arguments: Any) -> Appearance: ...

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome: ...
