"""instinct: a chat whose one question has zeta's sections, and pieces of other files before them."""

from typing import Final

from understudy.nes.model.fitting import fit, hunk
from understudy.nes.model.formats.zeta import CURSOR, REGION_END, REGION_START, excerpt
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
from understudy.nes.model.replies import between, settled, unfenced

__all__ = ["INSTINCT", "build", "parse"]

CONTEXT_FILE: Final = "<|context_file|>"
SNIPPET: Final = "<|snippet|>"
SPECIALS: Final = (
    REGION_START,
    REGION_END,
    CURSOR,
    CONTEXT_FILE,
    SNIPPET,
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
)
SPARE: Final = 200

_SYSTEM: Final = (
    f"You are Instinct, which predicts a programmer's next edit. Rewrite only the text between {REGION_START} and "
    f"{REGION_END}. Under '### Context:' there are pieces of other files, each with its path behind {CONTEXT_FILE} "
    f"and its text behind {SNIPPET}. Under '### User Edits:' there are the last edits as diffs, the newest first. "
    f"{CURSOR} says where the cursor is. Keep the style of the code, do not take back what was just done, and "
    "answer with the rewritten text alone: no markers, nothing from outside the region, no explanation."
)
_QUESTION: Final = "Write the editable region as it will be after the programmer's next edit."


def build(context: ModelContext, budget: Budget) -> Prompt:
    refuse_special(context, SPECIALS)
    edits, rest = (
        "### User Edits:\n",
        f'\n### User Excerpt:\n"{context.path}"\n\n{excerpt(context)}\n### Response:\n',
    )
    head = f"{_QUESTION}\n\n### Context:\n"
    events, related = fit(context, budget, _SYSTEM + head + edits + rest, SPECIALS, _event, _related)
    text = "".join((head, *related, "" if related else "\n", edits, *reversed(events), rest))
    return Prompt(
        text, stops=(REGION_END,), most_tokens=tokens(context.text) + SPARE, system=_SYSTEM, style="chat"
    )


def parse(reply: str, context: ModelContext) -> str | None:
    text: str | None = reply
    if not context.region[0].startswith("```"):
        text = unfenced(reply)
    if text is None:
        return None
    if REGION_START in text:
        text = between(text, REGION_START, REGION_END)
        if text is None:
            return None
        text = text.removeprefix("\n")
    text = text.partition(REGION_END)[0]
    return settled(text, context, SPECIALS, (CURSOR,)) if text.strip() else None


def _event(event: Event) -> str:
    return f'User edited file "{event.path}"\n\n```diff\n{hunk(event)}```\n'


def _related(piece: Related) -> str:
    return f"{CONTEXT_FILE} {piece.path}\n{SNIPPET}\n" + "".join(f"{line}\n" for line in piece.lines) + "\n"


INSTINCT: Final = Format("instinct", build, parse, SPECIALS)
