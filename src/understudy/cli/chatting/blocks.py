"""Markdown that is still being written: which of its blocks are finished, and which one is open. Pure.

A finished block is shown once and never again, so it is finished only when nothing that may follow can change it.
"""

from typing import Final

from markdown_it import MarkdownIt

__all__ = ["MAX_OPEN_BLOCK_CHARS", "MARKDOWN_PARSER", "tail_of_block", "split_finished_blocks"]

# Without raw HTML: a tag in an agent's prose is text to be read, not to be left out.
MARKDOWN_PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])

MAX_OPEN_BLOCK_CHARS: Final = 20_000
"""Characters of one block; what is longer is cut at a line, for no terminal shows it as one anyway."""


def split_finished_blocks(text: str) -> tuple[str, str]:
    """The blocks that cannot change any more, and the rest."""
    whole = text[
        : text.rfind("\n") + 1
    ]  # of a line that is still being written, nobody knows what it will be
    starts = [token for token in MARKDOWN_PARSER.parse(whole) if token.level == 0 and token.map]
    last = starts[-1].map[0] if starts and starts[-1].map else 0
    finished = "".join(f"{line}\n" for line in whole.split("\n")[:last])
    if finished or not whole or len(text) <= MAX_OPEN_BLOCK_CHARS:
        return finished, text[len(finished) :]
    rest = text[len(whole) :]
    if starts and starts[-1].type == "fence":  # two fences, then
        fence = starts[-1]
        return f"{whole}{fence.markup}\n", f"{fence.markup}{fence.info}\n{rest}"
    return whole, rest


def tail_of_block(text: str, max_chars: int) -> str:
    """The last lines of an open block, still a block of the same kind."""
    if len(text) <= max_chars:
        return text
    end = text[-max_chars:]
    end = end[end.find("\n") + 1 :]
    return f"{text[: text.find(chr(10))]}\n{end}" if text.startswith(("```", "~~~")) else end
