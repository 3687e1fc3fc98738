"""Open, reopen, list, title, archive, close and delete the sessions of a connection.

All roots are sent each time. Every method raises NotSupported before anything is sent.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec

from understudy.client.errors import BadAgent
from understudy.client.limits import MAX_LIST_PAGES
from understudy.client.roots import Folder, Roots, require_structs
from understudy.client.session.host import SessionHost
from understudy.client.session.session import OnUpdate, Session, SessionRegistry
from understudy.schema import acp, decode

__all__ = ["SessionLifecycle"]

ResponseT = TypeVar("ResponseT", bound=msgspec.Struct)
ResponseT_co = TypeVar("ResponseT_co", bound=msgspec.Struct, covariant=True)


class _SessionListPage(msgspec.Struct, rename="camel"):
    """A ListSessionsResponse whose sessions are decoded one by one."""

    sessions: list[Any] = []
    next_cursor: str | None = None


def _parse_session_info(raw: Any) -> tuple[acp.SessionInfo, bool] | None:
    """Decode one entry of a list, and whether it has no list of additional folders; None if it is invalid."""
    if not isinstance(raw, dict):
        return None
    info = cast(dict[str, Any], raw)
    additional: Any = info.get("additionalDirectories")
    has_no_additional = not isinstance(additional, list)
    folders = (
        [] if has_no_additional else [path for path in cast(list[Any], additional) if isinstance(path, str)]
    )
    encoded = msgspec.json.encode({**info, "additionalDirectories": folders})
    try:
        return decode(encoded, acp.SessionInfo), has_no_additional
    except msgspec.ValidationError:
        return None


@dataclass(frozen=True)
class _Opening(Generic[ResponseT_co]):
    """A checked request that opens a session."""

    roots: Roots
    send: Callable[[Sequence[acp.McpServer]], Awaitable[ResponseT_co]]
    """Sends the request, with the MCP servers of this connection in addition to the caller's."""


