"""The texts that the client gave: its open documents, and the files that it told of lately.

Knows which file each of them stands for, so that two spellings of one path are one text and an open document
hides its file. Reads no file; the documents and the told files belong to the session, and go on changing.
"""

import contextlib
from collections.abc import Callable, Mapping
from typing import Final

from understudy.nes.documents import Document
from understudy.nes.index_nearness import Nearness
from understudy.nes.index_uris import path_of
from understudy.nes.values import Page
from understudy.workspace import Root, WorkspaceError
from understudy.workspace.scope import locate

__all__ = ["OpenTexts"]

_VIEWS: Final = (
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


class _Joined:
    """An open document's text in one piece, made when it is searched."""

    __slots__ = ("lines", "text", "version")

    def __init__(self, lines: list[str], version: int) -> None:
        self.version = version
        self.lines = lines
        self.text = "\n".join(lines)

    def is_of(self, page: Page) -> bool:
        """Lines change in place, but then the version rises; a new full text comes in a new list."""
        return self.version == page.version and self.lines is page.lines


class OpenTexts:
    def __init__(
        self, roots: tuple[Root, ...], documents: Mapping[str, Document], recent: Mapping[str, Page]
    ) -> None:
        self._roots = roots
        self._documents = documents
        self._recent = recent
        self._paths: dict[str, str] = {}
        self._joined: dict[str, _Joined] = {}

    def canonical(self, uri: str) -> str | None:
        """The path that a URI names; its links are followed if that stays inside the roots."""
        known = self._paths.get(uri)
        if known is not None:
            return known
        path = path_of(uri)
        if path is None:
            return None
        if self._roots:
            with contextlib.suppress(OSError, WorkspaceError):  # outside its spelling is all there is to know
                path = locate(self._roots, path).path
        if uri in self._documents or uri in self._recent:
            self._paths[uri] = path
        return path

    def folders(self, near: str | None, most: int) -> list[str]:
        """Where the user works: the folder of `near`, then those of the documents opened last."""
        uris = ([near] if near else []) + [*self._documents][: -most - 1 : -1]
        paths = [self.canonical(uri) for uri in uris]
        return list(dict.fromkeys(path.rpartition("/")[0] or "/" for path in paths if path))

    def has(self, uri: str, path: str | None) -> bool:
        """Whether it is open, so that neither the told nor the written text counts."""
        return uri in self._documents or (path is not None and path in self._hidden().values())

    def language(self, uri: str) -> str | None:
        document = self._documents.get(uri)
        return document.language if document else None

    def page(self, uri: str, path: str | None) -> Page | None:
        """The open or told text at that URI or, spelled otherwise, at that path."""
        document = self._documents.get(uri)
        if document is None and path is not None:
            spelled = next((other for other, its in self._hidden().items() if its == path), "")
            document = self._documents.get(spelled)
        if document is not None:
            return document.page() if document.trusted else None
        told = self._recent.get(uri)
        if told is None and path is not None:
            told = next((page for other, page in self._recent.items() if self.canonical(other) == path), None)
        return told

    def search(
        self, wanted: Callable[[str], bool], speaks: Callable[[str], bool], without: str, nearness: Nearness
    ) -> tuple[list[Page], set[str]]:
        """The texts that are wanted, the open ones first and nearest first, and the paths of all there are."""
        own = self.canonical(without)
        hidden = self._hidden()
        found: list[tuple[int, Page]] = []
        for uri, document in list(self._documents.items()):
            path = hidden[uri]
            if uri == without or (own is not None and path == own) or uri.startswith(_VIEWS):
                continue
            if document.trusted and document.wieldy and speaks(document.language):
                page = document.page()
                if wanted(self._text(page)):
                    found.append((nearness.to(path), page))
        found.sort(key=lambda pair: pair[0])
        pages = [page for _, page in found]
        taken = {path for path in (own, *hidden.values()) if path is not None}
        for uri, page in list(self._recent.items()):
            path = self.canonical(uri)
            if uri == without or uri in self._documents or (path is not None and path in taken):
                continue
            if path is not None:
                taken.add(path)
            if speaks(page.language) and wanted(self._text(page)):
                pages.append(page)
        return pages, taken

    def _hidden(self) -> dict[str, str | None]:
        """The open documents and the files that they hide."""
        gone = (self._paths.keys() | self._joined.keys()) - self._documents.keys() - self._recent.keys()
        for uri in gone:
            self._paths.pop(uri, None)
            self._joined.pop(uri, None)
        return {uri: self.canonical(uri) for uri in self._documents}

    def _text(self, page: Page) -> str:
        joined = self._joined.get(page.uri)
        if joined is None or not joined.is_of(page):
            joined = self._joined[page.uri] = _Joined(page.lines, page.version)
        return joined.text
