"""What the page does with files beyond the tools: it shows the bytes of images, and its tree moves and deletes.

GET returns the bytes of a file; POST takes `{"action": "move" | "delete" | "restore", …}` and answers with
`{"path": …}` or `{"id": …}`. An error is `{"error", "code", "reason"}` with the words of the tools.
AccessControl has checked the requests.
"""

import asyncio
import os
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from understudy.web.entries import WorkspaceEntries
from understudy.web.limits import MAX_REQUEST_BYTES, MAX_VIEWED_FILE_BYTES
from understudy.workspace import Denied, InvalidArgument, NotFound, TooLarge, Workspace, WorkspaceError

__all__ = ["FilesEndpoint"]

_IMAGE_TYPES: Final = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".ico": "image/x-icon",
    ".svg": "image/svg+xml",
}
_HEADERS: Final = {
    # An image of the workspace that is opened as a page of its own runs and loads nothing.
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    "Cache-Control": "no-store",
}


class FilesEndpoint:
    def __init__(self, workspace: Workspace, entries: WorkspaceEntries) -> None:
        self._workspace = workspace
        self._entries = entries

    async def read(self, request: Request) -> Response:
        path = request.query_params.get("path", "")
        try:
            data, size = await asyncio.to_thread(self._read, path, request.query_params.get("part") == "head")
        except WorkspaceError as error:
            return _failure(error)
        kind = _IMAGE_TYPES.get(os.path.splitext(path)[1].lower(), "application/octet-stream")
        return Response(data, media_type=kind, headers={**_HEADERS, "X-File-Size": str(size)})

    def _read(self, path: str, is_head: bool) -> tuple[bytes, int]:
        if not os.path.isabs(path):
            raise InvalidArgument("Name a file by its absolute path.", "bad_path")
        with self._workspace.open_file(path) as file:
            size = file.status.st_size
            if size > MAX_VIEWED_FILE_BYTES and not is_head:
                raise TooLarge(f"It has more than {MAX_VIEWED_FILE_BYTES >> 20} MiB.", "too_large")
            with os.fdopen(os.dup(file.fd), "rb") as stream:
                return stream.read(_HEAD_BYTES if is_head else MAX_VIEWED_FILE_BYTES), size

    async def change(self, request: Request) -> Response:
        try:
            body = await _read_body(request)
            return JSONResponse(await asyncio.to_thread(self._change, body))
        except WorkspaceError as error:
            return _failure(error)

    def _change(self, body: dict[str, Any]) -> dict[str, str]:
        is_approved = body.get("approved") is True
        match body:
            case {"action": "move", "from": str(source), "to": str(target)}:
                return {"path": self._entries.move(source, target, is_approved=is_approved)}
            case {"action": "delete", "path": str(path)}:
                return {"id": self._entries.delete(path, is_approved=is_approved)}
            case {"action": "restore", "id": str(trashed)}:
                return {"path": self._entries.restore(trashed)}
            case _:
                raise InvalidArgument(
                    'Send {"action": "move", "from", "to"}, {"action": "delete", "path"} or '
                    '{"action": "restore", "id"}.',
                    "bad_arguments",
                )


_HEAD_BYTES: Final = 4096
"""Bytes that are shown of a file that is neither text nor an image."""


async def _read_body(request: Request) -> dict[str, Any]:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_REQUEST_BYTES:
            raise TooLarge("The request is too large.", "too_large")
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidArgument("Send one JSON object.", "bad_arguments") from None


def _failure(error: WorkspaceError) -> Response:
    status = 404 if isinstance(error, NotFound) else 403 if isinstance(error, Denied) else 400
    body = {"error": error.user_message, "code": error.code, "reason": error.details.get("reason", "")}
    return JSONResponse(body, status, headers=_HEADERS)
