"""The probability of a reply, from the log probabilities of its tokens, and the shorter replies that it contains.

Pure. The product of the probabilities of the tokens is the probability that the model gives to exactly this text,
so the same threshold applies to it as to a symbolic candidate. A server that returns none gets a fixed guess.
"""

import math
from typing import NamedTuple

from understudy.nes.model.completions import Completion
from understudy.nes.model.limits import MODEL_CANDIDATE_PROBABILITY
from understudy.nes.model.prompt_types import ModelContext, PromptFormat

__all__ = ["ReplyVariant", "probability_of", "reply_variants"]


class ReplyVariant(NamedTuple):
    new_text: str
    """Of the region."""
    probability: float


def reply_variants(
    prompt_format: PromptFormat, reply: str, completion: Completion, context: ModelContext, *, one_line: bool
) -> list[ReplyVariant]:
    """Return the edits that a reply contains, longest first: the whole one and, if it is less certain, its first
    line. `reply` is the usable beginning of the completion."""
    variants: list[ReplyVariant] = []
    for part in prompt_format.usable_parts(reply, context, one_line):
        new_text = prompt_format.parse(part, context)
        if new_text is None or any(new_text == one.new_text for one in variants):
            continue
        variants.append(ReplyVariant(new_text, probability_of(completion, len(part))))
        if not completion.log_probabilities:
            break
    return variants


def probability_of(completion: Completion, length: int) -> float:
    """Return the probability of the first `length` characters of a completion."""
    if not completion.log_probabilities:
        return MODEL_CANDIDATE_PROBABILITY
    total, start = 0.0, 0
    is_whole = length >= len(completion.text)
    for end, log_probability in completion.log_probabilities:
        if start < length or is_whole:
            total += log_probability
        start = end
    return math.exp(min(total, 0.0)) if not math.isnan(total) else 0.0
