"""URIs and paths of documents and folders: URIs on the wire, paths or URIs from callers. Accesses no files."""

import os
from collections.abc import Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from understudy.client.errors import ClientError
from understudy.uris import path_to_uri, uri_to_path

__all__ = ["UriOrPath", "display_name", "uri_key", "uri_of"]

UriOrPath = str | os.PathLike[str]
"""A URI, or an absolute path."""


def uri_of(name: UriOrPath) -> str:
    """Return the URI of a URI or an absolute path that a caller gave."""
    given = os.fspath(name)
    if given.startswith("/"):
        return path_to_uri(os.path.normpath(given))
    if not isinstance(name, str) or not urlsplit(given).scheme:
        raise ClientError(f"{given!r} is neither a URI nor an absolute path.", "bad_name")
    return given


def uri_key(uri: str) -> str:
    """Return the key under which all spellings of one file's URI are the same."""
    path = uri_to_path(uri)
    return uri if path is None else path


def display_name(uri: str, roots: Sequence[str]) -> str:
    """Return the name for people and for the headers of diffs: the path below its root, or the last part."""
    path = uri_to_path(uri)
    if path is None:
        return uri.rpartition("/")[2] or uri
    for root in roots:
        folder = uri_to_path(root)
        if folder is not None and PurePosixPath(path).is_relative_to(folder) and path != folder:
            return str(PurePosixPath(path).relative_to(folder))
    return path.rpartition("/")[2]
