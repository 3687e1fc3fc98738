"""A dict with a maximum number of entries: adding one more evicts the oldest. Knows no time and no sizes."""

from collections.abc import Callable
from typing import TypeVar

__all__ = ["BoundedDict"]

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(dict[K, V]):
    """Assigning a key makes its entry the newest, even if the key exists. Reading an entry does not.

    Only `d[key] = value` enforces the limit; `update`, `setdefault` and `|=` bypass it.
    """

    def __init__(self, max_entries: int, on_evict: Callable[[K], object] | None = None) -> None:
        super().__init__()
        self._max_entries = max_entries
        self._on_evict = on_evict

    def __setitem__(self, key: K, value: V) -> None:
        # Most assignments renew the newest entry. `dict.` takes less time than `super()`.
        if key in self and next(reversed(self)) != key:
            del self[key]
        dict.__setitem__(self, key, value)  # pyright: ignore[reportUnknownMemberType]
        while len(self) > self._max_entries:
            self.evict_oldest()

    def evict_oldest(self) -> K | None:
        """Remove the oldest entry, call `on_evict` with its key and return the key; None if the dict is empty."""
        oldest = next(iter(self), None)
        if oldest is not None:
            del self[oldest]
            if self._on_evict is not None:
                self._on_evict(oldest)
        return oldest
