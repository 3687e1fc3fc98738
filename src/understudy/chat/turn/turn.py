"""One turn: from a prompt to its stop reason. It can be cancelled at any point and always ends.

The work runs in a separate task. However that task ends, the text and the tool calls so far are stored and shown,
and nothing is sent after the answer to the prompt.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from understudy.abandoned_tasks import failure_logger, retrieve_exception
from understudy.chat import commands
from understudy.chat.events import NoticeShown, TurnEnded, UserPrompted
from understudy.chat.limits import CANCEL_TIMEOUT_S, END_RECORD_TIMEOUT_S
from understudy.chat.prompt import link_targets, resolve_links, session_title
from understudy.chat.session import Session, TurnAccount
from understudy.chat.shared import AgentState
from understudy.chat.text import escape_sentence, fenced_block
from understudy.chat.toolset import ClientBuffers, build_toolset
from understudy.chat.turn.agent_loop import AgentLoop, UsageTotals
from understudy.chat.turn.command_context import TurnCommandContext
from understudy.chat.turn.hooks import HookRunner
from understudy.chat.turn.recorder import Recorder
from understudy.chat.turn.subagent import RESEARCH_TOOL_NAME, ResearchTool
from understudy.chat.turn.tool_runner import ToolRunner, TurnCancelled
from understudy.models import ModelError
from understudy.schema.acp import (
    ContentBlock,
    ImageContent,
    ResourceLink,
    RuntimeContextItem,
    StopReason,
    TextContent,
    Usage,
)
from understudy.settings import HooksConfig
from understudy.workspace import Stop

__all__ = ["Turn", "TurnResult"]

logger = logging.getLogger(__name__)

CHECKPOINT_META_KEY: Final = "understudy.dev/checkpoint"
"""In the `_meta` of a prompt's response: the turn and the files that it changed, which `/undo TURN` takes back."""
ERROR_META_KEY: Final = "understudy.dev/error"
"""In the `_meta` of a prompt's response: why no model answered. ACP's stop reasons have none for that."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    stop_reason: StopReason
    usage: Usage | None = None
    meta: dict[str, Any] | None = None


@dataclass(slots=True, eq=False)
class Turn:
    session: Session
    state: AgentState
    blocks: Sequence[ContentBlock]
    context: Sequence[RuntimeContextItem] = field(default=(), repr=False)
    """The runtime context of this turn. Only this field and the requests of this turn hold it."""
    account: TurnAccount = field(default_factory=TurnAccount, repr=False)
    totals: UsageTotals = field(default_factory=UsageTotals)
    meta: dict[str, Any] = field(default_factory=dict[str, Any])
    _is_prompt_recorded: bool = False
    _prompt_id: str = ""
    _cancelled: bool = False
    _outcome: "StopReason | Literal['error']" = "error"
    _is_released: bool = False
    _abort_error: Exception | None = None
    _task: "asyncio.Task[StopReason] | None" = None
    _abandon_event: asyncio.Event = field(default_factory=asyncio.Event)
    _ended_event: asyncio.Event = field(default_factory=asyncio.Event)

    def cancel(self) -> None:
        """Cancel the work; after CANCEL_TIMEOUT_S the turn no longer waits for it."""
        if self._cancelled:
            return
        self._cancelled = True
        if self._task is not None:
            self._task.cancel()
        asyncio.get_running_loop().call_later(CANCEL_TIMEOUT_S, self._abandon_event.set)

    def abort(self, error: Exception) -> None:
        """Cancel the work, and raise the error from `run`: the turn cannot be stored any more."""
        self._abort_error = error
        self.cancel()

    async def stop(self) -> None:
        """Cancel the turn and wait until it has ended."""
        self.cancel()
        await self._ended_event.wait()

    async def run(self) -> TurnResult:
        recorder = Recorder(self.session.id, self.state.store, self.state.outbound)
        runner = ToolRunner({}, recorder, self.session.permissions, self.state.outbound, self.account)
        if self.state.hooks != HooksConfig():
            runner.hooks = HookRunner(self.session, self.state)
        try:
            stop_reason = await self._run_until_cancelled(self._handle_prompt(recorder, runner))
            if self._abort_error is not None:
                raise self._abort_error
            if self._is_prompt_recorded:
                await self._record_end(recorder, runner, stop_reason)
            self._outcome = stop_reason
            if runner.changed_paths:
                self.meta[CHECKPOINT_META_KEY] = {
                    "turn": self._prompt_id,
                    "files": list(runner.changed_paths),
                }
            return TurnResult(stop_reason, self.totals.usage(), self.meta or None)
        except BaseException:
            if self._is_prompt_recorded:
                try:
                    await runner.end_open_calls()
                    await recorder.finish(self._build_end_event("error"))
                except Exception:  # the first error is the one to report
                    logger.exception("the end of a failed turn could not be stored")
            raise
        finally:
            recorder.close()
            self.release()

    async def _record_end(self, recorder: Recorder, runner: ToolRunner, stop_reason: StopReason) -> None:
        """Store and send the end of the turn. A cancelled turn waits END_RECORD_TIMEOUT_S at most for the store."""

        async def conclude() -> None:
            await runner.end_open_calls()
            await recorder.finish(self._build_end_event(stop_reason))

        concluding = asyncio.ensure_future(conclude())
        if stop_reason != "cancelled":
            await concluding
            return
        await asyncio.wait({concluding}, timeout=END_RECORD_TIMEOUT_S)
        if not concluding.done() or concluding.exception() is not None:
            logger.warning("the end of a cancelled turn could not be stored in time")
            concluding.add_done_callback(failure_logger(logger, "storing the end of a cancelled turn"))

    def _build_end_event(self, stop_reason: StopReason | Literal["error"]) -> TurnEnded:
        totals = self.totals
        return TurnEnded(
            stop_reason=stop_reason, usage=totals.usage(), used=totals.window_used, size=totals.window_size
        )

    def release(self) -> None:
        """Free the session for the next prompt."""
        if self.session.turn is self:
            self.session.turn = None
        self._ended_event.set()
        if not self._is_released:
            self._is_released = True
            self.account.end(self._outcome, self.totals.usage())

    async def _run_until_cancelled(self, work: Coroutine[Any, Any, StopReason]) -> StopReason:
        """Run the work until it ends, or until it is cancelled and does not end within CANCEL_TIMEOUT_S."""
        self._task = asyncio.ensure_future(work)
        if self._cancelled:
            self._task.cancel()
        abandoned = asyncio.ensure_future(self._abandon_event.wait())
        try:
            await asyncio.wait({self._task, abandoned}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the request was cancelled, not the turn
            self._task.cancel()
            self._task.add_done_callback(retrieve_exception)
            await asyncio.wait({self._task}, timeout=CANCEL_TIMEOUT_S)
            raise
        finally:
            abandoned.cancel()
        if not self._task.done():
            logger.warning("the work of a cancelled turn continues in the background")
            self._task.add_done_callback(retrieve_exception)
            self._task.cancel()
            return "cancelled"
        if self._cancelled:  # even if the work ended normally or failed meanwhile
            retrieve_exception(self._task)
            return "cancelled"
        try:
            return self._task.result()
        except (TurnCancelled, asyncio.CancelledError):
            return "cancelled"

    async def _handle_prompt(self, recorder: Recorder, runner: ToolRunner) -> StopReason:
        await self.account.admit()
        text = self.blocks[0].text if isinstance(self.blocks[0], TextContent) else ""
        command = commands.find_command(text)
        session, models = self.session, self.state.models
        instruction = ""
        if command is not None and command[0].name == "init" and session.model is not None:
            command, instruction = None, commands.INIT_INSTRUCTION
        mistyped = None if command or instruction else commands.unknown_command_message(text)
        if command is None and mistyped is None and session.model is not None:
            await models.check(session.model)  # before anything is stored: without a key there is no turn
        can_set_title = command is None and mistyped is None
        await self._record_prompt(recorder, can_set_title=can_set_title, instruction=instruction)
        if command is None and session.model is not None and session.connect_task is not None:
            await asyncio.wait({session.connect_task})  # only a model uses MCP tools, so only it waits
        await self._report_notices(recorder)
        tools = build_toolset(session, self.state, recorder)
        if session.model is not None:
            readers = {name: tool for name, tool in tools.items() if tool.read_only}
            tools[RESEARCH_TOOL_NAME] = ResearchTool(session, self.state, readers, self.totals, self.account)
        runner.tools = tools
        if command is not None:
            slash_command, argument_text = command
            links = link_targets(self.blocks)
            context = TurnCommandContext(session, self.state, recorder, runner, self.totals, self.meta, links)
            await slash_command.run(context, argument_text)
            return "end_turn"
        if mistyped is None and session.model is None:
            self.meta[ERROR_META_KEY] = {"reason": "no_model", "userMessage": "There is no model to answer."}
        if mistyped is not None or session.model is None:
            answer = mistyped or commands.no_model_message(self.state.config_file)
            await recorder.record(NoticeShown(text=answer, as_message=True, message_id=recorder.message_id))
            return "end_turn"
        agent_loop = AgentLoop(session, self.state, recorder, runner, self.totals, self.meta, self.account)
        try:
            async with models.lease(session.model) as model:
                self.meta |= await agent_loop.prepare(model, self.context)
                await self._report_notices(recorder)
                stop_reason = await agent_loop.run(model)
                await self._run_end_hooks(recorder, runner)
                return stop_reason
        except ModelError as error:
            if error.kind == "auth":
                raise
            self.meta[ERROR_META_KEY] = {"reason": error.kind, "userMessage": error.message}
            await recorder.record(
                NoticeShown(text=error.message, as_message=True, message_id=recorder.message_id)
            )
            return "end_turn"

    async def _run_end_hooks(self, recorder: Recorder, runner: ToolRunner) -> None:
        """Run the user's hooks at the end of a turn that changed a file, and show those that fail."""
        if runner.hooks is None or not runner.changed_paths:
            return
        failures = await runner.hooks.run("turn_end", paths=list(runner.changed_paths))
        await runner.record_hook_changes()
        for failure in failures:
            recorder.start_message()
            text = f"{escape_sentence(f'The hook {failure.command!r} {failure.reason}.')}\n\n"
            text += f"{fenced_block(failure.output)}\n" if failure.output else ""
            await recorder.record(NoticeShown(text=text, as_message=True, message_id=recorder.message_id))

    async def _record_prompt(self, recorder: Recorder, *, can_set_title: bool, instruction: str) -> None:
        """Resolve the links of the prompt, and store it before anything else happens.

        `can_set_title`: whether the prompt may become the session's title; a slash command may not.
        """
        session, state = self.session, self.state
        attached: list[str] = []
        images: list[ImageContent] = []
        if any(isinstance(block, ResourceLink) for block in self.blocks):
            stop = Stop()
            buffers = ClientBuffers(state.outbound, session.id, asyncio.get_running_loop(), stop)
            resolved = await state.workers.run(
                session.workspace_usage.track(
                    lambda: resolve_links(self.blocks, session.workspace, buffers, stop=stop)
                ),
                stop,
            )
            attached, images = resolved.texts, resolved.images
            session.pending_notices += resolved.warnings
        self._prompt_id = secrets.token_hex(8)
        prompted = UserPrompted(
            blocks=list(self.blocks),
            attached=attached,
            images=images,
            message_id=self._prompt_id,
            instruction=instruction,
        )
        title = session_title(prompted) if can_set_title and not session.has_title else None
        session.has_title = session.has_title or title is not None
        session.is_empty = False
        self._is_prompt_recorded = (
            True  # set first: the store writes the prompt even if this task is cancelled
        )
        await recorder.record(prompted, title=title, show=False)  # the client shows the prompt itself

    async def _report_notices(self, recorder: Recorder) -> None:
        """Show the pending notices: servers that did not start, unreadable links, a store that was set aside."""
        notices, self.session.pending_notices = self.session.pending_notices, []
        for notice in notices:
            text = notice if notice.endswith("\n") else f"{notice}\n"
            await recorder.record(NoticeShown(text=text, message_id=recorder.message_id))
