"""terminal/*."""

from collections.abc import Callable

__all__ = ["OutputListener"]

OutputListener = Callable[[str, str, str], None]
"""(session id, terminal id, text), in the loop's thread, as it comes."""
