"""The transcript of a stored session, and its export as Markdown for people or JSON for programs. Streams; pure.

A transcript joins the pieces of a message and pairs each call with its result; it has no format, so that the
terminal can print it in its own way. In Markdown the text of messages stays as it is but cannot break out of its
place: output is fenced, and HTML that would swallow or end a part of the page is escaped. Neither opens the
store nor knows a terminal.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

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
    decode_event,
)
from understudy.chat.history.session_updates import is_tool_shown
from understudy.chat.limits import MAX_DIFF_CHARS, MAX_EXPORT_TITLE_CHARS
from understudy.chat.store import StoredEvent, StoredSession
from understudy.chat.text import code_span, fenced_block, one_line
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    Diff,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from understudy.workspace.files import unified_diff

__all__ = ["TranscriptCall", "TranscriptEntry", "build_transcript", "to_json", "to_markdown"]


@dataclass(frozen=True, slots=True)
class TranscriptCall:
    """A tool call with its result."""

    name: str
    title: str
    status: Literal["completed", "failed", "interrupted"]
    arguments: str
    output: str
    diffs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """One message, call or notice of the conversation."""

    kind: Literal["user", "agent", "thought", "notice", "plan", "call", "end", "unknown"]
    at: str
    text: str = ""
    call: TranscriptCall | None = None


def build_transcript(events: Iterable[StoredEvent]) -> Iterator[TranscriptEntry]:
    """The entries in reading order: pieces joined, each call with its result."""
    open_calls: dict[str, ToolCalled] = {}
    hidden_calls: set[str] = set()
    pieces: list[AgentText | AgentThought] = []  # of one message
    first_at = at = ""
    for stored in events:
        at = stored.at
        event = _decode(stored)
        if pieces and not _is_continuation(pieces[0], event):
            yield _join_pieces(pieces, first_at)
            pieces.clear()
        match event:
            case AgentText() | AgentThought():
                first_at = first_at if pieces else at
                pieces.append(event)
            case ToolCalled() if not is_tool_shown(event.name):
                hidden_calls.add(event.id)
            case ToolReturned() if event.id in hidden_calls:
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
            case HistoryCompacted():
                yield TranscriptEntry(
                    "notice", at, f"The conversation was summarised for the model:\n\n{event.summary}"
                )
            case MessageComposed() | FileChanged() | ChangesUndone():  # repeated or shown by other events
                pass
            case None:
                yield TranscriptEntry("unknown", at, "Something that this version of Understudy cannot read.")
    if pieces:
        yield _join_pieces(pieces, first_at)
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


def _join_pieces(pieces: list[AgentText | AgentThought], at: str) -> TranscriptEntry:
    kind = "agent" if isinstance(pieces[0], AgentText) else "thought"
    return TranscriptEntry(kind, at, "".join(piece.text for piece in pieces))


def _turn_boundary_entries(event: UserPrompted | TurnEnded, at: str) -> Iterator[TranscriptEntry]:
    """The entries for the start or the end of a turn."""
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


def to_json(session: StoredSession, events: Iterable[StoredEvent]) -> Iterator[str]:
    """One JSON object with the session and its events as they are stored."""
    head = msgspec.json.encode(asdict(session)).decode()
    yield f'{{"session":{head},"events":['
    for number, stored in enumerate(events):
        event: Any = None
        try:
            event = msgspec.json.decode(stored.data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            event = {"kind": "unreadable"}
        line = msgspec.json.encode({"seq": stored.seq, "at": stored.at, "event": event}).decode()
        yield f"{',' if number else ''}\n{line}"
    yield "\n]}\n"


def to_markdown(session: StoredSession, events: Iterable[StoredEvent]) -> Iterator[str]:
    """A Markdown page: the session's properties, then the turns."""
    yield f"# {_escape_inline(session.title or f'Session {session.id}')}\n\n"
    yield f"- Session: {_code_span(session.id)}\n"
    yield f"- Begun: {session.created_at}\n- Last used: {session.updated_at}\n"
    yield f"- Folder: {_code_span(session.cwd)}\n"
    for root in session.roots:
        yield f"- Further root: {_code_span(root)}\n"
    if session.parent is not None:
        yield f"- Forked from: {_code_span(session.parent)}\n"
    for name, value in sorted(session.settings.items()):
        yield f"- {_escape_inline(name)}: {_code_span(value)}\n"
    speaker = ""
    for entry in build_transcript(events):
        current = "You" if entry.kind == "user" else "Understudy"
        if entry.kind == "user" or current != speaker:
            yield f"\n## {current}\n\n{entry.at}\n"
        speaker = current
        yield f"\n{_render_entry(entry)}\n"


def _render_entry(entry: TranscriptEntry) -> str:
    match entry:
        case TranscriptEntry(kind="user"):
            return "\n".join(f"> {line}".rstrip() for line in _sanitize_markdown(entry.text).split("\n"))
        case TranscriptEntry(kind="agent"):
            return _sanitize_markdown(entry.text)
        case TranscriptEntry(kind="thought" | "notice"):
            name = "Thought" if entry.kind == "thought" else "Notice"
            return f"<details>\n<summary>{name}</summary>\n\n{_sanitize_markdown(entry.text)}\n\n</details>"
        case TranscriptEntry(kind="plan"):
            return "Plan:\n\n" + "\n".join(f"- {_escape_inline(step)}" for step in entry.text.split("\n"))
        case TranscriptEntry(call=TranscriptCall() as call):
            return _render_call(call)
        case _:
            return f"*{_escape_inline(entry.text)}*"


def _render_call(call: TranscriptCall) -> str:
    parts = [
        f"### {_escape_inline(call.title)}",
        f"{_code_span(call.name)} · {call.status}" if call.name else call.status,
    ]
    if call.arguments:
        parts.append(fenced_block(call.arguments, "json"))
    parts += [fenced_block(diff, "diff") for diff in call.diffs]
    if call.output:
        parts.append(fenced_block(call.output))
    return "\n\n".join(parts)


_OPENING_FENCE: Final = re.compile(r"(`{3,}|~{3,})(.*)")
_CLOSING_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*")
_UNSAFE_HTML: Final = re.compile(
    r"<(?=[!?]|/?(?:details|summary|script|style|textarea|pre|iframe|object|embed|form|svg|math|template|title"
    r"|plaintext|xmp|noscript|noembed|noframes)\b)",
    re.IGNORECASE,
)


def _sanitize_markdown(text: str) -> str:
    """Close an open fence, and escape HTML that would swallow or end what follows."""
    fence = ""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n"):
        if fence:
            closing = _CLOSING_FENCE.fullmatch(line)
            if closing and closing[1].startswith(fence):
                fence = ""
        elif (opening := _OPENING_FENCE.match(line)) and not (opening[1][0] == "`" and "`" in opening[2]):
            fence = opening[1]
        else:
            line = _UNSAFE_HTML.sub("&lt;", line)
        lines.append(line)
    return "\n".join([*lines, fence] if fence else lines)


def _escape_inline(text: str) -> str:
    """Escape text so that Markdown shows it literally, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", one_line(text, MAX_EXPORT_TITLE_CHARS))


def _code_span(text: str) -> str:
    """The text as a code span, on one line."""
    return code_span(re.sub(r"\s", " ", text))
