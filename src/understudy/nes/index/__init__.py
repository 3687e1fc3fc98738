"""The index of the workspace files: a bounded copy of their texts in memory, scanned in the background.

Finds texts by literals, definitions and imports of names. Reads files beneath the roots only, and changes none.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.index.generated_files import is_generated_text
    from understudy.nes.index.snippet_texts import TextsWithSnippets
    from understudy.nes.index.workspace_texts import SessionWorkspaceTexts

__all__ = ["SessionWorkspaceTexts", "TextsWithSnippets", "is_generated_text"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "generated_files": ("is_generated_text",),
        "snippet_texts": ("TextsWithSnippets",),
        "workspace_texts": ("SessionWorkspaceTexts",),
    },
)
