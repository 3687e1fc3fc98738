"""Handlers of session/*: sessions from opening to deletion, their turns, modes and options."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from understudy.abandoned_tasks import failure_logger
from understudy.rpc import ResultWithCallback
from understudy.schema.acp import (
    ArchiveSessionRequest,
    ArchiveSessionResponse,
    CancelNotification,
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
    PromptRequest,
    PromptResponse,
    ResumeSessionRequest,
    ResumeSessionResponse,
    SessionInfo,
    SessionStatusRequest,
    SessionStatusResponse,
    SetSessionConfigOptionRequest,
    SetSessionConfigOptionResponse,
    SetSessionModeRequest,
    SetSessionModeResponse,
    SetSessionTitleRequest,
    SetSessionTitleResponse,
    UnarchiveSessionRequest,
    UnarchiveSessionResponse,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent
    from understudy.chat.session import Session
    from understudy.chat.turn import Turn

__all__ = [
    "archive",
    "cancel",
    "close",
    "delete",
    "fork",
    "list_",
    "load",
    "new",
    "prompt",
    "resume",
    "set_config_option",
    "set_mode",
    "set_title",
    "status",
    "unarchive",
]

logger = logging.getLogger(__name__)

LAST_TURN_META_KEY: Final = "understudy.dev/lastTurn"
CHECKPOINTS_META_KEY: Final = "understudy.dev/checkpoints"
"""In the `_meta` of the response to `session/load`: the turns that `/undo TURN` takes back, and their files."""


async def new(agent: "Agent", params: NewSessionRequest) -> ResultWithCallback:
    session = await agent.chat.create(params.cwd, params.additional_directories, params.mcp_servers)
    answer = NewSessionResponse(
        session_id=session.id,
        modes=session.permissions.mode_state(),
        config_options=agent.chat.config_options(session),
    )
    return _with_announcement(agent, session, answer)


async def load(agent: "Agent", params: LoadSessionRequest) -> ResultWithCallback:
    """The whole history of the session is sent before the response."""
    chat = agent.chat
    session = await chat.load(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    meta: dict[str, Any] = {}
    if session.last_stop_reason is not None:
        meta[LAST_TURN_META_KEY] = {"stopReason": session.last_stop_reason}
    if session.loaded_checkpoints:
        meta[CHECKPOINTS_META_KEY] = [
            {"turn": turn, "files": list(files)} for turn, files in session.loaded_checkpoints
        ]
    answer = LoadSessionResponse(
        modes=session.permissions.mode_state(),
        config_options=chat.config_options(session),
        meta=meta or None,
    )
    return _with_announcement(agent, session, answer)


async def resume(agent: "Agent", params: ResumeSessionRequest) -> ResultWithCallback:
    chat = agent.chat
    session = await chat.reopen(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    answer = ResumeSessionResponse(
        modes=session.permissions.mode_state(), config_options=chat.config_options(session)
    )
    return _with_announcement(agent, session, answer)


async def fork(agent: "Agent", params: ForkSessionRequest) -> ResultWithCallback:
    chat = agent.chat
    session = await chat.fork(
        params.session_id, params.cwd, params.additional_directories, params.mcp_servers
    )
    answer = ForkSessionResponse(
        session_id=session.id,
        modes=session.permissions.mode_state(),
        config_options=chat.config_options(session),
    )
    return _with_announcement(agent, session, answer)


async def list_(agent: "Agent", params: ListSessionsRequest) -> ListSessionsResponse:
    roots = None if params.additional_directories is UNSET else params.additional_directories
    page = await agent.chat.list_page(params.cwd, roots, params.cursor, params.archived)
    return ListSessionsResponse(
        sessions=[
            SessionInfo(
                session_id=stored.id,
                cwd=stored.cwd,
                additional_directories=list(stored.roots),
                title=stored.title,
                updated_at=stored.updated_at,
                archived=agent.chat.is_archived(stored),
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


async def archive(agent: "Agent", params: ArchiveSessionRequest) -> ArchiveSessionResponse:
    await agent.chat.archive(params.session_id)
    return ArchiveSessionResponse()


async def unarchive(agent: "Agent", params: UnarchiveSessionRequest) -> UnarchiveSessionResponse:
    await agent.chat.unarchive(params.session_id)
    return UnarchiveSessionResponse()


async def status(agent: "Agent", params: SessionStatusRequest) -> SessionStatusResponse:
    return SessionStatusResponse(status=await agent.chat.status(params.session_id))


async def set_title(agent: "Agent", params: SetSessionTitleRequest) -> SetSessionTitleResponse:
    return SetSessionTitleResponse(title=await agent.chat.set_title(params.session_id, params.title))


def _with_announcement(agent: "Agent", session: "Session", answer: object) -> ResultWithCallback:
    """Announce the slash commands once the client knows the session."""

    def announce() -> None:
        task = asyncio.ensure_future(agent.chat.announce_commands(session))
        task.add_done_callback(failure_logger(logger, "announcing the commands"))

    return ResultWithCallback(answer, announce)


def prompt(agent: "Agent", params: PromptRequest) -> Awaitable[PromptResponse]:
    """The turn is registered now, so that a cancel right after this message finds it."""
    turn = agent.chat.begin_turn(
        params.session_id, params.prompt, params.runtime_context, _trace_parent(params.meta)
    )
    task = asyncio.ensure_future(_run_turn(turn))
    # A request can be cancelled before its first step, and then none of its own code runs.
    task.add_done_callback(lambda _: turn.release())
    return task


def _trace_parent(meta: dict[str, Any] | None) -> str | None:
    """The W3C trace context of the client, which ACP has in `_meta`."""
    value = (meta or {}).get("traceparent")
    return value if isinstance(value, str) else None


async def _run_turn(turn: "Turn") -> PromptResponse:
    result = await turn.run()
    return PromptResponse(stop_reason=result.stop_reason, usage=result.usage, meta=result.meta)


def cancel(agent: "Agent", params: CancelNotification) -> None:
    if agent.has_chat:  # otherwise there is nothing to cancel
        agent.chat.cancel(params.session_id)


def set_mode(agent: "Agent", params: SetSessionModeRequest) -> Awaitable[SetSessionModeResponse]:
    """The mode applies to all later messages at once; storing it may take a moment longer."""
    changing = agent.chat.set_mode(params.session_id, params.mode_id)

    async def answer() -> SetSessionModeResponse:
        await changing
        return SetSessionModeResponse()

    return answer()


def set_config_option(
    agent: "Agent", params: SetSessionConfigOptionRequest
) -> Awaitable[SetSessionConfigOptionResponse] | SetSessionConfigOptionResponse:
    """A session belongs to the chat or to next edit suggestions; to the latter if no chat was used."""
    if agent.has_nes and (agent.nes.has_session(params.session_id) or not agent.has_chat):
        changed = agent.nes.set_option(params.session_id, params.config_id, params.value)
        return SetSessionConfigOptionResponse(config_options=changed)
    chat = agent.chat
    changing = chat.set_option(params.session_id, params.config_id, params.value)

    async def answer() -> SetSessionConfigOptionResponse:
        return SetSessionConfigOptionResponse(config_options=chat.config_options(await changing))

    return answer()
