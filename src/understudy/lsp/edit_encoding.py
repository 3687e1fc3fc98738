"""Encodes placed suggestions for the editor: its position units, the document's line endings, workspace edits."""

from collections.abc import Iterable, Sequence
from typing import Any

from understudy.lsp.client_features import PositionEncoding
from understudy.lsp.messages import Position, Range, TextEdit
from understudy.nes import PlacedSuggestion
from understudy.nes.text import Point, Replacement, Span, to_character

__all__ = ["to_lsp_position", "to_lsp_range", "to_text_edit", "to_workspace_edit"]


def to_lsp_position(point: Point, lines: Sequence[str], encoding: PositionEncoding) -> Position:
    return Position(point.line, to_character(lines[point.line], point.column, encoding))


def to_lsp_range(span: Span, lines: Sequence[str], encoding: PositionEncoding) -> Range:
    return Range(to_lsp_position(span.start, lines, encoding), to_lsp_position(span.end, lines, encoding))


def to_text_edit(edit: Replacement, placed: PlacedSuggestion, encoding: PositionEncoding) -> TextEdit:
    text = edit.text if placed.line_ending == "\n" else edit.text.replace("\n", placed.line_ending)
    return TextEdit(range=to_lsp_range(edit.span, placed.lines, encoding), new_text=text)


def to_workspace_edit(
    places: Iterable[PlacedSuggestion], encoding: PositionEncoding, *, versioned: bool
) -> dict[str, Any]:
    """One workspace edit for all places, with the versions of the open documents if the client takes them."""
    edits: dict[str, list[TextEdit]] = {}
    versions: dict[str, int | None] = {}
    for placed in places:
        versions[placed.uri] = placed.version
        edits.setdefault(placed.uri, []).extend(to_text_edit(one, placed, encoding) for one in placed.edits)
    for found in edits.values():
        found.sort(key=lambda edit: edit.range.start)
    if not versioned:
        return {"changes": edits}
    return {
        "documentChanges": [
            {"textDocument": {"uri": uri, "version": versions[uri]}, "edits": found}
            for uri, found in edits.items()
        ]
    }
