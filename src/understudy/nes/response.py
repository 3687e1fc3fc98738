"""Encode a candidate as a suggestion of the protocol: the client's position encoding and dialect, the
document's line endings. The candidate has passed `validation`."""

import re
from collections.abc import Sequence
from typing import Any, Final

from understudy.nes.engine_api import Candidate
from understudy.nes.setup import NesClientCapabilities
from understudy.nes.text import (
    Point,
    PositionEncoding,
    group_into_line_changes,
    line_after_changes,
    to_character,
)
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

__all__ = ["META_KEY", "encode_suggestion"]

META_KEY: Final = "understudy.dev/nes"
"""The `_meta` key for the origin of a suggestion, and for the reason of a response without one."""
_REGEX_SPECIAL_CHARS: Final = re.compile(r"[\\^$.|?*+()\[\]{}]")


def encode_suggestion(
    candidate: Candidate,
    suggestion_id: str,
    lines: Sequence[str],
    line_ending: str,
    client: NesClientCapabilities,
) -> NesSuggestion:
    """`lines` is the text that the candidate changes, `line_ending` the line ending of that document."""
    suggestion = _build_suggestion(candidate, suggestion_id, lines, line_ending, client)
    suggestion.meta = {
        META_KEY: {
            "family": candidate.family,
            "chance": round(candidate.probability, 3),
            "why": candidate.why,
        }
    }
    return suggestion


def _build_suggestion(
    candidate: Candidate,
    suggestion_id: str,
    lines: Sequence[str],
    line_ending: str,
    client: NesClientCapabilities,
) -> NesSuggestion:
    match candidate.kind:
        case "edit":
            return _build_edit(candidate, suggestion_id, lines, line_ending, client.encoding)
        case "jump":
            place = _to_position(_require_position(candidate), lines, client.encoding)
            return NesJumpSuggestion(id=suggestion_id, uri=candidate.uri, position=place)
        case "rename":
            return _build_rename(candidate, suggestion_id, lines, client)
        case "searchAndReplace":
            return _build_search_and_replace(candidate, suggestion_id, client)


def _build_edit(
    candidate: Candidate,
    suggestion_id: str,
    lines: Sequence[str],
    line_ending: str,
    encoding: PositionEncoding,
) -> NesEditSuggestion:
    edits = [
        NesTextEdit(
            range=Range(
                start=_to_position(span.start, lines, encoding), end=_to_position(span.end, lines, encoding)
            ),
            new_text=text if line_ending == "\n" else text.replace("\n", line_ending),
        )
        for span, text in candidate.edits
    ]
    return NesEditSuggestion(
        id=suggestion_id,
        uri=candidate.uri,
        edits=edits,
        cursor_position=_cursor_position(candidate, lines, encoding),
    )


def _cursor_position(
    candidate: Candidate, lines: Sequence[str], encoding: PositionEncoding
) -> Position | None:
    """Return the best cursor position, in the text after the edit."""
    if candidate.position is None:
        return None
    line = line_after_changes(group_into_line_changes(candidate.edits, lines), lines, candidate.position.line)
    if line is None:
        return None
    return Position(
        line=candidate.position.line, character=to_character(line, candidate.position.column, encoding)
    )


def _build_rename(
    candidate: Candidate, suggestion_id: str, lines: Sequence[str], client: NesClientCapabilities
) -> NesSuggestion:
    place = _to_position(_require_position(candidate), lines, client.encoding)
    if client.dialect == "seed":
        where = {"line": place.line, "character": place.character}
        arguments: dict[str, Any] = {"uri": candidate.uri, "position": where, "newName": candidate.new_name}
        return NesActionSuggestion(id=suggestion_id, action_id="rename", arguments=arguments)
    return NesRenameSuggestion(
        id=suggestion_id, uri=candidate.uri, position=place, new_name=candidate.new_name
    )


def _build_search_and_replace(
    candidate: Candidate, suggestion_id: str, client: NesClientCapabilities
) -> NesSuggestion:
    search, replace, is_regex = candidate.search, candidate.replace, candidate.is_regex
    if candidate.whole_word and not is_regex:
        # The protocol has no whole-word flag, so the search becomes a regular expression.
        search = rf"\b{_REGEX_SPECIAL_CHARS.sub(lambda found: chr(92) + found.group(), search)}\b"
        is_regex = True
    if client.dialect == "seed":
        arguments: dict[str, Any] = {"uri": candidate.uri, "search": search, "replace": replace}
        if is_regex:
            arguments["isRegex"] = True
        return NesActionSuggestion(id=suggestion_id, action_id="searchAndReplace", arguments=arguments)
    return NesSearchAndReplaceSuggestion(
        id=suggestion_id, uri=candidate.uri, search=search, replace=replace, is_regex=is_regex or None
    )


def _require_position(candidate: Candidate) -> Point:
    assert candidate.position is not None  # noqa: S101 - checked by validation
    return candidate.position


def _to_position(point: Point, lines: Sequence[str], encoding: PositionEncoding) -> Position:
    return Position(line=point.line, character=to_character(lines[point.line], point.column, encoding))
