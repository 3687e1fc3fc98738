"""What a client supports of next edit suggestions, as `initialize` says, in today's dialect or in the seed's.

| what                   | today                                                  | seed                         |
|------------------------|--------------------------------------------------------|------------------------------|
| kinds besides `edit`   | `nes.jump`, `nes.rename`, `nes.searchAndReplace`       | `nes.ideActions`, and `jump` |
| how a rename is sent   | `kind: "rename"`                                       | `kind: "action"`             |
| position encodings     | `positionEncodings`                                    | `general.positionEncodings`  |

Light: `initialize` is answered with this. The messages themselves are built by the service.
"""

from collections.abc import Iterable
from typing import Any, Literal, cast

from understudy.schema.acp import ClientCapabilities, ClientNesCapabilities, PositionEncodingKind

__all__ = ["Dialect", "SuggestionKind", "select_position_encoding", "select_suggestion_kinds"]

Dialect = Literal["today", "seed"]
SuggestionKind = Literal["edit", "jump", "rename", "searchAndReplace"]


def select_position_encoding(client: ClientCapabilities) -> PositionEncodingKind:
    """The client's first choice: all three are supported here, and unknown ones were dropped while decoding."""
    listed = client.position_encodings or (client.general.position_encodings if client.general else [])
    return listed[0] if listed else "utf-16"


def select_suggestion_kinds(client: ClientCapabilities) -> tuple[frozenset[SuggestionKind], Dialect]:
    """The kinds of suggestion that may be sent, and their dialect. `edit` is always allowed."""
    nes = client.nes
    if nes is None:
        return frozenset({"edit"}), "today"
    kinds: set[SuggestionKind] = {"edit", *_current_kinds(nes)}
    if nes.ide_actions is None or kinds & {"rename", "searchAndReplace"}:
        return frozenset(kinds), "today"
    return frozenset({"edit", "jump", *_seed_kinds(nes.ide_actions)}), "seed"


def _current_kinds(nes: ClientNesCapabilities) -> Iterable[SuggestionKind]:
    if nes.jump is not None:
        yield "jump"
    if nes.rename is not None:
        yield "rename"
    if nes.search_and_replace is not None:
        yield "searchAndReplace"


def _seed_kinds(ide_actions: Any) -> Iterable[SuggestionKind]:
    """The seed has an object by id; a list of ids, or of objects with an id, is accepted too."""
    known: tuple[SuggestionKind, ...] = ("rename", "searchAndReplace")
    match ide_actions:
        case dict():
            actions = cast(dict[str, Any], ide_actions)
            return [name for name in known if actions.get(name) not in (None, False)]
        case list():
            entries = cast(list[Any], ide_actions)
            ids = [
                cast(dict[str, Any], entry).get("id") if isinstance(entry, dict) else entry
                for entry in entries
            ]
            return [name for name in known if name in ids]
        case _:
            return []
