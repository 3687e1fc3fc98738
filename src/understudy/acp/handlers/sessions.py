"""session/new, load, resume, fork, list, close, delete."""

import asyncio
from typing import TYPE_CHECKING

from msgspec import UNSET

from understudy.rpc import ResultWithCallback
from understudy.schema.acp import (
    CloseSessionRequest,
    CloseSessionResponse,
    DeleteSessionRequest,
    DeleteSessionResponse,
    ForkSessionRequest,
    ForkSessionResponse,
    ListSessionsRequest,
    ListSessionsResponse,
    LoadSessionRequest,
    LoadSessionResponse,
    NewSessionRequest,
    NewSessionResponse,
    ResumeSessionRequest,
    ResumeSessionResponse,
    SessionInfo,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent
    from understudy.chat.session import Session

__all__ = ["close", "delete", "fork", "list_", "load", "new", "resume"]


async def new(agent: "Agent", params: NewSessionRequest) -> ResultWithCallback:
    session = await agent.chat.create(params.cwd, params.additional_directories, params.mcp_servers)
    answer = NewSessionResponse(
        session_id=session.id,
        modes=session.permissions.mode_state(),
        config_options=agent.chat.config_options(session),
    )
    return _with_announcement(agent, session, answer)


async def load(agent: "Agent", params: LoadSessionRequest) -> ResultWithCallback:
    """Everything that happened is sent before the answer."""
    chat = agent.chat
    session = await chat.load(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    answer = LoadSessionResponse(modes=session.permissions.mode_state(), config_options=chat.config_options(session))
    return _with_announcement(agent, session, answer)


async def resume(agent: "Agent", params: ResumeSessionRequest) -> ResultWithCallback:
    chat = agent.chat
    session = await chat.reopen(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    answer = ResumeSessionResponse(modes=session.permissions.mode_state(), config_options=chat.config_options(session))
    return _with_announcement(agent, session, answer)


async def fork(agent: "Agent", params: ForkSessionRequest) -> ResultWithCallback:
    chat = agent.chat
    session = await chat.fork(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    answer = ForkSessionResponse(
        session_id=session.id, modes=session.permissions.mode_state(), config_options=chat.config_options(session)
    )
    return _with_announcement(agent, session, answer)


async def list_(agent: "Agent", params: ListSessionsRequest) -> ListSessionsResponse:
    roots = None if params.additional_directories is UNSET else params.additional_directories
    page = await agent.chat.list_page(params.cwd, roots, params.cursor)
    return ListSessionsResponse(
        sessions=[
            SessionInfo(
                session_id=stored.id,
                cwd=stored.cwd,
                additional_directories=list(stored.roots),
                title=stored.title,
                updated_at=stored.updated_at,
            )
            for stored in page.sessions
        ],
        next_cursor=page.next_cursor,
    )


async def close(agent: "Agent", params: CloseSessionRequest) -> CloseSessionResponse:
    await agent.chat.close(params.session_id)
    return CloseSessionResponse()


async def delete(agent: "Agent", params: DeleteSessionRequest) -> DeleteSessionResponse:
    await agent.chat.delete(params.session_id)
    return DeleteSessionResponse()


def _with_announcement(agent: "Agent", session: "Session", answer: object) -> ResultWithCallback:
    """The slash commands are told when the client knows the session."""

    def announce() -> None:
        task = asyncio.ensure_future(agent.chat.announce_commands(session))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    return ResultWithCallback(answer, announce)
