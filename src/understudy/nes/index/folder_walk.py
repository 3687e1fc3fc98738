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

from understudy.nes.index.files import FileState, file_state_of
from understudy.nes.limits import MAX_ENTRIES_PER_FOLDER, MAX_FOLDER_ENTRIES, MAX_FOLDERS, OTHER_ROOT_DISTANCE
from understudy.workspace import DEFAULT_EXCLUSIONS, Place, Root
from understudy.workspace.paths import GitIgnore, find_deepest_root

__all__ = ["FolderWalk"]


_GENERATED_FOLDERS: Final = frozenset(
    pattern.removeprefix("**/").removesuffix("/**") for pattern in DEFAULT_EXCLUSIONS
) | {
    "bower_components",
    "htmlcov",
    "site-packages",
    "venv",
}
"""Folders that tools fill."""
_ENTERED_HIDDEN_FOLDERS: Final = frozenset({".github", ".storybook"})
"""Hidden folders in which people write."""
_SKIPPED_SUFFIX_TEXT: Final = """
    .7z .a .avi .bin .bmp .br .bz2 .class .db .dll .doc .docx .dylib .eot .exe .gif .gz .ico .jar .jpeg .jpg .key
    .lib .lock .log .map .mov .mp3 .mp4 .npy .o .obj .ogg .otf .p12 .parquet .pdf .pem .pfx .pickle .pkl .png .ppt
    .pptx .psd .pyc .rar .so .sqlite .svg .tar .tgz .tif .tiff .ttf .wasm .wav .webm .webp .whl .woff .woff2 .xls
    .xlsx .xz .zip .zst .min.js .min.css .bundle.js -lock.json -lock.yaml go.sum
"""
_SKIPPED_SUFFIXES: Final = tuple(_SKIPPED_SUFFIX_TEXT.split())
"""How the names of files end that nobody writes, or that hold keys."""


class FolderWalk:
    """One way through the roots; iterate over it for files and their stamps."""

    def __init__(self, roots: Sequence[Root], near: Iterable[str], should_stop: Callable[[], bool]) -> None:
        """`near`: canonical folders that the user works in; those in no root do not matter."""
        self.is_complete = False
        """Whether everything was seen, once the iteration is over."""
        self._roots = roots
        self._should_stop = should_stop
        self._gitignores = {root.path: GitIgnore(Place(root, ".")) for root in roots}
        self._prioritized: deque[str] = deque(near, maxlen=64)
        self._heap: list[tuple[int, int, Root, str]] = []
        self._visited: set[tuple[str, str]] = set()
        self._sequence = count()
        self._entry_count = 0

    def prioritize(self, folder: str) -> None:
        """The user went to that folder: what is near it comes next. May be called from another thread."""
        self._prioritized.append(folder)

    def __iter__(self) -> Iterator[tuple[Place, FileState]]:
        self._push_prioritized()
        for root in self._roots:
            self._push(OTHER_ROOT_DISTANCE if self._heap else 0, root, "")
        while self._heap:
            distance, _, root, folder = heapq.heappop(self._heap)
            if (root.path, folder) in self._visited:
                continue
            if (
                self._should_stop()
                or len(self._visited) >= MAX_FOLDERS
                or self._entry_count >= MAX_FOLDER_ENTRIES
            ):
                return
            self._visited.add((root.path, folder))
            files, folders = self._list_folder(root, folder)
            yield from files
            for name in folders:
                self._push(distance + 1, root, name)
            self._push_prioritized()
        self.is_complete = True

    def _push(self, distance: int, root: Root, folder: str) -> None:
        heapq.heappush(self._heap, (distance, next(self._sequence), root, folder))

    def _push_prioritized(self) -> None:
        """Put the folders where the user is, and those above them, in front."""
        while self._prioritized:
            path = self._prioritized.popleft()
            root = find_deepest_root(self._roots, path)
            if root is None:
                continue
            chain = [""]
            for name in path[len(root.path) :].strip("/").split("/"):
                folder = f"{chain[-1]}/{name}" if chain[-1] else name
                if name and (not _should_enter(name) or self._gitignores[root.path].ignores(folder, True)):
                    break  # someone who looks into a library does not work there
                if name:
                    chain.append(folder)
            for distance, folder in enumerate(reversed(chain)):
                self._push(distance, root, folder)

    def _list_folder(self, root: Root, folder: str) -> tuple[list[tuple[Place, FileState]], list[str]]:
        """The files of a folder worth reading, and its subfolders worth entering, each by name."""
        files: list[tuple[Place, FileState]] = []
        folders: list[str] = []
        ignore = self._gitignores[root.path]
        prefix = f"{folder}/" if folder else ""
        try:
            fd = Place(root, folder or ".").open(os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return files, folders
        try:
            with os.scandir(fd) as scan:
                for number, entry in enumerate(scan):
                    if number >= MAX_ENTRIES_PER_FOLDER or (not number % 256 and self._should_stop()):
                        break
                    self._entry_count += 1
                    name = entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if _should_enter(name) and not ignore.ignores(prefix + name, True):
                            folders.append(prefix + name)
                    elif (
                        entry.is_file(follow_symlinks=False)
                        and not name.startswith(".")
                        and not name.lower().endswith(_SKIPPED_SUFFIXES)
                        and (stamp := file_state_of(entry.stat(follow_symlinks=False)))
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


def _should_enter(name: str) -> bool:
    return name not in _GENERATED_FOLDERS and (not name.startswith(".") or name in _ENTERED_HIDDEN_FOLDERS)
