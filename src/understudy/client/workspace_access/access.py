"""The facade of file and terminal access for a connection: routes, capabilities, and the roots of its sessions."""

import contextlib
import os
from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Any, Final

from understudy.client.known_agents import private_folders
from understudy.client.permissions import PermissionQuestions, Permissions
from understudy.client.roots import Roots
from understudy.client.workspace_access.files import Buffers, Files
from understudy.client.workspace_access.session_workspaces import SessionWorkspaces
from understudy.client.workspace_access.terminals import OutputListener, Terminals
from understudy.rpc import Route
from understudy.schema import acp
from understudy.workspace import Limits, NetworkPolicy, SandboxMode

__all__ = ["WorkspaceAccess"]

WORKSPACE_LIMITS: Final = Limits(max_file_size=8 << 20)
"""A frame is limited to 32 MiB, and text grows when it is encoded as JSON."""


class WorkspaceAccess:
    """For the event loop's thread."""

    def __init__(
        self,
        *,
        permissions: Permissions,
        questions: PermissionQuestions | None = None,
        files: bool = True,
        terminals: bool = True,
        buffers: Buffers | None = None,
        on_output: OutputListener | None = None,
        on_notice: Callable[[str], None] | None = None,
        sandbox: SandboxMode = SandboxMode.AUTO,
        network: NetworkPolicy = NetworkPolicy.ASK,
        agent_asks: bool = False,
        sensitive_files: Sequence[str] = (),
        private: Sequence[str] | None = None,
        wait_for_room: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`questions`: those of the connection, so that a question about a sensitive file is cancelled with its
        turn. `sandbox`: the sandbox for commands in terminals. `network`: whether they have the network;
        ASK: a person is asked about each command for which the agent requests it. `agent_asks`: the agent itself
        has asked, and its word counts. `sensitive_files`: patterns of files that need consent, besides the table.
        `private`: folders that are closed even inside a
        root; None: Understudy's own folders. `wait_for_room`: waits until the agent reads what is sent to it.
        """
        self.questions = questions or PermissionQuestions(permissions, on_notice)
        self._permissions = permissions
        self._serves_files = files
        self._serves_terminals = terminals
        self._workspaces = SessionWorkspaces(
            limits=WORKSPACE_LIMITS,
            sandbox=sandbox,
            network=network,
            private=private_folders(os.environ) if private is None else private,
            sensitive_files=sensitive_files,
            on_notice=on_notice,
        )
        self._files = Files(self._workspaces, self.questions, buffers, wait_for_room)
        self._terminals = Terminals(self._workspaces, self.questions, on_output, agent_asks=agent_asks)

    def capabilities(self) -> tuple[acp.FileSystemCapabilities, bool]:
        """`fs` and `terminal` for ClientCapabilities. What the permissions reject is not advertised."""
        files = acp.FileSystemCapabilities(
            read_text_file=self._serves_files,
            write_text_file=self._serves_files and self._permissions.can_serve("edit"),
        )
        return files, self._serves_terminals and self._permissions.can_serve("execute")

    def routes(self) -> dict[str, Route[Any]]:
        """The routes of fs/* and terminal/* that are advertised."""
        files, terminal = self.capabilities()
        routes: dict[str, Route[Any]] = {}
        if files.read_text_file:
            routes["fs/read_text_file"] = Route(acp.ReadTextFileRequest, self._files.read)
        if files.write_text_file:
            routes["fs/write_text_file"] = Route(acp.WriteTextFileRequest, self._files.write)
        if terminal:
            terminals = self._terminals
            routes |= {
                "terminal/create": Route(acp.CreateTerminalRequest, terminals.create),
                "terminal/output": Route(acp.TerminalOutputRequest, terminals.output),
                "terminal/wait_for_exit": Route(acp.WaitForTerminalExitRequest, terminals.wait_for_exit),
                "terminal/kill": Route(acp.KillTerminalRequest, terminals.kill),
                "terminal/release": Route(acp.ReleaseTerminalRequest, terminals.release),
            }
        return routes

    @contextlib.contextmanager
    def expecting_session(self, roots: Roots) -> Generator[None]:
        """Around `session/new` or `session/fork`: an agent may request files before its response names the session.

        Call `set_session_roots` inside it, once the id is known.
        """
        with self._workspaces.expecting_session(roots):
            yield

    def set_session_roots(self, session_id: str, roots: Roots) -> None:
        """Set the roots of a session: before the request to load or resume it, and whenever they change."""
        self._workspaces.set_session_roots(session_id, roots)

    async def close_session(self, session_id: str) -> None:
        """End the terminals of a session, and serve nothing to it any more. Idempotent."""
        self.questions.forget_session(session_id)
        self._workspaces.close_session(session_id)
        await self._terminals.close_session(session_id)

    async def close(self) -> None:
        """Close every session; writes that have begun are finished."""
        self.questions.close()
        await self._terminals.close()
        await self._files.close()
        self._workspaces.close()
