"""Runs the tool calls of a turn: each call is announced, authorized, run, shown and stored.

Consecutive calls that only read run in parallel; any other call waits for the calls before it, and the calls
after it wait for it.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from understudy.chat.errors import LimitReached
from understudy.chat.events import FileChanged, NoticeShown, ToolCalled, ToolReturned
from understudy.chat.history import compress_content, is_tool_shown
from understudy.chat.limits import MAX_CHECKPOINT_TURN_BYTES, MAX_PARALLEL_CALLS
from understudy.chat.outbound import Outbound, OutboundError
from understudy.chat.permissions import ActionKind, Decision, PermissionRequest, Permissions
from understudy.chat.session import TurnAccount
from understudy.chat.text import escape_sentence
from understudy.chat.toolset import (
    CallOutcome,
    CallPresentation,
    ChatTool,
    Rejection,
    sanitize_title,
    text_content,
    truncate_strings,
)
from understudy.chat.turn.hooks import HookRunner
from understudy.chat.turn.recorder import Recorder
from understudy.models import CallPart, ResultPart
from understudy.schema.acp import Diff, ToolCallContent, ToolCallLocation, ToolCallProgress, ToolCallUpdate
from understudy.settings import PermissionRule
from understudy.tools import FileChange

__all__ = ["ToolRunner", "TurnCancelled"]

logger = logging.getLogger(__name__)

_READ_ONLY_MESSAGE: Final = "Refused: the mode is read-only."
_READ_ONLY_REJECTIONS: Final = {
    ActionKind.EDIT: Rejection(
        "The session is in read-only mode, so no file may be changed. Say what you would change instead.",
        _READ_ONLY_MESSAGE,
    ),
    ActionKind.RUN: Rejection(
        "The session is in read-only mode, so no command may be run.", _READ_ONLY_MESSAGE
    ),
    ActionKind.MCP_TOOL: Rejection(
        "The session is in read-only mode, so this tool may not be used.", _READ_ONLY_MESSAGE
    ),
    ActionKind.FETCH: Rejection(
        "The session is in read-only mode, so no page may be fetched.", _READ_ONLY_MESSAGE
    ),
}
_USER_REJECTION: Final = Rejection(
    "The user declined this. Do not try to reach the same by other means; go on without it, or ask.",
    "You rejected this.",
)
_STOPPED_OUTCOME: Final = CallOutcome(
    "The user stopped this before it was done.",
    failed=True,
    user_message="You stopped this before it was done.",
    ending="stopped",
)


class TurnCancelled(Exception):
    """The client cancelled a permission request, or the turn has ended: the turn is over."""


@dataclass(slots=True)
class _RunningCall:
    """The `CallContext` of one call."""

    runner: "ToolRunner"
    call_id: str
    presentation: CallPresentation
    arguments: Any
    hidden: bool = False
    """Whether the client is not shown the call itself (a plan is shown as a plan)."""
    by_user: bool = False
    has_progress: bool = False
    """Whether the client was sent content before the end."""
    ended: bool = False
    outcome_if_stopped: Callable[[], CallOutcome] = lambda: _STOPPED_OUTCOME

    async def authorize(
        self,
        request: PermissionRequest,
        content: Sequence[ToolCallContent] = (),
        *,
        can_remember: bool = True,
    ) -> Rejection | None:
        match self.runner.permissions.decide(request):
            case Decision.ALLOW:
                return None
            case Decision.ASK if self.by_user and request.kind is ActionKind.RUN:
                return None  # the user typed the command
            case Decision.REJECT:
                return _READ_ONLY_REJECTIONS[request.kind]
            case Decision.ASK:
                return await self._ask_user(request, content, can_remember)

    async def _ask_user(
        self, request: PermissionRequest, content: Sequence[ToolCallContent], can_remember: bool
    ) -> Rejection | None:
        suffix = f" (protected: {request.protected_reason})" if request.protected_reason else ""
        question = ToolCallUpdate(
            tool_call_id=self.call_id,
            title=self.presentation.title + suffix,
            kind=self.presentation.kind,
            status="pending",
            content=list(content),
            # The resolved path of a change, if there is one: the path in the arguments may lead through a link.
            locations=[ToolCallLocation(path=item.path) for item in content if isinstance(item, Diff)]
            or list(self.presentation.locations),
            raw_input=self.arguments,
        )
        options = [
            option
            for option in self.runner.permissions.answer_options(request)
            if can_remember or option.kind != "allow_always"
        ]
        try:
            chosen = await self.runner.outbound.request_permission(
                self.runner.recorder.session_id, question, options
            )
        except OutboundError as error:
            return Rejection(
                f"The user could not be asked, so this was not done: their editor failed to ask ({error}). "
                "Go on without it, or say what is needed.",
                f"Not done: your editor could not ask you for permission ({error}).",
            )
        if chosen is None:
            raise TurnCancelled
        if not self.runner.permissions.apply_answer(request, chosen, options):
            return _USER_REJECTION
        if chosen == "always_folder" and (rule := request.lasting_rule()) is not None:
            await self._store_rule(rule)
        # The mode may have changed while the request was open, and read-only mode overrides an answer.
        return (
            _READ_ONLY_REJECTIONS[request.kind]
            if self.runner.permissions.decide(request) is Decision.REJECT
            else None
        )

    async def _store_rule(self, rule: PermissionRule) -> None:
        try:
            await asyncio.to_thread(self.runner.permissions.rules.add, rule)
        except Exception as error:  # it holds in this process
            logger.warning("a permission could not be stored", exc_info=True)
            message = getattr(error, "message", "the agent's log says why")
            await self.runner.recorder.record(
                NoticeShown(
                    text=f"The permission holds until the agent ends; it was not stored: {message}\n",
                    message_id=self.runner.recorder.message_id,
                )
            )

    async def report_started(self) -> None:
        await self.runner.recorder.send_update(
            ToolCallProgress(tool_call_id=self.call_id, status="in_progress")
        )

    async def report_progress(self, content: Sequence[ToolCallContent]) -> None:
        if not self.ended:
            self.has_progress = True
            update = ToolCallProgress(tool_call_id=self.call_id, content=list(content))
            await self.runner.recorder.send_update(update)

    async def without_repetition(self, outcome: CallOutcome) -> CallOutcome:
        """Return the outcome of a slash command's call without the content, which the reply that follows shows."""
        if outcome.in_terminal or outcome.ending is not None or not outcome.content:
            return outcome
        if self.has_progress:
            await self.runner.recorder.send_update(ToolCallProgress(tool_call_id=self.call_id, content=[]))
        return replace(outcome, content=())

    async def record_change(self, change: FileChange, old_hash: str | None, new_hash: str) -> None:
        if old_hash == new_hash:
            return
        runner = self.runner
        data = compress_content(change.old_data, MAX_CHECKPOINT_TURN_BYTES - runner.checkpoint_bytes)
        runner.checkpoint_bytes += len(data or b"")
        event = FileChanged(
            call_id=self.call_id,
            path=change.path,
            display_path=change.display_path,
            old_hash=old_hash,
            new_hash=new_hash,
            old_data=data,
        )
        await runner.recorder.record(event, show=False)
        runner.changed_paths[change.path] = event

    def on_turn_stopped(self, build_outcome: Callable[[], CallOutcome]) -> None:
        self.outcome_if_stopped = build_outcome


