"""One of the seven workspace tools, used in a turn: previewed, allowed, run in a worker, shown.

A change of a file is first made dry: what would fail fails before anybody is asked, the person sees the very
change as a diff, and the real run is pinned to the file as it was then, and to the place that its path led to. A
command is pinned to the folder that was shown.

A command before anybody is asked about it: what would be refused afterwards is refused at once. Runs nothing.

The real run checks all of it again: a person may think for long.

What a running command shows: the end of its output, or the client's terminal that it runs in.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET

from understudy.chat.limits import (
    MAX_PROGRESS_CHARS,
    MAX_RESULT_CHARS,
    MAX_TAIL_CHARS,
    PROGRESS_INTERVAL_S,
    TERMINAL_OUTPUT_TIMEOUT_S,
)
from understudy.chat.outbound import Outbound
from understudy.chat.permissions import ActionKind, Mode, PermissionRequest, Permissions
from understudy.chat.session import WorkspaceUsage
from understudy.chat.text import escape_sentence
from understudy.chat.toolset.client_io import ClientBuffers, ClientTerminals, run_on_loop
from understudy.chat.toolset.presentation import (
    arguments_content,
    change_content,
    command_content,
    failure_outcome,
    is_fully_shown,
    output_block,
    present_call,
    result_content,
    result_text,
    text_content,
)
from understudy.chat.toolset.tool_api import CallContext, CallOutcome, CallPresentation
from understudy.models import ToolSpec
from understudy.schema.acp import Terminal, ToolCallContent
from understudy.tools import (
    Call,
    ChangeArgs,
    ChangeResult,
    ConsentRequest,
    FileChange,
    Tool,
    WorkerPool,
    execute_command,
)
from understudy.tools.execute_command import Args
from understudy.workspace import ExecutionFailed, Workspace, WorkspaceError
from understudy.workspace.commands import Command, validate_command

__all__ = ["OutputTail", "ToolDependencies", "WorkspaceTool", "check_command_folder"]


class OutputTail:
    """The end of what a command wrote so far, or the client's terminal that has it."""

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._text = ""
        self._terminal: str | None = None
        self._terminal_done = asyncio.Event()
        """Whether all that a terminal had to say is known."""
        context.on_turn_stopped(self._stopped_outcome)

    def feed(self, stream: str, text: str) -> None:
        """From the worker's thread."""
        del stream
        self._text = (self._text + text)[-MAX_TAIL_CHARS:]
        with contextlib.suppress(RuntimeError):  # the loop is closed: everything is ending
            self._loop.call_soon_threadsafe(self._changed.set)

    async def show_terminal(self, terminal: str) -> None:
        """Before anything else is asked of it: a client shows only terminals that are not yet released."""
        self._terminal = terminal
        await self._context.report_progress([Terminal(terminal_id=terminal)])

    async def end_terminal(self, output: str, error: WorkspaceError | None) -> None:
        """What stood in the terminal in the end, and what went wrong; still before its release."""
        self._text = output[-MAX_TAIL_CHARS:]
        self._terminal_done.set()
        if error is not None and self._terminal is not None:
            line = text_content(escape_sentence(error.user_message))
            await self._context.report_progress([Terminal(terminal_id=self._terminal), line])

    async def wait_for_terminal(self, timeout_s: float) -> None:
        """Wait a moment for what a terminal still has to say; nothing else holds anything back."""
        if self._terminal is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._terminal_done.wait()

    def mark_outcome(self, outcome: CallOutcome) -> CallOutcome:
        """The outcome; where a terminal was shown, the client keeps that, and it is not named again."""
        return replace(outcome, in_terminal=self._terminal is not None)

    async def report_changes(self) -> None:
        """Show it whenever there is something new, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            content: list[ToolCallContent] = [
                text_content(output_block(_last_lines(self._text, MAX_PROGRESS_CHARS)))
            ]
            await self._context.report_progress(content)
            await asyncio.sleep(PROGRESS_INTERVAL_S)

    def _stopped_outcome(self) -> CallOutcome:
        """The user stopped it: what it said until then is kept."""
        error = ExecutionFailed(
            "The user stopped this before it was done.", "cancelled", stdout=self._text, stderr=""
        )
        return self.mark_outcome(failure_outcome(error, user_message="You stopped this before it was done."))


def _last_lines(text: str, max_chars: int) -> str:
    """The last lines; half a line only if there is no whole one."""
    if len(text) <= max_chars:
        return text
    text = text[-max_chars:]
    return text[text.find("\n", 0, -1) + 1 :]


def check_command_folder(workspace: Workspace, args: Args) -> str:
    """The folder that the command would run in. Raises what the run itself would."""
    folder = "." if args.working_directory is UNSET else args.working_directory
    with workspace.open_folder(folder) as (fd, place):
        validate_command(
            Command(
                line=args.command,
                cwd=place.path,
                cwd_fd=fd,
                roots=(),
                timeout=1,
                environment={} if args.environment is UNSET else args.environment,
                stdin=None if args.stdin is UNSET else args.stdin,
                limits=workspace.limits,
            )
        )
        return place.path


@dataclass(frozen=True, slots=True)
class ToolDependencies:
    """Where a session's tools work."""

    session_id: str
    workspace: Workspace
    permissions: Permissions
    outbound: Outbound
    workers: WorkerPool
    workspace_usage: WorkspaceUsage


