"""Telling the agent of documents: the events that it asked for, in the way that it asked for, and no others."""

from collections.abc import Sequence

from understudy.client.editor.document import Document
from understudy.client.editor.text import Splice, Text, nameable
from understudy.client.line import Line
from understudy.schema import acp
from understudy.workspace.encoding import visible

__all__ = ["Events"]


class Events:
    def __init__(self, line: Line, session: str, wanted: acp.NesDocumentEventCapabilities | None) -> None:
        self._line = line
        self._session = session
        self._wanted = wanted or acp.NesDocumentEventCapabilities()

    async def opened(self, document: Document) -> None:
        if self._wanted.did_open is None:
            return
        told = acp.DidOpenDocumentNotification(
            session_id=self._session,
            uri=document.uri,
            language_id=document.language,
            version=document.version,
            text=visible(document.text),
        )
        await self._line.tell("document/didOpen", told)
        document.told = True

    async def changed(self, document: Document, before: Text, splices: Sequence[Splice]) -> None:
        wanted = self._wanted.did_change
        if wanted is None:
            return
        # Ranges mean nothing to an agent that never had the text.
        if wanted.sync_kind == "full" or not document.told:
            changes = [acp.TextDocumentContentChangeEvent(text=visible(document.text))]
        else:
            changes = [
                acp.TextDocumentContentChangeEvent(
                    range=before.range(start, end, document.encoding), text=visible(new)
                )
                for start, end, new in reversed(nameable(before.whole, splices))
            ]
        document.told = False  # until it is sent: it may be too large
        told = acp.DidChangeDocumentNotification(
            session_id=self._session, uri=document.uri, version=document.version, content_changes=changes
        )
        await self._line.tell("document/didChange", told)
        document.told = True

    async def focused(self, document: Document, position: acp.Position, visible_range: acp.Range) -> None:
        if self._wanted.did_focus is None:
            return
        told = acp.DidFocusDocumentNotification(
            session_id=self._session,
            uri=document.uri,
            version=document.version,
            position=position,
            visible_range=visible_range,
        )
        await self._line.tell("document/didFocus", told)

    async def saved(self, document: Document) -> None:
        if self._wanted.did_save is not None:
            told = acp.DidSaveDocumentNotification(session_id=self._session, uri=document.uri)
            await self._line.tell("document/didSave", told)

    async def closed(self, document: Document) -> None:
        if self._wanted.did_close is not None:
            told = acp.DidCloseDocumentNotification(session_id=self._session, uri=document.uri)
            await self._line.tell("document/didClose", told)
