"""Markdown that is still being written: which of its blocks are finished, and which one is open. Pure.

A finished block is shown once and never again, so it is finished only when nothing that may follow can change it.
"""

from typing import Final

from markdown_it import MarkdownIt

__all__ = ["PARSER", "split_finished"]

# Without raw HTML: a tag in an agent's prose is text to be read, not to be left out.
PARSER: Final = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])

MOST_OPEN: Final = 60_000
"""Characters of one block; what is longer is cut at a line, for no terminal shows it as one anyway."""


def split_finished(text: str) -> tuple[str, str]:
    """The blocks that cannot change any more, and the rest."""
    whole = text[
        : text.rfind("\n") + 1
    ]  # of a line that is still being written, nobody knows what it will be
    starts = [token.map[0] for token in PARSER.parse(whole) if token.level == 0 and token.map]
    last = max(starts, default=0)
    lines = whole.split("\n")
    finished = "\n".join(lines[:last]) + "\n" if last else ""
    if not finished and len(text) > MOST_OPEN:
        return whole, text[len(whole) :]
    return finished, text[len(finished) :]
