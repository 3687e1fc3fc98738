"""What the next-edit service is given: the user's settings, and what the client takes. Only values and callables.

Nothing here loads an engine, reads a file or knows a connection.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from understudy.nes.engine_api import Engine, EngineResult, Situation, SuggestionKind, WorkspaceTexts
from understudy.nes.text import PositionEncoding, TextSnapshot
from understudy.settings import NesOptions

if TYPE_CHECKING:
    from understudy.nes.text import Document

__all__ = [
    "Dialect",
    "ModelEngine",
    "NesClientCapabilities",
    "NesSetup",
    "OpenWorkspaceTexts",
    "RefreshableWorkspaceTexts",
]

Dialect = Literal["today", "seed"]


class ModelEngine(Protocol):
    """An engine that asks a model, so it takes its time. One belongs to one session."""

    async def propose(self, situation: Situation) -> EngineResult: ...

    async def close(self) -> None: ...


class RefreshableWorkspaceTexts(WorkspaceTexts, Protocol):
    """A library that looks at the disk in the background. One belongs to one session."""

    def refresh(self, near: str | None = None) -> None:
        """Look for what is new, beginning near that document. Does not wait."""
        ...

    def wait_for_scan(self, seconds: float) -> bool:
        """Wait so long at most for that look; whether it has ended."""
        ...

    def close(self) -> None:
        """May wait a moment for the reading to end."""
        ...


OpenWorkspaceTexts = Callable[
    [Sequence[str], "Mapping[str, Document]", Mapping[str, TextSnapshot]], RefreshableWorkspaceTexts
]
"""From the URIs of the workspace's folders, the open documents and the texts that the client told; both go on
changing in the session's hands."""


class NesSetup(NesOptions, frozen=True, kw_only=True, eq=False):
    """The options that a session starts with, and what the service is built from."""

    feedback_file: str | None = None
    """The file that keeps which suggestions were accepted and rejected. Without it nothing is kept."""
    open_model: Callable[[], ModelEngine] | None = None
    """None if no model is configured: then there is only the symbolic engine."""
    model_name: str = ""
    """For the user's eyes."""
    missing_key_message: Callable[[], str | None] = lambda: None
    """A sentence that says what to do if the model's key is missing."""
    private_folders: tuple[str, ...] = ()
    """Folders that are never read: keys and sessions are there."""
    open_engine: Callable[[], Engine] | None = None
    """Instead of the symbolic engine."""
    open_workspace_texts: OpenWorkspaceTexts | None = None
    """Instead of the library over the workspace's files."""


class NesClientCapabilities(Struct, frozen=True, kw_only=True):
    encoding: PositionEncoding = "utf-16"
    supported_kinds: frozenset[SuggestionKind] = frozenset({"edit"})
    """What the client takes; `edit` always counts as taken."""
    dialect: Dialect = "today"
    """The seed's client gets renames and replacements as actions."""
    supports_boolean_options: bool = True
    """Whether it shows options that are on or off; else they are a choice of two."""
