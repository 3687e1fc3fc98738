"""Resolve a requested path to a place inside a root, or raise.

The order of the steps makes it safe: resolve every link in user space, compare with the canonical roots, and
later open beneath the root's descriptor without following anything (see `openat`). A path that is replaced in
between therefore fails instead of escaping. A path that cannot be decided is denied.
"""

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from understudy.workspace.display_text import escape_filename, unescape_filename
from understudy.workspace.errors import Denied, ExecutionFailed, InvalidArgument, NotFound
from understudy.workspace.limits import MAX_SYMLINKS
from understudy.workspace.paths.openat import open_beneath
from understudy.workspace.paths.roots import Root, find_deepest_root

__all__ = ["Place", "raise_for_os_error", "resolve_path"]

PATH_MAX: Final = 4096
O_PATH: Final = getattr(os, "O_PATH", os.O_RDONLY | os.O_NONBLOCK)


@dataclass(frozen=True, slots=True)
class Place:
    """A canonical location inside a root; it need not exist.

    Example: `workspace.resolve("src/app.py").path`.
    """

    root: Root
    relative: str
    """Path below the root, "." for the root itself."""

    @property
    def path(self) -> str:
        if self.relative == ".":
            return self.root.path
        return f"{self.root.path.rstrip('/')}/{self.relative}"

    @property
    def name(self) -> str:
        return os.path.basename(self.path)

    def child(self, name: str) -> "Place":
        return Place(self.root, name if self.relative == "." else f"{self.relative}/{name}")

    def parent(self) -> "Place":
        return Place(self.root, os.path.dirname(self.relative) or ".")

    def open(self, flags: int, mode: int = 0) -> int:
        """Open the place beneath its root's descriptor; fail at links, mount points and private folders."""
        if self.root.private and self.root.is_private(self.path):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        return open_beneath(self.root.fd, self.relative, flags, mode)


def resolve_path(roots: Sequence[Root], path: str) -> Place:
    """Resolve `path`, which is relative to the first root or absolute inside any root."""
    _validate_path_text(path)
    place, exists = _resolve_once(roots, path, path)
    if not exists and (raw := unescape_filename(path)) is not None:
        other, found = _resolve_once(roots, raw, path)
        if found:
            place = other
    place.root.verify_identity()
    if path.endswith(("/", "/.")):
        _require_folder(place, path)
    return place


def _require_folder(place: Place, requested_path: str) -> None:
    """Raise if a path with a trailing slash is not a folder; it may be missing."""
    try:
        os.close(place.open(O_PATH | os.O_DIRECTORY))
    except FileNotFoundError:
        return
    except OSError as error:
        raise_for_os_error(error, requested_path)


def _resolve_once(roots: Sequence[Root], path: str, requested_path: str) -> tuple[Place, bool]:
    absolute = path if path.startswith("/") else f"{roots[0].path}/{path}"
    parts = [part for part in absolute.split("/") if part not in ("", ".")]
    if ".." not in parts:
        # The common case costs one system call: without links in it, the path is canonical as written.
        place = _place_in_roots(roots, "/" + "/".join(parts), requested_path)
        if place is not None:
            try:
                os.close(place.open(O_PATH))
            except OSError as error:
                if error.errno == errno.ENOENT:
                    return place, False
                if error.errno not in (errno.ELOOP, errno.EXDEV):
                    raise_for_os_error(error, requested_path)
            else:
                return place, True
    place = _place_in_roots(roots, _resolve_links(absolute, requested_path), requested_path)
    if place is None:
        raise Denied(
            f"{escape_filename(requested_path)!r} is outside the workspace. "
            f"Use a path relative to {escape_filename(roots[0].path)!r} or an "
            f"absolute path inside a root ({', '.join(escape_filename(root.path) for root in roots)}).",
            "out_of_scope",
            path=escape_filename(requested_path),
        )
    try:
        os.close(place.open(O_PATH))
    except OSError as error:
        if error.errno == errno.ENOENT:
            return place, False
        raise_for_os_error(error, requested_path)
    return place, True


def _place_in_roots(roots: Sequence[Root], canonical: str, requested_path: str) -> Place | None:
    root = find_deepest_root(roots, canonical)
    if root is None:
        return None
    if root.private and root.is_private(canonical):
        raise Denied(
            f"{escape_filename(requested_path)!r} is in a folder of Understudy's own (settings, keys, sessions), "
            "which is outside every workspace.",
            "out_of_scope",
            path=escape_filename(requested_path),
        )
    return Place(root, canonical[len(root.path) :].strip("/") or ".")


def _validate_path_text(path: str) -> None:
    if not path:
        raise InvalidArgument("The path is empty. Use '.' for the workspace's root.", "bad_path")
    if "\0" in path:
        raise InvalidArgument("The path has a NUL byte. Remove it.", "bad_path")
    try:
        size = len(os.fsencode(path))
    except UnicodeEncodeError:
        raise InvalidArgument("The path has characters that no file name can hold.", "bad_path") from None
    if size >= PATH_MAX:
        raise InvalidArgument(f"The path is longer than {PATH_MAX - 1} bytes.", "bad_path")


def _resolve_links(absolute: str, requested_path: str) -> str:
    """Resolve every link as the kernel would; missing parts are kept unchanged."""
    pending = absolute.split("/")[::-1]
    current = ""
    links = 0
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            current = current.rpartition("/")[0]
            continue
        step = f"{current}/{part}"
        try:
            target = os.readlink(step)
        except OSError as error:
            if error.errno == errno.EACCES:
                raise_for_os_error(error, requested_path)
            current = step  # EINVAL: not a link; ENOENT and the like: the later open decides
            continue
        links += 1
        if links > MAX_SYMLINKS:
            raise InvalidArgument(
                f"{escape_filename(requested_path)!r} goes through symbolic links that lead in a circle.",
                "link_loop",
                path=escape_filename(requested_path),
            )
        if step.startswith("/proc/"):
            # The target of a magic link is not the path in its text, so the text proves nothing.
            raise Denied(
                f"{escape_filename(requested_path)!r} leads through /proc.",
                "out_of_scope",
                path=escape_filename(requested_path),
            )
        if target.startswith("/"):
            current = ""
        pending.extend(target.split("/")[::-1])
    return current or "/"


def raise_for_os_error(error: OSError, requested_path: str) -> NoReturn:
    """Raise the WorkspaceError for an operating system error about `requested_path`."""
    name = escape_filename(requested_path)
    match error.errno:
        case errno.ENOENT:
            raise NotFound(
                f"{name!r} does not exist.",
                "missing",
                advice="Use exploreFiles to see what is there.",
                path=name,
            ) from None
        case errno.ENOTDIR:
            raise NotFound(
                f"{name!r} does not exist: a part of the path is a file, not a folder.",
                "not_a_directory",
                path=name,
            ) from None
        case errno.EXDEV | errno.ELOOP:
            raise Denied(
                f"{name!r} crosses a mount point or a link that leads out of its root, or was changed just now. "
                "Declare the folder as a root of its own to reach it.",
                "out_of_scope",
                path=name,
            ) from None
        case errno.ENAMETOOLONG:
            raise InvalidArgument(
                f"{name!r} is too long for this file system.", "bad_path", path=name
            ) from None
        case errno.EACCES | errno.EPERM | errno.EROFS:
            raise Denied(
                f"{name!r}: the operating system says {error.strerror}.",
                "os_error",
                path=name,
                errno=error.errno,
            ) from None
        case _:
            raise ExecutionFailed(
                f"{name!r}: the operating system says {error.strerror}.",
                "os_error",
                path=name,
                errno=error.errno,
            ) from None
