"""Folders by path and by descriptor: containment, and opening a folder or a root without following a link.

Between the check of a path and its use, another command may replace a part of the path by a link. So the roots are
opened once, component by component, compared with the folders at their paths, and used by descriptor from then on.
"""

import contextlib
import os
from collections.abc import Generator, Iterable
from typing import Final

from understudy.workspace.commands.command import Command
from understudy.workspace.errors import ExecutionFailed

__all__ = [
    "FOLDER_FLAGS",
    "contains",
    "file_identity",
    "open_below_without_links",
    "open_outermost_roots",
    "open_without_links",
    "outermost_folders",
    "verify_roots",
]

FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Traversing a folder needs no permission to list it.
_PATH_STEP_FLAGS: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def contains(folder: str, path: str) -> bool:
    """Whether the canonical `path` is `folder` or is below it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def outermost_folders(roots: Iterable[str]) -> list[str]:
    """The roots that are inside no other root. Write access to these is write access to all of them."""
    outermost: list[str] = []
    for root in sorted(set(roots), key=len):
        if not any(contains(other, root) for other in outermost):
            outermost.append(root)
    return outermost


def file_identity(fd: int) -> tuple[int, int]:
    status = os.fstat(fd)
    return status.st_dev, status.st_ino


def open_without_links(path: str) -> int:
    """Open the folder at an absolute canonical path. Raises OSError if a part of it is a link."""
    return open_below_without_links(os.open("/", _PATH_STEP_FLAGS), path.split("/"), _PATH_STEP_FLAGS)


def open_below_without_links(folder: int, parts: Iterable[str], flags: int = FOLDER_FLAGS) -> int:
    """Open a folder below `folder`, which is closed, through folders that are no links. Raises OSError."""
    for part in parts:
        if part:
            try:
                below = os.open(part, flags, dir_fd=folder)
            finally:
                os.close(folder)
            folder = below
    return folder


def verify_roots(command: Command) -> None:
    """Raise ExecutionFailed if a root was replaced: the command would get access to another folder."""
    descriptors = command.root_fds or (None,) * len(command.roots)
    for root, fd in zip(command.roots, descriptors, strict=True):
        try:
            same = os.path.realpath(root) == root and os.path.isdir(root)
            same = same and (fd is None or _is_same_folder(root, fd))
        except OSError as error:
            raise ExecutionFailed(
                f"A root could not be looked at ({error.strerror}), so no command is run. Try again.",
                "os_error",
                root=root,
            ) from error
        if not same:
            raise _root_replaced_error(root)


@contextlib.contextmanager
def open_outermost_roots(command: Command) -> Generator[dict[str, int]]:
    """The outermost roots, to which a sandbox grants access, by path, each with an open descriptor of that root."""
    given_fds = dict(zip(command.roots, command.root_fds, strict=True)) if command.root_fds else {}
    descriptors: dict[str, int] = {}
    with contextlib.ExitStack() as opened:
        for root in outermost_folders(command.roots):
            fd = given_fds.get(root)
            try:
                if fd is None:
                    fd = open_without_links(root)
                    opened.callback(os.close, fd)
                same = _is_same_folder(root, fd)
            except OSError:
                same = False
            if fd is None or not same:
                raise _root_replaced_error(root)
            descriptors[root] = fd
        yield descriptors


def _is_same_folder(path: str, fd: int) -> bool:
    status = os.stat(path, follow_symlinks=False)
    return (status.st_dev, status.st_ino) == file_identity(fd)


def _root_replaced_error(root: str) -> ExecutionFailed:
    return ExecutionFailed(
        "A root is no longer the folder it was, so no command is run. Start again with the roots as they "
        "are now.",
        "root_replaced",
        root=root,
    )
