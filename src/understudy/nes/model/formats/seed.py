"""The shell that zeta2 and zeta 2.1 share: suffix first, then files and edits, then the file at hand."""

from typing import Final

from understudy.nes.model.fitting import fit, hunk
from understudy.nes.model.prompting import (
    Budget,
    Event,
    ModelContext,
    Prompt,
    Related,
    refuse_special,
    tokens,
)

__all__ = ["CURSOR", "NO_EDITS", "SPECIALS", "TEXT_END", "assemble"]

SUFFIX: Final = "<[fim-suffix]>"
PREFIX: Final = "<[fim-prefix]>"
MIDDLE: Final = "<[fim-middle]>"
FILE: Final = "<filename>"
CURSOR: Final = "<|user_cursor|>"
TEXT_END: Final = "<[end▁of▁sentence]>"
TEXT_START: Final = "<[begin▁of▁sentence]>"
NO_EDITS: Final = "NO_EDITS"
SPECIALS: Final = (SUFFIX, PREFIX, MIDDLE, FILE, CURSOR, TEXT_END, TEXT_START)
SPARE: Final = 200


def assemble(
    context: ModelContext, budget: Budget, region: str, specials: tuple[str, ...], stops: tuple[str, ...]
) -> Prompt:
    """`region` is the marked region, ended by a line's end."""
    refuse_special(context, specials)
    suffix = "".join(f"\n{line}" for line in context.after)
    before = "".join(f"{line}\n" for line in context.before)
    head = f"{SUFFIX}{suffix}\n{PREFIX}"
    rest = f"{FILE}{context.path}\n{before}{region}{MIDDLE}"
    history = f"{FILE}edit_history\n"
    events, related = fit(context, budget, head + history + "\n" + rest, specials, _event, _related)
    edits = f"{history}{''.join(events)}\n" if events else ""
    text = "".join((head, *related, edits, rest))
    return Prompt(text, stops=stops, most_tokens=tokens(context.text) + SPARE)


def _event(event: Event) -> str:
    accepted = "// User accepted prediction:\n" if event.accepted else ""
    return f"{accepted}--- a/{event.path}\n+++ b/{event.path}\n{hunk(event)}"


def _related(piece: Related) -> str:
    return f"{FILE}{piece.path}\n" + "".join(f"{line}\n" for line in piece.lines) + "\n"
