"""Files that are not open in the editor: read to plan a suggestion, and written when it is applied.

`Files` is the interface that the editor needs; implement it for a remote disk, or for read-only access. `RootFiles`
is the local disk, inside the roots only.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from understudy.client.editor.uris import uri_of
from understudy.client.errors import ClientError
from understudy.client.known_agents import private_folders
from understudy.client.limits import FILE_OPERATION_TIMEOUT_S, MAX_FILE_BYTES, MAX_LISTED_FILES
from understudy.uris import uri_to_path
from understudy.workspace import Stop, Workspace, WorkspaceError, sensitivity_reason
from understudy.workspace.files import Encoding, decode, encode, open_target, read_all
from understudy.workspace.paths import EntryKind, Place, Walk, WalkFilter, compile_globs

__all__ = ["Files", "RootFiles"]


P = ParamSpec("P")
T = TypeVar("T")


class Files(Protocol):
    """Every method raises ClientError if it fails."""

    async def read(self, uri: str) -> str: ...

    async def write(self, uri: str, old: str, new: str) -> bool:
        """Replace the text if it is still `old`. Return False if this object does not write files."""
        ...

    async def list_files(self, uri: str) -> Sequence[str] | None:
        """The files in a folder and its subfolders; None if it is no folder."""
        ...

    def close(self) -> None: ...


class RootFiles:
    """Files on disk inside the roots.

    Unchanged bytes are preserved in any encoding. Links that lead out of the roots are rejected, and so are
    files that other programs execute or trust (`.git`, `.vscode`, …): those have to be opened in the editor.
    """

    def __init__(
        self,
        roots: Sequence[str | os.PathLike[str]],
        *,
        writes: bool = True,
        sensitive_files: Sequence[str] = (),
    ) -> None:
        """`roots` are URIs or absolute paths; missing folders are ignored.

        `sensitive_files`: patterns of files that are rejected besides the well-known ones.
        """
        paths = [uri_to_path(uri_of(root)) for root in roots]
        self._roots = [path for path in paths if path is not None]
        self._writes = writes
        self._sensitive_files = tuple(sensitive_files)
        self._workspace: Workspace | None = None

    async def read(self, uri: str) -> str:
        return await self._run_in_thread(self._read, uri)

    async def write(self, uri: str, old: str, new: str) -> bool:
        return self._writes and await self._run_in_thread(self._write, uri, old, new)

    async def list_files(self, uri: str) -> Sequence[str] | None:
        return await self._run_in_thread(self._list_files, uri)

    def close(self) -> None:
        if self._workspace is not None:
            self._workspace.close()

    async def _run_in_thread(
        self, work: Callable[Concatenate[Workspace, str, P], T], uri: str, *more: P.args, **named: P.kwargs
    ) -> T:
        path = _local_path(uri)
        try:
            return await asyncio.to_thread(work, self._open_workspace(), path, *more, **named)
        except WorkspaceError as error:
            raise ClientError(str(error), "no_file") from None

    def _open_workspace(self) -> Workspace:
        if self._workspace is None:
            existing = [root for root in self._roots if os.path.isdir(root)]
            if not existing:
                raise ClientError("There is no folder here in which files could be.", "no_file")
            self._workspace = Workspace(
                existing, private=private_folders(os.environ), sensitive_patterns=self._sensitive_files
            )
        return self._workspace

    def _read(self, workspace: Workspace, path: str) -> str:
        with workspace.open_file(path) as file:
            return _decode_text(read_all(file.fd, MAX_FILE_BYTES), path)[0]

    def _write(self, workspace: Workspace, path: str, old: str, new: str) -> bool:
        place = workspace.resolve(path)
        sensitivity = sensitivity_reason(place, workspace.roots, workspace.sensitive_patterns)
        if sensitivity is not None:
            raise ClientError(f"{path} is not changed while it is not open: {sensitivity}.", "no_file")
        with open_target(workspace, place, path, Stop(FILE_OPERATION_TIMEOUT_S)) as target:
            current_data = None if target.old_fd is None else read_all(target.old_fd, MAX_FILE_BYTES)
            text, encoding = _decode_text(current_data, path)
            if text != old:
                raise ClientError(f"{path} was changed by someone else just now.", "outdated")
            target.save([encode(new, encoding)], require_unchanged=True)
        return True

    def _list_files(self, workspace: Workspace, path: str) -> list[str] | None:
        place = workspace.resolve(path)
        if not os.path.isdir(place.path):
            return None
        excluded = compile_globs(workspace.exclusions, "exclusions")
        stop = Stop(FILE_OPERATION_TIMEOUT_S)
        uris: list[str] = []
        for uri in _walk_files(place, WalkFilter(exclude=excluded, gitignore=True), stop):
            uris.append(uri)
            if len(uris) > MAX_LISTED_FILES:
                raise ClientError(
                    f"{path} has more than {MAX_LISTED_FILES} files, too many to go through.", "too_large"
                )
        return uris


def _walk_files(place: Place, filters: WalkFilter, stop: Stop) -> Iterator[str]:
    for batch in Walk(place, filters, check=stop.check):
        for name, kind in batch.entries:
            if kind is EntryKind.FILE:
                yield uri_of(Place(place.root, batch.relative_path(name)).path)


def _local_path(uri: str) -> str:
    path = uri_to_path(uri)
    if path is None:
        raise ClientError(f"{uri} is no file of this machine.", "no_file")
    return path


def _decode_text(data: bytes | None, path: str) -> tuple[str, Encoding]:
    decoded = None if data is None else decode(data)
    if decoded is None:
        raise ClientError(f"{path} is no text, or larger than {MAX_FILE_BYTES} bytes.", "no_file")
    return decoded
