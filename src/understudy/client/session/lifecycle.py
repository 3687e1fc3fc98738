"""The sessions of a connection: opening them, again and anew, listing and ending them.

Roots are sent in full each time. Every method raises NotSupported before anything is sent.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from understudy.client.errors import BadAgent
from understudy.client.limits import MAX_LIST_PAGES
from understudy.client.roots import Folder, Roots
from understudy.client.session.host import SessionHost
from understudy.client.session.session import OnUpdate, Session, SessionRegistry
from understudy.schema import acp, decode

__all__ = ["SessionLifecycle"]


class _SessionListPage(msgspec.Struct, rename="camel"):
    """A ListSessionsResponse whose sessions are read one by one."""

    sessions: list[Any] = []
    next_cursor: str | None = None


def _parse_session_info(raw: Any) -> tuple[acp.SessionInfo, bool] | None:
    """One session of a list, and whether it is silent about additional folders; None for what is none."""
    if not isinstance(raw, dict):
        return None
    info = cast(dict[str, Any], raw)
    named: Any = info.get("additionalDirectories")
    silent = not isinstance(named, list)
    folders = [] if silent else [path for path in cast(list[Any], named) if isinstance(path, str)]
    whole = msgspec.json.encode({**info, "additionalDirectories": folders})
    try:
        return decode(whole, acp.SessionInfo), silent
    except msgspec.ValidationError:
        return None


class SessionLifecycle:
    """One half of a Connection."""

    def __init__(
        self,
        host: SessionHost,
        registry: SessionRegistry,
        on_notice: Callable[[str], None],
        sandbox_roots: Roots | None,
    ) -> None:
        self._host = host
        self._checks = host.checks
        self._workspace_access = host.workspace_access
        self._mcp_servers = host.mcp_servers
        self._call = host.calls.call
        self._registry = registry
        self._on_notice = on_notice
        self._sandbox_roots = sandbox_roots
        """What the agent's own sandbox lets it write to."""

    async def new_session(
        self,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        roots = self._checked_roots(cwd, additional, mcp_servers)

        def send(fields: dict[str, Any]) -> Awaitable[acp.NewSessionResponse]:
            return self._call("session/new", acp.NewSessionRequest(**fields), acp.NewSessionResponse)

        return await self._open_new(roots, mcp_servers, on_update, send)

    async def fork_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        self._checks.require_session_method("fork")
        roots = self._checked_roots(cwd, additional, mcp_servers)

        def send(fields: dict[str, Any]) -> Awaitable[acp.ForkSessionResponse]:
            request = acp.ForkSessionRequest(session_id=session_id, **fields)
            return self._call("session/fork", request, acp.ForkSessionResponse)

        return await self._open_new(roots, mcp_servers, on_update, send)

    async def load_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        """Its history is in `replayed`. The roots are those given here, all of them, and no others."""
        self._checks.require_load()
        roots = self._checked_roots(cwd, additional, mcp_servers)

        def send(fields: dict[str, Any]) -> Awaitable[acp.LoadSessionResponse]:
            request = acp.LoadSessionRequest(session_id=session_id, **fields)
            return self._call("session/load", request, acp.LoadSessionResponse)

        return await self._reopen(session_id, roots, mcp_servers, on_update, send, replays=True)

    async def resume_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        """Like `load_session`, without the history."""
        self._checks.require_session_method("resume")
        roots = self._checked_roots(cwd, additional, mcp_servers)

        def send(fields: dict[str, Any]) -> Awaitable[acp.ResumeSessionResponse]:
            request = acp.ResumeSessionRequest(session_id=session_id, **fields)
            return self._call("session/resume", request, acp.ResumeSessionResponse)

        return await self._reopen(session_id, roots, mcp_servers, on_update, send, replays=False)

    async def _open_new(
        self,
        roots: Roots,
        servers: Sequence[acp.McpServer],
        on_update: OnUpdate | None,
        send: Callable[[dict[str, Any]], Awaitable[acp.NewSessionResponse | acp.ForkSessionResponse]],
    ) -> Session:
        """Open a session whose id comes with the agent's response."""
        with (
            self._offered_mcp_servers() as own_servers,
            self._workspace_access.expecting_session(roots),
            self._registry.opening(),
        ):
            response = await send(_request_fields(roots, [*servers, *own_servers]))
            session = self._register_new_session(response, roots, on_update)
        await self._mcp_servers.bind(session.id, own_servers)
        return session

    async def _reopen(
        self,
        session_id: str,
        roots: Roots,
        servers: Sequence[acp.McpServer],
        on_update: OnUpdate | None,
        send: Callable[[dict[str, Any]], Awaitable[acp.LoadSessionResponse | acp.ResumeSessionResponse]],
        *,
        replays: bool,
    ) -> Session:
        """Open a session whose id is known. `replays`: the agent sends its history before the response."""
        with (
            self._offered_mcp_servers() as own_servers,
            self._reopening_session(session_id, roots, on_update) as session,
        ):
            session.set_replaying(replays)
            response = await send(_request_fields(roots, [*servers, *own_servers]))
            session.set_replaying(False)
            session.apply_open_response(response.modes, response.config_options)
        await self._mcp_servers.bind(session_id, own_servers)
        return session

    async def sessions(self, cwd: Folder | None = None) -> AsyncGenerator[acp.SessionInfo]:
        """All sessions that the agent knows, page by page. What it says of an open one's roots counts."""
        self._checks.require_session_method("list")
        where = None if cwd is None else Roots(cwd).cwd
        cursor: str | None = None
        seen: set[str] = set()
        for _ in range(MAX_LIST_PAGES):
            request = acp.ListSessionsRequest(cwd=where, cursor=cursor)
            page = await self._call("session/list", request, _SessionListPage)
            for info, silent in filter(None, map(_parse_session_info, page.sessions)):
                if (held := self._registry.get(info.session_id)) is not None:
                    held.apply_session_info(info, keep_additional=silent)
                yield info
            cursor = page.next_cursor
            if not cursor:  # Some say "" for none.
                return
            if cursor in seen:
                raise BadAgent("The agent's list of sessions does not end: a cursor came twice.")
            seen.add(cursor)
        raise BadAgent(f"The agent's list of sessions has more than {MAX_LIST_PAGES} pages.")

    async def close_session(self, session_id: str) -> None:
        self._checks.require_session_method("close")
        await self._call(
            "session/close", acp.CloseSessionRequest(session_id=session_id), acp.CloseSessionResponse
        )
        await self._forget_session(session_id)

    async def delete_session(self, session_id: str) -> None:
        self._checks.require_session_method("delete")
        await self._call(
            "session/delete", acp.DeleteSessionRequest(session_id=session_id), acp.DeleteSessionResponse
        )
        await self._forget_session(session_id)

    def _checked_roots(
        self, cwd: Folder, additional: Sequence[Folder], servers: Sequence[acp.McpServer]
    ) -> Roots:
        roots = Roots(cwd, additional)
        self._checks.require_additional_directories(roots.additional)
        self._checks.require_mcp_transports(servers)
        self._warn_of_read_only_roots(roots)
        return roots

    @contextmanager
    def _offered_mcp_servers(self) -> Generator[Sequence[acp.McpServer]]:
        """The caller's own MCP servers, for a session that is being opened."""
        own = self._mcp_servers.offer()
        try:
            yield own
        except BaseException:
            if own:
                self._host.start_task(self._mcp_servers.withdraw(own))
            raise

    def _warn_of_read_only_roots(self, roots: Roots) -> None:
        fence = self._sandbox_roots
        if fence is None:
            return
        shut = [root for root in roots if not any(Path(root).is_relative_to(own) for own in fence)]
        if shut:
            self._on_notice(f"The agent's sandbox lets it only read {', '.join(shut)}.")

    def _register_new_session(
        self,
        answer: acp.NewSessionResponse | acp.ForkSessionResponse,
        roots: Roots,
        on_update: OnUpdate | None,
    ) -> Session:
        if self._registry.get(answer.session_id) is not None:
            # To go on with either would mix two conversations, and serve one the other's folders.
            raise BadAgent(f"The agent gave a new session the id of one that is open: {answer.session_id}.")
        session = Session(self._host, answer.session_id, roots, on_update)
        session.apply_open_response(answer.modes, answer.config_options)
        self._workspace_access.set_session_roots(session.id, roots)
        self._registry.add(session)
        return session

    @contextmanager
    def _reopening_session(
        self, session_id: str, roots: Roots, on_update: OnUpdate | None
    ) -> Generator[Session]:
        """Its updates come before the answer, so it is held before it is asked for."""
        session = Session(self._host, session_id, roots, on_update)
        before = self._registry.add(session)
        self._workspace_access.set_session_roots(session_id, roots)
        try:
            yield session
        except BaseException:
            self._registry.restore(session_id, before)
            if before is not None:
                self._workspace_access.set_session_roots(session_id, before.roots)
            else:
                self._host.start_task(self._workspace_access.close_session(session_id))
            raise

    async def _forget_session(self, session_id: str) -> None:
        self._registry.remove(session_id)
        self._host.questions.cancel_session(session_id)
        await self._mcp_servers.close_session(session_id)
        await self._workspace_access.close_session(session_id)


def _request_fields(roots: Roots, servers: list[acp.McpServer]) -> dict[str, Any]:
    """What the requests that open a session have in common."""
    return {"cwd": roots.cwd, "additional_directories": roots.additional, "mcp_servers": servers}
