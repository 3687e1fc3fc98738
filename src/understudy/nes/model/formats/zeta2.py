"""zeta2: the region is one side of a merge conflict, and the reply is the other side.

Also holds the prompt layout shared with zeta 2.1: the text after the cursor first, then other files and edits, then
the current file.
"""

from typing import Final

from understudy.nes.model.limits import ZETA2_SPARE_TOKENS
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
from understudy.nes.model.replies import clean_region, strip_code_fence

__all__ = [
    "ACCEPTED_HEADER",
    "COMMON_SPECIAL_TOKENS",
    "CONFLICT_END",
    "CONFLICT_SEPARATOR",
    "CONFLICT_START",
    "CURSOR",
    "EDIT_HISTORY",
    "FILE_MARKER",
    "FIM_MIDDLE",
    "FIM_PREFIX",
    "FIM_SUFFIX",
    "NO_EDITS",
    "TEXT_END",
    "ZETA2",
    "assemble_prompt",
    "build",
    "parse",
]

FIM_SUFFIX: Final = "<[fim-suffix]>"
FIM_PREFIX: Final = "<[fim-prefix]>"
FIM_MIDDLE: Final = "<[fim-middle]>"
FILE_MARKER: Final = "<filename>"
CURSOR: Final = "<|user_cursor|>"
TEXT_END: Final = "<[end▁of▁sentence]>"
TEXT_START: Final = "<[begin▁of▁sentence]>"
NO_EDITS: Final = "NO_EDITS"
EDIT_HISTORY: Final = "edit_history"
"""The name of the section with the recent edits."""
ACCEPTED_HEADER: Final = "// User accepted prediction:"
"""The line above the diff of an accepted prediction."""
COMMON_SPECIAL_TOKENS: Final = (FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE, FILE_MARKER, CURSOR, TEXT_END, TEXT_START)


def assemble_prompt(
    context: ModelContext,
    budget: PromptBudget,
    region: str,
    special_tokens: tuple[str, ...],
    stops: tuple[str, ...],
) -> Prompt:
    """`region` is the marked region and ends with a newline."""
    reject_special_tokens(context, special_tokens)
    suffix = "".join(f"\n{line}" for line in context.after)
    before = "".join(f"{line}\n" for line in context.before)
    head = f"{FIM_SUFFIX}{suffix}\n{FIM_PREFIX}"
    rest = f"{FILE_MARKER}{context.path}\n{before}{region}{FIM_MIDDLE}"
    history = f"{FILE_MARKER}{EDIT_HISTORY}\n"
    events, related = fit_to_budget(
        context, budget, head + history + "\n" + rest, special_tokens, _render_event, _render_related
    )
    edits = f"{history}{''.join(events)}\n" if events else ""
    text = "".join((head, *related, edits, rest))
    return Prompt(text, stops=stops, max_tokens=estimate_tokens(context.region_text) + ZETA2_SPARE_TOKENS)


def _render_event(event: EditEvent) -> str:
    accepted = f"{ACCEPTED_HEADER}\n" if event.accepted else ""
    return f"{accepted}--- a/{event.path}\n+++ b/{event.path}\n{format_hunk(event)}"


def _render_related(piece: RelatedSnippet) -> str:
    return f"{FILE_MARKER}{piece.path}\n" + "".join(f"{line}\n" for line in piece.lines) + "\n"


CONFLICT_START: Final = "<<<<<<< CURRENT"
CONFLICT_SEPARATOR: Final = "======="
CONFLICT_END: Final = ">>>>>>> UPDATED"
_SPECIAL_TOKENS: Final = (*COMMON_SPECIAL_TOKENS, CONFLICT_START, f"{CONFLICT_SEPARATOR}\n", CONFLICT_END)


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    region = "".join(
        f"{line}\n" for line in (CONFLICT_START, *context.region_with_marker(CURSOR), CONFLICT_SEPARATOR)
    )
    return assemble_prompt(context, budget, region, _SPECIAL_TOKENS, (CONFLICT_END, TEXT_END))


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply.partition(CONFLICT_END)[0].partition(TEXT_END)[0]
    # Some models repeat the whole conflict.
    if text.lstrip("\n").startswith(CONFLICT_START) and f"\n{CONFLICT_SEPARATOR}\n" in text:
        text = text.partition(f"\n{CONFLICT_SEPARATOR}\n")[2]
    if text.lstrip().startswith(NO_EDITS) or not text.strip():
        return None
    if not context.region[0].startswith("```"):
        inner = strip_code_fence(text)
        if inner is None:
            return None
        text = inner
    return clean_region(text, context, _SPECIAL_TOKENS, (CURSOR,))


ZETA2: Final = PromptFormat("zeta2", build, parse, _SPECIAL_TOKENS)
