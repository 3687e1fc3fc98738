"""URIs and paths of documents and folders: URIs on the wire, paths or URIs from callers. Accesses no files."""

import os
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from understudy.client.errors import ClientError

__all__ = ["UriOrPath", "display_name", "language_of", "path_of", "uri_key", "uri_of"]

UriOrPath = str | os.PathLike[str]
"""A URI, or an absolute path."""

_LANGUAGE_BY_SUFFIX: Final = {
    "bash": "shellscript",
    "c": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cs": "csharp",
    "css": "css",
    "go": "go",
    "h": "c",
    "hpp": "cpp",
    "htm": "html",
    "html": "html",
    "java": "java",
    "js": "javascript",
    "json": "json",
    "jsx": "javascriptreact",
    "kt": "kotlin",
    "lua": "lua",
    "md": "markdown",
    "mjs": "javascript",
    "php": "php",
    "pl": "perl",
    "py": "python",
    "pyi": "python",
    "r": "r",
    "rb": "ruby",
    "rs": "rust",
    "scala": "scala",
    "scss": "scss",
    "sh": "shellscript",
    "sql": "sql",
    "swift": "swift",
    "toml": "toml",
    "ts": "typescript",
    "tsx": "typescriptreact",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
}
_LANGUAGE_BY_FILE_NAME: Final = {"dockerfile": "dockerfile", "makefile": "makefile"}


def uri_of(name: UriOrPath) -> str:
    """The URI of a document or folder. Raises ClientError `bad_name`."""
    given = os.fspath(name)
    if given.startswith("/"):
        return f"file://{quote_from_bytes(os.fsencode(os.path.normpath(given)))}"
    if not isinstance(name, str) or not urlsplit(given).scheme:
        raise ClientError(f"{given!r} is neither a URI nor an absolute path.", "bad_name")
    return given


def path_of(uri: str) -> str | None:
    """The local path of a `file:` URI; None for other URIs."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if (
        parts.scheme != "file"
        or parts.netloc.lower() not in ("", "localhost")
        or parts.query
        or parts.fragment
    ):
        return None
    path = os.fsdecode(unquote_to_bytes(parts.path))
    return path if path.startswith("/") and "\0" not in path else None


def uri_key(uri: str) -> str:
    """A key that is equal for different spellings of the same file's URI."""
    path = path_of(uri)
    return uri if path is None or ".." in path.split("/") else os.path.normpath(path)


def display_name(uri: str, roots: Sequence[str]) -> str:
    """The name for people and for the headers of diffs: relative to its root, or the last part."""
    path = path_of(uri)
    if path is None:
        return uri.rpartition("/")[2] or uri
    for root in roots:
        folder = path_of(root)
        if folder is not None and PurePosixPath(path).is_relative_to(folder) and path != folder:
            return str(PurePosixPath(path).relative_to(folder))
    return path.rpartition("/")[2]


def language_of(uri: str) -> str:
    """The `languageId` for the name of a file; `plaintext` if it is unknown."""
    name = uri.rpartition("/")[2].lower()
    return _LANGUAGE_BY_FILE_NAME.get(name) or _LANGUAGE_BY_SUFFIX.get(name.rpartition(".")[2], "plaintext")
