"""What the next-edit service is given: the user's settings, and what the client takes. Only values and callables.

Nothing here loads an engine, reads a file or knows a connection.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from understudy.nes.engine_api import Engine, EngineResult, Situation, SuggestionKind, WorkspaceTexts
from understudy.nes.text import TextSnapshot

if TYPE_CHECKING:
    from understudy.nes.text import Document

__all__ = [
    "Dialect",
    "Eagerness",
    "EngineName",
    "ModelEngine",
    "NesClientCapabilities",
    "NesSetup",
    "OpenWorkspaceTexts",
    "PositionEncoding",
    "RefreshableWorkspaceTexts",
]

EngineName = Literal["symbolic", "hybrid", "model"]
Eagerness = Literal["low", "medium", "high"]
Dialect = Literal["today", "seed"]
PositionEncoding = Literal["utf-16", "utf-32", "utf-8"]


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


class NesSetup(Struct, frozen=True, kw_only=True, eq=False):
    enabled: bool = True
    engine: EngineName = "symbolic"
    """What a session begins with. `hybrid` asks the model only where the symbolic engine is silent."""
    eagerness: Eagerness = "medium"
    remember: bool = True
    """Whether taken and refused suggestions count in later sessions."""
    feedback_file: str | None = None
    """Where that is kept. Without it nothing is."""
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
