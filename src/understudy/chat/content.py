"""A user's message as the model gets it, and as a session is named after it. Pure.

What its links lead to was read when it came (see links) and is kept with it, so that the same message reads the
same for ever.
"""

import base64
import binascii
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.chat.events import Prompted
from understudy.chat.links import LinkLimits, Resolved, resolve
from understudy.chat.markdown import fenced
from understudy.chat.wording import one_line
from understudy.models.port import ImagePart, TextPart
from understudy.schema.acp import (
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)

__all__ = ["LinkLimits", "Resolved", "check_blocks", "picture", "resolve", "title_of", "user_parts"]

LARGEST_IMAGE: Final = 10 << 20
LONGEST_TITLE: Final = 60
_LONGEST_URI: Final = 1000
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What the providers take; one that they refuse would come back to them with every turn."""


def check_blocks(blocks: Sequence[ContentBlock]) -> None:
    """Raise a ValueError if there is nothing in the message."""
    if not any(not isinstance(block, TextContent) or block.text.strip() for block in blocks):
        raise ValueError("The prompt is empty. Write something, or attach a file.")


def user_parts(prompted: Prompted, *, takes_images: bool) -> list[TextPart | ImagePart]:
    """The message's blocks as parts, in order; what a model cannot take becomes a note."""
    attached = iter(prompted.attached)
    parts = (_part(block, attached, takes_images) for block in prompted.blocks)
    # Providers refuse a text that is blank.
    return [part for part in parts if isinstance(part, ImagePart) or part.text.strip()]


def picture(block: ImageContent) -> ImagePart | str:
    """The image, or why it cannot be one."""
    mime_type = block.mime_type.strip().lower()
    if mime_type not in _IMAGES:
        return "it is no PNG, JPEG, GIF or WebP"
    if len(block.data) * 3 // 4 > LARGEST_IMAGE + 2:
        return f"it is larger than {LARGEST_IMAGE >> 20} MiB"
    try:
        data = base64.b64decode(block.data, validate=True)
    except (binascii.Error, ValueError):
        return "its data is not valid base64"
    if not data:
        return "it is empty"
    return ImagePart(data, mime_type) if len(data) <= LARGEST_IMAGE else "it is too large"


def title_of(prompted: Prompted) -> str:
    """A name for a session that begins with this message."""
    for candidate in _candidates(prompted.blocks):
        if title := one_line(candidate, LONGEST_TITLE):
            return title
    return "Untitled"


def _candidates(blocks: Sequence[ContentBlock]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, TextContent):
            yield from block.text[:20_000].splitlines()
    for block in blocks:
        match block:
            case ResourceLink():
                yield block.title or block.name
            case EmbeddedResource():
                yield block.resource.uri
            case ImageContent():
                yield "Image"
            case _:
                pass


def _part(block: ContentBlock, attached: Iterator[str], takes_images: bool) -> TextPart | ImagePart:
    match block:
        case TextContent():
            return TextPart(block.text)
        case ResourceLink():
            text = next(attached, "[Not read.]")
            return TextPart(f"Link: {one_line(block.name, 200)} ({_uri(block.uri)})\n{text}")
        case EmbeddedResource():
            return TextPart(_resource(block))
        case ImageContent() if not takes_images:
            return TextPart("[An image was left out: this model takes no images.]")
        case ImageContent():
            found = picture(block)
            return found if isinstance(found, ImagePart) else TextPart(f"[An image was left out: {found}.]")
        case AudioContent():
            return TextPart("[A sound was left out: only text and images are taken.]")


def _resource(block: EmbeddedResource) -> str:
    resource = block.resource
    if resource.text is not None:
        return f"Resource: {_uri(resource.uri)}\n{fenced(resource.text)}"
    return f"Resource: {_uri(resource.uri)}\n[Its content was left out: it is not text.]"


def _uri(uri: str) -> str:
    return one_line(uri, _LONGEST_URI)
