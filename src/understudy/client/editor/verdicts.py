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
from understudy.client.editor.planning import edited
from understudy.client.editor.suggestions import Suggestion
from understudy.client.errors import ClientError
from understudy.client.line import Line
from understudy.schema import acp

__all__ = ["Verdicts"]


class Verdicts:
    def __init__(self, line: Line, session: str) -> None:
        self._line = line
        self._session = session
        self._open: dict[str, Suggestion] = {}
        self._aims: dict[str, str] = {}

    async def show(self, fresh: Sequence[Suggestion]) -> None:
        """A new answer takes the place of the one before."""
        ids = {one.id for one in fresh}
        gone = [one for one in self._open.values() if one.id not in ids]
        self._open = {one.id: one for one in (*gone, *fresh)}
        for one in fresh:
            self._aims.pop(one.id, None)
        for one in gone:
            await self.reject(one, "replaced" if fresh else "ignored")

    async def drop(self, suggestions: Iterable[Suggestion]) -> None:
        """They came too late to be shown."""
        for one in suggestions:
            if one.id not in self._open:
                await self.tell_rejected(one.id, "cancelled")

    def expect(self, document: Document) -> None:
        """The document is about to change: keep what its suggestions would have made of it."""
        for one in self._open.values():
            if one.document is document and one.fits and isinstance(one.offer, acp.NesEditSuggestion):
                try:
                    _, after = edited(document.content, one.offer, document.encoding)
                except ClientError:
                    continue
                self._aims[one.id] = after

    async def changed(self, document: Document) -> None:
        """The document has changed: who typed what was suggested has taken it."""
        for one in list(self._open.values()):
            done = one.document is document and self._aims.get(one.id) == document.text
            if done and self.take(one):
                await self.tell_accepted(one.id)

    async def closed(self, document: Document | None) -> None:
        """A document was closed; None: the editor is."""
        for one in list(self._open.values()):
            if document is None or one.document is document:
                await self.reject(one, "ignored")

    async def reject(self, suggestion: Suggestion, reason: acp.NesRejectReason | None) -> bool:
        if not self.take(suggestion):
            return False
        await self.tell_rejected(suggestion.id, reason)
        return True

    def take(self, suggestion: Suggestion) -> bool:
        """Whether it was still to be answered; that is now the business of whoever took it."""
        if self._open.get(suggestion.id) is not suggestion:
            return False
        del self._open[suggestion.id]
        self._aims.pop(suggestion.id, None)
        return True

    def put_back(self, suggestion: Suggestion) -> None:
        self._open.setdefault(suggestion.id, suggestion)

    async def tell_accepted(self, name: str) -> None:
        await self._line.tell("nes/accept", acp.AcceptNesNotification(session_id=self._session, id=name))

    async def tell_rejected(self, name: str, reason: acp.NesRejectReason | None) -> None:
        told = acp.RejectNesNotification(session_id=self._session, id=name, reason=reason)
        await self._line.tell("nes/reject", told)
