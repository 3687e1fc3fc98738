"""Names of tools whose versions a project repeats: in manifests, tags of images, workflows, files of their own.

The same tool has several names, such as `go` and `golang`, and a file such as `.nvmrc` names it by its own name.
"""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["TOOLS", "is_lower_bound", "is_tool_version", "states_lower_bound", "tool_words"]

_OTHER_NAMES: Final = {
    "golang": "go",
    "nodejs": "node",
    "cpython": "python",
    "rustc": "rust",
    "msrv": "rust",
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
_BUILD_FILES: Final = ("pom.xml", "build.gradle", "build.gradle.kts")
_JAVA_WORDS: Final = frozenset({"compiler", "compatibility", "jvm"})
_BEFORE_VERSION: Final = re.compile(
    r"(?i)(?<![a-z])([a-z]+?)(?:\.?js)?(?:[-_ ]?(?:versions?|requires?))?"
    r"[\"']?\s*[:=@ ]\s*[\"'\[]*(?:[v^~>=]+\s*)?\Z"
)
_BEFORE_JAVA: Final = re.compile(
    r"(?:<(?:maven\.compiler\.(?:release|source|target)|java\.version|release)>|\bJavaLanguageVersion\.of\("
    r"|\bjvmToolchain\(|\bJavaVersion\.VERSION_|(?:source|target)Compatibility\s*=\s*[\"']?)\Z"
)
"""What comes before the version of Java in the files of Maven and Gradle."""
_BOUND_BEFORE: Final = re.compile(r"(?i)(?:[>^~]=?|\bat\s+least|\bminimum(?:\s+\w+)?)\s*[\"']?v?\Z")
_BOUND_BEHIND: Final = re.compile(
    r"(?i)(?:\.\w+)*[\"'`]?(?:\+|\s+(?:or|and)\s+(?:newer|later|higher|above|up)\b)"
)


def tool_words(words: Iterable[str], uri: str) -> frozenset[str]:
    """Return the words with one name for each tool, and with the tool that the file is about."""
    found = {_OTHER_NAMES.get(word, word) for word in words}
    file = uri.rpartition("/")[2]
    is_java = file in _BUILD_FILES and not found.isdisjoint(_JAVA_WORDS)
    tool = "java" if is_java else _VERSION_FILES.get(file)
    return frozenset(found | {tool} if tool is not None else found)


def is_tool_version(line: str, start: int, tools: Iterable[str], uri: str) -> bool:
    """Whether the value at a column is the version of one of the tools: a tag, a key with it, a file of its own."""
    tool = _VERSION_FILES.get(uri.rpartition("/")[2])
    if tool is not None:
        return tool in tools and not line[:start].strip(" v\"'=")
    if uri.rpartition("/")[2] in _BUILD_FILES and _BEFORE_JAVA.search(line[:start]) is not None:
        return "java" in tools
    before = _BEFORE_VERSION.search(line[:start])
    return before is not None and _OTHER_NAMES.get(before[1].lower(), before[1].lower()) in tools


def is_lower_bound(line: str, start: int, end: int) -> bool:
    """Whether a version is the lowest of several that a line allows: `>=3.9`, `^18`, `Go 1.21 or newer`."""
    before, behind = line[:start], line[end:]
    return _BOUND_BEFORE.search(before) is not None or _BOUND_BEHIND.match(behind) is not None


def states_lower_bound(lines: Iterable[str], version: str, tools: frozenset[str], uri: str) -> bool:
    """Whether one of the lines says that a version of one of the tools is the lowest one."""
    for line in lines:
        start = line.find(version)
        is_stated = start >= 0 and is_tool_version(line, start, tools, uri)
        if is_stated and is_lower_bound(line, start, start + len(version)):
            return True
    return False
