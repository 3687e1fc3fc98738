"""What .gitignore files say, gathered on the way down a walk. The rules themselves are pathspec's."""

import contextlib
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from understudy.workspace.scope import Place

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

__all__ = ["GitIgnore"]

MAX_SIZE: Final = 1 << 20


@dataclass(slots=True)
class GitIgnore:
    """The ignore files between a root and the folders below it, read once each."""

    start: Place
    _specs: dict[str, "GitIgnoreSpec | None"] = field(default_factory=dict[str, "GitIgnoreSpec | None"])

    def ignores(self, relative: str, is_folder: bool) -> bool:
        """Whether the entry at `relative` (from the root) is ignored; the closest file decides."""
        folder = os.path.dirname(relative)
        tail = relative + "/" if is_folder else relative
        while True:
            spec = self._spec(folder)
            if spec is not None:
                below = tail[len(folder) + 1 :] if folder else tail
                verdict = spec.check_file(below).include
                if verdict is not None:
                    return verdict
            if not folder:
                return False
            folder = os.path.dirname(folder)

    def _spec(self, folder: str) -> "GitIgnoreSpec | None":
        if folder not in self._specs:
            self._specs[folder] = self._read(folder)
        return self._specs[folder]

    def _read(self, folder: str) -> "GitIgnoreSpec | None":
        place = Place(self.start.root, f"{folder}/.gitignore" if folder else ".gitignore")
        with contextlib.suppress(OSError):
            fd = place.open(os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
            with open(fd, "rb") as file:
                if os.fstat(fd).st_size <= MAX_SIZE:
                    from pathspec import GitIgnoreSpec  # 30 ms of import that only this option needs

                    return GitIgnoreSpec.from_lines(
                        file.read(MAX_SIZE).decode("utf-8", "replace").splitlines()
                    )
        return None
