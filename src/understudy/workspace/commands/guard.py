"""Putting guarded repository files back when a command changed them.

It is the only protection under Landlock, which cannot make a file read-only inside a writable folder, and
the second one under bubblewrap, also for what is not mounted there. Entry by entry, what was copied is put
back and what is new is removed; what was not copied is never touched, and said if it was changed. It works
below the root's descriptor without following links, so that a command cannot have us write somewhere else
by planting one.
"""

import contextlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from understudy.workspace.commands import removal
from understudy.workspace.commands.folders import FOLDER, identity, open_below
from understudy.workspace.commands.repository import Guarded
from understudy.workspace.commands.snapshot import (
    Budget,
    Entry,
    File,
    Folder,
    Identity,
    Link,
    Marked,
    capture,
    marks,
    stands,
)

__all__ = ["Guard", "Mended"]

_HELD_OPEN: Final = 64


@dataclass(slots=True)
class Mended:
    """What a command had changed, as paths and remarks."""

    undone: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])
    """Changed, and still so: there was no copy, or it could not be put back."""
    kept: list[str] = field(default_factory=list[str])
    """Where what stood in the way is now, if the guard keeps such things."""


@dataclass(frozen=True, slots=True)
class _Copy:
    guarded: Guarded
    identity: Identity
    entries: Mapping[str, Entry]
    fd: int | None
    """The folder itself, so that it is found again when it was moved."""


