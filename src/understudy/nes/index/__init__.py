"""`understudy.nes.index.store`."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.index.workspace_texts import SessionWorkspaceTexts

__all__ = ["SessionWorkspaceTexts"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "workspace_texts": ("SessionWorkspaceTexts",),
    },
)
