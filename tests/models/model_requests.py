"""Send requests to a scripted provider and collect the events."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from provider_server import ProviderServer
from understudy.models import (
    CallPart,
    Finished,
    Model,
    ModelError,
    ModelEvent,
    ModelMessage,
    ModelSettings,
    Request,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ToolSpec,
    UserMessage,
    open_model,
)

__all__ = [
    "KEY",
    "READ",
    "SPECS",
    "ask",
    "calls_of",
    "failure",
    "finish",
    "limited",
    "request",
    "settings",
    "text",
    "thoughts",
]

KEY = "sk-a-very-secret-key-1234567890"
SPECS = ("openai-chat:gpt-4o", "openai:gpt-5", "anthropic:claude-opus-5-5", "google:gemini-3-pro-preview")
READ = ToolSpec(
    "read",
    "Read a file.",
    {"type": "object", "properties": {"path": {"type": "string", "title": "Path"}}, "required": ["path"]},
)


def settings(provider: ProviderServer, spec: str = SPECS[0], **more: Any) -> ModelSettings:
    own = spec.startswith(("anthropic:", "google:"))
    quick: dict[str, Any] = {"api_key": KEY, "retry_seconds": 0.01, **more}
    return ModelSettings(spec, base_url=provider.origin if own else provider.url, **quick)


def request(words: str = "hi", **more: Any) -> Request:
    asked: dict[str, Any] = {"system": "Be brief.", "messages": [UserMessage([TextPart(words)])], **more}
    return Request(**asked)


def limited(work: Coroutine[Any, Any, Any], seconds: float = 240) -> Any:
    async def within() -> Any:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(within())


async def collect(model: Model, *requests: Request) -> list[ModelEvent]:
    try:
        return [event for request in requests async for event in model.stream(request)]
    finally:
        await model.close()


def ask(how: ModelSettings, *requests: Request) -> list[ModelEvent]:
    return limited(collect(open_model(how), *(requests or [request()])))


def failure(how: ModelSettings, *requests: Request) -> ModelError:
    try:
        events = ask(how, *requests)
    except ModelError as error:
        return error
    raise AssertionError(f"no error, but {events}")


def text(events: list[ModelEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, TextDelta)]


def thoughts(events: list[ModelEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, ThoughtDelta)]


def finish(events: list[ModelEvent]) -> Finished:
    last = events[-1]
    assert isinstance(last, Finished)
    return last


def calls_of(message: ModelMessage) -> list[CallPart]:
    return [part for part in message.parts if isinstance(part, CallPart)]
