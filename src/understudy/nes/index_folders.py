"""Going through the roots, the folders nearest to the user first, for the files that are worth knowing.

`workspace.walk` has a fixed order that can be resumed; this one stops when enough is seen, so what is near must
come first, and the user may move on meanwhile. Every folder is opened beneath its root, no link is followed,
ignore files count, and folders that tools fill are not entered. Files are looked at, never opened.
"""

import heapq
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from understudy.nes.index_files import Stamp, stamp_of
from understudy.workspace import DEFAULT_EXCLUSIONS, Place, Root
from understudy.workspace.ignore import GitIgnore
from understudy.workspace.roots import deepest

__all__ = ["Tour"]

MOST_FOLDERS: Final = 20_000
MOST_ENTRIES: Final = 200_000
MOST_IN_A_FOLDER: Final = 20_000
ELSEWHERE: Final = 8
"""How far away another root counts."""

_FILLED: Final = frozenset(
    pattern.removeprefix("**/").removesuffix("/**") for pattern in DEFAULT_EXCLUSIONS
) | {
    "bower_components",
    "htmlcov",
    "site-packages",
    "venv",
}
"""Folders that tools fill."""
_VISIBLE: Final = frozenset({".github", ".storybook"})
"""Hidden folders in which people write."""
_UNWRITTEN: Final = """
    .7z .a .avi .bin .bmp .br .bz2 .class .db .dll .doc .docx .dylib .eot .exe .gif .gz .ico .jar .jpeg .jpg .key
    .lib .lock .log .map .mov .mp3 .mp4 .npy .o .obj .ogg .otf .p12 .parquet .pdf .pem .pfx .pickle .pkl .png .ppt
    .pptx .psd .pyc .rar .so .sqlite .svg .tar .tgz .tif .tiff .ttf .wasm .wav .webm .webp .whl .woff .woff2 .xls
    .xlsx .xz .zip .zst .min.js .min.css .bundle.js -lock.json -lock.yaml go.sum
"""
_NO_TEXT: Final = tuple(_UNWRITTEN.split())
"""How the names of files end that nobody writes, or that hold keys."""


class Tour:
    """One way through the roots; iterate over it for files and their stamps."""

    def __init__(self, roots: Sequence[Root], near: Iterable[str], ended: Callable[[], bool]) -> None:
        """`near`: canonical folders that the user works in; those in no root do not matter."""
        self.complete = False
        """Whether everything was seen, once the iteration is over."""
        self._roots = roots
        self._ended = ended
        self._ignored = {root.path: GitIgnore(Place(root, ".")) for root in roots}
        self._moves: deque[str] = deque(near, maxlen=64)
        self._heap: list[tuple[int, int, Root, str]] = []
        self._seen: set[tuple[str, str]] = set()
        self._order = count()
        self._entries = 0

    def move(self, folder: str) -> None:
        """The user went to that folder: what is near it comes next. May be called from another thread."""
        self._moves.append(folder)

    def __iter__(self) -> Iterator[tuple[Place, Stamp]]:
        self._go_near()
        for root in self._roots:
            self._push(ELSEWHERE if self._heap else 0, root, "")
        while self._heap:
            distance, _, root, folder = heapq.heappop(self._heap)
            if (root.path, folder) in self._seen:
                continue
            if self._ended() or len(self._seen) >= MOST_FOLDERS or self._entries >= MOST_ENTRIES:
                return
            self._seen.add((root.path, folder))
            files, folders = self._look(root, folder)
            yield from files
            for name in folders:
                self._push(distance + 1, root, name)
            self._go_near()
        self.complete = True

    def _push(self, distance: int, root: Root, folder: str) -> None:
        heapq.heappush(self._heap, (distance, next(self._order), root, folder))

    def _go_near(self) -> None:
        """Put the folders where the user is, and those above them, in front."""
        while self._moves:
            path = self._moves.popleft()
            root = deepest(self._roots, path)
            if root is None:
                continue
            chain = [""]
            for name in path[len(root.path) :].strip("/").split("/"):
                folder = f"{chain[-1]}/{name}" if chain[-1] else name
                if name and (not _entered(name) or self._ignored[root.path].ignores(folder, True)):
                    break  # someone who looks into a library does not work there
                if name:
                    chain.append(folder)
            for distance, folder in enumerate(reversed(chain)):
                self._push(distance, root, folder)

    def _look(self, root: Root, folder: str) -> tuple[list[tuple[Place, Stamp]], list[str]]:
        """The files of a folder worth reading, and its subfolders worth entering, each by name."""
        files: list[tuple[Place, Stamp]] = []
        folders: list[str] = []
        ignore = self._ignored[root.path]
        prefix = f"{folder}/" if folder else ""
        try:
            fd = Place(root, folder or ".").open(os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return files, folders
        try:
            with os.scandir(fd) as scan:
                for number, entry in enumerate(scan):
                    if number >= MOST_IN_A_FOLDER or (not number % 256 and self._ended()):
                        break
                    self._entries += 1
                    name = entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if _entered(name) and not ignore.ignores(prefix + name, True):
                            folders.append(prefix + name)
                    elif (
                        entry.is_file(follow_symlinks=False)
                        and not name.startswith(".")
                        and not name.lower().endswith(_NO_TEXT)
                        and (stamp := stamp_of(entry.stat(follow_symlinks=False)))
                        and not ignore.ignores(prefix + name, False)
                    ):
                        files.append((Place(root, prefix + name), stamp))
        except OSError:  # the folder went away; what was seen of it counts
            pass
        finally:
            os.close(fd)
        files.sort(key=lambda file: file[0].relative)
        folders.sort()
        return files, folders


def _entered(name: str) -> bool:
    return name not in _FILLED and (not name.startswith(".") or name in _VISIBLE)
