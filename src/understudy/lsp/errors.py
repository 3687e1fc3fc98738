"""The errors of the language server and their codes, and the mapping of the service's errors to them.

| code   | data.reason     | when                                                      |
|--------|-----------------|-----------------------------------------------------------|
| -32002 | not_initialized | a request before `initialize`                             |
| -32600 | shut_down, …    | a request after `shutdown`, or a second `initialize`      |
| -32602 | bad_request, …  | a parameter cannot be used                                |
| -32803 | not_ready, …    | the settings cannot be used, or the editor refused an edit |
"""

import sys
from typing import Any, Final

from understudy.rpc import INVALID_PARAMS, RpcError

__all__ = ["REQUEST_FAILED", "SERVER_NOT_INITIALIZED", "NotReady", "request_failed", "to_rpc_error"]

SERVER_NOT_INITIALIZED: Final = -32002
REQUEST_FAILED: Final = -32803


class NotReady(Exception):
    """The server cannot work with its settings. The message says what to fix."""


def request_failed(reason: str, message: str) -> RpcError:
    return RpcError(REQUEST_FAILED, message, {"reason": reason})


def to_rpc_error(error: Exception) -> RpcError | None:
    """The error to send, or None if it is unexpected."""
    if isinstance(error, NotReady):
        return request_failed("not_ready", str(error))
    module: Any = sys.modules.get("understudy.nes.errors")  # only a loaded module can have raised it
    return None if module is None else _map_nes_error(module, error)


def _map_nes_error(module: Any, error: Any) -> RpcError | None:
    match error:
        case module.BadRequest():
            return RpcError(INVALID_PARAMS, error.message, {"reason": error.code, "field": error.field})
        case module.NesError():
            return request_failed(error.code, error.message)
        case _:
            return None
