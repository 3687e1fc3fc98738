"""terminal/create, output, wait_for_exit, kill and release: commands for an agent, confined to the session's roots.

A command runs in the same sandbox as those of Understudy's own agent (roots writable, credentials hidden,
repository hooks protected), without a shell, without input, and with none of our secrets in its environment.
Owns which session has which terminal: ids cannot be guessed, and a terminal of another session counts as
unknown.

The protocol cannot say whether a command needs the network. An agent requests it in `_meta`; the workspace's policy
decides, or the person does: the word of an agent that has asked by itself counts only if the agent is trusted to
ask. A command that does not get the network is run without.
"""

import asyncio
import secrets
import shlex
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final

from understudy.client.limits import (
    DEFAULT_TERMINAL_OUTPUT_BYTES,
    MAX_TERMINAL_OUTPUT_BYTES,
    MAX_TERMINALS,
    MAX_TERMINALS_PER_SESSION,
    MAX_TOTAL_TERMINAL_OUTPUT_BYTES,
)
from understudy.client.permissions import PermissionQuestions
from understudy.client.workspace_access.session_workspaces import (
    SessionWorkspace,
    SessionWorkspaces,
    not_found_error,
    not_permitted_error,
    refused_error,
    to_rpc_error,
)
from understudy.client.workspace_access.terminal import Terminal, TerminalCommand
from understudy.rpc import INVALID_PARAMS, Inbound, RpcError
from understudy.schema import acp
from understudy.workspace import NetworkPolicy, WorkspaceError

__all__ = ["OutputListener", "Terminals"]

NETWORK_META_KEY: Final = "understudy.dev/network"
"""In the `_meta` of terminal/create: true if the command needs the network. Understudy asks before it says so."""

OutputListener = Callable[[str, str, str], None]
"""Called with (session id, terminal id, text) for new output, in the event loop's thread."""


@dataclass(slots=True)
class _SessionTerminal:
    session_id: str
    terminal: Terminal


