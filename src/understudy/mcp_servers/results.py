"""What a server answered to a call, bounded and read leniently, as the model will be told it.

A result is never validated against the tool's output schema: both come from the same server, so it would
prove nothing, and a pattern in the schema could keep us busy for ever.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from understudy.mcp_servers.limits import Limits
from understudy.mcp_servers.text import one_line

__all__ = ["RemoteResult", "failed_result", "parse_result"]


@dataclass(frozen=True, slots=True)
class RemoteResult:
    text: str
    images: tuple[tuple[bytes, str], ...] = ()
    structured: Any | None = None
    failed: bool = False


def failed_result(text: str) -> RemoteResult:
    return RemoteResult(text=text, failed=True)


def parse_result(raw: Mapping[str, Any], limits: Limits) -> RemoteResult:
    """The parts that a model can use; what was left out is named in the text."""
    content = raw.get("content")
    blocks = cast(list[object], content) if isinstance(content, list) else []
    reading = _ResultBuilder(limits)
    for block in blocks:
        if isinstance(block, dict):
            reading.add_block(cast(dict[str, Any], block))
    structured = raw.get("structuredContent")
    if structured is not None:
        structured = reading.add_structured(structured)
    return RemoteResult(
        text=reading.text(),
        images=tuple(reading.images),
        structured=structured,
        failed=raw.get("isError") is True,
    )


class _ResultBuilder:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._texts: list[str] = []
        self._chars_left = limits.max_text_chars
        self._omitted: list[str] = []
        self._is_truncated = False
        self._image_bytes_left = limits.max_image_bytes
        self.images: list[tuple[bytes, str]] = []

    def add_block(self, block: dict[str, Any]) -> None:
        match block:
            case {"type": "text", "text": str(text)}:
                self._add_text(text)
            case {"type": "image", "data": str(data), "mimeType": str(mime)}:
                self._add_image(data, mime)
            case {"type": "resource", "resource": {"text": str(text)}}:
                self._add_text(text)
            case {"type": "resource_link", "uri": str(uri)}:
                self._add_text(f"[link to {one_line(uri, 2000)}]")
            case {"type": "resource", "resource": {"uri": str(uri)}}:
                self._omit(f"the binary content of {one_line(uri, 200)}")
            case {"type": str(kind)}:
                self._omit(f"a part of type {one_line(kind, 40)}")
            case _:
                self._omit("a part without a type")

    def add_structured(self, structured: object) -> Any | None:
        """The structured content if it is of a sensible size; its JSON is the text where there is none."""
        try:
            encoded = msgspec.json.encode(structured)
        except (UnicodeEncodeError, RecursionError, OverflowError):
            encoded = None
        if encoded is None or len(encoded) > self._limits.max_text_chars:
            self._omit("structured content that is too large or cannot be written as JSON")
            return None
        if not self._texts:
            self._add_text(encoded.decode())
        return structured

    def text(self) -> str:
        notes = [f"[cut after {self._limits.max_text_chars} characters]"] if self._is_truncated else []
        notes += [f"[left out: {what}]" for what in self._omitted[:20]]
        return "\n".join([*self._texts, *notes])

    def _add_text(self, text: str) -> None:
        if len(text) > self._chars_left:
            self._is_truncated = True
            text = text[: self._chars_left]
        # A block costs a little even if it is empty, so that a million of them end as well.
        self._chars_left = max(0, self._chars_left - len(text) - 1)
        if text or not self._is_truncated:
            self._texts.append(text.encode("utf-8", "replace").decode() if not text.isascii() else text)

    def _add_image(self, data: str, mime: str) -> None:
        # Four characters of base64 are three bytes.
        if len(self.images) >= self._limits.max_images or len(data) * 3 // 4 > self._image_bytes_left:
            self._omit("an image, because the images are too many or too large")
            return
        try:
            decoded = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            self._omit("an image that is no base64")
            return
        if not mime.startswith("image/"):
            self._omit(f"an image of type {one_line(mime, 40)}")
            return
        self._image_bytes_left -= len(decoded)
        self.images.append((decoded, one_line(mime, 100)))

    def _omit(self, what: str) -> None:
        if len(self._omitted) < 20:
            self._omitted.append(what)
