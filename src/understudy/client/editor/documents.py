"""One half of an Editor: the documents that are open, and what the agent is told of them.

The other half asks for suggestions. What was changed first is told first, however slow the agent takes it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from understudy.client.editor.context import Recent
from understudy.client.editor.document import Document
from understudy.client.editor.history import Actions, EditHistory
from understudy.client.editor.names import Name, key_of, language_of, short_name, uri_of
from understudy.client.editor.places import Anywhere, Edit, Span
from understudy.client.editor.session import Session
from understudy.client.editor.text import Splice, Text, difference
from understudy.client.errors import ClientError
from understudy.client.line import Line

__all__ = ["Documents"]


class Documents:
    def __init__(self, line: Line, now: Callable[[], float]) -> None:
        self._line = line
        self._now = now
        self._documents: dict[str, Document] = {}
        self._recent = Recent()
        self._history = EditHistory(now)
        self._actions = Actions(now)
        self._order = asyncio.Lock()
        self._session: Session | None = None

    @property
    def documents(self) -> Mapping[str, str]:
        """The open texts by their URIs."""
        return MappingProxyType({document.uri: document.text for document in self._documents.values()})

    def text(self, name: Name) -> str:
        return self._document(name).text

    def version(self, name: Name) -> int:
        return self._document(name).version

    async def open(self, name: Name, text: str | None = None, language: str | None = None) -> str:
        """A document is open now; its URI. Without its text it is read from the files.

        One that is open already is changed to that text.
        """
        session, uri = self._live(), uri_of(name)
        if text is None:  # of one that is open already this is its own
            text = await session.planner.text(uri)
        if key_of(uri) in self._documents:
            await self.change(uri, text)
            return self._document(uri).uri
        document = Document(uri, language or language_of(uri), self._line.encoding, Text(text))
        self._documents[key_of(uri)] = document
        self._recent.touch(document)
        async with self._order:
            await session.events.opened(document)
        return uri

    async def change(
        self, name: Name, text: str | None = None, *, edits: Sequence[Edit] | None = None
    ) -> None:
        """The document has this text now, or has these edits in it, which all mean the text before the call."""
        if (text is None) == (edits is None):
            raise ClientError("Give the new text or the edits.", "bad_edits")
        async with self._order:
            document = self._document(name)
            if text is not None:
                splice = difference(document.text, text)
                splices = [] if splice is None else [splice]
            else:
                splices = [one for one in document.splices(edits or ()) if one.new or one.start != one.end]
            if splices:
                await self._make(document, splices)

    async def focus(self, name: Name, position: Anywhere, visible: Span | None = None) -> None:
        """The user is in this document now. Without `visible` all of it counts as seen."""
        async with self._order:
            document = self._document(name)
            at = document.position(position)
            whole = document.content
            document.visible = (
                whole.range(0, len(whole.whole), document.encoding)
                if visible is None
                else document.range(visible)
            )
            document.focused = int(self._now() * 1000)
            self._recent.touch(document)
            await self._live().events.focused(document, at, document.visible)

    async def save(self, name: Name) -> None:
        """The document was saved (by the caller: nothing is written here)."""
        async with self._order:
            await self._live().events.saved(self._document(name))

    async def close(self, name: Name) -> None:
        async with self._order:
            document = self._document(name)
            session = self._live()
            del self._documents[key_of(document.uri)]
            await session.verdicts.closed(document)
            await session.events.closed(document)

    def record(self, action: str, name: Name, position: Anywhere) -> None:
        """Something that the user did besides editing, such as `cursorMovement`, for agents that ask for it."""
        document = self._document(name)
        self._actions.note(action, document.uri, document.position(position))

    # For the other half.

    async def _make(self, document: Document, splices: Sequence[Splice], *, alone: bool = False) -> None:
        """Change the text and tell of it. With `_order` held."""
        session = self._live()
        session.verdicts.expect(document)
        before = document.replace(splices)
        name = short_name(document.uri, session.roots)
        self._history.note(document, name, before, splices, alone=alone or len(splices) > 1)
        self._actions.note_change(document, splices)
        self._recent.touch(document)
        await session.events.changed(document, before, splices)
        await session.verdicts.changed(document)

    def _document(self, name: Name) -> Document:
        uri = uri_of(name)
        document = self._documents.get(key_of(uri))
        if document is None:
            raise ClientError(f"{uri} is not open in this editor. Open it first.", "not_open")
        return document

    def _live(self) -> Session:
        session = self._session
        if session is None or session.closed:
            state = "has not been started" if session is None else "is closed"
            raise ClientError(f"This editor {state}.", "closed")
        return session
