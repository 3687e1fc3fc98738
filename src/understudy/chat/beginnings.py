"""Calls whose arguments the model is still writing: shown at once, so that a long one is no silence.

Also owns the rule that no two calls of a session have one id (some servers count anew in every answer), and that
each has one that every provider takes. A call has the id that it began with. Keeps nothing: a call is kept when it
is made (see using).
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from understudy.chat.replay import is_shown
from understudy.chat.toolbox.usable import Appearance
from understudy.chat.using import ToolUser
from understudy.chat.wording import one_line
from understudy.models.labels import is_id
from understudy.models.port import CallPart, Message, ModelMessage, TextPart, ThoughtPart
from understudy.schema.acp import ToolCall

__all__ = ["Beginnings"]

MOST_SHOWN: Final = 100
"""Calls of one answer that are shown before they are made."""
_TITLES: Final = {
    "exploreFiles": "List files",
    "readFile": "Read a file",
    "writeFile": "Write a file",
    "modifyFile": "Edit a file",
    "searchFiles": "Search",
    "executeCommand": "Run a command",
}


@dataclass(slots=True)
class Beginnings:
    """Those of one request."""

    user: ToolUser
    _known: set[str]
    """The ids of all calls so far."""
    _shown: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The ids that were shown, by the id that the provider gave."""

    @classmethod
    def after(cls, conversation: Iterable[Message], user: ToolUser) -> "Beginnings":
        return cls(
            user,
            {
                part.id
                for message in conversation
                if isinstance(message, ModelMessage)
                for part in message.parts
                if isinstance(part, CallPart)
            },
        )

    async def show(self, call: str, name: str) -> None:
        """A call begins."""
        if not is_shown(name) or len(self.user.begun) >= MOST_SHOWN:
            return
        shown = self._distinct(call)
        self._shown.setdefault(call, []).append(shown)
        self.user.begun.add(shown)
        look = self._look(name)
        await self.user.recorder.show(
            ToolCall(tool_call_id=shown, title=look.title, name=name, kind=look.kind, status="pending")
        )

    async def void(self, why: str) -> None:
        """What began will not be: the request failed, or goes out again."""
        self._shown.clear()
        await self.user.give_up_begun(why)

    def named(self, message: ModelMessage) -> ModelMessage:
        """The whole message, its calls with the ids that they were shown with."""
        parts: list[TextPart | ThoughtPart | CallPart] = []
        for part in message.parts:
            if isinstance(part, CallPart):
                shown = self._shown.get(part.id)
                part = replace(part, id=shown.pop(0) if shown else self._distinct(part.id))
            parts.append(part)
        return replace(message, parts=parts)

    def _distinct(self, call: str) -> str:
        if not is_id(call) or call in self._known:
            call = f"call_{secrets.token_hex(8)}"
        self._known.add(call)
        return call

    def _look(self, name: str) -> Appearance:
        usable = self.user.tools.get(name)
        if usable is None:
            return Appearance(one_line(name, 120), "other")
        look = usable.appear({})
        return replace(look, title=_TITLES.get(name, look.title))
