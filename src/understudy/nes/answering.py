"""A candidate as the message that leaves: in the client's positions and dialect, with the document's line ends."""

import re
from collections.abc import Sequence
from typing import Any, Final

from understudy.nes.port import Candidate
from understudy.nes.positions import Encoding, to_character
from understudy.nes.regions import line_after, regions
from understudy.nes.setup import NesClient
from understudy.nes.values import Point
from understudy.schema.acp import (
    NesActionSuggestion,
    NesEditSuggestion,
    NesJumpSuggestion,
    NesRenameSuggestion,
    NesSearchAndReplaceSuggestion,
    NesSuggestion,
    NesTextEdit,
    Position,
    Range,
)

__all__ = ["META", "answer"]

META: Final = "understudy.dev/nes"
"""Under this name of `_meta` a suggestion says where it comes from, and an answer without any why there is none."""
_SPECIAL: Final = re.compile(r"[\\^$.|?*+()\[\]{}]")


def answer(
    candidate: Candidate, suggestion_id: str, lines: Sequence[str], end: str, client: NesClient
) -> NesSuggestion:
    """`lines` is the text that the candidate is for, `end` the line end of that document. It passed the gate."""
    suggestion = _suggestion(candidate, suggestion_id, lines, end, client)
    suggestion.meta = {
        META: {"family": candidate.family, "chance": round(candidate.chance, 3), "why": candidate.why}
    }
    return suggestion


def _suggestion(
    candidate: Candidate, suggestion_id: str, lines: Sequence[str], end: str, client: NesClient
) -> NesSuggestion:
    match candidate.kind:
        case "edit":
            return _edit(candidate, suggestion_id, lines, end, client.encoding)
        case "jump":
            place = _position(_placed(candidate), lines, client.encoding)
            return NesJumpSuggestion(id=suggestion_id, uri=candidate.uri, position=place)
        case "rename":
            return _rename(candidate, suggestion_id, lines, client)
        case "searchAndReplace":
            return _replace(candidate, suggestion_id, client)


def _edit(
    candidate: Candidate, suggestion_id: str, lines: Sequence[str], end: str, encoding: Encoding
) -> NesEditSuggestion:
    edits = [
        NesTextEdit(
            range=Range(
                start=_position(span.start, lines, encoding), end=_position(span.end, lines, encoding)
            ),
            new_text=text if end == "\n" else text.replace("\n", end),
        )
        for span, text in candidate.edits
    ]
    return NesEditSuggestion(
        id=suggestion_id,
        uri=candidate.uri,
        edits=edits,
        cursor_position=_cursor(candidate, lines, encoding),
    )


def _cursor(candidate: Candidate, lines: Sequence[str], encoding: Encoding) -> Position | None:
    """Where the cursor is best put, counted in the text as it will be."""
    if candidate.place is None:
        return None
    line = line_after(regions(candidate.edits, lines), lines, candidate.place.line)
    if line is None:
        return None
    return Position(line=candidate.place.line, character=to_character(line, candidate.place.column, encoding))


def _rename(
    candidate: Candidate, suggestion_id: str, lines: Sequence[str], client: NesClient
) -> NesSuggestion:
    place = _position(_placed(candidate), lines, client.encoding)
    if client.dialect == "seed":
        where = {"line": place.line, "character": place.character}
        arguments: dict[str, Any] = {"uri": candidate.uri, "position": where, "newName": candidate.new_name}
        return NesActionSuggestion(id=suggestion_id, action_id="rename", arguments=arguments)
    return NesRenameSuggestion(
        id=suggestion_id, uri=candidate.uri, position=place, new_name=candidate.new_name
    )


def _replace(candidate: Candidate, suggestion_id: str, client: NesClient) -> NesSuggestion:
    search, replace, is_regex = candidate.search, candidate.replace, candidate.is_regex
    if candidate.whole_word and not is_regex:
        # The protocol has no whole words, so they are said as a pattern.
        search = rf"\b{_SPECIAL.sub(lambda found: chr(92) + found.group(), search)}\b"
        is_regex = True
    if client.dialect == "seed":
        arguments: dict[str, Any] = {"uri": candidate.uri, "search": search, "replace": replace}
        if is_regex:
            arguments["isRegex"] = True
        return NesActionSuggestion(id=suggestion_id, action_id="searchAndReplace", arguments=arguments)
    return NesSearchAndReplaceSuggestion(
        id=suggestion_id, uri=candidate.uri, search=search, replace=replace, is_regex=is_regex or None
    )


def _placed(candidate: Candidate) -> Point:
    assert candidate.place is not None  # noqa: S101 - the gate looked
    return candidate.place


def _position(point: Point, lines: Sequence[str], encoding: Encoding) -> Position:
    return Position(line=point.line, character=to_character(lines[point.line], point.column, encoding))
