"""Fixtures of the index tests: files, open documents, and workspace texts that are closed again."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from understudy.nes.index.store import IndexLimits
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts
from understudy.nes.text.documents import Document
from understudy.nes.text.text_types import TextSnapshot

__all__ = ["WAIT_TIMEOUT_S", "Clock", "open_texts", "opened", "rescan", "uris", "write"]

WAIT_TIMEOUT_S = 240.0


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def open_texts(
    roots: Sequence[str | Path],
    documents: Mapping[str, Document] | None = None,
    recent: Mapping[str, TextSnapshot] | None = None,
    *,
    private: Sequence[Path] = (),
    limits: IndexLimits | None = None,
    clock: Clock | None = None,
) -> Generator[SessionWorkspaceTexts]:
    """Yield workspace texts whose first scan has ended."""
    texts = SessionWorkspaceTexts(
        roots,
        {} if documents is None else documents,
        recent,
        private_folders=private,
        limits=limits,
        clock=clock or Clock(),
    )
    try:
        texts.refresh()
        assert texts.wait_for_scan(WAIT_TIMEOUT_S)
        yield texts
    finally:
        texts.close()


def rescan(texts: SessionWorkspaceTexts, clock: Clock, seconds: float, near: str | None = None) -> None:
    clock.now += seconds
    texts.refresh(near)
    assert texts.wait_for_scan(WAIT_TIMEOUT_S)


def write(path: Path, text: str | bytes) -> str:
    """Write a file and return its URI."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path.as_uri()


def opened(documents: dict[str, Document], uri: str, text: str, language: str = "python") -> Document:
    document = documents[uri] = Document(uri, language, 1, text)
    return document


def uris(pages: Sequence[TextSnapshot]) -> list[str]:
    return [page.uri for page in pages]
