"""The texts that the client gave: its open documents, and the files that it told of lately.

Knows which file each of them stands for, so that two spellings of one path are one text and an open document
hides its file. Reads no file; the documents and the told files belong to the session, and go on changing.

How near a file is to the one the user is in: steps between their folders, kin by name, the same kind of file.
"""

import contextlib
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Final

from understudy.nes.index.files import IndexedFile
from understudy.nes.limits import MAX_FOLDER_DISTANCE
from understudy.nes.text import Document, TextSnapshot
from understudy.uris import uri_to_path
from understudy.workspace import Root, WorkspaceError
from understudy.workspace.paths import resolve_path

__all__ = ["OpenTexts", "Proximity"]

_GENERIC_STEMS: Final = frozenset(
    {"__init__", "app", "base", "index", "init", "lib", "main", "mod", "test", "tests", "types"}
)
"""Names that say nothing about what a file has to do with."""


class Proximity:
    """Ranks from one path; the lower, the nearer. Without a path everything is equally near."""

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._folder_parts = os.path.dirname(path or "").split("/")
        self._folder_distances: dict[str, int] = {}
        name = os.path.basename(path or "")
        self._suffix = name[name.rfind(".") :] if "." in name else ""
        stem = _stem(name)
        self._stem = stem if len(stem) > 2 and stem not in _GENERIC_STEMS else ""

    def rank_of(self, path: str | None) -> int:
        """The rank of one path; what has none is far away."""
        if path is None:
            return MAX_FOLDER_DISTANCE * 2
        return self._rank(os.path.dirname(path), path)

    def sort(self, files: Iterable[IndexedFile], excluded: Container[str]) -> Iterator[IndexedFile]:
        """The files, nearest first and then by name, without those paths."""
        rank = self._rank
        shelves: dict[int, list[IndexedFile]] = {}
        for file in files:
            if file.path not in excluded:
                shelves.setdefault(rank(file.folder, file.path), []).append(file)
        for near in sorted(shelves):  # the farther ones are seldom asked for, and never put in order then
            yield from sorted(shelves[near], key=attrgetter("path"))

    def _rank(self, folder: str, path: str) -> int:
        steps = self._folder_distances.get(folder)
        if steps is None:
            steps = self._folder_distances[folder] = (
                self._folder_distance(folder.split("/")) if self.path is not None else 0
            )
        if self._stem and path.find(self._stem, len(folder)) >= 0:
            steps //= 3  # its test, its header, its stylesheet
        return steps * 2 + (not path.endswith(self._suffix))

    def _folder_distance(self, other: list[str]) -> int:
        same = 0
        for mine, its in zip(self._folder_parts, other, strict=False):
            if mine != its:
                break
            same += 1
        return min(MAX_FOLDER_DISTANCE, len(self._folder_parts) + len(other) - 2 * same)


def _stem(name: str) -> str:
    """The name without its endings and without what makes it a test's."""
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
"""Schemes of documents that show something and are not to be edited."""


class _JoinedText:
    """An open document's text in one piece, made when it is searched."""

    __slots__ = ("lines", "text", "version")

    def __init__(self, lines: list[str], version: int) -> None:
        self.version = version
        self.lines = lines
        self.text = "\n".join(lines)

    def is_current_for(self, snapshot: TextSnapshot) -> bool:
        """Lines change in place, but then the version rises; a new full text comes in a new list."""
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
        """The path that a URI names; its links are followed if that stays inside the roots."""
        known = self._canonical_paths.get(uri)
        if known is not None:
            return known
        path = uri_to_path(uri)
        if path is None:
            return None
        if self._roots:
            with contextlib.suppress(OSError, WorkspaceError):  # outside its spelling is all there is to know
                path = resolve_path(self._roots, path).path
        if uri in self._documents or uri in self._recent:
            self._canonical_paths[uri] = path
        return path

    def working_folders(self, near: str | None, max_documents: int) -> list[str]:
        """Where the user works: the folder of `near`, then those of the documents opened last."""
        uris = ([near] if near else []) + [*self._documents][: -max_documents - 1 : -1]
        paths = [self.canonical_path(uri) for uri in uris]
        return list(dict.fromkeys(path.rpartition("/")[0] or "/" for path in paths if path))

    def is_open(self, uri: str, path: str | None) -> bool:
        """Whether it is open, so that neither the told nor the written text counts."""
        return uri in self._documents or (path is not None and path in self._open_paths().values())

    def language(self, uri: str) -> str | None:
        document = self._documents.get(uri)
        return document.language if document else None

    def snapshot(self, uri: str, path: str | None) -> TextSnapshot | None:
        """The open or told text at that URI or, spelled otherwise, at that path."""
        document = self._documents.get(uri)
        if document is None and path is not None:
            spelled = next((other for other, its in self._open_paths().items() if its == path), "")
            document = self._documents.get(spelled)
        if document is not None:
            return document.snapshot() if document.is_in_sync else None
        told = self._recent.get(uri)
        if told is None and path is not None:
            told = next(
                (page for other, page in self._recent.items() if self.canonical_path(other) == path), None
            )
        return told

    def search(
        self,
        matches: Callable[[str], bool],
        accepts_language: Callable[[str], bool],
        excluded_uri: str,
        proximity: Proximity,
    ) -> tuple[list[TextSnapshot], set[str]]:
        """The texts that are wanted, the open ones first and nearest first, and the paths of all there are."""
        own = self.canonical_path(excluded_uri)
        hidden = self._open_paths()
        found: list[tuple[int, TextSnapshot]] = []
        for uri, document in list(self._documents.items()):
            path = hidden[uri]
            if uri == excluded_uri or (own is not None and path == own) or uri.startswith(_READ_ONLY_SCHEMES):
                continue
            if document.is_in_sync and document.is_processable and accepts_language(document.language):
                page = document.snapshot()
                if matches(self._joined_text(page)):
                    found.append((proximity.rank_of(path), page))
        found.sort(key=lambda pair: pair[0])
        pages = [page for _, page in found]
        taken = {path for path in (own, *hidden.values()) if path is not None}
        for uri, page in list(self._recent.items()):
            path = self.canonical_path(uri)
            if uri == excluded_uri or uri in self._documents or (path is not None and path in taken):
                continue
            if path is not None:
                taken.add(path)
            if accepts_language(page.language) and matches(self._joined_text(page)):
                pages.append(page)
        return pages, taken

    def _open_paths(self) -> dict[str, str | None]:
        """The open documents and the files that they hide."""
        gone = (
            (self._canonical_paths.keys() | self._joined_texts.keys())
            - self._documents.keys()
            - self._recent.keys()
        )
        for uri in gone:
            self._canonical_paths.pop(uri, None)
            self._joined_texts.pop(uri, None)
        return {uri: self.canonical_path(uri) for uri in self._documents}

    def _joined_text(self, snapshot: TextSnapshot) -> str:
        joined = self._joined_texts.get(snapshot.uri)
        if joined is None or not joined.is_current_for(snapshot):
            joined = self._joined_texts[snapshot.uri] = _JoinedText(snapshot.lines, snapshot.version)
        return joined.text
