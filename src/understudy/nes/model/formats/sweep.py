"""sweep-next-edit: a window of 21 lines as it was, as it is, and as the model says that it will be."""

from typing import Final

from understudy.nes.model.fitting import fit
from understudy.nes.model.prompting import (
    Budget,
    Event,
    Format,
    ModelContext,
    Prompt,
    Related,
    Shape,
    refuse_special,
    tokens,
)
from understudy.nes.model.replies import settled

__all__ = ["SWEEP", "build", "parse"]

FILE: Final = "<|file_sep|>"
STOPS: Final = (FILE, "</s>", "<|endoftext|>")
SPECIALS: Final = (*STOPS, "<|repo_name|>", "<|fim_", "<|im_start|>", "<|im_end|>")
SPARE: Final = 200
# What is around the window is not shown; it is known for judging the reply. 21 lines need more than other regions.
_SHAPE: Final = Shape(region=800, above=60, below=60, window=10)


def build(context: ModelContext, budget: Budget) -> Prompt:
    refuse_special(context, SPECIALS)
    original = "\n".join(context.original or context.region)
    rest = (
        f"{FILE}original/{context.path}\n{original}\n"
        f"{FILE}current/{context.path}\n{context.text}\n"
        f"{FILE}updated/{context.path}\n"
    )
    # What was taken away may hold what is there no more.
    refuse_special(ModelContext(path="", region=context.original), SPECIALS)
    events, related = fit(context, budget, rest, SPECIALS, _event, _related)
    text = "".join((*related, *events, rest))
    return Prompt(text, stops=STOPS, most_tokens=tokens(context.text) + SPARE)


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply
    for stop in STOPS:
        text = text.partition(stop)[0]
    if not text.strip():
        return None
    return settled(text, context, SPECIALS, ("<|cursor|>",))


def _event(event: Event) -> str:
    above = [] if event.above is None else [event.above]
    below = [] if event.below is None else [event.below]
    old, new = (*above, *event.old, *below), (*above, *event.new, *below)
    lines = [f"{FILE}{event.path}.diff", "original:", *old, "updated:", *new]
    return "".join(f"{line}\n" for line in lines)


def _related(piece: Related) -> str:
    return "".join(f"{line}\n" for line in (f"{FILE}{piece.path}", *piece.lines))


SWEEP: Final = Format("sweep-next-edit", build, parse, SPECIALS, _SHAPE)
