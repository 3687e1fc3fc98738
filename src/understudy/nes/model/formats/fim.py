"""Fill-in-the-middle formats: the prompt is the text before and after the cursor, the reply is the text between.

These models know nothing about edits; they only complete the text at the cursor.
"""

from collections.abc import Callable
from typing import Final

from understudy.nes.model.limits import MAX_FIM_INSERTED_LINES, MAX_FIM_REPLY_TOKENS
from understudy.nes.model.prompt_types import (
    ModelContext,
    Prompt,
    PromptBudget,
    PromptFormat,
    RegionShape,
    UnfitContextError,
    estimate_tokens,
    reject_special_tokens,
)
from understudy.nes.model.replies import clean_region

__all__ = ["CODEGEMMA", "CODELLAMA", "CODESTRAL", "DEEPSEEK", "QWEN", "STARCODER"]

_REGION_SHAPE: Final = RegionShape(region=0, above=1000, below=400)


def _build_format(
    name: str, layout: Callable[[str, str], str], stops: tuple[str, ...], special_tokens: tuple[str, ...]
) -> PromptFormat:
    all_tokens = tuple(dict.fromkeys((*stops, *special_tokens)))

    def build(context: ModelContext, budget: PromptBudget) -> Prompt:
        reject_special_tokens(context, all_tokens)
        head, tail = _split_at_cursor(context)
        prefix = "".join(f"{above}\n" for above in context.before) + head
        suffix = tail + "".join(f"\n{below}" for below in context.after)
        text = layout(prefix, suffix)
        if estimate_tokens(text) > budget.prompt:
            raise UnfitContextError("too-long", "The text around the cursor is too long for the model.")
        return Prompt(text, stops=stops, max_tokens=MAX_FIM_REPLY_TOKENS)

    def parse(reply: str, context: ModelContext) -> str | None:
        for token in all_tokens:
            reply = reply.partition(token)[0]
        head, tail = _split_at_cursor(context)
        middle = _extract_insertion(reply.replace("\r\n", "\n"), tail.partition("\n")[0])
        return clean_region(head + middle + tail, context, all_tokens) if middle else None

    return PromptFormat(
        name,
        build,
        parse,
        all_tokens,
        _REGION_SHAPE,
        salvage_truncated=_drop_partial_line,
        is_complete=_is_complete,
        usable_parts=_usable_parts,
    )


def _split_at_cursor(context: ModelContext) -> tuple[str, str]:
    """Return the text of the region before and after the cursor."""
    row, column = context.cursor
    line = context.region[row]
    head = "".join(f"{above}\n" for above in context.region[:row]) + line[:column]
    return head, line[column:] + "".join(f"\n{below}" for below in context.region[row + 1 :])


def _extract_insertion(text: str, suffix: str) -> str:
    """Return the insertion: one line inside a line, otherwise up to the first blank line after some text."""
    if suffix.strip():
        line = text.partition("\n")[0].rstrip()
        # The most frequent mistake is to repeat a bracket that the editor has closed already.
        return line.removesuffix(suffix.rstrip())
    kept: list[str] = []
    for line in text.split("\n")[:MAX_FIM_INSERTED_LINES]:
        if not line.strip() and any(other.strip() for other in kept):
            break
        kept.append(line)
    return "\n".join(kept).rstrip() if any(line.strip() for line in kept) else ""


def _drop_partial_line(reply: str) -> str | None:
    """A reply that reached the token limit is usable up to its last complete line."""
    head, newline, _ = reply.rpartition("\n")
    return head + newline if head.strip() else None


def _is_complete(reply: str, context: ModelContext, one_line: bool) -> bool:
    _, tail = _split_at_cursor(context)
    if tail.partition("\n")[0].strip():
        return "\n" in reply
    lines = reply.split("\n")[:-1]
    text_at = next((at for at, line in enumerate(lines) if line.strip()), None)
    if text_at is None:
        return False
    return (
        one_line
        or len(lines) >= MAX_FIM_INSERTED_LINES
        or any(not line.strip() for line in lines[text_at + 1 :])
    )


def _usable_parts(reply: str, context: ModelContext, one_line: bool) -> list[str]:
    """Return the reply and its first line of text, each with its line ending, which the model must expect too."""
    del context
    lines = reply.replace("\r\n", "\n").split("\n")
    text_at = next((at for at, line in enumerate(lines) if line.strip()), len(lines) - 1)
    first = "".join(f"{line}\n" for line in lines[: text_at + 1]) if text_at + 1 < len(lines) else reply
    end = next((at for at in range(text_at + 1, len(lines)) if not lines[at].strip()), None)
    whole = reply if end is None else "".join(f"{line}\n" for line in lines[:end])
    return [first] if one_line or first == whole else [whole, first]


_QWEN_SPECIAL_TOKENS: Final = (
    "<|fim_prefix|>",
    "<|fim_suffix|>",
    "<|fim_middle|>",
    "<|file_sep|>",
    "<|repo_name|>",
    "<|im_",
)


def _qwen_layout(prefix: str, suffix: str) -> str:
    return f"<|fim_prefix|>{prefix}<|fim_suffix|>{suffix}<|fim_middle|>"


QWEN: Final = _build_format(
    "qwen", _qwen_layout, ("<|endoftext|>", "<|fim_pad|>", "<|file_sep|>", "<|im_end|>"), _QWEN_SPECIAL_TOKENS
)
CODEGEMMA: Final = _build_format(
    "codegemma", _qwen_layout, ("<|file_separator|>", "<eos>", "<|fim_prefix|>"), _QWEN_SPECIAL_TOKENS
)
STARCODER: Final = _build_format(
    "starcoder",
    lambda prefix, suffix: f"<fim_prefix>{prefix}<fim_suffix>{suffix}<fim_middle>",
    ("<|endoftext|>", "<file_sep>"),
    ("<fim_prefix>", "<fim_suffix>", "<fim_middle>", "<fim_pad>", "<repo_name>"),
)
CODESTRAL: Final = _build_format(
    "codestral",
    lambda prefix, suffix: f"[SUFFIX]{suffix}[PREFIX]{prefix}",
    ("</s>", "[SUFFIX]", "[PREFIX]"),
    ("[MIDDLE]", "[INST]", "[/INST]"),
)
DEEPSEEK: Final = _build_format(
    "deepseek",
    lambda prefix, suffix: f"<｜fim▁begin｜>{prefix}<｜fim▁hole｜>{suffix}<｜fim▁end｜>",
    ("<｜end▁of▁sentence｜>", "<|EOT|>"),
    ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>", "<｜begin▁of▁sentence｜>"),
)
CODELLAMA: Final = _build_format(
    "codellama",
    lambda prefix, suffix: f"<PRE> {prefix} <SUF>{suffix} <MID>",
    ("<EOT>", "</s>"),
    ("<PRE>", "<SUF>", "<MID>", "<s>"),
)
