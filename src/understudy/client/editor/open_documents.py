"""The base class of Editor: the open documents and their events for the agent.

Events are sent in the order of the changes, however slowly the agent reads them.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from understudy.client.editor.document import Document
from understudy.client.editor.history import EditHistory, UserActions
from understudy.client.editor.nes_session import NesSession, RpcPort
from understudy.client.editor.suggest_context import RecentDocuments
from understudy.client.editor.text import Edit, PositionLike, Span, Splice, Text, minimal_splice
from understudy.client.editor.uris import UriOrPath, display_name, language_of, uri_key, uri_of
from understudy.client.errors import ClientError

__all__ = ["OpenDocuments"]


class OpenDocuments:
    """The open documents of an editor. For the event loop's thread."""

    def __init__(self, port: RpcPort, now: Callable[[], float]) -> None:
        self._port = port
        self._now = now
        self._documents: dict[str, Document] = {}
        self._recent = RecentDocuments()
        self._history = EditHistory(now)
        self._actions = UserActions(now)
        self._order_lock = asyncio.Lock()
        self._session: NesSession | None = None

    @property
    def documents(self) -> Mapping[str, str]:
        """The open texts by URI."""
        return MappingProxyType({document.uri: document.text for document in self._documents.values()})

    def text(self, name: UriOrPath) -> str:
        return self._require_document(name).text

    def version(self, name: UriOrPath) -> int:
        return self._require_document(name).version

    async def open(self, name: UriOrPath, text: str | None = None, language: str | None = None) -> str:
        """Open a document and return its URI. Without `text` the file is read.

        If it is open already, its text is changed.
        """
        session, uri = self._require_session(), uri_of(name)
        if text is None:  # of a document that is open already, its own text
            text = await session.planner.read_text(uri)
        if uri_key(uri) in self._documents:
            await self.change(uri, text)
            return self._require_document(uri).uri
        document = Document(uri, language or language_of(uri), self._port.encoding, Text(text))
        self._documents[uri_key(uri)] = document
        self._recent.touch(document)
        async with self._order_lock:
            await session.notifier.notify_opened(document)
        return uri

    async def change(
        self, name: UriOrPath, text: str | None = None, *, edits: Sequence[Edit] | None = None
    ) -> None:
        """Change a document to `text`, or by `edits`, which all refer to the text before the call."""
        if (text is None) == (edits is None):
            raise ClientError("Give the new text or the edits.", "bad_edits")
        async with self._order_lock:
            document = self._require_document(name)
            if text is not None:
                splice = minimal_splice(document.text, text)
                splices = [] if splice is None else [splice]
            else:
                splices = [one for one in document.to_splices(edits or ()) if one.new or one.start != one.end]
            if splices:
                await self._apply_change(document, splices)

    async def focus(self, name: UriOrPath, position: PositionLike, visible: Span | None = None) -> None:
        """The user moved to this document. Without `visible` the whole text counts as visible."""
        async with self._order_lock:
            document = self._require_document(name)
            wire_position = document.position(position)
            content = document.content
            document.visible_range = (
                content.range(0, len(content.full_text), document.encoding)
                if visible is None
                else document.range(visible)
            )
            document.focused_ms = int(self._now() * 1000)
            self._recent.touch(document)
            await self._require_session().notifier.notify_focused(
                document, wire_position, document.visible_range
            )

    async def save(self, name: UriOrPath) -> None:
        """The caller saved the document; nothing is written here."""
        async with self._order_lock:
            await self._require_session().notifier.notify_saved(self._require_document(name))

    async def close(self, name: UriOrPath) -> None:
        async with self._order_lock:
            document = self._require_document(name)
            session = self._require_session()
            del self._documents[uri_key(document.uri)]
            await session.outcomes.document_closed(document)
            await session.notifier.notify_closed(document)

    def record(self, action: str, name: UriOrPath, position: PositionLike) -> None:
        """Record an action other than an edit, such as `cursorMovement`, for agents that request actions."""
        document = self._require_document(name)
        self._actions.record(action, document.uri, document.position(position))

    # For Editor.

    async def _apply_change(
        self, document: Document, splices: Sequence[Splice], *, standalone: bool = False
    ) -> None:
        """Apply a change and notify the agent. The caller holds `_order_lock`."""
        session = self._require_session()
        session.outcomes.record_expected_texts(document)
        before = document.apply(splices)
        name = display_name(document.uri, session.roots)
        self._history.record(document, name, before, splices, standalone=standalone or len(splices) > 1)
        self._actions.record_change(document, splices)
        self._recent.touch(document)
        await session.notifier.notify_changed(document, before, splices)
        await session.outcomes.document_changed(document)

    def _require_document(self, name: UriOrPath) -> Document:
        uri = uri_of(name)
        document = self._documents.get(uri_key(uri))
        if document is None:
            raise ClientError(f"{uri} is not open in this editor. Open it first.", "not_open")
        return document

    def _require_session(self) -> NesSession:
        session = self._session
        if session is None or session.closed:
            state = "has not been started" if session is None else "is closed"
            raise ClientError(f"This editor {state}.", "closed")
        return session
