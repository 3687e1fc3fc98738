"""mercury: one message with three tagged sections, for the edit endpoint; the reply is in a code fence."""

from typing import Final

from understudy.nes.model.limits import MERCURY_SPARE_TOKENS
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

__all__ = ["MERCURY", "build", "parse"]

EDIT_START: Final = "<|code_to_edit|>"
EDIT_END: Final = "<|/code_to_edit|>"
CURSOR: Final = "<|cursor|>"
SPECIAL_TOKENS: Final = (
    EDIT_START,
    EDIT_END,
    CURSOR,
    "<|current_file_content|>",
    "<|/current_file_content|>",
    "<|edit_diff_history|>",
    "<|/edit_diff_history|>",
    "<|recently_viewed_code_snippet",
    "<|/recently_viewed_code_snippet",
)
NO_EDIT_REPLY: Final = "None"


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    reject_special_tokens(context, SPECIAL_TOKENS)
    file = "".join(
        f"{line}\n"
        for line in (
            f"current_file_path: {context.path}",
            *context.before,
            EDIT_START,
            *context.region_with_marker(CURSOR),
            EDIT_END,
            *context.after,
        )
    )
    current = _render_section("current_file_content", file)
    frame = _render_section("recently_viewed_code_snippets", "") + _render_section("edit_diff_history", "")
    events, related = fit_to_budget(
        context, budget, frame + current, SPECIAL_TOKENS, _render_event, _render_related
    )
    text = (
        _render_section("recently_viewed_code_snippets", "".join(related))
        + current
        + _render_section("edit_diff_history", "".join(events))
    )
    return Prompt(text, max_tokens=estimate_tokens(context.region_text) + MERCURY_SPARE_TOKENS, style="edit")


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply if reply.strip() == NO_EDIT_REPLY else strip_code_fence(reply)
    if text is None or text.strip() in (NO_EDIT_REPLY, ""):
        return None
    if EDIT_START in text:
        text = text_between(text, EDIT_START, EDIT_END)
        if text is None:
            return None
        text = text.removeprefix("\n")
    return clean_region(text.partition(EDIT_END)[0], context, SPECIAL_TOKENS, (CURSOR,))


def _render_section(name: str, body: str) -> str:
    return f"<|{name}|>\n{body}<|/{name}|>\n"


def _render_event(event: EditEvent) -> str:
    return f"--- a/{event.path}\n+++ b/{event.path}\n{format_hunk(event)}"


def _render_related(piece: RelatedSnippet) -> str:
    body = "".join(f"{line}\n" for line in (f"code_snippet_file_path: {piece.path}", *piece.lines))
    return _render_section("recently_viewed_code_snippet", body)


MERCURY: Final = PromptFormat("mercury", build, parse, SPECIAL_TOKENS)
