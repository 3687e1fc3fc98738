"""`file:` URIs and paths of this machine. Spellings only: whether a path may be read, and where its links lead,
is decided by the workspace.
"""

import os
import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

__all__ = ["MAX_URI_CHARS", "path_to_uri", "uri_to_path"]

MAX_URI_CHARS: Final = 12_288
"""A longer URI names no path: every byte of the longest path, percent-encoded."""
_WINDOWS_DRIVE: Final = re.compile(r"/[A-Za-z][:|](?:/|$)")
_REJECTED_CHARS: Final = frozenset("?#\\")


@lru_cache(maxsize=1024)
def uri_to_path(uri: str) -> str | None:
    """Return the absolute path that a `file:` URI names; None for any other URI and for one that is not plain.

    Not plain are: another host, a Windows path, `..`, a query, a fragment, a NUL, bytes that no path here can hold.
    """
    if len(uri) > MAX_URI_CHARS or uri[:5].lower() != "file:" or not _REJECTED_CHARS.isdisjoint(uri):
        return None
    rest = uri[5:]
    if rest.startswith("//"):
        host, slash, path = rest[2:].partition("/")
        if host.lower() not in ("", "localhost"):
            return None
        rest = slash + path
    try:
        path = os.fsdecode(unquote_to_bytes(rest))
    except UnicodeError:
        return None
    if not path.startswith("/") or "\0" in path or _WINDOWS_DRIVE.match(path):
        return None
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return None if ".." in parts else "/" + "/".join(parts)


def path_to_uri(path: str) -> str:
    """Return the URI of an absolute path, spelled as `pathlib` spells it."""
    return f"file://{quote_from_bytes(os.fsencode(path))}"
