"""A tool of one of the session's MCP servers, used in a turn."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from understudy.chat.content import picture
from understudy.chat.permissions import Deed, Wish
from understudy.chat.printed import uncoloured
from understudy.chat.servers import RemoteTool, Servers
from understudy.chat.toolbox.appearance import bounded, given_content, text_content
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
        return Appearance(f"{self.tool.title or self.tool.name} ({self.tool.server})", "other")

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome:
        wish = Wish(Deed.REMOTE, self.tool.offered, harmless=self.tool.read_only)
        refusal = await context.allow(wish, given_content(arguments))
        if refusal is not None:
            return refusal.outcome()
        await context.begin()
        result = await self.servers.call(self.tool.offered, arguments, timeout=PATIENCE)
        pictures = [
            ImageContent(data=base64.b64encode(data).decode(), mime_type=kind) for data, kind in result.images
        ]
        return Outcome(
            result.text,
            failed=result.failed,
            content=[
                text_content(harmless(uncoloured(bounded(result.text)))),
                *(Content(content=seen) for seen in pictures),
            ],
            output=result.text if result.structured is None else result.structured,
            images=[found for found in map(picture, pictures) if isinstance(found, ImagePart)],
        )
