"""Files that are not open in the editor: read for a suggestion that is about them, and written when it is applied.

`Files` is what the editor needs of them; give it another one for a remote disk, or one that only reads.
`RootFiles` is the disk, inside the roots and nowhere else.
"""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from understudy.client.editor.names import path_of, uri_of
from understudy.client.errors import ClientError
from understudy.client.own_folders import own_folders
from understudy.workspace import Stop, Workspace, WorkspaceError
from understudy.workspace.encoding import Encoding, decode, encode
from understudy.workspace.globs import compile_globs
from understudy.workspace.reading import read_all
from understudy.workspace.saving import open_target
from understudy.workspace.scope import Place
from understudy.workspace.trust import why_sensitive
from understudy.workspace.walk import Filter, Kind, Walk

__all__ = ["Files", "RootFiles"]

MOST_BYTES: Final = 4 << 20
"""Of a file: a larger one is no text that somebody edits by hand."""
MOST_FILES: Final = 5_000
SECONDS: Final = 30.0

P = ParamSpec("P")
T = TypeVar("T")


class Files(Protocol):
    """Each raises ClientError where it cannot."""

    async def read(self, uri: str) -> str: ...

    async def write(self, uri: str, old: str, new: str) -> bool:
        """Put `new` where `old` still stands. False if this does not write: the caller gets the text instead."""
        ...

    async def below(self, uri: str) -> Sequence[str] | None:
        """The files in a folder and in those below it; None if it is no folder."""
        ...

    def close(self) -> None: ...


class RootFiles:
    """Bytes that were not changed stay as they are, whatever the file's encoding. Links that lead out are refused,
    and so are files that make other programs do something (`.git`, `.vscode`, …): open those to edit them."""

    def __init__(self, roots: Sequence[str | os.PathLike[str]], *, writes: bool = True) -> None:
        """`roots` are URIs or absolute paths; those that are not there are left out."""
        paths = [path_of(uri_of(root)) for root in roots]
        self._roots = [path for path in paths if path is not None]
        self._writes = writes
        self._workspace: Workspace | None = None

    async def read(self, uri: str) -> str:
        return await self._elsewhere(self._read, uri)

    async def write(self, uri: str, old: str, new: str) -> bool:
        return self._writes and await self._elsewhere(self._write, uri, old, new)

    async def below(self, uri: str) -> Sequence[str] | None:
        return await self._elsewhere(self._below, uri)

    def close(self) -> None:
        if self._workspace is not None:
            self._workspace.close()

    async def _elsewhere(
        self, work: Callable[Concatenate[Workspace, str, P], T], uri: str, *more: P.args, **named: P.kwargs
    ) -> T:
        path = _path(uri)
        try:
            return await asyncio.to_thread(work, self._opened(), path, *more, **named)
        except WorkspaceError as error:
            raise ClientError(str(error), "no_file") from None

    def _opened(self) -> Workspace:
        if self._workspace is None:
            there = [root for root in self._roots if os.path.isdir(root)]
            if not there:
                raise ClientError("There is no folder here in which files could be.", "no_file")
            self._workspace = Workspace(there, private=own_folders(os.environ))
        return self._workspace

    def _read(self, workspace: Workspace, path: str) -> str:
        with workspace.open_file(path) as file:
            return _text(read_all(file.fd, MOST_BYTES), path)[0]

    def _write(self, workspace: Workspace, path: str, old: str, new: str) -> bool:
        place = workspace.locate(path)
        why = why_sensitive(place, workspace.roots)
        if why is not None:
            raise ClientError(f"{path} is not changed while it is not open: {why}.", "no_file")
        with open_target(workspace, place, path, Stop(SECONDS)) as target:
            now = None if target.old is None else read_all(target.old, MOST_BYTES)
            text, encoding = _text(now, path)
            if text != old:
                raise ClientError(f"{path} was changed by someone else just now.", "outdated")
            target.save([encode(new, encoding)], over_old=True)
        return True

    def _below(self, workspace: Workspace, path: str) -> list[str] | None:
        place = workspace.locate(path)
        if not os.path.isdir(place.path):
            return None
        excluded = compile_globs(workspace.exclusions, "exclusions")
        stop = Stop(SECONDS)
        found: list[str] = []
        for uri in _walked(place, Filter(exclude=excluded, gitignore=True), stop):
            found.append(uri)
            if len(found) > MOST_FILES:
                raise ClientError(
                    f"{path} has more than {MOST_FILES} files, too many to go through.", "too_large"
                )
        return found


def _walked(place: Place, filters: Filter, stop: Stop) -> Iterator[str]:
    for batch in Walk(place, filters, check=stop.check):
        for name, kind in batch.entries:
            if kind is Kind.FILE:
                yield uri_of(Place(place.root, batch.relative(name)).path)


def _path(uri: str) -> str:
    path = path_of(uri)
    if path is None:
        raise ClientError(f"{uri} is no file of this machine.", "no_file")
    return path


def _text(data: bytes | None, path: str) -> tuple[str, Encoding]:
    decoded = None if data is None else decode(data)
    if decoded is None:
        raise ClientError(f"{path} is no text, or larger than {MOST_BYTES} bytes.", "no_file")
    return decoded
