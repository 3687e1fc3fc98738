"""The texts from the client: open documents and recent files; and the ranking of files by proximity.

Resolves the path of each text, so that two spellings of one path are one text and an open document hides
its file. Reads no file; the session owns both mappings and goes on changing them. Proximity is the
distance between folders, a common stem of the names and the same suffix; generated files are the farthest.
"""

import contextlib
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from understudy.languages import import_group
from understudy.nes.index.files import FileTable, IndexedFile
from understudy.nes.index.generated_files import GENERATED_SUFFIXES
from understudy.nes.index.grams import MAX_KNOWN_LITERALS
from understudy.nes.limits import MAX_FOLDER_DISTANCE
from understudy.nes.text import Document, TextSnapshot
from understudy.uris import uri_to_path
from understudy.workspace import Root, WorkspaceError
from understudy.workspace.paths import resolve_path

__all__ = ["OpenTexts", "Proximity"]

_GENERIC_STEMS: Final = frozenset(
    {"__init__", "app", "base", "index", "init", "lib", "main", "mod", "test", "tests", "types"}
)
"""Stems that do not relate files to each other."""


class Proximity:
    """Ranks paths relative to one path; lower is nearer. Without a path, all ranks are equal."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._folder_parts = os.path.dirname(path or "").split("/")
        self._folder_distances: dict[str, int] = {}
        self._sorted_folders: tuple[tuple[int, int], list[str]] | None = None
        name = os.path.basename(path or "")
        self._suffix = name[name.rfind(".") :] if "." in name else ""
        stem = _stem(name)
        self._stem = stem if len(stem) > 2 and stem not in _GENERIC_STEMS else ""

    def rank_of(self, path: str | None) -> int:
        """Return the rank of a path; None ranks last."""
        if path is None:
            return MAX_FOLDER_DISTANCE * 2
        return self._rank(os.path.dirname(path), path)

    def sort(self, files: Iterable[IndexedFile], excluded: Container[str]) -> Iterator[IndexedFile]:
        """Yield the files, nearest first and then by path, without the excluded paths."""
        rank = self._rank
        groups: dict[int, list[IndexedFile]] = {}
        for file in files:
            if file.path not in excluded:
                groups.setdefault(rank(file.folder, file.path), []).append(file)
        for group in sorted(groups):  # lazily: the far groups are seldom consumed
            yield from sorted(groups[group], key=attrgetter("path"))

    def sort_folders(self, table: FileTable) -> list[str]:
        """Return the folders of the table, nearest first."""
        if self._sorted_folders is None or self._sorted_folders[0] != (id(table), table.folder_changes):
            folders = sorted(table.paths_by_folder, key=lambda folder: (self._distance_to(folder), folder))
            self._sorted_folders = (id(table), table.folder_changes), folders
        return self._sorted_folders[1]

    def _distance_to(self, folder: str) -> int:
        steps = self._folder_distances.get(folder)
        if steps is None:
            steps = self._folder_distances[folder] = (
                self._folder_distance(folder.split("/")) if self.path is not None else 0
            )
        return steps

    def _rank(self, folder: str, path: str) -> int:
        steps = self._folder_distances.get(folder)
        if steps is None:
            steps = self._folder_distances[folder] = (
                self._folder_distance(folder.split("/")) if self.path is not None else 0
            )
        if self._stem and path.find(self._stem, len(folder)) >= 0:
            steps //= 3  # such as its test, header or stylesheet
        rank = steps * 2 + (not path.endswith(self._suffix))
        # What a program writes comes after what people write, unless it is of the same kind as the path.
        is_last = path.endswith(GENERATED_SUFFIXES) and not (self._suffix and path.endswith(self._suffix))
        return rank + 2 * MAX_FOLDER_DISTANCE if is_last else rank

    def _folder_distance(self, other: list[str]) -> int:
        same = 0
        for own_part, other_part in zip(self._folder_parts, other, strict=False):
            if own_part != other_part:
                break
            same += 1
        return min(MAX_FOLDER_DISTANCE, len(self._folder_parts) + len(other) - 2 * same)


def _stem(name: str) -> str:
    """Return the name without its suffixes and without the affixes of a test."""
    stem = name.lstrip(".").split(".")[0]
    for mark in ("test_", "spec_"):
        stem = stem.removeprefix(mark)
    for mark in ("_test", "_spec", "-test", "Test", "Tests", "Spec"):
        stem = stem.removesuffix(mark)
    return stem


_READ_ONLY_SCHEMES: Final = (
    "comment:",
    "debug:",
    "git:",
    "gitfs:",
    "gitlens:",
    "output:",
    "vscode-scm:",
    "vscode-settings:",
)
"""URI schemes of documents that are only for display."""


class _JoinedText:
    """The joined lines of one state of a text, built when it is searched, and which literals are in it."""

    __slots__ = ("_found", "lines", "text", "version")

    def __init__(self, lines: list[str], version: int) -> None:
        self.version = version
        self.lines = lines
        self.text = "\n".join(lines)
        self._found: dict[str, bool] = {}
        """A request searches for the same literals as the one before."""

    def contains_any(self, literals: Sequence[str]) -> bool:
        if len(self._found) > MAX_KNOWN_LITERALS:
            self._found.clear()
        for literal in literals:
            is_found = self._found.get(literal)
            if is_found is None:
                is_found = self._found[literal] = literal in self.text
            if is_found:
                return True
        return False

    def is_current_for(self, snapshot: TextSnapshot) -> bool:
        """A change in place increases the version; a new full text has a new list of lines."""
        return self.version == snapshot.version and self.lines is snapshot.lines


class OpenTexts:
    def __init__(
        self,
        roots: tuple[Root, ...],
        documents: Mapping[str, Document],
        recent_snapshots: Mapping[str, TextSnapshot],
    ) -> None:
        self._roots = roots
        self._documents = documents
        self._recent = recent_snapshots
        self._canonical_paths: dict[str, str] = {}
        self._joined_texts: dict[str, _JoinedText] = {}

    def canonical_path(self, uri: str) -> str | None:
        """Return the path of a URI, with links resolved if the target is inside the roots."""
        known = self._canonical_paths.get(uri)
        if known is not None:
            return known
        path = uri_to_path(uri)
        if path is None:
            return None
        if self._roots:
            # Outside the roots, the path is kept as it is spelled.
            with contextlib.suppress(OSError, WorkspaceError):
                path = resolve_path(self._roots, path).path
        if uri in self._documents or uri in self._recent:
            self._canonical_paths[uri] = path
        return path

    def language_groups(self) -> frozenset[str]:
        """Return the languages of the open documents, as their import groups."""
        return frozenset(import_group(one.language) for one in self._documents.values())

    def working_folders(self, near: str | None, max_documents: int) -> list[str]:
        """Return the folder of `near`, then those of the newest open documents."""
        uris = ([near] if near else []) + [*self._documents][: -max_documents - 1 : -1]
        paths = [self.canonical_path(uri) for uri in uris]
        return list(dict.fromkeys(path.rpartition("/")[0] or "/" for path in paths if path))

    def is_open(self, uri: str, path: str | None) -> bool:
        """Whether the document is open, which hides the recent and the stored text."""
        return uri in self._documents or (path is not None and path in self._open_paths().values())

    def language(self, uri: str) -> str | None:
        document = self._documents.get(uri)
        return document.language if document else None

    def snapshot(self, uri: str, path: str | None) -> TextSnapshot | None:
        """Return the open or recent text with that URI or, with another spelling, at that path."""
        document = self._documents.get(uri)
        if document is None and path is not None:
            spelled = next((other for other, its_path in self._open_paths().items() if its_path == path), "")
            document = self._documents.get(spelled)
        if document is not None:
            return document.snapshot() if document.is_in_sync else None
        recent = self._recent.get(uri)
        if recent is None and path is not None:
            recent = next(
                (snapshot for other, snapshot in self._recent.items() if self.canonical_path(other) == path),
                None,
            )
        return recent

    def search(
        self,
        literals: Sequence[str],
        text_filter: Callable[[str], bool] | None,
        accepts_language: Callable[[str], bool],
        excluded_uri: str,
        proximity: Proximity,
    ) -> tuple[list[TextSnapshot], set[str]]:
        """Return the texts with one of the literals that the filter accepts, open ones first and nearest first, and
        the paths of all texts."""

        def matches(snapshot: TextSnapshot) -> bool:
            joined = self._joined_text(snapshot)
            return joined.contains_any(literals) and (text_filter is None or text_filter(joined.text))

        own = self.canonical_path(excluded_uri)
        open_paths = self._open_paths()
        found: list[tuple[int, TextSnapshot]] = []
        for uri, document in list(self._documents.items()):
            path = open_paths[uri]
            if uri == excluded_uri or (own is not None and path == own) or uri.startswith(_READ_ONLY_SCHEMES):
                continue
            if document.is_in_sync and document.is_processable and accepts_language(document.language):
                snapshot = document.snapshot()
                if matches(snapshot):
                    found.append((proximity.rank_of(path), snapshot))
        found.sort(key=lambda pair: pair[0])
        snapshots = [snapshot for _, snapshot in found]
        paths = {path for path in (own, *open_paths.values()) if path is not None}
        for uri, snapshot in list(self._recent.items()):
            path = self.canonical_path(uri)
            if uri == excluded_uri or uri in self._documents or (path is not None and path in paths):
                continue
            if path is not None:
                paths.add(path)
            if accepts_language(snapshot.language) and matches(snapshot):
                snapshots.append(snapshot)
        return snapshots, paths

    def _open_paths(self) -> dict[str, str | None]:
        """Return the paths of the open documents; drop cached entries of closed ones."""
        closed = (
            (self._canonical_paths.keys() | self._joined_texts.keys())
            - self._documents.keys()
            - self._recent.keys()
        )
        for uri in closed:
            self._canonical_paths.pop(uri, None)
            self._joined_texts.pop(uri, None)
        return {uri: self.canonical_path(uri) for uri in self._documents}

    def _joined_text(self, snapshot: TextSnapshot) -> _JoinedText:
        joined = self._joined_texts.get(snapshot.uri)
        if joined is None or not joined.is_current_for(snapshot):
            joined = self._joined_texts[snapshot.uri] = _JoinedText(snapshot.lines, snapshot.version)
        return joined
