"""A stored session as it is read: pieces of a message joined, each tool's call with its result. Streams.

Pure, and without a format: Markdown is made in `export`, and the terminal has its own way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from understudy.chat.events import (
    Called,
    Composed,
    Ended,
    Event,
    Noticed,
    Planned,
    Prompted,
    Returned,
    Said,
    Thought,
    decode_event,
)
from understudy.chat.markdown import fenced
from understudy.chat.replay import is_shown
from understudy.chat.store import StoredEvent
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    Diff,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from understudy.workspace.diffing import unified_diff

__all__ = ["Call", "Passage", "passages"]

MOST_DIFF: Final = 100_000
"""Characters of a diff that are shown."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool's call together with how it ended."""

    name: str
    title: str
    status: Literal["completed", "failed", "interrupted"]
    arguments: str
    output: str
    diffs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of the conversation that is read as one."""

    kind: Literal["user", "agent", "thought", "notice", "plan", "call", "end", "unknown"]
    at: str
    text: str = ""
    call: Call | None = None


def passages(events: Iterable[StoredEvent]) -> Iterator[Passage]:
    """The conversation in the order in which it can be read: pieces joined, each call with its result."""
    open_calls: dict[str, Called] = {}
    silent: set[str] = set()
    held: list[Said | Thought] = []  # the pieces of one message
    since = at = ""
    for stored in events:
        at = stored.at
        event = _decoded(stored)
        if held and not _continues(held[0], event):
            yield _joined(held, since)
            held.clear()
        match event:
            case Said() | Thought():
                since = since if held else at
                held.append(event)
            case Called() if not is_shown(event.name):
                silent.add(event.id)
            case Returned() if event.id in silent:
                pass
            case Called():
                open_calls[event.id] = event
            case Returned():
                yield Passage("call", at, call=_returned(open_calls.pop(event.id, None), event))
            case Prompted() | Ended():
                yield from (_interrupted(call, at) for call in open_calls.values())
                open_calls.clear()
                yield from _bound(event, at)
            case Planned():
                marks = {"completed": "x", "in_progress": "~"}
                steps = [f"[{marks.get(entry.status, ' ')}] {entry.content}" for entry in event.entries]
                yield Passage("plan", at, "\n".join(steps))
            case Noticed():
                yield Passage("agent" if event.as_message else "notice", at, event.text)
            case Composed():  # its pieces were there already
                pass
            case None:
                yield Passage("unknown", at, "Something that this version of Understudy cannot read.")
    if held:
        yield _joined(held, since)
    yield from (_interrupted(call, at) for call in open_calls.values())


def _decoded(stored: StoredEvent) -> Event | None:
    try:
        return decode_event(stored.data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _continues(first: Said | Thought, event: Event | None) -> bool:
    match event:
        case Said() | Thought():
            return type(event) is type(first) and event.message_id == first.message_id
        case _:
            return False


def _joined(pieces: list[Said | Thought], since: str) -> Passage:
    kind = "agent" if isinstance(pieces[0], Said) else "thought"
    return Passage(kind, since, "".join(piece.text for piece in pieces))


def _bound(event: Prompted | Ended, at: str) -> Iterator[Passage]:
    """Where a turn begins or ends."""
    match event:
        case Prompted():
            parts = [_block(block) for block in event.blocks]
            if event.attached:
                parts.append(f"(with {len(event.attached)} attached)")
            yield Passage("user", at, "\n\n".join(parts))
        case Ended(stop_reason="end_turn"):
            pass
        case Ended():
            yield Passage("end", at, f"The turn ended: {event.stop_reason.replace('_', ' ')}.")


def _block(block: ContentBlock) -> str:
    match block:
        case TextContent():
            return block.text
        case ImageContent() | AudioContent():
            return f"({'image' if isinstance(block, ImageContent) else 'sound'}, {block.mime_type})"
        case ResourceLink():
            return f"({block.name}: {block.uri})"
        case EmbeddedResource():
            resource = block.resource
            text = "" if resource.text is None else f"\n{fenced(resource.text)}"
            return f"({resource.uri}){text}"


def _returned(called: Called | None, result: Returned) -> Call:
    diffs = [
        unified_diff(item.old_text or "", item.new_text, item.path.lstrip("/"), MOST_DIFF)
        for item in result.content
        if isinstance(item, Diff)
    ]
    return Call(
        called.name if called else "",
        called.title if called else result.id,
        "failed" if result.failed else "completed",
        _arguments(called.arguments) if called else "",
        result.text,
        tuple(diffs),
    )


def _interrupted(called: Called, at: str) -> Passage:
    call = Call(called.name, called.title, "interrupted", _arguments(called.arguments), "")
    return Passage("call", at, call=call)


def _arguments(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
