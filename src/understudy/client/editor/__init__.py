"""Next edit suggestions for whoever writes an editor. `Editor` is the whole of it; the rest are its words."""

from understudy.client.editor.editor import Editor
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.places import Anywhere, Diagnostic, Edit, Place, Span
from understudy.client.editor.planning import Changed, Handler, Plan
from understudy.client.editor.suggestions import Kind, Suggestion, Suggestions

__all__ = [
    "Anywhere",
    "Changed",
    "Diagnostic",
    "Edit",
    "Editor",
    "Files",
    "Handler",
    "Kind",
    "Place",
    "Plan",
    "RootFiles",
    "Span",
    "Suggestion",
    "Suggestions",
]
