"""The text model of next edits: documents, positions, edits and their history, diffs.

Imports nothing else of `nes` but its limits; `understudy.client` uses it for positions.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.text.code_fences import FencedBlock, find_fenced_block
    from understudy.nes.text.computed_sequence import ComputedSequence, ReplacedLines
    from understudy.nes.text.diffs import Hunk, parse_diff
    from understudy.nes.text.documents import AppliedChange, ContentChange, Document, minimal_splice
    from understudy.nes.text.edits import Edit, EditOrigin, with_accepted_changes
    from understudy.nes.text.history import History
    from understudy.nes.text.joined_text import JoinedText, has_longer_line, is_longer_than, join_snapshot
    from understudy.nes.text.line_changes import (
        LineChange,
        apply_replacements,
        can_apply,
        common_affix_lengths,
        group_into_line_changes,
        line_after_changes,
        minimal_replacement,
    )
    from understudy.nes.text.name_parts import CaseStyle, case_style, join_name_parts, split_name
    from understudy.nes.text.positions import PositionEncoding, clamp_to_column, to_character, to_column
    from understudy.nes.text.text_types import LineLookup, Point, Replacement, Span, Splice, TextSnapshot

__all__ = [
    "AppliedChange",
    "CaseStyle",
    "ComputedSequence",
    "ContentChange",
    "Document",
    "Edit",
    "EditOrigin",
    "FencedBlock",
    "History",
    "Hunk",
    "JoinedText",
    "LineChange",
    "LineLookup",
    "Point",
    "PositionEncoding",
    "ReplacedLines",
    "Replacement",
    "Span",
    "Splice",
    "TextSnapshot",
    "apply_replacements",
    "can_apply",
    "case_style",
    "clamp_to_column",
    "common_affix_lengths",
    "find_fenced_block",
    "group_into_line_changes",
    "has_longer_line",
    "is_longer_than",
    "join_name_parts",
    "join_snapshot",
    "line_after_changes",
    "minimal_replacement",
    "minimal_splice",
    "parse_diff",
    "split_name",
    "to_character",
    "to_column",
    "with_accepted_changes",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "code_fences": ("FencedBlock", "find_fenced_block"),
        "computed_sequence": ("ComputedSequence", "ReplacedLines"),
        "diffs": ("Hunk", "parse_diff"),
        "documents": ("AppliedChange", "ContentChange", "Document", "minimal_splice"),
        "edits": ("Edit", "EditOrigin", "with_accepted_changes"),
        "history": ("History",),
        "joined_text": ("JoinedText", "has_longer_line", "is_longer_than", "join_snapshot"),
        "name_parts": ("CaseStyle", "case_style", "join_name_parts", "split_name"),
        "positions": ("PositionEncoding", "clamp_to_column", "to_character", "to_column"),
        "line_changes": (
            "LineChange",
            "apply_replacements",
            "can_apply",
            "common_affix_lengths",
            "group_into_line_changes",
            "line_after_changes",
            "minimal_replacement",
        ),
        "text_types": ("LineLookup", "Point", "Replacement", "Span", "Splice", "TextSnapshot"),
    },
)
