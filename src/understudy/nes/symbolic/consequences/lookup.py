"""What the workspace knows about a name: who imports it and who defines it, from any library, quick or plain."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from understudy.nes.port import WorkspaceTexts
from understudy.nes.values import TextSnapshot

__all__ = ["NameIndex", "texts_defining", "texts_importing"]


@runtime_checkable
class NameIndex(Protocol):
    """A library that keeps an index of names."""

    def find_definitions(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int]]: ...

    def find_imports(self, name: str, near: str = "") -> Sequence[tuple[TextSnapshot, int, str]]: ...


def texts_importing(workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6) -> list[TextSnapshot]:
    """Texts that may import the name, the nearest first."""
    if isinstance(workspace_texts, NameIndex):
        pages = [page for page, _, _ in workspace_texts.find_imports(name, near)]
    else:
        pages = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(pages, near)[:max_texts]


def texts_defining(workspace_texts: WorkspaceTexts, name: str, near: str, max_texts: int = 6) -> list[TextSnapshot]:
    """Texts that may define the name, the nearest first."""
    if isinstance(workspace_texts, NameIndex):
        pages = [page for page, _ in workspace_texts.find_definitions(name, near)]
    else:
        pages = workspace_texts.find_containing([name], near, max_texts)
    return _distinct(pages, near)[:max_texts]


def _distinct(snapshots: Sequence[TextSnapshot], near: str) -> list[TextSnapshot]:
    return list({page.uri: page for page in snapshots if page.uri != near}.values())
