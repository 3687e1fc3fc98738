"""A tool of one of the session's MCP servers, used in a turn."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from understudy.chat.permissions import Deed, Wish
from understudy.chat.pictures import is_image, picture
from understudy.chat.printed import uncoloured
from understudy.chat.servers import RemoteResult, RemoteTool, Servers
from understudy.chat.toolbox.appearance import bounded, text_content, title_of
from understudy.chat.toolbox.asking import given_content
from understudy.chat.toolbox.usable import Appearance, Context, Outcome
from understudy.models.port import ImagePart, ToolSpec
from understudy.schema.acp import Content, ImageContent
from understudy.workspace.harmless import harmless

__all__ = ["McpTool"]

PATIENCE: Final = 300.0
"""Seconds that a server's tool has."""


@dataclass(frozen=True, slots=True)
class McpTool:
    servers: Servers
    tool: RemoteTool

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.tool.offered, self.tool.description, self.tool.input_schema)

    @property
    def read_only(self) -> bool:
        return False  # a server's word for it is no reason to run its tools beside others

    def appear(self, arguments: Any) -> Appearance:
        del arguments
        return Appearance(title_of(f"{self.tool.title or self.tool.name} ({self.tool.server})"), "other")

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome:
        wish = Wish(Deed.REMOTE, self.tool.offered, harmless=self.tool.read_only)
        refusal = await context.allow(wish, given_content(arguments))
        if refusal is not None:
            return refusal.outcome()
        await context.begin()
        result = await self.servers.call(self.tool.offered, arguments, timeout=PATIENCE)
        return _outcome(result)


def _outcome(result: RemoteResult) -> Outcome:
    """What a server's tool gave. An image that is none becomes a note: providers would refuse it for ever."""
    texts = [result.text] if result.text else []
    shown: list[Content] = []
    images: list[ImagePart] = []
    for data, kind in result.images:
        block = ImageContent(data=base64.b64encode(data).decode(), mime_type=kind)
        found = picture(block)
        if isinstance(found, ImagePart):
            block.mime_type = found.mime_type
            images.append(found)
        else:
            texts.append(f"[An image was left out: {found}.]")
            if is_image(kind):
                continue
        shown.append(Content(content=block))  # a client may know more kinds than models do
    text = "\n".join(texts)
    return Outcome(
        text,
        failed=result.failed,
        content=[text_content(harmless(uncoloured(bounded(text)))), *shown],
        output=text if result.structured is None else result.structured,
        images=images,
    )