class SessionLifecycle:
    """The part of a Connection that opens and closes sessions."""

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
        """What the agent's sandbox lets it write to; None without a sandbox."""

    async def new_session(
        self,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        opening = self._prepare(
            "session/new", acp.NewSessionRequest, acp.NewSessionResponse, cwd, additional, mcp_servers
        )
        return await self._open_new(opening, on_update)

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
        request_type = partial(acp.ForkSessionRequest, session_id=session_id)
        opening = self._prepare(
            "session/fork", request_type, acp.ForkSessionResponse, cwd, additional, mcp_servers
        )
        return await self._open_new(opening, on_update)

    async def load_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        """Reopen a session; its history is in `replayed`. Its roots are exactly those given here."""
        self._checks.require_load()
        request_type = partial(acp.LoadSessionRequest, session_id=session_id)
        opening = self._prepare(
            "session/load", request_type, acp.LoadSessionResponse, cwd, additional, mcp_servers
        )
        return await self._reopen(session_id, opening, on_update, replays=True)

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
        request_type = partial(acp.ResumeSessionRequest, session_id=session_id)
        opening = self._prepare(
            "session/resume", request_type, acp.ResumeSessionResponse, cwd, additional, mcp_servers
        )
        return await self._reopen(session_id, opening, on_update, replays=False)

    def _prepare(
        self,
        method: str,
        request_type: Callable[..., msgspec.Struct],
        response_type: type[ResponseT],
        cwd: Folder,
        additional: Sequence[Folder],
        servers: Sequence[acp.McpServer],
    ) -> _Opening[ResponseT]:
        """Check what the four requests that open a session have in common."""
        roots = self._checked_roots(cwd, additional, servers)

        def send(own_servers: Sequence[acp.McpServer]) -> Awaitable[ResponseT]:
            request = request_type(
                cwd=roots.cwd,
                additional_directories=roots.additional,
                mcp_servers=[*servers, *own_servers],
            )
            return self._call(method, request, response_type)

        return _Opening(roots, send)

    async def _open_new(
        self, opening: _Opening[acp.NewSessionResponse | acp.ForkSessionResponse], on_update: OnUpdate | None
    ) -> Session:
        """Open a session whose id comes with the agent's response."""
        with (
            self._offered_mcp_servers() as own_servers,
            self._workspace_access.expecting_session(opening.roots),
            self._registry.opening(),
        ):
            response = await opening.send(own_servers)
            session = self._register_new_session(response, opening.roots, on_update)
        await self._mcp_servers.bind(session.id, own_servers)
        return session

    async def _reopen(
        self,
        session_id: str,
        opening: _Opening[acp.LoadSessionResponse | acp.ResumeSessionResponse],
        on_update: OnUpdate | None,
        *,
        replays: bool,
    ) -> Session:
        """Open a session whose id is known. `replays`: the agent sends its history before the response."""
        with (
            self._offered_mcp_servers() as own_servers,
            self._reopening_session(session_id, opening.roots, on_update) as session,
        ):
            session.set_replaying(replays)
            response = await opening.send(own_servers)
            session.set_replaying(False)
            session.apply_open_response(response.modes, response.config_options)
        await self._mcp_servers.bind(session_id, own_servers)
        return session

    async def sessions(
        self, cwd: Folder | None = None, *, archived: acp.SessionArchiveFilter | None = None
    ) -> AsyncGenerator[acp.SessionInfo]:
        """All sessions that the agent lists, page by page. Open sessions adopt the listed roots and titles.

        `archived` is "exclude" (the default), "include" or "only".
        """
        self._checks.require_session_method("list")
        if archived is not None:
            self._checks.require_session_method("archive")
        filter_cwd = None if cwd is None else Roots(cwd).cwd
        cursor: str | None = None
        seen: set[str] = set()
        for _ in range(MAX_LIST_PAGES):
            request = acp.ListSessionsRequest(cwd=filter_cwd, cursor=cursor, archived=archived)
            page = await self._call("session/list", request, _SessionListPage)
            for info, has_no_additional in filter(None, map(_parse_session_info, page.sessions)):
                if (session := self._registry.get(info.session_id)) is not None:
                    session.apply_session_info(info, keep_additional=has_no_additional)
                yield info
            cursor = page.next_cursor
            if not cursor:  # some agents send "" for none
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

    async def archive_session(self, session_id: str) -> None:
        """Close the session and hide it from ordinary lists; its history stays."""
        self._checks.require_session_method("archive")
        request = acp.ArchiveSessionRequest(session_id=session_id)
        await self._call("session/archive", request, acp.ArchiveSessionResponse)
        await self._forget_session(session_id)

    async def unarchive_session(self, session_id: str) -> None:
        self._checks.require_session_method("archive")
        request = acp.UnarchiveSessionRequest(session_id=session_id)
        await self._call("session/unarchive", request, acp.UnarchiveSessionResponse)

    async def session_status(self, session_id: str) -> acp.SessionStatus:
        """`open` or `saved`: whether the agent has the session in memory."""
        self._checks.require_session_method("status")
        request = acp.SessionStatusRequest(session_id=session_id)
        return (await self._call("session/status", request, acp.SessionStatusResponse)).status

    async def set_session_title(self, session_id: str, title: str) -> str:
        """Return the title as the agent stored it."""
        self._checks.require_session_method("title")
        request = acp.SetSessionTitleRequest(session_id=session_id, title=title)
        return (await self._call("session/set_title", request, acp.SetSessionTitleResponse)).title

    def _checked_roots(
        self, cwd: Folder, additional: Sequence[Folder], servers: Sequence[acp.McpServer]
    ) -> Roots:
        require_structs(servers, "mcp_servers", 'acp.McpServer(name="…", command="…")')
        roots = Roots(cwd, additional)
        self._checks.require_additional_directories(roots.additional)
        self._checks.require_mcp_transports(servers)
        self._warn_of_read_only_roots(roots)
        return roots

    @contextmanager
    def _offered_mcp_servers(self) -> Generator[Sequence[acp.McpServer]]:
        """Offer the caller's MCP servers for a session, and withdraw them if it cannot be opened."""
        offered = self._mcp_servers.offer()
        try:
            yield offered
        except BaseException:
            if offered:
                self._host.start_task(self._mcp_servers.withdraw(offered))
            raise

    def _warn_of_read_only_roots(self, roots: Roots) -> None:
        writable_roots = self._sandbox_roots
        if writable_roots is None:
            return
        read_only = [
            root
            for root in roots
            if not any(Path(root).is_relative_to(writable) for writable in writable_roots)
        ]
        if read_only:
            self._on_notice(f"The agent's sandbox lets it only read {', '.join(read_only)}.")

    def _register_new_session(
        self,
        response: acp.NewSessionResponse | acp.ForkSessionResponse,
        roots: Roots,
        on_update: OnUpdate | None,
    ) -> Session:
        if self._registry.get(response.session_id) is not None:
            # Continuing would mix two sessions, and serve the folders of one to the other.
            raise BadAgent(f"The agent gave a new session the id of one that is open: {response.session_id}.")
        session = Session(self._host, response.session_id, roots, on_update)
        session.apply_open_response(response.modes, response.config_options)
        self._workspace_access.set_session_roots(session.id, roots)
        self._registry.add(session)
        return session

    @contextmanager
    def _reopening_session(
        self, session_id: str, roots: Roots, on_update: OnUpdate | None
    ) -> Generator[Session]:
        """Register a session before its request, since updates come before the response; undo it on failure."""
        session = Session(self._host, session_id, roots, on_update)
        previous = self._registry.add(session)
        self._workspace_access.set_session_roots(session_id, roots)
        try:
            yield session
        except BaseException:
            self._registry.restore(session_id, previous)
            if previous is not None:
                self._workspace_access.set_session_roots(session_id, previous.roots)
            else:
                self._host.start_task(self._workspace_access.close_session(session_id))
            raise

    async def _forget_session(self, session_id: str) -> None:
        self._registry.remove(session_id)
        self._host.questions.cancel_session(session_id)
        await self._mcp_servers.close_session(session_id)
        await self._workspace_access.close_session(session_id)
