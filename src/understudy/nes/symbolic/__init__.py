"""The engine that learns from the user's own last edits: no model, no network."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.engine import SymbolicEngine

__all__ = ["SymbolicEngine"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "engine": ("SymbolicEngine",),
    },
)