class Guard:
    """The state of guarded places before a command. Descriptors are held until `close()`.

    `keep`: nothing is deleted, it only gets a name that nobody trusts. For whoever cannot know that it was the
    command's doing and not the user's.
    """

    def __init__(
        self, places: Iterable[Guarded], check: Callable[[], None] = lambda: None, *, keep: bool = False
    ) -> None:
        self._keep = keep
        self._budget = Budget(check)
        self._copies: list[_Copy] = []
        try:
            for place in places:
                folder = _open(place)
                if folder is not None:
                    self._copy(place, folder)
        except BaseException:
            self.close()
            raise

    def _copy(self, place: Guarded, folder: int) -> None:
        kept = None
        try:
            entries = {name: capture(folder, name, self._budget) for name in place.names}
            kept = folder if len(self._copies) < _HELD_OPEN else None
            self._copies.append(_Copy(place, identity(folder), entries, kept))
        finally:
            if kept is None:
                os.close(folder)

    def close(self) -> None:
        for copy in self._copies:
            if copy.fd is not None:
                os.close(copy.fd)
        self._copies.clear()

    def restore(self, *, held: Collection[str]) -> Mended:
        """Undo every change that can be undone, and say what was changed.

        `held` are the paths that were read-only mounts for the command. If their folder is still the same
        one, a change came from the user's side, not from the command, and stays.
        """
        result = Mended()
        for copy in self._copies:
            try:
                self._restore(copy, held, result)
            except OSError as error:
                # The others still have their turn, and this one must not pass in silence.
                result.left.append(f"{copy.guarded.path} ({error.strerror})")
        return result

    def _restore(self, copy: _Copy, held: Collection[str], result: Mended) -> None:
        place = copy.guarded
        folder = _open(place)
        if folder is None:
            if self._clear_the_way(place, copy.identity, result):
                result.undone.append(place.path)
            folder = _open(place)
        moved = folder is None or identity(folder) != copy.identity
        if folder is not None:
            try:
                for name, before in copy.entries.items():
                    path = os.path.join(place.path, name)
                    if moved or path not in held:
                        self._mend(folder, name, before, path, result)
            finally:
                os.close(folder)
        if moved and copy.fd is not None and (where := _whereabouts(copy.fd)) is not None:
            # Moved with a change in it, it could be moved back by the next command.
            for name, before in copy.entries.items():
                self._mend(copy.fd, name, before, os.path.join(where, name), result)

    def _clear_the_way(self, place: Guarded, wanted: Identity, result: Mended) -> bool:
        """Remove what stands in for a guarded folder or on the way to it; False if it is just gone."""
        current = os.open(place.root, FOLDER)
        cleared = False
        try:
            for part in _parts(place):
                try:
                    below = removal.open_folder(current, part)
                except FileNotFoundError:
                    if not cleared:
                        return False
                    os.mkdir(part, dir_fd=current)
                    below = os.open(part, FOLDER, dir_fd=current)
                except OSError:
                    # A link or a file took the folder's place. Often the folder itself was only renamed.
                    self._remove(current, part, place.path, result)
                    if not removal.bring_home(current, part, wanted):
                        os.mkdir(part, dir_fd=current)
                    cleared = True
                    below = os.open(part, FOLDER, dir_fd=current)
                os.close(current)
                current = below
        finally:
            os.close(current)
        return cleared

    def _mend(self, folder: int, name: str, before: Entry, path: str, result: Mended) -> None:
        try:
            match before:
                case Folder():
                    self._mend_folder(folder, name, before, path, result)
                case Marked():
                    if marks(folder, name) != before.marks:
                        result.left.append(path)
                case _:
                    if not stands(folder, name, before):
                        self._replace(folder, name, before, path, result)
        except OSError as error:
            result.left.append(f"{path} ({error.strerror})")

    def _mend_folder(self, folder: int, name: str, before: Folder, path: str, result: Mended) -> None:
        """Make the folder what it was, leaving alone what was not copied."""
        try:
            below = removal.open_folder(folder, name)
        except OSError:
            below = None
        anew = below is None or identity(below) != before.identity
        if anew and removal.is_near(folder, before.identity):
            if below is not None:
                os.close(below)
            self._remove(folder, name, path, result)
            removal.bring_home(folder, name, before.identity)
            below = os.open(name, FOLDER, dir_fd=folder)
        elif below is None:
            self._remove(folder, name, path, result)
            os.mkdir(name, 0o700, dir_fd=folder)
            below = os.open(name, FOLDER, dir_fd=folder)
        # Of a folder that was another one altogether only the folder is named.
        inside = Mended()
        try:
            self._fetch_back(below, before, path, inside)
            for extra in sorted(set(os.listdir(below)) - before.entries.keys()):
                extra_path = os.path.join(path, extra)
                self._remove(below, extra, extra_path, inside)
                inside.undone.append(extra_path)
            for inner, entry in before.entries.items():
                self._mend(below, inner, entry, os.path.join(path, inner), inside)
            if os.fstat(below).st_mode & 0o7777 != before.mode:
                os.fchmod(below, before.mode)
                inside.undone.append(path)
        finally:
            os.close(below)
        result.left += inside.left
        result.kept += inside.kept
        result.undone += [path] if anew else inside.undone

    def _fetch_back(self, folder: int, before: Folder, path: str, result: Mended) -> None:
        """What was not copied and only renamed gets its name back."""
        for name, entry in before.entries.items():
            if isinstance(entry, Marked) and entry.identity and marks(folder, name)[:2] != entry.identity:
                if not removal.is_near(folder, entry.identity):
                    continue
                self._remove(folder, name, os.path.join(path, name), result)
                removal.bring_home(folder, name, entry.identity)

    def _replace(self, folder: int, name: str, before: File | Link | None, path: str, result: Mended) -> None:
        # Complete under another name first: a full disk must not cost what is there.
        fresh = f".understudy-{os.urandom(6).hex()}"
        try:
            match before:
                case File(data, mode):
                    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
                    fd = os.open(fresh, flags, 0o600, dir_fd=folder)
                    with open(fd, "wb") as file:
                        file.write(data)
                        os.fchmod(fd, mode)
                case Link(target):
                    os.symlink(target, fresh, dir_fd=folder)
                case None:
                    pass
            self._remove(folder, name, path, result)
            if before is not None:
                os.rename(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(fresh, dir_fd=folder)
            raise
        result.undone.append(path)

    def _remove(self, folder: int, name: str, path: str, result: Mended) -> None:
        if self._keep:
            if marks(folder, name):
                result.kept.append(os.path.join(os.path.dirname(path), removal.put_aside(folder, name)))
            return
        aside = removal.remove(folder, name, self._budget)
        if aside is not None:
            result.left.append(f"{path} (kept as {aside})")


def _open(place: Guarded) -> int | None:
    """The guarded folder without following a link on the way; None when it is not there as a folder."""
    try:
        return open_below(os.open(place.root, FOLDER), _parts(place))
    except OSError:
        return None


def _whereabouts(folder: int) -> str | None:
    """Where an open folder is now; None if it was deleted."""
    try:
        path = os.readlink(f"/proc/self/fd/{folder}")
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return path if (found.st_dev, found.st_ino) == identity(folder) else None


def _parts(place: Guarded) -> list[str]:
    return place.folder.split("/") if place.folder else []
