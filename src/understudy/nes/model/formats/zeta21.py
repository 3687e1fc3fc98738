"""zeta 2.1: numbered markers split the region into blocks, and the reply rewrites some of them."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from understudy.nes.model.formats.zeta2 import (
    COMMON_SPECIAL_TOKENS,
    CURSOR,
    NO_EDITS,
    TEXT_END,
    assemble_prompt,
)
from understudy.nes.model.prompt_types import ModelContext, Prompt, PromptBudget, PromptFormat
from understudy.nes.model.replies import clean_region

__all__ = ["ZETA21", "block_bounds", "build", "parse"]

MIN_BLOCK_LINES: Final = 6
MAX_BLOCK_LINES: Final = 16
"""Lines of a block."""
MARKER_PREFIX: Final = "<|marker_"
_SPECIAL_TOKENS: Final = (*COMMON_SPECIAL_TOKENS, MARKER_PREFIX)
_NUMBERED_MARKER: Final = re.compile(r"<\|marker_(\d{1,3})\|>")


def block_bounds(lines: Sequence[str]) -> list[int]:
    """Return where blocks begin, and where the last one ends. A block preferably begins after a blank line."""
    bounds = [0]
    for at in range(1, len(lines)):
        size = at - bounds[-1]
        after_blank = not lines[at - 1].strip() and bool(lines[at].strip())
        if size >= MAX_BLOCK_LINES or (size >= MIN_BLOCK_LINES and after_blank):
            bounds.append(at)
    if (
        len(bounds) > 1
        and len(lines) - bounds[-1] < MIN_BLOCK_LINES
        and len(lines) - bounds[-2] <= MAX_BLOCK_LINES
    ):
        bounds.pop()
    return [*bounds, len(lines)]


def build(context: ModelContext, budget: PromptBudget) -> Prompt:
    lines = context.region_with_marker(CURSOR)
    bounds = block_bounds(context.region)
    pieces: list[str] = []
    for number, (start, end) in enumerate(pairwise(bounds), 1):
        ended = "\n" if end < len(lines) else ""
        pieces.append(f"{MARKER_PREFIX}{number}|>" + "\n".join(lines[start:end]) + ended)
    region = "".join(pieces) + f"{MARKER_PREFIX}{len(bounds)}|>\n"
    return assemble_prompt(context, budget, region, _SPECIAL_TOKENS, (TEXT_END,))


def parse(reply: str, context: ModelContext) -> str | None:
    text = reply.partition(TEXT_END)[0]
    if text.lstrip().startswith(NO_EDITS):
        return None
    found = list(_NUMBERED_MARKER.finditer(text))
    numbers = [int(one[1]) for one in found]
    bounds = block_bounds(context.region)
    # A repeated marker means no edit.
    if len(numbers) < 2 or sorted(set(numbers)) != numbers:
        return None
    first, last = numbers[0], numbers[-1]
    if first < 1 or last > len(bounds):
        return None
    inner = "".join(text[one.end() : other.start()] for one, other in pairwise(found)).replace(CURSOR, "")
    head, old = (
        list(context.region[: bounds[first - 1]]),
        context.region[bounds[first - 1] : bounds[last - 1]],
    )
    tail = list(context.region[bounds[last - 1] :])
    if inner.startswith("\n") and old[0].strip():
        inner = inner[1:]
    new = inner.removesuffix("\n").split("\n") if inner else []
    return clean_region("\n".join([*head, *new, *tail]), context, _SPECIAL_TOKENS)


ZETA21: Final = PromptFormat("zeta2.1", build, parse, _SPECIAL_TOKENS)
