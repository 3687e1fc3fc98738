"""Events as the session updates that a client is sent: while a turn runs, and again when a session is loaded.

Both go through `update_of`, so that they cannot differ, but for what a loaded session needs: a call that never
ended is ended, and the last known use of the model's window is told. In one place they differ on purpose. A command
that the client showed in a terminal of its own ends live without content, so that the client keeps what stands
there: a terminal may not be named once it is released. In a replay that terminal is long gone, and the output is
shown as that of our own commands. A plan is shown as such, not as the call that made it. Sends nothing itself.
"""

from collections.abc import Iterable, Iterator

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
)
from understudy.chat.toolset import PLAN_TOOL_NAME as PLAN
from understudy.schema.acp import (
    AgentMessageChunk,
    AgentThoughtChunk,
    Content,
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


def replay_updates(events: Iterable[Event]) -> Iterator[SessionUpdate]:
    """A whole session again, in order."""
    known: set[str] = set()
    unended: dict[str, None] = {}  # a set that keeps its order
    usage: UsageUpdate | None = None
    for event in events:
        if isinstance(event, TurnEnded) and event.used is not None and event.size is not None:
            usage = UsageUpdate(used=event.used, size=event.size)
        match event:
            case ToolCalled() if is_tool_shown(event.name):
                known.add(event.id)
                unended[event.id] = None
            case ToolReturned():
                if event.id not in known:  # an update of a call that the client never saw
                    continue
                unended.pop(event.id, None)
                event = _without_terminals(event)
            case UserPrompted() | TurnEnded() if unended:
                yield from map(build_interrupted_result, unended)
                unended.clear()
            case _:
                pass
        yield from event_updates(event)
    yield from map(build_interrupted_result, unended)
    if usage is not None:
        yield usage


def is_tool_shown(tool_name: str) -> bool:
    """Whether the client sees calls of this tool: of a plan it sees the plan."""
    return tool_name != PLAN


def event_updates(event: Event) -> list[SessionUpdate]:
    """What a client is sent for an event; nothing for some."""
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
        case NoticeShown():
            chunk = message_chunk if event.as_message else thought_chunk
            return [chunk(event.text, event.message_id)]
        case MessageComposed() | TurnEnded():  # its pieces were shown as they came
            return []


def message_chunk(text: str, message_id: str = "") -> AgentMessageChunk:
    return AgentMessageChunk(content=TextContent(text=text), message_id=message_id or None)


def thought_chunk(text: str, message_id: str = "") -> AgentThoughtChunk:
    return AgentThoughtChunk(content=TextContent(text=text), message_id=message_id or None)


def build_tool_call(event: ToolCalled) -> ToolCall:
    """A call begins as pending: whether it may run is decided after it was shown."""
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
    )


def build_interrupted_result(call_id: str) -> ToolCallProgress:
    """The end of a call that has none: its turn was killed or called off."""
    return ToolCallProgress(
        tool_call_id=call_id, status="failed", content=[Content(content=TextContent(text="interrupted"))]
    )


def _without_terminals(event: ToolReturned) -> ToolReturned:
    """The result without terminals, of which the client has forgotten the ids."""
    if event.in_terminal:
        return msgspec.structs.replace(event, in_terminal=False)
    if not any(isinstance(item, Terminal) for item in event.content):
        return event
    text = Content(content=TextContent(text=event.text))
    content: list[ToolCallContent] = [text if isinstance(item, Terminal) else item for item in event.content]
    return msgspec.structs.replace(event, content=content)
