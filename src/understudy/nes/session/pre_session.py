"""Documents that the client opens before the first session; that session receives them.

Only events without a session id can arrive so early. The seed dialect has such events: an event belongs to the
connection, a file is opened once, and a start that fails for a missing login is repeated later. Changes are
applied, but not recorded as edits.
"""

from collections.abc import Sequence

from understudy.bounded_dict import BoundedDict
from understudy.nes.limits import MAX_PRE_SESSION_CHARS, MAX_PRE_SESSION_DOCUMENTS
from understudy.nes.session.session import NesSession
from understudy.nes.text import ContentChange, Document, PositionEncoding

__all__ = ["PreSessionDocuments"]


class PreSessionDocuments:
    def __init__(self, encoding: PositionEncoding) -> None:
        self._encoding: PositionEncoding = encoding
        self._documents: BoundedDict[str, Document] = BoundedDict(
            MAX_PRE_SESSION_DOCUMENTS, on_evict=self._drop_details
        )
        self._char_counts: dict[str, int] = {}
        self._visible_lines: dict[str, tuple[int, int]] = {}

    def open_document(self, document: Document) -> None:
        self._store_document(document, sum(map(len, document.lines)))

    def change_document(self, uri: str, version: int, changes: Sequence[ContentChange]) -> None:
        document = self._documents.get(uri)
        if document is None:
            return  # the session will report an unknown document
        document.apply_changes(version, changes, self._encoding)
        self._store_document(document, self._char_counts[uri] + sum(len(change.text) for change in changes))

    def close_document(self, uri: str) -> None:
        self._documents.pop(uri, None)
        self._drop_details(uri)

    def focus_document(self, uri: str, visible: tuple[int, int]) -> None:
        document = self._documents.get(uri)
        if document is not None:
            self._store_document(document, self._char_counts[uri])
            self._visible_lines[uri] = visible

    def drop_out_of_sync(self, uri: str | None) -> None:
        """Drop the document, or all for None: a message about it was lost."""
        for one in [*self._documents] if uri is None else [uri]:
            self.close_document(one)

    def transfer_to(self, session: NesSession) -> None:
        """Open the documents in the session, the one changed or focused last at the end."""
        for uri, document in self._documents.items():
            session.open_document(document)
            if uri in self._visible_lines:
                session.focus_document(uri, self._visible_lines[uri])

    def _store_document(self, document: Document, size: int) -> None:
        uri = document.uri
        self._documents[uri], self._char_counts[uri] = document, size
        while sum(self._char_counts.values()) > MAX_PRE_SESSION_CHARS:
            self._documents.evict_oldest()

    def _drop_details(self, uri: str) -> None:
        self._char_counts.pop(uri, None)
        self._visible_lines.pop(uri, None)
