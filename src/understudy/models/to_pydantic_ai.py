"""Converts our request into pydantic-ai's messages and parameters. Pure: the same request gives the same bytes.

The history is converted in the same way whether a runtime context follows it or not, so that a provider's
cache still hits in the next turn, which has the history but not the context.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic_ai.messages import (
    BinaryContent,
    CachePoint,
    InstructionPart,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.messages import ModelMessage as PydanticMessage
from pydantic_ai.messages import TextPart as PydanticTextPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from understudy.models.model_api import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    Request,
    ResultPart,
    TextPart,
    ThoughtPart,
    ToolMessage,
    UserMessage,
    format_context_block,
)
from understudy.models.sanitization import (
    is_too_deep,
    portable_id,
    portable_name,
    replace_lone_surrogates,
    to_json_text,
)

__all__ = ["to_messages", "to_parameters"]

INVALID_ARGUMENTS_KEY: Final = "INVALID_JSON"
"""The key under which a model gets back what it wrote instead of valid arguments."""


def to_parameters(request: Request) -> ModelRequestParameters:
    return ModelRequestParameters(
        function_tools=[
            ToolDefinition(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=dict(tool.input_schema),
                strict=False,
            )
            for tool in request.tools
        ],
        instruction_parts=[InstructionPart(content=replace_lone_surrogates(request.system))]
        if request.system
        else [],
    )


def to_messages(request: Request, provider_name: str, *, cache_points: bool) -> list[PydanticMessage]:
    """`provider_name` is pydantic-ai's name of the provider; thoughts of another provider are left out.
    `cache_points`: mark the end of the history, for a provider that needs to know what to cache."""
    messages = [_to_message(message, provider_name) for message in request.messages]
    tail: list[UserContent] = [CachePoint()] if cache_points and messages else []
    if request.context is not None:
        tail.append(replace_lone_surrogates(format_context_block(request.context)))
    if not tail:
        return messages
    part = UserPromptPart(tail if cache_points else str(tail[0]))
    last = messages[-1] if messages else None
    # Images of tool results may be sent after the whole message that contains them; the context must still come
    # after them.
    if isinstance(last, ModelRequest) and not _has_images(request.messages[-1]):
        messages[-1] = ModelRequest([*last.parts, part])
    else:
        messages.append(ModelRequest([part]))
    return messages


def _has_images(message: Message) -> bool:
    return isinstance(message, ToolMessage) and any(result.images for result in message.results)


def _to_message(message: Message, provider_name: str) -> PydanticMessage:
    match message:
        case UserMessage(parts):
            return ModelRequest([UserPromptPart(_prompt_content(parts))])
        case ToolMessage(results):
            return ModelRequest([_to_tool_return(result) for result in results])
        case ModelMessage(parts):
            return ModelResponse([*_response_parts(parts, provider_name)])


def _prompt_content(parts: Sequence[TextPart | ImagePart]) -> str | list[UserContent]:
    if all(isinstance(part, TextPart) for part in parts):
        return replace_lone_surrogates("\n\n".join(part.text for part in parts if isinstance(part, TextPart)))
    return [
        replace_lone_surrogates(part.text) if isinstance(part, TextPart) else _to_binary(part)
        for part in parts
    ]


def _to_binary(image: ImagePart) -> BinaryContent:
    return BinaryContent(image.data, media_type=image.mime_type)


def _to_tool_return(result: ResultPart) -> ToolReturnPart:
    text = replace_lone_surrogates(result.text)
    return ToolReturnPart(
        tool_name=portable_name(result.name),
        content=[text, *(_to_binary(image) for image in result.images)] if result.images else text,
        tool_call_id=portable_id(result.id),
        outcome="failed" if result.failed else "success",
    )


def _response_parts(
    parts: Sequence[TextPart | ThoughtPart | CallPart], provider_name: str
) -> Iterable[ModelResponsePart]:
    for part in parts:
        own_data = _own_provider_data(part.provider_data, provider_name)
        match part:
            case TextPart(text):
                yield PydanticTextPart(replace_lone_surrogates(text), **own_data)
            case CallPart(id, name, arguments):
                yield ToolCallPart(
                    portable_name(name), _arguments_object(arguments), portable_id(id), **own_data
                )
            case ThoughtPart(text) if own_data:
                yield ThinkingPart(replace_lone_surrogates(text), **own_data)
            case ThoughtPart():
                # Without provider data, or of another provider: this one would read it as foreign text.
                continue


def _arguments_object(arguments: Mapping[str, Any] | str) -> dict[str, Any]:
    """Every provider requires an object of limited depth."""
    if isinstance(arguments, str):
        return {INVALID_ARGUMENTS_KEY: replace_lone_surrogates(arguments)}
    return {INVALID_ARGUMENTS_KEY: to_json_text(arguments)} if is_too_deep(arguments) else dict(arguments)


def _own_provider_data(provider_data: Mapping[str, Any] | None, provider_name: str) -> dict[str, Any]:
    """The provider data of this provider, by pydantic-ai's names; empty if it is of another one."""
    if provider_data is None or provider_data.get("provider") != provider_name:
        return {}
    names = {"provider": "provider_name", "id": "id", "signature": "signature", "details": "provider_details"}
    return {names[key]: value for key, value in provider_data.items() if key in names}
