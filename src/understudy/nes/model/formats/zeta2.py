"""zeta2: the region stands like one side of a merge conflict, and the reply is the other side."""

from typing import Final

from understudy.nes.model.formats.seed import CURSOR, NO_EDITS, COMMON_SPECIAL_TOKENS, TEXT_END, assemble_prompt
from understudy.nes.model.prompting import PromptBudget, PromptFormat, ModelContext, Prompt
from understudy.nes.model.replies import clean_region, strip_code_fence

__all__ = ["ZETA2", "build", "parse"]

CONFLICT_START: Final = "<<<<<<< CURRENT"
CONFLICT_SEPARATOR: Final = "======="
CONFLICT_END: Final = ">>>>>>> UPDATED"
_SPECIAL_TOKENS: Final = (*COMMON_SPECIAL_TOKENS, CONFLICT_START, f"{CONFLICT_SEPARATOR}\n", CONFLICT_END)


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    region = "".join(f"{line}\n" for line in (CONFLICT_START, *context.region_with_marker(CURSOR), CONFLICT_SEPARATOR))
    return assemble_prompt(context, budget, region, _SPECIAL_TOKENS, (CONFLICT_END, TEXT_END))


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply.partition(CONFLICT_END)[0].partition(TEXT_END)[0]
    # Some write the whole conflict again.
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
