"""Parses a server's tools and the results of calls, leniently and within limits. Knows no transport.

Everything here is a claim of the server: a description is only text, and `read_only` is a hint that only a
user's decision can turn into trust. The names that the model uses are assigned in `servers`.

A result is never validated against the tool's output schema: both come from the same server, so that it would
prove nothing, and a pattern in the schema could take forever.
"""

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from understudy.mcp_servers.limits import (
    MAX_CURSOR_CHARS,
    MAX_LISTED_NAME_CHARS,
    MAX_OMISSION_NOTES,
    MAX_REJECTED_TOOLS_SHOWN,
    MAX_TITLE_CHARS,
    Limits,
)
from understudy.mcp_servers.text import format_size, is_encodable, one_line, quote_name, truncate

__all__ = [
    "ListedTool",
    "RemoteResult",
    "RemoteTool",
    "ToolList",
    "failed_result",
    "list_tools",
    "parse_result",
    "parse_tool",
]


@dataclass(frozen=True, slots=True)
class ListedTool:
    """A tool as one server lists it."""

    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    read_only: bool


@dataclass(frozen=True, slots=True)
class RemoteTool:
    """A tool of a server, with the name by which the model calls it."""

    server: str
    name: str
    """The server's own name, unchecked. To display the tool, use `title`."""
    offered_name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    read_only: bool


def parse_tool(raw: object, limits: Limits) -> ListedTool | str:
    """Return the tool, or why it cannot be offered (words that follow the tool's name)."""
    if not isinstance(raw, dict):
        return "is no object"
    fields = cast(dict[str, Any], raw)
    name = fields.get("name")
    if not isinstance(name, str) or not 0 < len(name) <= MAX_LISTED_NAME_CHARS or not is_encodable(name):
        return "has no usable name"
    schema = _parse_schema(fields.get("inputSchema"), limits)
    if isinstance(schema, str):
        return schema
    hints = fields.get("annotations")
    annotations: Mapping[str, Any] = cast(dict[str, Any], hints) if isinstance(hints, dict) else {}
    title = next((t for t in (fields.get("title"), annotations.get("title")) if isinstance(t, str)), "")
    description = fields.get("description")
    return ListedTool(
        name=name,
        title=one_line(title, MAX_TITLE_CHARS) or one_line(name, MAX_TITLE_CHARS),
        description=truncate(description, limits.max_description_chars)
        if isinstance(description, str)
        else "",
        input_schema=schema,
        read_only=annotations.get("readOnlyHint") is True,
    )


def _parse_schema(raw: object, limits: Limits) -> dict[str, Any] | str:
    if raw is None:
        return {"type": "object", "properties": {}}
    if not isinstance(raw, dict):
        return "has an input schema that is no object"
    schema = {"type": "object", **cast(dict[str, Any], raw)}
    if schema["type"] != "object" or not isinstance(schema.get("properties", {}), dict):
        return "has an input schema that describes no object"
    try:
        length = len(msgspec.json.encode(schema))
    except (UnicodeEncodeError, RecursionError, OverflowError):
        return "has an input schema that cannot be written as JSON"
    return (
        schema
        if length <= limits.max_schema_bytes
        else f"has an input schema of more than {format_size(limits.max_schema_bytes)}"
    )


SendRequest = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class ToolList:
    tools: tuple[ListedTool, ...]
    warnings: tuple[str, ...]
    """What a user should know of the list: words that follow the server's name."""


async def list_tools(request: SendRequest, limits: Limits) -> ToolList:
    tools: dict[str, ListedTool] = {}
    rejected: list[str] = []
    cursor: str | None = None
    is_truncated = False
    for _ in range(limits.max_list_pages):
        page = await request("tools/list", {} if cursor is None else {"cursor": cursor})
        is_truncated = _add_page(page, tools, rejected, limits)
        next_cursor = page.get("nextCursor")
        if (
            is_truncated
            or not isinstance(next_cursor, str)
            or next_cursor == cursor
            or len(next_cursor) > MAX_CURSOR_CHARS
        ):
            break
        cursor = next_cursor
    else:
        is_truncated = True
    warnings: list[str] = []
    if is_truncated:
        warnings.append(f"lists too many tools; only the first {len(tools)} are offered")
    if rejected:
        shown = "; ".join(rejected[:MAX_REJECTED_TOOLS_SHOWN])
        if (others := len(rejected) - MAX_REJECTED_TOOLS_SHOWN) > 0:
            shown += f"; and {others} more"
        warnings.append(f"lists tools that cannot be offered: {shown}")
    return ToolList(tuple(tools.values()), tuple(warnings))


def _add_page(
    page: dict[str, Any], tools: dict[str, ListedTool], rejected: list[str], limits: Limits
) -> bool:
    """Add the tools of a page to `tools`; return whether there are more than the limit."""
    raw = page.get("tools")
    for item in cast(list[object], raw) if isinstance(raw, list) else []:
        tool = parse_tool(item, limits)
        if isinstance(tool, str):
            if len(rejected) < limits.max_tools:
                rejected.append(f"{_displayed_name(item)} {tool}")
        elif tool.name not in tools:
            if len(tools) >= limits.max_tools:
                return True
            tools[tool.name] = tool
    return False


def _displayed_name(item: object) -> str:
    name = cast(dict[str, object], item).get("name") if isinstance(item, dict) else None
    return quote_name(name) if isinstance(name, str) else "one of them"


@dataclass(frozen=True, slots=True)
class RemoteResult:
    text: str
    images: tuple[tuple[bytes, str], ...] = ()
    structured: Any | None = None
    failed: bool = False


def failed_result(text: str) -> RemoteResult:
    return RemoteResult(text=text, failed=True)


def parse_result(raw: Mapping[str, Any], limits: Limits) -> RemoteResult:
    """Collect the parts that a model can use; the text names those that were left out."""
    content = raw.get("content")
    blocks = cast(list[object], content) if isinstance(content, list) else []
    builder = _ResultBuilder(limits)
    for block in blocks:
        if isinstance(block, dict):
            builder.add_block(cast(dict[str, Any], block))
    structured = raw.get("structuredContent")
    if structured is not None:
        structured = builder.add_structured(structured)
    return RemoteResult(
        text=builder.text(),
        images=tuple(builder.images),
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
        """Return the structured content unless it is too large. If the result has no text, its JSON is the text."""
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
        notes += [f"[left out: {what}]" for what in self._omitted]
        return "\n".join([*self._texts, *notes])

    def _add_text(self, text: str) -> None:
        if len(text) > self._chars_left:
            self._is_truncated = True
            text = text[: self._chars_left]
        # Each block costs one character more than its text, so that the number of empty blocks is limited too.
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
        if len(self._omitted) < MAX_OMISSION_NOTES:
            self._omitted.append(what)
