"""fs/read_text_file and fs/write_text_file, confined to the roots by the same code as Understudy's own tools.

Owns the order of writes, the priority of an editor's open buffers over the disk, the preservation of a file's
encoding, and the guarantee that a write that has begun is finished. The workspace decides where a path may lead; a
person decides whether a sensitive file may be written. Reading and writing happen in worker threads.
"""

import asyncio
import contextlib
import inspect
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar, cast

from understudy.abandoned_tasks import retrieve_exception
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
    """Read `limit` lines of a file, from `line` (counted from 1)."""
    if limit == 0:
        with workspace.open_file(path):
            return ""
    first = max(line or 1, 1)
    window = LineWindow(first, None if limit is None else first + limit - 1)
    max_bytes = workspace.limits.max_file_size
    with workspace.open_file(path) as file:
        reading = read_window(file.fd, window, max_bytes, stop.check, path)
    if reading.remaining is not None:
        raise TooLarge(
            f"{escape_filename(path)!r}: that is more than {max_bytes} bytes of text. "
            "Ask for less at once with line and limit.",
            "too_large",
            path=escape_filename(path),
            limit=max_bytes,
            totalLines=reading.total_lines,
        )
    return reading.content


def slice_lines(text: str, line: int | None, limit: int | None) -> str:
    """The same lines of a text in an editor's buffer."""
    if line is None and limit is None:
        return text
    lines = text.split("\n")
    first = max(line or 1, 1) - 1
    last = len(lines) if limit is None else first + limit
    return "\n".join(lines[first:last]) + ("\n" if first < last < len(lines) else "")


def write_text(workspace: Workspace, place: Place, path: str, text: str, stop: Stop) -> None:
    """Replace the content of a file atomically, in the encoding that it had."""
    if not is_encodable(text):
        raise InvalidArgument("The content has half of a surrogate pair, which is no text.", "not_encodable")
    max_bytes = workspace.limits.max_write_size
    if len(text) > max_bytes or len(text.encode()) > max_bytes:
        raise TooLarge(f"The content is larger than {max_bytes} bytes.", "too_large", limit=max_bytes)
    with open_target(workspace, place, path, stop, create_folders=True, lock_scope="client") as target:
        data = _encode_like_existing(target, text, max_bytes, path)
        stop.check()
        target.save([data])


def _encode_like_existing(target: WriteTarget, text: str, max_bytes: int, path: str) -> bytes:
    old_data = None if target.old_fd is None else read_all(target.old_fd, max_bytes)
    decoded = None if not old_data else decode(old_data)
    if decoded is None:
        return text.encode()
    old_text, encoding = decoded
    if encoding.codec == "utf-8" and _REPLACEMENT_CHAR in text and not is_encodable(old_text):
        # The agent saw U+FFFD in place of undecodable bytes; writing it back would replace them.
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
    """The open buffers of an editor, with unsaved edits. Called in the event loop's thread; paths are canonical.

    Example: `connect(command, buffers=my_buffers)` with an object that has these methods.
    """

    def read(self, path: str) -> str | Awaitable[str | None] | None:
        """The whole text; None if the file is not open: then it is read from disk."""
        ...

    def write(self, path: str, text: str) -> bool | Awaitable[bool]:
        """Replace the text; return False if the file is not open: then it is written to disk."""
        ...


class Files:
    """Serves the file requests of an agent. For the event loop's thread."""

    def __init__(
        self,
        workspaces: SessionWorkspaces,
        questions: PermissionQuestions,
        buffers: Buffers | None = None,
        wait_for_room: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`wait_for_room` waits until the agent reads what is sent to it."""
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
        session_workspace = await self._workspaces.find(params.session_id)
        stop = Stop(DISK_TIMEOUT_S)
        if self._buffers is not None:
            place = await self._in_thread(
                session_workspace, lambda workspace: _locate_regular_file(workspace, path), stop
            )
            text = await _await_if_needed(self._buffers.read(place.path))
            if text is not None:
                return acp.ReadTextFileResponse(content=slice_lines(text, line, limit))
        content = await self._in_thread(
            session_workspace, lambda workspace: read_text(workspace, path, line, limit, stop), stop
        )
        return acp.ReadTextFileResponse(content=content)

    async def write(
        self, params: acp.WriteTextFileRequest, _: Inbound | None = None
    ) -> acp.WriteTextFileResponse:
        if not self._questions.permissions.can_serve("edit"):
            raise not_permitted_error("writing of files")
        _require_absolute(params.path)
        async with self._write_order(params.session_id, params.path):
            session_workspace = await self._workspaces.find(params.session_id)
            stop = Stop(DISK_TIMEOUT_S)
            place, sensitivity = await self._in_thread(
                session_workspace, lambda workspace: _locate_for_write(workspace, params.path), stop
            )
            if sensitivity is not None and not await self._questions.confirm_sensitive_write(
                params.session_id, place.path, sensitivity, params.content
            ):
                raise to_rpc_error(_not_approved_error(params.path, sensitivity))
            await self._write(session_workspace, place, params)
        return acp.WriteTextFileResponse()

    async def close(self) -> None:
        """Wait for operations that have begun."""
        while self._running:
            await asyncio.wait(set(self._running))

    async def _write(
        self, session_workspace: SessionWorkspace, place: Place, params: acp.WriteTextFileRequest
    ) -> None:
        """Write the file. From here on, cancelling the request has no effect: a partial write must not happen."""
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
        """Run `work` in a thread. A cancelled caller returns at once; the roots stay open until it has ended."""

        async def run() -> T:
            with session_workspace.use() as workspace:
                return await asyncio.to_thread(work, workspace)

        try:
            return await self._shielded(run())
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
        """Order the writes of one file by arrival."""
        key = session_id, path
        write_lock = self._write_locks.setdefault(key, _WriteLock())
        write_lock.users += 1
        try:
            async with write_lock.lock:
                yield
        finally:
            write_lock.users -= 1
            if not write_lock.users:
                del self._write_locks[key]


class _WriteLock:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0


def _locate_regular_file(workspace: Workspace, path: str) -> Place:
    """Resolve the path. An existing file must be regular, because an editor only gets the path."""
    place = workspace.resolve(path)
    with contextlib.suppress(OSError):  # reading or writing it reports the error better
        os.close(workspace.open_regular(place, path))
    return place


def _locate_for_write(workspace: Workspace, path: str) -> tuple[Place, str | None]:
    """The same, and why a person has to consent to a write; None if nobody has to."""
    place = _locate_regular_file(workspace, path)
    return place, sensitivity_reason(place, workspace.roots, workspace.sensitive_patterns)


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
