"""Text helpers of the chat: Markdown, plain text, terminal output, images, and the estimate of tokens. All pure but
reading the head of an open file.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.text.images import decode_image, detect_image_type, is_supported_image_type
    from understudy.chat.text.markdown import code_span, escape_sentence, fenced_block
    from understudy.chat.text.plain_text import (
        Excerpt,
        final_terminal_text,
        first_sentence,
        one_line,
        read_bytes,
        read_text_head,
        strip_escapes,
        truncate_middle,
        truncate_to_bytes,
        unreadable_reason,
    )
    from understudy.chat.text.token_estimate import (
        MIN_BYTE_WEIGHT,
        WEIGHT_PER_TOKEN,
        conversation_tokens,
        estimate_tokens,
        message_weight,
        prefix_length_within,
        result_weight,
        text_weight,
    )

__all__ = [
    "MIN_BYTE_WEIGHT",
    "WEIGHT_PER_TOKEN",
    "Excerpt",
    "code_span",
    "conversation_tokens",
    "decode_image",
    "detect_image_type",
    "escape_sentence",
    "estimate_tokens",
    "fenced_block",
    "final_terminal_text",
    "first_sentence",
    "is_supported_image_type",
    "message_weight",
    "one_line",
    "prefix_length_within",
    "read_bytes",
    "read_text_head",
    "result_weight",
    "strip_escapes",
    "text_weight",
    "truncate_middle",
    "truncate_to_bytes",
    "unreadable_reason",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "images": ("decode_image", "detect_image_type", "is_supported_image_type"),
        "markdown": ("code_span", "escape_sentence", "fenced_block"),
        "plain_text": (
            "Excerpt",
            "final_terminal_text",
            "first_sentence",
            "one_line",
            "read_bytes",
            "read_text_head",
            "strip_escapes",
            "truncate_middle",
            "truncate_to_bytes",
            "unreadable_reason",
        ),
        "token_estimate": (
            "MIN_BYTE_WEIGHT",
            "WEIGHT_PER_TOKEN",
            "conversation_tokens",
            "estimate_tokens",
            "message_weight",
            "prefix_length_within",
            "result_weight",
            "text_weight",
        ),
    },
)
