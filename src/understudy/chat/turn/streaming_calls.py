"""Calls whose arguments the model is still writing: shown at once, so that a long one is no silence.

Also owns the rule that no two calls of a session have one id (some servers count anew in every answer), and that
each has one that every provider takes. A call has the id that it began with. Keeps nothing: a call is kept when it
is made (see using).
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from understudy.chat.history.session_updates import is_tool_shown
from understudy.chat.text.plain_text import one_line
from understudy.chat.toolset.tool_api import CallPresentation
from understudy.chat.turn.limits import MAX_STREAMING_CALLS_SHOWN
from understudy.chat.turn.tool_runner import ToolRunner
from understudy.models.model_api import CallPart, Message, ModelMessage, TextPart, ThoughtPart
from understudy.models.sanitization import is_portable_id
from understudy.schema.acp import ToolCall

__all__ = ["StreamingCalls"]

_PENDING_TITLES: Final = {
    "exploreFiles": "List files",
    "readFile": "Read a file",
    "writeFile": "Write a file",
    "modifyFile": "Edit a file",
    "searchFiles": "Search",
    "executeCommand": "Run a command",
}


@dataclass(slots=True)
class StreamingCalls:
    """Those of one request."""

    runner: ToolRunner
    _used_ids: set[str]
    """The ids of all calls so far."""
    _shown_ids: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The ids that were shown, by the id that the provider gave."""

    @classmethod
    def for_conversation(cls, conversation: Iterable[Message], runner: ToolRunner) -> "StreamingCalls":
        return cls(
            runner,
            {
                part.id
                for message in conversation
                if isinstance(message, ModelMessage)
                for part in message.parts
                if isinstance(part, CallPart)
            },
        )

    async def start(self, provider_id: str, name: str) -> None:
        """A call begins."""
        if not is_tool_shown(name) or len(self.runner.pending_call_ids) >= MAX_STREAMING_CALLS_SHOWN:
            return
        shown = self._unique_id(provider_id)
        self._shown_ids.setdefault(provider_id, []).append(shown)
        self.runner.pending_call_ids.add(shown)
        look = self._presentation(name)
        await self.runner.recorder.send_update(
            ToolCall(tool_call_id=shown, title=look.title, name=name, kind=look.kind, status="pending")
        )

    async def fail_all(self, reason: str) -> None:
        """What began will not be: the request failed, or goes out again."""
        self._shown_ids.clear()
        await self.runner.fail_pending_calls(reason)

    def with_shown_ids(self, message: ModelMessage) -> ModelMessage:
        """The whole message, its calls with the ids that they were shown with."""
        parts: list[TextPart | ThoughtPart | CallPart] = []
        for part in message.parts:
            if isinstance(part, CallPart):
                shown = self._shown_ids.get(part.id)
                part = replace(part, id=shown.pop(0) if shown else self._unique_id(part.id))
            parts.append(part)
        return replace(message, parts=parts)

    def _unique_id(self, call_id: str) -> str:
        if not is_portable_id(call_id) or call_id in self._used_ids:
            call_id = f"call_{secrets.token_hex(8)}"
        self._used_ids.add(call_id)
        return call_id

    def _presentation(self, name: str) -> CallPresentation:
        usable = self.runner.tools.get(name)
        if usable is None:
            return CallPresentation(one_line(name, 120), "other")
        look = usable.describe_call({})
        return replace(look, title=_PENDING_TITLES.get(name, look.title))
