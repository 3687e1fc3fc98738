"""From our request to pydantic-ai's messages and parameters. Pure: the same request gives the same bytes.

The history is written the same whether a runtime context follows it or not, so that a provider's cache of it
still hits in the next turn, which has the history but not the context.
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

from understudy.models.characters import whole_characters
from understudy.models.context import context_block
from understudy.models.labels import sent_id, sent_name
from understudy.models.nesting import text_of, too_deep
from understudy.models.port import (
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
)

__all__ = ["messages_of", "parameters_of"]

UNUSABLE: Final = "INVALID_JSON"
"""What a model wrote in the place of arguments goes back to it under this name."""


def parameters_of(request: Request) -> ModelRequestParameters:
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
        instruction_parts=[InstructionPart(content=whole_characters(request.system))]
        if request.system
        else [],
    )


def messages_of(request: Request, system: str, *, cache_points: bool) -> list[PydanticMessage]:
    """`system` is pydantic-ai's name of who will read this; thoughts that another one sealed stay away.
    `cache_points`: mark the end of the history for a provider that wants to be told what to cache."""
    messages = [_message(message, system) for message in request.messages]
    tail: list[UserContent] = [CachePoint()] if cache_points and messages else []
    if request.context is not None:
        tail.append(whole_characters(context_block(request.context)))
    if not tail:
        return messages
    part = UserPromptPart(tail if cache_points else str(tail[0]))
    last = messages[-1] if messages else None
    # Images of tool results may be written behind the whole message that they stand in; the context must still
    # come after them.
    if isinstance(last, ModelRequest) and not _has_images(request.messages[-1]):
        messages[-1] = ModelRequest([*last.parts, part])
    else:
        messages.append(ModelRequest([part]))
    return messages


def _has_images(message: Message) -> bool:
    return isinstance(message, ToolMessage) and any(result.images for result in message.results)


def _message(message: Message, system: str) -> PydanticMessage:
    match message:
        case UserMessage(parts):
            return ModelRequest([UserPromptPart(_prompt(parts))])
        case ToolMessage(results):
            return ModelRequest([_result(result) for result in results])
        case ModelMessage(parts):
            return ModelResponse([*_answer(parts, system)])


def _prompt(parts: Sequence[TextPart | ImagePart]) -> str | list[UserContent]:
    if all(isinstance(part, TextPart) for part in parts):
        return whole_characters("\n\n".join(part.text for part in parts if isinstance(part, TextPart)))
    return [whole_characters(part.text) if isinstance(part, TextPart) else _image(part) for part in parts]


def _image(image: ImagePart) -> BinaryContent:
    return BinaryContent(image.data, media_type=image.mime_type)


def _result(result: ResultPart) -> ToolReturnPart:
    text = whole_characters(result.text)
    return ToolReturnPart(
        tool_name=sent_name(result.name),
        content=[text, *(_image(image) for image in result.images)] if result.images else text,
        tool_call_id=sent_id(result.id),
        outcome="failed" if result.failed else "success",
    )


def _answer(parts: Sequence[TextPart | ThoughtPart | CallPart], system: str) -> Iterable[ModelResponsePart]:
    for part in parts:
        seal = _own(part.seal, system)
        match part:
            case TextPart(text):
                yield PydanticTextPart(whole_characters(text), **seal)
            case CallPart(id, name, arguments):
                yield ToolCallPart(sent_name(name), _arguments(arguments), sent_id(id), **seal)
            case ThoughtPart(text) if seal:
                yield ThinkingPart(whole_characters(text), **seal)
            case ThoughtPart():
                # Nobody's, or another provider's: to this one it would be strange text, not thought.
                continue


def _arguments(arguments: Mapping[str, Any] | str) -> dict[str, Any]:
    """Every provider wants an object, and none of them any depth."""
    if isinstance(arguments, str):
        return {UNUSABLE: whole_characters(arguments)}
    return {UNUSABLE: text_of(arguments)} if too_deep(arguments) else dict(arguments)


def _own(seal: Mapping[str, Any] | None, system: str) -> dict[str, Any]:
    """What this provider sealed, by pydantic-ai's names; empty if it was somebody else."""
    if seal is None or seal.get("provider") != system:
        return {}
    names = {"provider": "provider_name", "id": "id", "signature": "signature", "details": "provider_details"}
    return {names[key]: value for key, value in seal.items() if key in names}
