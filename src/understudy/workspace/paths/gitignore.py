"""What .gitignore files say, gathered on the way down a walk.

The rules themselves are pathspec's, on RE2: a .gitignore comes with the project, so its patterns are a
stranger's, and on Python's own engine a dozen stars can take forever.
"""

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from understudy.workspace.files import replace_undecodable
from understudy.workspace.limits import (
    MAX_GITIGNORE_BYTES,
    MAX_GITIGNORE_LINE_CHARS,
    MAX_GITIGNORE_LINES,
    MAX_PATTERNS_PER_AUTOMATON,
)
from understudy.workspace.paths.resolution import Place

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["GitIgnore"]


@dataclass(slots=True)
class GitIgnore:
    """The ignore files between a root and the folders below it, read once each."""

    start: Place
    _specs: dict[str, list["GitIgnoreSpec"]] = field(default_factory=dict[str, list["GitIgnoreSpec"]])

    def ignores(self, relative: str, is_folder: bool) -> bool:
        """Whether the entry at `relative` (from the root) is ignored; the closest file decides."""
        folder = os.path.dirname(relative)
        tail = replace_undecodable(relative) + "/" if is_folder else replace_undecodable(relative)
        while True:
            below = tail[len(folder) + 1 :] if folder else tail
            for spec in self._specs_for(folder):
                verdict = spec.check_file(below).include
                if verdict is not None:
                    return verdict
            if not folder:
                return False
            folder = os.path.dirname(folder)

    def _specs_for(self, folder: str) -> list["GitIgnoreSpec"]:
        """The folder's own rules, the later ones first, because they win."""
        if folder not in self._specs:
            self._specs[folder] = _parse_lines(self._read_lines(folder))
        return self._specs[folder]

    def _read_lines(self, folder: str) -> list[str]:
        place = Place(self.start.root, f"{folder}/.gitignore" if folder else ".gitignore")
        try:
            fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError:
            return []
        try:
            data = os.pread(fd, MAX_GITIGNORE_BYTES, 0)
        except OSError:  # a folder, or something that cannot be read by position
            return []
        finally:
            os.close(fd)
        return data.decode("utf-8", "replace").split("\n")[:MAX_GITIGNORE_LINES]


def _parse_lines(lines: list[str]) -> list["GitIgnoreSpec"]:
    lines = [line.removesuffix("\r") for line in lines]
    lines = [
        line
        for line in lines
        if line.strip() and not line.startswith("#") and len(line) <= MAX_GITIGNORE_LINE_CHARS
    ]
    if not lines:
        return []
    from pathspec import GitIgnoreSpec  # 30 ms of import that only this option needs

    specs: list[GitIgnoreSpec] = []
    for first in range(0, len(lines), MAX_PATTERNS_PER_AUTOMATON):
        some = lines[first : first + MAX_PATTERNS_PER_AUTOMATON]
        try:
            specs.append(GitIgnoreSpec.from_lines(some, backend="re2"))
        except Exception:  # noqa: BLE001 - pathspec, re and RE2 each have their own for a bad pattern
            # git passes over a line that is no pattern; find it by trying them one by one.
            specs.append(
                GitIgnoreSpec.from_lines([line for line in some if _is_pattern(line)], backend="re2")
            )
    return specs[::-1]


def _is_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line], backend="re2")
    except Exception:  # noqa: BLE001
        return False
    return True
