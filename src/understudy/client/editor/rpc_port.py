"""The line to an agent, as the parts of the client see it: calls, tellings, and what the agent said it can do.

The connection is one; tests may have another. Knows no session and no document.
"""

from typing import Protocol, TypeVar

from understudy.schema import acp

__all__ = ["RpcPort"]

T = TypeVar("T")


class RpcPort(Protocol):
    @property
    def agent(self) -> acp.InitializeResponse:
        """What the agent answered to `initialize`."""
        ...

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        """The unit of every position on this line, as agreed."""
        ...

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Ask, and await the answer. Where the agent wants authentication, it is seen to, and asked once more.

        Raises ClientError; a caller that is cancelled takes its question back.
        """
        ...

    async def notify(self, method: str, params: object) -> None:
        """Say something that has no answer. Raises AgentGone once the agent has ended."""
        ...
