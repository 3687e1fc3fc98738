"""Suggestions as the editor returns them, and the rule that only the latest request is answered.

Both dialects of the protocol are accepted: known actions are converted to a rename or a search and replace. A
newer request cancels the older one, whose caller gets an empty result. That is no exception: nothing failed,
and no task of the caller was cancelled.
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
    """One suggestion of one response. If an agent sends the same `id` again, that is another Suggestion."""

    payload: acp.NesSuggestion
    """The message, with positions in the agreed encoding. Known actions are converted."""
    document: Document | None
    """The open document that it is for; None if it was not open."""
    version: int
    """The version of the document when the request was sent."""

    @property
    def id(self) -> str:
        return self.payload.id

    @property
    def kind(self) -> SuggestionKind:
        """`action` only for an unknown action."""
        return _KINDS[type(self.payload)]

    @property
    def uri(self) -> str | None:
        return None if isinstance(self.payload, acp.NesActionSuggestion) else self.payload.uri

    @property
    def is_current(self) -> bool:
        """Whether the text that it is about is still the one that it was made for."""
        return self.document is None or self.document.version == self.version


class Suggestions(tuple[Suggestion, ...]):
    """A response. If it is empty, `empty_reason` may say why: the agent may have sent suggestions."""

    empty_reason: EmptyReason | None = None

    @classmethod
    def empty(cls, reason: EmptyReason) -> "Suggestions":
        empty = cls()
        empty.empty_reason = reason
        return empty


def parse_suggestions(
    raw_suggestions: Iterable[Any], find_document: Callable[[str], tuple[Document, int] | None]
) -> Iterable[Suggestion]:
    """Decode suggestions; skip unknown kinds. `find_document` returns the document of a URI and its version."""
    for one in raw_suggestions:
        try:
            (offer,) = decode(msgspec.json.encode({"suggestions": [one]}), acp.SuggestNesResponse).suggestions
        except msgspec.ValidationError:
            continue  # a kind of a newer protocol
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
    """Runs one request at a time; a new one cancels the one before."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Suggestions] | None = None
        self._closed = False

    async def run(self, request: Coroutine[Any, Any, Suggestions]) -> Suggestions:
        self.cancel()
        task = self._task = asyncio.ensure_future(request)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._task is task:  # the caller was cancelled, and the request with it
                task.cancel()
                raise
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
            return Suggestions.empty("closed" if self._closed else "superseded")
        except AgentFailed as error:
            if error.rpc_code != CANCELLED:
                raise
            return Suggestions.empty("superseded")  # the agent saw the newer request before we cancelled
        finally:
            if self._task is task:
                self._task = None

    def cancel(self, *, close: bool = False) -> None:
        self._closed = self._closed or close
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
