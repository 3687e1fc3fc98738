"""Measures completions: the new lines of commits are typed key by key against an agent over ACP."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.replay.typed_lines.typing_report import (
        build_typing_json,
        format_typing_table,
        render_typing_html,
    )
    from understudy.replay.typed_lines.typing_run import (
        TypingCounts,
        TypingEvent,
        TypingResults,
        is_typed_line,
        run_typing,
        token_borders,
        type_case,
    )

__all__ = [
    "TypingCounts",
    "TypingEvent",
    "TypingResults",
    "build_typing_json",
    "format_typing_table",
    "is_typed_line",
    "render_typing_html",
    "run_typing",
    "token_borders",
    "type_case",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "typing_report": ("build_typing_json", "format_typing_table", "render_typing_html"),
        "typing_run": (
            "TypingCounts",
            "TypingEvent",
            "TypingResults",
            "is_typed_line",
            "run_typing",
            "token_borders",
            "type_case",
        ),
    },
)
