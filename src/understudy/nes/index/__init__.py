"""The index of the workspace files: what they may contain, and the nearest texts, scanned in the background.

Finds texts by literals, definitions and imports of names. Reads files beneath the roots only, and changes none. One
index serves all sessions with the same roots; parts that work between requests are in `background`.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.index.background import IndexOptions, delete_stored_indexes
    from understudy.nes.index.generated_files import is_generated_text
    from understudy.nes.index.snippet_texts import TextsWithSnippets
    from understudy.nes.index.workspace_texts import SessionWorkspaceTexts

__all__ = [
    "IndexOptions",
    "SessionWorkspaceTexts",
    "TextsWithSnippets",
    "delete_stored_indexes",
    "is_generated_text",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "background": ("IndexOptions", "delete_stored_indexes"),
        "generated_files": ("is_generated_text",),
        "snippet_texts": ("TextsWithSnippets",),
        "workspace_texts": ("SessionWorkspaceTexts",),
    },
)
