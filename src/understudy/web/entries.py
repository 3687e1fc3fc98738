"""Files and folders of the workspace as the page's tree changes them: rename, move, delete, put back.

No tool of the seven does this, and the user does it by hand. Nothing is overwritten. A deleted entry goes to the
trash of the desktop (freedesktop.org), from where it can be put back here or there. Symbolic links are moved, not
followed. Runs in worker threads; knows no HTTP.
"""

import contextlib
import os
import stat
import time
import urllib.parse
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from understudy.bounded_dict import BoundedDict
from understudy.web.entry_moves import move_entry
from understudy.web.limits import MAX_REMEMBERED_DELETIONS
from understudy.workspace import (
    Denied,
    InvalidArgument,
    NotFound,
    Place,
    Workspace,
    escape_filename,
    folder_sensitivity_reason,
    sensitivity_reason,
)
from understudy.workspace.paths import raise_for_os_error

__all__ = ["WorkspaceEntries", "default_trash_folder"]


def default_trash_folder() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(data) / "Trash"


class WorkspaceEntries:
    """The entries below the roots of a workspace."""

    def __init__(
        self, workspace: Workspace, trash: Path, *, max_remembered: int = MAX_REMEMBERED_DELETIONS
    ) -> None:
        self._workspace = workspace
        self._trash = trash
        self._deleted: BoundedDict[str, str] = BoundedDict(max_remembered)
        """Where the entries in the trash came from, by their names in it."""

    def move(self, source: str, target: str, *, is_approved: bool = False) -> str:
        """Move an entry to a path that is free; return that path. Missing folders are created."""
        with self._entry(source, is_approved=is_approved) as (source_fd, from_place):
            if (target.rstrip("/") + "/").startswith(from_place.path.rstrip("/") + "/"):
                raise InvalidArgument(
                    f"{escape_filename(source)!r} cannot be moved into itself.", "bad_path", path=target
                )
            status = _status(source_fd, from_place.name)
            is_folder = status is not None and stat.S_ISDIR(status.st_mode)
            with (
                self._folder_created(os.path.dirname(target)),
                self._entry(target, must_exist=False, is_approved=is_approved, is_folder=is_folder) as (
                    target_fd,
                    to_place,
                ),
            ):
                _require_free(target_fd, to_place)
                try:
                    move_entry(source_fd, from_place.name, target_fd, to_place.name)
                except OSError as error:
                    raise_for_os_error(error, source)
                return to_place.path

    def delete(self, path: str, *, is_approved: bool = False) -> str:
        """Move an entry to the trash; return the id by which `restore` puts it back."""
        with self._entry(path, is_approved=is_approved) as (folder_fd, place):
            try:
                trashed = self._move_to_trash(folder_fd, place)
            except OSError as error:
                raise_for_os_error(error, path)
        self._deleted[trashed] = place.path
        return trashed

    def restore(self, trashed: str) -> str:
        """Put an entry back that was deleted here; return its path."""
        path = self._deleted.get(trashed)
        if path is None:
            raise NotFound("That was not deleted by this workbench.", "missing")
        with (
            self._folder_created(os.path.dirname(path)),
            self._entry(path, must_exist=False, is_approved=True) as (folder_fd, place),
        ):
            _require_free(folder_fd, place)
            try:
                with _opened(self._trash / "files") as files_fd:
                    move_entry(files_fd, trashed, folder_fd, place.name)
            except OSError as error:
                raise_for_os_error(error, path)
        del self._deleted[trashed]
        (self._trash / "info" / f"{trashed}.trashinfo").unlink(missing_ok=True)
        return path

    @contextmanager
    def _entry(
        self, path: str, *, is_approved: bool, must_exist: bool = True, is_folder: bool = False
    ) -> Generator[tuple[int, Place]]:
        """Open the folder of an entry. Its own name is not followed if it is a link.

        `is_folder`: a folder comes here with all its entries.
        """
        self._workspace.require_writable(path)
        parent, name = os.path.split(path.rstrip("/"))
        if name in ("", ".", "..") or "\0" in name or not os.path.isabs(path):
            raise InvalidArgument(f"{escape_filename(path)!r} is not the path of an entry.", "bad_path")
        with self._workspace.open_folder(parent) as (fd, folder):
            place = folder.child(name)
            if any(_contains(place.path, root.path) for root in self._workspace.roots):
                raise Denied(
                    f"{escape_filename(path)!r} is or has a folder that is open here.", "out_of_scope"
                )
            if place.root.is_private(place.path):
                raise Denied(f"{escape_filename(path)!r} belongs to Understudy itself.", "out_of_scope")
            find_reason = folder_sensitivity_reason if is_folder else sensitivity_reason
            reason = find_reason(place, self._workspace.roots, self._workspace.sensitive_patterns)
            if reason is not None and not is_approved:
                raise Denied(
                    f"{escape_filename(self._workspace.display_path(place))} is {reason}.",
                    "needs_approval",
                    path=escape_filename(path),
                )
            if must_exist and _status(fd, name) is None:
                raise NotFound(f"{escape_filename(path)!r} does not exist.", "missing")
            yield fd, place

    @contextmanager
    def _folder_created(self, path: str) -> Generator[None]:
        """Create the missing folders beneath the root, one by one; remove them again if the work inside fails."""
        created: list[str] = []
        try:
            self._create_folder(path, created)
            yield
        except BaseException:
            for folder in reversed(created):
                with (
                    contextlib.suppress(OSError),
                    self._workspace.open_folder(os.path.dirname(folder)) as (fd, _),
                ):
                    os.rmdir(os.path.basename(folder), dir_fd=fd)
            raise

    def _create_folder(self, path: str, created: list[str]) -> None:
        missing: list[str] = []
        while path not in ("", "/"):
            try:
                with self._workspace.open_folder(path):
                    break
            except NotFound:
                path, name = os.path.split(path)
                missing.append(name)
        for name in reversed(missing):
            with self._workspace.open_folder(path) as (fd, folder):
                try:
                    os.mkdir(name, dir_fd=fd)
                    created.append(os.path.join(path, name))
                except FileExistsError:
                    pass
                except OSError as error:
                    raise_for_os_error(error, folder.child(name).path)
            path = os.path.join(path, name)

    def _move_to_trash(self, folder_fd: int, place: Place) -> str:
        for part in ("files", "info"):
            (self._trash / part).mkdir(mode=0o700, parents=True, exist_ok=True)
        trashed, info_fd = self._reserve(place.name)
        try:
            text = (
                f"[Trash Info]\nPath={urllib.parse.quote(os.fsencode(place.path))}\n"
                f"DeletionDate={time.strftime('%Y-%m-%dT%H:%M:%S')}\n"
            )
            os.write(info_fd, text.encode())
            with _opened(self._trash / "files") as files_fd:
                move_entry(folder_fd, place.name, files_fd, trashed)
        except OSError:
            (self._trash / "info" / f"{trashed}.trashinfo").unlink(missing_ok=True)
            raise
        finally:
            os.close(info_fd)
        return trashed

    def _reserve(self, name: str) -> tuple[str, int]:
        """A name that is free in the trash; the file of its origin reserves it."""
        stem, suffix = os.path.splitext(name)
        number = 1
        while True:
            trashed = name if number == 1 else f"{stem[:200]} {number}{suffix}"
            info = self._trash / "info" / f"{trashed}.trashinfo"
            with contextlib.suppress(FileExistsError):
                if not os.path.lexists(self._trash / "files" / trashed):
                    return trashed, os.open(info, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            number += 1


def _contains(path: str, other: str) -> bool:
    return other == path or other.startswith(f"{path}/")


def _status(folder_fd: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder_fd, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _require_free(folder_fd: int, place: Place) -> None:
    if _status(folder_fd, place.name) is not None:
        raise InvalidArgument(f"{escape_filename(place.path)!r} exists already.", "already_exists")


@contextmanager
def _opened(folder: Path) -> Generator[int]:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)
