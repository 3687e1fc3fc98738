"""Limits and timeouts of `understudy.client.session` that a person may want to tune."""

from typing import Final

__all__ = [
    "CANCELLED_TURN_TIMEOUT_S",
    "MAX_EARLY_UPDATES",
    "MAX_EARLY_UPDATE_BYTES",
    "MAX_LIST_PAGES",
    "MAX_REPLAYED_BYTES",
    "MAX_REPLAYED_UPDATES",
    "MAX_TOOL_KINDS",
    "MAX_UNKNOWN_SESSIONS",
]

MAX_UNKNOWN_SESSIONS: Final = 16
"""Sessions that nobody knows, and have updates kept."""
MAX_EARLY_UPDATES: Final = 1024
"""Updates of each."""
MAX_EARLY_UPDATE_BYTES: Final = 64 << 20
"""Of all."""
MAX_REPLAYED_UPDATES: Final = 100_000
"""Updates of a loaded session that are kept; what comes beyond is told to `on_update` alone."""
MAX_REPLAYED_BYTES: Final = 512 << 20
"""On the wire."""
MAX_TOOL_KINDS: Final = 10_000
"""Tool calls of a turn whose kinds are remembered."""
CANCELLED_TURN_TIMEOUT_S: Final = 30.0
"""Seconds that an agent has to end a turn that was cancelled, when the next one is wanted."""
MAX_LIST_PAGES: Final = 10_000
"""Pages of a list, at most: an agent's cursor may never come to an end."""
