"""A session's events as messages for the model.

`MessageHistory` keeps the messages of one session and is given only new events, so that a turn costs what it adds
and not what came before it.

Owns the rule that every provider enforces: each call has a result, in the message directly after it. Notices and
plans are for the user alone and left out; runtime context is not an event and never part of this.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from understudy.chat.events import (
    AgentText,
    AgentThought,
    Event,
    HistoryCompacted,
    MessageComposed,
    ToolCalled,
    ToolReturned,
    TurnEnded,
    UserPrompted,
)
from understudy.chat.history.compaction import compact, conversation_tokens
from understudy.chat.prompt import build_user_parts, decode_image
from understudy.chat.text import fenced_block, one_line
from understudy.models import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
    is_too_deep,
    to_json_text,
)
from understudy.schema.acp import Content, ImageContent

__all__ = ["MessageHistory", "build_messages", "compact", "conversation_tokens"]

INTERRUPTED_RESULT: Final = "interrupted"
_SUMMARY_PREFIX: Final = "Earlier parts of this conversation are left out. Your own summary of them:\n\n"


def build_messages(events: Iterable[Event], *, supports_images: bool) -> list[Message]:
    """The conversation so far, as the model sees it."""
    builder = _MessageBuilder(supports_images)
    for event in events:
        builder.add(event)
    return builder.build()


class MessageHistory:
    """The messages of the first `event_count` events of a session. What does not change stays the same object."""

    def __init__(self, *, supports_images: bool) -> None:
        self.supports_images = supports_images
        self.event_count = 0
        self._builder = _MessageBuilder(supports_images)

    def extend(self, events: Iterable[Event], event_count: int) -> list[Message]:
        """Add the events after the first `event_count` so far; return all messages."""
        for event in events:
            self._builder.add(event)
        self.event_count = event_count
        return self._builder.build()


@dataclass(slots=True)
class _RecordedCall:
    """A call, and its result once it is known. It holds the call's position while other events follow."""

    call: ToolCalled
    result: ToolReturned | None = None
    draft: "_ModelMessageDraft | None" = None
    """The message that it is part of; None if the user made the call."""
    messages: list[Message] | None = None
    """As of the latest build, if nothing has changed since."""


@dataclass(slots=True)
class _ModelMessageDraft:
    """A message of the model that is being assembled."""

    parts: list[TextPart | ThoughtPart] = field(default_factory=list[TextPart | ThoughtPart])
    streamed_pieces: list[AgentText | AgentThought] = field(default_factory=list[AgentText | AgentThought])
    """Streamed pieces since the last complete message."""
    calls: list[_RecordedCall] = field(default_factory=list[_RecordedCall])
    messages: list[Message] | None = None
    """As of the latest build, if nothing has changed since."""

    def join_streamed_pieces(self) -> None:
        self.parts.extend(_join_pieces(self.streamed_pieces))
        self.streamed_pieces.clear()


