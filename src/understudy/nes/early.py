"""Documents that were opened before there was a session: kept for the first one.

Only events that name no session can come so early. The first dialect of the protocol has such: there an event
belongs to the connection, a file is opened once, and a start that asks for a sign-in first comes again later.
Nothing is learned from what happens here.
"""

from collections.abc import Sequence
from typing import Final

from understudy.nes.documents import Change, Document
from understudy.nes.positions import Encoding
from understudy.nes.session import NesSession

__all__ = ["Early"]

MOST_DOCUMENTS: Final = 200
MOST_CHARACTERS: Final = 32 << 20


class Early:
    def __init__(self, encoding: Encoding) -> None:
        self._encoding: Encoding = encoding
        self._documents: dict[str, Document] = {}
        self._sizes: dict[str, int] = {}
        self._visible: dict[str, tuple[int, int]] = {}

    def opened(self, document: Document) -> None:
        self._keep(document, sum(map(len, document.lines)))

    def changed(self, uri: str, version: int, changes: Sequence[Change]) -> None:
        document = self._documents.get(uri)
        if document is None:
            return  # the session will say that it does not know it
        document.follow(version, changes, self._encoding)
        self._keep(document, self._sizes[uri] + sum(len(change.text) for change in changes))

    def shut(self, uri: str) -> None:
        self._documents.pop(uri, None)
        self._sizes.pop(uri, None)
        self._visible.pop(uri, None)

    def focused(self, uri: str, visible: tuple[int, int]) -> None:
        document = self._documents.get(uri)
        if document is not None:
            self._keep(document, self._sizes[uri])
            self._visible[uri] = visible

    def doubt(self, uri: str | None) -> None:
        """A message about this document, or about nobody knows which, was lost."""
        for one in [*self._documents] if uri is None else [uri]:
            self.shut(one)

    def hand_over(self, session: NesSession) -> None:
        """Let the session go on with what is open, the one that was touched last at the end."""
        for uri, document in self._documents.items():
            session.opened(document)
            if uri in self._visible:
                session.focused(uri, self._visible[uri])

    def _keep(self, document: Document, size: int) -> None:
        uri = document.uri
        self._documents.pop(uri, None)
        self._documents[uri], self._sizes[uri] = document, size
        while len(self._documents) > MOST_DOCUMENTS or sum(self._sizes.values()) > MOST_CHARACTERS:
            self.shut(next(iter(self._documents)))
