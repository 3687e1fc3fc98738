"""From a client's URI to a path of this machine and back, and from a file's name to its language.

Looks at spellings only. Whether a path may be read, and where its links lead, is the workspace's to say.
"""

import os
import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote_from_bytes, unquote_to_bytes

from understudy.nes.limits import MAX_URI_CHARS

__all__ = ["language_id_for", "path_to_uri", "uri_to_path"]


_WINDOWS_DRIVE = re.compile(r"/[A-Za-z][:|](?:/|$)")
_REJECTED_CHARS: Final = frozenset("?#\\")

_LANGUAGE_BY_SUFFIX: Final = {
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "cxx": "cpp",
    "hh": "cpp",
    "hpp": "cpp",
    "hxx": "cpp",
    "cs": "csharp",
    "css": "css",
    "dart": "dart",
    "ex": "elixir",
    "exs": "elixir",
    "go": "go",
    "gradle": "groovy",
    "groovy": "groovy",
    "hs": "haskell",
    "htm": "html",
    "html": "html",
    "ini": "ini",
    "java": "java",
    "cjs": "javascript",
    "js": "javascript",
    "mjs": "javascript",
    "jsx": "javascriptreact",
    "json": "json",
    "jsonc": "jsonc",
    "jl": "julia",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "less",
    "lua": "lua",
    "markdown": "markdown",
    "md": "markdown",
    "php": "php",
    "pl": "perl",
    "pm": "perl",
    "py": "python",
    "pyi": "python",
    "r": "r",
    "rb": "ruby",
    "rs": "rust",
    "rst": "restructuredtext",
    "scala": "scala",
    "scss": "scss",
    "bash": "shellscript",
    "sh": "shellscript",
    "zsh": "shellscript",
    "sql": "sql",
    "svelte": "svelte",
    "swift": "swift",
    "toml": "toml",
    "cts": "typescript",
    "mts": "typescript",
    "ts": "typescript",
    "tsx": "typescriptreact",
    "vue": "vue",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
}
_LANGUAGE_BY_FILENAME: Final = {
    "cmakelists.txt": "cmake",
    "dockerfile": "dockerfile",
    "gemfile": "ruby",
    "makefile": "makefile",
    "rakefile": "ruby",
}


@lru_cache(maxsize=1024)
def uri_to_path(uri: str) -> str | None:
    """The absolute path that a `file:` URI names; None for any other URI and for odd ones.

    Odd are: another machine, a Windows path, `..`, a query or a fragment, a NUL, what no path here can hold.
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
    """The URI of an absolute path, spelled as `pathlib` does."""
    return f"file://{quote_from_bytes(os.fsencode(path))}"


def language_id_for(path: str) -> str:
    """The `languageId` that editors give to such a file name; `plaintext` if it says nothing."""
    name = path.rpartition("/")[2].lower()
    return _LANGUAGE_BY_FILENAME.get(name) or _LANGUAGE_BY_SUFFIX.get(name.rpartition(".")[2], "plaintext")
