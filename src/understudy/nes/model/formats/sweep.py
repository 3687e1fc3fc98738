"""sweep-next-edit: a window of 21 lines before the edit, now, and as predicted by the model."""

from typing import Final

from understudy.nes.model.limits import SWEEP_SPARE_TOKENS
from understudy.nes.model.prompt_types import (
    EditEvent,
    ModelContext,
    Prompt,
    PromptBudget,
    PromptFormat,
    RegionShape,
    RelatedSnippet,
    estimate_tokens,
    fit_to_budget,
    reject_special_tokens,
)
from understudy.nes.model.replies import clean_region

__all__ = ["SWEEP", "build", "parse"]

FILE_MARKER: Final = "<|file_sep|>"
STOP_TOKENS: Final = (FILE_MARKER, "</s>", "<|endoftext|>")
SPECIAL_TOKENS: Final = (*STOP_TOKENS, "<|repo_name|>", "<|fim_", "<|im_start|>", "<|im_end|>")
# The surroundings of the window are not sent, only used to check the reply. 21 lines need a larger region.
_REGION_SHAPE: Final = RegionShape(region=800, above=60, below=60, window=10)


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    reject_special_tokens(context, SPECIAL_TOKENS)
    original = "\n".join(context.original or context.region)
    rest = (
        f"{FILE_MARKER}original/{context.path}\n{original}\n"
        f"{FILE_MARKER}current/{context.path}\n{context.region_text}\n"
        f"{FILE_MARKER}updated/{context.path}\n"
    )
    # Removed lines may contain special tokens that are no longer in the text.
    reject_special_tokens(ModelContext(path="", region=context.original), SPECIAL_TOKENS)
    events, related = fit_to_budget(context, budget, rest, SPECIAL_TOKENS, _render_event, _render_related)
    text = "".join((*related, *events, rest))
    return Prompt(
        text, stops=STOP_TOKENS, max_tokens=estimate_tokens(context.region_text) + SWEEP_SPARE_TOKENS
    )


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply
    for stop in STOP_TOKENS:
        text = text.partition(stop)[0]
    if not text.strip():
        return None
    return clean_region(text, context, SPECIAL_TOKENS, ("<|cursor|>",))


def _render_event(event: EditEvent) -> str:
    above = [] if event.above is None else [event.above]
    below = [] if event.below is None else [event.below]
    old, new = (*above, *event.old, *below), (*above, *event.new, *below)
    lines = [f"{FILE_MARKER}{event.path}.diff", "original:", *old, "updated:", *new]
    return "".join(f"{line}\n" for line in lines)


def _render_related(piece: RelatedSnippet) -> str:
    return "".join(f"{line}\n" for line in (f"{FILE_MARKER}{piece.path}", *piece.lines))


SWEEP: Final = PromptFormat("sweep-next-edit", build, parse, SPECIAL_TOKENS, _REGION_SHAPE)
