"""Runs a workspace tool in a turn: preview, permission, the call in a worker thread, and its progress.

A change is first made as a dry run: an invalid one fails before the person is asked, the person sees the exact
change as a diff, and the real run is pinned to the file's state and resolved path at that time. A command is
checked before the person is asked, and pinned to the folder that was shown. The real run repeats all checks,
because the person may take long to answer. While a command runs, the client is shown the end of its output, or
the client's terminal.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET

from understudy.chat.limits import (
    JOB_FIRST_OUTPUT_TIMEOUT_S,
    MAX_PROGRESS_CHARS,
    MAX_RESULT_CHARS,
    MAX_TAIL_CHARS,
    PROGRESS_INTERVAL_S,
    TERMINAL_OUTPUT_TIMEOUT_S,
)
from understudy.chat.outbound import Outbound
from understudy.chat.permission_rules import Action
from understudy.chat.permissions import ActionKind, Mode, PermissionRequest, Permissions
from understudy.chat.session import Jobs, WorkspaceUsage
from understudy.chat.text import escape_sentence
from understudy.chat.toolset.client_io import ClientBuffers, ClientTerminals, run_on_loop
from understudy.chat.toolset.job_tool import job_outcome
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
    fetch_url,
)
from understudy.tools.execute_command import Args
from understudy.workspace import ExecutionFailed, NetworkPolicy, Stop, Workspace, WorkspaceError
from understudy.workspace.commands import Command, validate_command

__all__ = ["OutputTail", "ToolDependencies", "WorkspaceTool", "check_command_folder"]


class OutputTail:
    """The end of a running command's output, or the client's terminal that shows it."""

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._changed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._text = ""
        self._terminal: str | None = None
        self._terminal_done = asyncio.Event()
        """Set when the output of the terminal is known."""
        context.on_turn_stopped(self._stopped_outcome)

    def feed(self, stream: str, text: str) -> None:
        """Add output. Called in the worker thread."""
        del stream
        self._text = (self._text + text)[-MAX_TAIL_CHARS:]
        with contextlib.suppress(RuntimeError):  # the loop is closed: the process is ending
            self._loop.call_soon_threadsafe(self._changed.set)

    async def show_terminal(self, terminal: str) -> None:
        """Show the client's terminal in the call. It must happen before the terminal is released."""
        self._terminal = terminal
        await self._context.report_progress([Terminal(terminal_id=terminal)])

    async def end_terminal(self, output: str, error: WorkspaceError | None) -> None:
        """Set the final output of the terminal and show its error, before the terminal is released."""
        self._text = output[-MAX_TAIL_CHARS:]
        self._terminal_done.set()
        if error is not None and self._terminal is not None:
            message = text_content(escape_sentence(error.user_message))
            await self._context.report_progress([Terminal(terminal_id=self._terminal), message])

    async def wait_for_terminal(self, timeout_s: float) -> None:
        """Wait for the final output of the terminal, if there is one, for `timeout_s` at most."""
        if self._terminal is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._terminal_done.wait()

    def mark_outcome(self, outcome: CallOutcome) -> CallOutcome:
        """Mark the outcome if a terminal was shown: the client keeps its content, and a released terminal must not
        be referenced again."""
        return replace(outcome, in_terminal=self._terminal is not None)

    async def report_changes(self) -> None:
        """Send a progress update whenever there is new output, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            content: list[ToolCallContent] = [
                text_content(output_block(_last_lines(self._text, MAX_PROGRESS_CHARS)))
            ]
            await self._context.report_progress(content)
            await asyncio.sleep(PROGRESS_INTERVAL_S)

    def _stopped_outcome(self) -> CallOutcome:
        """The outcome if the user stops the command, with its output so far."""
        error = ExecutionFailed(
            "The user stopped this before it was done.", "cancelled", stdout=self._text, stderr=""
        )
        outcome = failure_outcome(error, user_message="You stopped this before it was done.")
        return self.mark_outcome(replace(outcome, ending="stopped"))


def _last_lines(text: str, max_chars: int) -> str:
    """The last whole lines within `max_chars`; a partial line only if there is no whole one."""
    if len(text) <= max_chars:
        return text
    text = text[-max_chars:]
    return text[text.find("\n", 0, -1) + 1 :]


def check_command_folder(workspace: Workspace, args: Args) -> str:
    """Check a command without running it; return its resolved folder. Raises what running it would raise."""
    if args.network is True:
        # Of the policies only "deny" can raise: the question itself asks about the network.
        execute_command.require_network(workspace, Call(ask_consent=lambda _: True), args.command)
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
    """What the tools of a session work with."""

    session_id: str
    workspace: Workspace
    permissions: Permissions
    outbound: Outbound
    workers: WorkerPool
    workspace_usage: WorkspaceUsage
    jobs: Jobs | None = None
    allow_private_addresses: bool = False


@dataclass(slots=True)
class _Preview:
    """The changes and consent requests of a dry run."""

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
        has_jobs = self.dependencies.jobs is not None and self.tool is execute_command.TOOL
        return _background_spec(self.tool) if has_jobs else _tool_spec(self.tool)

    @property
    def read_only(self) -> bool:
        return self.tool.effects.read_only

    def describe_call(self, arguments: Any) -> CallPresentation:
        return present_call(self.dependencies.workspace, self.tool.name, arguments)

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        background = False
        try:
            if self.tool is execute_command.TOOL and self.dependencies.jobs is not None:
                background = arguments.get("background") is True
                arguments = {name: value for name, value in arguments.items() if name != "background"}
            args = self.tool.decode(arguments)
            if self.read_only:
                return await self._run_and_report(arguments, context, Call())
            # Read-only mode rejects every call, so it is checked before a preview is made.
            rejected = await self._reject_if_read_only(context)
            if rejected is not None:
                return rejected
            if isinstance(args, execute_command.Args):
                return await self._run_command(args, arguments, context, background=background)
            if isinstance(args, ChangeArgs):
                return await self._run_change(args, arguments, context)
            if isinstance(args, fetch_url.Args):
                return await self._run_fetch(args, arguments, context)
            return await self._run_other(arguments, context)
        except WorkspaceError as error:
            return failure_outcome(error)

    async def _run_change(
        self, args: ChangeArgs, arguments: Mapping[str, Any], context: CallContext
    ) -> CallOutcome:
        preview = _Preview()
        preview_call = Call(on_change=preview.changes.append, ask_consent=preview.record_consent)
        dry_run: ChangeResult = await self._call_in_worker({**arguments, "dryRun": True}, preview_call)
        content = [change_content(change, args, dry_run) for change in preview.changes]
        if arguments.get("dryRun") is True:
            return self._to_outcome(dry_run, content)
        protected = preview.consent_requests[0].reason if preview.consent_requests else None
        rejection = await context.authorize(
            PermissionRequest(
                ActionKind.EDIT, protected_reason=protected, action=self._change_action(preview.changes)
            ),
            content,
        )
        if rejection is not None:
            return rejection.to_outcome(content)
        granted = {(question.path, question.reason) for question in preview.consent_requests}
        for change in preview.changes:
            old_hash = None if dry_run.old_hash is UNSET else dry_run.old_hash
            await context.record_change(change, old_hash, dry_run.hash)
        call = Call(expected_state=dry_run.to_expected_state())
        loop = asyncio.get_running_loop()
        call.ask_consent = lambda question: (
            (question.path, question.reason) in granted
            or run_on_loop(loop, self._ask_consent(question, content, context), call.stop)
        )
        return await self._run_and_report(arguments, context, call, content)

    def _change_action(self, changes: Sequence[FileChange]) -> Action | None:
        if len(changes) != 1:
            return None
        path = changes[0].path
        root = next((root.path for root in self.dependencies.workspace.roots if root.contains(path)), None)
        return None if root is None else Action(self.tool.name, root, path=path)

    async def _run_other(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        """A tool that neither changes a file nor runs a command, but does more than read: ask, then run it."""
        refusal = await context.authorize(
            PermissionRequest(ActionKind.RUN), arguments_content(arguments), can_remember=False
        )
        if refusal is not None:
            return refusal.to_outcome()
        return await self._run_and_report(arguments, context, Call())

    async def _run_fetch(
        self, args: fetch_url.Args, arguments: Mapping[str, Any], context: CallContext
    ) -> CallOutcome:
        """Fetch a page; the person is asked unless the network policy allows it. "Always" is for one site."""
        workspace = self.dependencies.workspace
        if workspace.network is NetworkPolicy.ASK:
            try:
                site = urlsplit(args.url).netloc.lower()
            except ValueError:
                site = args.url  # which is refused when it is fetched
            request = PermissionRequest(
                ActionKind.FETCH, site, action=Action(self.tool.name, workspace.primary.path)
            )
            rejection = await context.authorize(request, arguments_content(arguments))
            if rejection is not None:
                return rejection.to_outcome()
        call = Call(allow_private_addresses=self.dependencies.allow_private_addresses)
        call.ask_consent = lambda _: True
        return await self._run_and_report(arguments, context, call)

    async def _reject_if_read_only(self, context: CallContext) -> CallOutcome | None:
        if self.dependencies.permissions.mode is not Mode.READ_ONLY:
            return None
        kind = ActionKind.EDIT if issubclass(self.tool.result, ChangeResult) else ActionKind.RUN
        rejection = await context.authorize(PermissionRequest(kind))
        return None if rejection is None else rejection.to_outcome()

    async def _ask_consent(
        self, question: ConsentRequest, content: Sequence[ToolCallContent], context: CallContext
    ) -> bool:
        """Ask about a path that became protected after the preview. Path and change are pinned, so `content` still
        shows the truth."""
        return (
            await context.authorize(
                PermissionRequest(ActionKind.EDIT, protected_reason=question.reason), content
            )
            is None
        )

    async def _run_command(
        self,
        args: execute_command.Args,
        arguments: Mapping[str, Any],
        context: CallContext,
        *,
        background: bool = False,
    ) -> CallOutcome:
        call = Call()
        dependencies = self.dependencies
        # A background command runs in our sandbox: a client's terminal ends with the call.
        in_terminal = dependencies.outbound.can_create_terminals and args.stdin is UNSET and not background

        def check() -> tuple[str, str | None]:
            workspace = dependencies.workspace
            folder = check_command_folder(workspace, args)
            return folder, None if in_terminal else workspace.sandbox.name

        folder, sandbox = await dependencies.workers.run(dependencies.workspace_usage.track(check), call.stop)
        # An "always" grant is for the resolved folder that was shown; its path may lead elsewhere later.
        grant = {**arguments, "timeout": None, "workingDirectory": ascii(folder), "background": background}
        # Variables, input, the network and the background change what a command does: rules are for none of them.
        is_plain = set(arguments) <= {"command", "workingDirectory", "timeout"} and not background
        request = PermissionRequest(
            ActionKind.RUN,
            msgspec.json.encode(grant, order="sorted").decode(),
            action=Action(self.tool.name, folder, command=args.command) if is_plain else None,
        )
        rejection = await context.authorize(
            request, command_content(args, folder, sandbox), can_remember=is_fully_shown(args)
        )
        if rejection is not None:
            return rejection.to_outcome()
        call.expected_folder = folder
        # The question said whether the command can use the network.
        call.ask_consent = lambda question: bool(question.command)
        if background and dependencies.jobs is not None:
            await context.report_started()
            job = dependencies.jobs.start(
                dependencies.workspace, args, call, dependencies.workspace_usage.track
            )
            first = await dependencies.workers.run(lambda: job.read_new(JOB_FIRST_OUTPUT_TIMEOUT_S), Stop())
            return job_outcome(job, first)
        output = OutputTail(context)
        call.on_output = output.feed
        if dependencies.outbound.can_create_terminals:
            loop = asyncio.get_running_loop()
            call.terminals = ClientTerminals(
                dependencies.outbound,
                dependencies.session_id,
                loop,
                output.show_terminal,
                output.end_terminal,
            )
        reporting = asyncio.ensure_future(output.report_changes())
        try:
            outcome = await self._run_and_report(arguments, context, call)
        except WorkspaceError as error:
            outcome = failure_outcome(error)
        except asyncio.CancelledError:
            await output.wait_for_terminal(TERMINAL_OUTPUT_TIMEOUT_S)
            raise
        finally:
            reporting.cancel()
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
        dependencies = self.dependencies
        outbound = dependencies.outbound
        if outbound.can_read_files or outbound.can_write_files:
            loop = asyncio.get_running_loop()
            call.buffers = ClientBuffers(outbound, dependencies.session_id, loop, call.stop)
        work = dependencies.workspace_usage.track(
            lambda: self.tool.call(dependencies.workspace, arguments, call)
        )
        return await dependencies.workers.run(work, call.stop)

    def _to_outcome(self, result: Any, content: Sequence[ToolCallContent]) -> CallOutcome:
        output: dict[str, Any] = msgspec.to_builtins(result)
        return CallOutcome(
            result_text(output, MAX_RESULT_CHARS),
            content=content or result_content(self.tool, result),
            output=output,
        )


@cache
def _background_spec(tool: Tool[Any, Any]) -> ToolSpec:
    """The spec of executeCommand in a session, which can run commands in the background."""
    spec = _tool_spec(tool)
    background = {
        "type": "boolean",
        "description": "Let the command go on (a server, a watcher) and return at once with a jobId for readJob.",
    }
    properties = {**spec.input_schema["properties"], "background": background}
    return replace(spec, input_schema={**spec.input_schema, "properties": properties})


@cache
def _tool_spec(tool: Tool[Any, Any]) -> ToolSpec:
    """The spec of a tool, cached: the schema never changes, and building it takes longer than a call."""
    return ToolSpec(tool.name, tool.description, tool.input_schema())
