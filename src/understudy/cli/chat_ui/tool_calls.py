"""The state of an agent's tool calls after every update, and texts for content blocks, usage and stop reasons.

Prints nothing.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from understudy.cli.limits import MAX_DIFF_CHARS
from understudy.schema import acp
from understudy.workspace.files import unified_diff

__all__ = [
    "STOP_REASON_TEXT",
    "ToolCallState",
    "ToolCallTracker",
    "block_text",
    "format_timestamp",
    "usage_text",
]


def block_text(block: acp.ContentBlock) -> str:
    """Return a content block as text; an image or a sound is named."""
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


def format_timestamp(timestamp: str | None) -> str:
    """Shorten an ISO 8601 timestamp to minutes, for a list."""
    return (timestamp or "")[:16].replace("T", " ")


_FENCE: Final = re.compile(r"(`{3,}|~{3,})(\S*)\s*")
STOP_REASON_TEXT: Final = {
    "refusal": "The agent refused to go on.",
    "max_tokens": "The agent ran out of tokens.",
    "max_turn_requests": "The agent ran out of requests for this turn.",
    "cancelled": "Cancelled.",
}
"""The sentence for a turn that did not end normally."""
_STATUS_MARKS: Final = {
    "pending": ("○", "yellow"),
    "in_progress": ("●", "yellow"),
    "completed": ("✓", "green"),
    "failed": ("✗", "red"),
    "stopped": ("■", "yellow"),
}
_ENDING_META_KEY: Final = "understudy.dev/ending"
_ENDINGS: Final = ("stopped", "rejected")


@dataclass
class ToolCallState:
    """One tool call. Title and content come from the agent and are not escaped."""

    id: str
    title: str = ""
    kind: acp.ToolKind | None = None
    status: acp.ToolCallStatus = "pending"
    content: list[acp.ToolCallContent] = field(default_factory=list[acp.ToolCallContent])
    ending: str | None = None
    """What our agent says about a failed call that is no failure: it was stopped or rejected."""

    @property
    def mark(self) -> tuple[str, str]:
        """The mark of its status, and the colour of the mark."""
        return _STATUS_MARKS["stopped" if self.status == "failed" and self.ending else self.status]

    @property
    def failure_word(self) -> str:
        """How it ended if it did not end well, else nothing."""
        return (self.ending or "failed") if self.status == "failed" else ""

    @property
    def is_ended(self) -> bool:
        return self.status in ("completed", "failed")

    @property
    def diffs(self) -> Iterator[str]:
        for item in self.content:
            if isinstance(item, acp.Diff):
                name = _shown_path(item.path)
                yield unified_diff(item.old_text or "", item.new_text, name, MAX_DIFF_CHARS)

    @property
    def terminal_ids(self) -> list[str]:
        return [item.terminal_id for item in self.content if isinstance(item, acp.Terminal)]

    @property
    def output(self) -> str:
        """The text of its content, without the code fences that agents put around a program's output."""
        texts = [
            _strip_fences(block_text(item.content)) for item in self.content if isinstance(item, acp.Content)
        ]
        return "\n".join(text.strip("\n") for text in texts if text.strip())


def _shown_path(path: str) -> str:
    """The path from the working folder if the file is in it, else the whole path."""
    folder = os.getcwd().rstrip("/") + "/"
    return path.removeprefix(folder) if path.startswith(folder) else path.lstrip("/")


class ToolCallTracker:
    """The tool calls of a turn by id."""

    def __init__(self) -> None:
        self._calls: dict[str, ToolCallState] = {}

    def update(self, update: acp.ToolCall | acp.ToolCallUpdate) -> ToolCallState:
        """Apply an update; fields that it leaves out keep their values. An update of an unknown id adds a call."""
        call = self._calls.setdefault(update.tool_call_id, ToolCallState(update.tool_call_id))
        call.title = _clean_title(update.title or "") or call.title or update.name or "a tool"
        call.kind = update.kind or call.kind
        call.status = update.status or call.status
        if update.content is not None and (update.content or isinstance(update, acp.ToolCallUpdate)):
            call.content = update.content
        if (ending := (update.meta or {}).get(_ENDING_META_KEY)) in _ENDINGS:
            call.ending = ending
        return call

    @property
    def open_calls(self) -> list[ToolCallState]:
        return [call for call in self._calls.values() if not call.is_ended]

    def clear(self) -> None:
        """Drop all calls, at the end of a turn."""
        self._calls.clear()


def _strip_fences(text: str) -> str:
    """Remove the lines that open and close code fences. Shorter fences inside a longer one stay."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = _FENCE.fullmatch(line)
        if found is not None and not fence:
            fence = found[1]
        elif found is not None and found[1].startswith(fence) and not found[2]:
            fence = ""
        else:
            lines.append(line)
    return "\n".join(lines)


def _clean_title(text: str) -> str:
    """Remove the backticks around a title that is a command."""
    inner = text.strip("`")
    return inner if inner.strip() and len(text) - len(inner) in (2, 4) and "`" not in inner else text
