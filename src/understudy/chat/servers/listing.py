"""All pages of a server's list of tools, up to the limits. Knows no transport and no model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from understudy.chat.servers.limits import Limits
from understudy.chat.servers.tools import Listed, read_tool
from understudy.chat.servers.wording import quoted

__all__ = ["Listing", "list_tools"]

Request = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Listing:
    tools: tuple[Listed, ...]
    remarks: tuple[str, ...]
    """What a person should know of it: words that follow the server's name."""


async def list_tools(request: Request, limits: Limits) -> Listing:
    tools: dict[str, Listed] = {}
    refused: list[str] = []
    cursor: str | None = None
    more = False
    for _ in range(limits.pages):
        page = await request("tools/list", {} if cursor is None else {"cursor": cursor})
        more = _take(page, tools, refused, limits)
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
    return Listing(tuple(tools.values()), tuple(remarks))


def _take(page: dict[str, Any], tools: dict[str, Listed], refused: list[str], limits: Limits) -> bool:
    """Read a page into `tools`; whether there are more of them than are kept."""
    raw = page.get("tools")
    for item in cast(list[object], raw) if isinstance(raw, list) else []:
        tool = read_tool(item, limits)
        if isinstance(tool, str):
            if len(refused) < limits.tools:
                refused.append(f"{_name(item)} {tool}")
        elif tool.name not in tools:
            if len(tools) >= limits.tools:
                return True
            tools[tool.name] = tool
    return False


def _name(item: object) -> str:
    name = cast(dict[str, object], item).get("name") if isinstance(item, dict) else None
    return quoted(name) if isinstance(name, str) else "one of them"
