"""What the workspace knows about a name: who imports it and who defines it, from any library, quick or plain."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from understudy.nes.port import Library
from understudy.nes.values import Page

__all__ = ["Lookup", "defining", "importing"]


@runtime_checkable
class Lookup(Protocol):
    """A library that keeps an index of names."""

    def where_defined(self, name: str, near: str = "") -> Sequence[tuple[Page, int]]: ...

    def importing(self, name: str, near: str = "") -> Sequence[tuple[Page, int, str]]: ...


def importing(library: Library, name: str, near: str, most: int = 6) -> list[Page]:
    """Texts that may import the name, the nearest first."""
    if isinstance(library, Lookup):
        pages = [page for page, _, _ in library.importing(name, near)]
    else:
        pages = library.holding([name], near, most)
    return _once(pages, near)[:most]


def defining(library: Library, name: str, near: str, most: int = 6) -> list[Page]:
    """Texts that may define the name, the nearest first."""
    if isinstance(library, Lookup):
        pages = [page for page, _ in library.where_defined(name, near)]
    else:
        pages = library.holding([name], near, most)
    return _once(pages, near)[:most]


def _once(pages: Sequence[Page], near: str) -> list[Page]:
    return list({page.uri: page for page in pages if page.uri != near}.values())
