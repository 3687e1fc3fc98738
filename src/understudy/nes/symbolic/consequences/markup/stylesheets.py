"""Which lines are those of a stylesheet, which may be a part of a page, and the selector around a line."""

from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.limits import MAX_NESTED_LINES
from understudy.nes.symbolic.consequences.rule_context import SourceText

__all__ = ["PAGE_SUFFIXES", "STYLE_SUFFIXES", "enclosing_selector", "is_style_line"]

STYLE_SUFFIXES: Final = (".css", ".scss", ".sass", ".less")
PAGE_SUFFIXES: Final = (
    ".html",
    ".htm",
    ".vue",
    ".svelte",
    ".jsx",
    ".tsx",
    ".hbs",
    ".jinja",
    ".j2",
    ".erb",
)


def is_style_line(text: SourceText, line: int) -> bool:
    """Whether a line is one of a stylesheet, which may be a part of a page."""
    uri = text.snapshot.uri.lower()
    if uri.endswith(STYLE_SUFFIXES):
        return True
    if not uri.endswith(PAGE_SUFFIXES):
        return False
    begin = max((one for one in text.raw_lookup.lines_containing("<style") if one < line), default=-1)
    return begin >= 0 and not any(begin <= one < line for one in text.raw_lookup.lines_containing("</style"))


def enclosing_selector(lines: Sequence[str], number: int) -> str:
    """Return the selector of the rule around a line; empty if there is none."""
    depth = 0
    for at in range(number, max(-1, number - MAX_NESTED_LINES), -1):
        line = lines[at]
        depth += line.count("{") - line.count("}") if at != number else line.partition("}")[0].count("{")
        if depth > 0:
            selector = line.partition("{")[0].strip()
            if not selector.startswith("@"):
                return selector
            depth = 0
    return ""
