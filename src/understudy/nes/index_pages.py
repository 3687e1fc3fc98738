"""The lines of files that were handed out lately, so that a file is not cut into lines at every keystroke."""

from collections import OrderedDict
from typing import Final, NamedTuple

from understudy.nes.index_files import Stamp
from understudy.nes.index_uris import language_of, uri_of
from understudy.nes.values import Page
from understudy.workspace import Place

__all__ = ["Pages"]

MOST_PAGES: Final = 48
MOST_CHARACTERS: Final = 4 << 20


class _Kept(NamedTuple):
    text: str
    stamp: Stamp | None
    page: Page


class Pages:
    """A few pages, the ones used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._size = 0

    def of_state(self, path: str, stamp: Stamp | None) -> Page | None:
        """The page of that file, if it is still as its stamp says."""
        kept = self._kept.get(path)
        return kept.page if kept is not None and stamp is not None and kept.stamp == stamp else None

    def of_text(self, place: Place, text: str, stamp: Stamp | None, end: str) -> Page:
        """The page of a file whose text is known. The same text object gives the same page."""
        path = place.path
        kept = self._kept.get(path)
        if kept is not None and kept.text is text:
            self._kept.move_to_end(path)
            return kept.page
        if kept is not None:
            self._drop(path)
        page = Page(_uri(place), language_of(path), text.split("\n"), end=end)
        self._kept[path] = _Kept(text, stamp, page)
        self._size += len(text)
        while len(self._kept) > 1 and (len(self._kept) > MOST_PAGES or self._size > MOST_CHARACTERS):
            self._drop(next(iter(self._kept)))
        return page

    def clear(self) -> None:
        self._kept.clear()
        self._size = 0

    def _drop(self, path: str) -> None:
        self._size -= len(self._kept.pop(path).text)


def _uri(place: Place) -> str:
    # Spelled below the root as the client named it, which knows its files by that; links above may differ.
    root = place.root.declared.rstrip("/") if place.root.declared.startswith("/") else place.root.path
    return uri_of(f"{root}/{place.relative}")
