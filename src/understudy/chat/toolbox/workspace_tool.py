"""One of the seven workspace tools, used in a turn: previewed, allowed, run in a worker, shown.

A change of a file is first made dry: what would fail fails before anybody is asked, the person sees the very
change as a diff, and the real run is pinned to the file as it was then, and to the place that its path led to. A
command is pinned to the folder that was shown.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import msgspec

from understudy.chat.bridge import ask_loop
from understudy.chat.lending import ClientBuffers, ClientTerminals
from understudy.chat.outbound import Outbound
from understudy.chat.permissions import Deed, Mode, Permissions, Wish
from understudy.chat.session import InUse
from understudy.chat.toolbox.appearance import appearance, as_text, result_content
from understudy.chat.toolbox.asking import change_content, command_content, is_shown_whole
from understudy.chat.toolbox.failing import MOST_TEXT, failure
from understudy.chat.toolbox.rehearsal import folder_of
from understudy.chat.toolbox.tail import Tail
from understudy.chat.toolbox.usable import Appearance, Context, Outcome
from understudy.models.port import ToolSpec
from understudy.schema.acp import ToolCallContent
from understudy.tools import TOOLS, Call, Consent, Tool, execute_command
from understudy.tools.changes import ChangeArgs, ChangeResult
from understudy.tools.editor import Change
from understudy.tools.workers import Workers
from understudy.workspace import Workspace, WorkspaceError

__all__ = ["Bench", "WorkspaceTool"]

LAST_WORDS: Final = 0.03
"""Seconds that a client has, when a turn is cancelled, to say what stands in its terminal."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where a session's tools work."""

    session: str
    workspace: Workspace
    permissions: Permissions
    outbound: Outbound
    workers: Workers
    in_use: InUse


@dataclass(slots=True)
class _Preview:
    changes: list[Change] = field(default_factory=list[Change])
    questions: list[Consent] = field(default_factory=list[Consent])

    def consent(self, question: Consent) -> bool:
        self.questions.append(question)
        return True


@dataclass(frozen=True, slots=True)
class WorkspaceTool:
    tool: Tool[Any, Any]
    bench: Bench

    @property
    def spec(self) -> ToolSpec:
        return _spec(self.tool.name)

    @property
    def read_only(self) -> bool:
        return self.tool.effects.read_only

    def appear(self, arguments: Any) -> Appearance:
        return appearance(self.bench.workspace, self.tool.name, arguments)

    async def run(self, arguments: Mapping[str, Any], context: Context) -> Outcome:
        try:
            args = self.tool.decode(arguments)
            if self.read_only:
                return await self._work(arguments, context, Call())
            # The mode is asked first where it refuses everything: nobody needs a preview of what may not be.
            refused = await self._refused_outright(context)
            if refused is not None:
                return refused
            if isinstance(args, execute_command.Args):
                return await self._command(args, arguments, context)
            return await self._change(args, arguments, context)
        except WorkspaceError as error:
            return failure(error)

    async def _change(self, args: ChangeArgs, arguments: Mapping[str, Any], context: Context) -> Outcome:
        preview = _Preview()
        call = Call(on_change=preview.changes.append, consent=preview.consent)
        shown: ChangeResult = await self._call({**arguments, "dryRun": True}, call)
        content = [change_content(change, args, shown) for change in preview.changes]
        if arguments.get("dryRun") is True:
            return self._outcome(shown, content)
        protected = preview.questions[0].why if preview.questions else None
        refusal = await context.allow(Wish(Deed.EDIT, protected=protected), content)
        if refusal is not None:
            return refusal.outcome(content)
        agreed = {(question.path, question.why) for question in preview.questions}
        real = Call(expect=shown.pin())
        loop = asyncio.get_running_loop()
        real.consent = lambda question: (
            (question.path, question.why) in agreed
            or ask_loop(loop, self._ask_again(question, content, context), real.stop)
        )
        return await self._work(arguments, context, real, content)

    async def _refused_outright(self, context: Context) -> Outcome | None:
        if self.bench.permissions.mode is not Mode.READ_ONLY:
            return None
        deed = Deed.EDIT if issubclass(self.tool.result, ChangeResult) else Deed.RUN
        refusal = await context.allow(Wish(deed))
        return None if refusal is None else refusal.outcome()

    async def _ask_again(
        self, question: Consent, content: Sequence[ToolCallContent], context: Context
    ) -> bool:
        """The place was harmless a moment ago and is not any more. It and the change are pinned, so still true."""
        return await context.allow(Wish(Deed.EDIT, protected=question.why), content) is None

    async def _command(
        self, args: execute_command.Args, arguments: Mapping[str, Any], context: Context
    ) -> Outcome:
        call = Call()
        bench = self.bench
        rehearse = bench.in_use.guard(lambda: folder_of(bench.workspace, args))
        folder = await bench.workers.run(rehearse, call.stop)
        # "Always" is for the folder that was shown, not for wherever its path may lead later.
        subject = {**arguments, "timeout": None, "workingDirectory": ascii(folder)}
        wish = Wish(Deed.RUN, msgspec.json.encode(subject, order="sorted").decode())
        refusal = await context.allow(wish, command_content(args, folder), always=is_shown_whole(args))
        if refusal is not None:
            return refusal.outcome()
        call.expect_folder = folder
        output = Tail(context)
        call.on_output = output.hear
        if bench.outbound.runs_commands:
            loop = asyncio.get_running_loop()
            call.terminals = ClientTerminals(
                bench.outbound, bench.session, loop, output.show_terminal, output.end_terminal
            )
        watching = asyncio.ensure_future(output.show())
        try:
            outcome = await self._work(arguments, context, call)
        except WorkspaceError as error:
            outcome = failure(error)
        except asyncio.CancelledError:
            await output.settle(LAST_WORDS)
            raise
        finally:
            watching.cancel()
        return output.kept_in(outcome)

    async def _work(
        self,
        arguments: Mapping[str, Any],
        context: Context,
        call: Call,
        content: Sequence[ToolCallContent] = (),
    ) -> Outcome:
        await context.begin()
        return self._outcome(await self._call(arguments, call), content)

    async def _call(self, arguments: Mapping[str, Any], call: Call) -> Any:
        bench = self.bench
        outbound = bench.outbound
        if outbound.reads_files or outbound.writes_files:
            loop = asyncio.get_running_loop()
            call.buffers = ClientBuffers(outbound, bench.session, loop, call.stop)
        work = bench.in_use.guard(lambda: self.tool.call(bench.workspace, arguments, call))
        return await bench.workers.run(work, call.stop)

    def _outcome(self, result: Any, content: Sequence[ToolCallContent]) -> Outcome:
        plain: dict[str, Any] = msgspec.to_builtins(result)
        return Outcome(
            as_text(plain, MOST_TEXT),
            content=content or result_content(self.tool.name, plain),
            output=plain,
        )


@cache
def _spec(name: str) -> ToolSpec:
    """A tool's schema never changes, and making it takes longer than a call."""
    tool = TOOLS[name]
    return ToolSpec(tool.name, tool.description, tool.input_schema())
