"""initialize, authenticate, logout: who both sides are, and whose keys are used."""

import asyncio
from typing import TYPE_CHECKING, Final

from understudy import __version__
from understudy.acp.dialects import encoding_for
from understudy.acp.ports import AuthRequired
from understudy.rpc import INVALID_PARAMS, INVALID_REQUEST, Answer, RpcError
from understudy.schema.acp import (
    AgentAuthCapabilities,
    AgentCapabilities,
    AuthenticateRequest,
    AuthenticateResponse,
    AuthMethod,
    Implementation,
    InitializeRequest,
    InitializeResponse,
    LogoutCapabilities,
    LogoutRequest,
    LogoutResponse,
    McpCapabilities,
    NesCapabilities,
    NesContextCapabilities,
    NesDiagnosticsCapabilities,
    NesDocumentDidChangeCapabilities,
    NesDocumentDidCloseCapabilities,
    NesDocumentDidFocusCapabilities,
    NesDocumentDidOpenCapabilities,
    NesDocumentDidSaveCapabilities,
    NesDocumentEventCapabilities,
    NesEditHistoryCapabilities,
    NesEventCapabilities,
    NesOpenFilesCapabilities,
    NesRecentFilesCapabilities,
    NesRelatedSnippetsCapabilities,
    NesUserActionsCapabilities,
    PromptCapabilities,
    SessionAdditionalDirectoriesCapabilities,
    SessionCapabilities,
    SessionCloseCapabilities,
    SessionDeleteCapabilities,
    SessionForkCapabilities,
    SessionListCapabilities,
    SessionResumeCapabilities,
    SessionRuntimeContextCapabilities,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["authenticate", "initialize", "logout"]

VERSION: Final = 1
LOGIN: Final = "understudy-login"
ENVIRONMENT: Final = "environment-key"
ADVICE: Final = (
    "There is no provider's key yet. Run `understudy login` in a terminal, or set one where the editor starts "
    "Understudy, for example OPENAI_API_KEY."
)
RECENT_FILES: Final = 10
EDIT_HISTORY: Final = 50
USER_ACTIONS: Final = 50


def initialize(agent: "Agent", params: InitializeRequest) -> Answer:
    if agent.client is not None:
        raise RpcError(
            INVALID_REQUEST,
            "This connection is initialized already. Start another agent for another client.",
            {"reason": "already_initialized"},
        )
    agent.client = params.client_capabilities
    answer = InitializeResponse(
        protocol_version=VERSION,
        agent_info=Implementation(name="understudy", title="Understudy", version=__version__),
        agent_capabilities=AgentCapabilities(
            load_session=True,
            prompt_capabilities=PromptCapabilities(image=True, embedded_context=True),
            mcp_capabilities=McpCapabilities(http=True, sse=True),
            session_capabilities=SessionCapabilities(
                list=SessionListCapabilities(),
                delete=SessionDeleteCapabilities(),
                additional_directories=SessionAdditionalDirectoriesCapabilities(),
                fork=SessionForkCapabilities(),
                resume=SessionResumeCapabilities(),
                close=SessionCloseCapabilities(),
                runtime_context=SessionRuntimeContextCapabilities(),
            ),
            auth=AgentAuthCapabilities(logout=LogoutCapabilities()),
            nes=_nes() if agent.offers_nes else None,
            position_encoding=encoding_for(params.client_capabilities),
        ),
        auth_methods=_methods(terminal=params.client_capabilities.auth.terminal),
    )
    return Answer(answer, agent.warm_up)


def _nes() -> NesCapabilities:
    """What the engines use, be it one or the other: the choice may change while a session is open."""
    return NesCapabilities(
        events=NesEventCapabilities(
            document=NesDocumentEventCapabilities(
                did_open=NesDocumentDidOpenCapabilities(),
                did_change=NesDocumentDidChangeCapabilities(sync_kind="incremental"),
                did_close=NesDocumentDidCloseCapabilities(),
                did_save=NesDocumentDidSaveCapabilities(),
                did_focus=NesDocumentDidFocusCapabilities(),
            )
        ),
        context=NesContextCapabilities(
            recent_files=NesRecentFilesCapabilities(max_count=RECENT_FILES),
            related_snippets=NesRelatedSnippetsCapabilities(),
            edit_history=NesEditHistoryCapabilities(max_count=EDIT_HISTORY),
            user_actions=NesUserActionsCapabilities(max_count=USER_ACTIONS),
            open_files=NesOpenFilesCapabilities(),
            diagnostics=NesDiagnosticsCapabilities(),
        ),
    )


def _methods(*, terminal: bool) -> list[AuthMethod]:
    environment = AuthMethod(
        id=ENVIRONMENT,
        name="Use a key from the environment",
        description="For example OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY.",
    )
    login = AuthMethod(
        type="terminal",
        id=LOGIN,
        name="Log in with a provider's key",
        description="Asks for a key in a terminal and stores it for you alone.",
        args=["--login"],
    )
    return [login, environment] if terminal else [environment]


async def authenticate(agent: "Agent", params: AuthenticateRequest) -> AuthenticateResponse:
    offered = [
        method.id for method in _methods(terminal=agent.client is not None and agent.client.auth.terminal)
    ]
    if params.method_id not in offered:
        raise RpcError(
            INVALID_PARAMS,
            f"There is no auth method {params.method_id[:100]!r}. The methods are: {', '.join(offered)}.",
            {"field": "methodId"},
        )
    lacking = await _lacking(agent, stored=params.method_id == LOGIN)
    if lacking is not None:
        raise AuthRequired(lacking)
    agent.logged_out = False
    await agent.keys_changed()
    return AuthenticateResponse()


async def _lacking(agent: "Agent", *, stored: bool) -> str | None:
    """What to do, if no service that is in use has a key now. One that needs none is content without."""
    found = False
    advice: str | None = None
    if _concerns_nes(agent) and (accounts := agent.nes_house.accounts) is not None:
        found |= await asyncio.to_thread(accounts.stored if stored else accounts.from_environment) is not None
        advice = await asyncio.to_thread(agent.nes_house.setup.needs_key)
    if _concerns_chat(agent):
        chats = agent.house.accounts
        found |= await agent.chat.aside(chats.stored if stored else chats.from_environment) is not None
        advice = advice or ADVICE
    return None if found else advice


async def logout(agent: "Agent", params: LogoutRequest) -> LogoutResponse:
    del params
    agent.logged_out = True
    if _concerns_nes(agent) and (accounts := agent.nes_house.accounts) is not None:
        await asyncio.to_thread(accounts.forget)
    if _concerns_chat(agent):
        await agent.chat.aside(agent.house.accounts.forget)
    await agent.keys_changed()
    return LogoutResponse()


def _concerns_nes(agent: "Agent") -> bool:
    return agent.has_nes or (agent.expects_nes and not agent.has_chat)


def _concerns_chat(agent: "Agent") -> bool:
    """The chat's keys are asked for where the chat is used, or nothing else is: asking loads it."""
    return agent.has_chat or not _concerns_nes(agent)