@dataclass(slots=True)
class _Preview:
    changes: list[FileChange] = field(default_factory=list[FileChange])
    consent_requests: list[ConsentRequest] = field(default_factory=list[ConsentRequest])

    def record_consent(self, question: ConsentRequest) -> bool:
        self.consent_requests.append(question)
        return True


@dataclass(frozen=True, slots=True)
class WorkspaceTool:
    tool: Tool[Any, Any]
    dependencies: ToolDependencies

    @property
    def spec(self) -> ToolSpec:
        return _tool_spec(self.tool)

    @property
    def read_only(self) -> bool:
        return self.tool.effects.read_only

    def describe_call(self, arguments: Any) -> CallPresentation:
        return present_call(self.dependencies.workspace, self.tool.name, arguments)

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        try:
            args = self.tool.decode(arguments)
            if self.read_only:
                return await self._run_and_report(arguments, context, Call())
            # The mode is asked first where it refuses everything: nobody needs a preview of what may not be.
            refused = await self._reject_if_read_only(context)
            if refused is not None:
                return refused
            if isinstance(args, execute_command.Args):
                return await self._run_command(args, arguments, context)
            if isinstance(args, ChangeArgs):
                return await self._run_change(args, arguments, context)
            return await self._run_other(arguments, context)
        except WorkspaceError as error:
            return failure_outcome(error)

    async def _run_change(
        self, args: ChangeArgs, arguments: Mapping[str, Any], context: CallContext
    ) -> CallOutcome:
        preview = _Preview()
        call = Call(on_change=preview.changes.append, ask_consent=preview.record_consent)
        shown: ChangeResult = await self._call_in_worker({**arguments, "dryRun": True}, call)
        content = [change_content(change, args, shown) for change in preview.changes]
        if arguments.get("dryRun") is True:
            return self._to_outcome(shown, content)
        protected = preview.consent_requests[0].reason if preview.consent_requests else None
        refusal = await context.authorize(
            PermissionRequest(ActionKind.EDIT, protected_reason=protected), content
        )
        if refusal is not None:
            return refusal.to_outcome(content)
        agreed = {(question.path, question.reason) for question in preview.consent_requests}
        real = Call(expected_state=shown.to_expected_state())
        loop = asyncio.get_running_loop()
        real.ask_consent = lambda question: (
            (question.path, question.reason) in agreed
            or run_on_loop(loop, self._ask_consent(question, content, context), real.stop)
        )
        return await self._run_and_report(arguments, context, real, content)

    async def _run_other(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        """A tool that neither changes a file nor runs a command, but does more than read: ask, then run it."""
        refusal = await context.authorize(
            PermissionRequest(ActionKind.RUN), arguments_content(arguments), can_remember=False
        )
        if refusal is not None:
            return refusal.to_outcome()
        return await self._run_and_report(arguments, context, Call())

    async def _reject_if_read_only(self, context: CallContext) -> CallOutcome | None:
        if self.dependencies.permissions.mode is not Mode.READ_ONLY:
            return None
        deed = ActionKind.EDIT if issubclass(self.tool.result, ChangeResult) else ActionKind.RUN
        refusal = await context.authorize(PermissionRequest(deed))
        return None if refusal is None else refusal.to_outcome()

    async def _ask_consent(
        self, question: ConsentRequest, content: Sequence[ToolCallContent], context: CallContext
    ) -> bool:
        """The place was harmless a moment ago and is not any more. It and the change are pinned, so still true."""
        return (
            await context.authorize(
                PermissionRequest(ActionKind.EDIT, protected_reason=question.reason), content
            )
            is None
        )

    async def _run_command(
        self, args: execute_command.Args, arguments: Mapping[str, Any], context: CallContext
    ) -> CallOutcome:
        call = Call()
        bench = self.dependencies
        rehearse = bench.workspace_usage.track(lambda: check_command_folder(bench.workspace, args))
        folder = await bench.workers.run(rehearse, call.stop)
        # "Always" is for the folder that was shown, not for wherever its path may lead later.
        subject = {**arguments, "timeout": None, "workingDirectory": ascii(folder)}
        wish = PermissionRequest(ActionKind.RUN, msgspec.json.encode(subject, order="sorted").decode())
        refusal = await context.authorize(
            wish, command_content(args, folder), can_remember=is_fully_shown(args)
        )
        if refusal is not None:
            return refusal.to_outcome()
        call.expected_folder = folder
        output = OutputTail(context)
        call.on_output = output.feed
        if bench.outbound.can_create_terminals:
            loop = asyncio.get_running_loop()
            call.terminals = ClientTerminals(
                bench.outbound, bench.session_id, loop, output.show_terminal, output.end_terminal
            )
        watching = asyncio.ensure_future(output.report_changes())
        try:
            outcome = await self._run_and_report(arguments, context, call)
        except WorkspaceError as error:
            outcome = failure_outcome(error)
        except asyncio.CancelledError:
            await output.wait_for_terminal(TERMINAL_OUTPUT_TIMEOUT_S)
            raise
        finally:
            watching.cancel()
        return output.mark_outcome(outcome)

    async def _run_and_report(
        self,
        arguments: Mapping[str, Any],
        context: CallContext,
        call: Call,
        content: Sequence[ToolCallContent] = (),
    ) -> CallOutcome:
        await context.report_started()
        return self._to_outcome(await self._call_in_worker(arguments, call), content)

    async def _call_in_worker(self, arguments: Mapping[str, Any], call: Call) -> Any:
        bench = self.dependencies
        outbound = bench.outbound
        if outbound.can_read_files or outbound.can_write_files:
            loop = asyncio.get_running_loop()
            call.buffers = ClientBuffers(outbound, bench.session_id, loop, call.stop)
        work = bench.workspace_usage.track(lambda: self.tool.call(bench.workspace, arguments, call))
        return await bench.workers.run(work, call.stop)

    def _to_outcome(self, result: Any, content: Sequence[ToolCallContent]) -> CallOutcome:
        plain: dict[str, Any] = msgspec.to_builtins(result)
        return CallOutcome(
            result_text(plain, MAX_RESULT_CHARS),
            content=content or result_content(self.tool, result),
            output=plain,
        )


@cache
def _tool_spec(tool: Tool[Any, Any]) -> ToolSpec:
    """A tool's schema never changes, and making it takes longer than a call."""
    return ToolSpec(tool.name, tool.description, tool.input_schema())
