"""The names by which a model calls the tools of servers: unique, and within what providers accept.

A name once given stays with its tool for the session, whatever is listed later, because the model has seen
it. Pure bookkeeping; knows neither servers nor the model.
"""

import hashlib
import re
from collections.abc import Collection
from typing import Final

__all__ = ["ToolNames"]

MAX_TOOL_NAME_CHARS: Final = 64
MAX_REMEMBERED_TOOL_NAMES: Final = 4096
_INVALID_NAME_CHARS: Final = re.compile(r"[^A-Za-z0-9_-]")


class ToolNames:
    def __init__(self, reserved: Collection[str] = ()) -> None:
        self._reserved = frozenset(reserved)
        self._assigned: dict[tuple[int, str], str] = {}
        self._used: set[str] = set()

    def assign(self, position: int, server: str, tool: str) -> str:
        """The name of a server's tool; `position` tells servers of the same name apart."""
        known = self._assigned.get((position, tool))
        if known is not None:
            return known
        base = _qualified_name(server, tool)
        name, attempt = base, 0
        while len(name) > MAX_TOOL_NAME_CHARS or name in self._used or name in self._reserved:
            mark = hashlib.sha256(repr((position, server, tool, attempt)).encode()).hexdigest()[:8]
            name = f"{base[: MAX_TOOL_NAME_CHARS - 9]}_{mark}"
            attempt += 1
        self._assigned[position, tool] = name
        self._used.add(name)
        return name

    def prune(self, used_names: Collection[str]) -> None:
        """Drop names of tools long gone, if a server has made up too many."""
        if len(self._assigned) <= MAX_REMEMBERED_TOOL_NAMES:
            return
        self._assigned = {tool: name for tool, name in self._assigned.items() if name in used_names}
        self._used = set(self._assigned.values())


def _qualified_name(server: str, tool: str) -> str:
    name = f"{_INVALID_NAME_CHARS.sub('_', server[:256]) or 'server'}__{_INVALID_NAME_CHARS.sub('_', tool)}"
    # Some providers want a letter or an underscore at the front.
    return name if name[0].isalpha() or name[0] == "_" else f"_{name}"
