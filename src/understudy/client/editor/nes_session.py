"""An open NES session: document events for the agent, and the outcome of each suggestion.

Document events are sent only if the agent requested them, and in the form that it requested. Each suggestion is
accepted or rejected exactly once:

| what happened                                                       | sent to the agent      |
|---------------------------------------------------------------------|------------------------|
| applied, or typed by the user in full                               | accept                 |
| dismissed by the user (`reject` without a reason)                   | reject, `rejected`     |
| a newer response has other suggestions                              | reject, `replaced`     |
| the next response is empty, or its document or the editor is closed | reject, `ignored`      |
| the text changed while the request was pending                      | reject, `cancelled`    |
| it could not be applied                                             | reject, no reason      |

A suggestion whose id is in the newer response too was not replaced: it is the same one, moved or shortened.
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
    """What the editor needs of a connection. `Connection` implements it; tests use fakes."""

    @property
    def agent(self) -> acp.InitializeResponse:
        """The agent's response to `initialize`."""
        ...

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        """The agreed unit of positions on this connection."""
        ...

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        """Send a request and return its response. If the agent requires authentication, authenticate and send
        it again.

        Raises ClientError. If the caller is cancelled, the request is cancelled.
        """
        ...

    async def notify(self, method: str, params: object) -> None:
        """Send a notification. Raises AgentGone if the agent has ended."""
        ...


class SuggestionOutcomes:
    """The suggestions that are shown, and what is sent to the agent about them."""

    def __init__(self, port: RpcPort, session_id: str) -> None:
        self._port = port
        self._session_id = session_id
        self._shown: dict[str, Suggestion] = {}
        self._expected_texts: dict[str, str] = {}

    async def show(self, suggestions: Sequence[Suggestion]) -> None:
        """Show the suggestions of a new response, and reject those of the previous one."""
        ids = {suggestion.id for suggestion in suggestions}
        removed = [suggestion for suggestion in self._shown.values() if suggestion.id not in ids]
        self._shown = {suggestion.id: suggestion for suggestion in (*removed, *suggestions)}
        for suggestion in suggestions:
            self._expected_texts.pop(suggestion.id, None)
        for suggestion in removed:
            await self.reject(suggestion, "replaced" if suggestions else "ignored")

    async def reject_late(self, suggestions: Iterable[Suggestion]) -> None:
        """Reject suggestions that came too late to be shown."""
        for suggestion in suggestions:
            if suggestion.id not in self._shown:
                await self.notify_rejected(suggestion.id, "cancelled")

    def record_expected_texts(self, document: Document) -> None:
        """The document is about to change: store the texts that its suggestions would result in."""
        for suggestion in self._shown.values():
            if (
                suggestion.document is document
                and suggestion.is_current
                and isinstance(suggestion.payload, acp.NesEditSuggestion)
            ):
                try:
                    _, after = apply_edit_suggestion(document.content, suggestion.payload, document.encoding)
                except ClientError:
                    continue
                self._expected_texts[suggestion.id] = after

    async def document_changed(self, document: Document) -> None:
        """The document has changed: accept a suggestion that the user has typed in full."""
        for suggestion in list(self._shown.values()):
            was_typed = (
                suggestion.document is document and self._expected_texts.get(suggestion.id) == document.text
            )
            if was_typed and self.claim(suggestion):
                await self.notify_accepted(suggestion.id)

    async def document_closed(self, document: Document | None) -> None:
        """Reject the suggestions of a closed document; None: of all documents."""
        for suggestion in list(self._shown.values()):
            if document is None or suggestion.document is document:
                await self.reject(suggestion, "ignored")

    async def reject(self, suggestion: Suggestion, reason: acp.NesRejectReason | None) -> bool:
        if not self.claim(suggestion):
            return False
        await self.notify_rejected(suggestion.id, reason)
        return True

    def claim(self, suggestion: Suggestion) -> bool:
        """Claim a shown suggestion, which the caller accepts or rejects. Return False if it is not shown."""
        if self._shown.get(suggestion.id) is not suggestion:
            return False
        del self._shown[suggestion.id]
        self._expected_texts.pop(suggestion.id, None)
        return True

    def unclaim(self, suggestion: Suggestion) -> None:
        """Undo `claim`: the suggestion is shown again."""
        self._shown.setdefault(suggestion.id, suggestion)

    async def notify_accepted(self, suggestion_id: str) -> None:
        await self._port.notify(
            "nes/accept", acp.AcceptNesNotification(session_id=self._session_id, id=suggestion_id)
        )

    async def notify_rejected(self, suggestion_id: str, reason: acp.NesRejectReason | None) -> None:
        notification = acp.RejectNesNotification(session_id=self._session_id, id=suggestion_id, reason=reason)
        await self._port.notify("nes/reject", notification)


class DocumentNotifier:
    """Sends the document events that the agent requested."""

    def __init__(
        self, port: RpcPort, session_id: str, requested: acp.NesDocumentEventCapabilities | None
    ) -> None:
        self._port = port
        self._session_id = session_id
        self._requested = requested or acp.NesDocumentEventCapabilities()

    async def notify_opened(self, document: Document) -> None:
        if self._requested.did_open is None:
            return
        notification = acp.DidOpenDocumentNotification(
            session_id=self._session_id,
            uri=document.uri,
            language_id=document.language,
            version=document.version,
            text=replace_undecodable(document.text),
        )
        await self._port.notify("document/didOpen", notification)
        document.synced = True

    async def notify_changed(self, document: Document, before: Text, splices: Sequence[Splice]) -> None:
        requested = self._requested.did_change
        if requested is None:
            return
        # Ranges are useless to an agent that does not have the text.
        if requested.sync_kind == "full" or not document.synced:
            changes = [acp.TextDocumentContentChangeEvent(text=replace_undecodable(document.text))]
        else:
            changes = [
                acp.TextDocumentContentChangeEvent(
                    range=before.range(start, end, document.encoding), text=replace_undecodable(new)
                )
                for start, end, new in reversed(addressable_splices(before.full_text, splices))
            ]
        document.synced = False  # until it is sent: it may be too large to send
        notification = acp.DidChangeDocumentNotification(
            session_id=self._session_id, uri=document.uri, version=document.version, content_changes=changes
        )
        await self._port.notify("document/didChange", notification)
        document.synced = True

    async def notify_focused(
        self, document: Document, position: acp.Position, visible_range: acp.Range
    ) -> None:
        if self._requested.did_focus is None:
            return
        notification = acp.DidFocusDocumentNotification(
            session_id=self._session_id,
            uri=document.uri,
            version=document.version,
            position=position,
            visible_range=visible_range,
        )
        await self._port.notify("document/didFocus", notification)

    async def notify_saved(self, document: Document) -> None:
        if self._requested.did_save is not None:
            notification = acp.DidSaveDocumentNotification(session_id=self._session_id, uri=document.uri)
            await self._port.notify("document/didSave", notification)

    async def notify_closed(self, document: Document) -> None:
        if self._requested.did_close is not None:
            notification = acp.DidCloseDocumentNotification(session_id=self._session_id, uri=document.uri)
            await self._port.notify("document/didClose", notification)


class NesSession:
    """The state of an editor whose session is open."""

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
