"""A session's events as the messages that a model is sent. Pure.

Owns the one rule that every provider insists on: each call is answered, by the message directly behind it. What the
user alone was told (notices, plans) is left out; runtime context is no event and never was here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from understudy.chat.content import picture, user_parts
from understudy.chat.events import Called, Composed, Ended, Event, Prompted, Returned, Said, Thought
from understudy.chat.fitting import fit, size_of
from understudy.chat.markdown import fenced
from understudy.chat.wording import one_line
from understudy.models.nesting import text_of, too_deep
from understudy.models.port import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
)
from understudy.schema.acp import Content, ImageContent

__all__ = ["fit", "messages", "size_of"]

INTERRUPTED: Final = "interrupted"


def messages(events: Iterable[Event], *, takes_images: bool) -> list[Message]:
    """The conversation so far, as the model is to see it."""
    story = _Story(takes_images)
    for event in events:
        story.take(event)
    return story.told()


@dataclass(slots=True)
class _Asked:
    """A call, and its result once that is known. The result may come late, so that its place is kept."""

    call: Called
    result: Returned | None = None


@dataclass(slots=True)
class _Draft:
    """A message of the model that is still being put together."""

    settled: list[TextPart | ThoughtPart] = field(default_factory=list[TextPart | ThoughtPart])
    pieces: list[Said | Thought] = field(default_factory=list[Said | Thought])
    """As they were streamed, since the last whole message."""
    asked: list[_Asked] = field(default_factory=list[_Asked])

    def settle(self) -> None:
        self.settled.extend(_joined(self.pieces))
        self.pieces.clear()


class _Story:
    def __init__(self, takes_images: bool) -> None:
        self._takes_images = takes_images
        self._told: list[UserMessage | _Draft | _Asked] = []
        self._turn = 0  # where the turn begins in what is told
        self._draft: _Draft | None = None
        self._open: dict[str, _Asked] = {}
        self._answered = (
            False  # a call of the draft has its result, so that what comes next is another message
        )

    def take(self, event: Event) -> None:
        match event:
            case Prompted():
                self._draft = None
                self._turn = len(self._told)
                if parts := user_parts(event, takes_images=self._takes_images):
                    self._told.append(UserMessage(parts))
            case Said() | Thought():
                self._drafted().pieces.append(event)
            case Composed():
                draft = self._drafted()
                draft.pieces.clear()
                draft.settled.extend(part for said in event.parts for part in _joined([said]))
            case Called(by="user"):
                self._draft = None
                self._told.append(self._ask(event))
            case Called():
                draft = self._drafted()
                # No provider takes one id twice in a message; the first is the one that is answered.
                if all(asked.call.id != event.id for asked in draft.asked):
                    draft.asked.append(self._ask(event))
            case Returned():
                asked = self._open.pop(event.id, None)
                if asked is not None:
                    asked.result = event
                    self._answered = True
            case Ended(stop_reason=reason):
                self._draft = None
                # ACP: neither a refused prompt nor what came of it is sent again. And a prompt that never reached
                # the model (a bad key) is the user's to send again.
                unanswered = len(self._told) == self._turn + 1
                if reason == "refusal" or (reason == "error" and unanswered):
                    del self._told[self._turn :]
            case _:
                pass

    def told(self) -> list[Message]:
        found: list[Message] = []
        for item in self._told:
            match item:
                case UserMessage():
                    found.append(item)
                case _Asked():
                    found.append(UserMessage([TextPart(_ran_by_user(item))]))
                case _Draft():
                    found.extend(self._model_messages(item))
        return found

    def _drafted(self) -> _Draft:
        """The message that the model is at; another one if this one's calls are being answered."""
        if self._draft is None or (self._draft.asked and self._answered):
            self._draft = _Draft()
            self._answered = False
            self._told.append(self._draft)
        return self._draft

    def _ask(self, event: Called) -> _Asked:
        asked = self._open[event.id] = _Asked(event)
        return asked

    def _model_messages(self, draft: _Draft) -> Iterable[Message]:
        draft.settle()
        parts: list[TextPart | ThoughtPart | CallPart] = [*draft.settled]
        parts.extend(_call(asked.call) for asked in draft.asked)
        # A thought that led to nothing: providers refuse a message that ends with one.
        while parts and isinstance(parts[-1], ThoughtPart):
            parts.pop()
        if parts:
            yield ModelMessage(parts)
        if draft.asked:
            yield ToolMessage([self._result(asked) for asked in draft.asked])

    def _result(self, asked: _Asked) -> ResultPart:
        call, result = asked.call, asked.result
        if result is None:
            return ResultPart(call.id, call.name, INTERRUPTED, failed=True)
        images = tuple(_images(result)) if self._takes_images else ()
        return ResultPart(call.id, call.name, result.text, result.failed, images)


def _joined(pieces: Sequence[Said | Thought]) -> Iterable[TextPart | ThoughtPart]:
    """The pieces of one text together; neither blank texts nor thoughts without anything."""
    groups: list[tuple[Said | Thought, list[str]]] = []
    for piece in pieces:
        last = groups[-1][0] if groups else None
        if last is not None and _continues(last, piece):
            groups[-1][1].append(piece.text)
        else:
            groups.append((piece, [piece.text]))
    for first, texts in groups:
        text = "".join(texts)
        if isinstance(first, Thought):
            if text or first.seal:
                yield ThoughtPart(text, first.seal)
        elif text.strip():
            yield TextPart(text, first.seal)


def _continues(last: Said | Thought, piece: Said | Thought) -> bool:
    if last.message_id != piece.message_id:
        return False
    if isinstance(last, Thought) and isinstance(piece, Thought):
        return last.seal is None and piece.seal is None
    return isinstance(last, Said) and isinstance(piece, Said)


def _call(called: Called) -> CallPart:
    arguments: Mapping[str, Any] | str
    if too_deep(called.arguments):  # an earlier version kept them so
        return CallPart(called.id, called.name, text_of(called.arguments), called.seal)
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


def _ran_by_user(asked: _Asked) -> str:
    call, result = asked.call, asked.result
    arguments = one_line(msgspec.json.encode(call.arguments or {}).decode(), 2000)
    said = f"The user ran the tool {call.name} with {arguments}."
    if result is None:
        return f"{said} It was {INTERRUPTED}."
    return f"{said} It {'failed' if result.failed else 'gave'}:\n{fenced(result.text)}"


def _images(result: Returned) -> Iterable[ImagePart]:
    for item in result.content:
        if isinstance(item, Content) and isinstance(item.content, ImageContent):
            found = picture(item.content)
            if isinstance(found, ImagePart):
                yield found
