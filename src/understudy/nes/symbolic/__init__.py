"""The symbolic engine: predicts edits from the user's last edits, without a model and without the network."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.symbolic.engine import SymbolicEngine, prepare

__all__ = ["SymbolicEngine", "prepare"]

__getattr__ = lazy_getattr(
    __name__,
    {
        "engine": ("SymbolicEngine", "prepare"),
    },
)
