"""Completion of the line at the cursor, from the texts of the workspace: no model, no network."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.completion.engine import CompletionEngine, prepare_completion
    from understudy.nes.completion.limits import COMPLETION_FAMILY, MIN_PROBABILITY_BY_EAGERNESS
    from understudy.nes.completion.typing_state import can_complete, is_line_unfinished, typing_end

__all__ = [
    "COMPLETION_FAMILY",
    "MIN_PROBABILITY_BY_EAGERNESS",
    "CompletionEngine",
    "can_complete",
    "is_line_unfinished",
    "prepare_completion",
    "typing_end",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "engine": ("CompletionEngine", "prepare_completion"),
        "limits": ("COMPLETION_FAMILY", "MIN_PROBABILITY_BY_EAGERNESS"),
        "typing_state": ("can_complete", "is_line_unfinished", "typing_end"),
    },
)
