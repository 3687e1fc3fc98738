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
    "is_git_hook",
    "is_in_git_folder",
    "is_included_configuration",
    "read_hooks_paths",
]

MAX_CONFIG_BYTES: Final = 1 << 20
MAX_INCLUDE_DEPTH: Final = 5

_SECTION: Final = re.compile(r'\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]')
_ENTRY: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$", re.DOTALL)
_VALUE_PART: Final = re.compile(r'"((?:[^"\\]|\\.)*)"?|([^"#;\\]+)|\\(.)|([#;].*)', re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "b": "\b"}


@dataclass(slots=True)
class GitPrograms:
    """What git runs and obeys for one work tree. Links are resolved; nothing of it has to exist."""

    hook_folders: list[str] = field(default_factory=list[str])
    included_files: list[str] = field(default_factory=list[str])


def is_git_hook(path: str) -> bool:
    """Whether `path`, canonical and absolute, lies in a folder of hooks of a repository around it."""
    return any(
        _contains(folder, path)
        for tree in _work_trees(path)
        for folder in find_git_programs(tree).hook_folders
    )


def is_included_configuration(path: str) -> bool:
    """Whether the configuration of a repository around `path`, canonical and absolute, includes this file."""
    folded = path.casefold()
    return any(
        file.casefold() == folded
        for tree in _work_trees(path)
        for file in find_git_programs(tree).included_files
    )


def _work_trees(path: str) -> Iterator[str]:
    return (folder for folder in _folders_above(path) if os.path.lexists(os.path.join(folder, ".git")))


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
    for file in files:
        values, included = _read_configuration(file)
        found.hook_folders += [
            os.path.realpath(os.path.join(tree, os.path.expanduser(value))) for value in values
        ]
        found.included_files += [os.path.realpath(path) for path in included]
    return found


def _follow(pointer: str, prefix: str, default: str | None = None) -> str:
    """Return the folder that a file names, relative to its own; the default or the pointer itself if it is none."""
    text = _read(pointer)
    if text is None or not text.startswith(prefix):
        return default or pointer
    return os.path.join(os.path.dirname(pointer), text.removeprefix(prefix).strip())


def read_hooks_paths(file: str) -> list[str]:
    """Return every `core.hooksPath` in a git configuration file and in those that it includes."""
    return _read_configuration(file)[0]


def _read_configuration(file: str, depth: int = 0) -> tuple[list[str], list[str]]:
    """Return every `core.hooksPath` and every included file, of a configuration file and of those it includes."""
    text = _read(file)
    found: list[str] = []
    included_files: list[str] = []
    if text is None or depth > MAX_INCLUDE_DEPTH:
        return found, included_files
    section = ""
    for line in re.sub(r"\\\r?\n", "", text).splitlines():
        if header := _SECTION.match(line):
            section = header[1].lower()
            line = line[header.end() :]
        entry = _ENTRY.match(line)
        if entry is None or entry[2] is None:
            continue
        match section, entry[1].lower():
            case "core", "hookspath":
                found.append(_parse_value(entry[2]))
            case "include" | "includeif", "path":
                included = os.path.expanduser(_parse_value(entry[2]))
                path = os.path.join(os.path.dirname(file), included)
                if "\0" not in path:
                    more_values, more_files = _read_configuration(path, depth + 1)
                    found += more_values
                    included_files += [path, *more_files]
            case _:
                pass
    return [value for value in found if "\0" not in value], included_files


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
