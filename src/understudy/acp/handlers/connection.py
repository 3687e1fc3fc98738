"""initialize, authenticate, logout: who both sides are, and whose keys are used."""

from typing import TYPE_CHECKING, Final

from understudy import __version__
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
        ),
        auth_methods=_methods(terminal=params.client_capabilities.auth.terminal),
    )
    return Answer(answer, agent.warm_up)


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
    find = agent.house.accounts.stored if params.method_id == LOGIN else agent.house.accounts.from_environment
    if await agent.chat.aside(find) is None:
        raise AuthRequired(
            "There is no provider's key yet. Run `understudy login` in a terminal, or set one where the editor "
            "starts Understudy, for example OPENAI_API_KEY."
        )
    await agent.chat.keys_changed()
    return AuthenticateResponse()


async def logout(agent: "Agent", params: LogoutRequest) -> LogoutResponse:
    del params
    await agent.chat.aside(agent.house.accounts.forget)
    await agent.chat.keys_changed()
    return LogoutResponse()
