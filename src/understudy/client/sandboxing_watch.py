"""What git trusts in the roots and no mount holds: looked at before a sandboxed agent starts and after its end.

A sandbox can hold a file that is there; it cannot hold one that is not (`.git/commondir` makes git obey another
configuration), nor the folder above it, nor more repositories than it has mounts for. Nothing is undone: people
work in the same repositories meanwhile. They are told.
"""

import contextlib
import itertools
import os
from collections.abc import Collection, Sequence
from typing import Final

from understudy.workspace.commands.repository import Guarded

__all__ = ["Watch"]

MOST_ENTRIES: Final = 200
"""Of a folder of hooks."""


class Watch:
    def __init__(self, guarded: Sequence[Guarded], held: Collection[str]) -> None:
        """`held`: paths that the agent cannot write to; what people do there is their own affair."""
        self._folders = {place.path: _identity(place.path) for place in guarded}
        paths = [os.path.join(place.path, name) for place in guarded for name in place.names]
        self._files = {path: _state(path) for path in paths if path not in held}

    def changed(self) -> list[str]:
        """What is not what it was."""
        moved = [path for path, before in self._folders.items() if _identity(path) != before]
        return sorted(moved + [path for path, before in self._files.items() if _state(path) != before])


def _identity(path: str) -> tuple[int, ...] | None:
    marks = _marks(path)
    return None if marks is None else marks[:2]


def _state(path: str) -> object:
    """Whatever differs if it was written, replaced, made or removed; a time that nobody can set is part of it."""
    own = _marks(path)
    below: list[str] = []
    with contextlib.suppress(OSError), os.scandir(path) as entries:  # one file, or nothing
        below = sorted(entry.path for entry in itertools.islice(entries, MOST_ENTRIES))
    return own, [(name, _marks(name)) for name in below]


def _marks(path: str) -> tuple[int, ...] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mode, found.st_size, found.st_ctime_ns
