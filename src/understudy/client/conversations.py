"""The sessions of a connection: opening them, again and anew, listing and ending them.

Roots are sent in full each time. Every method raises NotSupported before anything is sent.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from understudy.client.desk import Desk
from understudy.client.errors import BadAgent
from understudy.client.register import Register
from understudy.client.roots import Folder, Roots
from understudy.client.sessions import OnUpdate, Session
from understudy.schema import acp, decode

__all__ = ["PAGES", "Conversations"]

PAGES: Final = 10_000
"""Pages of a list, at most: an agent's cursor may never come to an end."""


class _Page(msgspec.Struct, rename="camel"):
    """A ListSessionsResponse whose sessions are read one by one."""

    sessions: list[Any] = []
    next_cursor: str | None = None


def _read(given: Any) -> tuple[acp.SessionInfo, bool] | None:
    """One session of a list, and whether it is silent about additional folders; None for what is none."""
    if not isinstance(given, dict):
        return None
    info = cast(dict[str, Any], given)
    named: Any = info.get("additionalDirectories")
    silent = not isinstance(named, list)
    folders = [] if silent else [path for path in cast(list[Any], named) if isinstance(path, str)]
    whole = msgspec.json.encode({**info, "additionalDirectories": folders})
    try:
        return decode(whole, acp.SessionInfo), silent
    except msgspec.ValidationError:
        return None


