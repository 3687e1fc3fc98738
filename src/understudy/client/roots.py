"""The roots of a session: the working folder first, then the additional folders.

Owns what is sent (absolute, normalized, without duplicates, always complete) and what is adopted from the agent's
SessionInfo. Opens nothing; `workspace_access` does, and only what the caller granted.
"""

import os
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from understudy.client.errors import ClientError
from understudy.schema import acp

__all__ = ["Folder", "Roots", "require_list", "require_structs"]

Folder = str | os.PathLike[str]


def require_list(folders: Sequence[Folder], name: str) -> None:
    """Raise ClientError for one folder where a list is expected: a text is a sequence too, and would grant "/"."""
    if isinstance(folders, str | bytes | os.PathLike):
        raise ClientError(f"Give {name} as a list of folders, even if there is only one.", "bad_roots")


def require_structs(values: Sequence[object], name: str, example: str) -> None:
    """Raise TypeError for plain data where the messages of the protocol are expected."""
    if isinstance(values, str | bytes | dict) or not isinstance(values, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{name} is a list, such as [{example}], not a {type(values).__name__}")
    for number, value in enumerate(values):
        if not isinstance(value, Struct):
            raise TypeError(
                f"{name}[{number}] is a {type(value).__name__}; write it as understudy.schema.acp has it: {example}"
            )


class Roots:
    """`[cwd, *additional]`. Folders from an agent's SessionInfo are shown and sent back; see `granted`.

    Example: `list(session.roots)` returns the folders, the primary one first.
    """

    def __init__(self, cwd: Folder, additional: Sequence[Folder] = ()) -> None:
        """Raises ClientError `bad_roots` for a path that is not absolute."""
        require_list(additional, "the additional folders")
        self._all = _deduplicated([_normalized_root(cwd), *map(_normalized_root, additional)])
        self._granted = self._all

    @property
    def cwd(self) -> str:
        return self._all[0]

    @property
    def additional(self) -> list[str]:
        """All but the first, as they are sent."""
        return list(self._all[1:])

    @property
    def granted(self) -> tuple[str, ...]:
        """The current roots that the caller named: only these are served.

        An agent may give up a folder by omitting it from its SessionInfo; it cannot add folders, nor a link inside
        one that leads elsewhere.
        """
        return tuple(path for path in self._all if path in self._granted)

    @property
    def ungranted(self) -> tuple[str, ...]:
        """The folders that the agent lists as roots although the caller did not grant them."""
        granted = self.granted
        return tuple(path for path in self._all if path not in granted)

    def update(self, info: acp.SessionInfo, *, keep_additional: bool = False) -> bool:
        """Adopt the agent's roots as the current ones. Return whether they have changed.

        `keep_additional`: the SessionInfo has no list of additional folders, so the current ones stay. A
        SessionInfo with a relative folder is ignored.
        """
        paths = [info.cwd, *(self.additional if keep_additional else info.additional_directories)]
        if not all(_is_usable(path) for path in paths):
            return False
        before, self._all = self._all, _deduplicated([os.path.normpath(path) for path in paths])
        return before != self._all

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, path: object) -> bool:
        return path in self._all

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roots) and self._all == other._all

    __hash__ = None  # pyright: ignore[reportAssignmentType] - mutable

    def __repr__(self) -> str:
        return f"Roots({', '.join(map(repr, self._all))})"


def _normalized_root(folder: Folder) -> str:
    if not isinstance(folder, str | os.PathLike):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ClientError(f"A root is the path of a folder, not a {type(folder).__name__}.", "bad_roots")
    path = os.fspath(folder)
    if _is_not_utf8(path):
        raise ClientError(
            f"{path!r} cannot be a root: its name is not UTF-8, and an agent cannot be told of it. Rename it.",
            "bad_roots",
        )
    if not _is_usable(path):
        raise ClientError(
            f"{path!r} cannot be a root: give the absolute path of a folder (os.path.abspath makes one).",
            "bad_roots",
        )
    return os.path.normpath(path)


def _is_usable(path: str) -> bool:
    return os.path.isabs(path) and "\0" not in path and not _is_not_utf8(path)


def _is_not_utf8(path: str) -> bool:
    """Whether the path cannot be encoded as JSON."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return True
    return False


def _deduplicated(paths: Sequence[str]) -> tuple[str, ...]:
    # normpath keeps two leading slashes, which have no meaning here.
    return tuple(dict.fromkeys("/" + path.lstrip("/") for path in paths))
