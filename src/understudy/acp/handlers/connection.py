"""Handlers of initialize, authenticate, auth/status and logout: capabilities, and the keys in use."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import structs

from understudy import __version__
from understudy.acp.capabilities import select_position_encoding
from understudy.acp.dependencies import AuthRequired
from understudy.acp.limits import MAX_EDIT_HISTORY_ENTRIES, MAX_RECENT_FILES, MAX_USER_ACTIONS
from understudy.rpc import INVALID_PARAMS, INVALID_REQUEST, ResultWithCallback, RpcError
from understudy.schema.acp import (
    AgentAuthCapabilities,
    AgentCapabilities,
    AuthenticateRequest,
    AuthenticateResponse,
    AuthMethod,
    AuthState,
    AuthStatusCapabilities,
    AuthStatusRequest,
    AuthStatusResponse,
    ClientCapabilities,
    FileSystemCapabilities,
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
    SessionArchiveCapabilities,
    SessionCapabilities,
    SessionCloseCapabilities,
    SessionDeleteCapabilities,
    SessionForkCapabilities,
    SessionListCapabilities,
    SessionResumeCapabilities,
    SessionRuntimeContextCapabilities,
    SessionStatusCapabilities,
    SessionTitleCapabilities,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["auth_status", "authenticate", "initialize", "logout"]

PROTOCOL_VERSION: Final = 1
LOGIN_METHOD_ID: Final = "understudy-login"
ENVIRONMENT_METHOD_ID: Final = "environment-key"
HOSTING_META_KEY: Final = "understudy.dev/hosting"
MISSING_KEY_ADVICE: Final = (
    "There is no provider's key yet. Run `understudy login` in a terminal, or set one where the editor starts "
    "Understudy, for example OPENAI_API_KEY."
)

KEYS_OF_SERVER_MESSAGE: Final = (
    "The keys of model providers belong to this server: a client can neither add nor remove one."
)


def initialize(agent: "Agent", params: InitializeRequest) -> ResultWithCallback:
    if agent.client_capabilities is not None:
        raise RpcError(
            INVALID_REQUEST,
            "This connection is initialized already. Start another agent for another client.",
            {"reason": "already_initialized"},
        )
    hosting = agent.hosting
    agent.client_capabilities = (
        params.client_capabilities if hosting is None else _remote_capabilities(params.client_capabilities)
    )
    offers_mcp = hosting is None or hosting.allows_mcp
    answer = InitializeResponse(
        protocol_version=PROTOCOL_VERSION,
        agent_info=Implementation(name="understudy", title="Understudy", version=__version__),
        agent_capabilities=AgentCapabilities(
            load_session=True,
            prompt_capabilities=PromptCapabilities(image=True, embedded_context=True),
            mcp_capabilities=McpCapabilities(http=offers_mcp, sse=offers_mcp),
            session_capabilities=SessionCapabilities(
                list=SessionListCapabilities(),
                delete=SessionDeleteCapabilities(),
                additional_directories=SessionAdditionalDirectoriesCapabilities(),
                fork=SessionForkCapabilities(),
                resume=SessionResumeCapabilities(),
                close=SessionCloseCapabilities(),
                archive=SessionArchiveCapabilities(),
                status=SessionStatusCapabilities(),
                title=SessionTitleCapabilities(),
                runtime_context=SessionRuntimeContextCapabilities(),
            ),
            auth=AgentAuthCapabilities(
                status=AuthStatusCapabilities(), logout=LogoutCapabilities() if hosting is None else None
            ),
            nes=_nes_capabilities() if agent.offers_nes else None,
            position_encoding=select_position_encoding(params.client_capabilities),
        ),
        auth_methods=(
            _auth_methods(terminal=params.client_capabilities.auth.terminal) if hosting is None else []
        ),
        meta=None if hosting is None else {HOSTING_META_KEY: {"user": hosting.user, "roots": hosting.roots}},
    )
    return ResultWithCallback(answer, agent.warm_up)


def _remote_capabilities(client: ClientCapabilities) -> ClientCapabilities:
    """Without the files and terminals of the client's machine, whose paths are not those of this one."""
    return structs.replace(client, fs=FileSystemCapabilities(), terminal=False)


def _nes_capabilities() -> NesCapabilities:
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
            recent_files=NesRecentFilesCapabilities(max_count=MAX_RECENT_FILES),
            related_snippets=NesRelatedSnippetsCapabilities(),
            edit_history=NesEditHistoryCapabilities(max_count=MAX_EDIT_HISTORY_ENTRIES),
            user_actions=NesUserActionsCapabilities(max_count=MAX_USER_ACTIONS),
            open_files=NesOpenFilesCapabilities(),
            diagnostics=NesDiagnosticsCapabilities(),
        ),
    )


