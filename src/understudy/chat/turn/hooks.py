"""Hooks: commands of the user's configuration that run before and after tool calls and at the end of a turn.

They run in the sandbox of the session's commands, with a time limit, and get a JSON object on standard input: the
tool, its arguments and the changed files. A repository cannot name a hook. And because a hook may run what a
repository holds (`make lint`), it only runs in folders that the user trusts, or that the hook itself names.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from understudy.chat.limits import MAX_HOOK_OUTPUT_CHARS
from understudy.chat.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.text import final_terminal_text, truncate_middle
from understudy.settings import Hook
from understudy.tools import Call, execute_command, hash_current
from understudy.workspace import Stop, WorkspaceError
from understudy.workspace.commands import BoundedOutput, run_streaming

__all__ = ["HookFailure", "HookRunner"]

HookEvent = Literal["before_tool", "after_tool", "turn_end"]


@dataclass(frozen=True, slots=True)
class HookFailure:
    """A hook that failed, and what it printed."""

    command: str
    reason: str
    output: str

    def __str__(self) -> str:
        return f"The user's hook {self.command!r} {self.reason}.\n{self.output}".rstrip()


@dataclass(slots=True)
class HookRunner:
    """Runs the hooks of one turn."""

    session: Session
    state: AgentState
    _is_trusted: bool | None = field(default=None)

    async def run(
        self,
        event: HookEvent,
        *,
        tool: str | None = None,
        arguments: Mapping[str, Any] | None = None,
        paths: Sequence[str] = (),
    ) -> list[HookFailure]:
        """Run the hooks of this event one after the other; return those that failed. `before_tool` ends at the
        first one."""
        failures: list[HookFailure] = []
        for hook in getattr(self.state.hooks, event):
            if (hook.tools and tool not in hook.tools) or not await self._applies(hook):
                continue
            payload = {"event": event, "tool": tool, "arguments": arguments, "paths": list(paths)}
            failure = await self._run_hook(hook, msgspec.json.encode(payload).decode())
            if failure is not None:
                failures.append(failure)
                if event == "before_tool":
                    break
        return failures

    async def hash_file(self, path: str) -> str | None:
        """Return the hash of a file as it is now; None if it cannot be read."""
        workspace = self.session.workspace

        def work() -> str | None:
            try:
                return hash_current(workspace, path)
            except WorkspaceError:
                return None

        return await self.state.workers.run(self.session.workspace_usage.track(work), Stop())

    async def _applies(self, hook: Hook) -> bool:
        root = self.session.workspace.primary.path
        if hook.folder is not None:
            folder = os.path.realpath(os.path.expanduser(hook.folder))
            return root == folder or root.startswith(folder.rstrip("/") + "/")
        if self._is_trusted is None:
            trust = self.state.settings.trust_folders
            trusted = self.state.trusted_folders
            self._is_trusted = trust == "always" or (
                trust == "ask" and await self.state.workers.run(lambda: trusted.contains(root), Stop())
            )
        return self._is_trusted

    async def _run_hook(self, hook: Hook, payload: str) -> HookFailure | None:
        call = Call()
        work = self.session.workspace_usage.track(lambda: self._run_in_sandbox(hook, payload, call))
        return await self.state.workers.run(work, call.stop)

    def _run_in_sandbox(self, hook: Hook, payload: str, call: Call) -> HookFailure | None:
        workspace = self.session.workspace
        args = execute_command.Args(command=hook.command, stdin=payload)
        output = BoundedOutput(workspace.limits.max_output_size)
        try:
            with execute_command.open_command(workspace, args, call, hook.timeout) as command:
                outcome = run_streaming(
                    command,
                    sandbox=workspace.sandbox,
                    stop=call.stop,
                    output=output,
                    inherited_variables=workspace.inherited_variables,
                )
        except WorkspaceError as error:
            if call.stop.cancelled:
                raise
            return HookFailure(hook.command, f"could not run: {error.user_message}", "")
        if outcome.exit_code == 0:
            return None
        text = "\n".join(part for part in output.render() if part.strip())
        shown = truncate_middle(final_terminal_text(text), MAX_HOOK_OUTPUT_CHARS)
        if outcome.termination is not None:
            return HookFailure(hook.command, f"was ended: {outcome.termination.message}", shown)
        return HookFailure(hook.command, f"failed with exit code {outcome.exit_code}", shown)
