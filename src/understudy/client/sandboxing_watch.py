"""What other programs trust in an agent's reach and no mount holds: copied before the start, put back at the end.

A sandbox can hold a file that is there; it cannot hold one that is not (`.git/commondir` makes git obey another
configuration), nor more repositories than it has mounts for, and Landlock holds none. So it is put back when the
agent has ended, and people are told. They work in the same repositories meanwhile, and it may have been they:
nothing is deleted, it only loses its name.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.workspace.commands.bubblewrap import MOST_PINS
from understudy.workspace.commands.guard import Guard, Mended
from understudy.workspace.commands.planted import RootKinds
from understudy.workspace.commands.repository import Guarded

__all__ = ["Watch"]

_NAMED: Final = 5
"""Paths in one sentence."""
_MEANWHILE: Final = (
    "It is put back when the agent has ended; until then git may run there what the agent wrote."
)


class Watch:
    """Made before the agent starts. Descriptors are held until `close()`."""

    def __init__(
        self, guarded: Sequence[Guarded], held: Collection[str], *, roots: Sequence[str], holds: bool
    ) -> None:
        """`held`: paths that the agent cannot write to; what people do there is their own affair.

        `holds`: whether this sandbox can hold anything at all.
        """
        self._held = held
        self.warnings = list(_warnings(guarded, holds=holds))
        self._kinds = RootKinds(roots)
        self._guard = Guard(guarded, keep=True)

    def put_back(self) -> list[str]:
        """Undo what can be undone; what there was, in sentences."""
        changed = self._guard.restore(held=self._held)
        try:
            changed.undone += self._kinds.undo()
        except OSError as error:
            changed.left.append(f"a root that became a bare repository ({error.strerror})")
        return list(_told(changed))

    def close(self) -> None:
        self._guard.close()


def _warnings(guarded: Sequence[Guarded], *, holds: bool) -> Iterator[str]:
    repositories = [place for place in guarded if place.pinned and "hooks" in place.names]
    if not holds:
        if repositories:
            yield (
                "This sandbox (Landlock) cannot keep the agent from changing what git obeys in "
                f"{_listed([place.path for place in repositories])}. {_MEANWHILE}"
            )
    else:
        over = [place.path for place in guarded if place.pinned][MOST_PINS:]
        if over:
            yield f"The sandbox has no mounts for what git obeys in {_listed(over)}. {_MEANWHILE}"
        missing = [path for path in map(_hooks, repositories) if not os.path.lexists(path)]
        if missing:
            yield f"The sandbox cannot hold what is not there: {_listed(missing)}. {_MEANWHILE}"
    linked = [path for path in map(_hooks, repositories) if os.path.islink(path)]
    if linked:
        yield (
            f"The sandbox does not hold what {_listed(linked)} leads to: a link. If the agent can write there, "
            "look at it before you use git."
        )


def _told(changed: Mended) -> Iterator[str]:
    if changed.undone:
        kept = f" What stood there is kept: {_listed(changed.kept)}." if changed.kept else ""
        yield (
            f"While the agent was in its sandbox, {_listed(changed.undone)} changed, which git or other programs "
            f"obey. It was put back.{kept}"
        )
    if changed.left:
        yield (
            f"While the agent was in its sandbox, {_listed(changed.left)} changed, which git or other programs "
            "obey, and could NOT be put back. Look at that before you use git there."
        )


def _hooks(place: Guarded) -> str:
    return os.path.join(place.path, "hooks")


def _listed(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return ", ".join(paths[:_NAMED]) + more
