"""Next edit suggestions for an editor. `Editor` is the interface; the other names are the types that it uses."""

from understudy.client.editor.edit_plan import Plan, SuggestionHandler, TextChange
from understudy.client.editor.editor import Editor
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.suggestions import Suggestion, SuggestionKind, Suggestions
from understudy.client.editor.text import Diagnostic, Edit, LineColumn, PositionLike, Span

__all__ = [
    "Diagnostic",
    "Edit",
    "Editor",
    "Files",
    "LineColumn",
    "Plan",
    "PositionLike",
    "RootFiles",
    "Span",
    "Suggestion",
    "SuggestionHandler",
    "SuggestionKind",
    "Suggestions",
    "TextChange",
]
