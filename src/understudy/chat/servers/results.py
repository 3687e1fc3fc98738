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

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.wording import plain

__all__ = ["RemoteResult", "failure", "read_result"]


@dataclass(frozen=True, slots=True)
class RemoteResult:
    text: str
    images: tuple[tuple[bytes, str], ...] = ()
    structured: Any | None = None
    failed: bool = False


def failure(text: str) -> RemoteResult:
    return RemoteResult(text=text, failed=True)


def read_result(raw: Mapping[str, Any], limits: Limits) -> RemoteResult:
    """The parts that a model can use; what was left out is named in the text."""
    content = raw.get("content")
    blocks = cast(list[object], content) if isinstance(content, list) else []
    reading = _Reading(limits)
    for block in blocks:
        if isinstance(block, dict):
            reading.take(cast(dict[str, Any], block))
    structured = raw.get("structuredContent")
    if structured is not None:
        structured = reading.keep(structured)
    return RemoteResult(
        text=reading.text(),
        images=tuple(reading.images),
        structured=structured,
        failed=raw.get("isError") is True,
    )


class _Reading:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._texts: list[str] = []
        self._room = limits.text
        self._left_out: list[str] = []
        self._cut = False
        self._image_room = limits.image
        self.images: list[tuple[bytes, str]] = []

    def take(self, block: dict[str, Any]) -> None:
        match block:
            case {"type": "text", "text": str(text)}:
                self._add(text)
            case {"type": "image", "data": str(data), "mimeType": str(mime)}:
                self._add_image(data, mime)
            case {"type": "resource", "resource": {"text": str(text)}}:
                self._add(text)
            case {"type": "resource_link", "uri": str(uri)}:
                self._add(f"[link to {plain(uri, 2000)}]")
            case {"type": "resource", "resource": {"uri": str(uri)}}:
                self._leave_out(f"the binary content of {plain(uri, 200)}")
            case {"type": str(kind)}:
                self._leave_out(f"a part of type {plain(kind, 40)}")
            case _:
                self._leave_out("a part without a type")

    def keep(self, structured: object) -> Any | None:
        """The structured content if it is of a sensible size; its JSON is the text where there is none."""
        try:
            encoded = msgspec.json.encode(structured)
        except (UnicodeEncodeError, RecursionError, OverflowError):
            encoded = None
        if encoded is None or len(encoded) > self._limits.text:
            self._leave_out("structured content that is too large or cannot be written as JSON")
            return None
        if not self._texts:
            self._add(encoded.decode())
        return structured

    def text(self) -> str:
        notes = [f"[cut after {self._limits.text} characters]"] if self._cut else []
        notes += [f"[left out: {what}]" for what in self._left_out[:20]]
        return "\n".join([*self._texts, *notes])

    def _add(self, text: str) -> None:
        if len(text) > self._room:
            self._cut = True
            text = text[: self._room]
        # A block costs a little even if it is empty, so that a million of them end as well.
        self._room = max(0, self._room - len(text) - 1)
        if text or not self._cut:
            self._texts.append(text.encode("utf-8", "replace").decode() if not text.isascii() else text)

    def _add_image(self, data: str, mime: str) -> None:
        # Four characters of base64 are three bytes.
        if len(self.images) >= self._limits.images or len(data) * 3 // 4 > self._image_room:
            self._leave_out("an image, because the images are too many or too large")
            return
        try:
            decoded = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            self._leave_out("an image that is no base64")
            return
        if not mime.startswith("image/"):
            self._leave_out(f"an image of type {plain(mime, 40)}")
            return
        self._image_room -= len(decoded)
        self.images.append((decoded, plain(mime, 100)))

    def _leave_out(self, what: str) -> None:
        if len(self._left_out) < 20:
            self._left_out.append(what)
