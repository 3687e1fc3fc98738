"""Plain fill-in-the-middle: what stands before and behind the cursor goes in, what belongs between comes out.

These models know nothing of edits; they only go on writing where the cursor is.
"""

from collections.abc import Callable
from typing import Final

from understudy.nes.model.prompting import (
    Budget,
    Format,
    ModelContext,
    Prompt,
    Shape,
    Unfit,
    refuse_special,
    tokens,
)
from understudy.nes.model.replies import settled

__all__ = ["CODEGEMMA", "CODELLAMA", "CODESTRAL", "DEEPSEEK", "QWEN", "STARCODER"]

MOST_TOKENS: Final = 96
MOST_LINES: Final = 10
_SHAPE: Final = Shape(region=0, above=1000, below=400)


def _format(
    name: str, layout: Callable[[str, str], str], stops: tuple[str, ...], specials: tuple[str, ...]
) -> Format:
    every = tuple(dict.fromkeys((*stops, *specials)))

    def build(context: ModelContext, budget: Budget) -> Prompt:
        refuse_special(context, every)
        head, tail = _around(context)
        prefix = "".join(f"{above}\n" for above in context.before) + head
        suffix = tail + "".join(f"\n{below}" for below in context.after)
        text = layout(prefix, suffix)
        if tokens(text) > budget.prompt:
            raise Unfit("too-long", "The text around the cursor is too long for the model.")
        return Prompt(text, stops=stops, most_tokens=MOST_TOKENS)

    def parse(reply: str, context: ModelContext) -> str | None:
        for token in every:
            reply = reply.partition(token)[0]
        head, tail = _around(context)
        middle = _middle(reply.replace("\r\n", "\n"), tail.partition("\n")[0])
        return settled(head + middle + tail, context, every) if middle else None

    return Format(name, build, parse, every, _SHAPE, _whole_lines)


def _around(context: ModelContext) -> tuple[str, str]:
    """The region's text before and behind the cursor."""
    row, column = context.cursor
    line = context.region[row]
    head = "".join(f"{above}\n" for above in context.region[:row]) + line[:column]
    return head, line[column:] + "".join(f"\n{below}" for below in context.region[row + 1 :])


def _middle(text: str, suffix: str) -> str:
    """What is inserted: one line in the middle of a line, else up to the first blank line behind some text."""
    if suffix.strip():
        line = text.partition("\n")[0].rstrip()
        # Closing what the editor has closed already is the commonest mistake.
        return line.removesuffix(suffix.rstrip())
    kept: list[str] = []
    for line in text.split("\n")[:MOST_LINES]:
        if not line.strip() and any(other.strip() for other in kept):
            break
        kept.append(line)
    return "\n".join(kept).rstrip() if any(line.strip() for line in kept) else ""


def _whole_lines(reply: str) -> str | None:
    """A reply that hit its limit is good up to its last whole line."""
    head, newline, _ = reply.rpartition("\n")
    return head if newline and head.strip() else None


_QWEN: Final = (
    "<|fim_prefix|>",
    "<|fim_suffix|>",
    "<|fim_middle|>",
    "<|file_sep|>",
    "<|repo_name|>",
    "<|im_",
)


def _named_tags(prefix: str, suffix: str) -> str:
    return f"<|fim_prefix|>{prefix}<|fim_suffix|>{suffix}<|fim_middle|>"


QWEN: Final = _format(
    "qwen", _named_tags, ("<|endoftext|>", "<|fim_pad|>", "<|file_sep|>", "<|im_end|>"), _QWEN
)
CODEGEMMA: Final = _format("codegemma", _named_tags, ("<|file_separator|>", "<eos>", "<|fim_prefix|>"), _QWEN)
STARCODER: Final = _format(
    "starcoder",
    lambda prefix, suffix: f"<fim_prefix>{prefix}<fim_suffix>{suffix}<fim_middle>",
    ("<|endoftext|>", "<file_sep>"),
    ("<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<fim_pad>", "<repo_name>"),
)
CODESTRAL: Final = _format(
    "codestral",
    lambda prefix, suffix: f"[SUFFIX]{suffix}[PREFIX]{prefix}",
    ("</s>", "[SUFFIX]", "[PREFIX]"),
    ("[MIDDLE]", "[INST]", "[/INST]"),
)
DEEPSEEK: Final = _format(
    "deepseek",
    lambda prefix, suffix: f"<｜fim▁begin｜>{prefix}<｜fim▁hole｜>{suffix}<｜fim▁end｜>",
    ("<｜end▁of▁sentence｜>", "<|EOT|>"),
    ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>", "<｜begin▁of▁sentence｜>"),
)
CODELLAMA: Final = _format(
    "codellama",
    lambda prefix, suffix: f"<PRE> {prefix} <SUF>{suffix} <MID>",
    ("<EOT>", "</s>"),
    ("<PRE>", "<SUF>", "<MID>", "<s>"),
)
