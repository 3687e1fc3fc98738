"""The page as it was built: its files, each by its own name and type, and nothing beside them.

A file is read at once and in the loop: on this machine that takes a millisecond for a megabyte, where handing it to
threads piece by piece, as web servers for many do, would take a hundred turns of a loop that has little else to do.
"""

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

__all__ = ["BuiltPage"]

# Not the system's table: a browser runs no script whose type is wrong, and systems differ.
CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}


class BuiltPage:
    """`index.html` for whoever was let in, and the files beside it, which are looked up when they are asked for."""

    def __init__(self, index: Path) -> None:
        self._index = index
        self._folder = index.parent.resolve()

    async def index(self, request: Request) -> Response:
        del request
        return _file_response(self._index, "text/html; charset=utf-8")

    async def file(self, request: Request) -> Response:
        """A path that leads out of the folder, or to no file, is nothing."""
        try:
            path = (self._folder / request.scope["path"].lstrip("/")).resolve()
        except (OSError, ValueError):
            return _not_found()
        if path.suffix not in CONTENT_TYPES or not path.is_relative_to(self._folder):
            return _not_found()
        return _file_response(path, CONTENT_TYPES[path.suffix])


def _file_response(path: Path, content_type: str) -> Response:
    try:
        return Response(path.read_bytes(), media_type=content_type)
    except (OSError, ValueError):
        return _not_found()


def _not_found() -> Response:
    return PlainTextResponse("There is nothing here.\n", 404)
