"""Text inside Markdown so that it stays what it is."""

import re

__all__ = ["fenced"]


def fenced(text: str, language: str = "") -> str:
    """A code block; its fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}"
