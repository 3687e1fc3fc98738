"""The texts beside the one being edited: what is open, what the client told lately, what is in the workspace.

One library belongs to one session, and fulfils the engines' `Library`. An open document hides its file; a text
that cannot be trusted is not handed out. Files come from the index, and what is not in it yet is left out.
Reading and searching files is the index's work; following the open documents is the session's.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from understudy.nes.documents import Document
from understudy.nes.index import Bounds, Index
from understudy.nes.index_answers import Answers
from understudy.nes.index_definitions import definitions, family, may_define
from understudy.nes.index_files import read, stamp
from understudy.nes.index_imports import imports, may_import
from understudy.nes.index_nearness import Nearness
from understudy.nes.index_open import OpenTexts
from understudy.nes.index_pages import Pages
from understudy.nes.index_shelf import Shelved
from understudy.nes.index_uris import language_of, path_of
from understudy.nes.values import Page
from understudy.workspace import Root, WorkspaceError
from understudy.workspace.roots import open_roots
from understudy.workspace.scope import locate

__all__ = ["SessionLibrary"]

SPOT_SIZE: Final = 1 << 20
"""Bytes of a file that is read because it was asked for."""
NAME_PAGES: Final = 24
"""Texts that are looked through for a name."""
MOST_NEAR: Final = 16
MOST_ROOTS: Final = 64


class SessionLibrary:
    def __init__(
        self,
        roots: Sequence[str | os.PathLike[str]],
        documents: Mapping[str, Document],
        recent: Mapping[str, Page] | None = None,
        *,
        private: Sequence[str | os.PathLike[str]] = (),
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`roots` are URIs or absolute paths; what is no folder of this machine is passed over.

        `documents` (open) and `recent` (told by the client) are by URI, and go on changing in the session's
        hands. No file is read before the first `refresh`.
        """
        self._roots = _open(roots, private)
        self._texts = OpenTexts(self._roots, documents, recent if recent is not None else {})
        self._index = Index(self._roots, bounds or Bounds(), clock)
        self._pages = Pages()
        self._answers = Answers(clock)
        self._nearness = Nearness(None)
        self._closed = False

    def refresh(self, near: str | None = None) -> None:
        """Look for what is new on the disk: at the start, and when a document got focus or was saved.

        That is done in the background, and not at all if it was done within the last seconds.
        """
        if not self._closed:
            self._index.refresh(self._texts.folders(near, MOST_NEAR))

    def settled(self, seconds: float) -> bool:
        """Wait until the files are read, so long at most; whether they are. A question never waits for that."""
        return self._index.settled(seconds)

    def close(self) -> None:
        """Forget all texts and end the reading. The library is empty from now on."""
        self._closed = True
        self._index.close()
        self._pages.clear()
        self._answers.clear()
        self._texts = OpenTexts((), {}, {})

    def page(self, uri: str) -> Page | None:
        """The text at that URI, however it is spelled: open, told, or on the disk now."""
        path = self._texts.canonical(uri)
        page = self._texts.page(uri, path)
        if page is not None or path is None or self._closed or self._texts.has(uri, path):
            return page
        shelved = self._index.reach(path)
        return self._page(shelved) if shelved else self._spot_page(path)

    def holding(self, literals: Sequence[str], near: str, most: int) -> list[Page]:
        """Up to `most` texts that hold one of the literals, without the one at `near`, the nearest to it first.

        Open documents come before told files, and those before the files of the workspace.
        """
        pages = self._search([literal for literal in literals if literal], near, most, without=near)
        return [page for page in pages if self._in_workspace(page.uri)]

    def _in_workspace(self, uri: str) -> bool:
        """Whether it may be changed because of something elsewhere: a tab from outside the roots may not."""
        path = path_of(uri)
        if not self._roots or path is None or self._index.knows(path):
            return True
        try:
            real = os.path.realpath(path)
        except OSError:  # it is being exchanged just now
            return False
        return any(root.holds(real) for root in self._roots)

    def where_defined(self, name: str, near: str = "") -> list[tuple[Page, int]]:
        """Lines that define the name, the outermost and then the nearest to `near` first.

        With `near`, only texts of its language count; its own definitions are among them.
        """
        if not name.isidentifier():
            return []
        pages = self._search([name], near, NAME_PAGES, fits=may_define(name), question="defined")
        found = [(depth, page, line) for page in pages for line, depth in definitions(page, name)]
        found.sort(key=lambda place: place[0])
        return [(page, line) for _, page, line in found]

    def importing(self, name: str, near: str = "") -> list[tuple[Page, int, str]]:
        """Lines of other texts that import the name, and what would import it alone there, nearest first.

        With `near`, only texts of its language count. The commonest statement is the likeliest; one with a
        relative path is relative to its own text.
        """
        if not name.isidentifier():
            return []
        pages = self._search(
            [name], near, NAME_PAGES, without=near, fits=may_import(name), question="imported"
        )
        return [(page, each.line, each.statement) for page in pages for each in imports(page, name)]

    def _search(
        self,
        literals: Sequence[str],
        near: str,
        most: int,
        *,
        without: str = "",
        fits: Callable[[str], bool] | None = None,
        question: str = "",
    ) -> list[Page]:
        """A question about a name is one about the language of `near`, and comes again with every keystroke."""
        if not literals or most <= 0 or self._closed:
            return []
        nearness = self._near(self._texts.canonical(near))
        kind = self._family(near) if question and near else None

        def wanted(text: str) -> bool:
            return any(literal in text for literal in literals) and (fits is None or fits(text))

        def speaks(language: str) -> bool:
            return kind is None or family(language) == kind

        pages, taken = self._texts.search(wanted, speaks, without, nearness)

        def order(files: Iterable[Shelved]) -> Iterator[Shelved]:
            return nearness.order((file for file in files if speaks(file.language)) if kind else files, taken)

        if len(pages) >= most:
            return pages[:most]
        if not question:
            files = self._index.search(literals, order, most - len(pages), fits)
        else:
            answer = self._answers.recall((question, literals[0], kind, nearness.path))
            if answer is None:
                answer = self._index.search(literals, order, most - len(pages), fits)
                self._answers.note((question, literals[0], kind, nearness.path), answer)
            files = [file for file in self._index.now(answer, wanted) if file.path not in taken]
        return pages + [self._page(file) for file in files]

    def _family(self, uri: str) -> str:
        return family(self._texts.language(uri) or language_of(path_of(uri) or ""))

    def _near(self, path: str | None) -> Nearness:
        if self._nearness.path != path:
            self._nearness = Nearness(path)
        return self._nearness

    def _page(self, file: Shelved) -> Page:
        return self._pages.of_text(file.place, file.text, file.stamp, file.end)

    def _spot_page(self, path: str) -> Page | None:
        """A file that is not in memory, read because somebody asked for it."""
        if not self._roots:
            return None
        try:
            place = locate(self._roots, path)
        except (OSError, WorkspaceError):
            return None
        kept = self._pages.of_state(place.path, stamp(place))
        if kept is not None:
            return kept
        reading = read(place, SPOT_SIZE)
        if reading is None or reading.text is None:
            return None
        return self._pages.of_text(place, reading.text, reading.stamp, reading.end)


def _open(
    roots: Sequence[str | os.PathLike[str]], private: Sequence[str | os.PathLike[str]]
) -> tuple[Root, ...]:
    """The roots that can be opened, without doubles."""
    opened: dict[str, Root] = {}
    for given in roots[:MOST_ROOTS]:
        spelled = os.fspath(given)
        path = spelled if spelled.startswith("/") else path_of(spelled)
        if path is None:
            continue
        try:
            (root,) = open_roots([path], private)
        except (OSError, ValueError, WorkspaceError):
            continue
        if root.path in opened:
            os.close(root.fd)
        else:
            opened[root.path] = root
    return tuple(opened.values())
