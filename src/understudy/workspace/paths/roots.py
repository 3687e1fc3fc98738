"""A root: a granted folder, held open by a descriptor so that it stays the same folder.

Owns opening roots and checking their identity, the deepest-root rule, and the mount points below a root. It
knows nothing of the paths that callers send (see `resolution`).
"""

import contextlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from understudy.workspace.display_text import escape_filename
from understudy.workspace.errors import Denied, InvalidArgument, NotFound

__all__ = ["Root", "find_deepest_root", "is_within", "list_mounts_below", "open_roots"]


@dataclass(frozen=True, slots=True, eq=False)
class Root:
    """One root of a workspace.

    Example: `[root.path for root in workspace.roots]`.
    """

    declared: str
    """The path as the caller declared it."""
    path: str
    """The canonical path: absolute, without links."""
    fd: int = field(repr=False)
    device: int = field(repr=False)
    inode: int = field(repr=False)
    private: tuple[str, ...] = ()
    """Canonical folders inside the root that count as outside: the program's own."""

    def is_private(self, path: str) -> bool:
        """Whether the canonical `path` is one of the private folders or below one."""
        return any(is_within(path, folder) for folder in self.private)

    def contains(self, path: str) -> bool:
        """Whether the canonical `path` is this root or below it."""
        return is_within(path, self.path)

    def verify_identity(self) -> None:
        """Raise Denied if the path now leads to another folder than the granted one."""
        try:
            now = os.stat(self.path)
        except OSError:
            now = None
        if now is None or now.st_ino != self.inode or now.st_dev != self.device:
            raise Denied(
                f"The root {escape_filename(self.path)!r} was moved or replaced since it was opened. "
                "Open the workspace anew.",
                "root_replaced",
                root=escape_filename(self.path),
            )


def is_within(path: str, folder: str) -> bool:
    """Whether the canonical `path` is `folder` or below it, compared by whole components."""
    return path == folder or path.startswith(folder if folder == "/" else f"{folder}/")


def open_roots(
    paths: Sequence[str | os.PathLike[str]], private: Sequence[str | os.PathLike[str]] = ()
) -> tuple[Root, ...]:
    """Open every root, in order and without duplicates; on an error, none stays open."""
    private_folders = tuple(os.path.realpath(path) for path in private)
    if isinstance(paths, str | bytes | os.PathLike):
        # A str is a sequence of str too: "/x" would grant "/".
        raise InvalidArgument("Give the roots as a list, even if there is only one.", "bad_arguments")
    if not paths:
        raise InvalidArgument("A workspace needs at least one root. Name a folder.", "bad_arguments")
    roots: list[Root] = []
    try:
        for path in paths:
            root = _open_root(os.fspath(path), private_folders)
            if any(root.path == known.path for known in roots):
                os.close(root.fd)
            else:
                roots.append(root)
    except BaseException:
        for root in roots:
            os.close(root.fd)
        raise
    return tuple(roots)


def find_deepest_root(roots: Iterable[Root], path: str) -> Root | None:
    """The longest root that contains `path`, so that a nested root takes precedence."""
    best: Root | None = None
    for root in roots:
        if root.contains(path) and (best is None or len(root.path) > len(best.path)):
            best = root
    return best


def list_mounts_below(path: str) -> tuple[str, ...]:
    """Canonical mount points strictly below `path`; empty where the system does not list mounts."""
    found: list[str] = []
    prefix = path.rstrip("/") + "/"
    with contextlib.suppress(OSError), open("/proc/self/mountinfo", "rb") as table:
        for line in table:
            point = os.fsdecode(line.split(b" ", 5)[4].decode("unicode_escape").encode("latin-1"))
            if point.startswith(prefix) and point != prefix:
                found.append(point)
    return tuple(found)


def _open_root(declared: str, private: tuple[str, ...]) -> Root:
    if not declared or "\0" in declared:
        raise InvalidArgument("A root must be the path of a folder, without NUL bytes.", "bad_path")
    try:
        canonical = os.path.realpath(declared)
        fd = os.open(canonical, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise NotFound(
            f"The root {escape_filename(declared)!r} does not exist.",
            "missing",
            root=escape_filename(declared),
        ) from None
    except NotADirectoryError:
        raise InvalidArgument(
            f"The root {escape_filename(declared)!r} is not a folder.",
            "not_a_directory",
            root=escape_filename(declared),
        ) from None
    except UnicodeEncodeError:
        raise InvalidArgument("A root has characters that no path can hold.", "bad_path") from None
    except OSError as error:
        raise Denied(
            f"The root {escape_filename(declared)!r} cannot be opened: {error.strerror}.",
            "os_error",
            root=escape_filename(declared),
        ) from None
    identity = os.fstat(fd)
    root = Root(declared, canonical, fd, identity.st_dev, identity.st_ino)
    root = replace(root, private=tuple(path for path in private if root.contains(path)))
    if any(is_within(canonical, folder) for folder in private):
        os.close(fd)
        raise Denied(
            f"The root {escape_filename(declared)!r} is Understudy's own folder, which nobody works in.",
            "out_of_scope",
            root=escape_filename(declared),
        )
    return root
