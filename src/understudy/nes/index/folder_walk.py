"""Walks the roots for files to index, beginning with the folders nearest to the user.

`workspace.walk` has a fixed order that can be resumed; this walk stops at a limit, so near folders come first,
and the user may change the folder meanwhile. Every folder is opened beneath its root, no link is followed,
ignore files count, and generated folders are not entered. Files are only examined (stat), never opened.
"""

import heapq
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from understudy.nes.index.files import FileState, file_state_of
from understudy.nes.limits import MAX_ENTRIES_PER_FOLDER, MAX_FOLDER_ENTRIES, MAX_FOLDERS, OTHER_ROOT_DISTANCE
from understudy.workspace import DEFAULT_EXCLUSIONS, Place, Root
from understudy.workspace.paths import GitIgnore, find_deepest_root

__all__ = [
    "FolderListing",
    "FolderWalk",
    "OnFolder",
    "is_indexed_name",
    "may_enter_folder",
]


_GENERATED_FOLDERS: Final = frozenset(
    pattern.removeprefix("**/").removesuffix("/**") for pattern in DEFAULT_EXCLUSIONS
) | {
    "bower_components",
    "htmlcov",
    "site-packages",
    "venv",
}
"""Folders with generated content."""
_OUTPUT_OR_SOURCE_FOLDERS: Final = frozenset({"build", "target"})
"""Names of folders for the output of a build that sources have as well, such as `scripts/build`. Where a project
says in its ignore file what is generated, one that it does not list is entered."""
_ENTERED_HIDDEN_FOLDERS: Final = frozenset({".github", ".storybook"})
"""Hidden folders with files that people write."""
_INDEXED_HIDDEN_FILES: Final = frozenset(
    {
        ".editorconfig",
        ".env.example",
        ".env.sample",
        ".env.template",
        ".gitlab-ci.yml",
        ".node-version",
        ".nvmrc",
        ".pre-commit-config.yaml",
        ".python-version",
        ".ruby-version",
        ".tool-versions",
        ".travis.yml",
    }
)
"""Hidden files that people write and share: versions and names of other files are repeated there. No secrets."""
_SKIPPED_SUFFIX_TEXT: Final = """
    .7z .a .avi .bin .bmp .br .bz2 .class .db .dll .doc .docx .dylib .eot .exe .gif .gz .ico .jar .jpeg .jpg .key
    .lib .lock .log .map .mov .mp3 .mp4 .npy .o .obj .ogg .otf .p12 .parquet .pdf .pem .pfx .pickle .pkl .png .ppt
    .pptx .psd .pyc .rar .so .sqlite .svg .tar .tgz .tif .tiff .ttf .wasm .wav .webm .webp .whl .woff .woff2 .xls
    .xlsx .xz .zip .zst .min.js .min.css .bundle.js -lock.json -lock.yaml go.sum
"""
_SKIPPED_SUFFIXES: Final = tuple(_SKIPPED_SUFFIX_TEXT.split())
"""Name endings of files that are generated, binary or hold keys."""


class FolderListing(NamedTuple):
    root: Root
    folder: str
    """Relative to the root; "" for the root itself."""
    files: list[tuple[Place, FileState]]
    """The files to index, sorted by name."""
    subfolders: list[str]
    """The subfolders to enter, relative to the root and sorted."""
    is_complete: bool
    """False if the folder is gone or has too many entries."""

    @property
    def path(self) -> str:
        return f"{self.root.path.rstrip('/')}/{self.folder}" if self.folder else self.root.path


OnFolder = Callable[[int, Root, str], None]
"""Called with the descriptor, the root and the relative path of every folder before it is listed."""


