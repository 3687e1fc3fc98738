"""What the agent is given by whoever starts it: where sessions are kept, which models there are, whose keys.

Only types and callables, so that nothing is loaded before it is used.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from understudy.settings import ChatSettings

if TYPE_CHECKING:
    from understudy.chat import SessionStore
    from understudy.models import Model
    from understudy.nes import NesSetup

__all__ = ["Accounts", "AuthRequired", "ChatDependencies", "NesDependencies", "NotReady"]


class AuthRequired(Exception):
    """A provider's key is missing or wrong. The message says what to do."""


class NotReady(Exception):
    """The agent cannot work as it is set up. The message says what to mend."""


class Accounts(Protocol):
    """The keys of providers. They are never handed to anybody here. Every method may wait for the disk."""

    def from_environment(self) -> str | None:
        """Use a key that is in the environment: the provider's name, or None if there is no such key."""
        ...

    def stored(self) -> str | None:
        """The name of a provider whose key is stored, or None if there is none."""
        ...

    def forget(self) -> None:
        """Forget stored keys, and those of the environment for as long as this process lives."""
        ...


class ChatDependencies(Struct, frozen=True, kw_only=True, eq=False):
    open_store: "Callable[[], SessionStore]"
    accounts: Accounts
    check_model: Callable[[str], None]
    """Raises ModelError for a name that nobody knows, or whose provider's key is missing."""
    open_model: "Callable[[str], Model]"
    settings: ChatSettings = ChatSettings()
    config_file: str | None = None
    """Where the user can name a model."""
    sandbox: str = "auto"
    inherited_variables: tuple[str, ...] = ()
    private_folders: tuple[str, ...] = ()
    """Folders that no session may work in: keys and sessions are there."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """What MCP servers inherit."""

    def __repr__(self) -> str:
        return "ChatDependencies(…)"  # the environment is nobody's to read in a log


class NesDependencies(Struct, frozen=True, kw_only=True, eq=False):
    """What the next edit suggestions are given: nothing of the chat's, so that each can be had alone."""

    setup: "NesSetup"
    accounts: Accounts | None = None
    """Whose key the model has; None if no engine of this set-up ever needs one."""

    def __repr__(self) -> str:
        return "NesDependencies(…)"
