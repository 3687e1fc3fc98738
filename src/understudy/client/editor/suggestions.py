"""What an agent suggests, as the editor hands it on. Both dialects: the seed's actions are read as what they do."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from understudy.client.editor.document import Document
from understudy.schema import acp, decode

__all__ = ["Kind", "Suggestion", "Suggestions", "read"]

Kind = Literal["edit", "jump", "rename", "searchAndReplace", "action"]
Missing = Literal["superseded", "outdated", "closed"]

_KINDS: Final[dict[type, Kind]] = {
    acp.NesEditSuggestion: "edit",
    acp.NesJumpSuggestion: "jump",
    acp.NesRenameSuggestion: "rename",
    acp.NesSearchAndReplaceSuggestion: "searchAndReplace",
    acp.NesActionSuggestion: "action",
}
_ACTIONS: Final = {"rename": acp.NesRenameSuggestion, "searchAndReplace": acp.NesSearchAndReplaceSuggestion}


@dataclass(frozen=True, eq=False, slots=True)
class Suggestion:
    """One suggestion of one answer. An agent may offer the same `id` again later; that is another suggestion."""

    offer: acp.NesSuggestion
    """As it came, positions in the agreed encoding. Known actions have become a rename or a search and replace."""
    document: Document | None
    """The open document that it is about, and its version when the agent was asked; None if it was not open."""
    version: int

    @property
    def id(self) -> str:
        return self.offer.id

    @property
    def kind(self) -> Kind:
        """`action` only for one that is not known here."""
        return _KINDS[type(self.offer)]

    @property
    def uri(self) -> str | None:
        return None if isinstance(self.offer, acp.NesActionSuggestion) else self.offer.uri

    @property
    def fits(self) -> bool:
        """Whether the text that it is about is still the one that it was made for."""
        return self.document is None or self.document.version == self.version


class Suggestions(tuple[Suggestion, ...]):
    """An answer. Where it is empty, `missing` may say why: the agent need not have been silent."""

    missing: Missing | None = None

    @classmethod
    def none(cls, why: Missing) -> "Suggestions":
        empty = cls()
        empty.missing = why
        return empty


def read(told: Iterable[Any], document: Callable[[str], tuple[Document, int] | None]) -> Iterable[Suggestion]:
    """Those that can be understood. `document` tells what was open under a URI when the agent was asked."""
    for one in told:
        try:
            (offer,) = decode(msgspec.json.encode({"suggestions": [one]}), acp.SuggestNesResponse).suggestions
        except msgspec.ValidationError:
            continue  # a kind of tomorrow
        if isinstance(offer, acp.NesActionSuggestion):
            offer = _done_by(offer)
        if isinstance(offer, acp.NesActionSuggestion):
            yield Suggestion(offer, None, 0)
        else:
            yield Suggestion(offer, *(document(offer.uri) or (None, 0)))


def _done_by(action: acp.NesActionSuggestion) -> acp.NesSuggestion:
    shape = _ACTIONS.get(action.action_id)
    if shape is None:
        return action
    try:
        return msgspec.convert({**action.arguments, "id": action.id, "kind": action.action_id}, shape)
    except msgspec.ValidationError:
        return action
