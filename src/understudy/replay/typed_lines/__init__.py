"""Measures completions: the new lines of commits are typed key by key against an agent over ACP."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.typed_lines.borders import is_typed_line, token_borders
    from understudy.replay.typed_lines.typing_report import (
        build_typing_json,
        format_typing_table,
        render_typing_html,
    )
    from understudy.replay.typed_lines.typing_run import TypingEvent, TypingResults, run_typing

__all__ = [
    "TypingEvent",
    "TypingResults",
    "build_typing_json",
    "format_typing_table",
    "is_typed_line",
    "render_typing_html",
    "run_typing",
    "token_borders",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "borders": ("is_typed_line", "token_borders"),
        "typing_report": ("build_typing_json", "format_typing_table", "render_typing_html"),
        "typing_run": ("TypingEvent", "TypingResults", "run_typing"),
    },
)
