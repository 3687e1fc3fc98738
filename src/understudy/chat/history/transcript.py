"""A stored session as it is read: pieces of a message joined, each tool's call with its result. Streams.

Pure, and without a format: Markdown is made in `export`, and the terminal has its own way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from understudy.chat.events import (
    AgentText,
    AgentThought,
    Event,
    MessageComposed,
    NoticeShown,
    PlanUpdated,
    ToolCalled,
    ToolReturned,
    TurnEnded,
    UserPrompted,
    decode_event,
)
from understudy.chat.history.session_updates import is_tool_shown
from understudy.chat.limits import MAX_DIFF_CHARS
from understudy.chat.store import StoredEvent
from understudy.chat.text.markdown import fenced_block
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    Diff,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from understudy.workspace.files.diff import unified_diff

__all__ = ["TranscriptCall", "TranscriptEntry", "build_transcript"]


@dataclass(frozen=True, slots=True)
class TranscriptCall:
    """A tool's call together with how it ended."""

    name: str
    title: str
    status: Literal["completed", "failed", "interrupted"]
    arguments: str
    output: str
    diffs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """A part of the conversation that is read as one."""

    kind: Literal["user", "agent", "thought", "notice", "plan", "call", "end", "unknown"]
    at: str
    text: str = ""
    call: TranscriptCall | None = None


def build_transcript(events: Iterable[StoredEvent]) -> Iterator[TranscriptEntry]:
    """The conversation in the order in which it can be read: pieces joined, each call with its result."""
    open_calls: dict[str, ToolCalled] = {}
    silent: set[str] = set()
    held: list[AgentText | AgentThought] = []  # the pieces of one message
    since = at = ""
    for stored in events:
        at = stored.at
        event = _decode(stored)
        if held and not _is_continuation(held[0], event):
            yield _join_pieces(held, since)
            held.clear()
        match event:
            case AgentText() | AgentThought():
                since = since if held else at
                held.append(event)
            case ToolCalled() if not is_tool_shown(event.name):
                silent.add(event.id)
            case ToolReturned() if event.id in silent:
                pass
            case ToolCalled():
                open_calls[event.id] = event
            case ToolReturned():
                yield TranscriptEntry("call", at, call=_completed_call(open_calls.pop(event.id, None), event))
            case UserPrompted() | TurnEnded():
                yield from (_interrupted_entry(call, at) for call in open_calls.values())
                open_calls.clear()
                yield from _turn_boundary_entries(event, at)
            case PlanUpdated():
                marks = {"completed": "x", "in_progress": "~"}
                steps = [f"[{marks.get(entry.status, ' ')}] {entry.content}" for entry in event.entries]
                yield TranscriptEntry("plan", at, "\n".join(steps))
            case NoticeShown():
                yield TranscriptEntry("agent" if event.as_message else "notice", at, event.text)
            case MessageComposed():  # its pieces were there already
                pass
            case None:
                yield TranscriptEntry("unknown", at, "Something that this version of Understudy cannot read.")
    if held:
        yield _join_pieces(held, since)
    yield from (_interrupted_entry(call, at) for call in open_calls.values())


def _decode(stored: StoredEvent) -> Event | None:
    try:
        return decode_event(stored.data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _is_continuation(first: AgentText | AgentThought, event: Event | None) -> bool:
    match event:
        case AgentText() | AgentThought():
            return type(event) is type(first) and event.message_id == first.message_id
        case _:
            return False


def _join_pieces(pieces: list[AgentText | AgentThought], since: str) -> TranscriptEntry:
    kind = "agent" if isinstance(pieces[0], AgentText) else "thought"
    return TranscriptEntry(kind, since, "".join(piece.text for piece in pieces))


def _turn_boundary_entries(event: UserPrompted | TurnEnded, at: str) -> Iterator[TranscriptEntry]:
    """Where a turn begins or ends."""
    match event:
        case UserPrompted():
            parts = [_block_text(block) for block in event.blocks]
            if event.attached:
                parts.append(f"(with {len(event.attached)} attached)")
            yield TranscriptEntry("user", at, "\n\n".join(parts))
        case TurnEnded(stop_reason="end_turn"):
            pass
        case TurnEnded():
            yield TranscriptEntry("end", at, f"The turn ended: {event.stop_reason.replace('_', ' ')}.")


def _block_text(block: ContentBlock) -> str:
    match block:
        case TextContent():
            return block.text
        case ImageContent() | AudioContent():
            return f"({'image' if isinstance(block, ImageContent) else 'sound'}, {block.mime_type})"
        case ResourceLink():
            return f"({block.name}: {block.uri})"
        case EmbeddedResource():
            resource = block.resource
            text = "" if resource.text is None else f"\n{fenced_block(resource.text)}"
            return f"({resource.uri}){text}"


def _completed_call(called: ToolCalled | None, result: ToolReturned) -> TranscriptCall:
    diffs = [
        unified_diff(item.old_text or "", item.new_text, item.path.lstrip("/"), MAX_DIFF_CHARS)
        for item in result.content
        if isinstance(item, Diff)
    ]
    return TranscriptCall(
        called.name if called else "",
        called.title if called else result.id,
        "failed" if result.failed else "completed",
        _format_arguments(called.arguments) if called else "",
        result.text,
        tuple(diffs),
    )


def _interrupted_entry(called: ToolCalled, at: str) -> TranscriptEntry:
    call = TranscriptCall(called.name, called.title, "interrupted", _format_arguments(called.arguments), "")
    return TranscriptEntry("call", at, call=call)


def _format_arguments(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
