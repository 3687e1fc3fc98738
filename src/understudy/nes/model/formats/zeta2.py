"""zeta2: the region stands like one side of a merge conflict, and the reply is the other side."""

from typing import Final

from understudy.nes.model.formats.seed import CURSOR, NO_EDITS, SPECIALS, TEXT_END, assemble
from understudy.nes.model.prompting import Budget, Format, ModelContext, Prompt
from understudy.nes.model.replies import settled, unfenced

__all__ = ["ZETA2", "build", "parse"]

CURRENT: Final = "<<<<<<< CURRENT"
MIDDLE: Final = "======="
UPDATED: Final = ">>>>>>> UPDATED"
_SPECIALS: Final = (*SPECIALS, CURRENT, f"{MIDDLE}\n", UPDATED)


def build(context: ModelContext, budget: Budget) -> Prompt:
    region = "".join(f"{line}\n" for line in (CURRENT, *context.marked(CURSOR), MIDDLE))
    return assemble(context, budget, region, _SPECIALS, (UPDATED, TEXT_END))


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply.partition(UPDATED)[0].partition(TEXT_END)[0]
    # Some write the whole conflict again.
    if text.lstrip("\n").startswith(CURRENT) and f"\n{MIDDLE}\n" in text:
        text = text.partition(f"\n{MIDDLE}\n")[2]
    if text.lstrip().startswith(NO_EDITS) or not text.strip():
        return None
    if not context.region[0].startswith("```"):
        inner = unfenced(text)
        if inner is None:
            return None
        text = inner
    return settled(text, context, _SPECIALS, (CURSOR,))


ZETA2: Final = Format("zeta2", build, parse, _SPECIALS)
