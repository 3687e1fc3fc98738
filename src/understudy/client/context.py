"""Runtime context: what a caller's provider says of the moment, asked afresh for each turn and kept nowhere."""

from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable

from understudy.client.capabilities import Gate
from understudy.schema import acp

__all__ = ["Context", "Provider"]

Provider = Callable[[], Sequence[acp.RuntimeContextItem] | Awaitable[Sequence[acp.RuntimeContextItem]]]
"""Asked before every prompt."""


class Context:
    def __init__(self, gate: Gate, provider: Provider | None, notice: Callable[[str], None]) -> None:
        if provider is not None and not gate.takes_context:
            notice(
                "The agent takes no runtime context (it does not advertise sessionCapabilities.runtimeContext): "
                "none is sent."
            )
            provider = None
        self._gate = gate
        self._provider = provider

    def check(self, extra: Sequence[acp.RuntimeContextItem]) -> None:
        """Raises NotSupported if these cannot be sent."""
        self._gate.context(extra)

    async def items(self, extra: Sequence[acp.RuntimeContextItem]) -> list[acp.RuntimeContextItem]:
        """What goes with the next prompt: the provider's, then those of this prompt alone."""
        if self._provider is None:
            return list(extra)
        given = self._provider()
        return [*(await given if isawaitable(given) else given), *extra]
