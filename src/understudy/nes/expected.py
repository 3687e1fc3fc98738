"""Changes that are announced: the user took a suggestion, and the client is about to make it.

They move with the text like everything else that stands in it. What became of them is told in `history`.
"""

from typing import Final, NamedTuple

from understudy.nes.merging import shift_line
from understudy.nes.values import Splice

__all__ = ["PendingAcceptedEdits"]

MAX_PENDING_ACCEPTED_EDITS: Final = 32
ACCEPTED_EDIT_TIMEOUT_S: Final = 30.0
"""Seconds in which an announced change has to come."""


class _PendingAcceptedEdit(NamedTuple):
    uri: str
    splice: Splice
    time: float
    is_consequence: bool


class PendingAcceptedEdits:
    def __init__(self) -> None:
        self._pending: list[_PendingAcceptedEdit] = []

    def add(self, uri: str, splice: Splice, now: float, *, is_consequence: bool) -> None:
        self._pending = [*self._pending[1 - MAX_PENDING_ACCEPTED_EDITS :], _PendingAcceptedEdit(uri, splice, now, is_consequence)]

    def pop_matching(self, uri: str, splice: Splice, now: float) -> bool | None:
        """Whether exactly this change, if it was announced, follows from others; it is awaited no more."""
        if not self._pending:
            return None
        self._pending = [one for one in self._pending if now - one.time <= ACCEPTED_EDIT_TIMEOUT_S]
        found = next((one for one in self._pending if one.uri == uri and one.splice == splice), None)
        if found is not None:
            self._pending.remove(found)
        return None if found is None else found.is_consequence

    def apply_splice(self, uri: str, splice: Splice) -> None:
        """Another change was made. One that was to change the same lines can not come any more."""
        if not self._pending:
            return
        kept: list[_PendingAcceptedEdit] = []
        for one in self._pending:
            line = one.splice.line
            if one.uri == uri:
                line = shift_line(line, len(one.splice.old), splice)
            if line >= 0:
                kept.append(one._replace(splice=one.splice._replace(line=line)))
        self._pending = kept

    def drop_document(self, uri: str) -> None:
        self._pending = [one for one in self._pending if one.uri != uri]
