"""What the agent does: its tool calls as they stand after every update so far. Shows nothing.

What updates say, as words: blocks of content, and numbers that people read. Pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from understudy.cli.limits import MAX_DIFF_CHARS
from understudy.schema import acp
from understudy.workspace.files import unified_diff

__all__ = [
    "STATUS_MARKS",
    "STOP_REASON_TEXT",
    "ToolCallState",
    "ToolCallTracker",
    "block_text",
    "format_timestamp",
    "usage_text",
]


def block_text(block: acp.ContentBlock) -> str:
    """A block as text. What is no text is named."""
    match block:
        case acp.TextContent(text=text):
            return text
        case acp.ResourceLink(name=name, uri=uri):
            return f"[{name}]({uri})"
        case acp.EmbeddedResource(resource=resource):
            return resource.text or f"[{resource.uri}]"
        case acp.ImageContent(mime_type=kind, uri=uri):
            return f"[image, {kind}{f', {uri}' if uri else ''}]"
        case acp.AudioContent(mime_type=kind):
            return f"[audio, {kind}]"


def usage_text(usage: acp.UsageUpdate) -> str:
    share = f" ({usage.used * 100 // usage.size} %)" if usage.size else ""
    of = f" of {usage.size:,}" if usage.size else ""
    cost = f" · {usage.cost.amount:.2f} {usage.cost.currency}" if usage.cost else ""
    return f"{usage.used:,}{of} tokens{share}{cost}"


def format_timestamp(moment: str | None) -> str:
    """A moment in ISO 8601, as much of it as a list has room for."""
    return (moment or "")[:16].replace("T", " ")


_FENCE: Final = re.compile(r"(`{3,}|~{3,})(\S*)\s*")
STOP_REASON_TEXT: Final = {
    "refusal": "The agent refused to go on.",
    "max_tokens": "The agent ran out of tokens.",
    "max_turn_requests": "The agent ran out of requests for this turn.",
    "cancelled": "Cancelled.",
}
"""What a person is told of a turn that did not end by itself."""
STATUS_MARKS: Final = {
    "pending": ("○", "yellow"),
    "in_progress": ("●", "yellow"),
    "completed": ("✓", "green"),
    "failed": ("✗", "red"),
}


@dataclass
class ToolCallState:
    """One call of a tool. `title` and all content are the agent's words."""

    id: str
    title: str = ""
    kind: acp.ToolKind | None = None
    status: acp.ToolCallStatus = "pending"
    content: list[acp.ToolCallContent] = field(default_factory=list[acp.ToolCallContent])

    @property
    def is_ended(self) -> bool:
        return self.status in ("completed", "failed")

    @property
    def diffs(self) -> Iterator[str]:
        for item in self.content:
            if isinstance(item, acp.Diff):
                name = item.path.lstrip("/")
                yield unified_diff(item.old_text or "", item.new_text, name, MAX_DIFF_CHARS)

    @property
    def terminal_ids(self) -> list[str]:
        return [item.terminal_id for item in self.content if isinstance(item, acp.Terminal)]

    @property
    def output(self) -> str:
        """The text of its content, without the fences that agents put around what a program printed."""
        texts = [
            _strip_fences(block_text(item.content)) for item in self.content if isinstance(item, acp.Content)
        ]
        return "\n".join(text.strip("\n") for text in texts if text.strip())


class ToolCallTracker:
    """All calls of a conversation, by their ids."""

    def __init__(self) -> None:
        self._calls: dict[str, ToolCallState] = {}

    def update(self, update: acp.ToolCall | acp.ToolCallUpdate) -> ToolCallState:
        """What is not in an update stays as it was. An update of an unknown call is its beginning."""
        deed = self._calls.setdefault(update.tool_call_id, ToolCallState(update.tool_call_id))
        deed.title = _clean_title(update.title or "") or deed.title or update.name or "a tool"
        deed.kind = update.kind or deed.kind
        deed.status = update.status or deed.status
        if update.content is not None and (update.content or isinstance(update, acp.ToolCallUpdate)):
            deed.content = update.content
        return deed

    @property
    def open_calls(self) -> list[ToolCallState]:
        return [deed for deed in self._calls.values() if not deed.is_ended]

    def clear(self) -> None:
        """At the end of a turn nothing is under way any more."""
        self._calls.clear()


def _strip_fences(text: str) -> str:
    """Without the lines that open and close the fences; a longer fence is there to keep the shorter ones in it."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.fullmatch(line)
        if found is not None and not fence:
            fence = found[1]
        elif found is not None and found[1].startswith(fence) and not found[2]:
            fence = ""
        else:
            kept.append(line)
    return "\n".join(kept)


def _clean_title(text: str) -> str:
    """Agents write a command as code."""
    inner = text.strip("`")
    return inner if inner.strip() and len(text) - len(inner) in (2, 4) and "`" not in inner else text
