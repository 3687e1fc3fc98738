"""All pages of a server's list of tools, up to the limits. Knows no transport and no model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.tools import ListedTool, parse_tool
from understudy.chat.servers.wording import quote_name

__all__ = ["ToolList", "list_tools"]

SendRequest = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class ToolList:
    tools: tuple[ListedTool, ...]
    warnings: tuple[str, ...]
    """What a person should know of it: words that follow the server's name."""


async def list_tools(request: SendRequest, limits: Limits) -> ToolList:
    tools: dict[str, ListedTool] = {}
    refused: list[str] = []
    cursor: str | None = None
    more = False
    for _ in range(limits.max_list_pages):
        page = await request("tools/list", {} if cursor is None else {"cursor": cursor})
        more = _add_page(page, tools, refused, limits)
        following = page.get("nextCursor")
        if more or not isinstance(following, str) or following == cursor or len(following) > 65536:
            break
        cursor = following
    else:
        more = True
    remarks: list[str] = []
    if more:
        remarks.append(f"lists too many tools; only the first {len(tools)} are offered")
    if refused:
        shown = "; ".join(refused[:3]) + (f"; and {len(refused) - 3} more" if len(refused) > 3 else "")
        remarks.append(f"lists tools that cannot be offered: {shown}")
    return ToolList(tuple(tools.values()), tuple(remarks))


def _add_page(page: dict[str, Any], tools: dict[str, ListedTool], rejected: list[str], limits: Limits) -> bool:
    """Read a page into `tools`; whether there are more of them than are kept."""
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
