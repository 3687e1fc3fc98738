"""The `CommandContext` of a slash command: tools, permissions, checkpoints and jobs, and replies to the user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from understudy.chat.events import NoticeShown
from understudy.chat.prompt import LinkTarget
from understudy.chat.session import Session, choose_model
from understudy.chat.shared import AgentState
from understudy.chat.toolset import CallOutcome
from understudy.chat.turn.agent_loop import AgentLoop, UsageTotals
from understudy.chat.turn.recorder import Recorder
from understudy.chat.turn.tool_runner import ToolRunner
from understudy.models import ModelError

__all__ = ["TurnCommandContext"]


@dataclass(frozen=True, slots=True)
class TurnCommandContext:
    """The `CommandContext` of a slash command: the tools and permissions of the turn, and replies to the user."""

    session: Session
    state: AgentState
    recorder: Recorder
    runner: ToolRunner
    totals: UsageTotals
    meta: dict[str, Any]
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

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        return await self.runner.run_for_user(tool, arguments)

    async def reply(self, text: str) -> None:
        await self.recorder.record(
            NoticeShown(text=text, as_message=True, message_id=self.recorder.message_id)
        )

    async def choose_model(self, spec: str) -> None:
        await choose_model(self.session, self.state, spec)

    async def compact(self, focus: str) -> None:
        if self.session.model is None:
            raise ModelError("bad_setting", "There is no model that could summarise. `/model` chooses one.")
        await self.state.models.check(self.session.model)
        async with self.state.models.lease(self.session.model) as model:
            loop = AgentLoop(self.session, self.state, self.recorder, self.runner, self.totals, self.meta)
            await loop.prepare(model, ())
            await loop.compact_history(model, focus)
