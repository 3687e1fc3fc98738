"""The workspace: ordered roots, their limits, and opening files in them.

Owns what every operation shares: scope, types of files, how paths are displayed. It knows no protocol; the
operations are in their own modules (`paths`, `files`, `search`, `commands`).
"""

import os
import stat
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from understudy.workspace.commands import ControlGroup, NetworkPolicy, Sandbox, SandboxMode, choose_sandbox
from understudy.workspace.display_text import escape_filename
from understudy.workspace.errors import Denied, InvalidArgument, WorkspaceError
from understudy.workspace.limits import DEFAULT_EXCLUSIONS, Limits
from understudy.workspace.paths import O_PATH, Place, Root, open_roots, raise_for_os_error, resolve_path

__all__ = ["OpenFile", "Workspace"]

_FILE_TYPE_NAMES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFLNK: "a link",
}


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A regular file, open for reading.

    Example: `with workspace.open_file("README.md") as file: print(file.place.path)`.
    """

    fd: int
    status: os.stat_result
    place: Place


class Workspace:
    """`[primary, *additional]` roots: everything that operations may access, and nothing else.

    Use it as a context manager, or call `close()`: it holds a descriptor per root.

    Example: `with Workspace(["/project"]) as workspace: place = workspace.resolve("README.md")`.
    """

    def __init__(
        self,
        roots: Sequence[str | os.PathLike[str]],
        *,
        limits: Limits | None = None,
        exclusions: Sequence[str] = DEFAULT_EXCLUSIONS,
        read_only: bool = False,
        trust_all: bool = False,
        sensitive_patterns: Sequence[str] = (),
        sandbox: SandboxMode = SandboxMode.AUTO,
        network: NetworkPolicy = NetworkPolicy.ASK,
        inherited_variables: Sequence[str] = (),
        readable: Sequence[str] = (),
        private: Sequence[str | os.PathLike[str]] = (),
    ) -> None:
        """`private`: folders that count as outside even inside a root, such as the program's own."""
        for name, value in (("roots", roots), ("readable", readable), ("private", private)):
            if isinstance(value, (str, bytes, os.PathLike)):
                shown = os.fsdecode(value)[:100]
                message = f"{name} is a list of folders: write [{shown!r}] instead of {shown!r}"
                raise InvalidArgument(message, "bad_arguments")
        self.roots: tuple[Root, ...] = open_roots(roots, private)
        self.limits = limits or Limits()
        self.exclusions = tuple(exclusions)
        self.read_only = read_only
        """Whether every write is denied, also to commands."""
        self.trust_all = trust_all
        """Whether sensitive files (see `sensitive`) may be written without consent."""
        self.sensitive_patterns = tuple(sensitive_patterns)
        """Patterns of further files that are sensitive, as in the table of `sensitive`."""
        self.inherited_variables = tuple(inherited_variables)
        """Names of environment variables that commands inherit in addition to the harmless ones."""
        self.readable = tuple(readable)
        """Absolute paths that commands may read besides the system, toolchains and roots."""
        self.network = network
        """What happens when a call wants its command to use the network."""
        self.command_group: ControlGroup | None = None
        """The control group that commands join; closed with the workspace."""
        self._sandbox_mode = sandbox
        self._closed = False

    @property
    def primary(self) -> Root:
        return self.roots[0]

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox of commands, selected at the first use."""
        return choose_sandbox(self._sandbox_mode)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            for root in self.roots:
                os.close(root.fd)
            if self.command_group is not None:
                self.command_group.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def resolve(self, path: str) -> Place:
        """Resolve a path that is relative to the primary root or absolute inside any root; raise otherwise."""
        if self._closed:
            raise Denied("The workspace is closed.", "out_of_scope")
        return resolve_path(self.roots, path)

    def display_path(self, place: Place) -> str:
        """The path of a place as results show it; it can be passed back to any tool."""
        if place.root is self.primary:
            return escape_filename(place.relative)
        return escape_filename(place.path)

    def stat_link_target(self, place: Place) -> os.stat_result | None:
        """The status of a link's target; None if the target is missing or out of scope."""
        try:
            target = resolve_path(self.roots, place.path)
            fd = target.open(O_PATH)
        except (OSError, WorkspaceError):
            return None
        try:
            return os.fstat(fd)
        finally:
            os.close(fd)

    @contextmanager
    def open_file(self, path: str) -> Generator[OpenFile]:
        """Open a regular file for reading; any other type is rejected without opening it."""
        place = self.resolve(path)
        try:
            fd = self.open_regular(place, path)
        except OSError as error:
            raise_for_os_error(error, path)
        try:
            yield OpenFile(fd, os.fstat(fd), place)
        finally:
            os.close(fd)

    def open_regular(self, place: Place, path: str) -> int:
        """Open the regular file at `place` for reading and return its descriptor; may raise OSError."""
        fd = -1
        # Check before opening for reading: opening a pipe can block and opening a device can have effects. Then
        # check again, because the file may have been replaced in between.
        for flags in (O_PATH, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY):
            if fd >= 0:
                os.close(fd)
            fd = place.open(flags)
            try:
                self.require_regular_file(os.fstat(fd), path)
            except BaseException:
                os.close(fd)
                raise
        return fd

    @contextmanager
    def open_folder(self, path: str) -> Generator[tuple[int, Place]]:
        """Open a folder; raise InvalidArgument if the path is a file."""
        place = self.resolve(path)
        try:
            fd = place.open(os.O_RDONLY | os.O_DIRECTORY)
        except NotADirectoryError:
            raise InvalidArgument(
                f"{escape_filename(path)!r} is a file, not a folder.",
                "not_a_directory",
                advice="Use readFile for its content.",
                path=escape_filename(path),
            ) from None
        except OSError as error:
            raise_for_os_error(error, path)
        try:
            yield fd, place
        finally:
            os.close(fd)

    @staticmethod
    def require_regular_file(status: os.stat_result, path: str) -> None:
        kind = stat.S_IFMT(status.st_mode)
        if kind == stat.S_IFREG:
            return
        raise InvalidArgument(
            f"{escape_filename(path)!r} is {_FILE_TYPE_NAMES.get(kind, 'a special file')}, not a regular file.",
            "not_a_file",
            advice="Use exploreFiles for its entries." if kind == stat.S_IFDIR else "",
            path=escape_filename(path),
        )

    def require_writable(self, path: str) -> None:
        if self.read_only:
            raise Denied(
                f"The workspace is open for reading only; {escape_filename(path)!r} was not changed.",
                "read_only",
                path=escape_filename(path),
            )
