"""Opening folders by their path without ever following a link, and holding the roots while a command starts.

A path is only text: between a look at it and its use, another command may have put a link into it. So the
roots are opened once, step by step, compared with what their paths lead to, and from then on only the
descriptors count.
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
# Passing through a folder needs no right to list it.
_PATH_STEP_FLAGS: Final = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def contains(folder: str, path: str) -> bool:
    """Whether the canonical `path` is `folder` or lies below it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def outermost_folders(roots: Iterable[str]) -> list[str]:
    """The roots that lie in no other root: whoever may write to these may write to all of them."""
    found: list[str] = []
    for root in sorted(set(roots), key=len):
        if not any(contains(other, root) for other in found):
            found.append(root)
    return found


def file_identity(fd: int) -> tuple[int, int]:
    found = os.fstat(fd)
    return found.st_dev, found.st_ino


def open_without_links(path: str) -> int:
    """The folder at an absolute canonical path; OSError if any part of it is a link by now."""
    return open_below_without_links(os.open("/", _PATH_STEP_FLAGS), path.split("/"), _PATH_STEP_FLAGS)


def open_below_without_links(folder: int, parts: Iterable[str], flags: int = FOLDER_FLAGS) -> int:
    """Go down from `folder`, which is closed on the way, through folders that are no links."""
    for part in parts:
        if part:
            try:
                below = os.open(part, flags, dir_fd=folder)
            finally:
                os.close(folder)
            folder = below
    return folder


def verify_roots(command: Command) -> None:
    """A root that is no longer the folder it was would have us open up another one."""
    held = command.root_fds or (None,) * len(command.roots)
    for root, fd in zip(command.roots, held, strict=True):
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
    """The outermost roots, which are all that rights are given to, each with a descriptor that is that root."""
    given = dict(zip(command.roots, command.root_fds, strict=True)) if command.root_fds else {}
    held: dict[str, int] = {}
    with contextlib.ExitStack() as opened:
        for root in outermost_folders(command.roots):
            fd = given.get(root)
            try:
                if fd is None:
                    fd = open_without_links(root)
                    opened.callback(os.close, fd)
                same = _is_same_folder(root, fd)
            except OSError:
                same = False
            if fd is None or not same:
                raise _root_replaced_error(root)
            held[root] = fd
        yield held


def _is_same_folder(path: str, fd: int) -> bool:
    found = os.stat(path, follow_symlinks=False)
    return (found.st_dev, found.st_ino) == file_identity(fd)


def _root_replaced_error(root: str) -> ExecutionFailed:
    return ExecutionFailed(
        "A root is no longer the folder it was, so no command is run. Start again with the roots as they "
        "are now.",
        "root_replaced",
        root=root,
    )
