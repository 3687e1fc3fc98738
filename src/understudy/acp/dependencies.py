"""What the agent is given by the program that starts it: the session store, the models, and the keys.

Only types and callables, so that nothing is loaded before it is used.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from understudy.settings import ChatSettings, CommandSettings, HooksConfig, PermissionRule

if TYPE_CHECKING:
    from pathlib import Path

    from understudy.chat import Accounting, ChatResources, LeaseTerms, SessionStore
    from understudy.models import Model
    from understudy.nes import NesSetup
    from understudy.workspace.commands import ControlGroup

__all__ = [
    "Accounts",
    "AuthRequired",
    "ChatDependencies",
    "Hosting",
    "ModelSetup",
    "NesDependencies",
    "NotReady",
]


class AuthRequired(Exception):
    """A provider's key is missing or wrong. The message says what to do."""


class NotReady(Exception):
    """The agent cannot work with its settings. The message says what to fix."""


class Accounts(Protocol):
    """The keys of providers, which are never exposed. Every method may block on the disk."""

    def from_environment(self) -> str | None:
        """Use a key from the environment; return the name of its provider, or None if there is no key."""
        ...

    def stored(self) -> str | None:
        """The name of a provider whose key is stored, or None if there is none."""
        ...

    def forget(self) -> None:
        """Delete stored keys, and ignore those of the environment until this process ends."""
        ...


class Hosting(Struct, frozen=True, kw_only=True):
    """How an agent serves a user over a network.

    It uses neither the files nor the terminals of the client, whose machine is another one, and the keys of the
    providers are the server's: a client can neither log in nor log out.
    """

    user: str
    roots: tuple[str, ...]
    """The folders of this server that the user may work in."""
    allows_mcp: bool = False
    """Whether the client may name MCP servers, which the server then starts or connects to."""


class ModelSetup(Protocol):
    """Lets a client choose the provider, the key and the model of a user who runs the agent for themselves."""

    def describe(self) -> dict[str, object]:
        """The providers, the model in use, and the path of the settings. May block on the disk."""
        ...

    async def local_servers(self) -> list[dict[str, object]]: ...

    async def list_models(self, provider: str, api_key: str | None, base_url: str | None) -> list[str]:
        """Raises ModelError."""
        ...

    def use(self, provider: str, model: str, api_key: str | None, base_url: str | None) -> str:
        """Store the key and the model; return its full name. May block. Raises NotReady or ModelError."""
        ...


class ChatDependencies(Struct, frozen=True, kw_only=True, eq=False):
    open_store: "Callable[[], SessionStore]"
    owner: str = ""
    """Whose sessions the client sees; "" is the user of a local installation."""
    lease_terms: "LeaseTerms | None" = None
    """On which terms sessions are leased, if other processes may want them; None leases nothing."""
    accounts: Accounts
    check_model: Callable[[str], None]
    """Raises ModelError for an unknown name, or if the key of its provider is missing."""
    open_model: "Callable[[str], Model]"
    uses_key: Callable[[str], bool] = lambda _: True
    """Whether a key is sent with the requests of that model; a model on this machine may need none."""
    settings: ChatSettings = ChatSettings()
    model_setup: ModelSetup | None = None
    """None if clients do not set models up."""
    config_file: str | None = None
    """The file in which the user can set a model."""
    commands: CommandSettings = CommandSettings()
    private_folders: tuple[str, ...] = ()
    """Folders that no session may use: they contain keys and sessions."""
    trusted_folders_file: "Path | None" = None
    """Where the folders are remembered whose instructions the user trusts; None remembers nothing."""
    permission_rules: tuple[PermissionRule, ...] = ()
    """What the user allowed for good."""
    change_permission_rule: Callable[[PermissionRule, bool], None] | None = None
    """Adds a rule to the user's configuration (True) or removes it (False); None stores nothing."""
    hooks: HooksConfig = HooksConfig()
    """Commands of the user that run by themselves."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    """Environment variables of MCP servers."""
    resources: "ChatResources | None" = None
    """What other agents of this process share; None if the agent has its own, which it then closes."""
    accounting: "Accounting | None" = None
    make_command_group: "Callable[[], ControlGroup | None] | None" = None
    """Makes the control group of a session's commands; None makes none."""

    def __repr__(self) -> str:
        return "ChatDependencies(…)"  # the environment must not get into a log


class NesDependencies(Struct, frozen=True, kw_only=True, eq=False):
    """The dependencies of next edit suggestions: nothing of the chat, so that each works alone."""

    setup: "NesSetup"
    accounts: Accounts | None = None
    """The keys of the model; None if no engine of this setup needs one."""

    def __repr__(self) -> str:
        return "NesDependencies(…)"
