"""The names by which a model calls the tools of servers: unique, and within what providers accept.

A name once given stays with its tool for the session, whatever is listed later, because the model has seen
it. Pure bookkeeping; knows neither servers nor the model.
"""

import hashlib
import re
from collections.abc import Collection
from typing import Final

__all__ = ["Names"]

LONGEST: Final = 64
MOST_REMEMBERED: Final = 4096
_OTHER: Final = re.compile(r"[^A-Za-z0-9_-]")


class Names:
    def __init__(self, reserved: Collection[str] = ()) -> None:
        self._reserved = frozenset(reserved)
        self._given: dict[tuple[int, str], str] = {}
        self._taken: set[str] = set()

    def give(self, position: int, server: str, tool: str) -> str:
        """The name of a server's tool; `position` tells servers of the same name apart."""
        known = self._given.get((position, tool))
        if known is not None:
            return known
        base = _base(server, tool)
        name, attempt = base, 0
        while len(name) > LONGEST or name in self._taken or name in self._reserved:
            mark = hashlib.sha256(repr((position, server, tool, attempt)).encode()).hexdigest()[:8]
            name = f"{base[: LONGEST - 9]}_{mark}"
            attempt += 1
        self._given[position, tool] = name
        self._taken.add(name)
        return name

    def forget(self, kept: Collection[str]) -> None:
        """Drop names of tools long gone, if a server has made up too many."""
        if len(self._given) <= MOST_REMEMBERED:
            return
        self._given = {tool: name for tool, name in self._given.items() if name in kept}
        self._taken = set(self._given.values())


def _base(server: str, tool: str) -> str:
    name = f"{_OTHER.sub('_', server[:256]) or 'server'}__{_OTHER.sub('_', tool)}"
    # Some providers want a letter or an underscore at the front.
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"
