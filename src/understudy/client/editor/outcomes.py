"""What became of suggestions: each is answered once, with the reason that is true.

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

from collections.abc import Iterable, Sequence

from understudy.client.editor.document import Document
from understudy.client.editor.edit_plan import apply_edit_suggestion
from understudy.client.editor.rpc_port import RpcPort
from understudy.client.editor.suggestions import Suggestion
from understudy.client.errors import ClientError
from understudy.schema import acp

__all__ = ["SuggestionOutcomes"]


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