class _MessageBuilder:
    def __init__(self, supports_images: bool) -> None:
        self._supports_images = supports_images
        self._items: list[UserMessage | _ModelMessageDraft | _RecordedCall] = []
        self._turn_start = 0  # index of the first item of the current turn
        self._draft: _ModelMessageDraft | None = None
        self._open_calls: dict[str, _RecordedCall] = {}
        self._has_results = False
        """Whether a call of the draft has its result, so that what follows is another message."""

    def add(self, event: Event) -> None:
        match event:
            case UserPrompted():
                self._draft = None
                self._turn_start = len(self._items)
                if parts := build_user_parts(event, supports_images=self._supports_images):
                    self._items.append(UserMessage(parts))
            case AgentText() | AgentThought():
                self._current_draft().streamed_pieces.append(event)
            case MessageComposed():
                draft = self._current_draft()
                draft.streamed_pieces.clear()
                draft.parts.extend(part for piece in event.parts for part in _join_pieces([piece]))
            case ToolCalled(by="user"):
                self._draft = None
                self._items.append(self._open_call(event))
            case ToolCalled():
                draft = self._current_draft()
                # No provider accepts the same id twice in a message; the first call gets the result.
                if all(recorded.call.id != event.id for recorded in draft.calls):
                    draft.calls.append(self._open_call(event, draft))
            case ToolReturned():
                recorded = self._open_calls.pop(event.id, None)
                if recorded is not None:
                    recorded.result = event
                    (recorded.draft or recorded).messages = None
                    self._has_results = True
            case HistoryCompacted():
                prompt = self._items[self._turn_start : self._turn_start + 1]
                kept = [item for item in prompt if event.keeps_prompt and isinstance(item, UserMessage)]
                self._draft = None
                self._open_calls.clear()
                self._items = [UserMessage([TextPart(f"{_SUMMARY_PREFIX}{event.summary}")]), *kept]
                self._turn_start = len(self._items) - len(kept)
            case TurnEnded(stop_reason=reason):
                self._draft = None
                # ACP: neither a refused prompt nor its answer is sent again. And a prompt that never reached the
                # model (a bad key) is left out: the user sends it again.
                unanswered = len(self._items) == self._turn_start + 1
                if reason == "refusal" or (reason in ("error", "interrupted") and unanswered):
                    del self._items[self._turn_start :]
            case _:
                pass

    def build(self) -> list[Message]:
        messages: list[Message] = []
        for item in self._items:
            match item:
                case UserMessage():
                    messages.append(item)
                case _RecordedCall():
                    if item.messages is None:
                        item.messages = [UserMessage([TextPart(_describe_user_call(item))])]
                    messages += item.messages
                case _ModelMessageDraft():
                    if item.messages is None:
                        item.messages = [*self._model_messages(item)]
                    messages += item.messages
        return messages

    def _current_draft(self) -> _ModelMessageDraft:
        """The model's current message; a new one if a call of the last one already has its result."""
        if self._draft is None or (self._draft.calls and self._has_results):
            self._draft = _ModelMessageDraft()
            self._has_results = False
            self._items.append(self._draft)
        self._draft.messages = None  # the caller changes it
        return self._draft

    def _open_call(self, event: ToolCalled, draft: _ModelMessageDraft | None = None) -> _RecordedCall:
        recorded = self._open_calls[event.id] = _RecordedCall(event, draft=draft)
        return recorded

    def _model_messages(self, draft: _ModelMessageDraft) -> Iterable[Message]:
        draft.join_streamed_pieces()
        parts: list[TextPart | ThoughtPart | CallPart] = [*draft.parts]
        parts.extend(_call_part(recorded.call) for recorded in draft.calls)
        # Providers reject a message that ends with a thought.
        while parts and isinstance(parts[-1], ThoughtPart):
            parts.pop()
        if parts:
            yield ModelMessage(parts)
        if draft.calls:
            yield ToolMessage([self._result_part(recorded) for recorded in draft.calls])

    def _result_part(self, recorded: _RecordedCall) -> ResultPart:
        call, result = recorded.call, recorded.result
        if result is None:
            return ResultPart(call.id, call.name, INTERRUPTED_RESULT, failed=True)
        images = tuple(_image_parts(result)) if self._supports_images else ()
        return ResultPart(call.id, call.name, result.text, result.failed, images)


def _join_pieces(pieces: Sequence[AgentText | AgentThought]) -> Iterable[TextPart | ThoughtPart]:
    """Join the pieces of each text, without blank texts and empty thoughts."""
    groups: list[tuple[AgentText | AgentThought, list[str]]] = []
    for piece in pieces:
        last = groups[-1][0] if groups else None
        if last is not None and _is_continuation(last, piece):
            groups[-1][1].append(piece.text)
        else:
            groups.append((piece, [piece.text]))
    for first, texts in groups:
        text = "".join(texts)
        if isinstance(first, AgentThought):
            if text or first.seal:
                yield ThoughtPart(text, first.seal)
        elif text.strip():
            yield TextPart(text, first.seal)


def _is_continuation(last: AgentText | AgentThought, piece: AgentText | AgentThought) -> bool:
    if last.message_id != piece.message_id:
        return False
    if isinstance(last, AgentThought) and isinstance(piece, AgentThought):
        return last.seal is None and piece.seal is None
    return isinstance(last, AgentText) and isinstance(piece, AgentText)


def _call_part(called: ToolCalled) -> CallPart:
    arguments: Mapping[str, Any] | str
    if is_too_deep(called.arguments):  # stored by an earlier version
        return CallPart(called.id, called.name, to_json_text(called.arguments), called.seal)
    match called.arguments:
        case None:
            arguments = {}
        case dict():
            arguments = cast(dict[str, Any], called.arguments)
        case str():
            arguments = called.arguments
        case value:
            arguments = msgspec.json.encode(value).decode()
    return CallPart(called.id, called.name, arguments, called.seal)


def _describe_user_call(recorded: _RecordedCall) -> str:
    call, result = recorded.call, recorded.result
    arguments = one_line(msgspec.json.encode(call.arguments or {}).decode(), 2000)
    sentence = f"The user ran the tool {call.name} with {arguments}."
    if result is None:
        return f"{sentence} It was {INTERRUPTED_RESULT}."
    return f"{sentence} It {'failed' if result.failed else 'gave'}:\n{fenced_block(result.text)}"


def _image_parts(result: ToolReturned) -> Iterable[ImagePart]:
    for item in result.content:
        if isinstance(item, Content) and isinstance(item.content, ImageContent):
            decoded = decode_image(item.content)
            if isinstance(decoded, ImagePart):
                yield decoded
