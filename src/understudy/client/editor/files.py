"""Files that are not open in the editor: read for a suggestion that is about them, and written when it is applied.

`Files` is what the editor needs of them; give it another one for a remote disk, or one that only reads.
`RootFiles` is the disk, inside the roots and nowhere else.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from understudy.client.editor.uris import uri_of
from understudy.client.errors import ClientError
from understudy.client.limits import FILE_OPERATION_TIMEOUT_S, MAX_FILE_BYTES, MAX_LISTED_FILES
from understudy.client.understudy_folders import all_understudy_folders
from understudy.uris import uri_to_path
from understudy.workspace import Stop, Workspace, WorkspaceError, sensitivity_reason
from understudy.workspace.files import Encoding, decode, encode, open_target, read_all
from understudy.workspace.paths import EntryKind, Place, Walk, WalkFilter, compile_globs

__all__ = ["Files", "RootFiles"]


P = ParamSpec("P")
T = TypeVar("T")


class Files(Protocol):
    """Each raises ClientError where it cannot."""

    async def read(self, uri: str) -> str: ...

    async def write(self, uri: str, old: str, new: str) -> bool:
        """Put `new` where `old` still stands. False if this does not write: the caller gets the text instead."""
        ...

    async def list_files(self, uri: str) -> Sequence[str] | None:
        """The files in a folder and in those below it; None if it is no folder."""
        ...

    def close(self) -> None: ...


class RootFiles:
    """Bytes that were not changed stay as they are, whatever the file's encoding. Links that lead out are refused,
    and so are files that make other programs do something (`.git`, `.vscode`, …): open those to edit them."""

    def __init__(self, roots: Sequence[str | os.PathLike[str]], *, writes: bool = True) -> None:
        """`roots` are URIs or absolute paths; those that are not there are left out."""
        paths = [uri_to_path(uri_of(root)) for root in roots]
        self._roots = [path for path in paths if path is not None]
        self._writes = writes
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
            there = [root for root in self._roots if os.path.isdir(root)]
            if not there:
                raise ClientError("There is no folder here in which files could be.", "no_file")
            self._workspace = Workspace(there, private=all_understudy_folders(os.environ))
        return self._workspace

    def _read(self, workspace: Workspace, path: str) -> str:
        with workspace.open_file(path) as file:
            return _decode_text(read_all(file.fd, MAX_FILE_BYTES), path)[0]

    def _write(self, workspace: Workspace, path: str, old: str, new: str) -> bool:
        place = workspace.resolve(path)
        why = sensitivity_reason(place, workspace.roots)
        if why is not None:
            raise ClientError(f"{path} is not changed while it is not open: {why}.", "no_file")
        with open_target(workspace, place, path, Stop(FILE_OPERATION_TIMEOUT_S)) as target:
            now = None if target.old_fd is None else read_all(target.old_fd, MAX_FILE_BYTES)
            text, encoding = _decode_text(now, path)
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
        found: list[str] = []
        for uri in _walk_files(place, WalkFilter(exclude=excluded, gitignore=True), stop):
            found.append(uri)
            if len(found) > MAX_LISTED_FILES:
                raise ClientError(
                    f"{path} has more than {MAX_LISTED_FILES} files, too many to go through.", "too_large"
                )
        return found


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
