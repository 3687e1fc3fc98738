"""ACP's methods, top to bottom: what each takes, who handles it, and whether others wait for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.acp.handlers import connection, options, prompting, sessions
from understudy.rpc import Order, Route
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["routes"]

P = TypeVar("P")

IN_ORDER, BESIDE = Order.IN_ORDER, Order.BESIDE


def routes(agent: "Agent") -> dict[str, Route[Any]]:
    def request(
        params: type[P], handler: Callable[["Agent", P], object], order: Order, *, brief: bool = True
    ) -> Route[P]:
        return Route(params, lambda given, _: handler(agent, given), order, brief=brief)

    def notification(params: type[P], handler: Callable[["Agent", P], None]) -> Route[P]:
        return Route(params, lambda given, _: handler(agent, given), IN_ORDER, notification=True)

    return {
        "initialize": request(acp.InitializeRequest, connection.initialize, IN_ORDER),
        "authenticate": request(acp.AuthenticateRequest, connection.authenticate, BESIDE),
        "logout": request(acp.LogoutRequest, connection.logout, BESIDE),
        "session/new": request(acp.NewSessionRequest, sessions.new, BESIDE),
        "session/load": request(acp.LoadSessionRequest, sessions.load, BESIDE),
        "session/resume": request(acp.ResumeSessionRequest, sessions.resume, BESIDE),
        "session/fork": request(acp.ForkSessionRequest, sessions.fork, BESIDE),
        "session/list": request(acp.ListSessionsRequest, sessions.list_, BESIDE),
        "session/close": request(acp.CloseSessionRequest, sessions.close, BESIDE),
        "session/delete": request(acp.DeleteSessionRequest, sessions.delete, BESIDE),
        "session/set_mode": request(acp.SetSessionModeRequest, options.set_mode, BESIDE),
        "session/set_config_option": request(
            acp.SetSessionConfigOptionRequest, options.set_config_option, BESIDE
        ),
        "session/prompt": request(acp.PromptRequest, prompting.prompt, BESIDE, brief=False),
        "session/cancel": notification(acp.CancelNotification, prompting.cancel),
    }
