"""Images for models: supported types, maximum size, and decoding. Pure."""

import base64
import binascii
from typing import Final

from understudy.chat.limits import MAX_IMAGE_BYTES
from understudy.models import ImagePart
from understudy.schema.acp import ImageContent

__all__ = ["decode_image", "detect_image_type", "is_supported_image_type"]

_SUPPORTED_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""The types that all providers accept. An image that a provider rejects would make every later request fail."""


def is_supported_image_type(mime_type: str | None) -> bool:
    """Whether the declared type is an image type that models support."""
    return mime_type is not None and mime_type.strip().lower() in _SUPPORTED_TYPES


def detect_image_type(head: bytes) -> str | None:
    """The media type of an image by its first 12 bytes; None if models do not support it."""
    match head:
        case _ if head.startswith(b"\x89PNG\r\n\x1a\n"):
            return "image/png"
        case _ if head.startswith(b"\xff\xd8\xff"):
            return "image/jpeg"
        case _ if head.startswith((b"GIF87a", b"GIF89a")):
            return "image/gif"
        case _ if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
            return "image/webp"
        case _:
            return None


def decode_image(block: ImageContent) -> ImagePart | str:
    """Decode an image, or return why it is invalid. Its bytes determine the type, not the declared type."""
    mime_type = block.mime_type.strip().lower()
    if mime_type not in _SUPPORTED_TYPES:
        return "it is no PNG, JPEG, GIF or WebP"
    if len(block.data) * 3 // 4 > MAX_IMAGE_BYTES + 2:
        return f"it is larger than {MAX_IMAGE_BYTES >> 20} MiB"
    try:
        data = base64.b64decode(block.data, validate=True)
    except (binascii.Error, ValueError):
        return "its data is not valid base64"
    if not data:
        return "it is empty"
    if len(data) > MAX_IMAGE_BYTES:
        return "it is too large"
    kind = detect_image_type(data[:12])
    return "it is no PNG, JPEG, GIF or WebP" if kind is None else ImagePart(data, kind)
