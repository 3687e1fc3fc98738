"""Events as session updates for the client: while a turn runs, and again when a session is loaded.

Both use `event_updates`, so that they cannot differ, except for what a loaded session needs: a call that never
ended is ended, and the last known use of the context window is sent. One difference is on purpose: a command
that the client showed in its own terminal ends live without content, so that the client keeps the terminal,
because a released terminal must not be referenced. In a replay that terminal no longer exists, and the output is
sent as content. A plan is sent as a plan, not as the call that updated it. Sends nothing itself.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from understudy.chat.events import (
    AgentText,
    AgentThought,
    ChangesUndone,
    Event,
    FileChanged,
    HistoryCompacted,
    MessageComposed,
    NoticeShown,
    PlanUpdated,
    ToolCalled,
    ToolReturned,
    TurnEnded,
    UserPrompted,
)
from understudy.chat.toolset import PLAN_TOOL_NAME
from understudy.schema.acp import (
    AgentMessageChunk,
    AgentThoughtChunk,
    CompactionUpdate,
    Content,
    Notice,
    Plan,
    SessionUpdate,
    Terminal,
    TextContent,
    ToolCall,
    ToolCallContent,
    ToolCallProgress,
    UsageUpdate,
    UserMessageChunk,
)

__all__ = [
    "build_interrupted_result",
    "build_tool_call",
    "build_tool_result",
    "event_updates",
    "is_tool_shown",
    "message_chunk",
    "replay_updates",
    "thought_chunk",
]

ENDING_META_KEY: Final = "understudy.dev/ending"
"""In the `_meta` of a failed call's last update: `stopped` by the user, or `rejected`: it was not permitted."""


def replay_updates(events: Iterable[Event], *, compactions: bool = False) -> Iterator[SessionUpdate]:
    """The updates of all events of a session, in order."""
    shown: set[str] = set()
    open_calls: dict[str, None] = {}  # an ordered set
    usage: UsageUpdate | None = None
    for event in events:
        if isinstance(event, TurnEnded) and event.used is not None and event.size is not None:
            usage = UsageUpdate(used=event.used, size=event.size)
        match event:
            case ToolCalled() if is_tool_shown(event.name):
                shown.add(event.id)
                open_calls[event.id] = None
            case ToolReturned():
                if event.id not in shown:  # the call was not sent to the client
                    continue
                open_calls.pop(event.id, None)
                event = _without_terminals(event)
            case UserPrompted() | TurnEnded() if open_calls:
                yield from map(build_interrupted_result, open_calls)
                open_calls.clear()
            case _:
                pass
        yield from event_updates(event, compactions=compactions)
    yield from map(build_interrupted_result, open_calls)
    if usage is not None:
        yield usage


def is_tool_shown(tool_name: str) -> bool:
    """Whether the client is shown calls of this tool. Of the plan tool it is shown the plan instead."""
    return tool_name != PLAN_TOOL_NAME


def event_updates(
    event: Event, *, live_notices: bool = False, compactions: bool = False
) -> list[SessionUpdate]:
    """The updates for one event; none for some.

    `live_notices`: the event occurs now, and the client shows notices. A replayed notice is a thought.
    `compactions`: the client shows compactions; otherwise the summary is a thought.
    """
    match event:
        case AgentText():
            return [message_chunk(event.text, event.message_id)]
        case AgentThought():
            return [thought_chunk(event.text, event.message_id)] if event.text else []
        case ToolCalled():
            return [build_tool_call(event)] if is_tool_shown(event.name) else []
        case ToolReturned():
            return [build_tool_result(event)]
        case UserPrompted():
            message_id = event.message_id or None
            return [UserMessageChunk(content=block, message_id=message_id) for block in event.blocks]
        case PlanUpdated():
            return [Plan(entries=event.entries)]
        case NoticeShown() if live_notices and not event.as_message and event.text.strip():
            return [Notice(severity="warning", title=event.text.strip())]
        case NoticeShown():
            chunk = message_chunk if event.as_message else thought_chunk
            return [chunk(event.text, event.message_id)]
        case HistoryCompacted() if compactions:
            summary = [TextContent(text=event.summary)]
            return [CompactionUpdate(compaction_id=event.id, status="completed", summary=list(summary))]
        case HistoryCompacted():
            return [
                thought_chunk(f"The conversation was summarised to save room:\n\n{event.summary}\n", event.id)
            ]
        case FileChanged() | ChangesUndone():  # the tool calls show them
            return []
        case MessageComposed() | TurnEnded():  # the pieces of a message were sent as they were streamed
            return []


def message_chunk(text: str, message_id: str = "") -> AgentMessageChunk:
    return AgentMessageChunk(content=TextContent(text=text), message_id=message_id or None)


def thought_chunk(text: str, message_id: str = "") -> AgentThoughtChunk:
    return AgentThoughtChunk(content=TextContent(text=text), message_id=message_id or None)


def build_tool_call(event: ToolCalled) -> ToolCall:
    """A call starts as pending: permission is decided after it is shown."""
    return ToolCall(
        tool_call_id=event.id,
        title=event.title,
        name=event.name,
        kind=event.tool_kind,
        status="pending",
        locations=event.locations,
        raw_input=event.arguments,
    )


def build_tool_result(event: ToolReturned) -> ToolCallProgress:
    return ToolCallProgress(
        tool_call_id=event.id,
        status="failed" if event.failed else "completed",
        content=None if event.in_terminal else event.content or None,
        locations=event.locations or None,
        raw_output=event.output,
        meta=None if event.ending is None else {ENDING_META_KEY: event.ending},
    )


def build_interrupted_result(call_id: str) -> ToolCallProgress:
    """The result of a call that has none: its process was killed or its turn cancelled."""
    return ToolCallProgress(
        tool_call_id=call_id, status="failed", content=[Content(content=TextContent(text="interrupted"))]
    )


def _without_terminals(event: ToolReturned) -> ToolReturned:
    """The result without references to terminals, which no longer exist in the client."""
    if event.in_terminal:
        return msgspec.structs.replace(event, in_terminal=False)
    if not any(isinstance(item, Terminal) for item in event.content):
        return event
    text = Content(content=TextContent(text=event.text))
    content: list[ToolCallContent] = [text if isinstance(item, Terminal) else item for item in event.content]
    return msgspec.structs.replace(event, content=content)
