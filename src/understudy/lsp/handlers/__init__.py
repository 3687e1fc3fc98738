"""The handlers of LSP methods, one module per family. A handler gets the server and the decoded params."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.lsp.handlers import code_actions, commands, documents, inline, lifecycle
    from understudy.lsp.handlers.documents import report_undecodable

__all__ = ["code_actions", "commands", "documents", "inline", "lifecycle", "report_undecodable"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "documents": ("report_undecodable",),
    },
)
