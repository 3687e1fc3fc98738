"""zeta, version 1: sections with headings, a fenced diff for each edit, and a region between two markers."""

from typing import Final

from understudy.nes.model.limits import ZETA_SPARE_TOKENS
from understudy.nes.model.prompt_types import (
    EditEvent,
    ModelContext,
    Prompt,
    PromptBudget,
    PromptFormat,
    RelatedSnippet,
    estimate_tokens,
    fit_to_budget,
    format_hunk,
    reject_special_tokens,
)
from understudy.nes.model.replies import clean_region, text_between

__all__ = ["CURSOR", "REGION_END", "REGION_START", "ZETA", "build", "parse", "render_excerpt"]

FILE_START: Final = "<|start_of_file|>"
REGION_START: Final = "<|editable_region_start|>"
REGION_END: Final = "<|editable_region_end|>"
CURSOR: Final = "<|user_cursor_is_here|>"
SPECIAL_TOKENS: Final = (
    FILE_START,
    REGION_START,
    REGION_END,
    CURSOR,
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
)

_INSTRUCTION: Final = (
    "You finish what a programmer has begun. Look at the edits below, then write the marked part of the excerpt "
    "anew with the edit that comes next, minding where the cursor is."
)


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    reject_special_tokens(context, SPECIAL_TOKENS)
    head = f"### Instruction:\n{_INSTRUCTION}\n\n### User Edits:\n\n"
    start = f"{FILE_START}\n" if context.starts_file else ""
    rest = f"### User Excerpt:\n\n```{context.path}\n{start}{render_excerpt(context)}```\n\n### Response:\n\n"
    events, _ = fit_to_budget(context, budget, head + rest, SPECIAL_TOKENS, _render_event, _omit_related)
    return Prompt(
        "".join((head, *events, rest)),
        stops=(REGION_END,),
        max_tokens=estimate_tokens(context.region_text) + ZETA_SPARE_TOKENS,
    )


def parse(reply: str, context: ModelContext) -> str | None:
    inner = text_between(reply, REGION_START, REGION_END)
    if inner is None:
        return None
    return clean_region(inner.removeprefix("\n"), context, SPECIAL_TOKENS, (CURSOR, FILE_START))


def render_excerpt(context: ModelContext) -> str:
    """Return the text around the cursor with the region marked in it; every line ends with a newline."""
    lines = [*context.before, REGION_START, *context.region_with_marker(CURSOR), REGION_END, *context.after]
    return "".join(f"{line}\n" for line in lines)


def _render_event(event: EditEvent) -> str:
    return f'User edited "{event.path}":\n```diff\n{format_hunk(event)}```\n\n'


def _omit_related(piece: RelatedSnippet) -> str:
    """Render nothing: this format has no section for other files."""
    del piece
    return ""


ZETA: Final = PromptFormat("zeta", build, parse, SPECIAL_TOKENS)
