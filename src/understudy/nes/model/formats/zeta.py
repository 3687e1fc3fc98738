"""zeta, the first: sections with headings, a fenced diff for each edit, and a region between two markers."""

from typing import Final

from understudy.nes.model.fitting import fit, hunk
from understudy.nes.model.prompting import (
    Budget,
    Event,
    Format,
    ModelContext,
    Prompt,
    Related,
    refuse_special,
    tokens,
)
from understudy.nes.model.replies import between, settled

__all__ = ["CURSOR", "REGION_END", "REGION_START", "ZETA", "build", "excerpt", "parse"]

FILE_START: Final = "<|start_of_file|>"
REGION_START: Final = "<|editable_region_start|>"
REGION_END: Final = "<|editable_region_end|>"
CURSOR: Final = "<|user_cursor_is_here|>"
SPECIALS: Final = (
    FILE_START,
    REGION_START,
    REGION_END,
    CURSOR,
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
)
SPARE: Final = 200
"""Tokens that a reply may be longer than the region."""

_INSTRUCTION: Final = (
    "You finish what a programmer has begun. Look at the edits below, then write the marked part of the excerpt "
    "anew with the edit that comes next, minding where the cursor is."
)


def build(context: ModelContext, budget: Budget) -> Prompt:
    refuse_special(context, SPECIALS)
    head = f"### Instruction:\n{_INSTRUCTION}\n\n### User Edits:\n\n"
    start = f"{FILE_START}\n" if context.starts_file else ""
    rest = f"### User Excerpt:\n\n```{context.path}\n{start}{excerpt(context)}```\n\n### Response:\n\n"
    events, _ = fit(context, budget, head + rest, SPECIALS, _event, _nothing)
    return Prompt(
        "".join((head, *events, rest)), stops=(REGION_END,), most_tokens=tokens(context.text) + SPARE
    )


def parse(reply: str, context: ModelContext) -> str | None:
    inner = between(reply, REGION_START, REGION_END)
    if inner is None:
        return None
    return settled(inner.removeprefix("\n"), context, SPECIALS, (CURSOR, FILE_START))


def excerpt(context: ModelContext) -> str:
    """The text around the cursor with the region marked in it; each line ended."""
    lines = [*context.before, REGION_START, *context.marked(CURSOR), REGION_END, *context.after]
    return "".join(f"{line}\n" for line in lines)


def _event(event: Event) -> str:
    return f'User edited "{event.path}":\n```diff\n{hunk(event)}```\n\n'


def _nothing(piece: Related) -> str:
    """This format has no place for other files."""
    del piece
    return ""


ZETA: Final = Format("zeta", build, parse, SPECIALS)
