"""What an editor has once its NES session is open: the session's id, and all that speaks for it.

The line to an agent, as the parts of the client see it: calls, tellings, and what the agent said it can do.

The connection is one; tests may have another. Knows no session and no document.

Telling the agent of documents: the events that it asked for, in the way that it asked for, and no others.

What became of suggestions: each is answered once, with the reason that is true.

| what happened                                                     | what the agent is told |
|-------------------------------------------------------------------|------------------------|
| applied, or typed out by the user to the last letter              | accept                 |
| dismissed by the user (`reject` without a reason)                 | `rejected`             |
| a newer answer has others in its place                            | `replaced`             |
| the next answer is empty, or its document or the editor is closed | `ignored`              |
| the text changed while the agent was still asked                  | `cancelled`            |
| it could not be applied                                           | reject, no reason      |

An id that a newer answer has too was not replaced: it is the same suggestion, in a new place or shorter.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from understudy.client.editor.document import Document
from understudy.client.editor.edit_plan import Planner, SuggestionHandler, apply_edit_suggestion
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.suggestions import Suggestion
from understudy.client.editor.text import Splice, Text, addressable_splices
from understudy.client.errors import ClientError
from understudy.schema import acp
from understudy.workspace.files import replace_undecodable

__all__ = ["DocumentNotifier", "NesSession", "RpcPort", "SuggestionOutcomes"]

T = TypeVar("T")


class RpcPort(Protocol):
    @property
    def agent(self) -> acp.InitializeResponse:
        """What the agent answered to `initialize`."""
        ...

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        """The unit of every position on this line, as agreed."""
        ...

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Ask, and await the answer. Where the agent wants authentication, it is seen to, and asked once more.

        Raises ClientError; a caller that is cancelled takes its question back.
        """
        ...

    async def notify(self, method: str, params: object) -> None:
        """Say something that has no answer. Raises AgentGone once the agent has ended."""
        ...


class SuggestionOutcomes:
    def __init__(self, port: RpcPort, session_id: str) -> None:
        self._port = port
        self._session_id = session_id
        self._shown: dict[str, Suggestion] = {}
        self._expected_texts: dict[str, str] = {}

    async def show(self, fresh: Sequence[Suggestion]) -> None:
        """A new answer takes the place of the one before."""
        ids = {one.id for one in fresh}
        gone = [one for one in self._shown.values() if one.id not in ids]
        self._shown = {one.id: one for one in (*gone, *fresh)}
        for one in fresh:
            self._expected_texts.pop(one.id, None)
        for one in gone:
            await self.reject(one, "replaced" if fresh else "ignored")

    async def reject_late(self, suggestions: Iterable[Suggestion]) -> None:
        """They came too late to be shown."""
        for one in suggestions:
            if one.id not in self._shown:
                await self.notify_rejected(one.id, "cancelled")

    def record_expected_texts(self, document: Document) -> None:
        """The document is about to change: keep what its suggestions would have made of it."""
        for one in self._shown.values():
            if one.document is document and one.is_current and isinstance(one.payload, acp.NesEditSuggestion):
                try:
                    _, after = apply_edit_suggestion(document.content, one.payload, document.encoding)
                except ClientError:
                    continue
                self._expected_texts[one.id] = after

    async def document_changed(self, document: Document) -> None:
        """The document has changed: who typed what was suggested has taken it."""
        for one in list(self._shown.values()):
            done = one.document is document and self._expected_texts.get(one.id) == document.text
            if done and self.claim(one):
                await self.notify_accepted(one.id)

    async def document_closed(self, document: Document | None) -> None:
        """A document was closed; None: the editor is."""
        for one in list(self._shown.values()):
            if document is None or one.document is document:
                await self.reject(one, "ignored")

    async def reject(self, suggestion: Suggestion, reason: acp.NesRejectReason | None) -> bool:
        if not self.claim(suggestion):
            return False
        await self.notify_rejected(suggestion.id, reason)
        return True

    def claim(self, suggestion: Suggestion) -> bool:
        """Whether it was still to be answered; that is now the business of whoever took it."""
        if self._shown.get(suggestion.id) is not suggestion:
            return False
        del self._shown[suggestion.id]
        self._expected_texts.pop(suggestion.id, None)
        return True

    def unclaim(self, suggestion: Suggestion) -> None:
        self._shown.setdefault(suggestion.id, suggestion)

    async def notify_accepted(self, suggestion_id: str) -> None:
        await self._port.notify(
            "nes/accept", acp.AcceptNesNotification(session_id=self._session_id, id=suggestion_id)
        )

    async def notify_rejected(self, suggestion_id: str, reason: acp.NesRejectReason | None) -> None:
        told = acp.RejectNesNotification(session_id=self._session_id, id=suggestion_id, reason=reason)
        await self._port.notify("nes/reject", told)


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


class NesSession:
    def __init__(
        self,
        port: RpcPort,
        session_id: str,
        capabilities: acp.NesCapabilities,
        roots: Sequence[str],
        files: Files | None,
        documents: Mapping[str, Document],
        handlers: Mapping[str, SuggestionHandler],
    ) -> None:
        self.id = session_id
        self.roots = roots
        self.requested_context = capabilities.context
        self.files = files or RootFiles(roots)
        self.notifier = DocumentNotifier(
            port, session_id, capabilities.events.document if capabilities.events else None
        )
        self.outcomes = SuggestionOutcomes(port, session_id)
        self.planner = Planner(documents, roots, self.files, port.encoding, handlers)
        self.closed = False
