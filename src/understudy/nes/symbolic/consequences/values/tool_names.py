"""Names of tools whose versions a project repeats: in manifests, tags of images, workflows, files of their own.

The same tool has several names, such as `go` and `golang`, and a file such as `.nvmrc` names it by its own name.
"""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["TOOLS", "is_tool_version", "tool_words"]

_OTHER_NAMES: Final = {
    "golang": "go",
    "nodejs": "node",
    "cpython": "python",
    "rustc": "rust",
    "jdk": "java",
    "openjdk": "java",
    "temurin": "java",
    "corretto": "java",
    "postgresql": "postgres",
    "postgre": "postgres",  # the first word of PostgreSQL
}
TOOLS: Final = frozenset(
    {*_OTHER_NAMES.values(), "ruby", "php", "deno", "bun", "elixir", "dart", "dotnet", "perl"}
)
_VERSION_FILES: Final = {
    ".nvmrc": "node",
    ".node-version": "node",
    ".python-version": "python",
    ".ruby-version": "ruby",
    ".go-version": "go",
    ".java-version": "java",
    "rust-toolchain": "rust",
    "rust-toolchain.toml": "rust",
}
"""Files that hold nothing but a version, or that of one tool."""
_BEFORE_VERSION: Final = re.compile(
    r"(?i)(?:\b([a-z]+)(?:js)?(?:[-_ ]?version)?[\"']?\s*[:=@ ]\s*[\"']?[v^~>=]*)\Z"
)


def tool_words(words: Iterable[str], uri: str) -> frozenset[str]:
    """Return the words with one name for each tool, and with the tool that the file is about."""
    found = {_OTHER_NAMES.get(word, word) for word in words}
    tool = _VERSION_FILES.get(uri.rpartition("/")[2])
    return frozenset(found | {tool} if tool is not None else found)


def is_tool_version(line: str, start: int, tools: Iterable[str], uri: str) -> bool:
    """Whether the value at a column is the version of one of the tools: a tag, a key with it, a file of its own."""
    tool = _VERSION_FILES.get(uri.rpartition("/")[2])
    if tool is not None:
        return tool in tools and not line[:start].strip(" v\"'=")
    before = _BEFORE_VERSION.search(line[:start])
    return before is not None and _OTHER_NAMES.get(before[1].lower(), before[1].lower()) in tools
