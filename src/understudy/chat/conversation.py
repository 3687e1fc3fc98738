"""The model's side of a turn: ask, stream, run the tools that it wants, and ask again until it is done."""

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from understudy.chat.briefing import briefing
from understudy.chat.context import render_context, report
from understudy.chat.discovery import discover
from understudy.chat.engine import Engine
from understudy.chat.events import Composed, Noticed, Said, Thought
from understudy.chat.history import fit, messages, size_of
from understudy.chat.offer import offered_specs
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.tokens import estimate
from understudy.chat.using import ToolUser
from understudy.models.port import (
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
    TokenUsage,
    ToolMessage,
    ToolSpec,
)
from understudy.schema.acp import RuntimeContextItem, StopReason, Usage, UsageUpdate
from understudy.workspace import Stop

__all__ = ["Conversation", "Totals"]

ANSWER_ROOM: Final = 8_000
"""Tokens that are kept free for the answer where no limit is set, at most a quarter of the window."""


@dataclass(slots=True)
class Totals:
    """What the requests of a turn cost together."""

    requests: int = 0
    _sum: TokenUsage = field(default_factory=TokenUsage)

    def add(self, usage: TokenUsage) -> None:
        self.requests += 1
        one = self._sum
        self._sum = TokenUsage(
            one.input + usage.input,
            one.output + usage.output,
            one.thought + usage.thought,
            one.cache_read + usage.cache_read,
            one.cache_write + usage.cache_write,
        )

    def usage(self) -> Usage | None:
        if not self.requests:
            return None
        spent = self._sum
        return Usage(
            total_tokens=spent.input + spent.output,
            input_tokens=spent.input,
            output_tokens=spent.output,
            thought_tokens=spent.thought or None,
            cached_read_tokens=spent.cache_read or None,
            cached_write_tokens=spent.cache_write or None,
        )


@dataclass(slots=True)
class Conversation:
    session: Session
    engine: Engine
    recorder: Recorder
    user: ToolUser
    totals: Totals
    _system: str = ""
    _messages: list[Message] = field(default_factory=list[Message])
    _context: str | None = field(default=None, repr=False)
    _room: int = 0

    async def prepare(self, model: Model, context: Sequence[RuntimeContextItem]) -> dict[str, Any]:
        """Put the request together; what must be said of it in the turn's `_meta`."""
        session, engine = self.session, self.engine
        if session.discovery is None:
            stop = Stop()
            session.discovery = await engine.workers.run(lambda: discover(session.workspace), stop)
        stored = await engine.keeper.events(session.id)
        images = model.takes_images
        self._messages = await engine.workers.run(lambda: messages(stored, takes_images=images), Stop())
        names = [spec.name for spec in self._specs()]
        mode = session.permissions.mode
        self._system = briefing(session.workspace, mode, session.discovery, tools=names)
        answer = engine.limits.output_tokens or min(ANSWER_ROOM, model.window // 4)
        tools = msgspec.json.encode([spec.input_schema for spec in self._specs()]).decode()
        self._room = model.window - answer - estimate(self._system) - estimate(tools)
        rendered = render_context(context, max(0, self._room - size_of(self._messages)))
        self._context = rendered.text
        if rendered.text is not None:
            self._room -= estimate(rendered.text)
        noted = report(rendered, context)
        return {} if noted is None else {"understudy/runtimeContext": noted}

    async def run(self, model: Model) -> StopReason:
        for _ in range(self.engine.limits.steps):
            self.recorder.next_message()
            finished = await self._ask(model)
            message = _distinct(finished.message, self._messages)
            calls = [part for part in message.parts if isinstance(part, CallPart)]
            if finished.cause == "refusal":
                return "refusal"
            if finished.cause == "length":
                return "max_tokens"
            if not calls:
                return "end_turn"
            self._messages.append(message)
            results = await self.user.use_all(calls)
            if not model.takes_images:
                results = [replace(result, images=()) for result in results]
            self._messages.append(ToolMessage(results))
        return "max_turn_requests"

    async def _ask(self, model: Model) -> Finished:
        request = Request(
            system=self._system,
            messages=fit(self._messages, self._room),
            tools=self._specs(),
            context=self._context,
            max_tokens=self.engine.limits.output_tokens,
        )
        async with contextlib.aclosing(model.stream(request)) as stream:
            async for event in stream:
                match event:
                    case TextDelta(text=text):
                        await self.recorder.say(text)
                    case ThoughtDelta(text=text):
                        await self.recorder.think(text)
                    case Retrying():
                        await self._tell_retry(event)
                    case Finished():
                        await self._keep(model, event)
                        return event
        raise ModelError("unreachable", "The model's answer broke off. Try again.")

    async def _keep(self, model: Model, finished: Finished) -> None:
        if any(part.seal for part in finished.message.parts if not isinstance(part, CallPart)):
            await self.recorder.add(_composed(finished.message), show=False)
        else:
            await self.recorder.flush()
        self.totals.add(finished.usage)
        used = finished.usage.input + finished.usage.output
        if used:
            await self.recorder.show(UsageUpdate(used=used, size=model.window))

    async def _tell_retry(self, retry: Retrying) -> None:
        text = (
            f"{retry.message} Trying again in {retry.seconds:.1f} s "
            f"(attempt {retry.attempt} of {retry.attempts}).\n"
        )
        await self.recorder.add(Noticed(text=text, message_id=self.recorder.message_id))

    def _specs(self) -> list[ToolSpec]:
        return offered_specs(self.user.tools, self.session.permissions.mode)


def _distinct(message: ModelMessage, before: Sequence[Message]) -> ModelMessage:
    """The message with ids that no other call of the session has: some servers count anew in every answer."""
    known = {
        part.id
        for earlier in before
        if isinstance(earlier, ModelMessage)
        for part in earlier.parts
        if isinstance(part, CallPart)
    }
    parts: list[TextPart | ThoughtPart | CallPart] = []
    for part in message.parts:
        if isinstance(part, CallPart):
            if not part.id or part.id in known:
                part = replace(part, id=f"call_{secrets.token_hex(8)}")
            known.add(part.id)
        parts.append(part)
    return replace(message, parts=parts)


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
