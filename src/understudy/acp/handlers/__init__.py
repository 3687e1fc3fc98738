"""What is done for each method, one module a family. A handler takes the agent and the decoded params."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.acp.handlers import connection, documents, nes, sessions
    from understudy.acp.handlers.documents import report_undecodable

__all__ = ["connection", "documents", "nes", "report_undecodable", "sessions"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "documents": ("report_undecodable",),
    },
)
