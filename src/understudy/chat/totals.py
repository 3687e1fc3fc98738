"""What the requests of a turn cost together, and how full the model's window was in the end."""

from dataclasses import dataclass, field

from understudy.models.port import TokenUsage
from understudy.schema.acp import Usage

__all__ = ["UsageTotals"]


@dataclass(slots=True)
class UsageTotals:
    requests: int = 0
    window_used: int | None = None
    """Tokens of the window that the last request took with its answer."""
    window_size: int | None = None
    """The window's own."""
    _sum: TokenUsage = field(default_factory=TokenUsage)

    def add(self, usage: TokenUsage) -> None:
        self.requests += 1
        one = self._sum
        self._sum = TokenUsage(
            one.input + usage.input,
            one.output + usage.output,
            one.thought + usage.thought,
            one.cache_read + usage.cache_read,
            one.cache_write + usage.cache_write,
        )

    def usage(self) -> Usage | None:
        if not self.requests:
            return None
        spent = self._sum
        return Usage(
            total_tokens=spent.input + spent.output,
            input_tokens=spent.input,
            output_tokens=spent.output,
            thought_tokens=spent.thought or None,
            cached_read_tokens=spent.cache_read or None,
            cached_write_tokens=spent.cache_write or None,
        )
