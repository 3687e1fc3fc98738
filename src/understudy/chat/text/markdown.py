"""Untrusted text in Markdown that cannot break out of its place: a block, a code span, or a sentence. Pure."""

import re
from typing import Final

from understudy.chat.limits import MAX_SENTENCE_CHARS
from understudy.workspace import escape_controls

__all__ = ["code_span", "escape_sentence", "fenced_block"]

_BACKTICKS: Final = re.compile("`+")
_MARKDOWN_CHARS: Final = re.compile(r"[\\`*_\[\]<>!#|~&]")
_LIST_MARKER: Final = re.compile(r"^(\s*)([-+=]|[0-9]+(?=[.)]))")


def fenced_block(text: str, language: str = "") -> str:
    """A code block; its fence is longer than any run of backticks inside."""
    fence = "`" * max(3, _longest_backtick_run(text) + 1)
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}"


def code_span(text: str) -> str:
    """A code span of one line. Controls are the caller's to escape."""
    if not text.strip():
        return f"`'{text}'`"  # Markdown has no empty code span
    ticks = "`" * (_longest_backtick_run(text) + 1)
    # Markdown removes one space at each end; the space keeps a backtick of the text apart from the fence.
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_backtick_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def escape_sentence(sentence: str) -> str:
    """Escape every character that Markdown would interpret, and put the sentence on one line."""
    sentence = " ".join(escape_controls(sentence).split())
    if len(sentence) > MAX_SENTENCE_CHARS:
        sentence = sentence[: MAX_SENTENCE_CHARS - 1] + "…"
    sentence = _MARKDOWN_CHARS.sub(r"\\\g<0>", sentence)
    return _LIST_MARKER.sub(_escape_list_marker, sentence)


def _escape_list_marker(match: re.Match[str]) -> str:
    marker = match[2]
    return f"{marker}\\" if marker.isdigit() else f"\\{marker}"
