"""What a tool is to a turn: how it is offered, how a call of it is shown, and how it is run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from understudy.chat.permissions import Wish
from understudy.models.port import ImagePart, ToolSpec
from understudy.schema.acp import ToolCallContent, ToolCallLocation, ToolKind

__all__ = ["Appearance", "Context", "Outcome", "Usable"]


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
    content: Sequence[ToolCallContent] = ()
    output: Any = None
    locations: Sequence[ToolCallLocation] = ()
    images: Sequence[ImagePart] = ()


class Context(Protocol):
    """What a running call may ask of its turn."""

    @property
    def call_id(self) -> str: ...

    async def allow(self, wish: Wish, content: Sequence[ToolCallContent] = ()) -> str | None:
        """None if it is allowed, by the mode or by the user; else why not, for the model."""
        ...

    async def begin(self) -> None:
        """The work itself starts now."""
        ...

    async def progress(self, content: Sequence[ToolCallContent]) -> None: ...


class Usable(Protocol):
    @property
    def spec(self) -> ToolSpec: ...

    @property
    def read_only(self) -> bool:
        """Whether calls may run beside others."""
        ...

    def appear(self, arguments: Any) -> Appearance: ...

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome: ...
