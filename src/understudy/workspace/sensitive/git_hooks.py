"""Finds what git runs and obeys outside its own folder: hooks, and configuration files that others include.

Hooks may be in the work tree: `core.hooksPath` names a folder, in the configuration of the repository, of the user
or of the system, or `.git/hooks` is a link. So may an included configuration file. Conditions of includes count as
true: to ask once too often is better than not at all. Nothing is executed.
"""

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

__all__ = [
    "GitPrograms",
    "find_git_programs",
    "find_git_role",
    "is_in_git_folder",
    "read_hooks_paths",
]

MAX_CONFIG_BYTES: Final = 1 << 20
MAX_INCLUDE_DEPTH: Final = 5
MAX_CONFIG_FILES: Final = 50
MAX_CONFIG_VALUES: Final = 100

_SECTION: Final = re.compile(r'\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]')
_ENTRY: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$", re.DOTALL)
_VALUE_PART: Final = re.compile(r'"((?:[^"\\]|\\.)*)"?|([^"#;\\]+)|\\(.)|([#;].*)', re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b"}


@dataclass(slots=True)
class GitPrograms:
    """What git runs and obeys for one work tree. Links are resolved; nothing of it has to exist."""

    hook_folders: list[str] = field(default_factory=list[str])
    included_files: list[str] = field(default_factory=list[str])
    is_complete: bool = True
    """False if the configuration names more than was looked at."""


def find_git_role(path: str) -> str | None:
    """What `path`, canonical and absolute, is to git in a repository around it; None if it is nothing special."""
    folded = path.casefold()
    for tree in _folders_above(path):
        if os.path.lexists(os.path.join(tree, ".git")):
            programs = find_git_programs(tree)
            if any(_contains(folder, path) for folder in programs.hook_folders):
                return "git runs it as a hook"
            if any(file.casefold() == folded for file in programs.included_files):
                return "git's configuration includes it"
            if not programs.is_complete:
                return "git's configuration includes more than can be looked at"
    return None


def is_in_git_folder(path: str) -> bool:
    """Whether a folder above `path` is a git folder, of whatever name."""
    return any(
        os.path.lexists(os.path.join(folder, "HEAD"))
        and (
            os.path.lexists(os.path.join(folder, "commondir"))
            or all(os.path.lexists(os.path.join(folder, name)) for name in ("objects", "refs"))
        )
        for folder in _folders_above(path)
    )


def _folders_above(path: str) -> Iterator[str]:
    while (parent := os.path.dirname(path)) != path:
        yield parent
        path = parent


def _contains(folder: str, path: str) -> bool:
    return path.casefold().startswith(folder.casefold().rstrip("/") + "/")


def find_git_programs(tree: str) -> GitPrograms:
    """What git runs and obeys for the repository whose work tree this is."""
    git_folder = _follow(os.path.join(tree, ".git"), "gitdir:")
    common = _follow(os.path.join(git_folder, "commondir"), "", default=git_folder)
    found = GitPrograms([os.path.realpath(os.path.join(common, "hooks"))])
    config_home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    files = (
        os.path.join(common, "config"),
        os.path.join(git_folder, "config.worktree"),
        os.environ.get("GIT_CONFIG_GLOBAL") or os.path.expanduser("~/.gitconfig"),
        os.path.join(config_home, "git", "config"),
        "/etc/gitconfig",
    )
    reader = _ConfigurationReader()
    for file in files:
        reader.read(file)
    found.hook_folders += [os.path.realpath(os.path.join(tree, value)) for value in reader.hooks_paths]
    found.included_files += [os.path.realpath(path) for path in reader.included_files]
    found.is_complete = reader.is_complete
    return found


def _follow(pointer: str, prefix: str, default: str | None = None) -> str:
    """Return the folder that a file names, relative to its own; the default or the pointer itself if it is none."""
    text = _read(pointer)
    if text is None or not text.startswith(prefix) or "\0" in text:
        return default or pointer
    return os.path.join(os.path.dirname(pointer), text.removeprefix(prefix).strip())


def read_hooks_paths(file: str) -> list[str]:
    """Return every `core.hooksPath` in a git configuration file and in those that it includes."""
    reader = _ConfigurationReader()
    reader.read(file)
    return reader.hooks_paths


class _ConfigurationReader:
    """Reads configuration files and what they include, each once, and not more than anybody needs."""

    def __init__(self) -> None:
        self.hooks_paths: list[str] = []
        """Every `core.hooksPath`, with `~` expanded."""
        self.included_files: list[str] = []
        self.is_complete = True
        self._seen: set[str] = set()

    def read(self, file: str, depth: int = 0) -> None:
        if file in self._seen:
            return
        if depth > MAX_INCLUDE_DEPTH or len(self._seen) >= MAX_CONFIG_FILES:
            self.is_complete = False
            return
        self._seen.add(file)
        section = ""
        for line in re.sub(r"\\\r?\n", "", _read(file) or "").splitlines():
            if header := _SECTION.match(line):
                section = header[1].lower()
                line = line[header.end() :]
            entry = _ENTRY.match(line)
            if entry is None or entry[2] is None or "\0" in entry[2]:
                continue
            match section, entry[1].lower():
                case "core", "hookspath":
                    self._add(self.hooks_paths, os.path.expanduser(_parse_value(entry[2])))
                case "include" | "includeif", "path":
                    included = os.path.expanduser(_parse_value(entry[2]))
                    path = os.path.normpath(os.path.join(os.path.dirname(file), included))
                    self._add(self.included_files, path)
                    self.read(path, depth + 1)
                case _:
                    pass

    def _add(self, values: list[str], value: str) -> None:
        if len(values) < MAX_CONFIG_VALUES:
            values.append(value)
        else:
            self.is_complete = False


def _parse_value(text: str) -> str:
    """Resolve quotes, escapes and comments."""
    parts: list[str] = []
    for part in _VALUE_PART.finditer(text):
        quoted, plain, escaped, comment = part.groups()
        if comment is not None:
            break
        if escaped is not None:
            parts.append(_ESCAPES.get(escaped, escaped))
        elif quoted is not None:
            parts.append(re.sub(r"\\(.)", lambda one: _ESCAPES.get(one[1], one[1]), quoted))
        else:
            parts.append(plain)
    return "".join(parts).strip()


def _read(path: str) -> str | None:
    """Return the beginning of a regular file; None if it is none."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except (OSError, ValueError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return None
        return os.read(fd, MAX_CONFIG_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return None
    finally:
        os.close(fd)
