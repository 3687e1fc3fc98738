"""Decides whether writing to a place needs consent, and says why."""

import errno
import functools
import os
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final

from understudy.workspace.paths import O_PATH, Place, Root
from understudy.workspace.sensitive.git_hooks import find_git_role, is_in_git_folder
from understudy.workspace.sensitive.table import SENSITIVE_PATHS

__all__ = ["folder_sensitivity_reason", "sensitivity_reason"]

_CONFIGURED_REASON: Final = "the settings say so"


def sensitivity_reason(place: Place, roots: Iterable[Root], more_patterns: Sequence[str] = ()) -> str | None:
    """Why writing to `place` needs consent, or None if it does not.

    The whole path counts: a root that lies in a `.vscode` is still in that folder. `more_patterns` are further
    patterns as in the table.

    Example: `sensitivity_reason(workspace.resolve(".git/config"), workspace.roots)`.
    """
    parts = [_comparable(part) for part in place.path.split("/")[1:]]
    reason = _Patterns.of_table().find_reason(parts)
    if reason is None and more_patterns:
        reason = _Patterns.configured(tuple(more_patterns)).find_reason(parts)
    if reason is not None:
        return reason
    outermost = min((root for root in roots if root.contains(place.path)), key=lambda root: len(root.path))
    seen_from_outside = Place(outermost, place.path[len(outermost.path.rstrip("/")) + 1 :])
    if _in_repository(place) or _in_repository(seen_from_outside) or is_in_git_folder(outermost.path):
        return SENSITIVE_PATHS[".git/"]
    return find_git_role(place.path)


def folder_sensitivity_reason(
    place: Place, roots: Iterable[Root], more_patterns: Sequence[str] = ()
) -> str | None:
    """Why a folder that is moved to `place` with all its entries needs consent: some may be sensitive there.

    Example: `folder_sensitivity_reason(workspace.resolve(".github"), workspace.roots)`.
    """
    reason = sensitivity_reason(place, roots, more_patterns)
    if reason is not None:
        return reason
    parts = [_comparable(part) for part in place.path.split("/")[1:]]
    tables = [_Patterns.of_table(), _Patterns.configured(tuple(more_patterns))]
    return next(filter(None, (table.find_reason_inside(parts) for table in tables)), None)


# Some file systems ignore these in names.
_IGNORED_CHARS: Final = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")


def _comparable(name: str) -> str:
    """A name as file systems of other machines compare it, which may be mounted here.

    They ignore case, invisible characters, and dots and spaces at the end; `name:stream` is the file `name`, and
    `git~1` the short name of `.git`.
    """
    folded = _IGNORED_CHARS.sub("", name).casefold()
    folded = folded.partition(":")[0].rstrip(" .") or folded
    return ".git" if folded == "git~1" else folded


class _Patterns:
    """Patterns in the form that is searched: by name where they are one name, else as lists of parts."""

    def __init__(self, reasons: Iterable[tuple[str, str]]) -> None:
        self._folders: dict[str, str] = {}
        self._files: dict[str, str] = {}
        self._others: list[tuple[list[str], bool, str]] = []
        for pattern, reason in reasons:
            is_folder = pattern.endswith("/")
            parts = [part for part in pattern.casefold().split("/") if part]
            if len(parts) == 1 and not set(parts[0]) & set("*?["):
                (self._folders if is_folder else self._files)[parts[0]] = reason
            elif parts:
                self._others.append((parts, is_folder, reason))

    @classmethod
    @functools.cache
    def of_table(cls) -> "_Patterns":
        return cls(SENSITIVE_PATHS.items())

    @classmethod
    @functools.lru_cache(maxsize=8)
    def configured(cls, patterns: tuple[str, ...]) -> "_Patterns":
        return cls((pattern, _CONFIGURED_REASON) for pattern in patterns)

    def find_reason(self, path: Sequence[str]) -> str | None:
        for part in path[:-1]:
            if part in self._folders:
                return self._folders[part]
        if path[-1] in self._files:
            return self._files[path[-1]]
        for parts, is_folder, reason in self._others:
            last_start = len(path) - len(parts) - (1 if is_folder else 0)
            starts = range(last_start + 1) if is_folder else range(max(last_start, 0), last_start + 1)
            if any(all(map(fnmatchcase, path[at : at + len(parts)], parts)) for at in starts):
                return reason
        return None

    def find_reason_inside(self, folder: Sequence[str]) -> str | None:
        """Why an entry of this folder may be sensitive, whatever its name: a pattern goes on after the folder."""
        if folder[-1] in self._folders:
            return self._folders[folder[-1]]
        for parts, is_folder, reason in self._others:
            for count in range(1, len(parts) + (1 if is_folder else 0)):
                tail = folder[-count:]
                if len(tail) == count and all(map(fnmatchcase, tail, parts)):
                    return reason
        return None


def _in_repository(place: Place) -> bool:
    """Whether a git folder of any name contains the place, or would after the write.

    That is a bare repository, or the target of a gitdir file.
    """
    below, folder = place, place.parent()
    while True:
        if _is_repository(folder, _comparable(below.name)):
            return True
        if folder.relative == ".":
            return False
        below, folder = folder, folder.parent()


def _is_repository(folder: Place, written_name: str) -> bool:
    def has(name: str) -> bool:
        return written_name == name.casefold() or _exists(folder.child(name))

    return has("HEAD") and ((has("objects") and has("refs")) or has("commondir"))


def _exists(place: Place) -> bool:
    """Whether the place exists; an undecidable case counts as yes."""
    try:
        os.close(place.open(O_PATH))
    except FileNotFoundError:
        return False
    except OSError as error:
        return error.errno not in (errno.ENOTDIR, errno.EXDEV)  # beyond a mount point its own root decides
    return True