@dataclass(slots=True)
class ToolRunner:
    """Runs calls with the tools and permissions of one turn."""

    tools: Mapping[str, ChatTool]
    recorder: Recorder
    permissions: Permissions
    outbound: Outbound
    account: TurnAccount = field(default_factory=TurnAccount)
    pending_call_ids: set[str] = field(default_factory=set[str])
    """Calls that are shown while the model still writes their arguments; they are not stored yet."""
    checkpoint_bytes: int = 0
    """Bytes that the turn has stored to take its changes back."""
    changed_paths: dict[str, FileChanged] = field(default_factory=dict[str, FileChanged])
    """The latest change of each file that the turn changed, by path."""
    hooks: HookRunner | None = None
    _open_calls: dict[str, _RunningCall] = field(default_factory=dict[str, _RunningCall])

    async def run_all(self, calls: Sequence[CallPart]) -> list[ResultPart]:
        """Run the calls of one message; return the results in the same order.

        All calls are announced first: they belong to one message, for the client and in the stored history.
        """
        for call in calls:
            await self._announce(call.id, call.name, call.arguments, seal=call.provider_data)
        results: list[ResultPart] = []
        batch: list[CallPart] = []
        for call in calls:
            tool = self.tools.get(call.name)
            read_only = tool is not None and tool.read_only
            if read_only and len(batch) < MAX_PARALLEL_CALLS:
                batch.append(call)
                continue
            results += await self._run_parallel(batch)
            batch = [call] if read_only else []
            if not batch:
                results.append(await self._run_to_result(call))
        return results + await self._run_parallel(batch)

    async def _run_parallel(self, calls: Sequence[CallPart]) -> list[ResultPart]:
        if len(calls) < 2:
            return [await self._run_to_result(call) for call in calls]
        try:
            async with asyncio.TaskGroup() as tasks_group:
                tasks = [tasks_group.create_task(self._run_to_result(call)) for call in calls]
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _run_to_result(self, call: CallPart) -> ResultPart:
        outcome = await self._run_and_record(call.id, call.name, call.arguments)
        return ResultPart(call.id, call.name, outcome.text, outcome.failed, tuple(outcome.images))

    async def run_for_user(self, name: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Run one call for a slash command. Raises only if the turn ends."""
        call_id = f"call_{secrets.token_hex(8)}"
        await self._announce(call_id, name, arguments, by="user")
        return await self._run_and_record(call_id, name, arguments)

    async def _announce(
        self,
        call_id: str,
        name: str,
        arguments: Mapping[str, Any] | str,
        *,
        by: Literal["model", "user"] = "model",
        seal: Mapping[str, Any] | None = None,
    ) -> None:
        tool = self.tools.get(name)
        presentation = (
            CallPresentation(sanitize_title(name), "other") if tool is None else tool.describe_call(arguments)
        )
        event = ToolCalled(
            id=call_id,
            name=name,
            arguments=arguments,
            title=presentation.title,
            tool_kind=presentation.kind,
            locations=list(presentation.locations),
            by=by,
            seal=None if seal is None else dict(seal),
        )
        self._open_calls[call_id] = _RunningCall(
            self, call_id, presentation, arguments, hidden=not is_tool_shown(name), by_user=by == "user"
        )
        already_shown = call_id in self.pending_call_ids
        self.pending_call_ids.discard(call_id)
        await self.recorder.record(event, show=not already_shown)
        if already_shown:
            await self.recorder.send_update(
                ToolCallProgress(
                    tool_call_id=call_id,
                    title=event.title,
                    kind=event.tool_kind,
                    locations=event.locations,
                    raw_input=arguments,
                )
            )

    async def _run_and_record(
        self, call_id: str, name: str, arguments: Mapping[str, Any] | str
    ) -> CallOutcome:
        outcome = await self._invoke(self.tools.get(name), name, arguments, self._open_calls[call_id])
        await self._record_result(call_id, outcome)
        return outcome

    async def _invoke(
        self, tool: ChatTool | None, name: str, arguments: Mapping[str, Any] | str, context: _RunningCall
    ) -> CallOutcome:
        if self.recorder.closed:  # the turn has ended: no tool may run that the client does not see
            raise TurnCancelled
        if tool is None:
            names = ", ".join(self.tools)
            missing = f"There is no tool {name[:100]!r}."
            return CallOutcome(f"{missing} The tools are: {names}.", failed=True, user_message=missing)
        if isinstance(arguments, str):
            return CallOutcome(
                "The arguments are not a JSON object. Send the call again with valid JSON.",
                failed=True,
                user_message="The model wrote arguments that are no valid JSON.",
            )
        try:
            if self.hooks is not None:
                for failure in await self.hooks.run("before_tool", tool=name, arguments=arguments):
                    return CallOutcome(
                        f"{failure}\nThe call was not made.", failed=True, user_message=str(failure)
                    )
            await self.account.admit_call(name)
            with self.account.tool_call(name) as report:
                report.failed = True
                outcome = await tool.run(arguments, context)
                report.failed = outcome.failed
            if context.by_user:
                outcome = await context.without_repetition(outcome)
            if self.hooks is None or outcome.failed:
                return outcome
            return await self._run_after_hooks(self.hooks, name, arguments, outcome)
        except TurnCancelled:
            raise
        except LimitReached as error:
            return CallOutcome(error.message, failed=True, user_message=error.message)
        except Exception:
            logger.exception("%s raised", name)
            broken = f"{name} failed for a reason of its own; the agent's log says more."
            return CallOutcome(broken, failed=True, user_message=broken)

    async def _run_after_hooks(
        self, hooks: HookRunner, name: str, arguments: Mapping[str, Any], outcome: CallOutcome
    ) -> CallOutcome:
        """Run the hooks after a call; the model is told of those that fail, and of files that they changed."""
        failures = await hooks.run(
            "after_tool", tool=name, arguments=arguments, paths=list(self.changed_paths)
        )
        notes = [str(failure) for failure in failures]
        notes += [
            f"A hook changed {change.display_path!r}; its hash is now {change.new_hash}."
            for change in await self.record_hook_changes()
        ]
        if not notes:
            return outcome
        text = "\n".join(notes)
        shown = [*outcome.content, text_content(escape_sentence(text))]
        return replace(outcome, text=f"{outcome.text}\n{text}", content=shown)

    async def record_hook_changes(self) -> list[FileChanged]:
        """Store what hooks changed in the files of this turn, so that the turn can still be taken back."""
        if self.hooks is None:
            return []
        recorded: list[FileChanged] = []
        for path, last in list(self.changed_paths.items()):
            now = await self.hooks.hash_file(last.display_path)
            if now is not None and now not in (last.new_hash, last.old_hash):
                event = FileChanged(
                    call_id=last.call_id,
                    path=path,
                    display_path=last.display_path,
                    old_hash=last.new_hash,
                    new_hash=now,
                )
                await self.recorder.record(event, show=False)
                self.changed_paths[path] = event
                recorded.append(event)
        return recorded

    async def _record_result(self, call_id: str, outcome: CallOutcome) -> None:
        context = self._open_calls.pop(call_id)
        context.ended = True
        content = list(outcome.content)
        if outcome.failed and (outcome.user_message or not content):
            content.append(
                text_content(
                    escape_sentence(outcome.user_message or "This failed, and nothing was said about it.")
                )
            )
        await self.recorder.record(
            ToolReturned(
                id=call_id,
                failed=outcome.failed,
                text=outcome.text,
                content=content,
                output=truncate_strings(outcome.output),
                locations=list(outcome.locations),
                in_terminal=outcome.in_terminal,
                ending=outcome.ending,
            ),
            show=not context.hidden,
        )

    async def fail_pending_calls(self, reason: str) -> None:
        """Show calls that the model started to write and never finished as failed."""
        unfinished, self.pending_call_ids = self.pending_call_ids, set()
        for call_id in sorted(unfinished):
            await self.recorder.send_update(
                ToolCallProgress(tool_call_id=call_id, status="failed", content=[text_content(reason)])
            )

    async def end_open_calls(self) -> None:
        """The turn is over: show and store the running calls as ended."""
        await self.fail_pending_calls("The model did not finish this call.")
        for call_id, context in list(self._open_calls.items()):
            await self._record_result(call_id, context.outcome_if_stopped())