class Terminals:
    """The terminals of a connection. For the event loop's thread."""

    def __init__(
        self,
        workspaces: SessionWorkspaces,
        questions: PermissionQuestions,
        on_output: OutputListener | None = None,
        *,
        agent_asks: bool = False,
    ) -> None:
        """`agent_asks`: the agent has asked the person before it requests the network."""
        self._workspaces = workspaces
        self._questions = questions
        self._on_output = on_output
        self._agent_asks = agent_asks
        self._terminals: dict[str, _SessionTerminal] = {}
        self._pending_exits: set[asyncio.Future[acp.TerminalExitStatus]] = set()
        self._closed = False

    async def create(
        self, params: acp.CreateTerminalRequest, _: Inbound | None = None
    ) -> acp.CreateTerminalResponse:
        if not self._questions.permissions.can_serve("execute"):
            raise not_permitted_error("commands in terminals")
        session_workspace = await self._workspaces.find(params.session_id)
        command = _build_command(params, session_workspace)
        if await self._may_use_network(params, command, session_workspace):
            command = replace(command, network=True)
        self._require_capacity(params.session_id, command.output_limit)
        terminal_id = f"term_{secrets.token_urlsafe(18)}"
        terminal = self._start(command, session_workspace, params.session_id, terminal_id)
        try:
            await asyncio.shield(terminal.started)
        except WorkspaceError as error:
            self._terminals.pop(terminal_id, None)
            raise to_rpc_error(error) from None
        except BaseException:
            # The agent will not get its id.
            if terminal_id in self._terminals:
                self._drop(terminal_id)
            raise
        if terminal_id not in self._terminals:
            raise not_found_error("session", params.session_id)  # it was closed meanwhile
        return acp.CreateTerminalResponse(terminal_id=terminal_id)

    def output(
        self, params: acp.TerminalOutputRequest, _: Inbound | None = None
    ) -> acp.TerminalOutputResponse:
        return self._find(params.session_id, params.terminal_id).output()

    async def wait_for_exit(
        self, params: acp.WaitForTerminalExitRequest, _: Inbound | None = None
    ) -> acp.WaitForTerminalExitResponse:
        terminal = self._find(params.session_id, params.terminal_id)
        status = await asyncio.shield(terminal.exited)
        return acp.WaitForTerminalExitResponse(exit_code=status.exit_code, signal=status.signal)

    async def kill(
        self, params: acp.KillTerminalRequest, _: Inbound | None = None
    ) -> acp.KillTerminalResponse:
        """Kill the command; its terminal and output stay until they are released."""
        terminal = self._find(params.session_id, params.terminal_id)
        terminal.kill()
        await asyncio.shield(terminal.exited)
        return acp.KillTerminalResponse()

    async def release(
        self, params: acp.ReleaseTerminalRequest, _: Inbound | None = None
    ) -> acp.ReleaseTerminalResponse:
        terminal = self._find(params.session_id, params.terminal_id)
        self._drop(params.terminal_id)
        await asyncio.shield(terminal.exited)
        return acp.ReleaseTerminalResponse()

    async def close_session(self, session_id: str) -> None:
        """Kill the terminals of a session."""
        names = [name for name, entry in self._terminals.items() if entry.session_id == session_id]
        exits = [self._drop(name) for name in names]
        if exits:
            await asyncio.wait(exits)

    async def close(self) -> None:
        self._closed = True
        for name in list(self._terminals):
            self._drop(name)
        if self._pending_exits:
            await asyncio.wait(set(self._pending_exits))

    async def _may_use_network(
        self, params: acp.CreateTerminalRequest, command: TerminalCommand, session_workspace: SessionWorkspace
    ) -> bool:
        with session_workspace.use() as workspace:
            policy = workspace.network
        if policy is NetworkPolicy.ALLOW:
            return True
        if policy is NetworkPolicy.DENY or (params.meta or {}).get(NETWORK_META_KEY) is not True:
            return False
        return self._agent_asks or await self._questions.confirm_network(
            params.session_id, command.shell_line.removeprefix("exec ")
        )

    def _start(
        self, command: TerminalCommand, session_workspace: SessionWorkspace, session_id: str, terminal_id: str
    ) -> Terminal:
        def notify(text: str) -> None:
            if self._on_output is not None:
                self._on_output(session_id, terminal_id, text)

        with ExitStack() as lease:
            workspace = lease.enter_context(session_workspace.use())
            terminal = Terminal(command, workspace, notify if self._on_output is not None else None)
            released_at_exit = lease.pop_all()
        # The roots stay open until its last process has ended.
        terminal.exited.add_done_callback(lambda _: released_at_exit.close())
        terminal.exited.add_done_callback(self._pending_exits.discard)
        self._pending_exits.add(terminal.exited)
        self._terminals[terminal_id] = _SessionTerminal(session_id, terminal)
        return terminal

    def _drop(self, terminal_id: str) -> "asyncio.Future[acp.TerminalExitStatus]":
        terminal = self._terminals.pop(terminal_id).terminal
        terminal.kill()
        return terminal.exited

    def _find(self, session_id: str, terminal_id: str) -> Terminal:
        entry = self._terminals.get(terminal_id)
        if entry is None or entry.session_id != session_id:
            raise not_found_error("terminal", terminal_id)
        return entry.terminal

    def _require_capacity(self, session_id: str, output: int) -> None:
        session_count = sum(entry.session_id == session_id for entry in self._terminals.values())
        output_exceeded = (
            sum(entry.terminal.output_limit for entry in self._terminals.values()) + output
            > MAX_TOTAL_TERMINAL_OUTPUT_BYTES
        )
        if (
            self._closed
            or output_exceeded
            or session_count >= MAX_TERMINALS_PER_SESSION
            or len(self._terminals) >= MAX_TERMINALS
        ):
            raise refused_error(
                f"There are {session_count} terminals already. Release those that are no longer needed.",
                "too_many",
            )


def _build_command(params: acp.CreateTerminalRequest, session_workspace: SessionWorkspace) -> TerminalCommand:
    if not params.command.strip() or params.command.startswith("-"):
        raise RpcError(
            INVALID_PARAMS,
            f"{params.command[:100]!r} is no program. Send its name or path in command and its arguments in args; "
            "for a shell line, /bin/sh with -c.",
            {"reason": "bad_arguments"},
        )
    cwd = params.cwd if params.cwd is not None else session_workspace.cwd
    if not cwd.startswith("/"):
        raise RpcError(
            INVALID_PARAMS,
            f"{cwd[:200]!r} is not absolute. Send the absolute path of a folder in the session's folders.",
            {"reason": "bad_path", "path": cwd},
        )
    limit = (
        DEFAULT_TERMINAL_OUTPUT_BYTES
        if params.output_byte_limit is None
        else min(params.output_byte_limit, MAX_TERMINAL_OUTPUT_BYTES)
    )
    return TerminalCommand(
        shell_line=f"exec {shlex.join([params.command, *params.args])}",
        cwd=cwd,
        environment={variable.name: variable.value for variable in params.env},
        output_limit=limit,
    )
