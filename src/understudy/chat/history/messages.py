"""A session's events as the messages that a model is sent. Pure.

Owns the one rule that every provider insists on: each call is answered, by the message directly behind it. What the
user alone was told (notices, plans) is left out; runtime context is no event and never was here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from understudy.chat.events import (
    AgentText,
    AgentThought,
    Event,
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

__all__ = ["build_messages", "compact", "conversation_tokens"]

INTERRUPTED_RESULT: Final = "interrupted"


def build_messages(events: Iterable[Event], *, supports_images: bool) -> list[Message]:
    """The conversation so far, as the model is to see it."""
    story = _MessageBuilder(supports_images)
    for event in events:
        story.add(event)
    return story.build()


@dataclass(slots=True)
class _RecordedCall:
    """A call, and its result once that is known. The result may come late, so that its place is kept."""

    call: ToolCalled
    result: ToolReturned | None = None


@dataclass(slots=True)
class _ModelMessageDraft:
    """A message of the model that is still being put together."""

    parts: list[TextPart | ThoughtPart] = field(default_factory=list[TextPart | ThoughtPart])
    streamed_pieces: list[AgentText | AgentThought] = field(default_factory=list[AgentText | AgentThought])
    """As they were streamed, since the last whole message."""
    calls: list[_RecordedCall] = field(default_factory=list[_RecordedCall])

    def join_streamed_pieces(self) -> None:
        self.parts.extend(_join_pieces(self.streamed_pieces))
        self.streamed_pieces.clear()


class _MessageBuilder:
    def __init__(self, supports_images: bool) -> None:
        self._supports_images = supports_images
        self._items: list[UserMessage | _ModelMessageDraft | _RecordedCall] = []
        self._turn_start = 0  # where the turn begins in what is told
        self._draft: _ModelMessageDraft | None = None
        self._open_calls: dict[str, _RecordedCall] = {}
        self._has_results = (
            False  # a call of the draft has its result, so that what comes next is another message
        )

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
                draft.parts.extend(part for said in event.parts for part in _join_pieces([said]))
            case ToolCalled(by="user"):
                self._draft = None
                self._items.append(self._open_call(event))
            case ToolCalled():
                draft = self._current_draft()
                # No provider takes one id twice in a message; the first is the one that is answered.
                if all(asked.call.id != event.id for asked in draft.calls):
                    draft.calls.append(self._open_call(event))
            case ToolReturned():
                asked = self._open_calls.pop(event.id, None)
                if asked is not None:
                    asked.result = event
                    self._has_results = True
            case TurnEnded(stop_reason=reason):
                self._draft = None
                # ACP: neither a refused prompt nor what came of it is sent again. And a prompt that never reached
                # the model (a bad key) is the user's to send again.
                unanswered = len(self._items) == self._turn_start + 1
                if reason == "refusal" or (reason == "error" and unanswered):
                    del self._items[self._turn_start :]
            case _:
                pass

    def build(self) -> list[Message]:
        found: list[Message] = []
        for item in self._items:
            match item:
                case UserMessage():
                    found.append(item)
                case _RecordedCall():
                    found.append(UserMessage([TextPart(_describe_user_call(item))]))
                case _ModelMessageDraft():
                    found.extend(self._model_messages(item))
        return found

    def _current_draft(self) -> _ModelMessageDraft:
        """The message that the model is at; another one if this one's calls are being answered."""
        if self._draft is None or (self._draft.calls and self._has_results):
            self._draft = _ModelMessageDraft()
            self._has_results = False
            self._items.append(self._draft)
        return self._draft

    def _open_call(self, event: ToolCalled) -> _RecordedCall:
        asked = self._open_calls[event.id] = _RecordedCall(event)
        return asked

    def _model_messages(self, draft: _ModelMessageDraft) -> Iterable[Message]:
        draft.join_streamed_pieces()
        parts: list[TextPart | ThoughtPart | CallPart] = [*draft.parts]
        parts.extend(_call_part(asked.call) for asked in draft.calls)
        # A thought that led to nothing: providers refuse a message that ends with one.
        while parts and isinstance(parts[-1], ThoughtPart):
            parts.pop()
        if parts:
            yield ModelMessage(parts)
        if draft.calls:
            yield ToolMessage([self._result_part(asked) for asked in draft.calls])

    def _result_part(self, recorded: _RecordedCall) -> ResultPart:
        call, result = recorded.call, recorded.result
        if result is None:
            return ResultPart(call.id, call.name, INTERRUPTED_RESULT, failed=True)
        images = tuple(_image_parts(result)) if self._supports_images else ()
        return ResultPart(call.id, call.name, result.text, result.failed, images)


def _join_pieces(pieces: Sequence[AgentText | AgentThought]) -> Iterable[TextPart | ThoughtPart]:
    """The pieces of one text together; neither blank texts nor thoughts without anything."""
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
    if is_too_deep(called.arguments):  # an earlier version kept them so
        return CallPart(called.id, called.name, to_json_text(called.arguments), called.seal)
    match called.arguments:
        case None:
            arguments = {}
        case dict():
            arguments = cast(dict[str, Any], called.arguments)
        case str():
            arguments = called.arguments
        case other:
            arguments = msgspec.json.encode(other).decode()
    return CallPart(called.id, called.name, arguments, called.seal)


def _describe_user_call(recorded: _RecordedCall) -> str:
    call, result = recorded.call, recorded.result
    arguments = one_line(msgspec.json.encode(call.arguments or {}).decode(), 2000)
    said = f"The user ran the tool {call.name} with {arguments}."
    if result is None:
        return f"{said} It was {INTERRUPTED_RESULT}."
    return f"{said} It {'failed' if result.failed else 'gave'}:\n{fenced_block(result.text)}"


def _image_parts(result: ToolReturned) -> Iterable[ImagePart]:
    for item in result.content:
        if isinstance(item, Content) and isinstance(item.content, ImageContent):
            found = decode_image(item.content)
            if isinstance(found, ImagePart):
                yield found
