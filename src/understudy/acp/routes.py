"""The table of ACP methods: the params of each, its handler, and whether later messages wait for it.

To add a method: declare it in the schema (codegen/), add a row here, and write its handler in `handlers`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.acp.handlers import connection, documents, model_setup, nes, sessions
from understudy.rpc import Order, Route
from understudy.schema import acp

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["build_routes"]

P = TypeVar("P")

IN_ORDER, CONCURRENT = Order.IN_ORDER, Order.CONCURRENT


def build_routes(agent: "Agent", *, nes_offered: bool = True) -> dict[str, Route[Any]]:
    def request(
        params: type[P], handler: Callable[["Agent", P], object], order: Order, *, await_at_end: bool = True
    ) -> Route[P]:
        return Route(params, lambda given, _: handler(agent, given), order, await_at_end=await_at_end)

    def notification(params: type[P], handler: Callable[["Agent", P], None]) -> Route[P]:
        return Route(params, lambda given, _: handler(agent, given), IN_ORDER, notification=True)

    table = {
        "initialize": request(acp.InitializeRequest, connection.initialize, IN_ORDER),
        "authenticate": request(acp.AuthenticateRequest, connection.authenticate, CONCURRENT),
        "logout": request(acp.LogoutRequest, connection.logout, CONCURRENT),
        "auth/status": request(acp.AuthStatusRequest, connection.auth_status, CONCURRENT),
        "session/new": request(acp.NewSessionRequest, sessions.new, CONCURRENT),
        "session/load": request(acp.LoadSessionRequest, sessions.load, CONCURRENT),
        "session/resume": request(acp.ResumeSessionRequest, sessions.resume, CONCURRENT),
        "session/fork": request(acp.ForkSessionRequest, sessions.fork, CONCURRENT),
        "session/list": request(acp.ListSessionsRequest, sessions.list_, CONCURRENT),
        "session/close": request(acp.CloseSessionRequest, sessions.close, CONCURRENT),
        "session/delete": request(acp.DeleteSessionRequest, sessions.delete, CONCURRENT),
        "session/archive": request(acp.ArchiveSessionRequest, sessions.archive, CONCURRENT),
        "session/unarchive": request(acp.UnarchiveSessionRequest, sessions.unarchive, CONCURRENT),
        "session/status": request(acp.SessionStatusRequest, sessions.status, CONCURRENT),
        "session/set_title": request(acp.SetSessionTitleRequest, sessions.set_title, CONCURRENT),
        "session/set_mode": request(acp.SetSessionModeRequest, sessions.set_mode, CONCURRENT),
        "session/set_config_option": request(
            acp.SetSessionConfigOptionRequest, sessions.set_config_option, CONCURRENT
        ),
        "session/prompt": request(acp.PromptRequest, sessions.prompt, CONCURRENT, await_at_end=False),
        "session/cancel": notification(acp.CancelNotification, sessions.cancel),
        "_understudy.dev/models/providers": request(
            model_setup.ProvidersRequest, model_setup.providers, CONCURRENT
        ),
        "_understudy.dev/models/local": request(
            model_setup.LocalServersRequest, model_setup.local_servers, CONCURRENT
        ),
        "_understudy.dev/models/list": request(
            model_setup.ListModelsRequest, model_setup.list_models, CONCURRENT
        ),
        "_understudy.dev/models/use": request(model_setup.UseModelRequest, model_setup.use, CONCURRENT),
    }
    if not nes_offered:
        return table
    return table | {
        "nes/start": request(acp.StartNesRequest, nes.start, CONCURRENT),
        "nes/suggest": request(acp.SuggestNesRequest, nes.suggest, CONCURRENT, await_at_end=False),
        "nes/close": request(acp.CloseNesRequest, nes.close, IN_ORDER),
        "nes/accept": notification(acp.AcceptNesNotification, nes.accept),
        "nes/reject": notification(acp.RejectNesNotification, nes.reject),
        "document/didOpen": notification(acp.DidOpenDocumentNotification, documents.did_open),
        "document/didChange": notification(acp.DidChangeDocumentNotification, documents.did_change),
        "document/didClose": notification(acp.DidCloseDocumentNotification, documents.did_close),
        "document/didSave": notification(acp.DidSaveDocumentNotification, documents.did_save),
        "document/didFocus": notification(acp.DidFocusDocumentNotification, documents.did_focus),
    }
