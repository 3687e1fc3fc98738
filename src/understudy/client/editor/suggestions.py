"""What an agent suggests, as the editor hands it on. Both dialects: the seed's actions are read as what they do.

One question at a time: a newer one takes the older back, and whoever awaited that gets an empty answer.

Not an exception: nothing went wrong, and no task of the caller was cancelled.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from understudy.client.editor.document import Document
from understudy.client.errors import AgentFailed
from understudy.rpc import CANCELLED
from understudy.schema import acp, decode

__all__ = ["LatestRequest", "Suggestion", "SuggestionKind", "Suggestions", "parse_suggestions"]

SuggestionKind = Literal["edit", "jump", "rename", "searchAndReplace", "action"]
EmptyReason = Literal["superseded", "outdated", "closed"]

_KINDS: Final[dict[type, SuggestionKind]] = {
    acp.NesEditSuggestion: "edit",
    acp.NesJumpSuggestion: "jump",
    acp.NesRenameSuggestion: "rename",
    acp.NesSearchAndReplaceSuggestion: "searchAndReplace",
    acp.NesActionSuggestion: "action",
}
_ACTION_TYPES: Final = {
    "rename": acp.NesRenameSuggestion,
    "searchAndReplace": acp.NesSearchAndReplaceSuggestion,
}


@dataclass(frozen=True, eq=False, slots=True)
class Suggestion:
    """One suggestion of one answer. An agent may offer the same `id` again later; that is another suggestion."""

    payload: acp.NesSuggestion
    """As it came, positions in the agreed encoding. Known actions have become a rename or a search and replace."""
    document: Document | None
    """The open document that it is about, and its version when the agent was asked; None if it was not open."""
    version: int

    @property
    def id(self) -> str:
        return self.payload.id

    @property
    def kind(self) -> SuggestionKind:
        """`action` only for one that is not known here."""
        return _KINDS[type(self.payload)]

    @property
    def uri(self) -> str | None:
        return None if isinstance(self.payload, acp.NesActionSuggestion) else self.payload.uri

    @property
    def is_current(self) -> bool:
        """Whether the text that it is about is still the one that it was made for."""
        return self.document is None or self.document.version == self.version


class Suggestions(tuple[Suggestion, ...]):
    """An answer. Where it is empty, `missing` may say why: the agent need not have been silent."""

    empty_reason: EmptyReason | None = None

    @classmethod
    def empty(cls, reason: EmptyReason) -> "Suggestions":
        empty = cls()
        empty.empty_reason = reason
        return empty


def parse_suggestions(
    raw_suggestions: Iterable[Any], find_document: Callable[[str], tuple[Document, int] | None]
) -> Iterable[Suggestion]:
    """Those that can be understood. `document` tells what was open under a URI when the agent was asked."""
    for one in raw_suggestions:
        try:
            (offer,) = decode(msgspec.json.encode({"suggestions": [one]}), acp.SuggestNesResponse).suggestions
        except msgspec.ValidationError:
            continue  # a kind of tomorrow
        if isinstance(offer, acp.NesActionSuggestion):
            offer = _resolve_action(offer)
        if isinstance(offer, acp.NesActionSuggestion):
            yield Suggestion(offer, None, 0)
        else:
            yield Suggestion(offer, *(find_document(offer.uri) or (None, 0)))


def _resolve_action(action: acp.NesActionSuggestion) -> acp.NesSuggestion:
    shape = _ACTION_TYPES.get(action.action_id)
    if shape is None:
        return action
    try:
        return msgspec.convert({**action.arguments, "id": action.id, "kind": action.action_id}, shape)
    except msgspec.ValidationError:
        return action


class LatestRequest:
    def __init__(self) -> None:
        self._task: asyncio.Task[Suggestions] | None = None
        self._closed = False

    async def run(self, request: Coroutine[Any, Any, Suggestions]) -> Suggestions:
        self.cancel()
        task = self._task = asyncio.ensure_future(request)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._task is task:  # it is the caller that was cancelled, and the question with it
                task.cancel()
                raise
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
            return Suggestions.empty("closed" if self._closed else "superseded")
        except AgentFailed as error:
            if error.rpc_code != CANCELLED:
                raise
            return Suggestions.empty("superseded")  # an agent may see that there is a newer one before we do
        finally:
            if self._task is task:
                self._task = None

    def cancel(self, *, close: bool = False) -> None:
        self._closed = self._closed or close
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
