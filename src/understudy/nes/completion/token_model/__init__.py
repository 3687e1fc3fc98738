"""The language model of the open texts: which token follows which, how probable a line is, and likely lines."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.completion.token_model.composition import Composed, compose_lines
    from understudy.nes.completion.token_model.counts import (
        LINE_END,
        CountedTexts,
        TextCounts,
        context_keys,
        line_pieces,
    )
    from understudy.nes.completion.token_model.model import RestProbability, TokenModel, TokenModels

__all__ = [
    "LINE_END",
    "Composed",
    "CountedTexts",
    "RestProbability",
    "TextCounts",
    "TokenModel",
    "TokenModels",
    "compose_lines",
    "context_keys",
    "line_pieces",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "composition": ("Composed", "compose_lines"),
        "counts": ("LINE_END", "CountedTexts", "TextCounts", "context_keys", "line_pieces"),
        "model": ("RestProbability", "TokenModel", "TokenModels"),
    },
)
