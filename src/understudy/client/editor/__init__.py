"""Next edit suggestions for whoever writes an editor. `Editor` is the whole of it; the rest are its words."""

from understudy.client.editor.editor import Editor
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.places import PositionLike, Diagnostic, Edit, LineColumn, Span
from understudy.client.editor.planning import TextChange, SuggestionHandler, Plan
from understudy.client.editor.suggestions import SuggestionKind, Suggestion, Suggestions

__all__ = [
    "PositionLike",
    "TextChange",
    "Diagnostic",
    "Edit",
    "Editor",
    "Files",
    "SuggestionHandler",
    "SuggestionKind",
    "LineColumn",
    "Plan",
    "RootFiles",
    "Span",
    "Suggestion",
    "Suggestions",
]
