"""A turn as a slash command sees it: the same tools, the same permissions, and a voice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.chat.commands import ToolOutcome
from understudy.chat.engine import AgentState
from understudy.chat.events import NoticeShown
from understudy.chat.options import choose_model
from understudy.chat.recorder import Recorder
from understudy.chat.session import Session
from understudy.chat.targets import LinkTarget
from understudy.chat.using import ToolRunner

__all__ = ["TurnCommandContext"]


@dataclass(frozen=True, slots=True)
class TurnCommandContext:
    session: Session
    state: AgentState
    recorder: Recorder
    runner: ToolRunner
    linked_files: Sequence[LinkTarget] = ()

    @property
    def roots(self) -> Sequence[str]:
        return [root.path for root in self.session.workspace.roots]

    @property
    def model(self) -> str | None:
        return self.session.model

    @property
    def models(self) -> Sequence[str]:
        return self.state.models.choices

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> ToolOutcome:
        ended = await self.runner.run_for_user(tool, arguments)
        return ToolOutcome(ended.failed, ended.text, ended.output, ended.user_message)

    async def reply(self, text: str) -> None:
        await self.recorder.record(NoticeShown(text=text, as_message=True, message_id=self.recorder.message_id))

    async def choose_model(self, spec: str) -> None:
        await choose_model(self.session, self.state, spec)
