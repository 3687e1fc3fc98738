"""Handlers of the connection's life: initialize and shutdown, settings, workspace folders."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Final

from understudy import __version__
from understudy.lsp.client_features import read_client_features
from understudy.lsp.messages import (
    Anything,
    DidChangeConfigurationParams,
    DidChangeWorkspaceFoldersParams,
    InitializeParams,
)
from understudy.rpc import INVALID_REQUEST, ResultWithCallback, RpcError

if TYPE_CHECKING:
    from understudy.lsp.server import LanguageServer

__all__ = [
    "COMMANDS",
    "did_change_configuration",
    "did_change_workspace_folders",
    "exit_",
    "initialize",
    "initialized",
    "shutdown",
]

COMMANDS: Final = ("understudy.next", "understudy.accept", "understudy.reject", "understudy.explain")
_INCREMENTAL: Final = 2


def initialize(server: "LanguageServer", params: InitializeParams) -> ResultWithCallback:
    if server.is_initialized:
        raise RpcError(INVALID_REQUEST, "initialize was sent before; it is sent once.")
    folders = [folder.uri for folder in params.workspace_folders or []]
    server.initialize(
        read_client_features(params.capabilities),
        folders or ([params.root_uri] if params.root_uri else []),
        params.initialization_options,
    )
    result = {
        "capabilities": _capabilities(server),
        "serverInfo": {"name": "understudy", "version": __version__},
    }
    return ResultWithCallback(result, server.warm_up)


def _capabilities(server: "LanguageServer") -> dict[str, Any]:
    kinds: Any = {"codeActionKinds": ["quickfix", "refactor.rewrite"]}
    return {
        "positionEncoding": server.client.encoding,
        "textDocumentSync": {
            "openClose": True,
            "change": _INCREMENTAL,
            "save": {"includeText": False},
        },
        "inlineCompletionProvider": True,
        "codeActionProvider": kinds if server.client.code_action_literals else True,
        "executeCommandProvider": {"commands": list(COMMANDS)},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    }


async def initialized(server: "LanguageServer", params: Anything) -> None:
    del params
    if server.client.registers_configuration:
        registration = {"id": "understudy-configuration", "method": "workspace/didChangeConfiguration"}
        await server.call("client/registerCapability", {"registrations": [registration]})
    if server.client.has_configuration:
        await server.request_configuration()


def shutdown(server: "LanguageServer", params: Anything) -> None:
    del params
    server.is_shut_down = True


def exit_(server: "LanguageServer", params: Anything) -> None:
    del params
    server.stop()


def did_change_configuration(
    server: "LanguageServer", params: DidChangeConfigurationParams
) -> Awaitable[None] | None:
    if params.settings is None and server.client.has_configuration:
        return server.request_configuration()
    server.configure(params.settings)
    return None


def did_change_workspace_folders(server: "LanguageServer", params: DidChangeWorkspaceFoldersParams) -> None:
    removed = {folder.uri for folder in params.event.removed}
    kept = [uri for uri in server.roots if uri not in removed]
    server.set_roots([*kept, *(folder.uri for folder in params.event.added)])
