"""A language server around the next-edit service, for editors that speak the Language Server Protocol."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.lsp.errors import NotReady
    from understudy.lsp.server import LanguageServer, serve_stdio

__all__ = ["LanguageServer", "NotReady", "serve_stdio"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "errors": ("NotReady",),
        "server": ("LanguageServer", "serve_stdio"),
    },
)
