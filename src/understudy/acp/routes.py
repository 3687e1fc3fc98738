"""ACP's methods, top to bottom: what each takes, who handles it, and whether others wait for it."""

from typing import TYPE_CHECKING, Any

from understudy.acp.handlers import connection, options, prompting, sessions
from understudy.rpc import Inbound, Order, Route
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["routes"]

IN_ORDER, BESIDE = Order.IN_ORDER, Order.BESIDE


def routes(agent: "Agent") -> dict[str, Route[Any]]:
    def bound(handler: Any) -> Any:
        def handle(params: Any, inbound: Inbound) -> Any:
            del inbound
            return handler(agent, params)

        return handle

    def request(params: type, handler: Any, order: Order) -> Route[Any]:
        return Route(params, bound(handler), order)

    def notification(params: type, handler: Any) -> Route[Any]:
        return Route(params, bound(handler), IN_ORDER, notification=True)

    return {
        "initialize": request(acp.InitializeRequest, connection.initialize, IN_ORDER),
        "authenticate": request(acp.AuthenticateRequest, connection.authenticate, IN_ORDER),
        "logout": request(acp.LogoutRequest, connection.logout, IN_ORDER),
        "session/new": request(acp.NewSessionRequest, sessions.new, BESIDE),
        "session/load": request(acp.LoadSessionRequest, sessions.load, BESIDE),
        "session/resume": request(acp.ResumeSessionRequest, sessions.resume, BESIDE),
        "session/fork": request(acp.ForkSessionRequest, sessions.fork, BESIDE),
        "session/list": request(acp.ListSessionsRequest, sessions.list_, BESIDE),
        "session/close": request(acp.CloseSessionRequest, sessions.close, BESIDE),
        "session/delete": request(acp.DeleteSessionRequest, sessions.delete, BESIDE),
        "session/set_mode": request(acp.SetSessionModeRequest, options.set_mode, IN_ORDER),
        "session/set_config_option": request(
            acp.SetSessionConfigOptionRequest, options.set_config_option, IN_ORDER
        ),
        "session/prompt": request(acp.PromptRequest, prompting.prompt, BESIDE),
        "session/cancel": notification(acp.CancelNotification, prompting.cancel),
    }
