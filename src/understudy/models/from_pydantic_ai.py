"""Converts pydantic-ai's stream into our events and message. Pure: it opens and closes nothing.

Everything that leaves here can be stored and sent: no lone surrogates, and limits on nesting and on the
number of calls.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

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

from understudy.models.limits import (
    MAX_ANSWER_CHARS,
    MAX_TOKEN_COUNT,
    MAX_TOOL_CALLS,
    MAX_TOOL_NAME_CHARS_READ,
    NAME_CHAR_COST,
    PART_COST_CHARS,
)
from understudy.models.model_api import (
    CallPart,
    CallStarted,
    Finished,
    FinishReason,
    ModelError,
    ModelMessage,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    TokenUsage,
)
from understudy.models.sanitization import is_too_deep, replace_lone_surrogates, to_json_text

__all__ = ["AnswerSizeLimiter", "to_delta", "to_finished"]


def to_delta(event: ModelResponseStreamEvent) -> TextDelta | ThoughtDelta | CallStarted | None:
    """Convert an event; None if there is nothing to emit. The first chunk of a part arrives with its start."""
    match event:
        case PartStartEvent(part=PydanticTextPart(content=text)):
            return TextDelta(replace_lone_surrogates(text)) if text else None
        case PartStartEvent(part=ThinkingPart(content=text)):
            return ThoughtDelta(replace_lone_surrogates(text)) if text else None
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return TextDelta(replace_lone_surrogates(text)) if text else None
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text)):
            return ThoughtDelta(replace_lone_surrogates(text)) if text else None
        case PartStartEvent(part=ToolCallPart(tool_name=name, tool_call_id=id)):
            return CallStarted(replace_lone_surrogates(id), _truncated_name(name)) if id else None
        case _:
            return None


class AnswerSizeLimiter:
    """Counts the size of an answer. Feed it every event; it raises ModelError when the answer is too large."""

    def __init__(self, max_chars: int = MAX_ANSWER_CHARS) -> None:
        self._chars_left = max_chars
        self._parts: set[int] = set()
        self._calls: set[int] = set()

    def feed(self, event: ModelResponseStreamEvent) -> None:
        self._chars_left -= _event_size(event)
        if isinstance(event, PartStartEvent):
            self._count_part(event)
        if self._chars_left < 0:
            raise ModelError("rejected", "The model's answer is too large: it was cut off at 8 MiB.")

    def _count_part(self, event: PartStartEvent) -> None:
        if event.index not in self._parts:  # a part may be started again, with more content
            self._parts.add(event.index)
            self._chars_left -= PART_COST_CHARS
        if isinstance(event.part, ToolCallPart):
            self._calls.add(event.index)
        if len(self._calls) > MAX_TOOL_CALLS:
            raise ModelError(
                "rejected",
                f"The model asked for more than {MAX_TOOL_CALLS} tools at once, so none of them was used. "
                "Ask again.",
            )


def _event_size(event: ModelResponseStreamEvent) -> int:
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
            return NAME_CHAR_COST * len(name) + len(id) + _arguments_size(arguments)
        case PartDeltaEvent(
            delta=ToolCallPartDelta(tool_name_delta=name, args_delta=arguments, tool_call_id=id)
        ):
            return NAME_CHAR_COST * len(name or "") + len(id or "") + _arguments_size(arguments)
        case _:
            return 0


def _arguments_size(arguments: str | Mapping[str, Any] | None) -> int:
    if not arguments:
        return 0
    return len(arguments if isinstance(arguments, str) else to_json_text(arguments))


def to_finished(response: ModelResponse) -> Finished:
    """Convert the whole message of a completed stream."""
    parts: list[TextPart | ThoughtPart | CallPart] = []
    for part in response.parts:
        match part:
            case PydanticTextPart(content=text) if text:
                parts.append(TextPart(replace_lone_surrogates(text), _provider_data(part)))
            case ThinkingPart(content=text):
                parts.append(ThoughtPart(replace_lone_surrogates(text), _provider_data(part)))
            case ToolCallPart(tool_name=name, args=arguments, tool_call_id=id):
                call = CallPart(
                    replace_lone_surrogates(id),
                    _truncated_name(name),
                    _parse_arguments(arguments),
                    _provider_data(part),
                )
                parts.append(call)
            case _:
                continue
    return Finished(ModelMessage(tuple(parts)), _finish_reason(response, parts), _to_usage(response.usage))


def _finish_reason(response: ModelResponse, parts: list[TextPart | ThoughtPart | CallPart]) -> FinishReason:
    match response.finish_reason:
        case "length":
            return "length"
        case "content_filter":
            return "refusal"
        case _:
            # Some servers say "stop" although the message ends with calls.
            return "calls" if any(isinstance(part, CallPart) for part in parts) else "done"


def _parse_arguments(written: str | Mapping[str, Any] | None) -> Mapping[str, Any] | str:
    """Parse the arguments of a call: plain data if they are a JSON object that can be stored and sent, else
    the text that the model wrote. An empty text means no arguments."""
    if written is None or (isinstance(written, str) and not written.strip()):
        return {}
    text = replace_lone_surrogates(written) if isinstance(written, str) else to_json_text(written)
    try:
        data: Any = json.loads(text, parse_constant=_reject_constant)
        if not isinstance(data, dict) or is_too_deep(cast("object", data)):
            return text
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return text
    return cast("dict[str, Any]", data)


def _truncated_name(written: str) -> str:
    return replace_lone_surrogates(written[:MAX_TOOL_NAME_CHARS_READ])


def _reject_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _provider_data(part: PydanticTextPart | ThinkingPart | ToolCallPart) -> Mapping[str, Any] | None:
    """What the provider must get back unchanged, as data that can be stored; None if there is nothing."""
    signature = part.signature if isinstance(part, ThinkingPart) else None
    fields = {"id": part.id, "signature": signature, "details": part.provider_details}
    fields = {key: value for key, value in fields.items() if value}
    if not fields or part.provider_name is None or is_too_deep(fields):
        return None
    return json.loads(
        to_json_text(to_jsonable_python({"provider": part.provider_name, **fields}, fallback=str))
    )


def _to_usage(usage: RequestUsage) -> TokenUsage:
    return TokenUsage(
        input=_bounded_count(usage.input_tokens),
        output=_bounded_count(usage.output_tokens),
        thought=_bounded_count(usage.output_reasoning_tokens),
        cache_read=_bounded_count(usage.cache_read_tokens),
        cache_write=_bounded_count(usage.cache_write_tokens),
    )


def _bounded_count(tokens: int) -> int:
    return min(max(0, tokens), MAX_TOKEN_COUNT)
