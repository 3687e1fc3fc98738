"""A connected agent: its capabilities, its sessions, authentication, providers and editors. Made by `connect`.

Every method raises ClientError or a subclass, and NotSupported before anything is sent.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.client.authentication import Authentication
from understudy.client.errors import BadAgent
from understudy.client.roots import Folder, Roots
from understudy.client.session import SessionHost, SessionLifecycle, SessionRegistry
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.client.editor import Editor

__all__ = ["Connection"]

T = TypeVar("T")


class Connection(SessionLifecycle):
    """The sessions of a connection (`SessionLifecycle`) and everything else that is sent to the agent.

    Example: `async with connect(["understudy", "acp"]) as agent: print(agent.info)`.
    """

    def __init__(
        self,
        agent: acp.InitializeResponse,
        host: SessionHost,
        registry: SessionRegistry,
        authentication: Authentication,
        offered_encodings: Sequence[acp.PositionEncodingKind],
        read_log: Callable[[], str],
        on_notice: Callable[[str], None],
        sandbox_roots: Roots | None,
    ) -> None:
        super().__init__(host, registry, on_notice, sandbox_roots)
        self.agent = agent
        """The agent's response to `initialize`."""
        self._authentication = authentication
        self._offered_encodings = offered_encodings
        self._read_log = read_log

    @property
    def capabilities(self) -> acp.AgentCapabilities:
        return self.agent.agent_capabilities

    @property
    def info(self) -> acp.Implementation | None:
        return self.agent.agent_info

    @property
    def auth_methods(self) -> Sequence[acp.AuthMethod]:
        """The agent's authentication methods that can be used here."""
        return self._authentication.methods

    @property
    def log_tail(self) -> str:
        """The end of the agent's standard error."""
        return self._read_log()

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        """The unit of positions on this connection."""
        return self.capabilities.position_encoding or "utf-16"

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Send a request that has no method of its own here, and return its response."""
        return await self._call(method, params, result, timeout=timeout)

    async def notify(self, method: str, params: object) -> None:
        """Send a notification that has no method of its own here."""
        await self._host.calls.notify(method, params)

    # Authentication and providers.

    async def authenticate(self, method_id: str) -> None:
        await self._authentication.authenticate(method_id)

    async def logout(self) -> None:
        self._checks.require_logout()
        await self.call("logout", acp.LogoutRequest(), acp.LogoutResponse)

    async def auth_status(self) -> acp.AuthStatusResponse:
        """Whether the agent has the login that it needs. A state that is not known counts as `unknown`."""
        self._checks.require_auth_status()
        return await self.call("auth/status", acp.AuthStatusRequest(), acp.AuthStatusResponse)

    async def providers(self) -> Sequence[acp.ProviderInfo]:
        self._checks.require_providers()
        answer = await self.call("providers/list", acp.ListProvidersRequest(), acp.ListProvidersResponse)
        return answer.providers

    async def set_provider(self, request: acp.SetProviderRequest) -> None:
        self._checks.require_providers()
        await self.call("providers/set", request, acp.SetProviderResponse)

    async def disable_provider(self, provider_id: str) -> None:
        self._checks.require_providers()
        request = acp.DisableProviderRequest(provider_id=provider_id)
        await self.call("providers/disable", request, acp.DisableProviderResponse)

    # Next edit suggestions.

    def editor(self, roots: Sequence[Folder], **more: Any) -> "Editor":
        """Create an editor: documents, and the agent's suggestions for them. See `Editor` for the arguments."""
        from understudy.client.editor import Editor

        self._checks.require_nes()
        if self.encoding != "utf-16" and self.encoding not in self._offered_encodings:
            raise BadAgent(f"The agent counts positions in {self.encoding}, which it was not offered.")
        return Editor(self, roots, **more)