class FolderWalk:
    """One walk; iterating over it gives the listings of folders."""

    def __init__(
        self,
        roots: Sequence[Root],
        near: Iterable[str],
        should_stop: Callable[[], bool],
        on_folder: OnFolder | None = None,
    ) -> None:
        """`near`: canonical folders that the user works in; those outside the roots are ignored."""
        self.is_complete = False
        """Whether the iteration has visited everything."""
        self._roots = roots
        self._should_stop = should_stop
        self._on_folder = on_folder
        self._gitignores = {root.path: GitIgnore(Place(root, ".")) for root in roots}
        self._prioritized: deque[str] = deque(near, maxlen=64)
        self._heap: list[tuple[int, int, Root, str]] = []
        self._visited: set[tuple[str, str]] = set()
        self._sequence = count()
        self._entry_count = 0

    def prioritize(self, folder: str) -> None:
        """Visit the folder and its neighbours next. May be called from another thread."""
        self._prioritized.append(folder)

    def __iter__(self) -> Iterator[FolderListing]:
        self._push_prioritized()
        for root in self._roots:
            self._push(OTHER_ROOT_DISTANCE if self._heap else 0, root, "")
        yield from self._visit(lambda _root, _folder: True)

    def iterate_folders(
        self, folders: Iterable[tuple[Root, str]], should_descend: Callable[[Root, str], bool]
    ) -> Iterator[FolderListing]:
        """List only these folders, and what is below those of their subfolders for which `should_descend`."""
        for root, folder in folders:
            if root in self._roots and self.accepts(root, folder, is_folder=True):
                self._push(0, root, folder)
        yield from self._visit(should_descend)

    def accepts(self, root: Root, relative: str, *, is_folder: bool = False) -> bool:
        """Whether the walk would come to that file or folder, by its name, its folders and the ignore files."""
        names = relative.split("/") if relative else []
        folders = names if is_folder else names[:-1]
        ignore = self._gitignores[root.path]
        if not all(map(may_enter_folder, folders)) or not (is_folder or is_indexed_name(names[-1])):
            return False
        if root.is_private(f"{root.path.rstrip('/')}/{relative}"):
            return False
        parents = ("/".join(folders[:size]) for size in range(1, len(folders) + 1))
        return all(self._enters(root, one) for one in parents) and (
            is_folder or not ignore.ignores(relative, False)
        )

    def skipped_names(self, root: Root) -> frozenset[str]:
        """The names of the folders that the walk enters nowhere in the root."""
        if self._gitignores[root.path].has_rules:
            return _GENERATED_FOLDERS - _OUTPUT_OR_SOURCE_FOLDERS
        return _GENERATED_FOLDERS

    def _enters(self, root: Root, folder: str) -> bool:
        """Whether the walk enters the folder, if it comes to it."""
        name = folder.rpartition("/")[2]
        ignore = self._gitignores[root.path]
        if not may_enter_folder(name) or ignore.ignores(folder, True):
            return False
        return name not in _OUTPUT_OR_SOURCE_FOLDERS or ignore.has_rules

    def _visit(self, should_descend: Callable[[Root, str], bool]) -> Iterator[FolderListing]:
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
            listing = self._list_folder(root, folder)
            for name in listing.subfolders:
                if should_descend(root, name):
                    self._push(distance + 1, root, name)
            yield listing
            self._push_prioritized()
        self.is_complete = True

    def _push(self, distance: int, root: Root, folder: str) -> None:
        heapq.heappush(self._heap, (distance, next(self._sequence), root, folder))

    def _push_prioritized(self) -> None:
        """Queue the prioritized folders and their ancestors first."""
        while self._prioritized:
            path = self._prioritized.popleft()
            root = find_deepest_root(self._roots, path)
            if root is None:
                continue
            chain = [""]
            for name in path[len(root.path) :].strip("/").split("/"):
                folder = f"{chain[-1]}/{name}" if chain[-1] else name
                if name and not self._enters(root, folder):
                    break  # a user who reads a dependency does not work in it
                if name:
                    chain.append(folder)
            for distance, folder in enumerate(reversed(chain)):
                self._push(distance, root, folder)

    def _list_folder(self, root: Root, folder: str) -> FolderListing:
        files: list[tuple[Place, FileState]] = []
        folders: list[str] = []
        ignore = self._gitignores[root.path]
        prefix = f"{folder}/" if folder else ""
        is_complete = False
        try:
            fd = Place(root, folder or ".").open(os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            return FolderListing(root, folder, files, folders, is_complete)
        try:
            if self._on_folder is not None:
                self._on_folder(fd, root, folder)  # before the listing, so that no change is missed
            with os.scandir(fd) as scan:
                for number, entry in enumerate(scan):
                    if number >= MAX_ENTRIES_PER_FOLDER or (not number % 256 and self._should_stop()):
                        break
                    self._entry_count += 1
                    name = entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if self._enters(root, prefix + name):
                            folders.append(prefix + name)
                    elif (
                        entry.is_file(follow_symlinks=False)
                        and is_indexed_name(name)
                        and (state := file_state_of(entry.stat(follow_symlinks=False)))
                        and not ignore.ignores(prefix + name, False)
                    ):
                        files.append((Place(root, prefix + name), state))
                else:
                    is_complete = True
        except OSError:  # the folder was deleted; keep the entries read so far
            pass
        finally:
            os.close(fd)
        files.sort(key=lambda file: file[0].relative)
        folders.sort()
        return FolderListing(root, folder, files, folders, is_complete)


def is_indexed_name(name: str) -> bool:
    if name.startswith("."):
        return name in _INDEXED_HIDDEN_FILES
    return not name.lower().endswith(_SKIPPED_SUFFIXES)


def may_enter_folder(name: str) -> bool:
    """Whether there are projects in which a folder with this name is entered."""
    if name.startswith("."):
        return name in _ENTERED_HIDDEN_FOLDERS
    return name not in _GENERATED_FOLDERS or name in _OUTPUT_OR_SOURCE_FOLDERS
