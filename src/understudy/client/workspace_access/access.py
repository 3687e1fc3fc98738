"""The one face that a connection sees of what its client does for the agent: routes, capabilities, sessions."""

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
from understudy.workspace import Limits, SandboxMode

__all__ = ["WorkspaceAccess"]

WORKSPACE_LIMITS: Final = Limits(max_file_size=8 << 20)
"""A frame holds 32 MiB, and text grows when it becomes JSON."""


class WorkspaceAccess:
    """All methods are for the loop's thread."""

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
        private: Sequence[str] | None = None,
        wait_for_room: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`questions`: the connection's, so that one about a sensitive file ends with its turn too. `sandbox`:
        what terminals' commands are held in. `private`: folders that no root contains; None: Understudy's own.
        `room`: waits until the agent takes what it is sent.
        """
        self.questions = questions or PermissionQuestions(permissions, on_notice)
        self._permissions = permissions
        self._serves_files = files
        self._serves_terminals = terminals
        self._workspaces = SessionWorkspaces(
            limits=WORKSPACE_LIMITS,
            sandbox=sandbox,
            private=private_folders(os.environ) if private is None else private,
            on_notice=on_notice,
        )
        self._files = Files(self._workspaces, self.questions, buffers, wait_for_room)
        self._terminals = Terminals(self._workspaces, permissions, on_output)

    def capabilities(self) -> tuple[acp.FileSystemCapabilities, bool]:
        """For ClientCapabilities: `fs` and `terminal`. What the permissions refuse is not offered."""
        files = acp.FileSystemCapabilities(
            read_text_file=self._serves_files,
            write_text_file=self._serves_files and self._permissions.can_serve("edit"),
        )
        return files, self._serves_terminals and self._permissions.can_serve("execute")

    def routes(self) -> dict[str, Route[Any]]:
        """fs/* and terminal/*, as far as they are offered."""
        offered, terminal = self.capabilities()
        routes: dict[str, Route[Any]] = {}
        if offered.read_text_file:
            routes["fs/read_text_file"] = Route(acp.ReadTextFileRequest, self._files.read)
        if offered.write_text_file:
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
        """Around `session/new` or `session/fork`: an agent may ask for files before its answer names the session.

        Call `opened` inside it, once the id is known.
        """
        with self._workspaces.expecting_session(roots):
            yield

    def set_session_roots(self, session_id: str, roots: Roots) -> None:
        """A session has these roots now. For load and resume before the request; again whenever they change."""
        self._workspaces.set_session_roots(session_id, roots)

    async def close_session(self, session_id: str) -> None:
        """The session is over: its terminals end, nothing is served to it any more. Idempotent."""
        self.questions.forget_session(session_id)
        self._workspaces.close_session(session_id)
        await self._terminals.close_session(session_id)

    async def close(self) -> None:
        """The connection is over: likewise for all; writes that have begun are finished."""
        self.questions.close()
        await self._terminals.close()
        await self._files.close()
        self._workspaces.close()
