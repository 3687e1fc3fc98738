"""The shell that zeta2 and zeta 2.1 share: suffix first, then files and edits, then the file at hand."""

from typing import Final

from understudy.nes.model.fitting import fit_to_budget, format_hunk
from understudy.nes.model.prompting import (
    PromptBudget,
    EditEvent,
    ModelContext,
    Prompt,
    RelatedSnippet,
    reject_special_tokens,
    estimate_tokens,
)

__all__ = ["CURSOR", "NO_EDITS", "COMMON_SPECIAL_TOKENS", "TEXT_END", "assemble_prompt"]

FIM_SUFFIX: Final = "<[fim-suffix]>"
FIM_PREFIX: Final = "<[fim-prefix]>"
FIM_MIDDLE: Final = "<[fim-middle]>"
FILE_MARKER: Final = "<filename>"
CURSOR: Final = "<|user_cursor|>"
TEXT_END: Final = "<[end▁of▁sentence]>"
TEXT_START: Final = "<[begin▁of▁sentence]>"
NO_EDITS: Final = "NO_EDITS"
COMMON_SPECIAL_TOKENS: Final = (FIM_SUFFIX, FIM_PREFIX, FIM_MIDDLE, FILE_MARKER, CURSOR, TEXT_END, TEXT_START)
ZETA2_SPARE_TOKENS: Final = 200


def assemble_prompt(
    context: ModelContext, budget: PromptBudget, region: str, special_tokens: tuple[str, ...], stops: tuple[str, ...]
) -> Prompt:
    """`region` is the marked region, ended by a line's end."""
    reject_special_tokens(context, special_tokens)
    suffix = "".join(f"\n{line}" for line in context.after)
    before = "".join(f"{line}\n" for line in context.before)
    head = f"{FIM_SUFFIX}{suffix}\n{FIM_PREFIX}"
    rest = f"{FILE_MARKER}{context.path}\n{before}{region}{FIM_MIDDLE}"
    history = f"{FILE_MARKER}edit_history\n"
    events, related = fit_to_budget(context, budget, head + history + "\n" + rest, special_tokens, _render_event, _render_related)
    edits = f"{history}{''.join(events)}\n" if events else ""
    text = "".join((head, *related, edits, rest))
    return Prompt(text, stops=stops, max_tokens=estimate_tokens(context.region_text) + ZETA2_SPARE_TOKENS)


def _render_event(event: EditEvent) -> str:
    accepted = "// User accepted prediction:\n" if event.accepted else ""
    return f"{accepted}--- a/{event.path}\n+++ b/{event.path}\n{format_hunk(event)}"


def _render_related(piece: RelatedSnippet) -> str:
    return f"{FILE_MARKER}{piece.path}\n" + "".join(f"{line}\n" for line in piece.lines) + "\n"
