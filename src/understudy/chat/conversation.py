"""The model's side of a turn: ask, stream, run the tools that it wants, and ask again until it is done."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from understudy.chat.beginnings import Beginnings
from understudy.chat.briefing import briefing
from understudy.chat.context import report
from understudy.chat.discovery import discover
from understudy.chat.engine import Engine
from understudy.chat.events import Composed, Event, Noticed, Said, Thought
from understudy.chat.history import fit, messages, size_of
from understudy.chat.offer import offered_specs
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.shortening import capped
from understudy.chat.totals import Totals
from understudy.chat.using import ToolUser
from understudy.chat.window import Window
from understudy.models.port import (
    CallBegun,
    CallPart,
    Finished,
    Message,
    Model,
    ModelError,
    ModelMessage,
    Request,
    Retrying,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    ToolMessage,
    ToolSpec,
)
from understudy.schema.acp import RuntimeContextItem, StopReason, UsageUpdate
from understudy.workspace import Stop

__all__ = ["Conversation", "Totals"]

_CUT_OFF: Final = (
    "The answer was cut off: it reached the most that one answer may have. Say “go on” for the rest."
)
_EMPTY: Final = "The model's answer was empty. Ask again, perhaps in other words."


@dataclass(slots=True)
class Conversation:
    session: Session
    engine: Engine
    recorder: Recorder
    user: ToolUser
    totals: Totals
    meta: dict[str, Any] = field(default_factory=dict[str, Any])
    """What must be said of the requests in the turn's `_meta`."""
    _system: str = ""
    _messages: list[Message] = field(default_factory=list[Message])
    _items: Sequence[RuntimeContextItem] = field(default=(), repr=False)
    _context: str | None = field(default=None, repr=False)
    _room: int = 0
    _largest: int = 0
    """Tokens that one result may have."""

    async def prepare(self, model: Model, context: Sequence[RuntimeContextItem]) -> dict[str, Any]:
        """Put the request together; what must be said of it in the turn's `_meta`."""
        session, engine = self.session, self.engine
        if session.discovery is None:
            stop = Stop()
            look = session.in_use.guard(lambda: discover(session.workspace))
            session.discovery = await engine.workers.run(look, stop)
            session.troubles += session.discovery.troubles
        stored = await engine.keeper.events(session.id)
        names = [spec.name for spec in self._specs()]
        self._system = briefing(session.workspace, session.permissions.mode, session.discovery, tools=names)
        self._items = context
        self._largest = self._window(model).largest_result
        self._messages = await engine.workers.run(lambda: self._recalled(stored, model), Stop())
        self._divide(model)
        return self.meta

    def _recalled(self, stored: Sequence[Event], model: Model) -> list[Message]:
        return [
            capped(message, self._largest) if isinstance(message, ToolMessage) else message
            for message in messages(stored, takes_images=model.takes_images)
        ]

    def _window(self, model: Model) -> Window:
        answer, halvings = self.engine.limits.output_tokens, self.session.halvings.get(model.name, 0)
        return Window.of(model.window, self._system, self._specs(), answer, halvings)

    def _divide(self, model: Model) -> None:
        divided = self._window(model).divide(size_of(self._messages), self._items)
        self._room, self._context = divided.history, divided.context.text
        noted = report(divided.context, self._items)
        if noted is not None:
            self.meta["understudy/runtimeContext"] = noted

    async def run(self, model: Model) -> StopReason:
        silent = True
        for _ in range(self.engine.limits.steps):
            self.recorder.next_message()
            finished = await self._answer(model)
            said = (part.text for part in finished.message.parts if isinstance(part, TextPart))
            silent = silent and not any(map(str.strip, said))
            calls = [part for part in finished.message.parts if isinstance(part, CallPart)]
            if finished.cause == "refusal":
                return "refusal"
            if finished.cause == "length":
                await self._tell(_CUT_OFF, as_message=True)
                return "max_tokens"
            if not calls:
                if silent:
                    await self._tell(_EMPTY, as_message=True)
                return "end_turn"
            self._messages.append(finished.message)
            results = await self.user.use_all(calls)
            if not model.takes_images:
                results = [replace(result, images=()) for result in results]
            self._messages.append(capped(ToolMessage(results), self._largest))
        steps = self.engine.limits.steps
        asked = "1 request" if steps == 1 else f"{steps} requests"
        told = f"Stopped after {asked} to the model in one turn. Say “go on” for more."
        await self._tell(told, as_message=True)
        return "max_turn_requests"

    async def _answer(self, model: Model) -> Finished:
        """The model's answer. If it says that the request was too long, a shorter one is tried once."""
        request = await self._request()
        try:
            return await self._ask(model, request)
        except ModelError as error:
            await self._broke_off()
            if error.trouble != "context_too_long":
                raise
            shorter = await self._shortened(model, request)
            if shorter is None:
                raise
        told = f"The conversation is too long for {model.name}. Trying again without its older parts.\n"
        await self._tell(told)
        try:
            return await self._ask(model, shorter)
        except ModelError as error:
            await self._broke_off()
            if error.trouble == "context_too_long":
                await self._shortened(model, shorter)  # for the next turn
            raise

    async def _broke_off(self) -> None:
        """What is said of it is no part of what the model said."""
        await self.user.give_up_begun("The model's answer broke off.")
        await self._next_message()

    async def _request(self) -> Request:
        fitted = self.engine.workers.run(lambda: fit(self._messages, self._room), Stop())
        return Request(
            system=self._system,
            messages=await fitted,
            tools=self._specs(),
            context=self._context,
            max_tokens=self.engine.limits.output_tokens,
        )

    async def _shortened(self, model: Model, request: Request) -> Request | None:
        """The request with half the room, which the session remembers; None if that makes it no shorter."""
        halvings = self.session.halvings
        before = halvings.get(model.name, 0)
        halvings[model.name] = before + 1
        self._divide(model)
        shorter = await self._request()
        if shorter.messages != request.messages or shorter.context != request.context:
            return shorter
        halvings[model.name] = before
        return None

    async def _ask(self, model: Model, request: Request) -> Finished:
        beginnings = Beginnings.after(self._messages, self.user)
        async with contextlib.aclosing(model.stream(request)) as stream:
            async for event in stream:
                match event:
                    case TextDelta(text=text):
                        await self.recorder.say(text)
                    case ThoughtDelta(text=text):
                        await self.recorder.think(text)
                    case CallBegun(id=call, name=name):
                        await beginnings.show(call, name)
                    case Retrying():
                        await beginnings.void("The model's answer broke off; it is asked again.")
                        await self._tell_retry(event)
                    case Finished():
                        await self._keep(model, event)
                        return replace(event, message=beginnings.named(event.message))
        raise ModelError("unreachable", "The model's answer broke off. Try again.")

    async def _keep(self, model: Model, finished: Finished) -> None:
        if any(part.seal for part in finished.message.parts if not isinstance(part, CallPart)):
            await self.recorder.add(_composed(finished.message), show=False)
        else:
            await self.recorder.flush()
        self.totals.add(finished.usage)
        used = finished.usage.input + finished.usage.output
        if used:
            self.totals.used, self.totals.size = used, model.window
            await self.recorder.show(UsageUpdate(used=used, size=model.window))

    async def _tell_retry(self, retry: Retrying) -> None:
        sentence = retry.message if retry.message.endswith((".", "!", "?", "…")) else f"{retry.message}."
        await self._tell(
            f"{sentence} Trying again in {retry.seconds:.1f} s (attempt {retry.attempt} of {retry.attempts}).\n"
        )

    async def _tell(self, text: str, *, as_message: bool = False) -> None:
        """A word of ours to the user, apart from what the model says before and behind it."""
        await self._next_message()
        await self.recorder.add(
            Noticed(text=text, as_message=as_message, message_id=self.recorder.message_id)
        )
        self.recorder.next_message()

    async def _next_message(self) -> None:
        await self.recorder.flush()  # what was said belongs to the message before
        self.recorder.next_message()

    def _specs(self) -> list[ToolSpec]:
        return offered_specs(self.user.tools, self.session.permissions.mode)


def _composed(message: ModelMessage) -> Composed:
    parts: list[Thought | Said] = []
    for part in message.parts:
        match part:
            case ThoughtPart(text=text, seal=seal):
                parts.append(Thought(text=text, seal=None if seal is None else dict(seal)))
            case TextPart(text=text, seal=seal):
                parts.append(Said(text=text, seal=None if seal is None else dict(seal)))
            case CallPart():
                pass
    return Composed(parts=parts)