class Conversations:
    """One half of a Connection."""

    def __init__(
        self, desk: Desk, register: Register, notice: Callable[[str], None], fence: Roots | None
    ) -> None:
        self._desk = desk
        self._gate = desk.gate
        self._serving = desk.serving
        self._mcp = desk.mcp
        self._call = desk.calling.call
        self._register = register
        self._notice = notice
        self._fence = fence
        """What the agent's own sandbox lets it write to."""

    async def new_session(
        self,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        roots = self._roots(cwd, additional, mcp_servers)

        def ask(servers: list[acp.McpServer]) -> Awaitable[acp.NewSessionResponse]:
            request = acp.NewSessionRequest(
                cwd=roots.cwd, additional_directories=roots.additional, mcp_servers=servers
            )
            return self._call("session/new", request, acp.NewSessionResponse)

        return await self._begin(roots, mcp_servers, on_update, ask)

    async def fork_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        self._gate.session("fork")
        roots = self._roots(cwd, additional, mcp_servers)

        def ask(servers: list[acp.McpServer]) -> Awaitable[acp.ForkSessionResponse]:
            request = acp.ForkSessionRequest(
                session_id=session_id,
                cwd=roots.cwd,
                additional_directories=roots.additional,
                mcp_servers=servers,
            )
            return self._call("session/fork", request, acp.ForkSessionResponse)

        return await self._begin(roots, mcp_servers, on_update, ask)

    async def _begin(
        self,
        roots: Roots,
        servers: Sequence[acp.McpServer],
        on_update: OnUpdate | None,
        ask: Callable[[list[acp.McpServer]], Awaitable[acp.NewSessionResponse | acp.ForkSessionResponse]],
    ) -> Session:
        """Have a new session, whose id the agent's answer tells."""
        with self._offered() as own, self._serving.expecting(roots), self._register.opening():
            session = self._opened(await ask([*servers, *own]), roots, on_update)
        await self._mcp.bind(session.id, own)
        return session

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
        self._gate.load()
        roots = self._roots(cwd, additional, mcp_servers)
        with self._offered() as own, self._reopening(session_id, roots, on_update) as session:
            request = acp.LoadSessionRequest(
                session_id=session_id,
                cwd=roots.cwd,
                additional_directories=roots.additional,
                mcp_servers=[*mcp_servers, *own],
            )
            session.replaying(True)
            answer = await self._call("session/load", request, acp.LoadSessionResponse)
            session.replaying(False)
            session.opened(answer.modes, answer.config_options)
        await self._mcp.bind(session_id, own)
        return session

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
        self._gate.session("resume")
        roots = self._roots(cwd, additional, mcp_servers)
        with self._offered() as own, self._reopening(session_id, roots, on_update) as session:
            request = acp.ResumeSessionRequest(
                session_id=session_id,
                cwd=roots.cwd,
                additional_directories=roots.additional,
                mcp_servers=[*mcp_servers, *own],
            )
            answer = await self._call("session/resume", request, acp.ResumeSessionResponse)
            session.opened(answer.modes, answer.config_options)
        await self._mcp.bind(session_id, own)
        return session

    async def sessions(self, cwd: Folder | None = None) -> AsyncGenerator[acp.SessionInfo]:
        """All sessions that the agent knows, page by page. What it says of an open one's roots counts."""
        self._gate.session("list")
        where = None if cwd is None else Roots(cwd).cwd
        cursor: str | None = None
        seen: set[str] = set()
        for _ in range(PAGES):
            request = acp.ListSessionsRequest(cwd=where, cursor=cursor)
            page = await self._call("session/list", request, _Page)
            for info, silent in filter(None, map(_read, page.sessions)):
                if (held := self._register.get(info.session_id)) is not None:
                    held.informed(info, silent=silent)
                yield info
            cursor = page.next_cursor
            if not cursor:  # Some say "" for none.
                return
            if cursor in seen:
                raise BadAgent("The agent's list of sessions does not end: a cursor came twice.")
            seen.add(cursor)
        raise BadAgent(f"The agent's list of sessions has more than {PAGES} pages.")

    async def close_session(self, session_id: str) -> None:
        self._gate.session("close")
        await self._call(
            "session/close", acp.CloseSessionRequest(session_id=session_id), acp.CloseSessionResponse
        )
        await self._forget(session_id)

    async def delete_session(self, session_id: str) -> None:
        self._gate.session("delete")
        await self._call(
            "session/delete", acp.DeleteSessionRequest(session_id=session_id), acp.DeleteSessionResponse
        )
        await self._forget(session_id)

    def _roots(self, cwd: Folder, additional: Sequence[Folder], servers: Sequence[acp.McpServer]) -> Roots:
        roots = Roots(cwd, additional)
        self._gate.directories(roots.additional)
        self._gate.servers(servers)
        self._warn(roots)
        return roots

    @contextmanager
    def _offered(self) -> Generator[Sequence[acp.McpServer]]:
        """The caller's own MCP servers, for a session that is being opened."""
        own = self._mcp.offer()
        try:
            yield own
        except BaseException:
            if own:
                self._desk.start(self._mcp.withdraw(own))
            raise

    def _warn(self, roots: Roots) -> None:
        fence = self._fence
        if fence is None:
            return
        shut = [root for root in roots if not any(Path(root).is_relative_to(own) for own in fence)]
        if shut:
            self._notice(f"The agent's sandbox lets it only read {', '.join(shut)}.")

    def _opened(
        self,
        answer: acp.NewSessionResponse | acp.ForkSessionResponse,
        roots: Roots,
        on_update: OnUpdate | None,
    ) -> Session:
        if self._register.get(answer.session_id) is not None:
            # To go on with either would mix two conversations, and serve one the other's folders.
            raise BadAgent(f"The agent gave a new session the id of one that is open: {answer.session_id}.")
        session = Session(self._desk, answer.session_id, roots, on_update)
        session.opened(answer.modes, answer.config_options)
        self._serving.opened(session.id, roots)
        self._register.add(session)
        return session

    @contextmanager
    def _reopening(self, session_id: str, roots: Roots, on_update: OnUpdate | None) -> Generator[Session]:
        """Its updates come before the answer, so it is held before it is asked for."""
        session = Session(self._desk, session_id, roots, on_update)
        before = self._register.add(session)
        self._serving.opened(session_id, roots)
        try:
            yield session
        except BaseException:
            self._register.restore(session_id, before)
            if before is not None:
                self._serving.opened(session_id, before.roots)
            else:
                self._desk.start(self._serving.closed(session_id))
            raise

    async def _forget(self, session_id: str) -> None:
        self._register.remove(session_id)
        self._desk.questions.cancelled(session_id)
        await self._mcp.closed(session_id)
        await self._serving.closed(session_id)
