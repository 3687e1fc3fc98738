"""A turn as a slash command sees it: the same tools, the same permissions, and a voice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.chat.commands import Outcome
from understudy.chat.engine import Engine
from understudy.chat.events import Noticed
from understudy.chat.options import choose_model
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.targets import Target
from understudy.chat.using import ToolUser

__all__ = ["CommandPort"]


@dataclass(frozen=True, slots=True)
class CommandPort:
    session: Session
    engine: Engine
    recorder: Recorder
    user: ToolUser
    linked: Sequence[Target] = ()

    @property
    def roots(self) -> Sequence[str]:
        return [root.path for root in self.session.workspace.roots]

    @property
    def model(self) -> str | None:
        return self.session.model

    @property
    def models(self) -> Sequence[str]:
        return self.engine.models.choices

    async def use(self, tool: str, arguments: Mapping[str, Any]) -> Outcome:
        ended = await self.user.use(tool, arguments)
        return Outcome(ended.failed, ended.text, ended.output, ended.line)

    async def say(self, text: str) -> None:
        await self.recorder.add(Noticed(text=text, as_message=True, message_id=self.recorder.message_id))

    async def choose_model(self, spec: str) -> None:
        await choose_model(self.session, self.engine, spec)
