"""From pydantic-ai's stream to our events and message. Pure: it opens and closes nothing."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.messages import TextPart as PydanticTextPart
from pydantic_ai.usage import RequestUsage
from pydantic_core import to_jsonable_python

from understudy.models.characters import whole_characters
from understudy.models.port import (
    CallBegun,
    CallPart,
    Finished,
    ModelError,
    ModelMessage,
    StopCause,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    TokenUsage,
)

__all__ = ["Gauge", "delta_of", "finished"]

ANSWER_LIMIT: Final = 8 * 1024 * 1024
"""Characters of one answer: text, thoughts and arguments together."""


def delta_of(event: ModelResponseStreamEvent) -> TextDelta | ThoughtDelta | CallBegun | None:
    """What to hand out for an event. The first chunk of each part arrives with the part's start."""
    match event:
        case PartStartEvent(part=PydanticTextPart(content=text)):
            return TextDelta(whole_characters(text)) if text else None
        case PartStartEvent(part=ThinkingPart(content=text)):
            return ThoughtDelta(whole_characters(text)) if text else None
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return TextDelta(whole_characters(text)) if text else None
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text)):
            return ThoughtDelta(whole_characters(text)) if text else None
        case PartStartEvent(part=ToolCallPart(tool_name=name, tool_call_id=id)):
            return CallBegun(id, name) if id else None
        case _:
            return None


class Gauge:
    """How large the answer has become. Feed it every event; it refuses one that never ends."""

    def __init__(self, limit: int = ANSWER_LIMIT) -> None:
        self._left = limit

    def feed(self, event: ModelResponseStreamEvent) -> None:
        self._left -= _size(event)
        if self._left < 0:
            raise ModelError("rejected", "The model's answer is too large: it was cut off at 8 MiB.")


def _size(event: ModelResponseStreamEvent) -> int:
    match event:
        case PartStartEvent(part=PydanticTextPart(content=text) | ThinkingPart(content=text)):
            return len(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return len(text)
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text)):
            return len(text or "")
        case PartStartEvent(part=ToolCallPart(args=arguments)):
            return len(arguments) if isinstance(arguments, str) else 0
        case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=arguments)):
            return len(arguments) if isinstance(arguments, str) else 0
        case _:
            return 0


def finished(response: ModelResponse) -> Finished:
    """The whole message of a stream that came to its end."""
    parts: list[TextPart | ThoughtPart | CallPart] = []
    for part in response.parts:
        match part:
            case PydanticTextPart(content=text) if text:
                parts.append(TextPart(whole_characters(text), _seal(part)))
            case ThinkingPart(content=text):
                parts.append(ThoughtPart(whole_characters(text), _seal(part)))
            case ToolCallPart(tool_name=name, args=arguments, tool_call_id=id):
                parts.append(CallPart(id, name, _arguments(arguments), _seal(part)))
            case _:
                continue
    return Finished(ModelMessage(tuple(parts)), _cause(response, parts), _usage(response.usage))


def _cause(response: ModelResponse, parts: list[TextPart | ThoughtPart | CallPart]) -> StopCause:
    match response.finish_reason:
        case "length":
            return "length"
        case "content_filter":
            return "refusal"
        case _:
            # Some servers say "stop" and mean the calls that they have just made.
            return "calls" if any(isinstance(part, CallPart) for part in parts) else "done"


def _arguments(written: str | Mapping[str, Any] | None) -> Mapping[str, Any] | str:
    """Plain data if the model wrote a JSON object; what it wrote if not. Nothing at all means no arguments."""
    if written is None or (isinstance(written, str) and not written.strip()):
        return {}
    if not isinstance(written, str):
        return written
    try:
        data: Any = json.loads(written, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return whole_characters(written)
    return cast("dict[str, Any]", data) if isinstance(data, dict) else whole_characters(written)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _seal(part: PydanticTextPart | ThinkingPart | ToolCallPart) -> Mapping[str, Any] | None:
    """What the provider wants back unchanged, as data that can be stored; None if there is nothing of that kind."""
    signature = part.signature if isinstance(part, ThinkingPart) else None
    kept = {"id": part.id, "signature": signature, "details": part.provider_details}
    kept = {key: value for key, value in kept.items() if value}
    if not kept or part.provider_name is None:
        return None
    return to_jsonable_python({"provider": part.provider_name, **kept}, fallback=str)


def _usage(usage: RequestUsage) -> TokenUsage:
    return TokenUsage(
        input=usage.input_tokens,
        output=usage.output_tokens,
        thought=usage.output_reasoning_tokens,
        cache_read=usage.cache_read_tokens,
        cache_write=usage.cache_write_tokens,
    )
