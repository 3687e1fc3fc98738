"""The `CommandContext` of a slash command: tools, permissions, checkpoints and jobs, and replies to the user."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from understudy.chat.events import NoticeShown
from understudy.chat.history import UndoReport, build_undo_events, find_checkpoints, undo_turn
from understudy.chat.permissions import Permissions
from understudy.chat.prompt import LinkTarget
from understudy.chat.session import Jobs, Session, choose_model
from understudy.chat.shared import AgentState
from understudy.chat.toolset import CallOutcome, ClientBuffers
from understudy.chat.turn.agent_loop import AgentLoop, UsageTotals
from understudy.chat.turn.recorder import Recorder
from understudy.chat.turn.tool_runner import ToolRunner
from understudy.models import ModelError
from understudy.settings import PermissionRule
from understudy.tools import Call
from understudy.workspace import Stop

__all__ = ["TurnCommandContext"]

logger = logging.getLogger(__name__)

UNDO_META_KEY: Final = "understudy.dev/undo"
"""In the `_meta` of the response to `/undo`: the turn, the files that are as before it, and the conflicts."""


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

    @property
    def jobs(self) -> Jobs:
        return self.session.jobs

    @property
    def permissions(self) -> Permissions:
        return self.session.permissions

    async def revoke_permission(self, rule: PermissionRule) -> str | None:
        try:
            await self.state.workers.run(lambda: self.permissions.rules.remove(rule), Stop())
        except Exception as error:
            logger.warning("a permission could not be removed from the configuration", exc_info=True)
            return f"It is revoked in this agent, but not in the configuration: {getattr(error, 'message', error)}"
        return None

    async def call_tool(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        return await self.runner.run_for_user(tool, arguments)

    async def reply(self, text: str) -> None:
        await self.recorder.record(
            NoticeShown(text=text, as_message=True, message_id=self.recorder.message_id)
        )

    async def choose_model(self, spec: str) -> None:
        await choose_model(self.session, self.state, spec)

    async def undo(self, *, turn: str = "", partial: bool) -> UndoReport | None:
        session, state = self.session, self.state
        checkpoints = find_checkpoints(await state.store.events(session.id))
        checkpoint = next((one for one in reversed(checkpoints) if one.prompt_id.startswith(turn)), None)
        if checkpoint is None:
            return None
        stop = Stop()
        call = Call(stop=stop)
        if state.outbound.can_read_files or state.outbound.can_write_files:
            call.buffers = ClientBuffers(state.outbound, session.id, asyncio.get_running_loop(), stop)
        report = await state.workers.run(
            session.workspace_usage.track(
                lambda: undo_turn(session.workspace, checkpoint, call=call, partial=partial)
            ),
            stop,
        )
        await self.recorder.record(*build_undo_events(report))
        self.meta[UNDO_META_KEY] = {
            "turn": checkpoint.prompt_id,
            "files": list(report.paths),
            "conflicts": [{"path": one.path, "reason": one.reason} for one in report.conflicts],
        }
        return report

    async def compact(self, focus: str) -> None:
        if self.session.model is None:
            raise ModelError("bad_setting", "There is no model that could summarise. `/model` chooses one.")
        await self.state.models.check(self.session.model)
        async with self.state.models.lease(self.session.model) as model:
            account = self.runner.account
            loop = AgentLoop(
                self.session, self.state, self.recorder, self.runner, self.totals, self.meta, account
            )
            await loop.prepare(model, ())
            await loop.compact_history(model, focus)
