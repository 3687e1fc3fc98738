"""Text inside Markdown so that it stays what it is: a block, or a sentence that somebody else wrote. Pure."""

import re
from typing import Final

from understudy.chat.limits import MAX_SENTENCE_CHARS
from understudy.workspace import escape_controls

__all__ = ["escape_sentence", "fenced_block"]

_MARKDOWN_CHARS: Final = re.compile(r"[\\`*_\[\]<>!#|~&]")
_LIST_MARKER: Final = re.compile(r"^(\s*)([-+=]|[0-9]+(?=[.)]))")


def fenced_block(text: str, language: str = "") -> str:
    """A code block; its fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}"


def escape_sentence(sentence: str) -> str:
    """A sentence with every character escaped that Markdown would act on, on one line."""
    sentence = " ".join(escape_controls(sentence).split())
    if len(sentence) > MAX_SENTENCE_CHARS:
        sentence = sentence[: MAX_SENTENCE_CHARS - 1] + "…"
    sentence = _MARKDOWN_CHARS.sub(r"\\\g<0>", sentence)
    return _LIST_MARKER.sub(_escape_list_marker, sentence)


def _escape_list_marker(match: re.Match[str]) -> str:
    mark = match[2]
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"
