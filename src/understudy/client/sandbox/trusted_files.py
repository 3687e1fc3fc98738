"""What other programs trust in an agent's reach and no mount holds: copied before the start, put back at the end.

A sandbox can hold a file that is there; it cannot hold one that is not (`.git/commondir` makes git obey another
configuration), nor more repositories than it has mounts for, and Landlock holds none. So it is put back when the
agent has ended, and people are told. They work in the same repositories meanwhile, and it may have been they:
nothing is deleted, it only loses its name.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from understudy.client.limits import MAX_PATHS_IN_NOTICE
from understudy.workspace.commands.git_protection.bare_repos import BareRepoGuard
from understudy.workspace.commands.git_protection.protected_paths import ProtectedPaths
from understudy.workspace.commands.git_protection.restorer import Restorer, RestoreResult
from understudy.workspace.commands.limits import MAX_PROTECTING_MOUNTS

__all__ = ["TrustedFileGuard"]

_RESTORED_LATER_NOTE: Final = (
    "It is put back when the agent has ended; until then git may run there what the agent wrote."
)


class TrustedFileGuard:
    """Made before the agent starts. Descriptors are held until `close()`."""

    def __init__(
        self,
        guarded: Sequence[ProtectedPaths],
        read_only_paths: Collection[str],
        *,
        roots: Sequence[str],
        has_read_only_mounts: bool,
    ) -> None:
        """`held`: paths that the agent cannot write to; what people do there is their own affair.

        `holds`: whether this sandbox can hold anything at all.
        """
        self._read_only_paths = read_only_paths
        self.warnings = list(_warnings(guarded, has_read_only_mounts=has_read_only_mounts))
        self._root_kinds = BareRepoGuard(roots)
        self._guard = Restorer(guarded, move_aside=True)

    def restore(self) -> list[str]:
        """Undo what can be undone; what there was, in sentences."""
        changed = self._guard.restore(read_only_mounts=self._read_only_paths)
        try:
            changed.reverted += self._root_kinds.revert()
        except OSError as error:
            changed.not_reverted.append(f"a root that became a bare repository ({error.strerror})")
        return list(_change_notices(changed))

    def close(self) -> None:
        self._guard.close()


def _warnings(guarded: Sequence[ProtectedPaths], *, has_read_only_mounts: bool) -> Iterator[str]:
    repositories = [place for place in guarded if place.use_mounts and "hooks" in place.names]
    if not has_read_only_mounts:
        if repositories:
            yield (
                "This sandbox (Landlock) cannot keep the agent from changing what git obeys in "
                f"{_join_paths([place.path for place in repositories])}. {_RESTORED_LATER_NOTE}"
            )
    else:
        over = [place.path for place in guarded if place.use_mounts][MAX_PROTECTING_MOUNTS:]
        if over:
            yield f"The sandbox has no mounts for what git obeys in {_join_paths(over)}. {_RESTORED_LATER_NOTE}"
        missing = [path for path in map(_hooks_path, repositories) if not os.path.lexists(path)]
        if missing:
            yield f"The sandbox cannot hold what is not there: {_join_paths(missing)}. {_RESTORED_LATER_NOTE}"
    linked = [path for path in map(_hooks_path, repositories) if os.path.islink(path)]
    if linked:
        yield (
            f"The sandbox does not hold what {_join_paths(linked)} leads to: a link. If the agent can write there, "
            "look at it before you use git."
        )


def _change_notices(restored: RestoreResult) -> Iterator[str]:
    if restored.reverted:
        kept = (
            f" What stood there is kept: {_join_paths(restored.moved_aside)}." if restored.moved_aside else ""
        )
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.reverted)} changed, which git or other programs "
            f"obey. It was put back.{kept}"
        )
    if restored.not_reverted:
        yield (
            f"While the agent was in its sandbox, {_join_paths(restored.not_reverted)} changed, which git or other programs "
            "obey, and could NOT be put back. Look at that before you use git there."
        )


def _hooks_path(place: ProtectedPaths) -> str:
    return os.path.join(place.path, "hooks")


def _join_paths(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - MAX_PATHS_IN_NOTICE} more" if len(paths) > MAX_PATHS_IN_NOTICE else ""
    return ", ".join(paths[:MAX_PATHS_IN_NOTICE]) + more
