"""An agent that has been connected: what it said of itself, and all that is said to it. Made by `connect`.

Every method raises ClientError and its kinds; NotSupported before anything is sent.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.client.authentication import Authentication
from understudy.client.conversations import Conversations
from understudy.client.desk import Desk
from understudy.client.errors import BadAgent
from understudy.client.register import Register
from understudy.client.roots import Folder, Roots
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.client.editor import Editor

__all__ = ["Connection"]

T = TypeVar("T")


class Connection(Conversations):
    """A Line, and all that is said over it."""

    def __init__(
        self,
        agent: acp.InitializeResponse,
        desk: Desk,
        register: Register,
        authentication: Authentication,
        encodings: Sequence[acp.PositionEncodingKind],
        log: Callable[[], str],
        notice: Callable[[str], None],
        fence: Roots | None,
    ) -> None:
        super().__init__(desk, register, notice, fence)
        self.agent = agent
        self._authentication = authentication
        self._encodings = encodings
        self._log = log

    @property
    def capabilities(self) -> acp.AgentCapabilities:
        return self.agent.agent_capabilities

    @property
    def info(self) -> acp.Implementation | None:
        return self.agent.agent_info

    @property
    def auth_methods(self) -> Sequence[acp.AuthMethod]:
        """The ways to authenticate that can be used here."""
        return self._authentication.methods

    @property
    def log_tail(self) -> str:
        """The last of what the agent wrote to its standard error."""
        return self._log()

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        return self.capabilities.position_encoding or "utf-16"

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        return await self._call(method, params, result, timeout=timeout)

    async def tell(self, method: str, params: object) -> None:
        await self._desk.calling.tell(method, params)

    # Who is asking, and by which provider it is answered.

    async def authenticate(self, method_id: str) -> None:
        await self._authentication.authenticate(method_id)

    async def logout(self) -> None:
        self._gate.logout()
        await self.call("logout", acp.LogoutRequest(), acp.LogoutResponse)

    async def providers(self) -> Sequence[acp.ProviderInfo]:
        self._gate.providers()
        answer = await self.call("providers/list", acp.ListProvidersRequest(), acp.ListProvidersResponse)
        return answer.providers

    async def set_provider(self, request: acp.SetProviderRequest) -> None:
        self._gate.providers()
        await self.call("providers/set", request, acp.SetProviderResponse)

    async def disable_provider(self, provider_id: str) -> None:
        self._gate.providers()
        request = acp.DisableProviderRequest(provider_id=provider_id)
        await self.call("providers/disable", request, acp.DisableProviderResponse)

    # Next edits.

    def editor(self, roots: Sequence[Folder], **more: Any) -> "Editor":
        """An editor's documents and the agent's suggestions for them; see Editor for what it takes."""
        from understudy.client.editor import Editor  # not everybody edits

        self._gate.nes()
        if self.encoding != "utf-16" and self.encoding not in self._encodings:
            raise BadAgent(f"The agent counts positions in {self.encoding}, which it was not offered.")
        return Editor(self, roots, **more)
