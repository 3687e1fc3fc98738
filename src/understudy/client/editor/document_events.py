"""Telling the agent of documents: the events that it asked for, in the way that it asked for, and no others."""

from collections.abc import Sequence

from understudy.client.editor.document import Document
from understudy.client.editor.rpc_port import RpcPort
from understudy.client.editor.text import Splice, Text, addressable_splices
from understudy.schema import acp
from understudy.workspace.files.encoding import replace_undecodable

__all__ = ["DocumentNotifier"]


class DocumentNotifier:
    def __init__(
        self, port: RpcPort, session_id: str, requested: acp.NesDocumentEventCapabilities | None
    ) -> None:
        self._port = port
        self._session_id = session_id
        self._requested = requested or acp.NesDocumentEventCapabilities()

    async def notify_opened(self, document: Document) -> None:
        if self._requested.did_open is None:
            return
        told = acp.DidOpenDocumentNotification(
            session_id=self._session_id,
            uri=document.uri,
            language_id=document.language,
            version=document.version,
            text=replace_undecodable(document.text),
        )
        await self._port.notify("document/didOpen", told)
        document.synced = True

    async def notify_changed(self, document: Document, before: Text, splices: Sequence[Splice]) -> None:
        wanted = self._requested.did_change
        if wanted is None:
            return
        # Ranges mean nothing to an agent that never had the text.
        if wanted.sync_kind == "full" or not document.synced:
            changes = [acp.TextDocumentContentChangeEvent(text=replace_undecodable(document.text))]
        else:
            changes = [
                acp.TextDocumentContentChangeEvent(
                    range=before.range(start, end, document.encoding), text=replace_undecodable(new)
                )
                for start, end, new in reversed(addressable_splices(before.whole, splices))
            ]
        document.synced = False  # until it is sent: it may be too large
        told = acp.DidChangeDocumentNotification(
            session_id=self._session_id, uri=document.uri, version=document.version, content_changes=changes
        )
        await self._port.notify("document/didChange", told)
        document.synced = True

    async def notify_focused(
        self, document: Document, position: acp.Position, visible_range: acp.Range
    ) -> None:
        if self._requested.did_focus is None:
            return
        told = acp.DidFocusDocumentNotification(
            session_id=self._session_id,
            uri=document.uri,
            version=document.version,
            position=position,
            visible_range=visible_range,
        )
        await self._port.notify("document/didFocus", told)

    async def notify_saved(self, document: Document) -> None:
        if self._requested.did_save is not None:
            told = acp.DidSaveDocumentNotification(session_id=self._session_id, uri=document.uri)
            await self._port.notify("document/didSave", told)

    async def notify_closed(self, document: Document) -> None:
        if self._requested.did_close is not None:
            told = acp.DidCloseDocumentNotification(session_id=self._session_id, uri=document.uri)
            await self._port.notify("document/didClose", told)
