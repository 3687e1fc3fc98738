"""The parts of a request to the model: system prompt, user message, resolved links, and the context window."""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.prompt.context_window import ContextWindow, truncation_report
    from understudy.chat.prompt.discovery import Discovery, discover, instruction_files
    from understudy.chat.prompt.links import LinkTarget, link_targets
    from understudy.chat.prompt.system_prompt import build_system_prompt
    from understudy.chat.prompt.user_message import (
        build_user_parts,
        decode_image,
        require_content,
        resolve_links,
        session_title,
    )

__all__ = [
    "ContextWindow",
    "Discovery",
    "LinkTarget",
    "build_system_prompt",
    "build_user_parts",
    "decode_image",
    "discover",
    "instruction_files",
    "link_targets",
    "require_content",
    "resolve_links",
    "session_title",
    "truncation_report",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "context_window": ("ContextWindow", "truncation_report"),
        "discovery": ("Discovery", "discover", "instruction_files"),
        "links": ("LinkTarget", "link_targets"),
        "system_prompt": ("build_system_prompt",),
        "user_message": (
            "build_user_parts",
            "decode_image",
            "require_content",
            "resolve_links",
            "session_title",
        ),
    },
)
