"""The handlers of ACP methods, one module per family. A handler gets the agent and the decoded params."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.acp.handlers import connection, documents, model_setup, nes, sessions
    from understudy.acp.handlers.documents import report_undecodable

__all__ = ["connection", "documents", "model_setup", "nes", "report_undecodable", "sessions"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "documents": ("report_undecodable",),
    },
)
