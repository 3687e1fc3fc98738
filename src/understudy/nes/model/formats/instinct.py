"""instinct: a chat message with the sections of zeta, preceded by snippets of other files."""

from typing import Final

from understudy.nes.model.formats.zeta import CURSOR, REGION_END, REGION_START, render_excerpt
from understudy.nes.model.limits import INSTINCT_SPARE_TOKENS
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
from understudy.nes.model.replies import clean_region, strip_code_fence, text_between

__all__ = ["INSTINCT", "build", "parse"]

CONTEXT_FILE_MARKER: Final = "<|context_file|>"
SNIPPET_MARKER: Final = "<|snippet|>"
SPECIAL_TOKENS: Final = (
    REGION_START,
    REGION_END,
    CURSOR,
    CONTEXT_FILE_MARKER,
    SNIPPET_MARKER,
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
)

_SYSTEM_PROMPT: Final = (
    "You are Instinct, which predicts a programmer's next edit. "
    f"Rewrite only the text between {REGION_START} and {REGION_END}. Under '### Context:' there are pieces of "
    f"other files, each with its path behind {CONTEXT_FILE_MARKER} and its text behind {SNIPPET_MARKER}. "
    "Under '### User Edits:' there are the last edits as diffs, the newest first. "
    f"{CURSOR} says where the cursor is. Keep the style of the code, do not take back what was just done, and "
    "answer with the rewritten text alone: no markers, nothing from outside the region, no explanation."
)
_QUESTION: Final = "Write the editable region as it will be after the programmer's next edit."


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    reject_special_tokens(context, SPECIAL_TOKENS)
    edits, rest = (
        "### User Edits:\n",
        f'\n### User Excerpt:\n"{context.path}"\n\n{render_excerpt(context)}\n### Response:\n',
    )
    head = f"{_QUESTION}\n\n### Context:\n"
    events, related = fit_to_budget(
        context, budget, _SYSTEM_PROMPT + head + edits + rest, SPECIAL_TOKENS, _render_event, _render_related
    )
    text = "".join((head, *related, "" if related else "\n", edits, *reversed(events), rest))
    return Prompt(
        text,
        stops=(REGION_END,),
        max_tokens=estimate_tokens(context.region_text) + INSTINCT_SPARE_TOKENS,
        system=_SYSTEM_PROMPT,
        style="chat",
    )


def parse(reply: str, context: ModelContext) -> str | None:
    text: str | None = reply
    if not context.region[0].startswith("```"):
        text = strip_code_fence(reply)
    if text is None:
        return None
    if REGION_START in text:
        text = text_between(text, REGION_START, REGION_END)
        if text is None:
            return None
        text = text.removeprefix("\n")
    text = text.partition(REGION_END)[0]
    return clean_region(text, context, SPECIAL_TOKENS, (CURSOR,)) if text.strip() else None


def _render_event(event: EditEvent) -> str:
    return f'User edited file "{event.path}"\n\n```diff\n{format_hunk(event)}```\n'


def _render_related(piece: RelatedSnippet) -> str:
    return (
        f"{CONTEXT_FILE_MARKER} {piece.path}\n{SNIPPET_MARKER}\n"
        + "".join(f"{line}\n" for line in piece.lines)
        + "\n"
    )


INSTINCT: Final = PromptFormat("instinct", build, parse, SPECIAL_TOKENS)
