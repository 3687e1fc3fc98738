"""fs/read_text_file and fs/write_text_file, by the same code that holds the agent's own tools to its roots.

Owns the order of writes, an editor's say in both, and the promise that a write which has begun is finished.
Where a path may lead is the workspace's decision; whether a sensitive file may be written, a person's.

A file's text for an agent, and back: lines cut out of it, its encoding kept.

Runs in worker threads, below roots that the workspace has opened.
"""

import asyncio
import contextlib
import inspect
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar, cast

from understudy.client.calls import retrieve_exception
from understudy.client.limits import DISK_TIMEOUT_S, MAX_CONCURRENT_READS
from understudy.client.permissions import PermissionQuestions
from understudy.client.workspace_access.session_workspaces import (
    SessionWorkspace,
    SessionWorkspaces,
    not_permitted_error,
    to_rpc_error,
)
from understudy.rpc import INVALID_PARAMS, Inbound, RpcError
from understudy.schema import acp
from understudy.workspace import (
    Denied,
    InvalidArgument,
    Place,
    Stop,
    TooLarge,
    Workspace,
    WorkspaceError,
    escape_filename,
    sensitivity_reason,
)
from understudy.workspace.commands import is_encodable
from understudy.workspace.files import (
    LineWindow,
    WriteTarget,
    decode,
    encode,
    open_target,
    read_all,
    read_window,
)

__all__ = ["Buffers", "Files", "read_text", "slice_lines", "write_text"]

_REPLACEMENT_CHAR: Final = "\ufffd"


def read_text(workspace: Workspace, path: str, line: int | None, limit: int | None, stop: Stop) -> str:
    """The text of a file, from a line (counted from 1), so many lines."""
    if limit == 0:
        with workspace.open_file(path):
            return ""
    first = max(line or 1, 1)
    window = LineWindow(first, None if limit is None else first + limit - 1)
    most = workspace.limits.max_file_size
    with workspace.open_file(path) as file:
        reading = read_window(file.fd, window, most, stop.check, path)
    if reading.remaining is not None:
        raise TooLarge(
            f"{escape_filename(path)!r}: that is more than {most} bytes of text. "
            "Ask for less at once with line and limit.",
            "too_large",
            path=escape_filename(path),
            limit=most,
            totalLines=reading.total_lines,
        )
    return reading.content


def slice_lines(text: str, line: int | None, limit: int | None) -> str:
    """The same cut, from a text that an editor holds."""
    if line is None and limit is None:
        return text
    lines = text.split("\n")
    first = max(line or 1, 1) - 1
    last = len(lines) if limit is None else first + limit
    return "\n".join(lines[first:last]) + ("\n" if first < last < len(lines) else "")


def write_text(workspace: Workspace, place: Place, path: str, text: str, stop: Stop) -> None:
    """Make `text` the file's content, in the encoding that it had; in one step, or not at all."""
    if not is_encodable(text):
        raise InvalidArgument("The content has half of a surrogate pair, which is no text.", "not_encodable")
    most = workspace.limits.max_write_size
    if len(text) > most or len(text.encode()) > most:
        raise TooLarge(f"The content is larger than {most} bytes.", "too_large", limit=most)
    with open_target(workspace, place, path, stop, create_folders=True, lock_scope="client") as target:
        data = _encode_like_existing(target, text, most, path)
        stop.check()
        target.save([data])


def _encode_like_existing(target: WriteTarget, text: str, max_bytes: int, path: str) -> bytes:
    old = None if target.old_fd is None else read_all(target.old_fd, max_bytes)
    before = None if not old else decode(old)
    if before is None:
        return text.encode()
    was, encoding = before
    if encoding.codec == "utf-8" and _REPLACEMENT_CHAR in text and not is_encodable(was):
        # The agent saw U+FFFD for bytes that are no text; written back, it would take their place.
        raise InvalidArgument(
            f"{escape_filename(path)!r} has bytes that are no UTF-8, which would be lost. It was not changed.",
            "not_encodable",
            path=escape_filename(path),
        )
    if encoding.bom:
        text = text.removeprefix("\ufeff")
    try:
        return encode(text, encoding)
    except InvalidArgument:
        raise InvalidArgument(
            f"{escape_filename(path)!r} is {encoding.name}, which has not every character of the new content. "
            "It was not changed.",
            "not_encodable",
            path=escape_filename(path),
            encoding=encoding.name,
        ) from None


T = TypeVar("T")


class Buffers(Protocol):
    """An editor's open texts, unsaved edits included. Called in the loop's thread with canonical paths in scope."""

    def read(self, path: str) -> str | Awaitable[str | None] | None:
        """The whole text; None: it is not open here, the disk's is taken."""
        ...

    def write(self, path: str, text: str) -> bool | Awaitable[bool]:
        """Make it the file's text; False: it is not open here, the disk is written."""
        ...


