"""From pydantic-ai's stream to our events and message. Pure: it opens and closes nothing.

Nothing leaves here that cannot be stored or sent: no halves of characters, no depth without a floor, no end of
calls.
"""

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
from understudy.models.nesting import text_of, too_deep
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
"""Characters of one answer: text, thoughts, names and arguments together."""
PART: Final = 1024
"""What each part costs, however little is in it."""
NAME: Final = 64
"""What a character of a name costs: with each piece of a name the whole of it is copied."""
MOST_CALLS: Final = 128
LONGEST_NAME: Final = 256
"""Characters of a tool's name that are kept; a tool has 64 at most."""
MOST_TOKENS: Final = 2**53


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
            return CallBegun(whole_characters(id), _name(name)) if id else None
        case _:
            return None


class Gauge:
    """How large the answer has become. Feed it every event; it refuses one that never ends."""

    def __init__(self, limit: int = ANSWER_LIMIT) -> None:
        self._left = limit
        self._parts: set[int] = set()
        self._calls: set[int] = set()

    def feed(self, event: ModelResponseStreamEvent) -> None:
        self._left -= _size(event)
        if isinstance(event, PartStartEvent):
            self._begin(event)
        if self._left < 0:
            raise ModelError("rejected", "The model's answer is too large: it was cut off at 8 MiB.")

    def _begin(self, event: PartStartEvent) -> None:
        if event.index not in self._parts:  # a part may be started over, with more of it
            self._parts.add(event.index)
            self._left -= PART
        if isinstance(event.part, ToolCallPart):
            self._calls.add(event.index)
        if len(self._calls) > MOST_CALLS:
            told = f"The model asked for more than {MOST_CALLS} tools at once, so none of them was used. Ask again."
            raise ModelError("rejected", told)


def _size(event: ModelResponseStreamEvent) -> int:
    match event:
        case PartStartEvent(part=PydanticTextPart(content=text)):
            return len(text)
        case PartStartEvent(part=ThinkingPart(content=text, signature=signature)):
            return len(text) + len(signature or "")
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return len(text)
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text, signature_delta=signature)):
            return len(text or "") + len(signature or "")
        case PartStartEvent(part=ToolCallPart(tool_name=name, args=arguments, tool_call_id=id)):
            return NAME * len(name) + len(id) + _written_size(arguments)
        case PartDeltaEvent(
            delta=ToolCallPartDelta(tool_name_delta=name, args_delta=arguments, tool_call_id=id)
        ):
            return NAME * len(name or "") + len(id or "") + _written_size(arguments)
        case _:
            return 0


def _written_size(arguments: str | Mapping[str, Any] | None) -> int:
    if not arguments:
        return 0
    return len(arguments if isinstance(arguments, str) else text_of(arguments))


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
                call = CallPart(whole_characters(id), _name(name), _arguments(arguments), _seal(part))
                parts.append(call)
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
    """Plain data if the model wrote a JSON object that can be carried on; what it wrote if not. Nothing at all
    means no arguments."""
    if written is None or (isinstance(written, str) and not written.strip()):
        return {}
    text = whole_characters(written) if isinstance(written, str) else text_of(written)
    try:
        data: Any = json.loads(text, parse_constant=_no_number)
        if not isinstance(data, dict) or too_deep(cast("object", data)):
            return text
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return text
    return cast("dict[str, Any]", data)


def _name(written: str) -> str:
    return whole_characters(written[:LONGEST_NAME])


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _seal(part: PydanticTextPart | ThinkingPart | ToolCallPart) -> Mapping[str, Any] | None:
    """What the provider wants back unchanged, as data that can be stored; None if there is nothing of that kind."""
    signature = part.signature if isinstance(part, ThinkingPart) else None
    kept = {"id": part.id, "signature": signature, "details": part.provider_details}
    kept = {key: value for key, value in kept.items() if value}
    if not kept or part.provider_name is None or too_deep(kept):
        return None
    return json.loads(text_of(to_jsonable_python({"provider": part.provider_name, **kept}, fallback=str)))


def _usage(usage: RequestUsage) -> TokenUsage:
    return TokenUsage(
        input=_count(usage.input_tokens),
        output=_count(usage.output_tokens),
        thought=_count(usage.output_reasoning_tokens),
        cache_read=_count(usage.cache_read_tokens),
        cache_write=_count(usage.cache_write_tokens),
    )


def _count(tokens: int) -> int:
    return min(max(0, tokens), MOST_TOKENS)
