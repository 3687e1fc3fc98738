"""What a slash command is, and what the turn that runs it offers. Knows no tool, no model and no client."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from understudy.chat.prompt.link_targets import LinkTarget

__all__ = ["CommandContext", "SlashCommand", "ToolOutcome"]


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """How a tool call ended."""

    failed: bool
    text: str
    """What a model would be told."""
    output: Any = None
    """The tool's result as plain data, or the error's `{error, code, details}`; None if there is neither."""
    user_message: str = ""
    """What a person is told of a failure, if that was written for them."""


class CommandContext(Protocol):
    """The turn as a command sees it. The session implements it."""

    @property
    def roots(self) -> Sequence[str]:
        """Canonical paths, the primary one first."""
        ...

    @property
    def model(self) -> str | None: ...

    @property
    def models(self) -> Sequence[str]:
        """Those that can be chosen."""
        ...

    @property
    def linked_files(self) -> Sequence[LinkTarget]:
        """The files that are attached to the message."""
        ...

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> ToolOutcome:
        """Call a tool as the model would: shown to the client, and asked about where the mode says so.

        Never raises for what goes wrong in the tool.
        """
        ...

    async def reply(self, text: str) -> None:
        """Markdown for the user."""
        ...

    async def choose_model(self, spec: str) -> None:
        """Raises ModelError with a message for the user."""
        ...


@dataclass(frozen=True, slots=True)
class SlashCommand:
    name: str
    description: str
    hint: str | None
    """What may stand behind the name; None if nothing may."""
    run: Callable[[CommandContext, str], Awaitable[None]]

    @property
    def usage(self) -> str:
        return f"/{self.name}" if self.hint is None else f"/{self.name} {self.hint}"
