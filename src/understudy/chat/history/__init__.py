"""A session's events in other forms: messages for the model, updates for the client, a transcript for people.

`compaction` makes the messages fit into the model's window.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.history.compaction import cap_results
    from understudy.chat.history.messages import MessageHistory, build_messages, compact, conversation_tokens
    from understudy.chat.history.session_updates import (
        event_updates,
        is_tool_shown,
        message_chunk,
        replay_updates,
        thought_chunk,
    )
    from understudy.chat.history.transcript import (
        TranscriptCall,
        TranscriptEntry,
        build_transcript,
        to_json,
        to_markdown,
    )

__all__ = [
    "MessageHistory",
    "TranscriptCall",
    "TranscriptEntry",
    "build_messages",
    "build_transcript",
    "cap_results",
    "compact",
    "conversation_tokens",
    "event_updates",
    "is_tool_shown",
    "message_chunk",
    "replay_updates",
    "thought_chunk",
    "to_json",
    "to_markdown",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "compaction": ("cap_results",),
        "messages": ("MessageHistory", "build_messages", "compact", "conversation_tokens"),
        "session_updates": (
            "event_updates",
            "is_tool_shown",
            "message_chunk",
            "replay_updates",
            "thought_chunk",
        ),
        "transcript": ("TranscriptCall", "TranscriptEntry", "build_transcript", "to_json", "to_markdown"),
    },
)