def _auth_methods(*, terminal: bool) -> list[AuthMethod]:
    environment = AuthMethod(
        id=ENVIRONMENT_METHOD_ID,
        name="Use a key from the environment",
        description="For example OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY.",
    )
    login = AuthMethod(
        type="terminal",
        id=LOGIN_METHOD_ID,
        name="Log in with a provider's key",
        description="Asks for a key in a terminal and stores it where only your user can read it.",
        args=["--login"],
    )
    return [login, environment] if terminal else [environment]


async def authenticate(agent: "Agent", params: AuthenticateRequest) -> AuthenticateResponse:
    if agent.hosting is not None:
        raise RpcError(INVALID_REQUEST, KEYS_OF_SERVER_MESSAGE, {"reason": "keys_of_server"})
    offered = [
        method.id
        for method in _auth_methods(
            terminal=agent.client_capabilities is not None and agent.client_capabilities.auth.terminal
        )
    ]
    if params.method_id not in offered:
        raise RpcError(
            INVALID_PARAMS,
            f"There is no auth method {params.method_id[:100]!r}. The methods are: {', '.join(offered)}.",
            {"field": "methodId"},
        )
    advice = await _missing_key_advice(agent, stored=params.method_id == LOGIN_METHOD_ID)
    if advice is not None:
        raise AuthRequired(advice)
    agent.logged_out = False
    await agent.keys_changed()
    return AuthenticateResponse()


async def _missing_key_advice(agent: "Agent", *, stored: bool) -> str | None:
    """What to do if no service in use has a key; None if one has, or none needs one."""
    found = False
    advice: str | None = None
    if _uses_nes(agent) and (accounts := agent.nes_dependencies.accounts) is not None:
        found |= await asyncio.to_thread(accounts.stored if stored else accounts.from_environment) is not None
        advice = await asyncio.to_thread(agent.nes_dependencies.setup.missing_key_message)
    if _uses_chat(agent):
        accounts = agent.chat_dependencies.accounts
        found |= (
            await agent.chat.run_in_worker(accounts.stored if stored else accounts.from_environment)
            is not None
        )
        if not found and advice is None and await agent.chat.run_in_worker(partial(_lacks_key, agent)):
            advice = MISSING_KEY_ADVICE
    return None if found else advice


def _lacks_key(agent: "Agent") -> bool:
    """Whether the configured model cannot be used for want of a key. Without a model, slash commands work."""
    from understudy.models import ModelError  # the chat is in use, and has loaded it

    model = agent.chat_dependencies.settings.model
    if model is None:
        return False
    try:
        agent.chat_dependencies.check_model(model)
    except ModelError as error:
        return error.kind == "auth"  # a session reports any other problem
    return False


async def auth_status(agent: "Agent", params: AuthStatusRequest) -> AuthStatusResponse:
    """Whether the services in use have the keys that they need. Changes nothing, and names no account."""
    del params
    states: list[AuthState] = []
    if _uses_nes(agent):
        needs_key = agent.nes_dependencies.accounts is not None
        lacks_key = needs_key and await asyncio.to_thread(agent.nes_dependencies.setup.missing_key_message)
        states.append("unauthenticated" if lacks_key else "authenticated" if needs_key else "not_required")
    if _uses_chat(agent):
        states.append(await agent.chat.run_in_worker(partial(_chat_auth_state, agent)))
    order: list[AuthState] = ["unauthenticated", "authenticated", "not_required"]
    return AuthStatusResponse(state=min(states, key=order.index))


def _chat_auth_state(agent: "Agent") -> AuthState:
    model = agent.chat_dependencies.settings.model
    if model is None:
        return "not_required"  # slash commands work without a model
    if _lacks_key(agent):
        return "unauthenticated"
    return "authenticated" if agent.chat_dependencies.uses_key(model) else "not_required"


async def logout(agent: "Agent", params: LogoutRequest) -> LogoutResponse:
    del params
    if agent.hosting is not None:
        raise RpcError(INVALID_REQUEST, KEYS_OF_SERVER_MESSAGE, {"reason": "keys_of_server"})
    agent.logged_out = True
    if _uses_nes(agent) and (accounts := agent.nes_dependencies.accounts) is not None:
        await asyncio.to_thread(accounts.forget)
    if _uses_chat(agent):
        await agent.chat.run_in_worker(agent.chat_dependencies.accounts.forget)
    await agent.keys_changed()
    return LogoutResponse()


def _uses_nes(agent: "Agent") -> bool:
    return agent.has_nes or (agent.expects_nes and not agent.has_chat)


def _uses_chat(agent: "Agent") -> bool:
    """Whether the keys of the chat are read, which loads it: if it is in use, or if nothing else is."""
    return agent.has_chat or not _uses_nes(agent)
