"""The dependencies of the next-edit service: the user's settings and the client's capabilities.

Only values, callables and protocols; nothing here loads an engine, reads a file or knows a connection.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from msgspec import Struct, field

from understudy.nes.clock import Clock, RealClock
from understudy.nes.engine_api import Engine, EngineResult, Situation, SuggestionKind, WorkspaceTexts
from understudy.nes.limits import SYMBOLIC_ENGINE_CPU_S
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
    "PrewarmableModel",
    "RefreshableWorkspaceTexts",
]

Dialect = Literal["today", "seed"]


class ModelEngine(Protocol):
    """An engine that sends requests to a model. Each session has its own."""

    async def propose(self, situation: Situation) -> EngineResult: ...

    async def close(self) -> None: ...


@runtime_checkable
class PrewarmableModel(Protocol):
    """A model engine whose server can evaluate a text before a suggestion is requested."""

    def prewarm(self, situation: Situation) -> None:
        """Start it if it saves time, and return at once."""
        ...


class RefreshableWorkspaceTexts(WorkspaceTexts, Protocol):
    """Workspace texts that scan the disk in the background. Each session has its own."""

    def refresh(self, near: str | None = None) -> None:
        """Start a scan for changed files, beginning near that document. Does not block."""
        ...

    def wait_until_usable(self, seconds: float) -> bool:
        """Wait up to `seconds` until the files are known, from a scan that has ended or from an earlier start;
        return whether they are."""
        ...

    def one_request(self) -> AbstractContextManager[None]:
        """Within it, what was compared with the disk counts as current."""
        ...

    def close(self) -> None:
        """May block for a moment until the scan stops."""
        ...


OpenWorkspaceTexts = Callable[
    [Sequence[str], "Mapping[str, Document]", Mapping[str, TextSnapshot]], RefreshableWorkspaceTexts
]
"""The arguments are the URIs of the workspace folders, the open documents and the recent texts from requests. The
session goes on changing both mappings."""


class NesSetup(NesOptions, frozen=True, kw_only=True, eq=False):
    """The initial options of a session, and the parts that the service is built from."""

    feedback_file: str | None = None
    """The file that keeps which suggestions were accepted and rejected. Without it nothing is kept."""
    index_folder: str | None = None
    """The folder that keeps the index of the workspace between starts. Without it nothing is kept."""
    open_model: Callable[[], ModelEngine] | None = None
    """None if no model is configured: only the symbolic engine is available then."""
    model_name: str = ""
    """The name to display."""
    missing_key_message: Callable[[], str | None] = lambda: None
    """Returns a sentence with the fix if the key of the model is missing."""
    private_folders: tuple[str, ...] = ()
    """Folders that are never read, because they hold keys and sessions."""
    open_engine: Callable[[], Engine] | None = None
    """Replaces the symbolic engine. Lines are completed then only by an engine of `open_completion`."""
    open_completion: Callable[[], Engine] | None = None
    """Replaces the completion engine."""
    open_workspace_texts: OpenWorkspaceTexts | None = None
    """Replaces the index of the workspace files."""
    clock: Clock = field(default_factory=RealClock)
    """The clock by which pauses of the user are measured."""
    engine_cpu_s: float = SYMBOLIC_ENGINE_CPU_S
    """Processor time that the symbolic engine may take for a request. Tests set more, for slow machines."""


class NesClientCapabilities(Struct, frozen=True, kw_only=True):
    encoding: PositionEncoding = "utf-16"
    supported_kinds: frozenset[SuggestionKind] = frozenset({"edit"})
    """The kinds that the client can show; `edit` is always one of them."""
    dialect: Dialect = "today"
    """A client of the seed dialect gets renames and search-and-replace as actions."""
    applies_everywhere: bool = False
    """Whether the client applies a suggestion at all its places, also in files that are not open."""
    supports_boolean_options: bool = True
    """Whether the client shows boolean options; otherwise they are sent as a select with two values."""