class Files:
    """For the loop's thread."""

    def __init__(
        self,
        workspaces: SessionWorkspaces,
        questions: PermissionQuestions,
        buffers: Buffers | None = None,
        wait_for_room: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`room` waits until the agent takes what it is sent."""
        self._workspaces = workspaces
        self._questions = questions
        self._buffers = buffers
        self._wait_for_room = wait_for_room
        self._readers = asyncio.Semaphore(MAX_CONCURRENT_READS)
        self._write_locks: dict[tuple[str, str], _WriteLock] = {}
        self._running: set[asyncio.Future[Any]] = set()

    async def read(
        self, params: acp.ReadTextFileRequest, _: Inbound | None = None
    ) -> acp.ReadTextFileResponse:
        _require_absolute(params.path)
        async with self._readers:
            if self._wait_for_room is not None:
                await self._wait_for_room()
            return await self._read(params)

    async def _read(self, params: acp.ReadTextFileRequest) -> acp.ReadTextFileResponse:
        path, line, limit = params.path, params.line, params.limit
        ground = await self._workspaces.find(params.session_id)
        stop = Stop(DISK_TIMEOUT_S)
        if self._buffers is not None:
            place = await self._in_thread(
                ground, lambda workspace: _locate_regular_file(workspace, path), stop
            )
            text = await _await_if_needed(self._buffers.read(place.path))
            if text is not None:
                return acp.ReadTextFileResponse(content=slice_lines(text, line, limit))
        content = await self._in_thread(
            ground, lambda workspace: read_text(workspace, path, line, limit, stop), stop
        )
        return acp.ReadTextFileResponse(content=content)

    async def write(
        self, params: acp.WriteTextFileRequest, _: Inbound | None = None
    ) -> acp.WriteTextFileResponse:
        if not self._questions.permissions.can_serve("edit"):
            raise not_permitted_error("writing of files")
        _require_absolute(params.path)
        async with self._write_order(params.session_id, params.path):
            ground = await self._workspaces.find(params.session_id)
            stop = Stop(DISK_TIMEOUT_S)
            place, why = await self._in_thread(
                ground, lambda workspace: _locate_for_write(workspace, params.path), stop
            )
            if why is not None and not await self._questions.confirm_sensitive_write(
                params.session_id, place.path, why, params.content
            ):
                raise to_rpc_error(_not_approved_error(params.path, why))
            await self._write(ground, place, params)
        return acp.WriteTextFileResponse()

    async def close(self) -> None:
        """Wait for what has begun."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def _write(
        self, session_workspace: SessionWorkspace, place: Place, params: acp.WriteTextFileRequest
    ) -> None:
        """From here on the agent may take its request back in vain: half a change would help nobody."""
        if self._buffers is not None and await self._shielded(
            _await_if_needed(self._buffers.write(place.path, params.content))
        ):
            return
        stop = Stop(DISK_TIMEOUT_S)
        await self._in_thread(
            session_workspace,
            lambda workspace: write_text(workspace, place, params.path, params.content, stop),
            None,
        )

    async def _in_thread(
        self, session_workspace: SessionWorkspace, work: Callable[[Workspace], T], stop: Stop | None
    ) -> T:
        """Work in a thread. A caller that is cancelled leaves at once; the roots stay open until the work ends."""

        async def working() -> T:
            with session_workspace.use() as workspace:
                return await asyncio.to_thread(work, workspace)

        try:
            return await self._shielded(working())
        except asyncio.CancelledError:
            if stop is not None:
                stop.cancel()
            raise
        except WorkspaceError as error:
            raise to_rpc_error(error) from None

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(retrieve_exception)
        return await asyncio.shield(task)

    @contextlib.asynccontextmanager
    async def _write_order(self, session_id: str, path: str) -> AsyncGenerator[None]:
        """Writes of one file happen in the order in which they came."""
        key = session_id, path
        turn = self._write_locks.setdefault(key, _WriteLock())
        turn.users += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.users -= 1
            if not turn.users:
                del self._write_locks[key]


class _WriteLock:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0


def _locate_regular_file(workspace: Workspace, path: str) -> Place:
    """Where the path leads; what is there must be a regular file, since an editor goes by the path alone."""
    place = workspace.resolve(path)
    with contextlib.suppress(OSError):  # whoever reads or writes it says that better
        os.close(workspace.open_regular(place, path))
    return place


def _locate_for_write(workspace: Workspace, path: str) -> tuple[Place, str | None]:
    """The same, and why it takes a person's consent, if it does."""
    place = _locate_regular_file(workspace, path)
    return place, sensitivity_reason(place, workspace.roots)


def _not_approved_error(path: str, why: str) -> Denied:
    return Denied(
        f"{path!r} was not changed: it is sensitive ({why}), and nobody agreed to the change.",
        "needs_approval",
        path=path,
        why=why,
    )


def _require_absolute(path: str) -> None:
    if not path.startswith("/"):
        raise RpcError(
            INVALID_PARAMS,
            f"{path[:200]!r} is not absolute. Send the absolute path of a file in the session's folders.",
            {"reason": "bad_path", "path": path[:200]},
        )


async def _await_if_needed(value: T | Awaitable[T]) -> T:
    return await cast(Awaitable[T], value) if inspect.isawaitable(value) else value
