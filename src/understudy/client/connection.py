"""An agent that has been connected: its capabilities, and the sessions on it. Made by `connect`.

Every method raises ClientError and its kinds; NotSupported before anything is sent.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from understudy.client.authentication import Authentication
from understudy.client.calling import Calling, forgotten
from understudy.client.capabilities import Gate
from understudy.client.context import Context
from understudy.client.errors import BadAgent, ClientError
from understudy.client.flow import Flow
from understudy.client.permissions import Questions
from understudy.client.register import Register
from understudy.client.roots import Folder, Roots
from understudy.client.serving import Serving
from understudy.client.sessions import OnUpdate, Session
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.client.editor import Editor

__all__ = ["Connection"]

T = TypeVar("T")

PAGES: Final = 10_000
"""Pages of a list, at most: an agent's cursor may never come to an end."""


class Connection:
    """A Line, and all that is said over it."""

    def __init__(
        self,
        agent: acp.InitializeResponse,
        calling: Calling,
        flow: Flow,
        register: Register,
        questions: Questions,
        serving: Serving,
        context: Context,
        authentication: Authentication,
        encodings: Sequence[acp.PositionEncodingKind],
        log: Callable[[], str],
        notice: Callable[[str], None],
        fence: Roots | None,
    ) -> None:
        self.agent = agent
        self.gate = Gate(agent.agent_capabilities)
        self.flow = flow
        self.context = context
        self._calling = calling
        self._register = register
        self._questions = questions
        self._serving = serving
        self._authentication = authentication
        self._encodings = encodings
        self._log = log
        self._notice = notice
        self._fence = fence
        """What the agent's own sandbox lets it write to."""
        self._over = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def capabilities(self) -> acp.AgentCapabilities:
        return self.agent.agent_capabilities

    @property
    def info(self) -> acp.Implementation | None:
        return self.agent.agent_info

    @property
    def auth_methods(self) -> Sequence[acp.AuthMethod]:
        """The ways to authenticate that can be used here."""
        return self._authentication.methods

    @property
    def log_tail(self) -> str:
        """The last of what the agent wrote to its standard error."""
        return self._log()

    @property
    def line(self) -> "Connection":
        return self

    @property
    def encoding(self) -> acp.PositionEncodingKind:
        return self.capabilities.position_encoding or "utf-16"

    async def call(self, method: str, params: object, result: type[T], *, timeout: float | None = None) -> T:
        return await self._calling.call(method, params, result, timeout=timeout)

    async def tell(self, method: str, params: object) -> None:
        await self._calling.tell(method, params)

    # Sessions.

    async def new_session(
        self,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        roots = self._roots(cwd, additional, mcp_servers)
        request = acp.NewSessionRequest(
            cwd=roots.cwd, additional_directories=roots.additional, mcp_servers=list(mcp_servers)
        )
        with self._serving.expecting(roots), self._register.opening():
            answer = await self.call("session/new", request, acp.NewSessionResponse)
            return self._opened(answer, roots, on_update)

    async def fork_session(
        self,
        session_id: str,
        cwd: Folder,
        *,
        additional: Sequence[Folder] = (),
        mcp_servers: Sequence[acp.McpServer] = (),
        on_update: OnUpdate | None = None,
    ) -> Session:
        self.gate.session("fork")
        roots = self._roots(cwd, additional, mcp_servers)
        request = acp.ForkSessionRequest(
            session_id=session_id,
            cwd=roots.cwd,
            additional_directories=roots.additional,
            mcp_servers=list(mcp_servers),
        )
        with self._serving.expecting(roots), self._register.opening():
            answer = await self.call("session/fork", request, acp.ForkSessionResponse)
            return self._opened(answer, roots, on_update)

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
        self.gate.load()
        roots = self._roots(cwd, additional, mcp_servers)
        request = acp.LoadSessionRequest(
            session_id=session_id,
            cwd=roots.cwd,
            additional_directories=roots.additional,
            mcp_servers=list(mcp_servers),
        )
        with self._reopening(session_id, roots, on_update) as session:
            session.replaying(True)
            answer = await self.call("session/load", request, acp.LoadSessionResponse)
            session.replaying(False)
            session.opened(answer.modes, answer.config_options)
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
        self.gate.session("resume")
        roots = self._roots(cwd, additional, mcp_servers)
        request = acp.ResumeSessionRequest(
            session_id=session_id,
            cwd=roots.cwd,
            additional_directories=roots.additional,
            mcp_servers=list(mcp_servers),
        )
        with self._reopening(session_id, roots, on_update) as session:
            answer = await self.call("session/resume", request, acp.ResumeSessionResponse)
            session.opened(answer.modes, answer.config_options)
        return session

    async def sessions(self, cwd: Folder | None = None) -> AsyncGenerator[acp.SessionInfo]:
        """All sessions that the agent knows, page by page. What it says of an open one's roots counts."""
        self.gate.session("list")
        where = None if cwd is None else Roots(cwd).cwd
        cursor: str | None = None
        seen: set[str] = set()
        for _ in range(PAGES):
            request = acp.ListSessionsRequest(cwd=where, cursor=cursor)
            page = await self.call("session/list", request, acp.ListSessionsResponse)
            for info in page.sessions:
                if (held := self._register.get(info.session_id)) is not None:
                    held.informed(info)
                yield info
            cursor = page.next_cursor
            if cursor is None:
                return
            if cursor in seen:
                raise BadAgent("The agent's list of sessions does not end: a cursor came twice.")
            seen.add(cursor)
        raise BadAgent(f"The agent's list of sessions has more than {PAGES} pages.")

    async def close_session(self, session_id: str) -> None:
        self.gate.session("close")
        await self.call(
            "session/close", acp.CloseSessionRequest(session_id=session_id), acp.CloseSessionResponse
        )
        await self._forget(session_id)

    async def delete_session(self, session_id: str) -> None:
        self.gate.session("delete")
        await self.call(
            "session/delete", acp.DeleteSessionRequest(session_id=session_id), acp.DeleteSessionResponse
        )
        await self._forget(session_id)

    # Who is asking, and by which provider it is answered.

    async def authenticate(self, method_id: str) -> None:
        await self._authentication.authenticate(method_id)

    async def logout(self) -> None:
        self.gate.logout()
        await self.call("logout", acp.LogoutRequest(), acp.LogoutResponse)

    async def providers(self) -> Sequence[acp.ProviderInfo]:
        self.gate.providers()
        answer = await self.call("providers/list", acp.ListProvidersRequest(), acp.ListProvidersResponse)
        return answer.providers

    async def set_provider(self, request: acp.SetProviderRequest) -> None:
        self.gate.providers()
        await self.call("providers/set", request, acp.SetProviderResponse)

    async def disable_provider(self, provider_id: str) -> None:
        self.gate.providers()
        request = acp.DisableProviderRequest(provider_id=provider_id)
        await self.call("providers/disable", request, acp.DisableProviderResponse)

    # Next edits.

    def editor(self, roots: Sequence[Folder], **more: Any) -> "Editor":
        """An editor's documents and the agent's suggestions for them; see Editor for what it takes."""
        from understudy.client.editor import Editor  # not everybody edits

        self.gate.nes()
        if self.encoding != "utf-16" and self.encoding not in self._encodings:
            raise BadAgent(f"The agent counts positions in {self.encoding}, which it was not offered.")
        return Editor(self, roots, **more)

    # For the sessions.

    async def prompt(self, request: acp.PromptRequest) -> acp.PromptResponse:
        answer = await self._calling.long("session/prompt", request, acp.PromptResponse)
        await self.flow.caught_up()
        return answer

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(forgotten)
        return task

    async def cancel(self, session: str) -> None:
        try:
            await self.tell("session/cancel", acp.CancelNotification(session_id=session))
        finally:
            self._questions.cancelled(session)

    def cancel_soon(self, session: str) -> None:
        if not self._over:  # Whoever is forgotten after the end has nothing to cancel.
            self.start(self._cancel_quietly(session))

    async def _cancel_quietly(self, session: str) -> None:
        with suppress(ClientError):
            await self.cancel(session)

    def begun(self, session: str) -> None:
        self._questions.begun(session)

    def moved(self, session: str, roots: Roots) -> None:
        self._serving.opened(session, roots)

    async def end(self) -> None:
        """The connection is over."""
        self._over = True
        self._questions.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _roots(self, cwd: Folder, additional: Sequence[Folder], servers: Sequence[acp.McpServer]) -> Roots:
        roots = Roots(cwd, additional)
        self.gate.directories(roots.additional)
        self.gate.servers(servers)
        self._warn(roots)
        return roots

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
        session = Session(self, answer.session_id, roots, on_update)
        session.opened(answer.modes, answer.config_options)
        self._serving.opened(session.id, roots)
        self._register.add(session)
        return session

    @contextmanager
    def _reopening(self, session_id: str, roots: Roots, on_update: OnUpdate | None) -> Generator[Session]:
        """Its updates come before the answer, so it is held before it is asked for."""
        session = Session(self, session_id, roots, on_update)
        before = self._register.add(session)
        self._serving.opened(session_id, roots)
        try:
            yield session
        except BaseException:
            self._register.restore(session_id, before)
            if before is not None:
                self._serving.opened(session_id, before.roots)
            else:
                self.start(self._serving.closed(session_id))
            raise

    async def _forget(self, session_id: str) -> None:
        self._register.remove(session_id)
        self._questions.cancelled(session_id)
        await self._serving.closed(session_id)
