"""A user's message as parts for the model, and the session title made of it. Pure.

The content of its links was read when the message arrived (`links`) and is stored with it, so that the message
never changes in later requests.
"""

from collections.abc import Iterator, Sequence

from understudy.chat.events import UserPrompted
from understudy.chat.limits import MAX_SESSION_TITLE_CHARS, MAX_TITLE_SEARCH_CHARS, MAX_URI_CHARS
from understudy.chat.prompt.links import LinkLimits, ResolvedLinks, resolve_links
from understudy.chat.text import decode_image, fenced_block, is_supported_image_type, one_line
from understudy.models import ImagePart, TextPart
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)

__all__ = [
    "LinkLimits",
    "ResolvedLinks",
    "build_user_parts",
    "decode_image",
    "require_content",
    "resolve_links",
    "session_title",
]


def require_content(blocks: Sequence[ContentBlock]) -> None:
    """Raise ValueError if the message is empty."""
    if not any(not isinstance(block, TextContent) or block.text.strip() for block in blocks):
        raise ValueError("The prompt is empty. Write something, or attach a file.")


def build_user_parts(prompted: UserPrompted, *, supports_images: bool) -> list[TextPart | ImagePart]:
    """The blocks of the message as parts, in order; an unsupported block becomes a note."""
    attached = iter(prompted.attached)
    linked = list(prompted.images)
    parts: list[TextPart | ImagePart] = []
    for block in prompted.blocks:
        match block:
            case TextContent():
                parts.append(TextPart(block.text))
            case ResourceLink():
                text = next(attached, "[Not read.]")
                parts.append(
                    TextPart(f"Link: {one_line(block.name, 200)} ({_format_uri(block.uri)})\n{text}")
                )
                if linked and linked[0].uri == block.uri:
                    parts.append(_image_part(linked.pop(0), supports_images))
            case EmbeddedResource():
                parts += _resource_parts(block, supports_images)
            case ImageContent():
                parts.append(_image_part(block, supports_images))
            case AudioContent():
                parts.append(TextPart("[A sound was left out: only text and images are taken.]"))
    if prompted.instruction:
        parts.append(TextPart(prompted.instruction))
    # Providers reject a blank text.
    return [part for part in parts if isinstance(part, ImagePart) or part.text.strip()]


def session_title(prompted: UserPrompted) -> str | None:
    """A session title from the first line of this message; None if there is no text in it."""
    titles = (
        one_line(candidate, MAX_SESSION_TITLE_CHARS) for candidate in _title_candidates(prompted.blocks)
    )
    return next(filter(None, titles), None)


def _title_candidates(blocks: Sequence[ContentBlock]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, TextContent):
            yield from block.text[:MAX_TITLE_SEARCH_CHARS].splitlines()
    for block in blocks:
        match block:
            case ResourceLink():
                yield block.title or block.name
            case EmbeddedResource():
                yield block.resource.uri
            case _:
                pass


def _image_part(block: ImageContent, supports_images: bool) -> TextPart | ImagePart:
    if not supports_images:
        return TextPart("[An image was left out: this model takes no images.]")
    decoded = decode_image(block)
    return decoded if isinstance(decoded, ImagePart) else TextPart(f"[An image was left out: {decoded}.]")


def _resource_parts(block: EmbeddedResource, supports_images: bool) -> list[TextPart | ImagePart]:
    resource = block.resource
    heading = f"Resource: {_format_uri(resource.uri)}"
    if resource.text is not None:
        return [TextPart(f"{heading}\n{fenced_block(resource.text)}")]
    if resource.blob is None or not is_supported_image_type(resource.mime_type):
        return [TextPart(f"{heading}\n[Its content was left out: it is neither text nor an image.]")]
    image = ImageContent(data=resource.blob, mime_type=resource.mime_type or "")
    return [TextPart(heading), _image_part(image, supports_images)]


def _format_uri(uri: str) -> str:
    return one_line(uri, MAX_URI_CHARS)
