"""The workspace of each session: its opened roots; and the errors of file and terminal requests.

Owns the descriptors of the roots: roots in use stay open until their last user is done. For the event loop's
thread; work on a workspace may run in another.

| code   | data.reason                | when                                                         |
|--------|----------------------------|--------------------------------------------------------------|
| -32002 | no_session, no_terminal    | unknown here, or it belongs to another session               |
| -32002 | missing                    | the file does not exist                                      |
| -32602 | out_of_scope, bad_path, …  | the request cannot be served; the reasons of the workspace   |
| -32600 | too_many, refused          | not now, or not under this client's permissions              |
| -32603 | os_error, internal, …      | the system failed                                            |
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from typing import Any, Final

from understudy.client.limits import NEW_SESSION_WAIT_TIMEOUT_S
from understudy.client.roots import Roots
from understudy.rpc import CANCELLED, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, RpcError
from understudy.workspace import Limits, NetworkPolicy, NotFound, SandboxMode, Workspace, WorkspaceError

__all__ = [
    "NOT_FOUND",
    "SessionWorkspace",
    "SessionWorkspaces",
    "not_found_error",
    "not_permitted_error",
    "refused_error",
    "to_rpc_error",
]

NOT_FOUND: Final = -32002


def to_rpc_error(error: WorkspaceError) -> RpcError:
    """Convert an error of the workspace to the error that the agent gets.

    Without the advice: it recommends tools that the agent may not have.
    """
    data: dict[str, Any] = {"code": error.code, **error.details}
    # Its sentence names startLine, an argument of readFile; ACP's argument is `line`.
    past_the_end = error.reason == "line_out_of_range"
    message = "The line is past the end of the file." if past_the_end else error.user_message
    if error.reason == "cancelled":
        return RpcError(CANCELLED, message, data)
    if isinstance(error, NotFound):
        return RpcError(NOT_FOUND, message, data)
    failed = error.reason in ("internal", "os_error", "time_limit")
    return RpcError(INTERNAL_ERROR if failed else INVALID_PARAMS, message, data)


def not_found_error(kind: str, name: str) -> RpcError:
    return RpcError(NOT_FOUND, f"There is no {kind} {name[:100]!r} here.", {"reason": f"no_{kind}"})


def refused_error(message: str, reason: str, **details: Any) -> RpcError:
    return RpcError(INVALID_REQUEST, message, {"reason": reason, **details})


def not_permitted_error(what: str) -> RpcError:
    return refused_error(f"This client's permissions allow no {what}.", "refused")


class SessionWorkspace:
    """A session's roots at one time. Closed when it is retired and no longer in use."""

    def __init__(self, roots: Roots, workspace: Workspace | None, problem: str) -> None:
        self.roots = roots
        self.granted_paths = roots.granted
        self.cwd = roots.cwd
        self.workspace = workspace
        self._problem = problem
        self._users = 0
        self._retired = False

    @contextlib.contextmanager
    def use(self) -> Generator[Workspace]:
        """The workspace, which stays open during the block. Raises RpcError if there is none."""
        if self.workspace is None:
            raise refused_error(f"Nothing is served to this session: {self._problem}", "no_roots")
        self._users += 1
        try:
            yield self.workspace
        finally:
            self._users -= 1
            self._close_if_idle()

    def retire(self) -> None:
        self._retired = True
        self._close_if_idle()

    def _close_if_idle(self) -> None:
        if self._retired and not self._users and self.workspace is not None:
            self.workspace.close()

    def root_identities(self) -> dict[str, tuple[int, int]]:
        """The device and inode of each root when it was opened."""
        roots = () if self.workspace is None else self.workspace.roots
        return {root.declared: (root.device, root.inode) for root in roots}


class SessionWorkspaces:
    """The workspaces of all sessions of a connection."""

    def __init__(
        self,
        *,
        limits: Limits,
        sandbox: SandboxMode,
        network: NetworkPolicy,
        private: Sequence[str],
        sensitive_files: Sequence[str],
        on_notice: Callable[[str], None] | None,
    ) -> None:
        self._limits = limits
        self._sandbox = sandbox
        self._network = network
        self._private = tuple(private)
        self._sensitive_files = tuple(sensitive_files)
        self._on_notice = on_notice
        self._by_session: dict[str, SessionWorkspace] = {}
        self._expected: list[SessionWorkspace] = []
        self._changed = asyncio.Event()

    @contextlib.contextmanager
    def expecting_session(self, roots: Roots) -> Generator[None]:
        """During the block, an unknown session may be the new one, which has these roots."""
        session_workspace = self._open(roots, {})
        self._expected.append(session_workspace)
        try:
            yield
        finally:
            self._expected.remove(session_workspace)
            session_workspace.retire()
            self._notify_waiters()

    def set_session_roots(self, session_id: str, roots: Roots) -> None:
        previous = self._by_session.get(session_id)
        if previous is not None and previous.granted_paths == roots.granted:
            return
        if roots.ungranted:
            paths = ", ".join(roots.ungranted)
            self._notice(
                f"The agent holds {paths} for a folder of the session; nobody gave it, so it is not served."
            )
        # The same Roots object is the same grant: its paths must still lead to the same folders.
        known_identities = (
            previous.root_identities() if previous is not None and previous.roots is roots else {}
        )
        self._by_session[session_id] = self._open(roots, known_identities)
        if previous is not None:
            previous.retire()
        self._notify_waiters()

    def close_session(self, session_id: str) -> None:
        session_workspace = self._by_session.pop(session_id, None)
        if session_workspace is not None:
            session_workspace.retire()

    def close(self) -> None:
        for session_id in list(self._by_session):
            self.close_session(session_id)

    @contextlib.asynccontextmanager
    async def use(self, session_id: str) -> AsyncGenerator[Workspace]:
        """The workspace of a session. Raises RpcError if the session is unknown."""
        with (await self.find(session_id)).use() as workspace:
            yield workspace

    async def find(self, session_id: str) -> SessionWorkspace:
        if session_id not in self._by_session and len(self._expected) > 1:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(NEW_SESSION_WAIT_TIMEOUT_S):
                    while session_id not in self._by_session and len(self._expected) > 1:
                        await self._changed.wait()
        if session_id in self._by_session:
            return self._by_session[session_id]
        # Some agents read files before they respond to `session/new`.
        if len(self._expected) == 1:
            return self._expected[0]
        raise not_found_error("session", session_id)

    def _notice(self, notice: str) -> None:
        if self._on_notice is not None:
            self._on_notice(notice)

    def _notify_waiters(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _open(self, roots: Roots, known_identities: Mapping[str, tuple[int, int]]) -> SessionWorkspace:
        """Open the roots that exist; a missing folder is not served, and does not affect the others."""
        usable: list[str] = []
        problems: list[str] = []
        for path in roots.granted:
            try:
                with Workspace([path]) as probed:
                    root = probed.primary
            except WorkspaceError as error:
                problems.append(error.message)
                continue
            if known_identities.get(path, (root.device, root.inode)) != (root.device, root.inode):
                problems.append(f"The root {path!r} was moved or replaced.")
            else:
                usable.append(path)
        for problem in problems:
            self._notice(f"{problem} Nothing in it is served to the agent.")
        opened: Workspace | None = None
        try:
            if usable:
                opened = Workspace(
                    usable,
                    limits=self._limits,
                    sandbox=self._sandbox,
                    network=self._network,
                    private=self._private,
                    sensitive_patterns=self._sensitive_files,
                )
        except WorkspaceError as error:
            problems.append(error.message)
        return SessionWorkspace(roots, opened, " ".join(problems) or "none of its folders was granted.")
