"""Text from files, commands and errors as Markdown that it cannot break out of. Pure.

Three ways to show such text, and no other is used: `code` for a name in a sentence, `fenced` for a block,
`plain` for a sentence that somebody else wrote. Each first writes out what steers a terminal or deceives a reader.
"""

import re
from typing import Final

from understudy.chat.text import markdown
from understudy.chat.text.markdown import escape_sentence
from understudy.workspace.escape_controls import escape_controls

__all__ = ["code_span", "count_phrase", "escape_controls", "escape_sentence", "escaped_block"]


_BACKTICKS: Final = re.compile("`+")


def code_span(text: str) -> str:
    """A code span: a name, or a text to type, within a sentence."""
    text = escape_controls(text, one_line=True)
    if not text.strip():
        return f"`'{text}'`"  # an empty span is none
    ticks = "`" * (_longest_backtick_run(text) + 1)
    # One space at each end is taken away again, and keeps a backtick there from joining ours.
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def escaped_block(text: str, language: str = "") -> str:
    """A code block, its fence longer than any run of backticks inside."""
    return markdown.fenced_block(escape_controls(text).removesuffix("\n") + "\n", language)


def count_phrase(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def _longest_backtick_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
