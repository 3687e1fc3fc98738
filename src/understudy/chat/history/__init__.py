"""A session's events in other forms: messages for the model, updates for the client, a transcript for people.

`compaction` makes the messages fit into the model's window.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.chat.history.checkpoints import (
        Checkpoint,
        FileConflict,
        UndoReport,
        build_undo_events,
        compress_content,
        find_checkpoints,
        undo_turn,
    )
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
    "Checkpoint",
    "FileConflict",
    "MessageHistory",
    "TranscriptCall",
    "TranscriptEntry",
    "UndoReport",
    "build_messages",
    "build_transcript",
    "build_undo_events",
    "cap_results",
    "compact",
    "compress_content",
    "conversation_tokens",
    "event_updates",
    "find_checkpoints",
    "is_tool_shown",
    "message_chunk",
    "replay_updates",
    "thought_chunk",
    "to_json",
    "to_markdown",
    "undo_turn",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "checkpoints": (
            "Checkpoint",
            "FileConflict",
            "UndoReport",
            "build_undo_events",
            "compress_content",
            "find_checkpoints",
            "undo_turn",
        ),
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
