"""Text inside Markdown so that it stays what it is: a block, or a sentence that somebody else wrote. Pure."""

import re
from typing import Final

from understudy.workspace.harmless import harmless

__all__ = ["fenced", "plain"]

_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>!#|~&]")
_LIST_MARK: Final = re.compile(r"^(\s*)([-+=]|[0-9]+(?=[.)]))")
_MOST_SENTENCE: Final = 2000


def fenced(text: str, language: str = "") -> str:
    """A code block; its fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}"


def plain(sentence: str) -> str:
    """A sentence with every character escaped that Markdown would act on, on one line."""
    sentence = " ".join(harmless(sentence).split())
    if len(sentence) > _MOST_SENTENCE:
        sentence = sentence[: _MOST_SENTENCE - 1] + "…"
    sentence = _SPECIAL.sub(r"\\\g<0>", sentence)
    return _LIST_MARK.sub(_unlisted, sentence)


def _unlisted(found: re.Match[str]) -> str:
    mark = found[2]
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"
