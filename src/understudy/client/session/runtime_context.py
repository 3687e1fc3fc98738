"""Runtime context: what a caller's provider says of the moment, asked afresh for each turn and kept nowhere."""

from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable

from understudy.client.capabilities import CapabilityChecks
from understudy.schema import acp

__all__ = ["ContextProvider", "RuntimeContext"]

ContextProvider = Callable[[], Sequence[acp.RuntimeContextItem] | Awaitable[Sequence[acp.RuntimeContextItem]]]
"""Asked before every prompt."""


class RuntimeContext:
    def __init__(
        self, checks: CapabilityChecks, provider: ContextProvider | None, on_notice: Callable[[str], None]
    ) -> None:
        if provider is not None and not checks.accepts_runtime_context:
            on_notice(
                "The agent takes no runtime context (it does not advertise sessionCapabilities.runtimeContext): "
                "none is sent."
            )
            provider = None
        self._checks = checks
        self._provider = provider

    def require_supported(self, extra: Sequence[acp.RuntimeContextItem]) -> None:
        """Raises NotSupported if these cannot be sent."""
        self._checks.require_runtime_context(extra)

    async def collect_items(self, extra: Sequence[acp.RuntimeContextItem]) -> list[acp.RuntimeContextItem]:
        """What goes with the next prompt: the provider's, then those of this prompt alone."""
        if self._provider is None:
            return list(extra)
        given = self._provider()
        return [*(await given if isawaitable(given) else given), *extra]
