"""The table of LSP methods: the params of each, its handler, and whether later messages wait for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from understudy.lsp import messages
from understudy.lsp.handlers import code_actions, commands, documents, inline, lifecycle
from understudy.rpc import Order, Route

if TYPE_CHECKING:
    from understudy.lsp.server import LanguageServer

__all__ = ["build_routes"]

P = TypeVar("P")

IN_ORDER, CONCURRENT = Order.IN_ORDER, Order.CONCURRENT


def build_routes(server: "LanguageServer") -> dict[str, Route[Any]]:
    def request(
        params: type[P], handler: Callable[["LanguageServer", P], object], order: Order = CONCURRENT
    ) -> Route[P]:
        return Route(params, lambda given, _: handler(server, given), order)

    def notification(
        params: type[P], handler: Callable[["LanguageServer", P], object], order: Order = IN_ORDER
    ) -> Route[P]:
        return Route(params, lambda given, _: handler(server, given), order, notification=True)

    return {
        "initialize": request(messages.InitializeParams, lifecycle.initialize, IN_ORDER),
        "initialized": notification(messages.Anything, lifecycle.initialized, CONCURRENT),
        "shutdown": request(messages.Anything, lifecycle.shutdown, IN_ORDER),
        "exit": notification(messages.Anything, lifecycle.exit_),
        "workspace/didChangeConfiguration": notification(
            messages.DidChangeConfigurationParams, lifecycle.did_change_configuration, CONCURRENT
        ),
        "workspace/didChangeWorkspaceFolders": notification(
            messages.DidChangeWorkspaceFoldersParams, lifecycle.did_change_workspace_folders
        ),
        "workspace/executeCommand": request(messages.ExecuteCommandParams, commands.execute),
        "textDocument/didOpen": notification(messages.DidOpenParams, documents.did_open),
        "textDocument/didChange": notification(messages.DidChangeParams, documents.did_change),
        "textDocument/didSave": notification(messages.DocumentParams, documents.did_save),
        "textDocument/didClose": notification(messages.DocumentParams, documents.did_close),
        "textDocument/didFocus": notification(messages.DidFocusParams, documents.did_focus),
        "textDocument/didShowInlineEdit": notification(
            messages.DidShowInlineEditParams, inline.did_show_inline_edit
        ),
        "textDocument/inlineCompletion": request(messages.InlineCompletionParams, inline.inline_completion),
        "textDocument/copilotInlineEdit": request(messages.InlineEditParams, inline.inline_edit),
        "textDocument/codeAction": request(messages.CodeActionParams, code_actions.code_action),
    }
